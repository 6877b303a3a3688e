"""The USI protocol as pure functions: lines to commands, what the solver finds to lines. No input, no output.

The protocol is Tord Romstad's of 2007; ``go mate`` and its answer ``checkmate`` are as Shogidokoro extended it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kiebitz.engine import START_SFEN
from kiebitz.engine.mate_solver import MateSolution
from kiebitz.protocols.uci.protocol import (
    MS,
    ProtocolError,
    SetOption,
    parse_setoption,
    parse_whole_number,
    quoted,
)

# A search of 24 days, the longest that fits into a C integer, is as good as none that ends.
MOST_MS = 2**31 - 1
# What GUIs write behind the moves of a game that is over; ``rep_…`` are the kinds of repetition.
GAME_ENDS = frozenset(
    {"resign", "win", "draw", "timeup", "time_up", "break", "interrupt", "abort", "illegal", "foul", "jishogi"}
)
REPETITION = "rep_"
# What comes back when only a game can ask for it.
NO_GAME = "kiebitz-usi searches for mates only: go mate <milliseconds> or go mate infinite"


class Word(StrEnum):
    """A command that is complete as one word."""

    USI = "usi"
    IS_READY = "isready"
    NEW_GAME = "usinewgame"
    STOP = "stop"
    QUIT = "quit"
    PONDER_HIT = "ponderhit"
    GAME_OVER = "gameover"


class PositionError(ProtocolError):
    """A ``position`` that names no position."""


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
    """``go`` for anything else: a move in a game, which is not to be had here."""


Command = Word | SetOption | SetPosition | GoMate | Go


def parse_command(line: str) -> Command | None:
    """Read one line; None for an empty one. Raises ProtocolError for no command, or one that lacks what it needs.

    What follows a command of one word means nothing, such as the result after ``gameover``.
    """
    tokens = line.replace("\0", " ").split()
    if not tokens:
        return None
    word, arguments = tokens[0], tokens[1:]
    if word == "setoption":
        return parse_setoption(arguments)
    if word == "position":
        return parse_position(arguments)
    if word == "go":
        return parse_go(arguments)
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
    """Whether a word in the place of a move says how a game ended."""
    return word.lower() in GAME_ENDS or word.lower().startswith(REPETITION)


def parse_go(arguments: list[str]) -> GoMate | Go:
    """What is to be searched for. Raises UnreadableTimeError."""
    if arguments[:1] != ["mate"]:
        return Go()
    text = " ".join(arguments[1:])
    if text == "infinite":
        return GoMate(None)
    milliseconds = parse_whole_number(text)
    if milliseconds is None:
        raise UnreadableTimeError(f"'go mate' needs milliseconds or 'infinite', not {quoted(text)}")
    return GoMate(min(max(milliseconds, 1), MOST_MS))


# ---------------------------------------------------------------------------------------------- writing

# There is nothing to prove: the position that was set can't be played.
NOT_IMPLEMENTED_LINE = "checkmate notimplemented"


def outcome_line(solution: MateSolution, plies: int, line: tuple[str, ...]) -> str:
    """What a search has come to: a mate in so many plies, if any, and its line, if known; the score is the mover's."""
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
