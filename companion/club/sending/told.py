"""All that a table is told to, opened together and closed together: a broker, hooks."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from companion.club.broker_address import Broker, parse_broker
from companion.club.connection import Message
from companion.club.mqtt import Link
from companion.club.sending.commands import Commands
from companion.club.sending.feed import Feed
from companion.club.sending.home_assistant import discovery
from companion.club.sending.hook import Hook
from companion.club.sending.publisher import Publisher, will_of
from companion.club.wire.topics import ASK, DO, check_name, table_topic
from companion.config import ClubChoices
from companion.displays.options import Press
from companion.errors import BadNotation
from companion.i18n import _

__all__ = ["begin_publishing", "chosen", "telling"]


def chosen(
    settings: ClubChoices,
    *,
    mqtt: str | None = None,
    table: str | None = None,
    hook: tuple[str, ...] = (),
    home_assistant: bool = False,
) -> ClubChoices:
    """Return what was typed, and what stands in the `settings` where nothing was."""
    return ClubChoices(
        settings.mqtt if mqtt is None else mqtt,
        settings.table if table is None else table,
        hook or settings.hook,
        home_assistant or settings.home_assistant,
    )


@contextmanager
def telling(
    choices: ClubChoices, say: Callable[[str], None], pressed: Callable[[Press], None]
) -> Iterator[Feed | None]:
    """Give the feed of what is told as `choices` say, or None if nobody is told anything.

    `say` is told when a broker or hook is lost or found, `pressed` of buttons far away, both from
    other threads. Nothing here waits for the network but the end, for two seconds at most. Raises
    `BadNotation`, or `DisplayError` if a package is missing, before anything is sent.
    """
    if not choices.mqtt and not choices.hook:
        if choices.table:
            raise BadNotation(
                _("--table is about who is told of this table."),
                hint=_("Add --mqtt or --hook, or leave it out."),
            )
        yield None
        return
    feed = Feed(check_name(_table_of(choices)))
    with ExitStack() as opened:
        for url in choices.hook:
            hook = Hook(feed, url, say)
            hook.start()
            opened.callback(hook.close)
        if choices.mqtt:
            commands = Commands(pressed)
            extra = discovery(feed.table) if choices.home_assistant else ()
            broker = parse_broker(choices.mqtt)
            publisher = begin_publishing(feed, commands, broker, say, extra=extra)
            opened.callback(publisher.close)
        yield feed


def begin_publishing(
    feed: Feed,
    commands: Commands,
    broker: Broker,
    say: Callable[[str], None],
    *,
    extra: Sequence[Message] = (),
) -> Publisher:
    """Return what publishes `feed` at `broker`, and `extra` too; it has begun to connect."""
    table = feed.table
    publisher = Publisher(feed, commands, say, extra=extra)
    link = Link(
        broker,
        f"keypeg-{table}",
        publisher.hear,
        will=will_of(table),
        subscribed=(table_topic(table, ASK), table_topic(table, DO)),
    )
    publisher.start(link)
    link.start()
    return publisher


def _table_of(choices: ClubChoices) -> str:
    if choices.mqtt and not choices.table:
        raise BadNotation(
            _("A table at a broker needs a name."), hint=_("Add one, as in --table window.")
        )
    return choices.table or "table"
