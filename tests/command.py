"""The command `keypeg` run in this process: what it prints, and how it ends.

It costs a tenth of a process of its own. Whoever tests what only a process has (a terminal, Ctrl-C,
an interpreter without a package) starts one.
"""

import os
import sys
from tempfile import TemporaryFile
from typing import NamedTuple
from unittest.mock import patch

from click.testing import CliRunner

from companion.cli import main


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*arguments, typed=(), environment=None):
    """Run ``keypeg`` with typed lines; `environment` replaces that of the tests, if it is given."""
    changed = {} if environment is None else dict.fromkeys(os.environ) | environment
    with (
        TemporaryFile("w+", encoding="utf-8") as keyboard,
        CliRunner().isolation(env=changed) as (out, err, *_),
        patch.object(sys, "argv", ["keypeg", *map(str, arguments)]),
        # one that can be waited for, as a pipe can
        patch.object(sys, "stdin", keyboard),
    ):
        keyboard.writelines(f"{line}\n" for line in typed)
        keyboard.seek(0)
        try:
            main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
        sys.stdout.flush()
        sys.stderr.flush()
        return Ended(code, out.getvalue().decode(), err.getvalue().decode())
