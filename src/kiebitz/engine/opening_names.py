"""The names of openings, by position: whatever the order of the moves, the same position has the same name.

The table is the list of github.com/lichess-org/chess-openings (CC0), made ready once (``data/README.md`` says how): a
line for each name, with its ECO code (Encyclopaedia of Chess Openings) and the moves that lead there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import takewhile

from kiebitz.core.chess.notation import push
from kiebitz.core.chess.position import Position
from kiebitz.engine.positions import make_move, position_from


@dataclass(frozen=True, slots=True)
class OpeningName:
    """The name of an opening."""

    eco: str
    """Its code in the Encyclopaedia of Chess Openings, ``C54``."""
    name: str
    """``Italian Game: Classical Variation``, in English."""

    def __str__(self) -> str:
        return f"{self.eco} {self.name}"


def opening_name(position: Position) -> OpeningName | None:
    """The name of the opening that a position belongs to; None if it has none of its own."""
    return opening_names().get(position.hash_key)


def last_opening_name(positions: Iterable[Position]) -> OpeningName | None:
    """The name of a game's opening: that of its last position that has one. Positions from the first one on.

    They may be one position under way: each is looked at before the next is asked for.
    """
    named = None
    for position in positions:
        named = opening_name(position) or named
    return named


def opening_by_moves(start: str, moves: Iterable[str], chess960: bool | None = None) -> OpeningName | None:
    """The name of the opening that moves (UCI text) lead to from a FEN. Raises FenError and MoveError."""

    def positions() -> Iterator[Position]:
        position = position_from(start, chess960=chess960)
        yield position
        for move in moves:
            make_move(position, move)
            yield position

    return last_opening_name(positions())


def opening_names() -> dict[int, OpeningName]:
    """Every name by the key of its position; read once, when the first one is asked for."""
    return _played()[0]


def opening_positions() -> Mapping[int, int]:
    """All positions on the way to a name, those with one included, by key: how many names lie on ways through them."""
    return _played()[1]


@cache
def _played() -> tuple[dict[int, OpeningName], dict[int, int]]:
    """Names by position, and the names through each position on the way to one.

    Neighbours in the table share their first moves, which are played once.
    """
    names, through = {}, Counter[int]()
    position, played = position_from(), list[str]()
    way = [position.hash_key]
    for opening, moves in every_opening():
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(played, moves, strict=False)))
        for _ in played[shared:]:
            position.pop()
        del way[shared + 1 :]
        for move in moves[shared:]:
            push(position, move)
            way.append(position.hash_key)
        through.update(way)
        played = moves
        names[position.hash_key] = opening
    return names, dict(through)


def every_opening() -> Iterator[tuple[OpeningName, list[str]]]:
    """The table: each name, and the moves that lead there, as UCI text."""
    table = (resources.files("kiebitz.engine") / "data" / "openings.tsv").read_text(encoding="utf-8")
    for line in table.splitlines():
        eco, name, text = line.split("\t")
        yield OpeningName(eco, name), text.split()
