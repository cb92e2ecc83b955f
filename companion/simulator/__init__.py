"""Drawn boards and tables before a camera, the people at them, and players that are robots.

In: a camera's string, a rulebook, a seed. Out: simulated tables: their cameras, boards and players.
May import: everything below the command line; nothing below it may import this room.
"""
