"""A match at the terminal, turn after turn: typed, or watched by a camera, until it is over.

In: a session that was begun, what is typed, frames. Out: moves for the session, words.
May import: cli's kinds and common, and every room below cli but web and hall.
"""
