"""A drawn table of tiles: its camera, what hands do there, and players who are robots.

`scenery` has the values, `render` draws them with `lighting` and `raster`; `looks`, `cloths` and
`things` make them up by chance.

In: rules, a seed. Out: pictures, the truth of each, moves.
May import: everything below the simulator.
"""
