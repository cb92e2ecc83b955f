"""When two names are one. Pure, and light: all that looks back on many matches asks it."""

import unicodedata
from functools import lru_cache

__all__ = ["name_key"]


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return what is the same of a name in capitals, small letters and other ways to write it."""
    return unicodedata.normalize("NFKC", name).casefold().strip()
