"""The table is served as a page: where, to whom, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import DisplayError, os_reason
from companion.i18n import _
from companion.web.opened import Opened

if TYPE_CHECKING:
    from collections.abc import Callable

    import uvicorn

    from companion.displays.match_lights import MatchLights
    from companion.displays.options import Press
    from companion.observers.options import CameraOptions
    from companion.session.session import Session
    from companion.web.door.access import Access
    from companion.web.door.envelope import Envelope
    from companion.web.serving.live import Hub
    from companion.web.serving.site import Site
    from companion.web.table.host import TableHost
    from companion.web.table.snapshot import Snapshot
    from companion.web.table.table_state import AtTable

__all__ = [
    "listening_at",
    "serve_session",
    "serve_table",
    "served",
]

# seconds that open pages are given to hear that the server ends; chosen, no measurement
FAREWELL = 2
# connections that wait until they are answered; the usual value of Linux, chosen
QUEUE = 128
# seconds within which open pages hear of it; chosen, no measurement
ENDS_WITHIN = 0.2
# threads that make pictures beside the loop. Each keeps 16 MB of what it has made (measured in two
# hours of play); a picture takes some 20 ms, so that who asks meanwhile does not wait long for one
PICTURE_THREADS = 1


def serve_session(
    session: Session,
    camera: CameraOptions | None,
    light: MatchLights,
    presses: Callable[[], Press | None],
    opened: Opened,
    say: Callable[[str], None],
    *,
    follow: Callable[[Session], None] = lambda __: None,
) -> None:
    """Serve `session`, which was begun on the command line, until it is interrupted.

    `follow` is told of it, and of each that is played there after it. Raises what a camera raises
    that cannot be opened; nothing was served then.
    """
    from companion.session.log_names import games_folder
    from companion.web.table.table_state import AtTable

    folder = session.path.parent if session.path else None
    at = AtTable(folder, light=light, presses=presses, follow=follow)
    at.take(session, camera)
    serve_table(at, opened, folder or games_folder(), say)


def serve_table(
    at: AtTable,
    opened: Opened,
    folder: Path,
    say: Callable[[str], None],
    *,
    aloud: Callable[[str], None] | None = None,
) -> None:
    """Serve the table `at` until it is interrupted; `say` is told how to come in.

    Where other phones may come, `aloud` says it to those who have no screen to look at.

    Raises DisplayError when the port is taken.
    """
    with listening_at(opened) as listening:
        port = int(listening.getsockname()[1])
        here = Opened(port, opened.is_lan, opened.names)
        # Ctrl-C is how it is ended
        with suppress(KeyboardInterrupt):
            asyncio.run(_serve(at, here, folder, say, aloud, listening))


def listening_at(opened: Opened) -> socket.socket:
    """Return a socket that listens as `opened` says; raise `DisplayError` if it cannot."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((opened.bind, opened.port))
        # who scans the code at once waits a moment, and is not refused
        listening.listen(QUEUE)
    except OSError as error:
        listening.close()
        raise DisplayError(
            _("Port {port} cannot be used: {why}.").format(port=opened.port, why=os_reason(error)),
            hint=_("Is the page served already? Else name another with --port."),
        ) from error
    return listening


async def _serve(
    at: AtTable,
    opened: Opened,
    folder: Path,
    say: Callable[[str], None],
    aloud: Callable[[str], None] | None,
    listening: socket.socket,
) -> None:
    import uvicorn

    from companion.session.sd_notify import Watchdog, notify
    from companion.web.app import application
    from companion.web.serving.live import Hub
    from companion.web.table.host import TableHost
    from companion.web.table.table_state import AtTable

    loop, hub = asyncio.get_running_loop(), Hub()
    # usual are four more than cores
    loop.set_default_executor(ThreadPoolExecutor(PICTURE_THREADS, "pictures"))

    def publish(snapshot: Snapshot) -> None:
        loop.call_soon_threadsafe(hub.publish, snapshot)

    host = TableHost(at, publish, alive=Watchdog().alive)
    site = _site(host, hub, at, opened, folder)
    host.start()
    if at.session is None:
        host.do(AtTable.go_on)
    try:
        _welcome(site.access, opened, say, aloud)
        notify("READY=1")
        app = application(site, names=opened.host_names)
        server = uvicorn.Server(served(app))
        ending = asyncio.ensure_future(_end_streams(server, hub))
        await server.serve(sockets=[listening])
        await ending
    finally:
        host.close()


def _welcome(
    access: Access,
    opened: Opened,
    say: Callable[[str], None],
    aloud: Callable[[str], None] | None,
) -> None:
    """Say how to come in; aloud as well where others may."""
    from companion.web.door.access import Role
    from companion.web.door.welcome import spoken_welcome, welcome

    for line in welcome(f"{opened.address}/enter#{access.invite(Role.OWNER)}"):
        say(line)
    if aloud and opened.is_lan:
        aloud(spoken_welcome(opened.address, access))


def _site(host: TableHost, hub: Hub, at: AtTable, opened: Opened, folder: Path) -> Site:
    """Return what is served: the table of `host`, to those whom the file in `folder` lets in."""
    from companion.config import load_settings
    from companion.web.door.access import Access
    from companion.web.serving.picture_stream import Encoder
    from companion.web.serving.site import Site

    return Site(
        host,
        hub,
        Access(folder / "page.json"),
        folder,
        address=opened.address,
        encoder=Encoder(at.pictures),
        extras={"camera": load_settings().camera},
        cookie=f"keypeg-{opened.port}",
    )


def served(app: Envelope) -> uvicorn.Config:
    """Return how an application is served: limits, and nothing said of the server or who asks."""
    import uvicorn

    return uvicorn.Config(
        app,
        http="h11",
        ws="none",
        lifespan="off",
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=400,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=FAREWELL,
        h11_max_incomplete_event_size=16 * 1024,
    )


async def _end_streams(server: uvicorn.Server, hub: Hub) -> None:
    """Let open pages end when the server is asked to: they come back by themselves."""
    while not server.should_exit:
        await asyncio.sleep(ENDS_WITHIN)
    hub.close()
