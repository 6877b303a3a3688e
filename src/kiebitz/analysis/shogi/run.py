"""Records of shogi through ``kiebitz analyse``: read, judged, written back, shown."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from kiebitz.analysis.archive_run.table import STYLES
from kiebitz.analysis.judging.annotate import DEFAULT_NODES, AnalysisSettings
from kiebitz.analysis.options import AnalyseOptions
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.analysis.report.index import BLACK
from kiebitz.analysis.report.pages import Pages, PagesError
from kiebitz.analysis.shogi.judged_game import JudgedGame, JudgedMove, judge_game
from kiebitz.analysis.shogi.page import shogi_page
from kiebitz.analysis.shogi.record import shogi_record, shogi_summary
from kiebitz.analysis.shogi.written_back import written_back
from kiebitz.commandline.clean_text import clean
from kiebitz.commandline.console import make_console
from kiebitz.commandline.encoding import EncodingError
from kiebitz.commandline.options import limit_of
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, require_directory_of, warn
from kiebitz.engine.era_names import EraName
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.engine.shogi_engine import ShogiEngine, shogi_position_from
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu, KifuError
from kiebitz.kifu.writing import FORMATS, write_kifu

ANALYSED = ".analysed"
# What a file that holds no branches or no times is written as, unless another name is given.
WRITTEN_AS = {".ki2": ".kif", ".ki2u": ".kifu"}
OF_CHESS = {
    "jobs": "--jobs",
    "ray": "--ray",
    "resume": "--resume",
    "parquet": "--parquet",
    "explain": "--explain",
    "syzygy": "--syzygy",
    "store": "--store",
    "apart": "--apart",
}
"""Options that a run over records of shogi doesn't have."""


def analyse_shogi(options: AnalyseOptions, select: GameSelection) -> None:
    """Analyse records of shogi; refuses what can't be done."""
    _refuse_options_of_chess(options, select)
    limit = limit_of(options.nodes, options.depth, options.movetime, Limit(nodes=DEFAULT_NODES))
    settings = AnalysisSettings(limit, options.multipv, threads=options.threads)
    records = {Path(name): _read(name, options.encoding) for name in options.games if not _is_own(name, options.games)}
    if options.output is not None and len(records) > 1:
        refuse(f"-o names one file, and there are {len(records)} records; leave it out")
    targets = {path: _target(path, games, options.output) for path, games in records.items()}
    pages = _pages(options, limit, sum(map(len, records.values())), [*records, *targets.values()])
    console, summaries = make_console(), list[dict[str, Any]]()
    try:
        with ShogiEngine(threads=options.threads) as engine:
            for path, games in records.items():
                written = []
                for kifu in games:
                    judged = _judged(kifu, engine, settings)
                    written.append(written_back(kifu, judged))
                    record = shogi_record(kifu, judged)
                    if options.as_json:
                        sys.stdout.write(json.dumps(record) + "\n")
                        sys.stdout.flush()
                    else:
                        _show(console, kifu, judged)
                    summaries.append(shogi_summary(record))
                    if pages:
                        pages.write(len(summaries), record, shogi_page)
                _write(written, targets[path], console if not options.as_json else make_console(stderr=True))
        if pages:
            pages.write_index(summaries, BLACK)
        if pages and not options.as_json:
            console.print(f"Report: {clean(str(pages.start))}", markup=False, soft_wrap=True)
    except KeyboardInterrupt:
        refuse("interrupted; records that were finished are written", INTERRUPTED)
    except KifuError as error:
        refuse(str(error))
    except OSError as error:
        if error.filename is None:
            raise
        refuse(f"{error.filename}: {error.strerror or error}", FAILED)


def _refuse_options_of_chess(options: AnalyseOptions, select: GameSelection) -> None:
    for name, option in OF_CHESS.items():
        if getattr(options, name):
            refuse(f"{option} works for chess games only; leave it out for records of shogi")
    if options.era is not EraName.TODAY:
        refuse("--era works for chess games only; leave it out for records of shogi")
    if select != GameSelection():
        refuse("options that select games are of PGN; leave them out for records of shogi")


def _is_own(name: str, names: list[str]) -> bool:
    """Whether a file is what an earlier run wrote, brought in by a pattern; alone it is taken."""
    return Path(name).stem.endswith(ANALYSED) and len(names) > 1


def _read(name: str, encoding: str | None) -> list[Kifu]:
    """The games of a file; what is wrong with them is told."""
    games = []
    try:
        for kifu in read_kifu(Path(name), encoding=encoding, on_fault=lambda fault: warn(str(fault))):
            for fault in kifu.faults:
                warn(str(fault))
            if kifu.sfen is not None and _is_judged(kifu):
                games.append(kifu)
    except (EncodingError, KifuError) as error:
        refuse(str(error))
    if not games:
        refuse(f"no game in {clean(name)}")
    return games


def _is_judged(kifu: Kifu) -> bool:
    """Whether the engine takes a record's start; why it doesn't is told."""
    try:
        shogi_position_from(kifu.sfen or "")
    except ValueError as error:
        warn(f"{clean(kifu.file)}, game {kifu.number}: no game leads to its start, so it isn't judged: {error}")
        return False
    return True


def _target(path: Path, games: list[Kifu], output: Path | None) -> Path:
    """Where a file's games go; refuses what would harm an input or can't be written."""
    suffix = WRITTEN_AS.get(path.suffix.lower(), path.suffix.lower())
    target = output or Path(f"{path.stem}{ANALYSED}{suffix}")
    require_directory_of(target)
    if FORMATS.get(target.suffix.lower()) is None:
        refuse(f"{target.name}: name a file that ends with {', '.join(FORMATS)}")
    if len(games) > 1 and FORMATS[target.suffix.lower()] != "csa":
        refuse(f"a {target.suffix} file holds one game, and {path.name} has {len(games)}; name a .csa file with -o")
    if target.exists() and path.exists() and target.samefile(path):
        refuse(f"{target} is the input; name another output with -o")
    return target


def _pages(options: AnalyseOptions, limit: Limit, games: int, taken: list[Path]) -> Pages | None:
    """Where the page goes; refuses what would harm a file that isn't ours."""
    if options.html is None:
        return None
    pages = Pages(options.html, options.language, limit)
    if games > 1 and pages.is_one_page:
        refuse(f"there are {games} games, and {options.html} holds one: name a folder with --html")
    if any(options.html.resolve() == path.resolve() for path in taken):
        refuse(f"{options.html} is a record; name another page with --html")
    try:
        pages.check(may_replace=options.overwrite)
    except PagesError as error:
        refuse(str(error))
    return pages


def _judged(kifu: Kifu, engine: ShogiEngine, settings: AnalysisSettings) -> JudgedGame:
    """The game judged, with a bar while that lasts where there is a terminal."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        return judge_game(kifu, engine, settings)
    with Progress(console=console, transient=True) as progress:
        bar = progress.add_task("Analysing")
        return judge_game(kifu, engine, settings, lambda done, of: progress.update(bar, completed=done, total=of))


def _write(games: list[Kifu], target: Path, console: Console) -> None:
    left_out = write_kifu(games if len(games) > 1 else games[0], target)
    if left_out:
        warn(f"{target} has no room for: {', '.join(left_out)}")
    console.print(f"Annotated record: {clean(str(target))}", markup=False, soft_wrap=True)


def _show(console: Console, kifu: Kifu, game: JudgedGame) -> None:
    """A game on the console: who played, its moves and how both played."""
    said = [f"☗ {game.black.name} - ☖ {game.white.name}", str(kifu.ending or ""), kifu.file]
    console.print(Text(clean(", ".join(filter(None, said))), style="bold"))
    if not game.moves:
        console.print("no moves to analyse")
        return
    console.print(_table(game))
    console.print()
    console.print(_players(game))


def _table(game: JudgedGame) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("", justify="right")
    for heading, justify in (("Move", "left"), ("USI", "left"), ("Eval", "right"), ("Judgement", "left")):
        table.add_column(heading, justify=justify)  # type: ignore[arg-type]
    table.add_column("Best line", overflow="fold")
    for move in game.moves:
        table.add_row(str(move.ply), move.japanese, move.usi, _value(move.score), _verdict(move), _best(move))
    return table


def _value(score: Score) -> str:
    """An evaluation (Black's view) in hundredths of a pawn, as shogi programs show it; a mate in moves."""
    if score.mate is None:
        return f"{score.centipawns or 0:+d}"
    return "mate" if score.mate == 0 else str(score)


def _verdict(move: JudgedMove) -> Text:
    if move.judgement is None:
        return Text("")
    return Text(f"{move.judgement.symbol:<2} {move.judgement.value}", style=STYLES[move.judgement])


def _best(move: JudgedMove) -> str:
    """The better line of a marked move."""
    return "".join(move.best[0].japanese[:6]) if move.judgement and move.best else ""


def _players(game: JudgedGame) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    table.add_column("Player")
    for heading in ("Moves", "Accuracy", "Loss", "?!", "?", "??"):
        table.add_column(heading, justify="right")
    for mark, player in (("☗", game.black), ("☖", game.white)):
        accuracy = "-" if player.accuracy is None else f"{player.accuracy:.1f}%"
        loss = "-" if player.average_centipawn_loss is None else f"{player.average_centipawn_loss:.0f}"
        marks = (player.inaccuracies, player.mistakes, player.blunders)
        table.add_row(f"{mark} {clean(player.name)}", str(player.moves), accuracy, loss, *map(str, marks))
    return table
