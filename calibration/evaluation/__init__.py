"""Labelled pictures and filmed games read as a user would, and scored."""
