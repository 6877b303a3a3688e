"""Why a move wasn't seen: the causes that are told are proven, and exempt positions are searched as they say."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from kiebitz import Engine, Limit
from kiebitz.classroom.why.asked import asked
from kiebitz.cli import app
from kiebitz.engine import position_from
from kiebitz.engine.engine import ShogiEngine
from kiebitz.engine.trace import KINDS, REASONS, TECHNIQUES, Exemption

# Of the Encyclopedia of Chess Middlegames, by way of the suite ecm98: Kiebitz needs more nodes for each of them.
ROOK_ENDING = "4k3/2R2p2/5p1p/8/rb6/1N6/5PPP/5K2 w - - 0 1"
HIDDEN = (
    (ROOK_ENDING, "Rc4"),
    ("r4rk1/pb3p1p/1p2p1p1/8/2PPq3/3n1N2/PQR2PPP/3R2K1 w - - 0 1", "Rxd3"),
    ("2b5/2qrrpk1/5Rp1/2p4p/1pB1PR1P/1P1P2P1/5Q1K/8 w - - 0 1", "Qb2"),
)
NODES = 20_000
START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


@pytest.mark.check
@pytest.mark.parametrize(("fen", "move"), HIDDEN)
def test_a_cause_is_proven_by_a_search_of_its_own(fen: str, move: str) -> None:
    position = position_from(fen)
    answer = asked(position, move, nodes=NODES, judge=None, options={}).answer
    with Engine() as engine:
        found = engine.trace(fen, Limit(nodes=NODES), exempt=[cause.exemption for cause in answer.causes])
    first = found.info.lines[0]
    if answer.causes:
        assert (first.moves[0], first.score) == (answer.move, answer.score)
    else:
        assert answer.score is None or answer.is_seen


def test_a_position_is_spared_techniques_and_searched_as_deep_as_told() -> None:
    with Engine() as engine:
        plain = engine.trace(ROOK_ENDING, Limit(nodes=NODES))
        ends = {REASONS[reason] for reason in plain.rows["reason"]}
        assert {"null move", "reverse futility"} <= ends
        row = int((plain.rows["reason"] == REASONS.index("null move")).argmax())
        key = int(plain.rows["key"][row])
        engine.new_game()
        spared = engine.trace(ROOK_ENDING, Limit(nodes=NODES), exempt=[Exemption(key, frozenset(TECHNIQUES), depth=4)])
    rows = spared.rows[spared.rows["key"] == key]
    assert len(rows)
    assert all(rows["depth"] >= 4)
    assert not {REASONS[reason] for reason in rows["reason"]} & {"null move", "reverse futility", "ProbCut", "razoring"}
    assert KINDS.index("quiescence") not in set(rows["kind"])


def test_without_exemptions_a_recorded_search_is_as_ever() -> None:
    with Engine() as engine:
        info = engine.analyse(ROOK_ENDING, Limit(nodes=NODES))
        engine.new_game()
        assert engine.trace(ROOK_ENDING, Limit(nodes=NODES), exempt=[Exemption(1, frozenset(TECHNIQUES))]).info.lines[
            0
        ].moves == (info.lines[0].moves)


def test_too_many_exemptions_and_unknown_techniques_are_refused() -> None:
    with ShogiEngine() as engine:
        with pytest.raises(ValueError, match="may be exempt at a time"):
            engine.trace(START, Limit(nodes=100), exempt=[Exemption(key) for key in range(1000)])
        with pytest.raises(ValueError, match="late_moves"):
            Exemption(1, frozenset(("late_moves",)))
        assert engine.analyse(START, Limit(nodes=100)).lines


@pytest.mark.check
def test_the_command_tells_cause_and_proof_and_what_it_can_not_read() -> None:
    run = CliRunner().invoke
    told = run(app, ["lab", "why", ROOK_ENDING, "Rc4", "--nodes", str(NODES)])
    assert told.exit_code == 0
    assert "1. Rc4" in told.output
    shogi = run(app, ["lab", "why", START, "9g9f", "--nodes", "2000"])
    assert shogi.exit_code == 0
    assert "９六歩" in shogi.output
    for words, message in (
        (["startpos"], "FEN MOVE"),
        ([ROOK_ENDING, "Kh8"], "Kh8"),
        ([ROOK_ENDING, "Rc4", "--nodes", "9000000"], "at most"),
    ):
        refused = run(app, ["lab", "why", *words])
        assert refused.exit_code == 2
        assert message in refused.output
