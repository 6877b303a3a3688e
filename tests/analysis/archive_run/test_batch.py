import json
import multiprocessing
import threading

import chess.pgn
import polars
import pytest

from kiebitz.analysis.archive_run.batch import BatchError, Observer, run, survey
from kiebitz.analysis.archive_run.parquet import COLUMNS, ParquetFolder
from kiebitz.analysis.archive_run.request import AnalysisRequest
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.reading.selection import GameSelection
from kiebitz.engine.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.processes.journal_file import JournalError, journal_path
from sources import DATA

pytestmark = pytest.mark.check

SETTINGS = AnalysisSettings(Limit(nodes=500))
GAMES = [
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *",
    "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 1/2-1/2",
    "1. f3 e5 2. g4 Qh4# 0-1",
    "1. c4 Xf6 *",
    "1. Nf3 Nf6 2. g3 g6 *",
    "1. b3 *",
]
DRAWN_BY_KF2 = '[SetUp "1"]\n[FEN "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"]\n\n1. Kf2 Kd6 *\n'
MIXED = '[Variant "Atomic"]\n[White "A"]\n\n1. e4 *\n'


class Listener:
    def __init__(self, stop_after=None):
        self.faults, self.games, self.before, self.progress = [], [], [], []
        self.stop_after = stop_after

    def on_game(self, raw, outcome):
        self.games.append((raw.number, outcome))
        if len(self.games) == self.stop_after:
            raise KeyboardInterrupt

    @property
    def observer(self):
        return Observer(
            self.faults.append,
            self.on_game,
            lambda summary, record: self.before.append((summary, record)),
            lambda characters, games: self.progress.append((characters, games)),
        )


def archive(tmp_path, games=GAMES):
    path = tmp_path / "in.pgn"
    path.write_text("\n\n".join(f'[Event "{index}"]\n\n{game}' for index, game in enumerate(games)) + "\n\n" + MIXED)
    return str(path)


def analyse(path, output, listener, jobs=1, resume=False, records=False, settings=SETTINGS, **how):
    request = AnalysisRequest((path,), output, settings, jobs=jobs, resume=resume, records=records, **how)
    return run(request, listener.observer)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """What one process makes of the archive."""
    folder = tmp_path_factory.mktemp("expected")
    listener = Listener()
    totals = analyse(archive(folder), folder / "out.pgn", listener)
    return (folder / "out.pgn").read_text(), totals, listener


def test_games_that_are_wanted_are_the_same_when_it_is_resumed(expected, tmp_path):
    path, output, select = archive(tmp_path), tmp_path / "out.pgn", GameSelection(skip=1, first=4)
    assert survey([path], select).games == 4
    with pytest.raises(KeyboardInterrupt):
        analyse(path, output, Listener(stop_after=2), select=select)
    with pytest.raises(JournalError, match="select"):
        analyse(path, output, Listener(), resume=True)
    listener = Listener()
    totals = analyse(path, output, listener, resume=True, select=select)
    assert totals.games == 4
    assert [number for number, _ in listener.games] == [4, 5]
    assert output.read_text().count("[Event ") == 4
    assert output.read_text().strip() in expected[0]


def test_a_run(expected, tmp_path):
    text, totals, listener = expected
    assert (totals.games, totals.analysed, totals.in_part, totals.skipped) == (7, 5, 1, 1)
    assert [number for number, _ in listener.games] == [1, 2, 3, 4, 5, 6, 7]
    assert [fault.game for fault in listener.faults] == [4, 7]
    assert survey([archive(tmp_path)]).games == 7
    assert listener.progress[-1][0] == pytest.approx(survey([archive(tmp_path)]).characters)
    assert survey(["-"]) is None
    assert text.rstrip().endswith(MIXED.strip())
    assert len(text.split("[Event ")) == 7


def test_the_same_with_several_processes(expected, tmp_path):
    children = set(multiprocessing.active_children())
    listener = Listener()
    totals = analyse(archive(tmp_path), tmp_path / "out.pgn", listener, jobs=2)
    assert (tmp_path / "out.pgn").read_text() == expected[0]
    assert totals == expected[1]
    assert [str(fault).split(",", 1)[1] for fault in listener.faults] == [
        str(fault).split(",", 1)[1] for fault in expected[2].faults
    ]
    assert set(multiprocessing.active_children()) == children


@pytest.mark.parametrize("jobs", [1, 2])
def test_interrupted_and_resumed(expected, tmp_path, jobs):
    path, output = archive(tmp_path), tmp_path / "out.pgn"
    with pytest.raises(KeyboardInterrupt):
        analyse(path, output, Listener(stop_after=3), jobs=jobs, records=True)
    assert output.read_text().count("[Event ") == 3
    with pytest.raises(JournalError, match="--resume"):
        analyse(path, output, Listener(), records=True)
    with pytest.raises(JournalError, match="nodes was 500"):
        analyse(path, output, Listener(), resume=True, records=True, settings=AnalysisSettings(Limit(nodes=501)))
    with output.open("ab") as handle:
        handle.write(b'\n[Event "half a')  # as if killed while writing
    listener = Listener()
    totals = analyse(path, output, listener, resume=True, records=True)
    assert output.read_text() == expected[0]
    assert totals == expected[1]
    assert [number for number, _ in listener.games] == [4, 5, 6, 7]
    assert [record["game"] for _, record in listener.before] == [1, 2, 3]
    assert not journal_path(output).exists()


def test_columns_are_written_when_all_is_done(expected, tmp_path):
    path, output = archive(tmp_path), tmp_path / "out.pgn"
    whole, resumed = (ParquetFolder(tmp_path / name) for name in ("whole", "resumed"))
    analyse(path, tmp_path / "other.pgn", Listener(), parquet=whole)
    with pytest.raises(KeyboardInterrupt):
        analyse(path, output, Listener(stop_after=3), parquet=resumed)
    assert not resumed.path.exists()
    analyse(path, output, Listener(), resume=True, parquet=resumed)
    assert output.read_text() == expected[0]
    games, *_ = tables = [polars.read_parquet(whole.path / f"{name}.parquet") for name in COLUMNS]
    assert games["status"].to_list() == ["analysed"] * 3 + ["in part"] + ["analysed"] * 2 + ["skipped"]
    assert all(
        table.equals(polars.read_parquet(resumed.path / f"{name}.parquet"))
        for name, table in zip(COLUMNS, tables, strict=True)
    )


def test_resuming_with_another_network_is_refused(tmp_path):
    path, output = archive(tmp_path), tmp_path / "out.pgn"
    with pytest.raises(KeyboardInterrupt):
        analyse(path, output, Listener(stop_after=1))
    with Engine(hash_mb=1) as engine:
        network = engine.network.checksum
    journal = journal_path(output)
    assert json.loads(journal.read_text().splitlines()[0])["settings"]["network"] == network
    journal.write_text(journal.read_text().replace(network, "0" * len(network)))
    with pytest.raises(JournalError, match=f"network was {'0' * len(network)}"):
        analyse(path, output, Listener(), resume=True)


def test_resuming_with_another_input_is_refused(tmp_path):
    path, output = archive(tmp_path), tmp_path / "out.pgn"
    with pytest.raises(KeyboardInterrupt):
        analyse(path, output, Listener(stop_after=3))
    archive(tmp_path, [GAMES[0], *GAMES[2:]])
    with pytest.raises(JournalError, match=r"game 2 of .* is not the one"):
        analyse(path, output, Listener(), resume=True)
    archive(tmp_path, GAMES[:1])
    with pytest.raises(JournalError, match="is not the one"):
        analyse(path, output, Listener(), resume=True)
    archive(tmp_path)
    with open(path, "r+") as handle:
        handle.truncate(handle.read().index('[Event "1"]'))
    with pytest.raises(JournalError, match="2 of the games analysed before are missing"):
        analyse(path, output, Listener(), resume=True)


def test_a_killed_worker_is_reported_and_nothing_is_lost(expected, tmp_path):
    path, output = archive(tmp_path), tmp_path / "out.pgn"
    ended = threading.Event()

    def kill():
        while not ended.wait(0.01):
            for child in multiprocessing.active_children():
                child.kill()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        with pytest.raises(BatchError, match="worker process was killed"):
            analyse(path, output, Listener(), jobs=2)
    finally:
        ended.set()
        killer.join()
    analyse(path, output, Listener(), jobs=2, resume=True)
    assert output.read_text() == expected[0]


def test_output_is_read_back(expected, tmp_path):
    (tmp_path / "out.pgn").write_text(expected[0])
    with (tmp_path / "out.pgn").open() as handle:
        game = chess.pgn.read_game(handle)
    assert [node.san() for node in game.mainline()] == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert all(node.eval() for node in game.mainline())


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_process_has_the_tables(tmp_path, jobs):
    path, output = tmp_path / "endings.pgn", tmp_path / "out.pgn"
    path.write_text(f"{DRAWN_BY_KF2}\n{DRAWN_BY_KF2}")
    settings = AnalysisSettings(Limit(nodes=500), words=Language.ENGLISH, syzygy=str(DATA / "syzygy"))
    listener = Listener()
    analyse(str(path), output, listener, jobs=jobs, settings=settings, records=True)
    assert listener.faults == []
    assert output.read_text().count("throws away a won ending") == 2
    for _, outcome in listener.games:
        reason = outcome.record["moves"][0]["reasons"][0]
        assert (reason["role"], reason["theme"]) == ("played", "win thrown away")


def test_a_damaged_table_is_a_fault_of_the_game(tmp_path):
    for table in (DATA / "syzygy").glob("KPvK*"):
        (tmp_path / table.name).write_bytes(table.read_bytes()[:100])
    path, listener = tmp_path / "ending.pgn", Listener()
    path.write_text(DRAWN_BY_KF2)
    settings = AnalysisSettings(Limit(nodes=500), syzygy=str(tmp_path))
    totals = analyse(str(path), tmp_path / "out.pgn", listener, settings=settings)
    assert (totals.analysed, totals.skipped) == (0, 1)
    (fault,) = listener.faults
    assert "not analysed: a damaged table" in fault.text
