"""Lights on an Arduino: the display, its serial port, what is said over it, and its firmware.

In: scenes. Out: bytes at a serial port, presses of the board's buttons.
`display` is the display and its thread, `port` alone imports pyserial, `link` is the conversation
over a `line`, `clock` the time it waits by, `protocol` its bytes; `fake_board` stands in for one,
`avr_toolchain` makes and loads firmware.
May import: options of displays, scene and below.
"""
