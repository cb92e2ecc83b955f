"""The table of Master Mind for four: several boards against one record, and what is due. Pure.

In: sightings of each board, words. Out: deeds, questions.
May import: the table of one board, table's common room, sightings, game and below.
"""
