"""What in a picture may be a board, before any pose: grids of blobs, borders, features, likeness.

In: a picture, a shape, the picture of the empty board. Out: places on it with scores, homographies.
May import: fit, board and geometry.
"""
