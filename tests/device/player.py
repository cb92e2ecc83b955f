"""Who plays at the page, from inside the table's network: ``player.py FOLDER [LINK]``.

Says ``row CODE`` for each row that the page has taken and ``match`` for each match begun; ends when
nobody answers any more. With a LINK it comes in by it and keeps the cookie in FOLDER.
"""

import http.client
import json
import sys
from pathlib import Path
from random import Random
from urllib.parse import urlencode, urlsplit

HOST, PORT = "127.0.0.1", 8421
PLAYERS = (("player", "Ada"), ("player", "Ben"))
AGREED = (("book", "bouwblokje"), ("way", "companion"), ("rounds", "8"), *PLAYERS)


class Page:
    """The page as a phone sees it."""

    def __init__(self, cookie: str = "") -> None:
        self.cookie = cookie

    def post(self, path: str, fields: tuple[tuple[str, str], ...]) -> tuple[int, str]:
        """Send a form; give the status and what was said."""
        connection = http.client.HTTPConnection(HOST, PORT, timeout=60)
        headers = {
            "content-type": "application/x-www-form-urlencoded",
            "origin": f"http://{HOST}:{PORT}",
            "accept": "application/json",
            "cookie": self.cookie,
        }
        connection.request("POST", path, urlencode(fields), headers)
        answer = connection.getresponse()
        given = answer.getheader("set-cookie")
        if given:
            self.cookie = given.partition(";")[0]
        body = answer.read().decode()
        connection.close()
        try:
            return answer.status, json.loads(body).get("said", "")
        except ValueError:
            return answer.status, body[:200]


def main(folder: Path, link: str = "") -> None:
    """Play until the table is gone."""
    kept = folder / "cookie"
    if link:
        page = Page()
        status, said = page.post("/enter", (("token", urlsplit(link).fragment),))
        assert page.cookie, (status, said)
        kept.write_text(page.cookie)
    page = Page(kept.read_text())
    chance = Random()
    while True:
        code = "".join(chance.choices("rbygon", k=4))
        status, said = page.post("/do/row", (("code", code),))
        if status == 200:
            print(f"row {code}", flush=True)
            continue
        if status != 409:
            sys.exit(f"{status} {said}")
        page.post("/do/finish", ())
        status, said = page.post("/start", AGREED)
        assert status == 200, (status, said)
        print("match", flush=True)


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), *sys.argv[2:])
    except (OSError, http.client.HTTPException):
        # the power is gone
        sys.exit(0)
