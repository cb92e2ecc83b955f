"""Who plays at the page: ``player.py {link LINK | cookie COOKIE}``.

Says ``cookie COOKIE`` once it is let in, ``row CODE`` for each row that the page took, ``over``
before it ends a match to begin another; ends when nobody answers any more.
"""

import http.client
import json
import sys
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


def main(how: str, word: str) -> None:
    """Play until the table is gone."""
    page = Page(word if how == "cookie" else "")
    if how == "link":
        status, said = page.post("/enter", (("token", urlsplit(word).fragment),))
        assert page.cookie, (status, said)
        print(f"cookie {page.cookie}", flush=True)
    chance = Random()
    while True:
        code = "".join(chance.choices("rbygon", k=4))
        status, said = page.post("/do/row", (("code", code),))
        if status == 200:
            print(f"row {code}", flush=True)
            continue
        if status != 409:
            sys.exit(f"{status} {said}")
        print("over", flush=True)
        page.post("/do/finish", ())
        status, said = page.post("/start", AGREED)
        assert status == 200, (status, said)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except (OSError, http.client.HTTPException):
        # the power is gone, or the service
        sys.exit(0)
