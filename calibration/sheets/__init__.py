"""Sheets to print: markers, cards, score cards, as values, SVG and PDF. Pure.

In: a board's measures. Out: black boxes and words in millimetres, as a file.
May import: vision's boards; nothing else of calibration.
"""
