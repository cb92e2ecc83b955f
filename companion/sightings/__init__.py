"""What a camera has seen of a table, as values: all that the table knows of vision. Pure.

In: nothing. Out: what the eyes say (a row, a hand, the light), one class each.
May import: the game.
"""
