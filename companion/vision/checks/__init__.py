"""What must hold before a letter is believed: of a whole picture, and of each place.

In: features of a picture and of the calibrated empty board. Out: what is to be doubted, and why.
May import: features, board, geometry.
"""
