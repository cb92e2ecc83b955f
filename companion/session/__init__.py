"""A match being played: the only room that changes something.

In: sightings, typed words, the clock and chance as events. Out: a journal on disk, and scenes.
May import: kinds, table, sightings, scene, rulebooks, game and below; never vision or displays.
"""
