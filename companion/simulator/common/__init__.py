"""What simulated tables of several kinds share: people at them, a made-up board.

In: the match as it is watched, chance, a rulebook. Out: words said, steps typed, a board's shape.
May import: everything below the simulator.
"""
