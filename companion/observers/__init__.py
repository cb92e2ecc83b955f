"""Who looks at a table: a camera opened by its string, and eyes for what lies before it.

In: a camera's string, a board's name, a session. Out: a camera with its eyes, robots if drawn.
May import: the simulator, session, calibration, vision and below; it prints nothing.
"""
