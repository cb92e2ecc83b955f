"""The files of a club's broker: configuration, passwords, who may write what, certificates.

In: names of tables and hubs. Out: files for mosquitto, and for each table its own settings.
May import: wire of this room, errors and i18n.
"""
