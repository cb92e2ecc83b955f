"""Single pictures: `read` and `evaluate`."""
