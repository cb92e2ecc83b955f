"""A hub gathers what all tables tell: every line once in an index; what is missing is asked for.

In: messages from a broker. Out: an index in SQLite, logs as they are on the tables' own disks.
May import: wire of this room, the link to a broker, the session and below.
"""
