"""Board files: what each box looks like in millimetres, read and written."""
