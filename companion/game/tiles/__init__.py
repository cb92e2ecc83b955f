"""Games of tiles in rows: Da Vinci Code, refereed from what all can see. Pure.

In: the events of one round. Out: the round after each, whose turn it is, its score.
May import: core.
"""
