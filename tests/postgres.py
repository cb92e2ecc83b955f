"""A real PostgreSQL server for tests, in a folder of its own, reached by its socket there."""

import os
import pwd
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest

# Debian keeps the programs of a server out of the way
FOLDERS = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")))
INITDB, SERVER = (
    shutil.which(name, path=os.pathsep.join(FOLDERS)) for name in ("initdb", "pg_ctl")
)
needs_postgres = pytest.mark.skipif(
    not (INITDB and SERVER), reason="PostgreSQL is not installed: apt install postgresql"
)


def _run(*words, folder):
    """Run a program of the server; it refuses root, so root becomes who owns it."""
    user = "postgres" if os.getuid() == 0 else None
    if user:
        shutil.chown(folder, user)
        home = pwd.getpwnam(user).pw_dir
    subprocess.run(
        words, user=user, cwd=folder, check=True, stdout=subprocess.DEVNULL,
        env={**os.environ, "HOME": home} if user else None, timeout=120,
    )  # fmt: skip


class Postgres:
    """A server that can be stopped and started again."""

    def __init__(self, folder):
        self.folder = folder
        self.data = folder / "data"
        words = ("-D", str(self.data), "-U", "keypeg", "-A", "trust", "--no-sync", "-E", "UTF8")
        _run(INITDB, *words, folder=folder)
        self.start()

    def start(self):
        options = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self._control("start", "-w", "-o", options, "-l", str(self.folder / "log"))

    def stop(self):
        self._control("stop", "-w", "-m", "immediate")

    def url(self, database):
        host = quote(str(self.folder), safe="")
        return f"postgresql://keypeg@{host}/{database}"

    def make(self, database):
        """Make an empty `database`; return its URL."""
        import psycopg

        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"create database {database}".encode())
        return self.url(database)

    def _control(self, *words):
        _run(SERVER, "-D", str(self.data), *words, folder=self.folder)


@contextmanager
def postgres(folder):
    server = Postgres(folder)
    try:
        yield server
    finally:
        server.stop()
