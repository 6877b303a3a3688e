"""The USI protocol as pure functions: lines to commands, findings to lines. No input, no output.

The protocol is Tord Romstad's of 2007; ``go mate`` and its answer ``checkmate`` are as Shogidokoro extended it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from kiebitz.engine import START_SFEN
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.mate_solver import MateSolution
from kiebitz.engine.score import Score
from kiebitz.protocols.uci import protocol
from kiebitz.protocols.uci.protocol import (
    MS,
    NO_LIMIT_LEFT,
    UNREADABLE_MS,
    PositionError,
    ProtocolError,
    SetOption,
    parse_setoption,
    parse_whole_number,
    quoted,
    told_line,
)

# A search of 24 days, the longest that fits into a C integer, is as good as none that ends.
MOST_MS = 2**31 - 1
# What GUIs write behind the moves of a game that is over; ``rep_…`` are the kinds of repetition.
GAME_ENDS = frozenset(
    {"resign", "win", "draw", "timeup", "time_up", "break", "interrupt", "abort", "illegal", "foul", "jishogi"}
)
REPETITION = "rep_"
# The words of ``go`` with a number behind them, and the fields of a ``Limit``; and those that stand alone.
NUMBERS = {
    "btime": "black_clock_ms",
    "wtime": "white_clock_ms",
    "binc": "black_increment_ms",
    "winc": "white_increment_ms",
    "byoyomi": "byoyomi_ms",
    "movetime": "movetime_ms",
    "rtime": "movetime_ms",
    "nodes": "nodes",
    "depth": "depth",
}
CLOCKS = (("black_clock_ms", "black_increment_ms"), ("white_clock_ms", "white_increment_ms"))
AT_LEAST_ONE = ("movetime", "rtime", "nodes", "depth")
FLAGS = ("infinite", "ponder")
SEARCHMOVES = "searchmoves"


class Word(StrEnum):
    """A command that is complete as one word."""

    USI = "usi"
    IS_READY = "isready"
    NEW_GAME = "usinewgame"
    STOP = "stop"
    QUIT = "quit"
    GAME_OVER = "gameover"


class UnreadableTimeError(ProtocolError):
    """A ``go mate`` of which it can't be read how long it may take."""


@dataclass(frozen=True, slots=True)
class SetPosition:
    """``position startpos|sfen … [moves …]``."""

    sfen: str
    """As written."""
    moves: tuple[str, ...]
    """The moves played from there, as written."""
    ending: str = ""
    """A word behind them that is no move but says how the game ended; empty if there is none."""


@dataclass(frozen=True, slots=True)
class GoMate:
    """``go mate …``: search for a mate by checks."""

    milliseconds: int | None
    """Time; None until it is stopped."""


@dataclass(frozen=True, slots=True)
class Go:
    """``go …``: search for a move."""

    limit: Limit
    searchmoves: tuple[str, ...] = ()
    """The moves to search, as written; empty: all."""
    notes: tuple[str, ...] = ()
    """The parts skipped of it, a sentence each."""


@dataclass(frozen=True, slots=True)
class PonderHit:
    """``ponderhit [btime …]``: the move pondered on was played; with times if ``go ponder`` had none."""

    limit: Limit


Command = Word | SetOption | SetPosition | GoMate | Go | PonderHit


def parse_command(line: str) -> Command | None:
    """Read one line; None for an empty one. Raises ProtocolError for no command, or one that lacks what it needs.

    What follows a command of one word means nothing, such as the result after ``gameover``.
    """
    tokens = line.replace("\0", " ").split()
    if not tokens:
        return None
    word, arguments = tokens[0], tokens[1:]
    if word == "setoption":
        return parse_setoption(arguments, "usi")
    if word == "position":
        return parse_position(arguments)
    if word == "go":
        return parse_go(arguments)
    if word == "ponderhit":
        return PonderHit(read_limit(arguments).limit)
    if word not in {*Word}:
        raise ProtocolError(f"unknown command {quoted(' '.join(tokens))}")
    return Word(word)


def parse_position(arguments: list[str]) -> SetPosition:
    """``startpos|sfen <sfen> [moves …]``. Raises PositionError."""
    split = arguments.index("moves") if "moves" in arguments else len(arguments)
    setup, moves = arguments[:split], tuple(arguments[split + 1 :])
    ending = moves[-1] if moves and is_game_end(moves[-1]) else ""
    if ending:
        moves = moves[:-1]
    if setup == ["startpos"]:
        return SetPosition(START_SFEN, moves, ending)
    if setup[:1] != ["sfen"]:
        raise PositionError("'position' needs 'startpos' or 'sfen <SFEN>', then, if any, 'moves <move> …'")
    return SetPosition(" ".join(setup[1:]), moves, ending)


def is_game_end(word: str) -> bool:
    """True if a word in the place of a move says how a game ended."""
    return word.lower() in GAME_ENDS or word.lower().startswith(REPETITION)


def parse_go(arguments: list[str]) -> GoMate | Go:
    """The search that ``go`` asks for. Raises UnreadableTimeError."""
    if arguments[:1] != ["mate"]:
        return read_limit(arguments)
    text = " ".join(arguments[1:])
    if text == "infinite":
        return GoMate(None)
    milliseconds = parse_whole_number(text)
    if milliseconds is None:
        raise UnreadableTimeError(f"'go mate' needs milliseconds or 'infinite', not {quoted(text)}")
    return GoMate(min(max(milliseconds, 1), MOST_MS))


def read_limit(arguments: list[str]) -> Go:
    """Read the limit of a search for a move; what can't be read is left out, and told. Without any it is endless.

    Where something was left out and nothing else limits it, it takes a second.
    """
    values: dict[str, int | bool] = {}
    searchmoves: list[str] = []
    notes: list[str] = []
    is_among = False
    words = iter(arguments)
    for word in words:
        is_among = word == SEARCHMOVES or (is_among and word not in (*FLAGS, *NUMBERS))
        if is_among:
            searchmoves += [word] * (word != SEARCHMOVES)
            continue
        if word in FLAGS:
            values[word] = True
            continue
        if word not in NUMBERS:
            notes.append(f"{quoted(word)} is skipped: no word of 'go'")
            continue
        text = next(words, "")
        number = parse_whole_number(text)
        if number is None:
            notes.append(f"{word} is skipped: {quoted(text)} is no whole number")
        else:
            values[NUMBERS[word]] = min(max(number, 1 if word in AT_LEAST_ONE else 0), MOST_MS)
    if values.get("byoyomi_ms") or "binc" in arguments or "winc" in arguments:
        # A clock that isn't named is empty.
        values.setdefault("black_clock_ms", 0)
        values.setdefault("white_clock_ms", 0)
    for clock, increment in CLOCKS:
        # What a move gains is there when it begins, and not yet counted on the clock.
        if clock in values:
            values[clock] += values.get(increment, 0)
    if notes and not values:
        values["movetime_ms"] = UNREADABLE_MS
        notes.append(NO_LIMIT_LEFT)
    return Go(Limit(**cast(dict[str, Any], values)), tuple(searchmoves), tuple(notes))


# ---------------------------------------------------------------------------------------------- writing

# There is nothing to prove: the position that was set can't be played.
NOT_IMPLEMENTED_LINE = "checkmate notimplemented"


def score_text(score: Score) -> str:
    """A score for the side to move: centipawns, or plies to mate."""
    if score.mate is None:
        return f"cp {score.centipawns}"
    return f"mate {2 * score.mate - 1 if score.mate > 0 else 2 * score.mate}"


def info_line(line: Line) -> str:
    """A variation as an ``info`` line."""
    return told_line(line, score_text(line.score))


def best_move_line(best: str | None, ponder: str | None = None) -> str:
    """The end of every search for a move; who has none resigns."""
    return protocol.best_move_line(best, ponder, none="resign")


WIN_LINE = "bestmove win"
"""The game is won by declaration."""


def outcome_line(solution: MateSolution, plies: int, line: tuple[str, ...]) -> str:
    """The outcome of a search: a mate in ``plies`` plies, if any, and its line, if known; the score is the mover's."""
    elapsed_ms = round(solution.seconds * MS)
    mate = f" depth {plies} score mate {plies}" if plies else ""
    return (
        f"info{mate} time {elapsed_ms} nodes {solution.nodes} nps {solution.nodes * MS // max(elapsed_ms, 1)}"
        f" hashfull {solution.hash_permille}{' pv ' if line else ''}{' '.join(line)}"
    )


def checkmate_line(mate: bool | None, line: tuple[str, ...] = ()) -> str:
    """The end of every search for a mate: the whole line, ``nomate``, or ``timeout`` if it isn't known."""
    if line:
        return f"checkmate {' '.join(line)}"
    return "checkmate nomate" if mate is False else "checkmate timeout"
