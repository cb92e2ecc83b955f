"""The table of Da Vinci Code: what lies there against the record, and what is due. Pure.

In: sightings of tiles, words. Out: deeds, questions. `table` is what goes through the evening,
`moves` explains a table by moves, `misreadings` what a look may truly have shown.
May import: table's common room, sightings, game and below.
"""
