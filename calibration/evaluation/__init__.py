"""Labelled pictures and filmed games read as a user would, and scored.

In: a folder of pictures with labels. Out: right, wrong and unsure, found and refused, and the time.
May import: store, board files, sheets, vision and below.
"""
