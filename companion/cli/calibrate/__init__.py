"""Teaching Keypeg a board: `board`, `calibrate` and its wizard, `sheets`.

In: a board's name, a camera or photographs, typed words. Out: a calibration, a sheet.
May import: common, and everything below the command line.
"""
