"""Two houses, one match: each hides his code at home, and sees only what he may. No network.

In: a session at one house, messages from the other. Out: messages; the moves of who is far away.
May import: wire of this room, the session and below.
"""
