"""Several drawn boards before one camera, each with its own markers, and their owners.

In: rules, a seed. Out: pictures, the truth of each, moves.
May import: pegs, and everything below the simulator.
"""
