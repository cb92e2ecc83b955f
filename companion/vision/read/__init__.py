"""What stands on a board whose place is known: colours, holes, key pegs, sliders.

In: a picture, a pose and a calibration. Out: a reading: letters with confidences, or `?`.
May import: geometry and board.
"""
