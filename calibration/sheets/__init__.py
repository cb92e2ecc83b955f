"""Sheets to print: markers, cards, score cards, as values, SVG and PDF. Pure."""
