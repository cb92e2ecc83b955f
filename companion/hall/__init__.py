"""The hall: the command `keypeg hub` and its page, on which all tables of a club are seen.

In: the index of a hub, requests. Out: an overview, any table live, results, a screen for the hall.
May import: web, club and below.
"""
