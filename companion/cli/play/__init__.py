"""Playing: `play`, `demo` and `watch`, at the keyboard and before a camera.

In: typed lines, presses, frames. Out: events posted to a session, and what the players are told.
May import: common, and everything below the command line.
"""
