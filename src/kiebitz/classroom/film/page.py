"""A film for the browser: one HTML file that needs nothing else. ``component`` draws it; servers may hand that out."""

from __future__ import annotations

from importlib import resources

from kiebitz.classroom.film.film import Film, film_data
from kiebitz.commandline.shogi_picture import PAGE_STYLE as SHOGI_STYLE
from kiebitz.commandline.web_page import colours, drawn_board, joined, script_data

TEMPLATE = "page.html"
STYLES = (("tree", "position_picture.css"), ("film", "film.css"))
# Those that need no other first.
SCRIPTS = (
    *(("tree", name) for name in ("chess.js", "position_picture.js", "shogi.js", "shogi_picture.js", "games.js")),
    *(("animation", name) for name in ("animation_words.js", "player.js")),
    ("film", "film.js"),
)
STYLE_MARK, SCRIPT_MARK, DATA_MARK = "/*STYLE*/", "/*SCRIPT*/", "/*DATA*/"


def page(film: Film) -> str:
    """The HTML text."""
    style = "".join([colours(), SHOGI_STYLE, *(_read(room, name) for room, name in STYLES)])
    script = joined([drawn_board(), *(_read(room, name) for room, name in SCRIPTS)])
    template = (resources.files("kiebitz.classroom.film") / TEMPLATE).read_text(encoding="utf-8")
    text = template.replace(STYLE_MARK, style).replace(SCRIPT_MARK, script)
    return text.replace(DATA_MARK, script_data(film_data(film)))


def _read(room: str, name: str) -> str:
    return (resources.files(f"kiebitz.classroom.{room}") / "component" / name).read_text(encoding="utf-8")
