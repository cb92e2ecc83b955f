"""How well a board fits a picture where it is laid: top views, rings, a score, maps of it.

In: a picture, a shape, a pose. Out: views from above, confidences of what is round, a score.
May import: geometry and board.
"""
