"""A table tells what happens at it: to a broker over MQTT, to a hook over HTTP. It never waits.

In: a session that is played, its scenes. Out: messages; presses of buttons that were far away.
May import: wire of this room, the session and below.
"""
