"""Readings of a table of tiles over time become sightings: what changed, said once.

In: frames and their readings. Out: sightings, and claims by pointing.
May import: tiles, watch and below.
"""
