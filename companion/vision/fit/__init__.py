"""From a rough place of a board to an exact one: score maps, homographies, lattices, the camera.

In: a picture, a shape, a rough pose. Out: a fitted pose with its score.
May import: geometry and board.
"""
