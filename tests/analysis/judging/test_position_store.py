"""The store of equal positions: one outcome with it, without it and half of it; whatever is wrong with its file."""

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import replace

import chess.pgn
import pytest

from kiebitz import Engine, Limit
from kiebitz.analysis.archive_run.batch import analyse_raw
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.position_store import PositionStore, StoreError, opened_store
from kiebitz.analysis.judging.searches import Searches
from kiebitz.analysis.reading.archive import cut_text
from kiebitz.engine import position_of
from kiebitz.games.chess.game import CHESS

SETTINGS = AnalysisSettings(Limit(nodes=400), multipv=2, apart=True, words=Language.ENGLISH)
GAMES = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Qe2 Ng8 7. Nxe5 g5 *",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 *",
    # Back and forth: the same position with another past is another search.
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Nf3 Nc6 *",
    "1. e4 e5 2. Nf3 Nc6 3. g4 Nf6 4. g5 Ng8 5. -- d5 6. Bb5 *",
    '[SetUp "1"]\n[FEN "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"]\n\n1. -- Kd3 *',
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Qe2 Ng8 7. Nxe5 g5 *",
)
RAWS = tuple(raw for number, game in enumerate(GAMES) for raw in cut_text(f'[Round "{number}"]\n\n{game}', "a.pgn"))
PATIENCE_S = 60


def analysed(store, raws=RAWS, settings=SETTINGS):
    """All that is found of games, but for the time it took."""
    with Engine(hash_mb=1) as engine:
        outcomes = [analyse_raw(raw, engine, settings, store=store) for raw in raws]
    return [(outcome.pgn, outcome.faults, outcome.record | {"time_ms": 0}) for outcome in outcomes]


@pytest.fixture(scope="module")
def off():
    """What is found without a store."""
    return analysed(None)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "positions.store")


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A store that knows every game."""
    path = str(tmp_path_factory.mktemp("full") / "positions.store")
    with PositionStore(path) as store:
        analysed(store)
    return path


@pytest.mark.check
def test_off_on_half_full_and_full_are_equal(off, path):
    with PositionStore(path) as store:
        assert analysed(store, RAWS[1:3]) == off[1:3]
    with PositionStore(path) as half:
        assert analysed(half) == off
        assert 0 < half.known < half.asked
    with PositionStore(path) as full:
        assert analysed(full) == off
        assert full.known == full.asked > 0


def test_each_position_is_as_if_it_were_the_first(off, path):
    """Whoever plays along: by new engines, position for position."""
    board = chess.Board()
    for position, move in zip(off[1][2]["positions"], off[1][2]["moves"], strict=False):
        with Engine(hash_mb=1) as engine:
            info = engine.analyse(board, Limit(nodes=400), multipv=2)
        assert position["nodes"] == info.nodes
        assert [line["pv"] for line in position["lines"]] == [list(line.moves) for line in info.lines]
        if move["phase"] != "opening":
            break
        board.push_uci(move["uci"])
    assert board.ply() > 6


def test_only_positions_of_the_opening_are_apart(path):
    """What lies beyond is searched as ever, on one table."""
    with PositionStore(path) as store:
        (_, _, record), *_ = analysed(store, RAWS[4:5])
        assert record["moves"]
        assert (store.asked, store.known) == (0, 0)
        analysed(store, RAWS[3:4])
        moves = analysed(None, RAWS[3:4])[0][2]["moves"]
        null = next(number for number, move in enumerate(moves) if move["uci"] == "0000")
        looks = sum(move["judgement"] is not None for move in moves)
        assert store.asked <= null + 1 + 2 * looks, "nothing after a null move"


def search(store, board, limit=None, *, multipv=1, apart="here", **options):
    with Engine(hash_mb=1, **options) as engine:
        Searches(engine, store, CHESS).search(
            position_of(board), board, limit or Limit(nodes=300), multipv=multipv, apart=apart
        )


def test_the_key_holds_all_that_matters(path):
    board = chess.Board()
    with PositionStore(path) as store:
        search(store, board)
        search(store, board)
        assert (store.asked, store.known) == (2, 1)
        search(store, board, Limit(nodes=301))
        search(store, board, Limit(depth=2))
        search(store, board, multipv=2)
        search(store, board, apart="elsewhere")
        search(store, board, era="hydra")
        search(store, board, null_move=False)
        search(store, board, table_policy="depth")
        assert (store.asked, store.known) == (9, 1)


@pytest.mark.check
def test_many_processes_share_a_store(off, path):
    """Two write and read at once, and each finds what it would alone."""
    code = (
        "import sys; sys.path[:0] = sys.argv[2].split(';')\n"
        "from importlib.util import module_from_spec, spec_from_file_location\n"
        "spec = spec_from_file_location('tests', sys.argv[3]); tests = module_from_spec(spec)\n"
        "spec.loader.exec_module(tests)\n"
        "from kiebitz.analysis.judging.position_store import PositionStore\n"
        "with PositionStore(sys.argv[1]) as store:\n"
        "    first, again = (tests.analysed(store, tests.RAWS[:3]) for _ in range(2))\n"
        "    assert first == again == tests.analysed(None, tests.RAWS[:3])\n"
        "    assert store.known and store.take_fault() is None\n"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, path, ";".join(sys.path), __file__], stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    for process in processes:
        _, said = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, said) == (0, b"")
    with PositionStore(path) as store:
        assert analysed(store, RAWS[:3]) == off[:3]
        assert store.known == store.asked


def test_processes_begin_a_store_together(path):
    opened, faults = [], []

    def begin(start):
        start.wait()
        try:
            with PositionStore(path):
                opened.append(path)
        except StoreError as error:
            faults.append(error)

    start = threading.Barrier(8)
    threads = [threading.Thread(target=begin, args=(start,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert (len(opened), faults) == (8, [])


def test_foreign_files_are_left_alone(tmp_path):
    letter, database = tmp_path / "letter.txt", tmp_path / "addresses.db"
    letter.write_text("Dear Sir,\n" * 100)
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE addresses (name TEXT)")
    connection.close()
    for file, fault in ((letter, "file is not a database"), (database, "is no store of Kiebitz's")):
        before = file.read_bytes()
        with pytest.raises(StoreError, match=fault):
            PositionStore(str(file))
        assert file.read_bytes() == before
    for place in (tmp_path, tmp_path / "none" / "positions.store"):
        with pytest.raises(StoreError, match="can't be used as a store of positions: unable to open"):
            PositionStore(str(place))
    assert sorted(file.name for file in tmp_path.iterdir()) == ["addresses.db", "letter.txt"]


@pytest.mark.check
def test_another_format_is_left_alone(full, path):
    shutil.copy(full, path)
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StoreError, match="another version of Kiebitz"), opened_store(path):
        pass


def test_a_store_that_was_cut_short_is_refused(full, path):
    shutil.copy(full, path)
    os.truncate(path, 4096)
    with pytest.raises(StoreError, match="malformed; name another with --store"):
        PositionStore(path)


def spoilt_pages(path):
    with open(path, "r+b") as file:
        length = os.path.getsize(path)
        file.seek(4096)
        file.write(b"\xa5" * (length - 4096))


def spoilt_entries(path):
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE positions SET found = substr(found, 1, 9)")
    connection.close()


def no_table(path):
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE positions")
    connection.close()


@pytest.mark.check
@pytest.mark.parametrize("damage", [spoilt_pages, spoilt_entries, no_table])
def test_a_damaged_store_is_told_once_and_done_without(off, full, path, damage):
    shutil.copy(full, path)
    damage(path)
    with PositionStore(path) as store:
        found = analysed(store)
    told = [fault.text for _, faults, _ in found for fault in faults if "the store" in fault.text]
    assert len(told) == 1
    assert told[0].startswith(f"the store {path} isn't used from here on: ")
    assert [pgn for pgn, _, _ in found] == [pgn for pgn, _, _ in off]
    untold = {"faults": None}
    assert [record | untold for _, _, record in found] == [record | untold for _, _, record in off]


@pytest.mark.check
def test_a_full_disk_is_told_once_and_done_without(off, path):
    with PositionStore(path) as store:
        store._connection.execute("PRAGMA max_page_count = 2")
        with suppress(sqlite3.OperationalError):  # it is full
            for number in range(1_000):
                store._connection.execute("INSERT INTO positions VALUES (?, ?, 0)", (str(number).encode(), bytes(50)))
                store._connection.commit()
        found = analysed(store)
    told = [fault.text for _, faults, _ in found for fault in faults if "the store" in fault.text]
    assert told == [f"the store {path} isn't used from here on: database or disk is full"]
    assert [pgn for pgn, _, _ in found] == [pgn for pgn, _, _ in off]


def test_who_waits_too_long_does_without(off, path, monkeypatch):
    monkeypatch.setattr("kiebitz.analysis.judging.position_store.PATIENCE_S", 0.01)
    with PositionStore(path) as store, PositionStore(path) as other:
        other._connection.execute("BEGIN EXCLUSIVE")
        assert analysed(store, RAWS[:1]) == off[:1]
        other._connection.execute("ROLLBACK")
        assert analysed(store, RAWS[:1]) == off[:1]
        assert analysed(store, RAWS[:1]) == off[:1]
        assert store.known > 0


def test_what_differs_each_time_is_not_kept():
    for changes in ({"threads": 2}, {"limit": Limit(movetime_ms=5)}):
        with pytest.raises(ValueError, match="give nodes or depth as the limit, and one thread"):
            replace(SETTINGS, store="positions.store", **changes)
    assert replace(SETTINGS, apart=False, store="positions.store").is_apart
