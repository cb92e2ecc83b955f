"""From a rough place to an exact one: score maps, homographies, lattices, the camera and its lens.

In: a picture, a shape, a rough pose. Out: a fitted pose with its score.
May import: geometry and board.
"""
