"""The games themselves: pure values, no clock, no chance, no files.

In: events. Out: the match that they make: rounds, turns, scores.
May import: errors and i18n; numpy in `solve` alone.
"""
