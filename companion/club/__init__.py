"""Many tables, one hall: what each table tells over MQTT, and what is gathered of it.

In: sessions being played; what comes from a broker. Out: messages, an index of all tables.
May import: the session and below. Inside: sending, at the table; collecting, at the hub; duel,
two houses; broker, its files; tournament, who plays whom; wire, what is said.
"""
