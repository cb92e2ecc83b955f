"""A child process that behaves as rpicam-vid does: ``rpicam_child.py JPEG TAKEN DEAF -- OPTIONS``.

TAKEN is what its automatics find, as ``ExposureTime=9000;AnalogueGain=2.5``; the control DEAF stays
so, whatever it is told. It writes what each picture was taken with as rpicam-apps 1.4 does.
"""

import itertools
import sys
from pathlib import Path

TOLD = {
    "ExposureTime": "--shutter",
    "AnalogueGain": "--gain",
    "ColourGains": "--awbgains",
    "LensPosition": "--lens-position",
}

file, taken, deaf, _, *words = sys.argv[1:]
options = dict(itertools.pairwise(words))
controls = dict(each.split("=") for each in taken.split(";") if each)
for control, option in TOLD.items():
    if option in options and control in controls and control != deaf:
        value = options[option]
        controls[control] = f"[ {value.replace(',', ', ')} ]" if "," in value else value

jpeg = Path(file).read_bytes()
with Path(options["--metadata"]).open("w") as metadata:
    while True:
        sys.stdout.buffer.write(jpeg)
        sys.stdout.buffer.flush()
        for name, value in {"SensorTimestamp": "1000", **controls}.items():
            metadata.write(f"{name}={value}\n")
        metadata.write("\n")
        metadata.flush()
