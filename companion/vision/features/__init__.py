"""What places of a board show, as numbers: each is sampled once, and every classifier reads these.

In: a picture, a located board, the light on its empty ground. Out: a `BoardPicture`, compared.
May import: board and geometry.
"""
