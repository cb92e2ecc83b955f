"""A calibration step by step, from the empty board to saved colours.

In: pictures and words. Out: the next step, and at the end a calibration.
May import: store, board files, sheets, vision and below.
"""
