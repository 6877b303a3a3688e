"""``kiebitz play``: the command that plays a game in the terminal."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.options import AsEra, Depth, Movetime, Nodes, limit_of
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.engine.eras import EraName

if TYPE_CHECKING:
    import chess

DEFAULT_MOVETIME_MS = 1_000
MAX_CHESS960 = 959


class Colour(StrEnum):
    """What the player plays."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


def play(
    *,
    colour: Annotated[Colour, typer.Option("--colour", "-c", help="Your colour.")] = Colour.WHITE,
    level: Annotated[
        int | None,
        typer.Option("--level", "-l", metavar="ELO", help="Play at this rating (600 to 2400), below full strength."),
    ] = None,
    era: AsEra = EraName.TODAY,
    movetime: Movetime = None,
    nodes: Nodes = None,
    depth: Depth = None,
    fen: Annotated[str | None, typer.Option("--fen", help="Start from this position.")] = None,
    chess960: Annotated[
        int | None,
        typer.Option("--chess960", min=0, max=MAX_CHESS960, metavar="N", help="Start from position N of Chess960."),
    ] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Show the pieces as letters.")] = False,
) -> None:
    """Play against Kiebitz in the terminal.

    Type moves as e4, Nf3, O-O or e2e4; 'help' lists the other commands: undo, hint, draw, resign, flip, save, analyse,
    quit. If you leave a game without saving it, it is saved in a file in this directory. Without a limit or a level
    Kiebitz thinks for one second a move.
    """
    import contextlib

    from kiebitz.commandline.console import make_console
    from kiebitz.engine.limit import Limit
    from kiebitz.engine.strength import Handicap, level_of
    from kiebitz.play.dialogue import Dialogue
    from kiebitz.play.game import Game
    from kiebitz.play.opponent import Opponent, name_of

    if level is not None and not (movetime is nodes is depth is None):
        refuse("--level sets the limit itself; leave --movetime, --nodes and --depth out")
    try:
        handicap = None if level is None else Handicap(level_of(level))
    except ValueError as error:
        refuse(f"--level: {error}")
    limit = limit_of(nodes, depth, movetime, Limit() if handicap else Limit(movetime_ms=DEFAULT_MOVETIME_MS))
    board = _board(fen, chess960)
    is_white = random.random() < 0.5 if colour is Colour.RANDOM else colour is Colour.WHITE
    name = name_of(level, era)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives ``input`` a history and editing where there is a terminal
    game = Game(board, is_white, name)
    dialogue_console = make_console()
    dialogue_console.print(
        f"You have {'White' if is_white else 'Black'} against {name}. 'help' says what can be typed."
    )
    try:
        with Opponent(limit, handicap, era) as opponent:
            unicode = not ascii_only and _can_show_men()
            Dialogue(game, opponent, dialogue_console, analyse=_analyse, unicode=unicode).run()
    except KeyboardInterrupt:
        typer.echo()
        refuse("interrupted", INTERRUPTED)


def _analyse(path: Path) -> None:
    """Run ``kiebitz analyse`` on a game; what it can't do it says itself."""
    subprocess.run([sys.executable, "-m", "kiebitz", "analyse", "--", str(path)], check=False)


def _board(fen: str | None, chess960: int | None) -> chess.Board:
    """The position to begin with; refuses anything else."""
    import chess

    from kiebitz.engine import board_of

    if chess960 is not None:
        if fen is not None:
            refuse("--fen and --chess960 both say where to begin; give one of them")
        return chess.Board.from_chess960_pos(chess960)
    if fen is None:
        return chess.Board()
    return board_of(position_argument(fen, "--fen is not a position"))


def _can_show_men() -> bool:
    """Whether standard output can carry Unicode chessmen."""
    try:
        "♔♟".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
