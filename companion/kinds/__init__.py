"""The kinds of game, one adapter each: what a match is to those who show, explain and advise.

In: a match, a round or rules. Out: plain facts and sentences, what may be played next, what a box
allows on a board. Pure; numpy is imported when advice is asked for.
May import: the game, the rulebooks, what is seen and the table; nothing that draws or asks.
"""
