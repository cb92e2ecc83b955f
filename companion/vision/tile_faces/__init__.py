"""A tile of Da Vinci Code: a box on a table, and the face that an open one shows.

In: a picture, and where a tile lies in it. Out: the face, or that it is not sure.
May import: geometry.
"""
