"""Board files: what each box looks like in millimetres, read and written.

In: a TOML file, or a list of measures. Out: a `BoardShape`, or the file.
May import: vision's boards; nothing else of calibration.
"""
