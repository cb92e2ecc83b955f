"""From a rough place to an exact one: homographies, lattices, the camera and its lens.

In: a picture, a shape, a rough pose. Out: a fitted pose with its score.
May import: score, board and geometry.
"""
