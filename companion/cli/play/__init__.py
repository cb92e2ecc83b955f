"""The commands that begin a match or go on with one, and `watch`, which only looks.

In: what is typed behind them. Out: a session, given to a game loop with its players and lights.
May import: common, and everything below the command line.
"""
