"""The eras: the programs of the classic documents as settings of the one search."""

from dataclasses import replace

import chess
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.core.table.design import TableDesign
from kiebitz.engine import OptionError, options_by_name
from kiebitz.engine.era_names import CLASSICAL, TODAY, EraName
from kiebitz.engine.eras import ERAS, parameters_in

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"


def test_the_eras_are_those_of_the_documents():
    programs = [name for name in ERAS if "+" not in name]
    assert programs == ["tartan", "minimax", "nimzo1", "nimzo", "hydra", "classical", "today"]
    assert tuple(ERAS) == tuple(EraName)
    assert ERAS[TODAY].options == {"table_design": TableDesign()}
    for era in ERAS.values():
        assert era.title
        assert era.source


@pytest.mark.parametrize("name", ERAS)
def test_an_era_is_whole(name):
    """Its options alone make the same engine as its name does, the table with it, and nobody changes them."""
    era = ERAS[name]
    with Engine(hash_mb=1, era=name) as engine, Engine(**options_by_name(era.options, hash_mb=1)) as other:
        assert engine.parameters == other.parameters == parameters.complete(parameters_in(era.options))
        assert engine.table.design == other.table.design == era.design
    with pytest.raises(TypeError):
        era.options["killers"] = 1


@pytest.mark.parametrize(
    ("variant", "changed"),
    [
        ("minimax+depth", {"table_design": replace(ERAS["minimax"].design, policy="depth")}),
        ("minimax+clearing", {"table_design": replace(ERAS["minimax"].design, policy="clearing")}),
        ("minimax+etc", {"enhanced_transposition_cutoff": 1, "enhanced_transposition_cutoff_depth": 2}),
    ],
)
def test_what_the_article_proposes_is_its_program_and_one_thing_more(variant, changed):
    assert ERAS[variant].options == {**ERAS["minimax"].options, **changed}


@pytest.mark.parametrize("name", ["minimax", "minimax+depth", "minimax+clearing", "minimax+etc"])
def test_minimax_finds_the_move_that_its_article_shows(name):
    """Lasker-Reichhelm: 1.Kb1 by 25 plies, with a table of 2^20 entries; replacing by depth doesn't lose it."""
    with Engine(hash_mb=16, era=name) as engine:
        info = engine.analyse("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", Limit(depth=25))
    assert (info.best_move, info.nodes < 1_000_000) == ("a1b1", True)


@pytest.mark.parametrize("name", ERAS)
def test_every_setting_exists(name):
    """And the evaluation is named, so that an era stays what it was when today's changes."""
    settings = parameters_in(ERAS[name].options)
    for parameter, value in settings.items():
        tunable = parameters.tunable_of(parameter)
        assert tunable.minimum <= parameters.checked(parameter, value) <= tunable.maximum
    assert name == TODAY or settings["evaluation"] in ("tartan", "classical")
    with Engine(hash_mb=1, era=name) as engine:
        assert engine.era == name


def test_classical_is_today_with_the_evaluation_written_by_hand():
    with (
        Engine(hash_mb=1, era=CLASSICAL) as engine,
        Engine(hash_mb=1, evaluation="classical", known_mates=0, endgame_tables=0) as other,
    ):
        assert engine.parameters == other.parameters
        assert engine.network is None


@pytest.mark.parametrize("name", ERAS)
def test_every_era_plays_chess(name):
    with Engine(hash_mb=4, era=name) as engine:
        info = engine.analyse(MIDDLEGAME, Limit(nodes=5_000))
        assert info.best_move in {move.uci() for move in chess.Board(MIDDLEGAME).legal_moves}
        assert name != "tartan" or info.lines[0].hashfull == 0
        mate = engine.analyse("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", Limit(depth=3))
        assert (mate.best_move, mate.score.mate) == ("a1a8", 1)
        # A man that can be taken for nothing is taken.
        assert engine.analyse("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", Limit(depth=2)).best_move == "e4d5"


def test_what_is_given_beside_an_era_is_set_on_top():
    with Engine(hash_mb=1, era="nimzo", static_selectivity="relaxed") as engine:
        assert engine.parameters["static_selectivity"] == parameters.checked("static_selectivity", "relaxed")
        assert engine.parameters["null_move_policy"] == parameters.checked("null_move_policy", "donninger")
        engine.configure(null_move=False)
        assert engine.era == "nimzo"
        engine.configure(era=TODAY)
        assert engine.parameters == parameters.defaults()


def test_minimax_has_the_table_that_its_article_describes():
    with Engine(hash_mb=1, era="minimax") as engine:
        design = engine.table.design
        assert (design.policy, design.key_bits, design.index, design.own_index_codes) == ("always", 32, "and", True)
        engine.configure(era=TODAY, threads=2)
        assert (engine.table.design.policy, engine.threads) == ("buckets", 2)
        assert engine.analyse(MIDDLEGAME, Limit(depth=6)).best_move
        engine.configure(table_policy="depth")
        assert (engine.table.design.policy, engine.hash_mb) == ("depth", 1)
        assert engine.analyse(MIDDLEGAME, Limit(depth=6)).best_move
        with pytest.raises(OptionError, match="'first come'"):
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


def test_unknown_eras_are_refused():
    for name in ("stone age", 3, True, ""):
        with pytest.raises(OptionError, match="tartan, minimax"):
            Engine(era=name)


def test_tartan_comes_to_an_end_of_its_captures():
    """With every capture to the end, the first ply took twelve million nodes."""
    with Engine(era="tartan", hash_mb=1) as engine:
        info = engine.analyse("rn3br1/1bpk3p/p2pqpp1/1p1Pp3/P2P1P2/Q7/1PPK2PP/RNB2BNR b - - 9 10", Limit(depth=1))
    assert info.nodes < 20_000
