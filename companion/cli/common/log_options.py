"""How a match, and the folder of all, are named on the command line."""

from pathlib import Path

import click

__all__ = ["folder_option", "log_argument"]

log_argument = click.argument("log", default="last")
folder_option = click.option(
    "--games",
    "folder",
    type=click.Path(path_type=Path),
    help="The folder of the logs (default: KEYPEG_GAMES, else the user's data folder).",
)
