"""``kiebitz analyse``: the command that takes games through the engine and writes them down annotated."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.analysis.explanation.command import InLanguage
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import with_selection
from kiebitz.commandline.options import (
    AsEra,
    Depth,
    Movetime,
    MultiPV,
    Nodes,
    Resume,
    Syzygy,
    Threads,
    jobs_option,
    limit_of,
)
from kiebitz.commandline.refusal import (
    FAILED,
    INTERRUPTED,
    refuse,
    require_directory_of,
    terminated_as_interrupted,
    warn,
)
from kiebitz.engine.eras import EraName

if TYPE_CHECKING:
    from kiebitz.analysis.archive_run.batch import Farm
    from kiebitz.analysis.archive_run.parquet import ParquetFolder
    from kiebitz.analysis.farm.forecast import Forecast
    from kiebitz.analysis.report.pages import Pages
    from kiebitz.engine.limit import Limit

ANALYSED_SUFFIX = ".analysed.pgn"
ANALYSED_TOGETHER = "analysed.pgn"
UNASKED_CORE_HOURS = 1.0
"""So much work may begin on other machines without a question."""


@with_selection
def analyse(
    games: Annotated[
        list[str],
        typer.Argument(metavar="GAME.pgn...", help="PGN files, also .gz and .zst, or folders of them; - for stdin."),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="OUT.pgn",
            help="Where the annotated games go, compressed if it ends with .gz; - for stdout, and tables to stderr "
            f"(default: NAME{ANALYSED_SUFFIX} here; {ANALYSED_TOGETHER} for several files).",
            show_default=False,
        ),
    ] = None,
    nodes: Nodes = None,
    depth: Depth = None,
    movetime: Movetime = None,
    jobs: Annotated[
        int | None,
        jobs_option("Games at a time, each in a process of its own", "one a processor core, fewer with --threads"),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="local|ADDRESS",
            help="Share the work among the machines of a Ray cluster; 'local': of a Ray begun here (docs/data.md).",
            show_default=False,
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask before hours of Ray's work.")] = False,
    threads: Threads = 1,
    multipv: MultiPV = 1,
    era: AsEra = EraName.TODAY,
    resume: Resume = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write over a deeper analysis, and over pages of others.")
    ] = False,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="OUT.html|FOLDER",
            help="Show one game as a web page OUT.html, or write a page for each game, and an index, into a folder.",
            show_default=False,
        ),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="FOLDER",
            help="Write games, moves, positions and openings as columns into a folder, too (docs/data.md).",
            show_default=False,
        ),
    ] = None,
    explain: Annotated[
        bool | None,
        typer.Option(
            "--explain/--no-explain",
            help="Say why a move has its mark, where that can be proven (default: of one game).",
            show_default=False,
        ),
    ] = None,
    language: InLanguage = Language.ENGLISH,
    syzygy: Syzygy = None,
    store: Annotated[
        Path | None,
        typer.Option(
            "--store",
            metavar="FILE",
            help="Keep what is found of positions of the opening for other games and runs (docs/data.md).",
            show_default=False,
        ),
    ] = None,
    apart: Annotated[
        bool, typer.Option("--apart", help="Search these as --store does, without one: the output is the same.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a game instead of tables.")] = False,
    select: GameSelection,
) -> None:
    """Say what went wrong in games, and write them down annotated.

    The limit (--nodes, --depth, --movetime) is for one position; without any it is 300,000 nodes. Evaluations are
    written as lichess.org does, from White's view: [%eval 0.35], [%eval #-3]; moves that lose 5, 10 or 15 percentage
    points of the winning chances get ?!, ? or ?? and the best line as a variation, if a second search, four times as
    long (with --depth two plies deeper), of the move and the better one confirms it, or tablebases do. Accuracy is
    Lichess's, see https://lichess.org/page/accuracy. What the reasons for marks mean, docs/explain.md says.
    """
    from kiebitz.analysis.archive_run.batch import BatchError, run, survey
    from kiebitz.analysis.archive_run.display import Display, counted
    from kiebitz.analysis.farm.games import on_ray
    from kiebitz.analysis.farm.ray_farm import LOCAL, RayError
    from kiebitz.analysis.farm.shards import ShardError
    from kiebitz.analysis.judging.annotate import DEFAULT_NODES, AnalysisSettings
    from kiebitz.analysis.judging.position_store import StoreError
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.engine.limit import Limit
    from kiebitz.processes.cores import usable_cores
    from kiebitz.processes.journal_file import JournalError, journal_path

    games = _without_own(games)
    target = _output_for(games, output)
    needy = {"--resume": resume, "--json": as_json, "--html": html, "--parquet": parquet, "--ray": ray}
    if target is None and any(needy.values()):
        option = next(option for option, value in needy.items() if value)
        refuse(f"{option} needs a file for the annotated games; name one with -o")
    limit = limit_of(nodes, depth, movetime, Limit(nodes=DEFAULT_NODES))
    try:
        kept = str(store) if store else None
        settings = AnalysisSettings(limit, multipv, era, threads, syzygy=syzygy, apart=apart, store=kept)
    except ValueError as error:
        refuse(str(error))
    if ray and ray != LOCAL and jobs:
        refuse("how many work in a Ray cluster is a matter of its machines; leave --jobs out, or name --ray local")
    _check_tables(syzygy)
    if target is not None and not (overwrite or resume):
        _spare_deeper(target, settings.limit)
    pages = _pages_at(html, language, settings.limit, [*games, str(target)], overwrite=overwrite) if html else None
    columns = _columns_in(parquet) if parquet else None
    show = None
    try:
        known = survey(games, select)
        processors = jobs
        jobs = jobs or max(1, usable_cores() // threads)
        jobs = min(jobs, known.games or 1) if known else jobs
        if pages and pages.is_one_page and (known is None or known.games > 1):
            there = f"there are {known.games:,}" if known else "standard input may hold more"
            refuse(f"{html} is a page for one game, and {there}; name a folder with --html")
        if explain is None:
            explain = known is not None and known.games == 1
        settings = replace(settings, words=language if explain else None)
        show = Display(known, as_json=as_json, to_stderr=target is None)
        machines: AbstractContextManager[Farm | None] = nullcontext()
        if ray and target:
            agree = partial(_agree, yes=yes)
            machines = on_ray(games, target, settings, known, ray, jobs=processors, select=select, tell=agree)
        with terminated_as_interrupted(), machines as farm, show:
            totals = run(
                games,
                target,
                settings,
                show.observer,
                jobs=jobs,
                resume=resume,
                records=as_json,
                pages=pages,
                parquet=columns,
                farm=farm,
                select=select,
            )
    except (ArchiveError, JournalError, RayError, StoreError) as error:
        refuse(str(error))
    except (BatchError, ShardError) as error:
        refuse(str(error), FAILED)
    except OSError as error:
        if error.filename is None and (target is None or isinstance(error, BrokenPipeError)):
            raise  # of standard output, as any command's
        refuse(f"{error.filename or target}: {error.strerror or error}", FAILED)
    except KeyboardInterrupt:
        if target is None:
            refuse(f"interrupted; {counted(show.games_done if show else 0, 'game')} finished", INTERRUPTED)
        if not journal_path(target).exists():
            refuse("interrupted before any game was finished; nothing was written", INTERRUPTED)
        done = f"{counted(show.games_done, 'game')} finished in {target}, " if show else ""
        refuse(f"interrupted; {done}go on with --resume", INTERRUPTED)
    if not totals.games:
        which = "such game" if select.said else "game"
        refuse(f"no {which} in {' '.join('standard input' if name == '-' else name for name in games)}")
    show.end(totals, target, pages.start if pages and totals.games > totals.skipped else None, parquet)


def _agree(expected: Forecast, *, yes: bool) -> None:
    """Say what the work will cost, and ask whether to begin if that is much."""
    typer.echo(f"kiebitz: {expected}", err=True)
    if yes or expected.core_hours <= UNASKED_CORE_HOURS:
        return
    if not sys.stdin.isatty():
        refuse("that is more than an hour, and nobody is there to be asked: --yes begins")
    if not typer.confirm("Begin?", err=True):
        refuse("not begun")


def _check_tables(syzygy: str | None) -> None:
    """Refuse directories of which none can be read, before anything is done; tell those that can't be."""
    from kiebitz.engine.tablebase import TablebaseError, opened

    try:
        with opened(syzygy) as tables:
            for fault in tables.faults if tables else ():
                warn(f"{fault}; the other directories are used")
    except TablebaseError as error:
        refuse(str(error))


def _without_own(games: list[str]) -> list[str]:
    """The archives without outputs of earlier runs, which a pattern or a folder brings in; alone they are taken."""
    from kiebitz.analysis.reading.archive import ArchiveError, archives_in

    try:
        games = archives_in(games)
    except ArchiveError as error:
        refuse(str(error))
    own = [path for path in games if path.endswith(ANALYSED_SUFFIX) or Path(path).name == ANALYSED_TOGETHER]
    if len(own) == len(games):
        return games
    for path in own:
        typer.echo(f"kiebitz: {path} is analysed already; left out (name it alone to analyse it again)", err=True)
    return [path for path in games if path not in own]


def _spare_deeper(target: Path, limit: Limit) -> None:
    """Refuse to write over an analysis for which each position was searched longer."""
    from kiebitz.analysis.judging.annotate import LIMIT_TAG, is_shallower
    from kiebitz.analysis.reading.archive import ArchiveError, read_archive
    from kiebitz.analysis.reading.reader import read_game
    from kiebitz.processes.journal_file import journal_path

    if not target.is_file() or journal_path(target).exists():
        return
    try:
        # An unreadable file is no analysis; whether it can be written to, the run finds out.
        first = next(read_archive(str(target), lambda fault: None), None)
    except (ArchiveError, OSError):
        return
    earlier = read_game(first).headers.get(LIMIT_TAG, "") if first else ""
    if is_shallower(limit, earlier):
        refuse(f"{target} was analysed with {earlier} a position, deeper than this; name another -o, or --overwrite it")


def _pages_at(html: Path, language: Language, limit: Limit, taken: list[str], *, overwrite: bool) -> Pages:
    """Where pages go; refuses what would harm a file that isn't ours, an input, or the annotated games."""
    from kiebitz.analysis.reading.archive import STANDARD_INPUT
    from kiebitz.analysis.report.pages import Pages, PagesError

    for name in taken:
        if name != STANDARD_INPUT and html.resolve() == Path(name).resolve():
            refuse(f"{html} is the input, or the annotated games; name another page with --html")
    pages = Pages(html, language, limit)
    try:
        pages.check(may_replace=overwrite)
    except PagesError as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or html}: {error.strerror or error}", FAILED)
    return pages


def _columns_in(folder: Path) -> ParquetFolder:
    """Where columns go; refuses where they can't."""
    from kiebitz.analysis.archive_run.parquet import ParquetError, ParquetFolder

    columns = ParquetFolder(folder)
    try:
        columns.check()
    except ParquetError as error:
        refuse(str(error))
    return columns


def _output_for(games: list[str], output: Path | None) -> Path | None:
    """Where the annotated games go, None for standard output; refuses what would harm an input or can't be written."""
    from kiebitz.analysis.reading.archive import STANDARD_INPUT, ArchiveError, check_readable

    if games.count(STANDARD_INPUT) > 1:
        refuse("standard input (-) can be read only once")
    try:
        for path in games:
            check_readable(path)
    except ArchiveError as error:
        refuse(str(error))
    if output is None:
        name = Path(games[0]).name.removesuffix(".gz").removesuffix(".zst").removesuffix(".pgn")
        name = "stdin" if games[0] == STANDARD_INPUT else name
        output = Path(f"{name}{ANALYSED_SUFFIX}" if len(games) == 1 else ANALYSED_TOGETHER)
    if str(output) == STANDARD_INPUT:
        return None
    require_directory_of(output)
    if output.is_dir():
        refuse(f"{output} is a directory; name a file in it with -o")
    for path in games:
        if path != STANDARD_INPUT and output.exists() and output.samefile(path):
            refuse(f"{output} is the input; name another output with -o")
    return output
