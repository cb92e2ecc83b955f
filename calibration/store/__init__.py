"""What was measured, kept on disk in dated versions, with checksums.

In: a calibration, a lens, a table of tiles. Out: its file, and the newest good one again.
May import: vision and below; nothing else of calibration.
"""
