"""A Debian that nobody has used: a root of its own, thrown away after use, and a new user in it."""

import os
import pty
import shutil
import subprocess
import time
from pathlib import Path

__all__ = ["USER", "FreshRoot", "make_root"]

USER = "kid"
# seconds that a command may take on a busy machine
LIMIT = 1800
# how this computer reaches its registry is no part of the trial: the root is told the same
REGISTRY = [Path("/etc/pip.conf"), Path("/etc/ssl/certs/ca-certificates.crt")]
CERTIFICATES = {"PIP_CERT": REGISTRY[1], "SSL_CERT_FILE": REGISTRY[1]}


def make_root(place: Path, suite: str, packages: str) -> Path:
    """Return the root of a smallest Debian with `packages`, made once by debootstrap."""
    root = place / suite
    ready = place / f"{suite}.ready"
    if not ready.exists():
        shutil.rmtree(root, ignore_errors=True)
        said = place / f"{suite}.log"
        command = ["debootstrap", "--variant=minbase", f"--include={packages}", suite, str(root)]
        with said.open("w") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log)
        ready.touch()
    return root


class FreshRoot:
    """`root` as it is when it is new; all that is written is gone with `close`."""

    def __init__(self, root: Path, scratch: Path) -> None:
        self._scratch = scratch
        self.inside = scratch / "inside"
        for name in ("up", "work", "inside"):
            (scratch / name).mkdir(parents=True)
        layers = f"lowerdir={root},upperdir={scratch}/up,workdir={scratch}/work"
        _run("mount", "-t", "overlay", "overlay", "-o", layers, str(self.inside))
        for name in ("proc", "dev", "dev/pts"):
            _run("mount", "--bind", f"/{name}", str(self.inside / name))
        for file in REGISTRY:
            if file.exists():
                shutil.copy(file, self.inside / file.relative_to("/"))
        settings = "".join(f"export {name}={value}\n" for name, value in CERTIFICATES.items())
        (self.inside / "etc/profile.d/registry.sh").write_text(settings)
        shutil.copy("/etc/resolv.conf", self.inside / "etc/resolv.conf")
        self.as_root(f"useradd --create-home --shell /bin/bash {USER}")
        self.home = self.inside / "home" / USER

    def as_root(self, line: str) -> str:
        """Run a line in a shell; what fails is raised with what it said."""
        return self._ended(
            ["chroot", str(self.inside), "sh", "-ec", f"PATH=/usr/sbin:$PATH; {line}"]
        )

    def as_user(self, line: str) -> tuple[str, float]:
        """Run a line as the user who has just logged in; give what it said and its seconds."""
        begun = time.monotonic()
        return self._ended(self._login(line)), time.monotonic() - begun

    def typed(self, line: str, words: str) -> str:
        """Run a line at a terminal of its own, with `words` typed at it; give what it shows."""
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            self._login(line), stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True
        ) as process:
            os.close(theirs)
            os.write(ours, words.encode())
            shown = b"".join(iter(lambda: _read(ours), b""))
            status = process.wait(LIMIT)
        os.close(ours)
        if status:
            raise OSError(f"{line}: ended with {status}\n{shown.decode()}")
        return shown.decode()

    def megabytes(self, path: str) -> int:
        """Return what a folder in the user's home takes on the disk, as `du -m` has it."""
        said = _run("du", "-s", "--block-size=1K", str(self.home / path))
        return round(int(said.split()[0]) / 1024)

    def close(self) -> None:
        """Throw away all that was written."""
        for name in ("dev/pts", "dev", "proc", "."):
            _run("umount", "--lazy", str(self.inside / name))
        shutil.rmtree(self._scratch)

    def _login(self, line: str) -> list[str]:
        # nothing of this computer's own environment
        chroot = shutil.which("chroot") or "/usr/sbin/chroot"
        return [
            "env",
            "-i",
            "TERM=xterm",
            chroot,
            str(self.inside),
            "/bin/su",
            "-",
            USER,
            "-c",
            line,
        ]

    def _ended(self, command: list[str]) -> str:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=LIMIT, check=False, cwd="/"
        )
        if ended.returncode:
            raise OSError(f"{command[-1]}: {ended.stdout}{ended.stderr}")
        return ended.stdout + ended.stderr


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # nobody is at the other end any more
        return b""


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
