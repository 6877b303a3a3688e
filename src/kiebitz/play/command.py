"""``kiebitz play``: the command that plays a game in the terminal."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import AsEra, Depth, Movetime, Nodes, limit_of
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.engine.era_names import EraName
from kiebitz.engine.limit import Limit

if TYPE_CHECKING:
    import chess
    from rich.console import Console

    from kiebitz.engine import ShogiPosition
    from kiebitz.play.any_dialogue import AnyDialogue

DEFAULT_MOVETIME_MS = 1_000
MAX_CHESS960 = 959
SLASHES_OF_SHOGI = 8
CHESSMEN, SHOGIMEN = "♔♟", "☗玉"


class WhichGame(StrEnum):
    """What is played."""

    CHESS = "chess"
    SHOGI = "shogi"


class Colour(StrEnum):
    """What the player plays."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


FIRST = {False: Colour.WHITE, True: Colour.BLACK}
"""Who moves first, in chess and in shogi."""


def play(
    *,
    game: Annotated[
        WhichGame | None,
        typer.Option("--game", help="What to play.  [default: what --fen shows, else chess]", show_default=False),
    ] = None,
    colour: Annotated[
        Colour | None,
        typer.Option(
            "--colour", "-c", help="Your colour.  [default: white, in shogi black: who moves first]", show_default=False
        ),
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            "--level",
            "-l",
            metavar="ELO",
            help="Play at this rating (600 to 2400; in shogi a level from 1 to 19), below full strength.",
        ),
    ] = None,
    era: AsEra = EraName.TODAY,
    movetime: Movetime = None,
    nodes: Nodes = None,
    depth: Depth = None,
    fen: Annotated[str | None, typer.Option("--fen", help="Start from this position; an SFEN is one of shogi.")] = None,
    handicap: Annotated[
        str | None,
        typer.Option(
            "--handicap",
            metavar="NAME",
            help="Shogi: White, who begins, plays without some men: lance, bishop, rook, rook-lance, 2, 4, 6, 8 or 10"
            " pieces, or the Japanese name.",
            show_default=False,
        ),
    ] = None,
    chess960: Annotated[
        int | None,
        typer.Option("--chess960", min=0, max=MAX_CHESS960, metavar="N", help="Start from position N of Chess960."),
    ] = None,
    ascii_only: Annotated[bool, typer.Option("--ascii", help="Show the pieces as letters.")] = False,
) -> None:
    """Play against Kiebitz in the terminal.

    Type moves as e4, Nf3, O-O or e2e4, in shogi as 7g7f, 76歩 or P-7f; 'help' lists the other commands: undo, hint,
    draw (in shogi declare), resign, flip, save, analyse, quit. --game shogi plays shogi. If you leave a game without
    saving it, it is saved in a file in this directory. Without a limit or a level Kiebitz thinks for one second a move.
    """
    import contextlib

    from kiebitz.commandline.console import make_console

    if level is not None and not (movetime is nodes is depth is None):
        refuse("--level sets the limit itself; leave --movetime, --nodes and --depth out")
    limit = limit_of(nodes, depth, movetime, Limit() if level else Limit(movetime_ms=DEFAULT_MOVETIME_MS))
    is_shogi = game is WhichGame.SHOGI or (game is None and (handicap is not None or _is_sfen(fen)))
    has_first = random.random() < 0.5 if colour is Colour.RANDOM else colour in (None, FIRST[is_shogi])
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives ``input`` a history and editing where there is a terminal
    console = make_console()
    shared: Any = {"limit": limit, "console": console, "has_first": has_first, "ascii_only": ascii_only}
    if is_shogi:
        if chess960 is not None or era is not EraName.TODAY:
            refuse("--chess960 and --era are of chess, and this is shogi; leave them out")
        opened = _shogi_dialogue(fen, handicap, level, **shared)
    else:
        if handicap is not None:
            refuse("--handicap is of shogi, and this is chess; leave it out, or give --game shogi")
        opened = _dialogue(fen, chess960, level, era=era, **shared)
    try:
        with opened as dialogue:
            dialogue.run()
    except KeyboardInterrupt:
        typer.echo()
        refuse("interrupted", INTERRUPTED)


def _is_sfen(fen: str | None) -> bool:
    """Whether a position has the nine ranks of shogi."""
    return fen is not None and fen.split(" ")[0].count("/") == SLASHES_OF_SHOGI


@contextmanager
def _dialogue(
    fen: str | None,
    chess960: int | None,
    level: int | None,
    *,
    era: EraName,
    limit: Limit,
    console: Console,
    has_first: bool,
    ascii_only: bool,
) -> Iterator[AnyDialogue[Any, Any]]:
    """A game of chess, about to begin; refuses what can't be played."""
    from kiebitz.engine.strength import Handicap, level_of
    from kiebitz.play.dialogue import Dialogue
    from kiebitz.play.game import Game
    from kiebitz.play.opponent import Opponent, name_of

    try:
        strength = None if level is None else Handicap(level_of(level))
    except ValueError as error:
        refuse(f"--level: {error}")
    name = name_of(level, era)
    game = Game(chess_board(fen, chess960), has_first, name)
    introduce(console, "White" if has_first else "Black", name)
    with Opponent(limit, strength, era) as opponent:
        unicode = not ascii_only and can_show(CHESSMEN)
        yield Dialogue(game, opponent, console, analyse=analyse_file, unicode=unicode)


@contextmanager
def _shogi_dialogue(
    fen: str | None,
    handicap: str | None,
    level: int | None,
    *,
    limit: Limit,
    console: Console,
    has_first: bool,
    ascii_only: bool,
) -> Iterator[AnyDialogue[Any, Any]]:
    """A game of shogi, about to begin; refuses what can't be played."""
    import kiebitz
    from kiebitz.engine.shogi_strength import FULL_STRENGTH, level_numbered
    from kiebitz.engine.strength import Handicap
    from kiebitz.play.shogi_dialogue import ShogiDialogue
    from kiebitz.play.shogi_game import ShogiGame
    from kiebitz.play.shogi_opponent import ShogiOpponent

    if level is not None and not 1 <= level < FULL_STRENGTH:
        refuse(f"--level: in shogi a level is a number from 1 to {FULL_STRENGTH - 1}, not {level}")
    found = None if level is None else level_numbered(level)
    name = f"Kiebitz {kiebitz.__version__}" + ("" if level is None else f" at level {level}")
    game = ShogiGame(_shogi_position(fen, handicap), has_first, name)
    introduce(console, "Black (☗)" if has_first else "White (☖)", name)
    with ShogiOpponent(limit, None if found is None else Handicap(found)) as opponent:
        unicode = not ascii_only and can_show(SHOGIMEN)
        yield ShogiDialogue(game, opponent, console, analyse=analyse_file, unicode=unicode)


def introduce(console: Console, side: str, name: str) -> None:
    """Say who plays whom."""
    if not can_show(side):
        side = side.split(maxsplit=1)[0]
    console.print(f"You have {side} against {name}. 'help' says what can be typed.", markup=False, highlight=False)


def _shogi_position(fen: str | None, handicap: str | None) -> ShogiPosition:
    """The position of shogi to begin with; refuses anything else."""
    from kiebitz.engine import ShogiPosition
    from kiebitz.kifu.handicaps import ENGLISH, start_named

    if handicap is not None:
        if fen is not None:
            refuse("--fen and --handicap both say where to begin; give one of them")
        try:
            return ShogiPosition(start_named(handicap))
        except KeyError:
            refuse(f"--handicap: there is no '{clean(handicap)}'; write one of {', '.join(ENGLISH)}")
    if fen is None:
        return ShogiPosition()
    try:
        position = ShogiPosition(fen)
    except ValueError as error:
        refuse(f"--fen is not a position of shogi: {error}")
    if not {"K", "k"} <= {*position.sfen().split()[0]}:
        refuse("--fen is not a position to play from: a game needs both kings")
    return position


def analyse_file(path: Path) -> None:
    """Run ``kiebitz analyse`` on a game; what it can't do it says itself."""
    subprocess.run([sys.executable, "-m", "kiebitz", "analyse", "--", str(path)], check=False)


def chess_board(fen: str | None, chess960: int | None) -> chess.Board:
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


def can_show(text: str) -> bool:
    """Whether standard output can carry a text, such as Unicode chessmen."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
