"""Single pictures: `read` and `evaluate`.

In: picture files, a board, a calibration. Out: letters with confidences, scores, an overlay.
May import: common, and everything below the command line.
"""
