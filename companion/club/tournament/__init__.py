"""A tournament: entries, rounds, pairings, standings with their tie-breaks. Pure.

In: what a referee does and what matches end in, as events. Out: who plays whom, who stands where.
May import: errors and i18n.
"""
