"""Each box as a value, and a shelf to find them by name.

In: a box's name and house rules. Out: its rules, its leaflet in short.
May import: the game and below.
"""
