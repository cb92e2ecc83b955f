"""A drawn board of pegs: its camera, what hands do before it, and players who are robots.

In: rules, a seed, a script. Out: pictures, the truth of each, moves.
May import: everything below the simulator.
"""
