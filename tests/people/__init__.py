"""People who blunder, at simulated tables of all kinds, and what comes of their matches."""
