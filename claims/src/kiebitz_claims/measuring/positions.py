"""The positions that experiments search: sets by phase of the game, and whole games. Package data; see data/."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from kiebitz.arena.suite.epd import Task, read_task

if TYPE_CHECKING:
    import chess
    import chess.pgn

PHASES = ("opening", "middlegame", "ending")
_FIELDS = 4
# What a game's phases are, in plies played and in pieces beside kings and pawns.
_OPENING_PLIES = 12
_MIDDLEGAME_PLIES, _MIDDLEGAME_PIECES = range(32, 51), 10
_ENDING_PIECES, _ENDING_MEN = range(2, 5), 8
LATER_PLIES = 4
"""Distance of the later positions of a game's phases from the first ones."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A position and where it comes from."""

    name: str
    """The game: players and year."""
    fen: str
    """The position."""


def phase_positions(phase: str, count: int | None = None) -> list[Sample]:
    """The first ``count`` positions of a phase (all twelve without it). Raises ValueError for another phase."""
    if phase not in PHASES:
        raise ValueError(f"there is no phase '{phase}'; choose one of {', '.join(PHASES)}")
    samples = []
    for line in _read(f"{phase}.epd").splitlines():
        fields = line.split(maxsplit=_FIELDS)
        samples.append(Sample(fields[_FIELDS].split('"')[1], " ".join(fields[:_FIELDS]) + " 0 1"))
    return samples[:count]


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position in which few moves are right."""

    name: str
    """In an ending its men, and whether it is a win or a draw: 'KPvK win'; in a suite its number there."""
    fen: str
    """The position."""
    best: tuple[str, ...]
    """The right moves, as UCI text; in an ending those that keep the result."""


def suite(name: str, count: int | None = None) -> list[Exercise]:
    """The first ``count`` positions of a suite with their best moves (``bm``).

    Suites are 'win_at_chess' and 'zugzwang'; of the tablebases 'tablebase_zugzwangs', 'piece_zugzwangs',
    'pawn_choices' and 'more_pawn_choices'.
    """
    return _solved(f"{name}.epd", count)


def choices(count: int | None = None) -> list[Exercise]:
    """The first ``count`` endings with their tablebase moves (all of them without it)."""
    return _solved("choices.epd", count)


def _solved(file: str, count: int | None) -> list[Exercise]:
    """Positions of an EPD file with their best moves."""
    import chess

    positions = []
    for line in _read(file).splitlines()[:count]:
        board = chess.Board()
        operations = board.set_epd(line)
        moves, name = operations["bm"], operations["id"]
        if not isinstance(moves, list) or not isinstance(name, str):
            raise ValueError(f"{file} has a line without bm or id: {line}")
        positions.append(Exercise(name, board.fen(), tuple(move.uci() for move in moves)))
    return positions


def tactics(count: int | None = None) -> list[Task]:
    """The first ``count`` positions of a tactical suite (all of them without it)."""
    return [read_task(line) for line in _read("tactics.epd").splitlines()[:count]]


def more_tactics(count: int | None = None) -> list[Task]:
    """The first ``count`` of four hundred other positions of the same suite (all of them without it)."""
    return [read_task(line) for line in _read("tactics_400.epd").splitlines()[:count]]


def sharp_and_quiet(taken: slice, count: int | None = None) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Names and FENs of those of ``more_tactics`` that are taken, and of the later middlegames of the championships.

    With a ``count`` so many of each for a quick look, and of other sets: the claims' own stay fresh.
    """
    if count is not None:
        return (
            [(each.name, each.fen) for each in suite("win_at_chess", count)],
            [(sample.name, sample.fen) for sample in phase_positions("middlegame", count)],
        )
    return (
        [(task.name, task.fen) for task in more_tactics()[taken]],
        [(sample.name, sample.fen) for sample in later_championship_positions("middlegame")],
    )


@dataclass(frozen=True, slots=True)
class Mate:
    """A position in which the side to move mates."""

    fen: str
    """The position."""
    moves: int
    """Moves that it takes, and no fewer."""


def mates() -> list[Mate]:
    """Mates in six to fifteen moves, six of each length, the shorter ones first."""
    import chess

    found = []
    for line in _read("mates.epd").splitlines():
        board = chess.Board()
        moves = board.set_epd(line)["dm"]
        if not isinstance(moves, int):
            raise ValueError(f"mates.epd has a line without dm: {line}")
        found.append(Mate(board.fen(), moves))
    return found


def tsume_ladder() -> list[Mate]:
    """Microcosmos some plies before its mate, in SFEN, the nearest first; the mate may take more moves than is told."""
    rungs = [line.split("\t") for line in _read("tsume_ladder.tsv").splitlines()]
    return [Mate(sfen, (int(plies) + 1) // 2) for plies, sfen in rungs]


def whole_games() -> list[list[str]]:
    """The games of a match, each as its moves from the start position (UCI text)."""
    return [_moves(game) for game in _games("games.pgn")]


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game."""

    name: str
    """Players and year."""
    moves: tuple[str, ...]
    """From the start position, as UCI text."""


def championship_games(count: int | None = None) -> list[Game]:
    """The first ``count`` of sixty games that have an opening, a middlegame and an ending (all without it)."""
    games = []
    for game in _games("championships.pgn")[:count]:
        players = (game.headers[side].partition(",")[0] for side in ("White", "Black"))
        games.append(Game(f"{'-'.join(players)} {game.headers['Date'][:4]}", tuple(_moves(game))))
    return games


def taken_games(quick: bool, count: int, quick_count: int) -> slice:
    """Which of the sixty games an experiment takes: the first ones, in a quick run the last ones."""
    return slice(-quick_count, None) if quick else slice(count)


def championship_positions(phase: str, taken: slice = slice(None)) -> list[Sample]:
    """The first position of a phase in each of the sixty games, or in those that are taken."""
    return [Sample(name, phases[phase]) for name, phases in championship_phases(taken)]


def positions_of_phases(taken: slice) -> list[tuple[str, Sample]]:
    """The same of every phase, which stands before it."""
    return [(phase, sample) for phase in PHASES for sample in championship_positions(phase, taken)]


def championship_phases(taken: slice) -> tuple[tuple[str, dict[str, str]], ...]:
    """Those of the sixty games that are taken, by name, each with its first position (FEN) of every phase."""
    return _championship_phases()[taken]


def later_championship_phases(taken: slice) -> tuple[tuple[str, dict[str, str]], ...]:
    """The same games with later positions of the phases, for who has searched the first ones; a game may lack some."""
    return _championship_phases(LATER_PLIES)[taken]


def later_championship_positions(phase: str) -> list[Sample]:
    """The later position of a phase in each of the sixty games that has one."""
    return [Sample(name, found[phase]) for name, found in later_championship_phases(slice(None)) if phase in found]


@cache
def _championship_phases(later: int = 0) -> tuple[tuple[str, dict[str, str]], ...]:
    """All of them; walked through once."""
    return tuple((game.name, phases_of(game, later)) for game in championship_games())


def phases_of(game: Game, later: int = 0) -> dict[str, str]:
    """The first position of each phase that a game comes to (FEN), the side to move not in check.

    Or the first of each that comes so many plies ``later`` than that, if the phase lasts so long.
    """
    import chess

    board = chess.Board()
    began: dict[str, int] = {}
    found: dict[str, str] = {}
    for ply, move in enumerate(game.moves, 1):
        board.push_uci(move)
        if not board.is_check():
            for phase in _phases_here(board, ply):
                if ply >= began.setdefault(phase, ply) + later:
                    found.setdefault(phase, board.fen())
    return found


def _phases_here(board: chess.Board, ply: int) -> list[str]:
    """The phases that a position can stand for; only the first of each counts in a game."""
    queens = board.queens.bit_count()
    pieces = (board.occupied ^ board.pawns ^ board.kings).bit_count()
    is_phase = (
        ply >= _OPENING_PLIES,
        bool(queens) and pieces >= _MIDDLEGAME_PIECES and ply in _MIDDLEGAME_PLIES,
        not queens and pieces in _ENDING_PIECES and board.occupied.bit_count() >= _ENDING_MEN,
    )
    return [phase for phase, there in zip(PHASES, is_phase, strict=True) if there]


def _games(file: str) -> list[chess.pgn.Game]:
    import io

    import chess.pgn

    text = io.StringIO(_read(file))
    games = []
    while (game := chess.pgn.read_game(text)) is not None:
        games.append(game)
    return games


def _moves(game: chess.pgn.Game) -> list[str]:
    return [move.uci() for move in game.mainline_moves()]


def _read(name: str) -> str:
    return (resources.files("kiebitz_claims.measuring") / "data" / name).read_text(encoding="utf-8")
