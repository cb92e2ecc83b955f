"""Readings over time become sightings: what a table did, said once.

In: frames and their readings. Out: sightings.
May import: locate, read and below.
"""
