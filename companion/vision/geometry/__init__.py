"""Cameras, poses and arrays: the mathematics that all of vision shares.

May import: nothing of vision. OpenCV's versions 4 and 5 are made alike here.
"""
