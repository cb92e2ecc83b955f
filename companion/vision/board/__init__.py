"""What a board looks like, in millimetres, and the patterns printed on its markers. Pure.

In: measures of a board file. Out: a shape: the places of its holes, keys, code and markers.
May import: nothing of vision.
"""
