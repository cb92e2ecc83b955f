"""What stands on a board whose place is known: colours, holes, key pegs, sliders.

In: a picture, a located board and a calibration. Out: a reading: letters with confidences, or `?`.
May import: checks, sliders, features, board and geometry.
"""
