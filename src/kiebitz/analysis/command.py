"""``kiebitz analyse``: the command that takes games through the engine and writes them down annotated."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from kiebitz.analysis.explanation.command import refuse_japanese
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.options import ANALYSED, ANALYSED_SUFFIX, ANALYSED_TOGETHER, AnalyseOptions
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.reading.selection_options import read_as, with_selection
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.fields import with_fields
from kiebitz.commandline.options import limit_of
from kiebitz.commandline.output_file import require_output
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted, warn
from kiebitz.engine.era_names import EraName

if TYPE_CHECKING:
    from kiebitz.analysis.archive_run.batch import Farm
    from kiebitz.analysis.archive_run.parquet import ParquetFolder
    from kiebitz.analysis.archive_run.request import AnalysisRequest
    from kiebitz.analysis.farm.forecast import Forecast
    from kiebitz.analysis.judging.annotate import AnalysisSettings
    from kiebitz.analysis.report.pages import Pages
    from kiebitz.engine.limit import Limit

UNASKED_CORE_HOURS = 1.0
"""So much work may begin on other machines without a question."""
LOCALE_NAMES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables that tell the language of the environment, the strongest first."""
WRITTEN_AS = {".ki2": ".kif", ".ki2u": ".kifu"}
"""The format for records whose own has no room for branches or times, unless another name is given."""
NOT_IN_SHOGI = {
    "ray": "sends games as PGN",
    "syzygy": "names tables of chess endings",
    "engine": "asks a UCI program, which plays chess",
}
"""Options that no record of shogi can have, and why."""
NO_TAGS = frozenset({"min_rating", "max_rating", "time_control", "eco", "variant"})
"""The selections that games of shogi have no tags for."""


@with_selection
@with_fields(AnalyseOptions)
def analyse(options: AnalyseOptions, *, select: GameSelection) -> None:
    """Find the mistakes in games, and write the games with annotations.

    The limit (--nodes, --depth, --movetime) applies to each position; the default is 300,000 nodes. Evaluations are
    from White's view and written as on lichess.org: [%eval 0.35], [%eval #-3]. A move that loses 5, 10 or 15
    percentage points of the winning chances gets ?!, ? or ?? and the best line as a variation: in the mean of a first
    and a second look, four times as long (two plies deeper with --depth), or by a tablebase. Accuracy is computed as
    on Lichess, see https://lichess.org/page/accuracy. docs/explain.md describes the reasons given for marks. Records
    of shogi (.kif, .ki2, .csa, .jkf) are analysed likewise, see docs/shogi.md.
    """
    if options.encoding is not None:
        select = read_as(options.encoding, select)
    from kiebitz.analysis.archive_run.batch import BatchError, run, survey
    from kiebitz.analysis.archive_run.display import Display, counted
    from kiebitz.analysis.farm.games import on_ray
    from kiebitz.analysis.farm.ray_farm import RayError
    from kiebitz.analysis.farm.shards import ShardError
    from kiebitz.analysis.judging.position_store import StoreError
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.processes.journal_file import JournalError, journal_path
    from kiebitz.programs.uci_engine import ProgramError

    request = _request(options, select)
    target, pages, show, game = request.output, request.pages, None, request.settings.game
    try:
        known = survey(request.inputs, select)
        games = known.games if known else None
        if pages and pages.is_one_page and (games is None or games > 1):
            there = "standard input may hold more" if games is None else f"there are {games:,}"
            refuse(f"{options.html} is a page for one game, and {there}; name a folder with --html")
        if options.moments and games is not None and games > 1:
            refuse(f"--moments is for one game, and there are {games:,}; leave it out")
        explain = games == 1 if options.explain is None else options.explain
        words = _language(options) if explain else None
        request = replace(request, settings=replace(request.settings, words=words))
        show = Display(known, as_json=options.as_json, to_stderr=target is None, moments=options.moments, game=game)
        machines: AbstractContextManager[Farm | None] = nullcontext()
        if options.ray:
            machines = on_ray(request, known, options.ray, tell=partial(_agree, yes=options.yes))
        request = replace(request, jobs=request.jobs_for(games))
        with terminated_as_interrupted(), machines as farm, show:
            totals = run(request, show.observer, farm=farm)
    except (ArchiveError, JournalError, RayError, StoreError) as error:
        refuse(str(error))
    except (BatchError, ProgramError, ShardError) as error:
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
        where = f" in {target}" if len(request.outputs) < 2 else ""
        done = f"{counted(show.games_done, 'game')} finished{where}, " if show else ""
        refuse(f"interrupted; {done}go on with --resume", INTERRUPTED)
    if not totals.games:
        which = "such game" if select.said else "game"
        refuse(f"no {which} in {' '.join('standard input' if name == '-' else name for name in request.inputs)}")
    if options.moments and totals.games > 1:  # of standard input, which can't be counted before
        warn(f"--moments is for one game, and there were {totals.games:,}")
    targets = list(request.outputs.values()) or ([] if target is None else [target])
    show.end(totals, targets, pages.start if pages and totals.games > totals.skipped else None, options.parquet)


def _are_shogi(names: list[str]) -> bool:
    """True if records of shogi are named, by their suffixes; refuses a mixture of both games."""
    from kiebitz.kifu.writing import is_record

    shogi = [name for name in names if is_record(name)]
    if shogi and len(shogi) < len(names):
        other = next(name for name in names if name not in shogi)
        refuse(f"{clean(shogi[0])} is shogi and {clean(other)} is not; analyse them apart")
    return bool(shogi)


def _language(options: AnalyseOptions) -> Language:
    """The language that is asked for; else that of the environment, for games that it is spoken of."""
    if options.language is not None:
        return options.language
    spoken = next(filter(None, map(os.environ.get, LOCALE_NAMES)), "")
    return Language.JAPANESE if spoken.startswith("ja") and _are_shogi(options.games) else Language.ENGLISH


def _refuse_in_shogi(options: AnalyseOptions, select: GameSelection) -> None:
    """Refuse options that make no sense for records of shogi."""
    for name, why in NOT_IN_SHOGI.items():
        if getattr(options, name):
            refuse(f"--{name} {why}; leave it out for records of shogi")
    if options.era is not EraName.TODAY:
        refuse("--era names chess programs of the past; leave it out for records of shogi")
    for name in NO_TAGS.intersection(select.said):
        refuse(f"--{name.replace('_', '-')} selects by a tag that records of shogi don't have; leave it out")


def _record_outputs(games: list[str], output: Path | None, encoding: str | None) -> dict[str, Path]:
    """Where the games of each record go: to a file of the same format; refuses what can't be, or would harm a file."""
    from kiebitz.analysis.reading.archive import ArchiveError
    from kiebitz.analysis.reading.kifu_games import raw_kifus
    from kiebitz.kifu.writing import FORMATS

    if output is not None and len(games) > 1:
        refuse(f"-o names one file, and there are {len(games)} records; leave it out")
    outputs: dict[str, Path] = {}
    for name in games:
        path = Path(name)
        suffix = path.suffix.lower()
        target = output or Path(f"{path.stem}{ANALYSED}{WRITTEN_AS.get(suffix, suffix)}")
        require_output(target, *games)
        if target.suffix.lower() not in FORMATS:
            refuse(f"{target.name}: name a file that ends with {', '.join(FORMATS)}")
        if target in outputs.values():
            refuse(f"two records would be written to {target}; analyse them apart")
        try:
            read = [raw.kifu for raw in raw_kifus(name, lambda fault: None, encoding)]
        except ArchiveError as error:
            refuse(str(error))
        if not any(kifu.lines[0].moves for kifu in read) and (encoding or target.exists()):
            doubt = f"is --encoding {encoding} right?" if encoding else f"{target} stays as it is"
            refuse(f"no move could be read in {clean(name)}; {doubt}")
        count = len(read)
        if count > 1 and FORMATS[target.suffix.lower()] != "csa":
            refuse(f"a {target.suffix} file holds one game, and {path.name} has {count}; name a .csa file with -o")
        outputs[name] = target
    return outputs


def _request(options: AnalyseOptions, select: GameSelection) -> AnalysisRequest:
    """The request of the command line; refuses what can't be done, or would harm a file."""
    from kiebitz.analysis.archive_run.request import AnalysisRequest
    from kiebitz.analysis.farm.ray_farm import LOCAL
    from kiebitz.analysis.judging.annotate import DEFAULT_NODES, AnalysisSettings
    from kiebitz.analysis.judging.judge_choice import judge_title, judged_by
    from kiebitz.engine.limit import Limit
    from kiebitz.programs.uci_engine import ProgramError

    if options.as_json and options.moments:
        refuse("--json prints every move, and --moments the worst ones for people; leave one of them out")
    is_shogi, outputs = _are_shogi(options.games), dict[str, Path]()
    games = _without_own(options.games)
    if is_shogi:
        _refuse_in_shogi(options, select)
        outputs = _record_outputs(games, options.output, select.encoding)
        target: Path | None = next(iter(outputs.values()))
    else:
        refuse_japanese(_language(options))
        target = _output_for(games, options.output)
    needy = {
        "--resume": options.resume,
        "--json": options.as_json,
        "--html": options.html,
        "--parquet": options.parquet,
        "--ray": options.ray,
    }
    if target is None and any(needy.values()):
        option = next(option for option, value in needy.items() if value)
        refuse(f"{option} needs a file for the annotated games; name one with -o")
    limit = limit_of(options.nodes, options.depth, options.movetime, Limit(nodes=DEFAULT_NODES))
    try:
        settings = AnalysisSettings(
            limit,
            options.multipv,
            options.era,
            options.threads,
            syzygy=options.syzygy,
            apart=options.apart,
            store=str(options.store) if options.store else None,
            game="shogi" if is_shogi else "chess",
        )
        settings = judged_by(settings, options.engine)
        judge_title(settings)  # Whether it starts is known before anything is done.
    except ProgramError as error:
        refuse(f"--engine: {error}")
    except ValueError as error:
        refuse(str(error))
    if options.ray and options.ray != LOCAL and options.jobs:
        refuse("a Ray cluster uses all its machines; leave --jobs out, or use --ray local")
    _check_tables(options.syzygy)
    if not (options.overwrite or options.resume):
        for each in outputs.values() or filter(None, [target]):
            _spare(each, limit)
    return AnalysisRequest(
        tuple(games),
        target,
        settings,
        select,
        options.jobs,
        options.resume,
        records=options.as_json,
        pages=_pages_at(options.html, options, settings, [*games, str(target)]) if options.html else None,
        outputs=outputs,
        parquet=_columns_in(options.parquet) if options.parquet else None,
    )


def _agree(expected: Forecast, *, yes: bool) -> None:
    """Say what the work will cost, and ask whether to begin if that is much."""
    typer.echo(f"kiebitz: {expected}", err=True)
    if yes or expected.core_hours <= UNASKED_CORE_HOURS:
        return
    if not sys.stdin.isatty():
        refuse("this takes more than an hour of work; start it with --yes")
    if not typer.confirm("Begin?", err=True):
        refuse("not started")


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
    own = [path for path in games if Path(path).stem.endswith(ANALYSED) or Path(path).name == ANALYSED_TOGETHER]
    if len(own) == len(games):
        return games
    for path in own:
        typer.echo(f"kiebitz: {path} is analysed already; left out (name it alone to analyse it again)", err=True)
    return [path for path in games if path not in own]


def _spare(target: Path, limit: Limit) -> None:
    """Refuse to write over an analysis for which each position was searched longer, or over what is no analysis."""
    from kiebitz.analysis.archive_run.earlier import why_spared

    if why := why_spared(target, limit):
        refuse(f"{why}; name another -o, or --overwrite it")


def _pages_at(html: Path, options: AnalyseOptions, settings: AnalysisSettings, taken: list[str]) -> Pages:
    """Where pages go; refuses what would harm a file that isn't ours, an input, or the annotated games."""
    from kiebitz.analysis.reading.archive import STANDARD_INPUT
    from kiebitz.analysis.report.pages import Pages, PagesError

    for name in taken:
        if name != STANDARD_INPUT and html.resolve() == Path(name).resolve():
            refuse(f"{html} is the input, or the annotated games; name another page with --html")
    pages = Pages(html, _language(options), settings.limit, settings.game)
    try:
        pages.check(may_replace=options.overwrite)
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
    require_output(output, *(path for path in games if path != STANDARD_INPUT), packs=".gz")
    return output
