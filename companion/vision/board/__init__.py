"""What a board looks like, in millimetres, where it lies, and the patterns on its markers. Pure.

In: measures of a board file. Out: places of holes, heads and keys in the board's frame.
May import: geometry.
"""
