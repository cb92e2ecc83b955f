"""The table of a game with one board of pegs: record against board, and what is due. Pure.

In: sightings, words. Out: deeds, questions. `table` is what goes through the evening, `state` what
stands, `due` what follows from it, `questions` what people must say.
May import: table's common room, sightings, game and below.
"""
