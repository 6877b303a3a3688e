import contextlib
import os
import random
import shutil

import chess
import chess.syzygy
import pytest

from kiebitz.core.syzygy.tables import DamagedTableError, Tables
from kiebitz.core.value import KNOWN_WIN
from kiebitz.engine import legal_moves, position_from
from kiebitz.engine.score import Score
from kiebitz.engine.tablebase import BLESSED_LOSS, CURSED_WIN, DRAW, LOSS, WIN, Tablebase, TablebaseError
from sources import DATA

TABLES = DATA / "syzygy"


@pytest.fixture(scope="module")
def tables():
    tablebase = Tablebase(str(TABLES))
    yield tablebase
    tablebase.close()


def probe(tables, fen, moves=None):
    position = position_from(fen)
    return tables.probe(position, legal_moves(position) if moves is None else moves)


def test_several_directories(tables, tmp_path):
    """One that is missing doesn't drop the others."""
    at_hand = Tablebase()
    assert str(tables) == f"Found 35 WDL and {at_hand.dtz_files + 2} DTZ tablebase files (up to 4-man)"
    shutil.copy(TABLES / "KQvK.rtbw", tmp_path)
    missing = str(tmp_path / "none")
    for order in ((TABLES, missing), (missing, TABLES), ("", missing, TABLES, ""), (tmp_path, TABLES)):
        with contextlib.closing(Tablebase(os.pathsep.join(map(str, order)))) as several:
            assert (several.most_men, several.dtz_files) == (4, at_hand.dtz_files + 2)
            assert [missing in fault for fault in several.faults] == [True] * (missing in order)
            assert probe(several, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1").result == WIN
    with pytest.raises(TablebaseError, match=r"one: .*two: "):
        Tablebase(os.pathsep.join([str(tmp_path / "one"), str(tmp_path / "two")]))


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", WIN),
        ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", LOSS),
        ("8/8/8/4k3/8/8/8/KB6 w - - 0 1", DRAW),
        ("8/8/8/8/k7/8/P7/K7 w - - 0 1", DRAW),
        ("8/8/8/4k3/8/8/8/KQ6 w - - 95 80", CURSED_WIN),
        ("8/8/8/4k3/8/8/8/KQ6 b - - 95 80", BLESSED_LOSS),
        ("k7/8/1K6/8/8/8/8/7R w - - 99 80", WIN),
    ],
)
def test_results(tables, fen, result):
    assert probe(tables, fen).result == result


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/3k4/8/3K4/3P4/8/8 b - - 0 1",
        "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1",
        "8/8/8/4k3/8/8/3KP3/8 w - - 0 1",
        "8/8/8/8/8/2K5/1P6/k7 w - - 0 1",
        "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
    ],
)
def test_only_moves_that_keep_the_result(tables, fen):
    known = probe(tables, fen)
    board = chess.Board(fen)
    with chess.syzygy.open_tablebase(str(TABLES)) as reference:
        assert known.result == reference.probe_wdl(board)
        for move in list(board.legal_moves):
            board.push(move)
            keeps = -reference.probe_wdl(board) == known.result
            board.pop()
            assert keeps or move.uci() not in known.moves
            if known.result <= DRAW:
                assert keeps == (move.uci() in known.moves)


def test_wins_make_progress_to_mate(tables):
    """Any choice among the moves kept leads to mate before the fiftieth move, against the longest defence."""
    with chess.syzygy.open_tablebase(str(TABLES)) as reference:
        for start in ("8/8/8/4k3/8/8/8/K6R w - - 0 1", "8/8/8/8/4k3/8/6P1/6K1 w - - 0 1"):
            board = chess.Board(start)
            assert probe(tables, start).result == WIN
            while not board.is_game_over(claim_draw=True):
                known = probe(tables, board.fen())
                assert known.result == (WIN if board.turn else LOSS)
                defences = {}
                for move in known.moves:
                    board.push_uci(move)
                    defences[move] = 0 if board.is_checkmate() else reference.probe_dtz(board)
                    board.pop()
                board.push_uci(known.moves[-1] if board.turn else max(known.moves, key=defences.__getitem__))
            assert board.is_checkmate()


def test_only_the_moves_asked_for(tables):
    known = probe(tables, "8/8/8/1Q6/8/2k5/8/K7 w - - 0 1", ["b5b4"])
    assert known.moves == ("b5b4",)
    assert known.result == DRAW


@pytest.mark.parametrize(
    "fen",
    [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/p7/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/p7/8/8/8/8/8/2N1K2R w - - 0 1",
    ],
)
def test_what_the_tables_do_not_know(tables, fen):
    assert probe(tables, fen) is None


def test_scores(tables):
    for fen, sign, chances in (
        ("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", 1, (1000, 0, 0)),
        ("8/8/8/4k3/8/8/8/KQ6 b - - 0 1", -1, (0, 0, 1000)),
        ("8/8/8/4k3/8/8/8/KB6 w - - 0 1", 0, (0, 1000, 0)),
    ):
        known = probe(tables, fen)
        assert known.score(Score(300)) == Score(sign * KNOWN_WIN)
        assert known.chances == chances
        if sign:
            assert known.score(Score(mate=4 * sign)) == Score(mate=4 * sign)


CUT = [
    "8/8/8/4k3/8/8/8/KQ6 w - - 0 1",
    "8/8/1k6/8/8/5Q2/8/7K b - - 0 1",
    "8/8/8/4k3/8/8/8/K6R w - - 0 1",
    "8/8/8/8/4k3/8/6P1/6K1 w - - 0 1",
    "8/8/3k4/8/3K4/3P4/8/8 b - - 0 1",
    "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
    "8/8/8/4k3/8/8/8/KB6 w - - 0 1",
]


@pytest.mark.check
@pytest.mark.parametrize("name", sorted(file.name for file in TABLES.glob("K*")))
def test_tables_that_were_cut_short_say_so_or_know_the_truth(tables, tmp_path, name):
    """Also by whole blocks of 64 bytes, so that their size is one that a table can have."""
    whole, told = (TABLES / name).read_bytes(), 0
    questions = [(position_from(fen), legal_moves(position_from(fen))) for fen in CUT]
    truth = Tables([str(TABLES)])
    for file in TABLES.glob("K*"):
        shutil.copy(file, tmp_path)
    for left in {16, len(whole) // 2, len(whole) - 64, len(whole) - 1} & set(range(len(whole))):
        (tmp_path / name).write_bytes(whole[:left])
        cut = Tables([str(tmp_path)])
        for question in questions:
            with contextlib.suppress(DamagedTableError):
                assert cut.distances(*question) == truth.distances(*question)
                continue
            told += 1
    assert told or name in {"KBvK.rtbz", "KNvK.rtbz", "KNvK.rtbw"}  # no position above asks these


def test_damaged_tables_are_said(tmp_path):
    for file in TABLES.glob("K*"):
        (tmp_path / file.name).write_bytes(b"damaged" * 40)
    tables = Tablebase(str(tmp_path))
    with pytest.raises(TablebaseError, match="damaged"):
        probe(tables, "8/8/8/4k3/8/8/8/KQ6 w - - 0 1")
    tables.close()


QUEEN = "8/8/8/8/8/3k4/8/3K3Q w - - 0 1"
ROOK = "8/8/8/8/8/3k4/8/3K3R w - - 0 1"


def damaged(folder, name, change):
    """All tables, one of them changed."""
    shutil.copytree(TABLES, folder, dirs_exist_ok=True)
    content = bytearray((TABLES / name).read_bytes())
    change(content)
    (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("men", ["17b7b6f24c59", "82f68a961725", "310055555555"])
def test_tables_about_other_men_than_their_name_s_are_said(tmp_path, men):
    """The heads are a report's."""
    folder = damaged(tmp_path, "KQvK.rtbw", lambda table: table.__setitem__(slice(4, 10), bytes.fromhex(men)))
    with contextlib.closing(Tablebase(str(folder))) as tables:
        for _ in range(2):
            with pytest.raises(TablebaseError, match=r"a damaged table: KQvK\.rtbw is damaged"):
                probe(tables, QUEEN)
        assert probe(tables, ROOK).result == WIN


def test_any_damage_is_told_or_has_an_answer(tmp_path):
    """Bytes of heads and of all, and lengths."""
    chance = random.Random(8)
    changes = (
        lambda table: table.__delitem__(slice(chance.randrange(len(table)), None)),
        lambda table: table.__setitem__(slice(4, 40), chance.randbytes(36)),
        lambda table: [table.__setitem__(chance.randrange(min(80, len(table))), chance.randrange(256)) for _ in "123"],
    )
    told = 0
    for number in range(30):
        name = chance.choice(["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbz", "KPvK.rtbw"])
        folder = damaged(tmp_path / str(number), name, chance.choice(changes))
        tables = Tables([str(folder)])
        for fen in CUT:
            try:
                tables.distances(position_from(fen), legal_moves(position_from(fen)))
            except DamagedTableError:
                told += 1
    assert told > 30


def test_closed_tables_say_so():
    tables = Tablebase(str(TABLES))
    tables.close()
    with pytest.raises(TablebaseError, match="closed"):
        probe(tables, QUEEN)
