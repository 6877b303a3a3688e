"""``kiebitz.analyse_games``: archives analysed into a file, by the processes of this machine or by many machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path

from kiebitz.analysis.archive_run.batch import (
    BatchError,
    Farm,
    Observer,
    Survey,
    Totals,
    network_of,
    recipe,
    run,
    survey,
)
from kiebitz.analysis.archive_run.earlier import why_spared
from kiebitz.analysis.archive_run.parquet import ParquetError, ParquetFolder
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.farm.forecast import Forecast, forecast
from kiebitz.analysis.farm.ray_farm import RayError, RayFarm, connected
from kiebitz.analysis.farm.shards import ShardError, ShardFolder
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.judge_choice import judged_by
from kiebitz.analysis.judging.position_limit import position_limit
from kiebitz.analysis.judging.position_store import StoreError
from kiebitz.analysis.reading.archive import STANDARD_INPUT, ArchiveError, PgnFault, archives_in
from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.limit import LimitLike
from kiebitz.kifu.writing import is_record
from kiebitz.processes.journal_file import JournalError

SHARD_S = 15.0
"""The time of one engine's work on a shard, about."""
ARGUMENTS = {
    "with -o": "as output",
    "--resume": "resume=True",
    "--jobs": "jobs",
    "--parquet": "parquet=…",
    "--store": "store=…",
}
"""Options that errors name, and the arguments that they are here."""


def analyse_games(
    games: str | Path | Sequence[str | Path],
    output: str | Path,
    limit: LimitLike | None = None,
    *,
    jobs: int | None = None,
    ray: str | None = None,
    resume: bool = False,
    overwrite: bool = False,
    parquet: str | Path | None = None,
    multipv: int = 1,
    era: str = TODAY,
    threads: int = 1,
    words: Language | str | None = None,
    syzygy: str | None = None,
    store: str | Path | None = None,
    apart: bool = False,
    engine: str | None = None,
    select: GameSelection = EVERY_GAME,
    shard_s: float = SHARD_S,
    on_forecast: Callable[[Forecast], None] = lambda expected: None,
    on_fault: Callable[[PgnFault], None] = lambda fault: None,
    on_progress: Callable[[float, int], None] = lambda characters, games: None,
) -> Totals:
    """Analyse the games of PGN files and folders, and write them annotated, as ``kiebitz analyse`` does.

    ``select`` says which games are wanted. ``limit`` is for each position: nodes, depth or movetime_ms; by default
    300,000 nodes. ``jobs`` processes of this machine share the work, by default one for each core. With
    ``ray``, the address of a Ray cluster, its machines do, each with shards of about ``shard_s`` seconds; ``"local"``
    starts one here, of ``jobs`` processors. An interrupted run goes on with ``resume``. A deeper analysis, and a file
    that is none, are written over with ``overwrite`` only.

    ``parquet`` names a folder for columns, ``store`` a file that keeps what is found of positions of the opening;
    ``apart`` gives the same output without one. ``engine`` is another program that judges, described as
    ``COMMAND;OPTION=VALUE``. ``on_forecast`` is told before a cluster begins what it will cost, and
    prevents it by an exception; ``on_progress`` how many characters and games are done.

    Raises ValueError for another limit, an output that is spared and a record of shogi, ArchiveError, JournalError,
    BatchError, ParquetError, ProgramError, RayError, ShardError, StoreError and OSError, with messages for people.
    """
    with _in_python():
        inputs = archives_in(str(path) for path in ([games] if isinstance(games, str | Path) else games))
        target = Path(output)
        if any(target.exists() and path != STANDARD_INPUT and target.samefile(path) for path in inputs):
            raise ValueError(f"{target} is the input; name another output")
        if records := list(filter(is_record, inputs)):
            raise ValueError(f"{records[0]} is a record of shogi, and this writes PGN; run 'kiebitz analyse' on it")
        wanted = position_limit(limit)
        if not (resume or overwrite) and (why := why_spared(target, wanted)):
            raise ValueError(f"{why}; name another output, or pass overwrite=True")
        settings = AnalysisSettings(
            wanted,
            multipv,
            era,
            threads,
            words=None if words is None else Language(words),
            syzygy=syzygy,
            apart=apart,
            store=None if store is None else str(store),
        )
        settings = judged_by(settings, engine)
        columns = ParquetFolder(Path(parquet)) if parquet is not None else None
        if columns:
            columns.check()
        request = AnalysisRequest(tuple(inputs), target, settings, select, jobs, resume, parquet=columns)
        known = survey(inputs, select)
        machines: AbstractContextManager[Farm | None] = nullcontext()
        if ray is not None:
            machines = on_ray(request, known, ray, shard_s=shard_s, tell=on_forecast)
        observer = Observer(on_fault, lambda raw, outcome: None, lambda summary, record: None, on_progress)
        request = replace(request, jobs=request.jobs_for(known.games if known else None))
        with machines as farm:
            return run(request, observer, farm=farm)


@contextmanager
def _in_python() -> Iterator[None]:
    """Errors name arguments of ``analyse_games`` where the command would name options."""
    try:
        yield
    except (ArchiveError, BatchError, JournalError, ParquetError, RayError, ShardError, StoreError) as error:
        text = str(error)
        for option, argument in ARGUMENTS.items():
            text = text.replace(option, argument)
        raise type(error)(text) from error


@contextmanager
def on_ray(
    request: AnalysisRequest,
    known: Survey | None,
    address: str,
    *,
    shard_s: float = SHARD_S,
    tell: Callable[[Forecast], None],
) -> Iterator[Farm]:
    """The machines of a Ray cluster for one run; its shards are deleted when the run is complete.

    ``tell`` is told beforehand what it will cost. Raises RayError, and as ``forecast`` and ``ShardFolder``.
    """
    if known is None or request.output is None:
        raise RayError(f"Ray needs the games in files, to forecast the cost; name files, not {STANDARD_INPUT}")
    expected = forecast(request, known)
    tell(expected)
    folder = ShardFolder(request.output, recipe(request.settings, network_of(request.settings)))
    with connected(address, request.jobs):
        yield RayFarm(folder, lambda: expected.characters_in(shard_s))
    folder.delete()
