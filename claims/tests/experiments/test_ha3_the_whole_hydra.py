"""The rule of HA3: speed-ups by summed times, each within 15 per cent of the printed one."""

import pytest

from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ha3_the_whole_hydra import PRINTED, SIZES, Remembering, Row, judge


def rows(factor):
    """Eight games whose speed-ups are the printed ones times about a factor."""
    speed_ups = {1: 1.0, **{size: factor * speed_up for size, speed_up in PRINTED.values()}}
    return [
        Row(f"game {game}", "opening", size, (10 + (size > 1) * (game - 3.5) / 9) / speed_ups[size], 1_000, 10, 0.5)
        for game in range(8)
        for size in SIZES
    ]


@pytest.mark.parametrize(("factor", "verdict"), [(1, Verdict.HOLDS), (0.5, Verdict.FAILS), (0.85, Verdict.UNDECIDED)])
def test_a_speed_up_is_as_printed_or_not(factor, verdict):
    judgement = judge(rows(factor))
    assert {part.verdict for part in judgement.parts} == {verdict}
    assert "32 processors 0% and 50%" in judgement.remark


def test_nothing_simulated_decides_nothing():
    assert judge([]).verdict is Verdict.UNDECIDED


def test_a_question_is_simulated_once():
    asked = []

    class Card:
        def ask(self, question):
            asked.append(question)
            return len(asked)

    card = Remembering(Card())
    assert [card.ask(question) for question in ("a", "b", "a")] == [1, 2, 1]
