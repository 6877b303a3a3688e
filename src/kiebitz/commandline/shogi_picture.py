"""Boards of shogi as SVG that needs no font for its men: pentagons, kanji of our own strokes, and their letters.

White's men stand on their heads, as they do on a board; what is promoted is red. Hands lie at the side, each at its
owner's right; on narrow screens pages lay them above and below the board. Men and squares are drawn once
(``definitions``), every board refers to them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from kiebitz.commandline.shogi_board import HAND, KANJI, RANKS, SIZE, ShogiBoard
from kiebitz.commandline.shogi_glyphs import GLYPHS, path_data

Place: TypeAlias = tuple[float, float]
SQUARE = 40
# Left and above the squares: White's hand, the names of files.
LEFT, TOP = 60, 16
BOARD = SIZE * SQUARE
WIDTH, HEIGHT = LEFT + BOARD + 76, TOP + BOARD + 4
VIEW = f"0 0 {WIDTH} {HEIGHT}"
# The middle of the columns in which hands lie.
WHITE_HAND, BLACK_HAND = 17, LEFT + BOARD + 38
# The same of the rows above and below the board, on narrow screens; and what is seen then.
WHITE_ROW, BLACK_ROW = TOP - 36, TOP + BOARD + 24
TALL_VIEW = f"{LEFT - 4} {WHITE_ROW - 24} {BOARD + 22} {BLACK_ROW - WHITE_ROW + 46}"
SHAPE = "M0 -18L11 -13L15 17H-15L-11 -13Z"
# Of a glyph: where it stands on the man, and how large.
GLYPH = "translate(-10 -12.5) scale(.2)"
# From a man's middle to the foot of his letter, which stands upright on either side's men.
LETTER = {True: 15.6, False: -9.4}
# From a man in hand to how many there are.
COUNT_RIGHT, COUNT_DOWN = 25, 5
# How long the wings of an arrow are, along it and across.
HEAD = 9
PAPER = "#fbfaf7"
NAMES, NAMES_TURNED = "shogi-names", "shogi-names-turned"
STARS = ((3, 3), (3, 6), (6, 3), (6, 6))

# What <use> draws is styled by classes alone: it doesn't know what it stands in.
STYLE = """\
.shogi { --wood: #e7c98f; --lines: #4a3a22; --man: #fbeecb; --ink: #1c1a17; --promoted: #b3201a; --last: #f2a93b;
  font: 8px sans-serif; text-anchor: middle; }
.shogi-wood { fill: var(--wood); } .shogi-lines { fill: none; stroke: var(--lines); }
.shogi-star { fill: var(--lines); } .shogi-last { fill: var(--last); }
.shogi-shape { fill: var(--man); stroke: var(--lines); stroke-width: .8; stroke-linejoin: round; }
.shogi-glyph { fill: none; stroke: var(--ink); stroke-width: 8.5; stroke-linecap: round; stroke-linejoin: round; }
.shogi-red { stroke: var(--promoted); }
.shogi-letter { fill: var(--ink); } .shogi-letter.red { fill: var(--promoted); }
.shogi-count { font-size: 13px; font-weight: 600; fill: var(--names, #2a2620); }
.shogi-side { font-size: 11px; fill: var(--names, #55503f); }
"""
# For pages that are dark where the reader's screen is.
PAGE_STYLE = f"""\
{STYLE}@media screen and (prefers-color-scheme: dark) {{
  .shogi {{ --wood: #b3935c; --man: #d9c08c; --names: #c9c2b2; }}
}}
"""


def page_definitions(*, is_japanese: bool = False) -> str:
    """The definitions all boards of a page refer to, as an element of its own; they stand in it once.

    ``is_japanese``: ranks are called 一 to 九.
    """
    defined = definitions(KANJI if is_japanese else RANKS)
    return f'<svg class="definitions" width="0" height="0" aria-hidden="true">{defined}</svg>'


def definitions(ranks: str = RANKS) -> str:
    """The definitions all boards of a drawing refer to; they stand in it once."""
    glyphs = "".join(
        f'<g id="{man_id(man)}"><path class="shogi-shape" d="{SHAPE}"/>'
        f'<path class="shogi-glyph{" shogi-red" if man[0] == "+" else ""}" transform="{GLYPH}"'
        f' d="{path_data(man)}"/></g>'
        for man in GLYPHS
    )
    lines = "".join(f"M{LEFT} {TOP + step}h{BOARD}M{LEFT + step} {TOP}v{BOARD}" for step in range(0, BOARD + 1, SQUARE))
    stars = "".join(
        f'<circle class="shogi-star" cx="{LEFT + file * SQUARE}" cy="{TOP + rank * SQUARE}" r="2.5"/>'
        for file, rank in STARS
    )
    return (
        f'<defs>{glyphs}<path id="shogi-wood" class="shogi-wood" d="M{LEFT} {TOP}h{BOARD}v{BOARD}h-{BOARD}z"/>'
        f'<g id="shogi-lines"><path class="shogi-lines" d="{lines}"/>{stars}</g>'
        f'<g id="{NAMES}">{_names(ranks, is_turned=False)}</g>'
        f'<g id="{NAMES_TURNED}">{_names(ranks, is_turned=True)}</g></defs>'
    )


def _names(ranks: str, *, is_turned: bool) -> str:
    """The names of files and ranks, as Black sees them or White."""
    order = -1 if is_turned else 1
    files = "".join(
        f'<text class="shogi-side" x="{LEFT + (step + 0.5) * SQUARE:g}" y="{TOP - 4}">{name}</text>'
        for step, name in enumerate([SIZE - step for step in range(SIZE)][::order])
    )
    ranks = "".join(
        f'<text class="shogi-side" x="{LEFT + BOARD + 9}" y="{TOP + (step + 0.6) * SQUARE:g}">{name}</text>'
        for step, name in enumerate(ranks[::order])
    )
    return files + ranks


def empty_board() -> str:
    """An empty board on which ``drawn_board.js`` draws; the page has the definitions."""
    return (
        f'<svg class="board shogi" viewBox="{VIEW}" role="img"><use href="#shogi-wood"/>'
        f'<g class="marks"></g><use href="#shogi-lines"/><use class="names" href="#{NAMES}"/><g class="men"></g></svg>'
    )


def diagram(board: ShogiBoard, arrows: Sequence[tuple[str, str]], label: str) -> str:
    """A board seen by Black with moves (their kind and USI text) drawn as arrows; a drop is a ring.

    ``label``, HTML already, describes it to readers who can't see it; the page has the definitions.
    """
    drawn = "".join(_arrow(kind, usi) for kind, usi in arrows)
    return (
        f'<svg class="board shogi" viewBox="{VIEW}" role="img" aria-label="{label}">'
        f'<use href="#shogi-wood"/><use href="#shogi-lines"/><use href="#{NAMES}"/>{_men(board)}{drawn}</svg>'
    )


def _arrow(kind: str, usi: str) -> str:
    """A move as an arrow from square to square."""
    x, y = _named(usi[2:4])
    if usi[1] == "*":
        return f'<circle class="shogi-arrow {kind}" cx="{x:g}" cy="{y:g}" r="{SQUARE / 2 - 3:g}"/>'
    from_x, from_y = _named(usi[:2])
    length = math.hypot(x - from_x, y - from_y)
    across, along = (x - from_x) / length, (y - from_y) / length
    wings = "".join(
        f"M{x - HEAD * (across + turn * along):.1f} {y - HEAD * (along - turn * across):.1f}L{x:g} {y:g}"
        for turn in (1, -1)
    )
    return f'<path class="shogi-arrow {kind}" d="M{from_x:g} {from_y:g}L{x:g} {y:g}{wings}"/>'


def _named(square: str) -> tuple[float, float]:
    """The middle of a square, by its name in USI."""
    return middle(RANKS.index(square[1]), SIZE - int(square[0]))


def places(*, is_turned: bool) -> dict[str, Any]:
    """Where ``drawn_board.js`` is to draw on a board, seen by Black, or turned by White."""

    def seen(place: tuple[float, float]) -> tuple[float, float]:
        x, y = place
        return (2 * LEFT + BOARD - x, 2 * TOP + BOARD - y) if is_turned else (x, y)

    squares = [[seen(middle(rank, column)) for column in range(SIZE)] for rank in range(SIZE)]
    return {
        "squares": squares,
        "named": {
            f"{SIZE - column}{RANKS[rank]}": squares[rank][column] for rank in range(SIZE) for column in range(SIZE)
        },
        "square": SQUARE,
        "corner": -SQUARE / 2,
        "mark": "shogi-last",
        "ids": {letter: man_id(man) for man in GLYPHS for letter in (man, man.lower())},
        "turns": "upper" if is_turned else "lower",
        "letters": [LETTER[is_upright] for is_upright in (True, False)],
        "view": VIEW,
        "hands": _hands(hand_places, is_turned=is_turned),
        "tall": {"view": TALL_VIEW, "hands": _hands(row_places, is_turned=is_turned)},
        "count": [COUNT_RIGHT, COUNT_DOWN],
        "names": NAMES_TURNED if is_turned else NAMES,
    }


def _hands(lay: Callable[[bool, int], list[Place]], *, is_turned: bool) -> list[list[list[Place]]]:
    """Where hands lie: Black's and White's, of one kind, of two and so on."""
    return [[lay(is_black is not is_turned, kinds) for kinds in range(1, len(HAND) + 1)] for is_black in (True, False)]


def places_of_both_sides() -> list[dict[str, Any]]:
    """Where to draw on a board that can be turned: seen by Black, seen by White."""
    return [places(is_turned=is_turned) for is_turned in (False, True)]


def picture(board: ShogiBoard, label: str) -> str:
    """A position as a file of its own; ``label``, HTML already, describes it to readers who can't see it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="shogi" viewBox="{VIEW}" role="img"'
        f' aria-label="{label}"><style>{STYLE}</style><path fill="{PAPER}" d="M0 0h{WIDTH}v{HEIGHT}H0z"/>'
        f'{definitions()}<use href="#shogi-wood"/><use href="#shogi-lines"/><use href="#{NAMES}"/>'
        f"{_men(board)}</svg>\n"
    )


def _men(board: ShogiBoard) -> str:
    """The pieces on the board and beside it."""
    men = [
        _man(man, middle(rank, column)) for rank, row in enumerate(board.rows) for column, man in enumerate(row) if man
    ]
    for is_black, hand in zip((True, False), board.hands, strict=True):
        for (letter, count), (x, y) in zip(hand.items(), hand_places(is_black, len(hand)), strict=True):
            men.append(_man(letter if is_black else letter.lower(), (x, y)))
            if count > 1:
                men.append(f'<text class="shogi-count" x="{x + COUNT_RIGHT:g}" y="{y + COUNT_DOWN:g}">{count}</text>')
    return "".join(men)


def _man(man: str, place: tuple[float, float]) -> str:
    """A man where his middle is to be."""
    x, y = place
    is_black = man.isupper()
    turned = "" if is_black else " rotate(180)"
    red = " red" if man[0] == "+" else ""
    return (
        f'<use href="#{man_id(man.upper())}" transform="translate({x:g} {y:g}){turned}"/>'
        f'<text class="shogi-letter{red}" x="{x:g}" y="{y + LETTER[is_black]:g}">{man.upper()}</text>'
    )


def row_places(is_black: bool, kinds: int) -> list[Place]:
    """The same in rows: Black's below the board, White's above it."""
    pitch = BOARD / len(HAND)
    if is_black:
        return [(LEFT + BOARD - (kinds - step - 0.5) * pitch, BLACK_ROW) for step in range(kinds)]
    return [(LEFT + (step + 0.5) * pitch, WHITE_ROW) for step in range(kinds)]


def hand_places(is_black: bool, kinds: int) -> list[Place]:
    """The middles of the men of so many kinds in a hand: Black's at the foot of the board, White's at its head."""
    if is_black:
        return [(BLACK_HAND, TOP + BOARD - (kinds - step - 0.5) * SQUARE) for step in range(kinds)]
    return [(WHITE_HAND, TOP + (step + 0.5) * SQUARE) for step in range(kinds)]


def man_id(man: str) -> str:
    """The id of a piece's drawing; ``man`` as in ``GLYPHS``."""
    return f"shogi-{man.replace('+', 'promoted-')}"


def middle(rank: int, column: int) -> tuple[float, float]:
    """The middle of a square, counted from the upper left, in units of the drawing."""
    return LEFT + (column + 0.5) * SQUARE, TOP + (rank + 0.5) * SQUARE
