"""What is measured of a board, a lens or a table of tiles: taken, kept, and judged.

In: pictures with known pegs. Out: calibrations on disk, and how well they read.
May import: vision and below. Inside: wizard, evaluation; store, board_files, sheets.
"""
