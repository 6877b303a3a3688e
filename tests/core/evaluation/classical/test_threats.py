"""What is attacked by less, or badly defended, is threatened; each threat is worth its weight."""

import pytest

from evaluated import difference, module, weights

PAWN, KNIGHT, QUEEN = 0, 1, 4


# A rook that attacks the man can go to one square less: it can't go beyond it.
BLOCKED_ROOK = (("rook_mobility", 11),), (("rook_mobility", 12),)


@pytest.mark.parametrize(
    ("threat", "none", "features", "mobility"),
    [
        pytest.param(
            "6k1/5ppp/4n3/3P4/8/8/5PPP/6K1",
            "6k1/5ppp/4n3/8/2P5/8/5PPP/6K1",
            ("threat_by_pawn",),
            ((), ()),
            id="pawn on knight",
        ),
        pytest.param(
            "6k1/5ppp/4n3/8/3P4/8/5PPP/6K1",
            "6k1/5ppp/4n3/8/2P5/8/5PPP/6K1",
            ("threat_by_push",),
            ((), ()),
            id="pawn step",
        ),
        pytest.param(
            "6k1/2q2ppp/8/3N4/8/8/5PPP/6K1",
            "6k1/1q3ppp/8/3N4/8/8/5PPP/6K1",
            (("threat_by_minor", QUEEN), "hanging"),
            ((), ()),
            id="knight on queen",
        ),
        pytest.param(
            "6k1/3q1ppp/8/8/8/8/5PPP/3R2K1",
            "6k1/4qppp/8/8/8/8/5PPP/3R2K1",
            (("threat_by_rook", QUEEN), "hanging"),
            BLOCKED_ROOK,
            id="rook on queen",
        ),
        pytest.param(
            "6k1/3n1ppp/8/8/8/8/5PPP/3R2K1",
            "6k1/3n1ppp/4p3/8/8/8/5PPP/2R3K1",
            (("threat_by_rook", KNIGHT), "hanging"),
            BLOCKED_ROOK,
            id="hanging",
        ),
        pytest.param(
            "8/6kp/8/8/3n4/3K4/7P/8",
            "8/6k1/8/4p3/3n4/3K4/7P/8",
            ("threat_by_king", "hanging"),
            ((), ()),
            id="king",
        ),
    ],
)
def test_a_threat_is_worth_its_weights(threat, none, features, mobility):
    gain = difference(module(threat, "dynamic"), module(none, "dynamic"))
    assert gain == difference(weights(*features, *mobility[0]), weights(*mobility[1]))
    assert 10 < gain[0] < 120
    assert 10 < gain[1] < 120


def test_a_man_that_a_pawn_defends_is_no_target_of_a_rook():
    """On d1 the rook has less room than on c1, and nothing from the knight on d5."""
    attacked = module("6k1/5ppp/4p3/3n4/8/8/5PPP/3R2K1", "dynamic")
    left_alone = module("6k1/5ppp/4p3/3n4/8/8/5PPP/2R3K1", "dynamic")
    assert difference(attacked, left_alone) == difference(weights(("rook_mobility", 8)), weights(("rook_mobility", 12)))
