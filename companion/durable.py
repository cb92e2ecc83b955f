"""Files that a power cut leaves whole: as they were before, or as they were written."""

import os
from pathlib import Path

__all__ = ["sync_folder", "write_durably"]


def write_durably(path: Path, content: str | bytes, *, mode: int = 0o644) -> None:
    """Put `content`, text in UTF-8, into `path` in one step, on the disk before this returns.

    Raises `OSError`; `path` is as it was before then.
    """
    part = path.with_name(f".{path.name}.part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content.encode() if isinstance(content, str) else content)
            out.flush()
            # a name that points at what is not yet on the disk is an empty file after a power cut
            os.fsync(out.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Have the names in `folder` on the disk before this returns."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
