"""The real server in a process of its own, and a real browser before it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

CHROMIUM = "/usr/bin/chromium"
ROOT = Path(__file__).parents[2]
# seconds that anything is waited for: a machine under load is slow, and no test is about that
LIMIT = 60
# a browser without a screen, which calls nobody
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class Server:
    """``keypeg serve`` on a free port; `link` lets the owner in."""

    def __init__(self, folder, port=0, *more):
        self.folder = folder
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "companion",
                "serve",
                "--port",
                str(port),
                "--games",
                str(folder),
                *more,
            ],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "KEYPEG_LANGUAGE": "en"},
        )
        self.link = next(
            found[0]
            for line in self.process.stdout
            if (found := re.search(r"http://\S+#\S+", line))
        )
        self.address = self.link.partition("/enter")[0]
        self.port = int(self.address.rpartition(":")[2])

    def kill(self):
        self.process.kill()
        self._wait()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self._wait()

    def _wait(self):
        self.process.wait(LIMIT)
        self.process.stdout.close()


def opened(playwright):
    """Give the browser."""
    return playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))


def phone(browser, link, **options):
    """Give the page of somebody who follows `link`, on a browser of his own."""
    context = browser.new_context(**({"viewport": {"width": 360, "height": 740}} | options))
    context.set_default_timeout(1000 * LIMIT)
    page = context.new_page()
    page.goto(link)
    page.wait_for_url(re.compile(r"/(mine)?$"))
    return page


def invited(owner, role, seat=""):
    """Give the link that the owner's page makes for somebody else."""
    owner.goto(owner.url.partition("//")[0] + "//" + owner.url.split("/")[2] + "/people")
    owner.select_option("select[name=role]", role)
    if seat:
        owner.select_option("select[name=seat]", seat)
    owner.click("text=Make a link")
    return owner.inner_text(".invite code")


def begun(page, address, book, players, way="companion", camera="", rounds=""):
    """Begin a match by the form, as the owner."""
    page.goto(f"{address}/start?book={book}")
    for place, name in enumerate(players):
        page.locator("input[name=player]").nth(place).fill(name)
    page.fill("input[name=rounds]", rounds)
    page.check(f"input[name=way][value={way}]")
    page.check(f"input[name=camera][value='{camera}']")
    page.click("button.main")
    page.wait_for_url(address + "/")
    page.wait_for_selector("#card table")
