"""What is published at a broker, and what happens at a connection to one, as values. Pure."""

from dataclasses import dataclass
from typing import Protocol

__all__ = ["Acked", "Down", "Got", "Happened", "Message", "Publishing", "Up"]


@dataclass(frozen=True, slots=True)
class Message:
    """What is published; `expires_s` is after how many seconds a broker forgets it unsent."""

    topic: str
    payload: bytes
    retain: bool = False
    qos: int = 1
    expires_s: int = 0


@dataclass(frozen=True, slots=True)
class Up:
    """The broker is there; what was subscribed to is heard from now on."""


@dataclass(frozen=True, slots=True)
class Down:
    """The broker is not there, or refuses, for the reason `why`; `is_final`: it is left at that."""

    why: str
    is_final: bool = False


@dataclass(frozen=True, slots=True)
class Acked:
    """The broker has the message of this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Got:
    """A message came; who keeps it says so by `Link.taken` with its number."""

    topic: str
    payload: bytes
    number: int
    retain: bool


Happened = Up | Down | Acked | Got


class Publishing(Protocol):
    """What a table needs of a link."""

    def publish(self, message: Message) -> int:
        """Send `message` as soon as it can be; return its number, which is acked later."""

    def close(self) -> None:
        """Leave in order."""
