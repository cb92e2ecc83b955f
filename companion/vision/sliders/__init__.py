"""How far each slider of a board is pulled out, by its own plastic; no calibration is needed.

In: a picture, a pose, a shape. Out: probabilities of clicks, and clicks by other evidence.
May import: board and geometry.
"""
