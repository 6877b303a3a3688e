"""``kiebitz data``: training data of other trainers. ``cli`` registers ``data`` as a group of commands.

Exit status: 0, 1 if a file can't be written, 2 for a mistake on the command line or a file that can't be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kiebitz.commandline.options import Overwrite
from kiebitz.commandline.output_file import require_output, require_spared
from kiebitz.commandline.refusal import FAILED, refuse, warn

if TYPE_CHECKING:
    from kiebitz.core.records.entries import Entries
    from kiebitz.core.records.shogi_entries import ShogiEntries

data = typer.Typer(
    help="Training data of chess (bin, binpack, bullet) and shogi (psv, hcpe), as text and as Parquet.",
    no_args_is_help=True,
)
Input = Annotated[Path, typer.Argument(metavar="FILE", help="The file to read; its name's end says the format.")]
Output = Annotated[Path, typer.Argument(metavar="OUT", help="The file to write, likewise.")]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", help="Format of FILE: plain, bin, binpack, bullet, psv, hcpe, parquet."),
]
To = Annotated[str | None, typer.Option("--to", metavar="FORMAT", help="Format of OUT.")]
PERCENT = 100


@data.command()
def convert(
    source: Input, target: Output, *, overwrite: Overwrite = False, read_as: From = None, write_as: To = None
) -> None:
    """Write training data in another format.

    What a format has no room for is left out: bullet's has no moves, plies, castling rights or counts, and shows every
    position with White to move; a binpack takes the number of the move from the ply; an hcpe has no ply.
    """
    with _refusing(source, target):
        count = 0
        with _written(source, target, read_as, write_as, overwrite=overwrite) as (all_entries, add):
            for entries in all_entries:
                add(entries)
                count += entries.count
    typer.echo(f"{count:,} positions: {target}")


@data.command()
def dedupe(
    source: Input, target: Output, *, overwrite: Overwrite = False, read_as: From = None, write_as: To = None
) -> None:
    """Write each position once: its first entry.

    Equal are positions with the same men, side to move, castling rights and en passant square; in shogi with the same
    men, hands and side to move. 16 bytes or more of memory for each.
    """
    from kiebitz.core.records.key_set import KeySet

    with _refusing(source, target):
        known, dropped = KeySet(), 0
        with _written(source, target, read_as, write_as, overwrite=overwrite) as (all_entries, add):
            for entries in all_entries:
                dropped += entries.drop_known(known)
                add(entries)
    typer.echo(f"{known.count:,} of {known.count + dropped:,} positions: {target}")


@data.command()
def relabel(
    source: Input,
    target: Output,
    *,
    teacher: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Chess: a network of Stockfish ('kiebitz teacher cut'). Default: Kiebitz's own."
        ),
    ] = None,
    overwrite: Overwrite = False,
    read_as: From = None,
    write_as: To = None,
) -> None:
    """Score each position anew by a network, in centipawns, in the view of the side to move."""
    with _refusing(source, target):
        count = scored = 0
        with _written(source, target, read_as, write_as, overwrite=overwrite) as (all_entries, add):
            score = None
            for entries in all_entries:
                score = score or _scorer(entries, teacher)
                scored += score(entries)
                count += entries.count
                add(entries)
    if scored < count:
        warn(f"{count - scored:,} positions that no game leads to keep their scores")
    typer.echo(f"{scored:,} positions: {target}")


@data.command()
def stat(source: Input, read_as: From = None) -> None:
    """Count what is in a file of training data."""
    import numpy as np

    from kiebitz.arena.records.files import format_of, read_entries

    with _refusing(source, source):
        count = checks = captures = men = games = 0
        results, total, last_ply = np.zeros(3, np.int64), 0.0, -1
        for entries in read_entries(source, format_of(source, read_as)):
            scores, plies, ended = (
                np.frombuffer(part, kind) for part, kind in zip(entries.numbers(), ("i2", "u2", "i1"), strict=True)
            )
            told = entries.counts()
            checks, captures, men = checks + told[0], captures + told[1], men + told[2]
            count += entries.count
            results += np.bincount(ended.astype(np.int64) + 1, minlength=3)
            total += float(np.abs(scores.astype(np.int64)).sum())
            steps = np.diff(np.concatenate(([last_ply], plies.astype(np.int64))))
            games += int((steps != 1).sum()) + (last_ply < 0 and count > 0 and int(steps[0] == 1))
            last_ply = int(plies[-1])
    _require_some(count, source)
    typer.echo(f"{count:,} positions in {games:,} chains of moves")
    share = [PERCENT * int(number) / count for number in results]
    typer.echo(f"the side to move: won {share[2]:.1f}%, drawn {share[1]:.1f}%, lost {share[0]:.1f}%")
    typer.echo(f"scores: {total / count:.0f} on average, without their sign")
    typer.echo(f"in check {PERCENT * checks / count:.1f}%, captures {PERCENT * captures / count:.1f}%")
    typer.echo(f"men: {men / count:.1f} on average")


def _require_some(count: int, source: Path) -> None:
    if not count:
        refuse(f"{source} has no positions")


def _scorer(entries: Entries | ShogiEntries, teacher: Path | None) -> Callable[[Any], int]:
    """A function that scores entries of a game anew, and says how many it could."""
    from kiebitz.core.evaluation.nnue.file import NnueError, read_nnue
    from kiebitz.core.records.entries import Entries
    from kiebitz.engine.engine import Engine, ShogiEngine

    if not isinstance(entries, Entries):
        if teacher is not None:
            refuse("--teacher is a network of chess, and these are positions of shogi; leave it out")
        with ShogiEngine(hash_mb=1) as shogi_engine:
            shogi_evaluator = shogi_engine.evaluator()
        return lambda entries: entries.relabel(shogi_evaluator)
    try:
        asked = None if teacher is None else read_nnue(teacher)
    except NnueError as error:
        refuse(f"{teacher}: {error}", FAILED)
    with Engine(hash_mb=1) as engine:
        evaluator = engine.evaluator()
    return lambda entries: entries.relabel(evaluator, asked)


@contextmanager
def _written(
    source: Path, target: Path, read_as: str | None, write_as: str | None, *, overwrite: bool
) -> Iterator[tuple]:  # type: ignore[type-arg]
    """The entries of a file, and what adds them to the other."""
    from kiebitz.arena.records.files import format_of, game_of, read_entries, writing

    require_output(target, source)
    require_spared(target, overwrite=overwrite)
    forms = format_of(source, read_as), format_of(target, write_as)
    count = 0

    def counted() -> Iterator[Any]:
        nonlocal count
        for entries in read_entries(source, forms[0]):
            count += entries.count
            yield entries

    with writing(target, forms[1], game_of(source, forms[0])) as writer:
        yield counted(), writer.add
        _require_some(count, source)


@contextmanager
def _refusing(source: Path, target: Path) -> Iterator[None]:
    """End the command if something can't be read or written."""
    from kiebitz.arena.records.files import RecordError

    try:
        yield
    except RecordError as error:
        refuse(str(error))
    except FileNotFoundError as error:
        refuse(f"{error.filename or source} doesn't exist")
    except OSError as error:
        refuse(f"{error.filename or target}: {error.strerror or error}", FAILED)
