"""The routes: what each page answers, and the least role that may ask for it.

In: a request that passed the check. Out: an answer.
May import: all of this room but `app` and `serve`, and everything below.
"""
