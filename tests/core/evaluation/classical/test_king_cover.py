"""Shield, storm and castling: each pawn before the king is worth its weight."""

import pytest

from evaluated import difference, module, weights

# The king on g1 looks at the f-, g- and h-file; a step of a series is the nearest pawn's rank from 1 (none) to 8.
F, G, H = "shield_bishop_file", "shield_knight_file", "shield_rim"


def cover(board: str) -> int:
    """Middlegame value of White's cover."""
    return module(board, "king_cover")[0]


def middlegame(*features) -> int:
    return weights(*features)[0]


def test_an_unmoved_shield_is_the_sum_of_its_pawns():
    assert cover("6k1/8/8/8/8/8/5PPP/6K1") == middlegame((F, 1), (G, 1), (H, 1)) > 0


@pytest.mark.parametrize(
    ("board", "change"),
    [
        pytest.param("6k1/8/8/8/8/6P1/5P1P/6K1", ((G, 2), (G, 1)), id="g3"),
        pytest.param("6k1/8/8/8/8/7P/5PP1/6K1", ((H, 2), (H, 1)), id="h3"),
        pytest.param("6k1/8/8/8/6P1/8/5P1P/6K1", ((G, 3), (G, 1)), id="g4"),
        pytest.param("6k1/6p1/8/8/8/8/5P1P/6K1", ((G, 0), (G, 1)), id="g-pawn missing"),
    ],
)
def test_a_pawn_that_left_costs_the_difference(board, change):
    now, before = change
    cost = cover("6k1/8/8/8/8/8/5PPP/6K1") - cover(board)
    assert cost == middlegame(before) - middlegame(now)
    assert 0 < cost < 70


def test_a_file_without_any_pawn_costs_besides():
    half_open, is_open = cover("6k1/6p1/8/8/8/8/5P1P/6K1"), cover("6k1/8/8/8/8/8/5P1P/6K1")
    assert is_open - half_open == middlegame("open_king_file") < 0


@pytest.mark.parametrize(
    ("enemy", "storm"),
    [
        pytest.param("6p1/8/8/8", ("storm_free", 6), id="at home"),
        pytest.param("8/8/6p1/8", ("storm_free", 4), id="on g5"),
        pytest.param("8/8/8/6p1", ("storm_free", 3), id="on g4"),
    ],
)
def test_a_storming_pawn_costs_by_its_rank(enemy, storm):
    stormed = cover(f"6k1/{enemy}/8/5PPP/6K1")
    assert cover("6k1/8/8/8/8/8/5PPP/6K1") + middlegame(storm) == stormed
    assert -40 < middlegame(storm) <= 0


def test_a_rammed_pawn_storms_less():
    rammed, free = cover("6k1/8/8/8/7p/7P/5PP1/6K1"), cover("6k1/8/8/8/6p1/7P/5PP1/6K1")
    assert rammed - free == middlegame(("storm_rammed", 3)) - middlegame(("storm_free", 3)) > 0


def test_a_king_that_may_castle_has_the_cover_it_can_choose():
    rights = "r3k2r/8/8/8/8/8/PPP2PPP/R3K2R w {} - 0 1"
    castled = "r3k2r/8/8/8/8/8/PPP2PPP/R4RK1 w - - 0 1"
    assert cover(rights.format("KQ")) == cover(rights.format("K")) == cover(castled)
    assert cover(rights.format("-")) < cover(rights.format("Q")) < cover(castled)


def test_in_chess960_it_castles_to_the_same_squares():
    """From b1 with its rook on d1 the king goes to g1, too."""
    assert cover("6k1/8/8/8/8/8/5PPP/1K1R4 w D - 0 1") == cover("6k1/8/8/8/8/8/5PPP/3R2K1 w - - 0 1")


def test_in_the_endgame_each_step_from_the_pawns_costs():
    near, far = module("7k/8/8/8/1PK5/8/8/8", "king_cover"), module("7k/8/8/8/1P6/8/8/7K", "king_cover")
    # From c4 one step to the pawn on b4, from h1 six.
    assert difference(far, near)[1] == (6 - 1) * weights("king_far_from_pawns")[1]
    assert -60 < difference(far, near)[1] < -10
