"""The tree, the table and the evaluation as a tab asks for them, without a browser."""

import base64
import zlib
from contextlib import contextmanager

import chess
import numpy as np
import pytest

pytest.importorskip("starlette", reason="the board in the browser needs kiebitz[web]")

from starlette.websockets import WebSocketDisconnect

from kiebitz.engine import Engine
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit
from kiebitz.web.limits import Limits
from kiebitz.web.messages import VERSION
from kiebitz.web.server import NOT_UNDERSTOOD, OTHER_VERSION, Board
from processes import wait_until
from tabs import ADDRESS, Tab, client_of, own_headers

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATED = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"
SHOGI = "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62"
SHOGI_MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w S 1"


@contextmanager
def thinking(limits=None, language="en", version=VERSION):
    """A server and its one tab that watches."""
    board = Board(ADDRESS, limits)
    with (
        client_of(board) as client,
        client.websocket_connect("/think/tab", headers=own_headers(board)) as socket,
    ):
        tab = Tab(socket)
        tab.board = board
        tab.say("enter", version=version, language=language)
        yield tab


def trace(tab, fen=MIDDLEGAME, depth=5, nodes=100_000, switched=()):
    tab.say("trace", fen=fen, depth=depth, nodes=nodes, switched=list(switched))


def fill(tab, fen=MIDDLEGAME, hash_mb=1, policy="buckets", move_ms=0):
    tab.say("fill", fen=fen, hash_mb=hash_mb, policy=policy, move_ms=move_ms)


def counts_of(filling):
    return {each["name"]: dict(each["rows"]) for each in filling["counts"]}


def test_what_there_is_to_choose_is_said_first():
    with thinking(Limits(table_mb=7)) as tab:
        choices = tab.hear("choices")
    techniques, of_shogi = (
        {each["name"]: each["is_default"] for each in choices[name]} for name in ("techniques", "shogi_techniques")
    )
    assert techniques["null_move"] is of_shogi["null_move"] is True
    assert (techniques["singular_extension"], of_shogi["singular_extension"]) == (True, False)
    assert "pawn_structure" in techniques.keys() - of_shogi.keys()
    assert [each["name"] for each in choices["policies"] if each["is_default"]] == ["buckets"]
    assert (choices["max_hash_mb"], choices["max_nodes"]) == (7, Limits().traced_nodes)


def test_the_tree_is_the_engine_s_own():
    with thinking() as tab:
        trace(tab)
        tree = tab.hear("traced")["tree"]
    with Engine() as engine:
        expected = engine.trace(MIDDLEGAME, Limit(depth=5))
    (run,) = tree["runs"]
    assert (run["rows"], run["nodes"], tree["fen"]) == (len(expected), expected.info.nodes, MIDDLEGAME)
    spans = np.frombuffer(zlib.decompress(base64.b64decode(run["packed"])), "<i4", count=run["rows"])
    assert (spans + np.arange(run["rows"]) == expected.rows["end"]).all()


@pytest.mark.check
def test_a_search_of_shogi_has_the_same_tree():
    with thinking(language="de") as tab:
        trace(tab, fen=SHOGI, switched=["check_extension"])
        tree = tab.hear("traced")["tree"]
    with ShogiEngine() as engine:
        expected = engine.trace(SHOGI, Limit(depth=5))
    first, other = tree["runs"]
    assert (tree["game"], tree["fen"]) == ("shogi", SHOGI)
    assert (first["rows"], first["nodes"]) == (len(expected), expected.info.nodes)
    # In shogi it is off by default.
    assert other["title"] == "check_extension=on"
    assert other["paths_only_here"]
    assert "Sennichite" in next(each["meaning"] for each in tree["reasons"] if each["id"] == "draw by rule")


def test_a_technique_is_switched_off_and_both_are_told():
    with thinking(language="de") as tab:
        trace(tab, switched=["null_move"])
        tree = tab.hear("traced")["tree"]
    assert [run["title"] for run in tree["runs"]] == ["default settings", "null_move=off"]
    assert tree["common"] > 0
    assert all(run["paths_only_here"] for run in tree["runs"])
    assert {"id": "null move", "name": "Nullzug"}.items() <= next(
        reason for reason in tree["reasons"] if reason["id"] == "null move"
    ).items()


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"depth": 0}, "depth is 0; it can be 1 to 60"),
        ({"nodes": 10**9}, "nodes is 1000000000; it can be 1 to 250000"),
        ({"switched": ["hash_mb"]}, "there is no technique 'hash_mb'"),
        ({"fen": MATED}, "the side to move has no move"),
        ({"fen": SHOGI_MATED}, "the side to move has no move"),
        ({"fen": SHOGI, "switched": ["pawn_structure"]}, "there is no technique 'pawn_structure'"),
        ({"fen": "9/9/9/9/9/9/9/9/9 b - 1"}, "there is no king"),
    ],
)
def test_a_tree_that_can_not_be_had_is_refused(asked, fault):
    with thinking() as tab:
        trace(tab, **asked)
        assert fault in tab.hear("notice", code="refused")["detail"]
        trace(tab, depth=2)
        tab.hear("traced")


@pytest.mark.check
@pytest.mark.parametrize(("fen", "move", "told"), [(MIDDLEGAME, "a3", "a3"), (SHOGI, "9a9b", "９二香")])
def test_why_a_move_is_not_seen_is_told(fen, move, told):
    with thinking(language="de") as tab:
        tab.say("why", fen=fen, move=move, nodes=2_000)
        lines = tab.hear("reasoned")["lines"]
        assert told in lines[0]
        assert "ziehen" in lines[0]
        tab.say("why", fen=fen, move="xx", nodes=2_000)
        assert "xx" in tab.hear("notice")["detail"]


def test_the_table_fills_while_it_is_watched():
    with thinking() as tab:
        fill(tab)
        first = tab.hear("filling")
        while (now := tab.hear("filling", running=True))["used"] <= first["used"]:
            pass
        assert (now["fen"], now["search"], now["policy"], now["hash_mb"]) == (MIDDLEGAME, 1, "buckets", 1)
        assert now["depth"] > 0 < now["nodes"]
        counts = counts_of(now)
        assert sum(counts["depth"].values()) == sum(counts["bound"].values()) == sum(counts["age"].values())
        assert sum(counts["taken"].values()) * 3 == now["sampled"] == now["entries"]
        tab.say("rest")
        wait_until(lambda: tab.board.shared.searches.running == 0)


def test_size_and_policy_are_changed_while_it_fills():
    with thinking() as tab:
        fill(tab)
        tab.hear("filling")
        fill(tab, hash_mb=2, policy="two_tier")
        now = tab.hear("filling", policy="two_tier")
        assert now["hash_mb"] == 2
        assert set(counts_of(now)["taken"]) == {"0", "1", "2"}
        assert tab.board.shared.searches.running == 1


def test_moves_are_made_and_the_table_ages():
    with thinking() as tab:
        fill(tab, move_ms=100)
        now = tab.hear("filling")
        while now["running"] and len(counts_of(now)["age"]) == 1:
            now = tab.hear("filling")
        oldest = int(now["counts"][2]["rows"][-1][0].split("-")[-1])
        assert 0 < oldest < now["search"]
        assert now["fen"] != MIDDLEGAME


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ({"hash_mb": 4096}, "hash_mb is 4096; it can be 1 to 256"),
        ({"policy": "newest"}, "there is no policy 'newest'"),
        ({"move_ms": 1}, "move_ms is 1; it can be 100 to 60000"),
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, "White has 0 kings"),
    ],
)
def test_a_table_that_can_not_be_filled_is_refused(asked, fault):
    with thinking() as tab:
        fill(tab, **asked)
        assert fault in tab.hear("notice", code="refused")["detail"]


def test_table_and_evaluation_are_of_chess_alone():
    with thinking(language="de") as tab:
        fill(tab, fen=SHOGI)
        assert "nur für Schach" in tab.hear("notice", code="refused")["detail"]
        tab.say("evaluate", fen=SHOGI)
        assert "nur für Schach" in tab.hear("notice", code="refused")["detail"]


def test_a_closed_tab_leaves_no_search():
    with thinking() as tab:
        fill(tab)
        tab.hear("filling")
        board = tab.board
    wait_until(lambda: (board.tabs, board.shared.searches.running) == (0, 0))


@pytest.mark.parametrize("fen", [MIDDLEGAME, MIDDLEGAME.replace(" w ", " b "), "8/5k2/8/8/3P4/8/2K5/7r b - - 0 1"])
def test_an_evaluation_is_taken_apart(fen):
    with thinking() as tab:
        tab.say("evaluate", fen=fen)
        said = tab.hear("evaluated")
    board, view = chess.Board(fen), 1 if " w " in fen else -1
    with Engine(hash_mb=1) as engine:
        evaluation = engine.evaluate(fen)
    assert said["total"] == view * evaluation.total
    assert said["classical"] == view * evaluation.network.classical.total
    assert said["worths"] == evaluation.network.worths
    assert said["values"].keys() == said["worths"].keys()
    squares = {chess.square_name(square): man.symbol().lower() for square, man in board.piece_map().items()}
    assert {said["values"][square] for square, man in squares.items() if man == "r"} <= set(range(475, 541))
    modules = {module["name"]: module["white"] - module["black"] for module in said["modules"]}
    assert abs(sum(modules.values()) - said["classical"]) <= len(modules) or evaluation.scale < 64


def test_who_speaks_another_version_or_another_page_s_words_is_let_go():
    with thinking(version=VERSION + 1) as tab, pytest.raises(WebSocketDisconnect) as farewell:
        tab.hear("nothing")
    assert farewell.value.code == OTHER_VERSION
    with thinking() as tab:
        tab.say("go", node=0)
        with pytest.raises(WebSocketDisconnect) as farewell:
            tab.hear("nothing")
    assert farewell.value.code == NOT_UNDERSTOOD
