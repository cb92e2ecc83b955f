"""A drawn table of tiles: its camera, what hands do there, and players who are robots.

In: rules, a seed. Out: pictures, the truth of each, moves.
May import: everything below the simulator.
"""
