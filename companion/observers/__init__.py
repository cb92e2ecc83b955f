"""Who looks at a table: a camera opened by its string, and eyes for what lies before it.

In: a match, the camera's string, a board's name. Out: a camera with its eyes, robots if simulated.
May import: the simulator, session, calibration, vision and below; it prints nothing.
"""
