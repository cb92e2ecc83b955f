"""What is still possible, what to ask next, and how well a game was played. Pure: numpy only."""
