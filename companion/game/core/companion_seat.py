"""The name of the seat that the companion takes when one player plays alone."""

__all__ = ["COMPANION"]

COMPANION = "Keypeg"
