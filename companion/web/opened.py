"""Where a page is served: its port, the names of this machine, its address on the network."""

import socket
from dataclasses import dataclass

__all__ = ["PORT", "Opened"]

PORT = 8421  # chosen, as no service is known to take it (IANA's list)


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the page is served: `is_lan` on all of this machine's addresses, else to itself."""

    port: int = PORT
    is_lan: bool = False
    names: tuple[str, ...] = ()

    @property
    def bind(self) -> str:
        """The address that is listened on."""
        return "0.0.0.0" if self.is_lan else "127.0.0.1"  # noqa: S104

    @property
    def address(self) -> str:
        """What links begin with."""
        return f"http://{_own_address() if self.is_lan else '127.0.0.1'}:{self.port}"

    @property
    def host_names(self) -> frozenset[str]:
        """The names by which this machine may be called."""
        own = socket.gethostname().casefold()
        given = (name.casefold() for name in self.names)
        return frozenset({own, f"{own}.local", *given}) if self.is_lan else frozenset(given)


def _own_address() -> str:
    """Give this machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])
