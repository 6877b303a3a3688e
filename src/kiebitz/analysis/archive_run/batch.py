"""Whole archives analysed: games go to several processes and come back in the order they were read.

Each process has a judge of its own, our engine or another program, which forgets everything between two games, so that
with a limit of nodes or depth, and one thread, the outcome is the same however many processes there are. Others may do
the work of these processes (``Farm``); order, output and what makes a run resumable are the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import chess.pgn

import kiebitz
from kiebitz.analysis.archive_run.journal import Journal, StandardOutput, digest
from kiebitz.analysis.archive_run.parquet import about
from kiebitz.analysis.archive_run.record import SKIPPED, SUMMARY, game_record, status_of, summary_record
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.judging.annotate import AnalysisSettings, GameAnalysis, analyse_game, export, write_into
from kiebitz.analysis.judging.judge_choice import chosen_judge, judge_title, own_engine
from kiebitz.analysis.judging.position_store import PositionStore, opened_store
from kiebitz.analysis.judging.written_kifu import written_back
from kiebitz.analysis.reading.archive import STANDARD_INPUT, PgnFault, RawGame
from kiebitz.analysis.reading.games import raw_games
from kiebitz.analysis.reading.kifu_games import RawKifu, pgn_tags, read_raw
from kiebitz.analysis.reading.selection import EVERY_GAME, GameSelection
from kiebitz.engine.judge import Judge
from kiebitz.engine.tablebase import Tablebase, TablebaseError, opened
from kiebitz.kifu.csa_reader import SEPARATOR
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.writing import kifu_data
from kiebitz.processes.fresh_process import FRESH
from kiebitz.processes.journal_file import JournalError
from kiebitz.processes.shortage import REMEDY, shortage, shortage_as
from kiebitz.processes.worker_pool import Promised, WorkerPool
from kiebitz.programs.uci_engine import ProgramError, ProgramFailure

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

    WorkerState: TypeAlias = tuple[Judge, AnalysisSettings, Tablebase | None, PositionStore | None, Synchronized[float]]

GAMES_AHEAD_A_JOB = 4
"""Number of games handed out before the oldest one is back: enough for no process to wait, few enough to hold."""
POLL_S = 0.1
"""The time between two looks at progress while processes work."""


class BatchError(Exception):
    """A run that could not go on; what was done is safe."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one game."""

    pgn: str | None
    """The game for the output, as it was read if it couldn't be analysed; None for what isn't a game."""
    record: dict[str, Any]
    """The whole game as plain data (see ``record``)."""
    faults: tuple[PgnFault, ...]
    analysis: GameAnalysis | None
    """None if the game couldn't be analysed, or a ``Farm``, which returns records only, analysed it."""
    kifu: Kifu | None = None
    """The annotated game, if it is one of shogi: in place of ``pgn``."""

    @property
    def is_game(self) -> bool:
        """True if there was a game, if only one that couldn't be analysed."""
        return self.pgn is not None or self.kifu is not None

    @property
    def is_analysed(self) -> bool:
        """True if the game could be analysed, if only in part."""
        return bool(self.record["status"] != SKIPPED)

    @property
    def summary(self) -> dict[str, Any]:
        """Its row in the overview."""
        return {name: self.record[name] for name in SUMMARY}


@dataclass(slots=True)
class Totals:
    """The totals of a run, an earlier one that it resumed included."""

    analysed: int = 0
    in_part: int = 0
    skipped: int = 0

    def count(self, summary: dict[str, Any]) -> None:
        """Count a game by the status in its summary."""
        if summary["status"] == "analysed":
            self.analysed += 1
        elif summary["status"] == "in part":
            self.in_part += 1
        else:
            self.skipped += 1

    @property
    def games(self) -> int:
        """Games read, whatever became of them."""
        return self.analysed + self.in_part + self.skipped


@dataclass(frozen=True, slots=True)
class Survey:
    """The amount of work."""

    games: int
    characters: int


class Progress:
    """The work done so far, in characters of input."""

    def __init__(self, tell: Callable[[float, int], None], games: int) -> None:
        self._tell = tell
        self._games = games
        self.done_before = 0.0
        """Characters of the games that an earlier run has done."""

    def show(self, characters: float) -> None:
        """Report progress: characters of the games done by this run."""
        self._tell(self.done_before + characters, self._games)

    def game_done(self) -> None:
        """Count a game that is safe in the output."""
        self._games += 1


Games: TypeAlias = "Iterator[tuple[RawGame, bool]]"
"""All games of the inputs in their order, each with whether it is left to do: those before are an earlier run's."""
Outcomes: TypeAlias = "Generator[tuple[RawGame, Outcome], None, None]"
"""The outcomes of the games that are left, in their order."""
Farm: TypeAlias = "Callable[[Games, AnalysisSettings, Progress], Outcomes]"
"""Those who analyse games in the place of this machine's processes."""


@dataclass(frozen=True, slots=True)
class Observer:
    """Whom a run reports to."""

    on_fault: Callable[[PgnFault], None]
    """Something is wrong with an input."""
    on_game: Callable[[RawGame, Outcome], None]
    """A game is done, and safe in the output."""
    on_done_before: Callable[[dict[str, Any], dict[str, Any] | None], None]
    """An earlier run left this game done: its summary, and its record if there is one."""
    on_progress: Callable[[float, int], None]
    """Characters of input done (fractions within a game included), and games done."""


def survey(inputs: Sequence[str], select: GameSelection = EVERY_GAME) -> Survey | None:
    """Count the games wanted of all inputs; None if one is standard input, which can be read only once."""
    if STANDARD_INPUT in inputs:
        return None
    games = characters = 0
    for raw in raw_games(inputs, select, lambda fault: None):
        games += 1
        characters += len(raw.text)
    return Survey(games, characters)


def analyse_raw(
    raw: RawGame,
    judge: Judge,
    settings: AnalysisSettings,
    on_position: Callable[[int, int], None] = lambda done, of: None,
    tablebase: Tablebase | None = None,
    *,
    store: PositionStore | None = None,
) -> Outcome:
    """One game from its text to its annotated PGN. Whatever is wrong with the game comes back as a fault.

    What the system has not enough of is none of the game's faults, and raises (``kiebitz.processes.shortage``); so does
    a judge that doesn't start any more (ProgramError).
    """
    read = read_raw(raw)
    faults = list(read.faults)
    analysis = None
    if read.game is not None:
        try:
            analysis = analyse_game(read.game, judge, settings, on_position, tablebase, store=store)
        except ProgramError:
            raise
        except (TablebaseError, ProgramFailure) as error:
            faults.append(raw.fault(f"not analysed: {error}"))
        except Exception as error:
            if shortage(error):
                raise
            # One game that goes wrong must not end a run over thousands.
            faults.append(raw.fault(f"not analysed: {type(error).__name__}: {error} (please report this)"))
    if store:
        store.write()
        if fault := store.take_fault():
            faults.append(raw.fault(fault))
    status = SKIPPED if analysis is None else status_of(read.is_whole)
    if isinstance(raw, RawKifu):
        tags = pgn_tags(raw.kifu)
        summary = summary_record(raw, status, tags, analysis)
        record = game_record(summary, tags, raw.kifu.sfen, analysis, tuple(faults), kifu=raw.kifu)
        annotated = written_back(raw.kifu, analysis) if analysis else raw.kifu
        return Outcome(None, record, tuple(faults), analysis, annotated if read.is_game else None)
    pgn, start_fen = raw.text.strip() + ("}" if raw.unclosed_comment else ""), None
    if analysis and isinstance(read.game, chess.pgn.Game):
        start_fen = read.game.board().fen()
        write_into(read.game, analysis)
        pgn = export(read.game)
    summary = summary_record(raw, status, read.headers, analysis)
    record = game_record(summary, read.headers, start_fen, analysis, tuple(faults))
    return Outcome(pgn if read.is_game else None, record, tuple(faults), analysis)


@shortage_as(BatchError, f"{REMEDY}; then go on with --resume")
def run(request: AnalysisRequest, observer: Observer, *, farm: Farm | None = None) -> Totals:
    """Run the request. A ``farm``, if given, analyses the games instead of processes of this machine.

    Raises ArchiveError, JournalError, BatchError, StoreError and OSError, each with a message for the user; whatever it
    is, games that were told to ``on_game`` are safe, and a request to resume goes on after them.
    """
    settings, select, pages, parquet = request.settings, request.select, request.pages, request.parquet
    with opened_store(settings.store):
        pass  # What is no store is told before anything is done.
    totals = Totals()
    network = network_of(settings)
    keeps_records = request.records or parquet is not None
    jobs = request.jobs_for(None)
    with _output_of(request, network) as journal:
        try:
            for game in journal.done_games():
                totals.count(game.summary)
                observer.on_done_before(game.summary, game.record)
            progress = Progress(observer.on_progress, totals.games)
            games = _games(request.inputs, select, journal, observer.on_fault, progress)
            outcomes = (farm or (partial(_in_processes, jobs) if jobs > 1 else _here))(games, settings, progress)
            with closing(outcomes):
                for raw, outcome in outcomes:
                    for fault in outcome.faults:
                        observer.on_fault(fault)
                    if not outcome.is_game:
                        continue
                    output = request.outputs.get(raw.file, request.output)
                    data, between, left_out = _written(outcome, output)
                    journal.write(data, between, output)
                    if left_out:
                        observer.on_fault(raw.fault(f"{output} has no room for: {', '.join(left_out)}"))
                    if pages and outcome.is_analysed:
                        pages.write(totals.games + 1, outcome.record)
                    journal.note(raw, outcome.summary, outcome.record if keeps_records else None)
                    totals.count(outcome.summary)
                    observer.on_game(raw, outcome)
                    progress.game_done()
        except BaseException:
            if not journal.is_needed and farm is None:
                journal.complete()  # nothing is done: nothing to resume, whatever ended the run
            raise
        if pages and totals.games:
            pages.write_index(game.summary for game in journal.done_games())
        if parquet and totals.games:
            parquet.write((game.record for game in journal.done_games() if game.record), about(settings, network))
        journal.complete()
    return totals


def _written(outcome: Outcome, output: Path | None) -> tuple[bytes, bytes, tuple[str, ...]]:
    """A game as its output has it, what stands between two games there, and what it has no room for."""
    if outcome.kifu is not None and output is not None:
        data, left_out = kifu_data(outcome.kifu, output)
        return data, f"{SEPARATOR}\n".encode(), left_out
    return f"{outcome.pgn}\n".encode("utf-8", "replace"), b"\n", ()


def outcomes_of(
    raws: Iterator[RawGame],
    settings: AnalysisSettings,
    jobs: int = 1,
    on_progress: Callable[[float], None] = lambda characters: None,
) -> Outcomes:
    """The outcomes of games one after another, to be kept elsewhere than in a file; close the generator.

    ``on_progress`` is told the characters of input done. Raises BatchError, StoreError, ProgramError.
    """
    games = ((raw, True) for raw in raws)
    progress = Progress(lambda characters, done: on_progress(characters), 0)
    return _in_processes(jobs, games, settings, progress) if jobs > 1 else _here(games, settings, progress)


def _output_of(request: AnalysisRequest, network: str | None) -> Journal | StandardOutput:
    """Where the games go. Raises as ``Journal``."""
    if request.output is None:
        return StandardOutput()
    return Journal(request.output, _settings_record(request, network), resume=request.resume)


def network_of(settings: AnalysisSettings) -> str | None:
    """The checksum of the network that evaluates; None where none does, or another program."""
    if settings.engine is not None:
        return None
    with own_engine(settings, hash_mb=1) as engine:
        return engine.network.checksum if engine.network else None


def recipe(settings: AnalysisSettings, network: str | None) -> dict[str, Any]:
    """All that the analysis of a game depends on; ``network`` is the checksum of the one that evaluates.

    Raises ProgramError.
    """
    limit = settings.limit
    given = {"nodes": limit.nodes, "depth": limit.depth, "movetime": limit.movetime_ms}
    how = {name: getattr(settings, name) for name in ("multipv", "era", "threads", "words", "syzygy", "is_apart")}
    judge = {} if settings.engine is None else {"engine": settings.engine, "judge": judge_title(settings)}
    game = {} if settings.game == "chess" else {"game": settings.game}
    return {"version": kiebitz.__version__, "network": network, **how, **given, **judge, **game}


def _settings_record(request: AnalysisRequest, network: str | None) -> dict[str, Any]:
    """The settings that must be the same for a run and the one that resumes it."""
    pages, parquet, select = request.pages, request.parquet, request.select
    shown = {"html": str(pages.path), "language": pages.language} if pages else {}
    shown |= {"parquet": str(parquet.path)} if parquet else {}
    selected = {"select": select.said} if select.said else {}
    return {**recipe(request.settings, network), "json": request.records, **shown, **selected}


def _games(
    inputs: Sequence[str],
    select: GameSelection,
    journal: Journal | StandardOutput,
    report: Callable[[PgnFault], None],
    progress: Progress,
) -> Games:
    """All games wanted, and which are left. Raises JournalError if the input is another one than an earlier run had."""
    done = deque(journal.digests)
    for raw in raw_games(inputs, select, lambda fault: None if done else report(fault)):
        if not done:
            yield raw, True
            continue
        if digest(raw) == done[0]:
            done.popleft()
            progress.done_before += len(raw.text)
        elif read_raw(raw).is_game:
            raise JournalError(
                f"can't resume: game {raw.number} of {raw.file} is not the one analysed before. {_remedy(journal)}"
            )
        yield raw, False
    if done:
        missing = len(done)
        raise JournalError(f"can't resume: {missing} of the games analysed before are missing. {_remedy(journal)}")


def _remedy(journal: Journal | StandardOutput) -> str:
    return f"Give the same inputs, or delete {journal.path} to begin anew"


def _left(games: Games) -> Iterator[RawGame]:
    """The games that are left to do."""
    return (raw for raw, is_left in games if is_left)


def _here(games: Games, settings: AnalysisSettings, progress: Progress) -> Outcomes:
    """The outcomes, made in this process."""
    done = 0
    with (
        chosen_judge(settings) as judge,
        opened(settings.syzygy) as tablebase,
        opened_store(settings.store) as store,
    ):
        for raw in _left(games):
            size = len(raw.text)

            def on_position(index: int, count: int, done: int = done, size: int = size) -> None:
                progress.show(done + size * index / count)

            outcome = analyse_raw(raw, judge, settings, on_position, tablebase, store=store)
            done += size
            progress.show(done)
            yield raw, outcome


def _prepare(settings: AnalysisSettings, done: Synchronized[float]) -> WorkerState:
    """Prepare a worker process; ``done`` adds up the characters that all of them have done."""
    tablebase = Tablebase(settings.syzygy)
    store = PositionStore(settings.store) if settings.store else None
    return chosen_judge(settings), settings, tablebase, store, done


def _work(state: WorkerState, raw: RawGame) -> Outcome:
    """Analyse one game in a worker process."""
    judge, settings, tablebase, store, done = state
    told = 0.0

    def tell(characters: float) -> None:
        nonlocal told
        with done.get_lock():
            done.value += characters - told
        told = characters

    length = len(raw.text)

    def on_position(index: int, count: int) -> None:
        tell(length * index / count)

    outcome = analyse_raw(raw, judge, settings, on_position, tablebase, store=store)
    tell(length)
    return outcome


def _in_processes(jobs: int, games: Games, settings: AnalysisSettings, progress: Progress) -> Outcomes:
    """The outcomes, made by ``jobs`` processes."""
    raws = _left(games)
    done = FRESH.Value("d", 0.0)
    waiting: deque[tuple[RawGame, Promised[Outcome]]] = deque()
    with WorkerPool(jobs, _prepare, settings, done) as pool:
        while True:
            try:
                while len(waiting) < jobs * GAMES_AHEAD_A_JOB and (raw := next(raws, None)) is not None:
                    waiting.append((raw, pool.submit(_work, raw)))
                if not waiting:
                    return
                raw, future = waiting.popleft()
                outcome = _awaited(future, lambda: progress.show(done.value))
            except BrokenProcessPool as error:
                raise BatchError(
                    "a worker process was killed, perhaps for want of memory: try fewer --jobs, and --resume"
                ) from error
            yield raw, outcome


def _awaited(future: Promised[Outcome], meanwhile: Callable[[], None]) -> Outcome:
    """The outcome of a game, with a sign of life now and then until it is there."""
    while True:
        meanwhile()
        try:
            return future.result(timeout=POLL_S)
        except TimeoutError:
            continue
