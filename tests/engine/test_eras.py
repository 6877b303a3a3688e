"""The eras: the programs of the classic documents as settings of the one search."""

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.engine import OptionError
from kiebitz.engine.eras import CLASSICAL, ERAS, TODAY

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"


def test_the_eras_are_those_of_the_documents():
    assert tuple(ERAS) == ("tartan", "minimax", "nimzo", "hydra", "classical", "today")
    assert ERAS[TODAY].settings == {}
    for era in ERAS.values():
        assert era.title
        assert era.source


@pytest.mark.parametrize("name", ERAS)
def test_every_setting_exists(name):
    for parameter, value in ERAS[name].settings.items():
        assert parameters.checked(parameter, value) in range(
            parameters.tunable_of(parameter).minimum, parameters.tunable_of(parameter).maximum + 1
        )
    with Engine(hash_mb=1, era=name) as engine:
        assert engine.era == name
        assert engine.parameters == parameters.complete(ERAS[name].settings)


@pytest.mark.parametrize("name", [name for name in ERAS if name != TODAY])
def test_every_era_but_today_names_its_evaluation(name):
    """So that it stays what it was when today's changes."""
    assert ERAS[name].settings["evaluation"] in ("tartan", "classical")


def test_classical_is_today_with_the_evaluation_written_by_hand():
    with Engine(hash_mb=1, era=CLASSICAL) as engine, Engine(hash_mb=1, evaluation="classical") as other:
        assert engine.parameters == other.parameters
        assert engine.network is None


@pytest.mark.parametrize("name", ERAS)
def test_every_era_plays_chess(name):
    with Engine(hash_mb=4, era=name) as engine:
        info = engine.analyse(MIDDLEGAME, Limit(nodes=20_000))
        assert info.best_move in {move.uci() for move in chess.Board(MIDDLEGAME).legal_moves}
        mate = engine.analyse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Limit(depth=3))
        assert (mate.best_move, mate.score.mate) == ("a1a8", 1)
        # A man that can be taken for nothing is taken.
        assert engine.analyse("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", Limit(depth=2)).best_move == "e4d5"


@pytest.mark.check
def test_the_eras_look_deeper_and_deeper():
    depths = []
    for name in ERAS:
        with Engine(hash_mb=16, era=name) as engine:
            depths.append(engine.analyse(chess.STARTING_FEN, Limit(nodes=200_000)).depth)
    assert depths == sorted(depths)


def test_what_is_given_beside_an_era_is_set_on_top():
    with Engine(hash_mb=1, era="nimzo", static_selectivity="strict") as engine:
        assert engine.parameters["static_selectivity"] == parameters.checked("static_selectivity", "strict")
        assert engine.parameters["null_move_policy"] == parameters.checked("null_move_policy", "donninger")
        engine.configure(null_move=False)
        assert engine.era == "nimzo"
        engine.configure(era=TODAY)
        assert engine.parameters == parameters.defaults()


def test_tartan_leaves_the_table_alone():
    with Engine(hash_mb=1, era="tartan") as engine:
        assert engine.analyse(chess.STARTING_FEN, Limit(depth=4)).lines[0].hashfull == 0


def test_minimax_has_the_table_that_its_article_describes():
    with Engine(hash_mb=1, era="minimax") as engine:
        assert engine.table.design.policy == "clearing"
        engine.configure(era=TODAY, threads=2)
        assert (engine.table.design.policy, engine.threads) == ("buckets", 2)
        assert engine.analyse(MIDDLEGAME, Limit(depth=6)).best_move
        engine.configure(table_policy="depth")
        assert (engine.table.design.policy, engine.hash_mb) == ("depth", 1)
        assert engine.analyse(MIDDLEGAME, Limit(depth=6)).best_move
        with pytest.raises(OptionError, match="no policy 'first come'"):
            engine.configure(table_policy="first come")
        assert engine.table.design.policy == "depth"


def test_a_new_evaluation_makes_the_table_forget():
    with Engine(hash_mb=1) as engine:
        fresh = [engine.analyse(MIDDLEGAME, Limit(depth=6)).nodes]
        engine.configure(tempo=0)
        engine.configure(tempo=1)
        engine.new_game()
        fresh.append(engine.analyse(MIDDLEGAME, Limit(depth=6)).nodes)
        assert fresh[0] == fresh[1]
        engine.configure(evaluation="tartan")
        assert engine.analyse(MIDDLEGAME, Limit(depth=1)).lines[0].hashfull < 10


@pytest.mark.parametrize("name", ["stone age", 3, True, ""])
def test_unknown_eras_are_refused(name):
    with pytest.raises(OptionError, match="eras are tartan, minimax, nimzo, hydra, classical, today"):
        Engine(era=name)


def test_tartan_comes_to_an_end_of_its_captures():
    """With every capture to the end, the first ply took twelve million nodes."""
    with Engine(era="tartan", hash_mb=1) as engine:
        info = engine.analyse("rn3br1/1bpk3p/p2pqpp1/1p1Pp3/P2P1P2/Q7/1PPK2PP/RNB2BNR b - - 9 10", Limit(depth=1))
    assert info.nodes < 20_000
