"""A calibration is learned from pictures whose pegs are known, and of the empty board.

In: pictures with known pegs, where the board lies in them. Out: a calibration, or what is wrong.
May import: read, checks, features, board and geometry.
"""
