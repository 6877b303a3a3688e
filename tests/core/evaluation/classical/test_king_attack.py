"""Several attackers are dangerous, one is not, and a queen makes the difference."""

from evaluated import difference, module, weights
from kiebitz.core.evaluation.classical.weights import NUMBERS

KNIGHT, QUEEN = 1, 4


def dynamic(board: str) -> int:
    """Middlegame value of White's dynamic features."""
    return module(board, "dynamic")[0]


def units(name: str, kind: int = 0) -> int:
    return NUMBERS[name].values[kind]


def test_an_attack_worked_out():
    """Knight g5 and queen d3 against a bare king on g8, which can be checked safely by the queen."""
    attackers = 2 * (units("attack_units", KNIGHT) + units("attack_units", QUEEN))
    # The knight attacks f7 and h7, the queen g6 and h7; g6 nobody defends, f7 and h7 only the king.
    zone = 4 * units("zone_attack_units") + 3 * units("weak_zone_units")
    check = units("safe_check_units", QUEEN)
    bare = weights(("shield_bishop_file", 0), ("shield_knight_file", 0), ("shield_rim", 0), *["open_king_file"] * 3)[0]
    danger = attackers + zone + check + -bare * units("cover_share") // 100
    assert 100 < danger < units("danger_limit")
    worth = danger**2 // units("danger_divisor"), danger // units("danger_endgame_divisor")
    found = module("6k1/8/8/6N1/8/3Q4/8/K7", "dynamic")
    assert difference(found, weights(("knight_mobility", 6), ("queen_mobility", 25))) == worth
    assert 80 < worth[0] < 200


def test_without_a_queen_there_is_little_danger():
    with_queens = dynamic("3q1rk1/5p2/8/7Q/8/3B1R2/5PPP/6K1 w - - 0 1")
    without = dynamic("3q1rk1/5p2/8/8/8/3B1R2/5PPP/6K1 w - - 0 1")
    assert 80 < with_queens - without < 400


def test_no_attack_is_worth_more_than_the_limit():
    """Three queens and a rook at the king: the danger counts no further than about a queen."""
    attacked = dynamic("6k1/8/5QQQ/8/8/8/8/K5R1 b - - 0 1")
    most = units("danger_limit") ** 2 // units("danger_divisor")
    assert most < attacked < most + 200
    assert 600 < most < 1_000
