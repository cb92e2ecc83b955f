"""The match at the page: one thread with one inbox, and all that people can do there.

In: jobs, forms, frames. Out: events of a session, and snapshots with nothing secret in them.
May import: door, and session, table, vision and below.
"""
