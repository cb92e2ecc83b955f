"""The cookie by which a page knows who was let in: no script reads it, no other site sends it."""

from starlette.requests import Request
from starlette.responses import Response

from companion.web.door.access import LOGIN_LASTS

__all__ = ["COOKIE_LASTS", "give_login"]

COOKIE_LASTS = int(LOGIN_LASTS)  # seconds, as long as a login is kept


def give_login(response: Response, request: Request, name: str, login: str) -> None:
    """Have a `response` leave the `login` with the page, over HTTPS alone where it came by it."""
    response.set_cookie(
        name,
        login,
        max_age=COOKIE_LASTS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
