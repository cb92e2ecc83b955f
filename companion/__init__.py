"""Keypeg, the companion for physical code-breaking games."""

__all__ = ["__version__"]

__version__ = "0.1.0"
