"""``kiebitz play``: the command that plays a game in the terminal."""

from __future__ import annotations

import contextlib
import io
import random
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import AsEra, Depth, Movetime, Nodes, limit_of
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import INTERRUPTED, refuse
from kiebitz.engine.era_names import EraName
from kiebitz.engine.limit import Limit

if TYPE_CHECKING:
    from kiebitz.engine.people import Policy
    from kiebitz.play.opponent import Opponent
    from kiebitz.play.played_game import PlayedGame

DEFAULT_MOVETIME_MS = 1_000
MAX_CHESS960 = 959
SLASHES_OF_SHOGI = 8


class WhichGame(StrEnum):
    """The game to play."""

    CHESS = "chess"
    SHOGI = "shogi"


class Colour(StrEnum):
    """The player's side."""

    WHITE = "white"
    BLACK = "black"
    RANDOM = "random"


FIRST = {False: Colour.WHITE, True: Colour.BLACK}
"""The side that moves first, in chess and in shogi."""


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
    like: Annotated[
        Path | None,
        typer.Option(
            "--like",
            metavar="FILE",
            help="Chess: play as people of these games do (a PGN file, or one of 'kiebitz train --policy'); of one"
            " player's games as this player.",
            show_default=False,
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
    from kiebitz.engine.strength import BEST_OF_PEOPLE, MIN_ELO, Handicap
    from kiebitz.games import game_called
    from kiebitz.play.opponent import Opponent, name_of, options_of
    from kiebitz.play.played_game import PlayedGame

    if level is not None and not (movetime is nodes is depth is None):
        refuse("--level sets the limit itself; leave --movetime, --nodes and --depth out")
    limit = limit_of(nodes, depth, movetime, Limit() if level else Limit(movetime_ms=DEFAULT_MOVETIME_MS))
    is_shogi = game is WhichGame.SHOGI or (game is None and (handicap is not None or _is_sfen(fen)))
    has_first = random.random() < 0.5 if colour is Colour.RANDOM else colour in (None, FIRST[is_shogi])
    if is_shogi and (chess960 is not None or era is not EraName.TODAY):
        refuse("--chess960 and --era are of chess, and this is shogi; leave them out")
    if not is_shogi and handicap is not None:
        refuse("--handicap is of shogi, and this is chess; leave it out, or give --game shogi")
    what = game_called("shogi" if is_shogi else "chess")
    model = None
    if like is not None:
        if is_shogi:
            refuse("--like is of chess, and this is shogi; leave it out")
        if level is not None and level > BEST_OF_PEOPLE:
            refuse(f"--like plays as people of up to {BEST_OF_PEOPLE} do; give a lower --level, or none")
        model = _policy_of(like)
        level = level or min(max(model.rating, MIN_ELO), BEST_OF_PEOPLE)
    try:
        strength = None if level is None else Handicap(what.level(level), policy=model)
    except ValueError as error:
        refuse(f"--level: {error}")
    name = name_of("" if level is None else what.tell_level(level), era)
    start, is_chess960 = (_shogi_start(fen, handicap), None) if is_shogi else chess_start(fen, chess960)
    played = PlayedGame(what, has_first, name, start, chess960=is_chess960)
    engine = what.engine(**({} if is_shogi else options_of(strength, era)))
    try:
        with Opponent(what, limit, strength, engine) as opponent:
            talk(played, opponent, ascii_only=ascii_only)
    except KeyboardInterrupt:
        typer.echo()
        refuse("interrupted", INTERRUPTED)


def _policy_of(file: Path) -> Policy:
    """The policy in a file, or of the people of a file of games; refuses anything else."""
    from kiebitz.commandline.sign_of_life import sign_of_life
    from kiebitz.engine.people import PolicyError, read_policy
    from kiebitz.people.learning import LearningError, learn_like

    try:
        if file.suffix == ".json":
            return read_policy(file)
        with sign_of_life("learning"):
            policy = learn_like(str(file))
    except (PolicyError, LearningError) as error:
        refuse(f"--like: {error}")
    except OSError as error:
        refuse(f"--like: {file}: {error.strerror or error}")
    typer.echo(f"Learned from {policy.made}")
    return policy


def talk(played: PlayedGame, opponent: Opponent, *, ascii_only: bool) -> None:
    """Say who plays whom, and play the game in the terminal. Ctrl-C comes through as KeyboardInterrupt."""
    from kiebitz.commandline.console import make_console
    from kiebitz.play.dialogue import Dialogue

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - gives ``input`` a history and editing where there is a terminal
    console = make_console()
    game, side = played.game, played.game.sides[played.player]
    mark = game.marks.get(played.player, "")
    if mark and _can_show(mark):
        side = f"{side} ({mark})"
    console.print(
        f"You have {side} against {played.opponent}. 'help' says what can be typed.", markup=False, highlight=False
    )
    unicode = not ascii_only and _can_show(game.signs)
    Dialogue(played, opponent, console, analyse=analyse_file, unicode=unicode).run()


def _is_sfen(fen: str | None) -> bool:
    """True if a position has the nine ranks of shogi."""
    return fen is not None and fen.split(" ")[0].count("/") == SLASHES_OF_SHOGI


def _shogi_start(fen: str | None, handicap: str | None) -> str:
    """The SFEN of shogi to begin with; refuses anything else."""
    from kiebitz.engine import START_SFEN, ShogiPosition
    from kiebitz.kifu.handicaps import ENGLISH, start_named

    if handicap is not None:
        if fen is not None:
            refuse("--fen and --handicap both say where to begin; give one of them")
        try:
            return start_named(handicap)
        except KeyError:
            refuse(f"--handicap: there is no '{clean(handicap)}'; write one of {', '.join(ENGLISH)}")
    if fen is None:
        return START_SFEN
    try:
        start = ShogiPosition(fen).sfen()
    except ValueError as error:
        refuse(f"--fen is not a position of shogi: {error}")
    if not {"K", "k"} <= {*start.split()[0]}:
        refuse("--fen is not a position to play from: a game needs both kings")
    return start


def analyse_file(path: Path) -> None:
    """Run ``kiebitz analyse`` on a game; what it can't do it says itself."""
    subprocess.run([sys.executable, "-m", "kiebitz", "analyse", "--", str(path)], check=False)


def chess_start(fen: str | None, chess960: int | None) -> tuple[str, bool]:
    """The FEN of chess to begin with, and whether it is Chess960; refuses anything else."""
    from kiebitz.engine import START_FEN

    if chess960 is not None:
        import chess

        if fen is not None:
            refuse("--fen and --chess960 both say where to begin; give one of them")
        return chess.Board.from_chess960_pos(chess960).shredder_fen(), True
    if fen is None:
        return START_FEN, False
    position = position_argument(fen, "--fen is not a position")
    return position.fen(shredder=position.chess960), position.chess960


def _can_show(text: str) -> bool:
    """True if standard output can carry a text, such as Unicode chessmen."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
