"""A snapshot as HTML: boards drawn, rows in words, what is asked for. Pure but for the templates.

In: a snapshot, a role, a seat. Out: fragments by their ids, in the language spoken.
May import: table and door of this room, calibration's board files, and scene, game and below.
"""
