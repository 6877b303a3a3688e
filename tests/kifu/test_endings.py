"""How records call what the rules have ended."""

import pytest

from kiebitz.engine.shogi_game_end import ShogiEnd, ShogiEndCause
from kiebitz.kifu.endings import ending_by_rule, told_ending
from kiebitz.kifu.record import Ending


@pytest.mark.parametrize("black", [True, False])
def test_what_the_rules_end_is_told_by_who_is_to_move(black):
    """Perpetual check is a foul of the side that gave it."""
    fouls = [ending_by_rule(ShogiEnd(ShogiEndCause.PERPETUAL_CHECK, winner), black) for winner in (black, not black)]
    assert fouls == [Ending.FOUL_WIN, Ending.FOUL_LOSS]
    assert ending_by_rule(ShogiEnd(ShogiEndCause.CHECKMATE, not black), black) is Ending.MATE
    assert ending_by_rule(ShogiEnd(ShogiEndCause.SENNICHITE, None), black) is Ending.REPETITION


@pytest.mark.parametrize(
    ("line", "ending"),
    [
        ("まで19手で下手の\ufffdP+00AL\ufffd玉勝ち", "下手の勝ち"),
        ("まで19手で上手\ufffd入玉勝ち", None),
        ("まで19手で上手勝ち2時間切れ", None),
    ],
)
def test_what_no_record_could_tell_again_is_not_kept(line, ending):
    assert told_ending(line, is_black_to_move=True) == ending
