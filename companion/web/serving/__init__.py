"""Serving: the one check before every route, and the streams of open pages.

In: requests that were let through the door. Out: answers, and fragments that are new.
May import: show, table and door of this room, and below.
"""
