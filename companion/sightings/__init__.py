"""What a camera has seen of a table, as values: all that the table knows of vision. Pure."""
