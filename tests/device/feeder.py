"""The film before the virtual camera: ``feeder.py FILM WIDTH HEIGHT``; a number typed is a frame.

Each frame lies in FILM twice; both are shown in turn, ten times a second, until another is named.
"""

import fcntl
import mmap
import os
import select
import struct
import sys
from pathlib import Path

# of linux/videodev2.h: VIDIOC_S_FMT, a buffer of V4L2_BUF_TYPE_VIDEO_OUTPUT, YUYV, any field order
SET_FORMAT, OUTPUT, YUYV, NO_FIELD = 0xC0D05605, 2, 0x56595559, 1
PERIOD = 0.1


def main(film: Path, width: int, height: int) -> None:
    """Show the film until nobody says anything any more."""
    size = width * height * 2
    device = os.open("/dev/video0", os.O_RDWR)
    wanted = bytearray(208)
    struct.pack_into("<I", wanted, 0, OUTPUT)
    struct.pack_into("<8I", wanted, 8, width, height, YUYV, NO_FIELD, width * 2, size, 8, 0)
    fcntl.ioctl(device, SET_FORMAT, wanted)
    with film.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as frames:
        at, turn = 0, 0
        while True:
            begin = (2 * at + turn) * size
            os.write(device, frames[begin : begin + size])
            turn = 1 - turn
            if select.select([sys.stdin], [], [], PERIOD)[0]:
                word = sys.stdin.readline()
                if not word:
                    return
                at = int(word)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
