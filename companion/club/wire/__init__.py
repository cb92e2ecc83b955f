"""What is said over the wire: topics, and messages as values that are written and read. Pure.

In: lines of logs, scenes, bytes from a broker. Out: bytes, values that were checked.
May import: scene and game.
"""
