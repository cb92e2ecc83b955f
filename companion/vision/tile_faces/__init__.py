"""A tile of Da Vinci Code: a box on a table, what is new there, and the face of an open one.

In: a picture, and where a tile lies in it. Out: the face, or that it is not sure.
May import: geometry.
"""
