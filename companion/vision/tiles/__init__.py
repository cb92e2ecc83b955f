"""The table of Da Vinci Code: tiles found, read and watched.

In: a picture of a table and its calibration. Out: rows of tiles, or sightings over time.
May import: all of vision.
"""
