"""What tables of all kinds share: what comes to them, what they want done, what stops them. Pure.

In and out: values.
May import: sightings, game and below.
"""
