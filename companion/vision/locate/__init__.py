"""Where the board is: by markers, clicks, its empty picture, its last place, or without any help.

In: a picture, a shape and what is known, as one `Search`. Out: a `BoardFit`, or a refusal in words.
May import: match, fit, board and geometry.
"""
