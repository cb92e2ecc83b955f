"""Boards and rows of tiles as the page shows them: drawings from board files, and words. Pure.

In: a round. Out: SVG, and the same as values for a template.
May import: table of the page, calibration's board files, vision's board, game and below.
"""
