"""What all games share: codes and how they are marked, events, commitments, turns. Pure.

In: letters, keys, salts. Out: answers, events and turns as values.
May import: errors and i18n; nothing of a kind of game.
"""
