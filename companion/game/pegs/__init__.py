"""Games of one code and one maker: Het Bouwblokje and both boxes of Hasbro. Pure.

In: the events of one round. Out: the round after each, whose turn it is, its score.
May import: core.
"""
