"""The rule of TA2: counting errs in one position of twenty where playing doesn't, and not the other way round."""

import pytest

from kiebitz.core.chess.position import Position
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ta2_exchanges_counted_or_played import (
    Playing,
    after_captures,
    counted,
    judge,
    material,
    truth,
)
from kiebitz_claims.measuring.positions import championship_games

HOLDS, _, FAILS, UNDECIDED, _ = Verdict
# The bishop may take the knight, which a pawn defends; or the pawn on g6, which nothing does.
DEFENDED = "4k3/2p5/3n2p1/8/5B2/8/4B3/4K3 w - - 0 1"


def verdicts(kinds, judged=20, games=20):
    """Of so many games, each with positions of these kinds: is counting wrong, is playing wrong."""
    errors = [(str(game), *kind) for game in range(games) for kind in kinds]
    return [part.verdict for part in judge(errors, [(game, judged + int(game)) for game, _, _ in errors]).parts]


@pytest.mark.parametrize(
    ("kinds", "judged", "expected"),
    [
        ([(True, False), (False, False)], 20, [HOLDS, HOLDS, HOLDS, HOLDS]),
        ([(False, False), (True, True)], 1, [FAILS, HOLDS, HOLDS, HOLDS]),
        ([(False, True), (False, False)], 20, [FAILS, FAILS, FAILS, HOLDS]),
    ],
)
def test_shares_and_cost(kinds, judged, expected):
    assert verdicts(kinds, judged) == expected


def test_no_cost_at_all():
    errors = [(str(game), True, False) for game in range(9)]
    assert judge(errors, [(game, 1) for game, _, _ in errors]).parts[3].verdict is FAILS


def test_few_games_decide_nothing():
    errors = [("0", True, False), ("1", False, False), ("2", False, True)]
    assert [part.verdict for part in judge(errors, [("0", 1), ("1", 9), ("2", 2)]).parts] == [UNDECIDED] * 4


def test_material_is_the_movers():
    assert material(Position(DEFENDED)) == 330 + 330 - 320 - 200
    assert material(Position(DEFENDED.replace(" w ", " b "))) == 320 + 200 - 330 - 330


def test_counting_and_playing_agree_on_one_square():
    rooks = "4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1"
    assert counted(Position(rooks)) == Playing(Position(rooks)).value() == 500


def test_nobody_has_to_take():
    defended = "3rk3/3p4/8/8/8/8/8/3RK3 w - - 0 1"
    assert counted(Position(defended)) == Playing(Position(defended)).value() == material(Position(defended))


def test_a_pinned_defender_is_counted_but_can_not_be_played():
    """Taking on d5 wins the knight, as the pawn that defends it is pinned; counting has the pawn take back."""
    pinned = "4k3/8/4p3/3n4/8/1B6/8/4R1K1 w - - 0 1"
    assert counted(Position(pinned)) == material(Position(pinned)) + 100
    assert Playing(Position(pinned)).value() >= material(Position(pinned)) + 320


def test_a_position_is_left_as_it_was():
    position = Position(DEFENDED)
    playing = Playing(position)
    playing.value()
    assert position.fen() == Position(DEFENDED).fen()
    assert playing.positions > 1


def test_positions_after_captures():
    game = championship_games()[-1]
    positions = after_captures(game, 3)
    assert len(positions) == 3
    assert after_captures(game, 99)[0] == positions[0]
    assert not any(Position(fen).is_check for fen in positions)


def test_what_was_seen_is_left_out():
    game = championship_games(1)[0]
    seen, others = after_captures(game, 6), after_captures(game, 99, seen=6)
    assert len(seen) == 6
    assert set(seen).isdisjoint(others)
    assert {*seen, *others} == {*after_captures(game, 99)}


def test_an_exchange_under_way_is_played_to_its_end():
    """The pawn on d5 is attacked by two and defended by one; that what is left may be taken, too, counts."""
    exchange = "3r2k1/5ppp/8/3p4/8/8/3R1PPP/3R2K1 w - - 0 1"
    assert material(Position(exchange)) == 400
    assert truth(exchange, 2_000) >= 500


def test_the_truth_is_what_the_line_leads_to():
    assert truth("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", 2_000) == 500
