"""Teaching Keypeg a board: `board`, `calibrate` and its wizard, `sheets`."""
