"""Eyes: pictures become readings and sightings. Of all rooms, the one that knows OpenCV.

In: a camera's name, a board's shape, a calibration. Out: readings, and sightings over time.
May import: sightings, game and below. Inside: tile_watch; tiles; tile_faces; locate, watch; learn,
match; fit, csi, read; camera; checks, sliders, score; features; board; geometry. Each imports only
what stands behind it.
"""
