"""The table of Da Vinci Code, read.

In: a picture of a table and its calibration. Out: rows of tiles, a clue tile, the pool.
May import: tile_sorting, tile_faces, camera, geometry.
"""
