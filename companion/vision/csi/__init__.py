"""The Raspberry Pi's own camera: what its automatics find is locked, and read back.

In: a camera's number, and what of it is locked already. Out: a stream of pictures, and sentences.
May import: camera, geometry; picamera2 in its own file.
"""
