"""Describing a board of one's own: which board it is like, and what a ruler says."""

from typing import Any

from starlette.responses import HTMLResponse, Response

from calibration.board_files.load import board_names, board_titles, load_board, shipped_names
from calibration.board_files.own_boards import check_own_name, save_own_board
from calibration.board_files.write import (
    QUESTIONS,
    adapted,
    format_answer,
    measures_of,
    parse_answer,
    questions_about,
)
from companion.errors import CalibrationError
from companion.i18n import _
from companion.web.door.access import Role
from companion.web.pages.table_pages import answered, page_of
from companion.web.serving.site import Ask, Page
from companion.web.show.boards.board_svg import BoardPicture, board_svg

__all__ = ["PAGES"]

# letters of a measure at most; chosen, longer than any title
MEASURE = 80


async def _page(ask: Ask) -> Response:
    """Ask which board it is like and what it is called; then show it drawn, with its measures."""
    like = ask.request.query_params.get("like", "")
    titles = board_titles()
    is_own = like in titles and like not in shipped_names()
    name = ask.request.query_params.get("name", like if is_own else "").strip()
    facts: dict[str, Any] = {
        "boards": list(titles.items()),
        "like": like,
        "is_own": is_own,
        "name": name,
        "drawing": board_svg(load_board(like), BoardPicture()) if like in titles else "",
        "questions": (),
    }
    if like in titles and name:
        check_own_name(name, over=name == like)
        measures = measures_of(like)
        facts["questions"] = [
            (q.path, _(q.words), format_answer(measures[q.path])) for q in questions_about(measures)
        ]
    return HTMLResponse(page_of(ask, "board.html", here="camera", **facts))


async def _describe(ask: Ask) -> Response:
    """Write the board; its page shows it drawn."""
    like, name = ask.form.get("like", ""), ask.form.get("name", "").strip()
    usual = measures_of(like if like in board_names() else "?")
    own = {}
    for question in questions_about(usual):
        given = ask.form.get(question.path, "")[:MEASURE]
        own[question.path] = parse_answer(given, usual[question.path])
    try:
        save_own_board(name, adapted(usual, own), over=name == like)
    except CalibrationError as error:
        raise CalibrationError(_in_words(error.message), hint=_in_words(error.hint)) from error
    return answered(ask, f"/board?like={name}")


def _in_words(sentence: str) -> str:
    """Return `sentence` with each measure called as its question in the form."""
    for question in QUESTIONS:
        if "." in question.path:
            sentence = sentence.replace(question.path, _(question.words))
    return sentence


PAGES: tuple[Page, ...] = (
    Page("/board", "GET", Role.OWNER, _page),
    Page("/board", "POST", Role.OWNER, _describe),
)
