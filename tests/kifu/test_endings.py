"""How records call what the rules have ended."""

import pytest

from kiebitz.kifu.endings import told_ending


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
