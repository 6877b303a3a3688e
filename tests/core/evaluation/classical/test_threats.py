"""What is attacked by less, or badly defended, is threatened; each threat is worth its weight."""

import pytest

from evaluated import difference, module, weights

KNIGHT, QUEEN = 1, 4
ROOK = "rook_mobility"


# A rook that attacks the man can go to one square less: it can't go beyond it.
@pytest.mark.parametrize(
    ("threat", "none", "features", "is_rook"),
    [
        ("5ppp/4n3/3P4/8/8/5PPP/6K1", "5ppp/4n3/8/2P5/8/5PPP/6K1", ("threat_by_pawn",), False),
        ("5ppp/4n3/8/3P4/8/5PPP/6K1", "5ppp/4n3/8/2P5/8/5PPP/6K1", ("threat_by_push",), False),
        ("2q2ppp/8/3N4/8/8/5PPP/6K1", "1q3ppp/8/3N4/8/8/5PPP/6K1", (("threat_by_minor", QUEEN), "hanging"), False),
        ("3q1ppp/8/8/8/8/5PPP/3R2K1", "4qppp/8/8/8/8/5PPP/3R2K1", (("threat_by_rook", QUEEN), "hanging"), True),
        ("3n1ppp/8/8/8/8/5PPP/3R2K1", "3n1ppp/4p3/8/8/8/5PPP/2R3K1", (("threat_by_rook", KNIGHT), "hanging"), True),
        ("8/8/8/3n4/3K4/7P/8", "8/8/4p3/3n4/3K4/7P/8", ("threat_by_king", "hanging"), False),
    ],
)
def test_a_threat_is_worth_its_weights(threat, none, features, is_rook):
    gain = difference(module("6k1/" + threat, "dynamic"), module("6k1/" + none, "dynamic"))
    blocked, free = (weights((ROOK, 11)), weights((ROOK, 12))) if is_rook else ((0, 0), (0, 0))
    assert difference(gain, weights(*features)) == difference(blocked, free)
    assert min(gain) > 10


def test_a_man_that_a_pawn_defends_is_no_target_of_a_rook():
    """On d1 the rook has less room than on c1, and nothing from the knight on d5."""
    attacked = module("6k1/5ppp/4p3/3n4/8/8/5PPP/3R2K1", "dynamic")
    left_alone = module("6k1/5ppp/4p3/3n4/8/8/5PPP/2R3K1", "dynamic")
    assert difference(attacked, left_alone) == difference(weights(("rook_mobility", 8)), weights(("rook_mobility", 12)))
