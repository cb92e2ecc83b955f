"""How far each slider of a board is pulled out, by its own plastic; no calibration is needed.

In: a picture, a pose, a shape. Out: clicks, or nothing where they cannot be told.
May import: board and geometry.
"""
