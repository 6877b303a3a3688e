"""What the film of hashing shows is what the search's table did, and its numbers are the search's own."""

from dataclasses import replace
from functools import reduce
from operator import xor

import pytest

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.hashing import HASH_MB, MINIMAX, SHOGI, UNFILMED, hashing
from kiebitz.classroom.film.table_replay import Met, TableReplay, Told
from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.engine import Engine
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.limit import Limit

pytestmark = pytest.mark.check

MIDDLEGAME = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
SHOGI_MIDDLEGAME = "ln1g5/1r2S1k2/p2pppn2/2ps2p2/1p7/2P6/PPSPPPPLP/2G2K1pr/LN4G1b w BGSLPnp 62"


@pytest.mark.parametrize("policy", POLICIES)
def test_the_table_played_again_answers_as_the_search_s_own(policy):
    """Question by question, in two searches one after the other; so the film shows that table and no other."""
    design = TableDesign(policy=policy, key_bits=32, entries=240)
    replay = TableReplay(design, HASH_MB)
    with Engine(hash_mb=HASH_MB, table_design=design, **UNFILMED) as engine:
        refused = 0
        for position, depth in ((MIDDLEGAME, 2), (MINIMAX.position, 6)):
            trace = engine.trace(position, Limit(depth=depth))
            happened = list(replay.follow(trace))
            assert replay.is_faithful
            asked = [each for each in happened if isinstance(each, Met) and each.is_asked]
            told = [each for each in happened if isinstance(each, Told)]
            assert any(each.answer for each in asked)
            refused += sum(each.slot is None for each in told)
            assert any(each.before is not None and each.own is None for each in told)
    assert (refused > 0) == policy.startswith(("depth", "clearing"))
    assert len(replay.entries()) <= replay.table.entries


def test_so_does_shogi_s():
    replay = TableReplay(SHOGI.design, HASH_MB)
    with ShogiEngine(hash_mb=HASH_MB, table_design=SHOGI.design, **UNFILMED) as engine:
        trace = engine.trace(SHOGI_MIDDLEGAME, Limit(depth=4))
    assert any(isinstance(each, Met) and each.ends for each in replay.follow(trace))
    assert replay.is_faithful


def test_a_table_of_another_rule_is_found_out():
    """Were the film made with another table than the search's, it would be refused."""
    with Engine(hash_mb=HASH_MB, table_design=MINIMAX.design, **MINIMAX.options, **UNFILMED) as engine:
        trace = engine.trace(MINIMAX.position, Limit(depth=6))
    other = TableReplay(replace(MINIMAX.design, policy="depth_strict"), HASH_MB)
    other.is_watched = False
    assert sum(1 for _ in other.follow(trace)) > len(trace)
    assert not other.is_faithful


@pytest.mark.parametrize("machine", [MINIMAX, SHOGI])
def test_the_codes_shown_make_the_key_shown(machine):
    film = hashing(machine, Language.ENGLISH)
    arrivals = [step.changes["codes"]["rows"] for step in film.steps if "codes" in step.changes]
    assert len(arrivals) > 50
    for rows in arrivals:
        key = [(bits, kind) for _, bits, kind in rows if "index" not in kind]
        base = 2 if machine is MINIMAX else 16
        *parts, total = [int(bits.replace(" ", ""), base) for bits, _ in key]
        assert reduce(xor, parts) == total
    assert film.game == ("chess" if machine is MINIMAX else "shogi")


def test_each_cell_shown_is_an_entry_and_the_last_picture_is_the_table():
    film = hashing(SHOGI, Language.GERMAN)
    shown = film.state(len(film.steps) - 1)["cells"]["cells"]
    assert set(map(int, shown)) <= set(range(SHOGI.design.entries))
    text = "\n".join(step.sentence for step in film.steps)
    assert "Generation −1" in text
    assert "Ein freier Platz wird genommen." in text
