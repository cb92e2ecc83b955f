"""Drawn boards and tables before a camera, the people at them, and players that are robots.

In: a rulebook and a seed. Out: cameras, and players who act on what they see.
May import: everything below the command line; nothing below it may import this room.
"""
