"""Pictures from anywhere: cameras, streams, files. Each is a source behind one protocol.

In: a device, an address, a folder. Out: frames, whole and timed.
May import: geometry; a driver's package only in the driver's own file.
"""
