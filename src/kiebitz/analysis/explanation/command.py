"""``kiebitz explain``: why a move is good or bad, or what a position holds."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.explanation.language import CHESS_ALONE, EVERYWHERE, Language
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import (
    START,
    Depth,
    Encoding,
    Movetime,
    Nodes,
    OtherEngine,
    Syzygy,
    Threads,
    limit_of,
)
from kiebitz.commandline.position_argument import position_argument
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, warn
from kiebitz.engine.limit import Limit

if TYPE_CHECKING:
    import chess
    import chess.pgn

    from kiebitz.analysis.explanation.explanation import Explanation
    from kiebitz.engine.judge import Judge

# Fields of a FEN, with and without its counts of moves.
FEN_FIELDS = (4, 6)
MOVE_NUMBER = re.compile(r"(\d{1,4})(\.|\.\.\.)?")
NOTHING = {
    Language.ENGLISH: "Nothing could be proven about it.",
    Language.GERMAN: "Darüber ließ sich nichts beweisen.",
}

InLanguage = Annotated[
    Language,
    typer.Option(
        "--language", "-l", metavar="en|de", help="Language of the explanations: English (en) or German (de)."
    ),
]


def refuse_japanese(language: Language) -> None:
    """Refuse the language that only shogi is explained in."""
    if language not in EVERYWHERE:
        refuse(f"--language {language}: {CHESS_ALONE}")


def explain(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="FEN|GAME.pgn [MOVE]",
            help=f"A position or '{START}', and a move in it (Nf3 or g1f3); or a file with a game, as analyse reads it,"
            " and the number of a move: 24 or 24. for White's, 24... for Black's.",
            show_default=False,
        ),
    ],
    *,
    game: Annotated[
        int | None,
        typer.Option("--game", min=1, metavar="N", help="Which game of the file.  [default: the first]"),
    ] = None,
    encoding: Encoding = None,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    threads: Threads = 1,
    engine: OtherEngine = None,
    language: InLanguage = Language.ENGLISH,
    syzygy: Syzygy = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Also show what the classical evaluation counts differently, by module.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the facts as one JSON object.")] = False,
) -> None:
    """Explain why a move is good or bad. Only what is proven is said, with the line that shows it.

    Without a move: what the best move does, and what the other side threatens; for a game, in its last position. The
    limit applies to each of two to five searches; the default is 300,000 nodes. Evaluations are from White's view. See
    docs/explain.md.
    """
    from kiebitz.analysis.explanation import explanation
    from kiebitz.engine import FenError
    from kiebitz.engine.tablebase import opened
    from kiebitz.programs.uci_engine import ProgramFailure

    refuse_japanese(language)
    if _is_game(what[0]):
        board, move = _in_game(_game(what[0], game, encoding), what)
    elif game or encoding:
        refuse(f"{what[0]} is no file with games; --game and --encoding are for one")
    else:
        board, move = _of_position(what)
    limit = limit_of(nodes, depth, movetime, Limit(nodes=explanation.DEFAULT_NODES))
    try:
        with judge_for(engine, threads) as judge, opened(syzygy) as tables:
            for fault in tables.faults:
                warn(f"{fault}; the other directories are used")
            found = explanation.explain(board, move, limit, engine=judge, tablebase=tables, numbers=numbers)
    except (FenError, ValueError) as error:
        refuse(str(error))
    except ProgramFailure as error:
        refuse(str(error), FAILED)
    except KeyboardInterrupt:
        refuse("interrupted", INTERRUPTED)
    if as_json:
        typer.echo(json.dumps(found.record))
    else:
        _show(board, found, language)


def judge_for(engine: str | None, threads: int) -> Judge:
    """The program that ``--engine`` names, or ours; refuses what can't be."""
    from kiebitz.engine import Engine
    from kiebitz.programs.uci_engine import ProgramError, UciEngine

    if engine is None:
        return Engine(threads=threads)
    if threads > 1:
        refuse("--threads is for our own engine; write the other's into its options: --engine 'stockfish;Threads=2'")
    try:
        return UciEngine(engine)
    except ProgramError as error:
        refuse(f"--engine: {error}")


def _is_game(name: str) -> bool:
    """True if an argument names a file; a FEN has slashes, too, but none of that name is there."""
    from kiebitz.analysis.reading.archive import SUFFIXES

    try:
        return name.endswith(SUFFIXES) or Path(name).is_file()
    except OSError:
        return False


def _of_position(words: list[str]) -> tuple[chess.Board, chess.Move | None]:
    """The position and the move that words mean; refuses anything else."""
    from kiebitz.engine import board_of

    # Of a FEN in quotes, startpos or an opening, what follows is a move; word by word, what is more than its fields.
    count = 1 if "/" not in words[0] or " " in words[0].strip() else len(words)
    has_move = len(words) > count or count - 1 in FEN_FIELDS
    fen, move = (words[: min(count, len(words) - 1)], words[-1]) if has_move else (words, "")
    if len(words) > count + 1:
        refuse(f"give one move, not {' '.join(words[count:])}")
    board = board_of(position_argument(fen))
    return board, _move(board, move) if move else None


def _move(board: chess.Board, text: str) -> chess.Move:
    """The move that people write as ``text``; refuses anything else, and null moves."""
    from kiebitz.commandline.typed_move import MoveTextError, read_move

    try:
        return read_move(board, text)
    except MoveTextError as error:
        refuse(f"{error}; write it as Nf3 or g1f3")


def _game(file: str, wanted: int | None, encoding: str | None) -> chess.pgn.Game:
    """A game of a file, the first if none is wanted; what is wrong with it is told. Refuses where there is none."""
    from kiebitz.analysis.reading.archive import ArchiveError, read_archive
    from kiebitz.analysis.reading.reader import read_game
    from kiebitz.analysis.reading.selection_options import read_as
    from kiebitz.kifu.writing import is_record

    if is_record(file):
        refuse(f"{file} is shogi, and explain is of chess; 'kiebitz analyse' explains the mistakes of a record")
    encoding = read_as(encoding).encoding
    try:
        raws = read_archive(file, lambda fault: warn(str(fault)), encoding)
        games = (read_game(raw) for raw in raws if raw.number >= (wanted or 1))
        for read in games:
            for fault in read.faults:
                warn(str(fault))
            if read.is_game or wanted is not None:
                break
        else:
            refuse(
                f"no game in {file}; name a PGN file, or a position"
                if wanted is None
                else f"{file} has no game {wanted}; leave --game out for the first"
            )
        number = read.raw.number
        if wanted is None and (more := next((other.raw for other in games if other.is_game), None)):
            warn(f"{file} has more than one game; game {number} is explained, --game {more.number} names the next")
    except ArchiveError as error:
        refuse(f"{error}; name a file with a game, or a position")
    if read.game is None or not (read.game.variations or "FEN" in read.game.headers):
        refuse(f"game {number} of {file} has no move that can be explained; name another file, or a game by --game")
    return read.game


def _in_game(game: chess.pgn.Game, what: list[str]) -> tuple[chess.Board, chess.Move | None]:
    """The position before the move of a game that words after its file's name, and that move; its last one without."""
    file, *words = what
    if not words:
        return game.end().board(), None
    number = MOVE_NUMBER.fullmatch(words[0])
    if number is None or len(words) > 1:
        refuse(f"{' '.join(words)} is no number of a move; write 24 for White's move, 24... for Black's")
    wanted = int(number[1]), number[2] != "..."
    boards = ((node.parent.board(), node.move) for node in game.mainline() if node.move)
    found = next(((board, move) for board, move in boards if (board.fullmove_number, board.turn) == wanted), None)
    if found is None:
        refuse(f"{file} has no move {number[1]}{'.' if wanted[1] else '...'}")
    return found


def _show(board: chess.Board, found: Explanation, language: Language) -> None:
    """An explanation for people: the move, what it is worth, and a sentence a line."""
    from kiebitz.commandline.console import make_console

    console = make_console()
    if found.best is None:
        console.print("The game is over.")
        return
    parts = [f"{_numbered(board, found.move or found.best)} {found.score}"]
    if found.move not in (None, found.best):
        parts.append(f"best: {_numbered(board, found.best)} {found.best_score}")
    console.print("; ".join(parts), style="bold", markup=False)
    for said in found.sentences(language) or (NOTHING[language],):
        console.print(f"  {clean(said)}", markup=False, soft_wrap=True)


def _numbered(board: chess.Board, uci: str) -> str:
    """A move as people write it, with its number."""
    return board.variation_san([board.parse_uci(uci)])
