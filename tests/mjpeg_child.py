"""A child process that behaves as rpicam-vid does, or badly: ``mjpeg_child.py MANNER JPEG``."""

import sys
import time
from pathlib import Path

manner, file = sys.argv[1:]
jpeg = Path(file).read_bytes()
out = sys.stdout.buffer


def write(data):
    out.write(data)
    out.flush()


if manner == "good":
    while True:
        write(jpeg)
elif manner == "dirty":
    write(b"garbage\xff\xd8\xffmore" + jpeg[:-9] + jpeg + b"\x00\xff" + jpeg[:100])
    time.sleep(60)
elif manner == "ends":
    write(jpeg)
elif manner == "stalls":
    write(jpeg[:50])
    time.sleep(60)
elif manner == "deaf":
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        write(jpeg)
else:
    sys.stderr.write(f"[0:01] INFO Camera\n{manner}\n")
    sys.exit(1)
