"""The page: the table on every phone at it. One thread plays, one loop serves.

In: requests of browsers, frames of a camera. Out: pages, and streams of what is new on the table.
`command` is the command, `serve` serves, `app` has the routes. Nothing here decides about a game.
May import: everything but cli, which is beside; starlette, uvicorn, jinja2 and segno nowhere else.
"""
