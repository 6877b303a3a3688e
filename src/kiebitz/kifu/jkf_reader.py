"""JKF read: JSON Kifu Format 1.0, in which programs for the Web keep games of shogi.

``moves[n]`` is move n with its comments, its time and ``forks``, the lines that might stand in its place; ``moves[0]``
is the start and has comments alone. A move without ``from`` is a drop or, where none is legal, told by ``relative`` as
KI2 tells it. Lines of JSON mean nothing, so faults name moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kiebitz.commandline.clean_text import clean
from kiebitz.core.shogi.notation import ShogiMoveError, legal_moves
from kiebitz.core.shogi.sfen import BLACK, EMPTY, RANKS, SET, SIZE, SQUARE_AT, START_SFEN, WHITE, Setup
from kiebitz.core.shogi.sfen import write_sfen as written_sfen
from kiebitz.kifu.builder import RecordBuilder
from kiebitz.kifu.diagram import LETTERS, man_code
from kiebitz.kifu.endings import csa_ending
from kiebitz.kifu.handicaps import STARTS
from kiebitz.kifu.names import CSA_MEN, HAND_ORDER
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.text_lines import lines_of
from kiebitz.kifu.written_move import (
    BACK,
    DROP,
    FORWARD,
    LEFT,
    RIGHT,
    SIDEWAYS,
    STRAIGHT,
    WrittenMove,
    WrittenMoveError,
    usi_of,
)

PRESETS = {
    "HIRATE": "平手",
    "KY": "香落ち",
    "KY_R": "右香落ち",
    "KA": "角落ち",
    "HI": "飛車落ち",
    "HIKY": "飛香落ち",
    "2": "二枚落ち",
    "3": "三枚落ち",
    "4": "四枚落ち",
    "5": "五枚落ち",
    "5_L": "左五枚落ち",
    "6": "六枚落ち",
    "7_L": "左七枚落ち",
    "7_R": "右七枚落ち",
    "8": "八枚落ち",
    "10": "十枚落ち",
}
"""KIF's names for JKF's starts."""
OTHER = "OTHER"
WAYS = {"L": LEFT, "C": STRAIGHT, "R": RIGHT, "U": FORWARD, "M": SIDEWAYS, "D": BACK, "H": DROP}
SIDES = {0: BLACK, 1: WHITE}
MOST_HOURS, MOST_IN_HAND = 1_000_000, 99
SHOWN = 30


class _JkfError(ValueError):
    """A part that isn't as the format has it."""


def is_jkf(text: str) -> bool:
    """True if a text may be JKF: it is a JSON object."""
    return text[:1] == "{" or text.lstrip()[:1] == "{"


def read_jkf(text: str, file: str) -> Iterator[Kifu]:
    """The game of a text in JKF; whatever stands in it, what can be read of it comes out."""
    game = RecordBuilder(file, 1)
    try:
        record = json.loads(text)
        if not isinstance(record, dict) or not isinstance(record.get("moves"), list):
            raise _JkfError("it has no list of moves")
    except RecursionError:
        game.fault(0, "it isn't read: its branches are nested too deeply")
    except ValueError as error:
        game.fault(0, f"it is no record in JKF: {clean(str(error))}")
    else:
        _Reader(game).read(record)
    yield game.finish(None)


class _Reader:
    """The state of reading a record."""

    def __init__(self, game: RecordBuilder) -> None:
        self._game = game

    def read(self, record: dict[str, Any]) -> None:
        """Read the whole."""
        game, moves = self._game, record["moves"]
        headers = record.get("header", {})
        for key, value in headers.items() if isinstance(headers, dict) else ():
            for line in lines_of(_text(value)):
                game.set_header(_text(key).strip(), line.strip(), 0)
        has_start = bool(moves) and isinstance(moves[0], dict) and not {"move", "special"} & moves[0].keys()
        if has_start:
            self._comment(moves[0])
        try:
            game.set_up(_start(record.get("initial")), 0)
        except _JkfError as error:
            game.fault(0, f"the start: {error}; the moves are left out")
            game.set_up(None, 0)
            return
        is_branch, waiting = False, [(1, moves[has_start:])]
        while waiting:
            ply, line = waiting.pop()
            if is_branch:
                game.branch(ply, 0)
            is_branch = True
            forks = list(self._line(ply, line))
            # Popped from the end: the last branches come first; of those at one move, the first.
            waiting += [fork for _, fork in sorted(enumerate(forks), key=lambda each: (each[1][0], -each[0]))]

    def _line(self, first: int, items: list[Any]) -> Iterator[tuple[int, list[Any]]]:
        """Play a line; what branches off it, and where."""
        game = self._game
        for ply, item in enumerate(items, first):
            if game.is_stopped:
                return
            forks = item.get("forks") if isinstance(item, dict) else None
            try:
                self._item(item)
            except WrittenMoveError as error:
                game.stop(0, f"move {ply}: {error}; read up to there", is_foul=True)
            except ShogiMoveError as error:
                reason = str(error).rpartition(": ")[0]
                game.stop(0, f"move {ply} is illegal: {reason}; read up to there", is_foul=True)
            except _JkfError as error:
                game.stop(0, f"move {ply}: {error}; read up to there")
            for fork in forks if isinstance(forks, list) else ():
                if isinstance(fork, list):
                    yield ply, fork
                else:
                    game.fault(0, f"move {ply}: a branch is no list; left out")

    def _item(self, item: Any) -> None:
        """Play a move or end the line, with what is said of it. Raises what is wrong with it."""
        game = self._game
        if not isinstance(item, dict) or not (item.get("move") or item.get("special")):
            if isinstance(item, dict) and item.keys() <= {"forks"}:
                return  # a line that ends here, or goes on in branches alone
            raise _JkfError("it has neither a move nor an end")
        if move := item.get("move"):
            if game.has_ended:
                raise _JkfError("it comes after the end")
            game.play(self._usi(move))
        if special := item.get("special"):
            assert game.position is not None
            word = _text(special)
            game.end_as(
                0,
                csa_ending(word, is_black_to_move=game.position.turn),
                unknown=f"'{clean(word[:SHOWN])}' is no end that JKF knows; read up to there",
                repeated=f"'{clean(word[:SHOWN])}' comes after the end; left out",
            )
        if (spent := item.get("time")) is not None:
            game.set_seconds(_seconds(spent))
        self._comment(item)

    def _comment(self, item: dict[str, Any]) -> None:
        comments = item.get("comments")
        for comment in comments if isinstance(comments, list) else ():
            for line in lines_of(_text(comment)):
                self._game.comment(line)

    def _usi(self, move: Any) -> str:
        """The move that is meant. Raises _JkfError and WrittenMoveError."""
        position = self._game.position
        assert position is not None
        man = CSA_MEN.get(_text(move.get("piece"))) if isinstance(move, dict) else None
        if man is None:
            raise _JkfError("it names no man (FU, KY, KE …)")
        if move.get("color") is not None and _side(move["color"]) != (BLACK if position.turn else WHITE):
            raise _JkfError(f"it is {'Black' if position.turn else 'White'} that moves now")
        origin, target = (None if move.get(name) is None else _square(move[name]) for name in ("from", "to"))
        said = _text(move.get("relative") or "")
        ways = frozenset(WAYS[letter] for letter in said if letter in WAYS)
        target = target or self._game.last_target
        drop = f"{man}*{target}"
        if origin is None and not ways - {DROP} and drop in legal_moves(position):
            return drop
        promotes = move.get("promote")
        written = WrittenMove(
            target, man, origin, ways - {DROP}, DROP in ways, promotes if isinstance(promotes, bool) else None
        )
        return usi_of(position, written, None)


def _text(value: Any) -> str:
    """A text without halves of characters; nothing, if it is none."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _square(place: Any) -> str:
    """A square of USI. Raises _JkfError."""
    file, rank = (place.get(name) if isinstance(place, dict) else None for name in "xy")
    if not (type(file) is int and type(rank) is int and 1 <= file <= SIZE and 1 <= rank <= SIZE):
        raise _JkfError('a square is {"x": 7, "y": 6}, each from 1 to 9')
    return f"{file}{RANKS[rank - 1]}"


def _seconds(spent: Any) -> float:
    """The time of a move. Raises _JkfError."""
    now = spent.get("now") if isinstance(spent, dict) else None
    parts: list[Any] = [now.get(name) or 0 for name in "hms"] if isinstance(now, dict) else [None]
    if not all(type(part) in (int, float) and 0 <= part <= MOST_HOURS for part in parts):
        raise _JkfError('a time is {"now": {"h": 0, "m": 1, "s": 30}}')
    hours, minutes, seconds = parts
    return float(3600 * hours + 60 * minutes + seconds)


def _start(initial: Any) -> str:
    """Where a game starts. Raises _JkfError."""
    if initial is None:
        return START_SFEN
    preset = _text(initial.get("preset")) if isinstance(initial, dict) else ""
    if preset in PRESETS:
        return STARTS[PRESETS[preset]]
    data = initial.get("data") if isinstance(initial, dict) else None
    if not isinstance(data, dict):
        raise _JkfError(f"'{clean(preset[:SHOWN])}' is none that JKF knows, and there is no board")
    board, hands = data.get("board"), data.get("hands")
    if not (isinstance(board, list) and len(board) == SIZE and all(_is_list(file, SIZE) for file in board)):
        raise _JkfError("a board is nine files of nine squares")
    men = [EMPTY] * (max(SQUARE_AT.values()) + 1)
    for file, squares in enumerate(board, 1):
        for rank, square in zip(RANKS, squares, strict=True):
            men[SQUARE_AT[f"{file}{rank}"]] = _man(square)
    if not (isinstance(hands, list) and len(hands) == len(SIDES)):
        raise _JkfError("there are two hands")
    return written_sfen(Setup(tuple(men), _side(data.get("color")), (_hand(hands[0]), _hand(hands[1])), 1))


def _side(color: Any) -> int:
    """A side. Raises _JkfError."""
    if type(color) is not int or color not in SIDES:
        raise _JkfError("a color is 0 for Black, 1 for White")
    return SIDES[color]


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _man(square: Any) -> int:
    """The man on a square. Raises _JkfError."""
    kind = square.get("kind") if isinstance(square, dict) else None
    if kind is None:
        return EMPTY
    if _text(kind) not in CSA_MEN:
        raise _JkfError('a man is {"color": 0, "kind": "FU"}')
    return man_code(CSA_MEN[kind], _side(square.get("color")))


def _hand(held: Any) -> tuple[int, ...]:
    """The men in a hand. Raises _JkfError."""
    counts = [0] * len(SET)
    for name, count in held.items() if isinstance(held, dict) else ():
        man = CSA_MEN.get(name, "")
        if type(count) is not int or not 0 <= count <= MOST_IN_HAND or (count and man not in HAND_ORDER):
            raise _JkfError('a hand is {"FU": 1, …}')
        if count:
            counts[LETTERS.index(man)] = count
    return tuple(counts)
