"""What a board looks like, in millimetres, and the patterns printed on its markers. Pure."""
