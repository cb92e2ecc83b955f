"""Two rows of open tiles become a camera over the table and the size of a tile.

In: open tiles in a raw picture. Out: which are the rows of a set, and what fits them.
May import: tiles, tile_faces, geometry.
"""
