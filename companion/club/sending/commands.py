"""Commands from afar: buttons pressed elsewhere, each done once and acknowledged.

An acknowledgement says that the table has taken the command in; what came of it is in its events.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.club.sending.feed import Feed
from companion.club.wire.messages import Ack, Command
from companion.displays.options import Press
from companion.i18n import _

__all__ = ["PRESSES", "Commands"]

# the word of a command -> the button that it is
PRESSES = {"done": Press.DONE, "take-back": Press.TAKE_BACK, "yes": Press.YES, "no": Press.NO}
# commands whose answer is given again when they come twice; chosen, no measurement
REMEMBERED = 256

Handler = Callable[[Command], str]


@dataclass
class Commands:
    """What may be done at a table from afar: `pressed` is told of buttons, from another thread.

    `others` are further words; each returns why it is refused, or nothing. They must not wait.
    """

    pressed: Callable[[Press], None]
    others: Mapping[str, Handler] = field(default_factory=dict)
    _answered: "OrderedDict[str, Ack]" = field(default_factory=OrderedDict)

    def heed(self, payload: bytes, feed: Feed) -> Ack:
        """Do what `payload` says, once; raise `BadNotation` if it is no command."""
        command = Command.from_bytes(payload)
        if command.id not in self._answered:
            refused = self._do(command, feed)
            self._answered[command.id] = Ack(feed.table, command.id, not refused, refused)
            while len(self._answered) > REMEMBERED:
                self._answered.popitem(last=False)
        return self._answered[command.id]

    def _do(self, command: Command, feed: Feed) -> str:
        """Do it, or return why not."""
        if command.seq is not None and command.seq != feed.told.seq:
            return _("The table is further: it is at event {seq}.").format(seq=feed.told.seq)
        if command.do in PRESSES:
            self.pressed(PRESSES[command.do])
            return ""
        if command.do in self.others:
            return self.others[command.do](command)
        known = ", ".join((*PRESSES, *self.others))
        return _("This table cannot do '{do}'; it can: {known}.").format(do=command.do, known=known)
