"""Tiles on a table are sorted: the rows of its players, the clue tile, the pool. Pure geometry.

In: where tiles are, and which stand or lie open. Out: which are whose.
May import: tile_faces, geometry.
"""
