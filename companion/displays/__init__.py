"""Where a scene is shown: lights, sliders, a strip, a voice. A driver is imported when asked for.

In: a scene, whole, every time. Out: what hangs on the pins, the port or the terminal shows it.
May import: scene and below; each hardware package in its driver's file alone.
"""
