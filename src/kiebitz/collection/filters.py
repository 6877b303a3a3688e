"""Which games of a collection are wanted, as a condition of SQL: what ``GameSelection`` asks of tags, asked of rows."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from kiebitz.analysis.reading.kifu_games import opening_words
from kiebitz.analysis.reading.selection import GameSelection, opening_ranges
from kiebitz.analysis.reading.time_control import TIME_CLASSES, same_time_control, time_class
from kiebitz.collection.schema import SHOGI
from kiebitz.commandline.folded_name import has_words
from kiebitz.engine.line import GameName

NOT_ASKED = ("sample", "seed", "skip", "first")
"""Of a selection, what says how many are taken."""
LAST = "99"
DATE_LENGTHS = {1: 4, 2: 7, 3: 10}


@dataclass(frozen=True, slots=True)
class Condition:
    """The text behind WHERE, and the values in it."""

    sql: str
    values: tuple[str | int, ...] = ()

    def __and__(self, other: Condition) -> Condition:
        return Condition(f"{self.sql} AND {other.sql}", self.values + other.values)


EVERY = Condition("1")
MOVES = "(CASE WHEN variant = ? THEN plies ELSE (plies + 1) / 2 END)"
"""The moves of a game as its players count them: in chess both sides' together are one."""
OF_GAME: Mapping[GameName, Condition] = {
    "chess": Condition("variant <> ?", (SHOGI,)),
    "shogi": Condition("variant = ?", (SHOGI,)),
}


def condition_of(connection: sqlite3.Connection, select: GameSelection, color: str = "") -> Condition:
    """The condition of a selection; ``color`` ('white', 'black') says which side its player has."""
    found = EVERY
    if select.player:
        names = _numbers(connection, "player", "players", lambda name: has_words(select.player, name))
        sides = [color] if color else ["white", "black"]
        found &= Condition("(" + " OR ".join(f"{side} IN ({names})" for side in sides) + ")")
    for side in ("white_rating", "black_rating"):
        if select.min_rating is not None:
            found &= Condition(f"{side} >= ?", (select.min_rating,))
        if select.max_rating is not None:
            found &= Condition(f"{side} <= ?", (select.max_rating,))
    if select.result:
        found &= Condition("result = ?", (select.result,))
    if select.eco:
        found &= _openings(select.eco)
    if select.opening:
        openings = connection.execute("SELECT DISTINCT opening FROM games").fetchall()
        fitting = tuple(name for (name,) in openings if has_words(select.opening, opening_words(name)))
        found &= Condition(f"opening IN ({', '.join('?' * len(fitting))})", fitting)
    if select.since:
        found &= _dated(select.since, ">=")
    if select.until:
        found &= _dated(select.until, "<=")
    if select.time_control:
        found &= _time_control(connection, select.time_control)
    if select.variant:
        wanted = select.variant.lower()
        found &= Condition("variant = ?", ("" if wanted in ("standard", "chess") else wanted,))
    if select.min_moves is not None:
        found &= Condition(f"{MOVES} >= ?", (SHOGI, select.min_moves))
    if select.max_moves is not None:
        found &= Condition(f"{MOVES} <= ?", (SHOGI, select.max_moves))
    return found


def _numbers(connection: sqlite3.Connection, column: str, table: str, is_wanted: object) -> str:
    """The numbers of the names that are wanted, as a list in SQL."""
    rows = connection.execute(f"SELECT {column}, name FROM {table}")
    return ", ".join(str(number) for number, name in rows if is_wanted(name))  # type: ignore[operator]


def _openings(wanted: str) -> Condition:
    parts = []
    values: list[str | int] = []
    for low, high in opening_ranges(wanted):
        parts.append("(substr(eco, 1, ?) >= ? AND substr(eco, 1, ?) <= ? AND eco <> '')")
        values += [len(low), low, len(high), high]
    return Condition("(" + " OR ".join(parts) + ")", tuple(values))


def _dated(date: str, comparison: str) -> Condition:
    """Dates in order with one: as far as both are known. Rows have '2024.05.01', '2024.05', '2024' or nothing."""
    parts = re.split("[.-]", date)
    text = ".".join([parts[0], *(f"{int(part):02}" for part in parts[1:])])
    length = DATE_LENGTHS[len(parts)]
    return Condition(f"date <> '' AND substr(date, 1, {length}) {comparison} substr(?, 1, length(date))", (text,))


def _time_control(connection: sqlite3.Connection, wanted: str) -> Condition:
    rows = connection.execute("SELECT DISTINCT time_control FROM games").fetchall()
    if wanted.lower() in TIME_CLASSES:
        fitting = [tag for (tag,) in rows if time_class(tag) == wanted.lower()]
    else:
        fitting = [tag for (tag,) in rows if same_time_control(tag, wanted)]
    return Condition(f"time_control IN ({', '.join('?' * len(fitting))})", tuple(fitting))
