"""Pictures from anywhere: cameras, streams, files. Each is a source behind one protocol.

In: one string that names a camera. Out: frames, whole and timed.
May import: geometry; a driver's package only in the driver's own file.
"""
