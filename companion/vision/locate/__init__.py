"""Where the board is: by markers, clicks, its empty picture, its last place, or without any help.

In: a picture, a shape and what is known. Out: the shape's pose, proven, or a refusal in words.
May import: fit, read's values, geometry and board.
"""
