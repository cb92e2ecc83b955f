"""The live picture as MJPEG: the newest frame only, encoded once for all who look.

A viewer that is slower than the camera skips frames; one that takes none for a while is dropped.
The encoder runs in a worker thread, and only while somebody looks.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any

from companion.web.table.pictures import Picture, PictureBox

__all__ = ["BOUNDARY", "Encoder", "encoded", "pictures"]

Message = MutableMapping[str, Any]
BOUNDARY = "keypeg-frame"
# pictures a second at most, pixels across, and JPEG quality: a board's letters stay legible;
# a guess
RATE, WIDTH, QUALITY = 10.0, 800, 70
# seconds after which a viewer that takes nothing is dropped; viewers at most
STUCK, MOST = 10.0, 30


@dataclass
class Encoder:
    """Encodes the newest picture of `box` for all viewers; used in the serving loop alone."""

    box: PictureBox
    viewers: set[asyncio.Event] = field(default_factory=set)
    jpeg: bytes = b""
    _number: int = -1
    _task: "asyncio.Task[None] | None" = None

    @property
    def has_room(self) -> bool:
        """Whether one more viewer is served."""
        return len(self.viewers) < MOST

    def join(self) -> asyncio.Event:
        """Return what is set with each new picture; the encoder runs from now on."""
        news = asyncio.Event()
        self.viewers.add(news)
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())
        if self.jpeg:
            news.set()
        return news

    def leave(self, news: asyncio.Event) -> None:
        """Forget a viewer; without any the encoder stops."""
        self.viewers.discard(news)

    async def _run(self) -> None:
        while self.viewers:
            picture = self.box.newest
            if picture is None:
                # nothing may be shown: what was encoded before neither
                self.jpeg, self._number = b"", -1
            elif picture.number != self._number:
                self._number = picture.number
                self.jpeg = await asyncio.to_thread(encoded, picture)
                for news in self.viewers:
                    news.set()
            await asyncio.sleep(1 / RATE)
        self.jpeg, self._number = b"", -1


def encoded(picture: Picture) -> bytes:
    """Return `picture` as JPEG: the code's places covered, and where the board is found marked."""
    from companion.vision.camera.image_files import encode_jpeg
    from companion.vision.watch.shown_picture import marked, shrunk, without_code

    image = picture.image
    for shape, pose in picture.places if picture.covers_code else ():
        image = without_code(image, shape, pose)
    for shape, pose in picture.places:
        image = marked(image, shape, pose, picture.letters)
    return encode_jpeg(shrunk(image, WIDTH), quality=QUALITY)


async def pictures(
    encoder: Encoder,
    is_valid: Callable[[], bool],
    send: Callable[[Message], Awaitable[None]],
    receive: Callable[[], Awaitable[Message]],
) -> None:
    """Write pictures to one viewer until it leaves, is dropped, or its login ends."""
    news, gone = encoder.join(), asyncio.ensure_future(_gone(receive))
    try:
        while is_valid() and not gone.done():
            waiting = asyncio.ensure_future(news.wait())
            both: set[asyncio.Future[Any]] = {waiting, gone}
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED, timeout=STUCK)
            waiting.cancel()
            if news.is_set() and encoder.jpeg:
                news.clear()
                async with asyncio.timeout(STUCK):
                    await send(_part(encoder.jpeg))
    except (TimeoutError, OSError):
        # a viewer that takes nothing asks again when it can
        pass
    finally:
        encoder.leave(news)
        gone.cancel()


def _part(jpeg: bytes) -> Message:
    head = f"--{BOUNDARY}\r\ncontent-type: image/jpeg\r\ncontent-length: {len(jpeg)}\r\n\r\n"
    return {
        "type": "http.response.body",
        "body": head.encode() + jpeg + b"\r\n",
        "more_body": True,
    }


async def _gone(receive: Callable[[], Awaitable[Message]]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
