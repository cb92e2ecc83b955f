"""What people at a simulated table of any kind share.

In: the match as it is watched, chance. Out: words said, steps typed.
May import: everything below the simulator.
"""
