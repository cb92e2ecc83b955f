"""The options that say who is told what happens at a table: a broker, hooks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from companion.cli.common.option_groups import grouped
from companion.displays.options import Press

if TYPE_CHECKING:
    from companion.club.sending.feed import Feed

__all__ = ["ClubOptions", "club_options"]


@dataclass(frozen=True, slots=True)
class ClubOptions:
    """What was typed of them; what was not is taken from the settings."""

    mqtt: str | None
    table: str | None
    hook: tuple[str, ...]
    home_assistant: bool

    def telling(
        self, say: Callable[[str], None], pressed: Callable[[Press], None]
    ) -> AbstractContextManager[Feed | None]:
        """Return what opens the feed of what is told, None if nobody is; see `told.telling`."""
        from companion.club.sending.told import chosen, telling
        from companion.config import load_settings

        return telling(chosen(load_settings().club, **asdict(self)), say, pressed)


club_options = grouped(
    "club",
    ClubOptions,
    click.option("--mqtt", metavar="URL", help="Tell a club's broker: mqtt://NAME, mqtts://NAME."),
    click.option("--table", metavar="NAME", help="With --mqtt: the name of this table."),
    click.option("--hook", multiple=True, metavar="URL", help="Post what happens as JSON there."),
    click.option(
        "--home-assistant", is_flag=True, help="With --mqtt: be found by Home Assistant there."
    ),
)
