"""What is still possible, what to ask next, and how well a game was played. Pure: numpy only.

In: a round as all can see it. Out: codes or tiles that fit, hints, losses of each guess.
May import: core and the kinds of game.
"""
