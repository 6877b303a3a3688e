"""``kiebitz repertoire``: one's own opening lines, learned by heart and held against games."""

from __future__ import annotations

from collections.abc import Iterator, Sized
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.reading.plain_comment import plain
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import with_selection
from kiebitz.collection.asked_games import asked_games
from kiebitz.collection.asking import asked_move
from kiebitz.collection.options import CollectionFile, Color
from kiebitz.collection.repertoire.suggest_command import suggest
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.options import START, Nodes, Overwrite
from kiebitz.commandline.output_file import require_output, require_spared, write_output
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn

if TYPE_CHECKING:
    import chess.pgn
    from rich.table import Table

    from kiebitz.analysis.reading.reader import ReadGame
    from kiebitz.collection.repertoire.against_games import Held, Leaving
    from kiebitz.collection.repertoire.repertoire import Repertoire
    from kiebitz.collection.repertoire.training import Card, Progress

SHOWN = 20
TEXT = 60
EVALUATED = 200_000
"""Nodes for a position."""
MOST_WORST, BAD_PAWNS = 5, -0.5
"""Own moves that are told after an evaluation: the worst, if they are so bad."""
TOLD_EVERY = 50

repertoire = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="markdown",
    help="Your opening lines (PGN with variations): learn them, find their holes, see where your games left them.",
)

Lines = Annotated[
    list[Path], typer.Argument(metavar="LINES.pgn...", help="Your lines: PGN, with variations.", show_default=False)
]
One = Annotated[Path, typer.Argument(metavar="LINES.pgn", help="Your lines: PGN, with variations.")]
Archives = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[GAMES.pgn]...", help="Archives; without any, your collection.", show_default=False),
]
Side = Annotated[
    Color | None,
    typer.Option(
        "--color",
        help="Whose lines they are, and of both sides' lines only this one's; else as the tags Orientation say, or the"
        " side with fewer alternatives.",
        show_default=False,
    ),
]
Output = Annotated[Path, typer.Option("--output", "-o", metavar="OUT.pgn", help="File to write.")]
Most = Annotated[int, typer.Option("--most", min=1, max=10_000, help="The most rows to show.")]


@repertoire.command()
def show(lines: Lines, *, color: Side = None) -> None:
    """Show what a repertoire holds: positions, moves to know, lines that end before your answer."""
    for found in read_lines(lines, color):
        _show(found, lines)


def _show(found: Repertoire, lines: list[Path]) -> None:
    from kiebitz.engine.opening_names import opening_by_moves

    own = list(found.own)
    _tell(found, lines)
    alternatives = sum(len(place.ways) > 1 for _, place in own)
    longest = max(found.places.values(), key=lambda place: len(place.path))
    typer.echo(f"{len(found.places):,} positions, {len(own):,} moves to know, {found.lines():,} lines")
    if alternatives:
        typer.echo(f"{alternatives:,} positions have alternatives; the first move is asked, the others count")
    typer.echo(f"the longest line has {len(longest.path)} plies: {_cut(longest.text())}")
    names: dict[str, int] = {}
    for place in found.places.values():
        if place.ways:
            continue
        if opening := opening_by_moves(place.root or START, place.path, chess960=place.chess960):
            names[str(opening)] = names.get(str(opening), 0) + 1
    for name, count in sorted(names.items(), key=lambda each: -each[1])[:SHOWN]:
        typer.echo(f"{count:>6,} {'line' if count == 1 else 'lines'}: {name}")
    open_ends = list(found.unanswered)
    if open_ends:
        typer.echo(f"{len(open_ends):,} lines end before your answer, such as {_cut(open_ends[0].text())}")


@repertoire.command()
def train(
    lines: Lines,
    *,
    color: Side = None,
    count: Annotated[int, typer.Option("--count", min=1, help="End after this many positions.")] = 20,
) -> None:
    """Learn your lines by heart: positions are asked again until you know them, and then later and later.

    Your answers are kept by position in your data directory, whatever file a line stands in.
    """
    from kiebitz.collection.repertoire.training import Progress, default_path
    from kiebitz.collection.spacing import check_ready

    found = read_lines(lines, color)
    with _refusing():
        check_ready()
        progress = Progress(default_path())
        cards, later = progress.order(*found)
        for each in found:
            _tell(each, lines)
        typer.echo(f"{len(cards):,} to ask now, {later:,} later")
        right = asked = 0
        for card in cards[:count]:
            outcome = _ask(progress, card)
            if outcome is None:
                break
            asked += 1
            right += outcome
        typer.echo(f"{right} of {asked} right" if asked or cards else "nothing to ask now; come back later")


@repertoire.command()
@with_selection
def holes(
    lines: One,
    archives: Archives = None,
    *,
    color: Side = None,
    least: Annotated[int, typer.Option("--least", min=1, help="Only those met in this many games.")] = 2,
    most: Most = SHOWN,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Show what opponents play that your lines have no answer to, the most frequent first.

    Counted in your collection, or in any archive; with --player only in games of yours with this side.
    """
    said = _held(lines, archives, color, collection, select)
    rows = said.worst_holes(least)
    table = _table("After", "They play", "Games", "Of 100 there", "Your score")
    for left, share in rows[:most]:
        table.add_row(*_named(left), f"{left.games:,}", f"{100 * share:.0f}", _score(left))
    _print(table, rows, f"no hole met in {least} games")


@repertoire.command()
@with_selection
def check(
    lines: One,
    archives: Archives = None,
    *,
    color: Side = None,
    most: Most = SHOWN,
    collection: CollectionFile = None,
    select: GameSelection,
) -> None:
    """Show where your games left your lines by a move of yours; name yourself with --player.

    A game that comes back by another order of moves has not left.
    """
    if not select.player:
        warn("every game of the side counts; name yourself with --player")
    said = _held(lines, archives, color, collection, select)
    rows = said.worst_deviations()
    table = _table("After", "You played", "Your line", "Games", "Your score", "Last")
    for left in rows[:most]:
        place, move = _named(left)
        meant = left.place.san(next(iter(left.place.ways)))
        table.add_row(place, move, meant, f"{left.games:,}", _score(left), _date(left.last))
    _print(table, rows, "none of these games left your lines by a move of yours")


@repertoire.command()
def merge(
    lines: Lines,
    *,
    output: Output,
    overwrite: Overwrite = False,
    color: Side = None,
) -> None:
    """Join files of lines into one tree: what follows a position stands once, and elsewhere it is said where.

    Comments, signs, drawn arrows and evaluations stay, and the tags that all games of a side agree on. Lines of both
    sides make a tree for each.
    """
    _require_writable(output, overwrite=overwrite)
    found = read_lines(lines, color)
    write_output(output, "".join(each.text() for each in found).encode())
    for each in found:
        _tell(each, lines)
        typer.echo(f"{len(each.places):,} positions in {each.lines():,} lines: {output}")
        count, names = each.left_out()
        if count:
            warn(f"tags that games differ in are left out: {', '.join(names)} (games: {count:,})")


@repertoire.command()
def evaluate(
    lines: Lines,
    *,
    output: Output,
    overwrite: Overwrite = False,
    nodes: Nodes = None,
    again: Annotated[bool, typer.Option("--again", help="Also positions that have an evaluation.")] = False,
    color: Side = None,
) -> None:
    """Evaluate the positions of your lines, once for each: evaluations are kept in the file, as PGN has them.

    The games stay as they are otherwise. Each position is searched with 200,000 nodes (or --nodes); what has an
    evaluation isn't searched again. Ctrl-C writes what is done.
    """
    from kiebitz.collection.repertoire.evaluations import keep_evaluation, to_evaluate, worst, write_evaluations
    from kiebitz.collection.repertoire.repertoire import Repertoire
    from kiebitz.engine import Engine
    from kiebitz.engine.limit import Limit

    _require_writable(output, overwrite=overwrite)
    read = _read(lines)
    games = [each.game for each in read if each.game is not None]
    with _refusing():
        found = Repertoire(games)
    _require_moves([found], lines)
    done, interrupted = 0, False
    left = to_evaluate(found, again=again)
    try:
        with terminated_as_interrupted(), Engine() as engine:
            for key in left:
                keep_evaluation(found, key, engine.analyse(found.places[key].board(), Limit(nodes=nodes or EVALUATED)))
                done += 1
                if done % TOLD_EVERY == 0:
                    typer.echo(f"{done:,} of {len(left):,} positions", err=True)
    except KeyboardInterrupt:
        interrupted = True
    write_evaluations(found, games, set(left[:done]))
    texts = [each.raw.text.strip() if each.game is None else str(each.game) for each in read]
    write_output(output, "\n\n".join([*texts, ""]).encode())
    typer.echo(f"{done:,} positions evaluated, {len(found.places) - len(found.roots) - len(left):,} were: {output}")
    for side in _sides(games, color):
        _tell(side, lines)
        for pawns, key, move in sorted(worst(side))[:MOST_WORST]:
            if pawns < BAD_PAWNS:
                place = side.places[key]
                typer.echo(f"{pawns:+.2f}  {_cut(place.text()) or 'the start'}: {place.san(move)}")
    if interrupted:
        refuse(f"interrupted; {len(left) - done:,} positions are left; run it again on {output}", INTERRUPTED)


repertoire.command()(suggest)


def _require_writable(output: Path, *, overwrite: bool) -> None:
    """Refuse a file that can't be written, or is there."""
    require_output(output)
    require_spared(output, overwrite=overwrite)


def read_lines(lines: list[Path], color: Color | None) -> list[Repertoire]:
    """The repertoires of files, one for each side; refuses what holds no moves."""
    with _refusing():
        found = _sides([read.game for read in _read(lines) if read.game is not None], color)
    _require_moves(found, lines)
    return found


def _sides(games: list[chess.pgn.Game], color: Color | None) -> list[Repertoire]:
    """The repertoires that games are; with ``color`` that side's, or all as if they were that side's."""
    from kiebitz.collection.repertoire.repertoire import Repertoire, repertoires

    found = repertoires(games)
    if color is None:
        return found
    is_white = color is Color.WHITE
    if len(found) < 2:
        return [Repertoire(games, is_white=is_white)]
    return [each for each in found if each.is_white is is_white]


def _require_moves(found: list[Repertoire], lines: list[Path]) -> None:
    if all(len(each.places) < 2 for each in found):
        refuse(f"{', '.join(map(str, lines))}: no moves; give PGN with your lines as variations")


def _read(lines: list[Path]) -> list[ReadGame[chess.pgn.Game]]:
    """The games of files, and what is none; tells their faults."""
    from kiebitz.analysis.reading.archive import ArchiveError, read_archive
    from kiebitz.analysis.reading.reader import read_game
    from kiebitz.collection.repertoire.repertoire import has_null_moves

    found = []
    try:
        for path in lines:
            for raw in read_archive(str(path), lambda fault: warn(str(fault))):
                read = read_game(raw)
                for fault in read.faults:
                    warn(str(fault))
                if read.game is not None and has_null_moves(read.game):
                    warn(str(raw.fault("a line ends at its null move; what follows is taken for a comment")))
                found.append(read)
    except ArchiveError as error:
        refuse(str(error), FAILED)
    return found


def _held(
    lines: Path, archives: list[Path] | None, color: Color | None, collection: Path | None, select: GameSelection
) -> Held:
    """A repertoire held against the games that are meant; tells how many there were."""
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.collection.repertoire.against_games import held

    found, *others = read_lines([lines], color)
    if others:
        refuse(f"{lines} has lines for White and for Black; choose one side with --color")
    _tell(found, [lines])
    side = Color.WHITE if found.is_white else Color.BLACK
    try:
        with terminated_as_interrupted():
            games = asked_games(archives or [], select, collection, side if select.player else None)
            said = held(found, games, select.player or "")
    except ArchiveError as error:
        refuse(str(error), FAILED)
    if not said.games:
        refuse("no such game came to a position of these lines; see --color and --player", FAILED)
    yours, theirs = (sum(each.games for each in tallies.values()) for tallies in (said.deviations, said.holes))
    typer.echo(
        f"{said.games:,} games, {said.plies / said.games:.1f} plies in your lines: left by you {yours:,}, by the"
        f" opponent {theirs:,}, to their end {said.ended:,}"
    )
    return said


def _ask(progress: Progress, card: Card) -> bool | None:
    """Ask a card in the terminal; whether the answer was right, None to end."""
    place = card.place
    typer.echo(f"\n{place.text() or 'The first move'}")
    move = asked_move(place.board())
    if move is None:
        return None
    is_right = move in place.ways
    due = progress.answer(card, is_right=is_right)
    known = place.san(card.move)
    words = (
        "right" if move == card.move else f"in your lines, too; first comes {known}" if is_right else f"it is {known}"
    )
    typer.echo(f"{words}. Asked again {due:%Y-%m-%d %H:%M} UTC.")
    if comment := plain(place.ways[move if is_right else card.move].comment):
        typer.echo(clean(comment))
    return is_right


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what can't be done with the answers that are kept."""
    from kiebitz.collection.schema import CollectionError

    try:
        yield
    except CollectionError as error:
        refuse(str(error), FAILED)
    except OSError as error:
        refuse(f"your answers can't be kept: {error.strerror or error}", FAILED)
    except RuntimeError as error:
        refuse(str(error), FAILED)


def _tell(found: Repertoire, lines: list[Path]) -> None:
    typer.echo(f"{', '.join(map(str, lines))}: lines for {'White' if found.is_white else 'Black'}")


def _cut(text: str) -> str:
    """The end of a line of moves, if it is long."""
    return text if len(text) <= TEXT else f"… {text[-TEXT:].partition(' ')[2]}"


def _named(left: Leaving) -> tuple[str, str]:
    return _cut(left.place.text()) or "the start", left.place.san(left.move)


def _score(left: Leaving) -> str:
    return "–" if left.results.score is None else f"{left.results.score:.0f}%"


def _date(tag: str) -> str:
    """A date as far as it is known."""
    return clean(tag).partition("?")[0].rstrip(".")[:10] or "–"


def _table(*heads: str) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number < 3 and head not in ("Games", "Of 100 there") else "right")
    return table


def _print(table: Table, rows: Sized, nothing: str) -> None:
    from kiebitz.commandline.console import make_console

    if rows:
        make_console().print(table)
    else:
        typer.echo(nothing)
