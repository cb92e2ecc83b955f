"""How the owner comes in: a link, a code to be scanned, or a key that is said aloud."""

import io

import segno

from companion.i18n import N_, _
from companion.web.door.access import Access, Role

__all__ = ["HALL", "TABLE", "spoken_welcome", "welcome"]


TABLE = N_("The table's page, for its owner: {link}")
HALL = N_("The hall's page, for its referee: {link}")


def welcome(link: str, sentence: str = TABLE) -> list[str]:
    """Say who comes in and how: a link, and the same as a code to be scanned."""
    out = io.StringIO()
    segno.make(link, error="l").terminal(out, border=1, compact=True)
    return [out.getvalue(), _(sentence).format(link=link)]


def spoken_welcome(address: str, access: Access) -> str:
    """Say where the page is; and, while it has no owner, a key that makes one browser the owner's.

    Each digit is a word of its own, and the key is said twice.
    """
    host, _colon, port = address.removeprefix("http://").partition(":")
    where = _("Keypeg's page is at {host}, port {port}.").format(host=host, port=port)
    if access.has_owner():
        return where
    digits = " ".join(access.invite_aloud(Role.OWNER))
    key = _("The key is {digits}. I say it again: {digits}. It lets one phone in, for ten minutes.")
    return f"{where} {key.format(digits=digits)}"
