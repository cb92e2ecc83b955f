"""The matches that are kept, all together: an index beside the logs, statistics, titles, the bin.

In: the folder of the logs. Out: a summary of each match, and what they add up to for a player.
The logs are the truth; the index is made anew from them whenever it is missing or of another time.
May import: session, kinds, rulebooks, game and below.
"""
