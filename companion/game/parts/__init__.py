"""Games whose code is held in parts: Invicta's Master Mind for four. Pure.

In: the events of one round. Out: the round after each, whose turn it is, its score.
May import: core.
"""
