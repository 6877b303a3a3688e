"""The rule of MA4: fewer nodes than with an empty table in MiniMAX's search; and that its two tables differ as said."""

import pytest

from kiebitz.arena.match.elo import Estimate
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ma4_clearing_depths_only import ALL, DEPTHS, NOTHING, game_nodes, judge
from kiebitz_claims.measuring.positions import championship_games

HOLDS, CONDITIONALLY, FAILS, UNDECIDED, _ = Verdict
FEWER, MORE, OPEN = Estimate(0.8, 0.7, 0.9), Estimate(1.2, 1.1, 1.3), Estimate(0.99, 0.9, 1.1)


@pytest.mark.parametrize(
    ("minimax", "ordered", "verdict"),
    [
        (FEWER, FEWER, HOLDS),
        (FEWER, MORE, CONDITIONALLY),
        (FEWER, OPEN, CONDITIONALLY),
        (MORE, FEWER, FAILS),
        (OPEN, FEWER, UNDECIDED),
        (Estimate(1.0, 0.995, 1.005), FEWER, FAILS),
    ],
)
def test_fewer_nodes_than_with_an_empty_table(minimax, ordered, verdict):
    judgement = judge({"minimax": (minimax, 20), "ordered": (ordered, 20)}, {"minimax": (OPEN, 20)})
    assert [part.verdict for part in judgement.parts] == [verdict]


def test_the_first_move_finds_an_empty_table_however_it_is_cleared():
    moves = championship_games()[-2].moves
    found = [game_nodes(moves, style="minimax", cleared=name, positions=2, depth=4) for name in (ALL, DEPTHS, NOTHING)]
    assert len({nodes[0] for nodes in found}) == 1
    assert len({nodes[1] for nodes in found}) > 1
    alone = game_nodes(moves[:18], style="minimax", cleared=ALL, positions=1, depth=4)
    assert alone == [found[0][0]]
