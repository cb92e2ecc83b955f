"""What a table that starts by itself takes along from who installs it: settings, calibrations."""

import os
import pwd
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.config import load_settings

__all__ = ["Owner", "owner"]

# what is measured or made once, with patience; matches stay with who has played them
FOLDERS = ("boards", "calibrations", "lenses", "tables")


@dataclass(frozen=True, slots=True)
class Owner:
    """Who installs the service: a home folder with Keypeg's usual places in it."""

    home: Path

    def settings(self) -> Path | None:
        """Return the settings, if there are any; raises `SettingsError` for unreadable ones."""
        place = self.home / ".config/keypeg/settings.toml"
        if not place.is_file():
            return None
        load_settings(place)
        return place

    def give(self, data: Path) -> Iterator[Path]:
        """Copy each folder of `FOLDERS` into `data` that is not there yet; yield those copied."""
        for name in FOLDERS:
            mine, new = self.home / ".local/share/keypeg" / name, data / name
            if mine.is_dir() and not new.exists():
                # what a link leads to may be nobody else's to read
                shutil.copytree(mine, new, ignore=_links)
                yield mine


def owner() -> Owner:
    """Return who has typed the command, before sudo made root of them."""
    name = os.environ.get("SUDO_USER")
    return Owner(Path(pwd.getpwnam(name).pw_dir if name else Path.home()))


def _links(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if Path(folder, name).is_symlink()]
