"""Sheets to print: markers, cards, score cards, as values, SVG and PDF; a match's card as PNG.

In: a board's measures, or a match's card. Out: black boxes and words in millimetres, or pixels.
May import: vision's boards and pictures, the kinds' card; nothing else of calibration.
"""
