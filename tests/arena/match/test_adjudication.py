import pytest

from kiebitz.arena.match.adjudication import AdjudicationError, Adjudicator, DrawRule, ResignRule


def rulings(adjudicator, moves):
    return [adjudicator.note(number, score) for number, score in moves]


def test_draw():
    adjudicator = Adjudicator(DrawRule(from_move=3, moves=2, centipawns=10), None)
    assert rulings(adjudicator, [(1, 0), (1, 0), (2, 0), (2, 0), (3, 10), (3, -10), (4, 0)]) == [None] * 7
    assert adjudicator.note(4, 5) == "1/2-1/2"


def test_a_loud_or_missing_score_begins_the_row_anew():
    for interruption in (11, None):
        adjudicator = Adjudicator(DrawRule(1, 2, 10), None)
        assert rulings(adjudicator, [(1, 0), (1, 0), (2, 0), (2, interruption), (3, 0), (3, 0), (4, 0)]) == [None] * 7
        assert adjudicator.note(4, 0) == "1/2-1/2"


@pytest.mark.parametrize(("sign", "result"), [(1, "1-0"), (-1, "0-1")])
def test_resign(sign, result):
    adjudicator = Adjudicator(None, ResignRule(moves=2, centipawns=600))
    assert rulings(adjudicator, [(9, 599 * sign), (9, 600 * sign), (10, 700 * sign), (10, 800 * sign)]) == [None] * 4
    assert adjudicator.note(11, 650 * sign) == result


def test_players_who_disagree_end_nothing():
    adjudicator = Adjudicator(DrawRule(1, 1, 10), ResignRule(1, 100))
    assert rulings(adjudicator, [(5, 900), (5, -900), (6, 900), (6, 50), (7, 900), (7, 0)]) == [None] * 6


def test_off():
    adjudicator = Adjudicator(None, None)
    assert rulings(adjudicator, [(99, 0)] * 50 + [(99, 5000)] * 50) == [None] * 100


def test_rules_as_text():
    assert DrawRule.parse("40,8,10") == DrawRule() == DrawRule.parse(str(DrawRule()))
    assert ResignRule.parse("4,600") == ResignRule() == ResignRule.parse(str(ResignRule()))
    assert DrawRule.parse("off") is ResignRule.parse("OFF") is None
    for text in ("", "1,2", "1,2,x", "1,2,0", "1,2,-3", "1,2,3,4", "1,2,9999999"):
        with pytest.raises(AdjudicationError):
            DrawRule.parse(text)
    with pytest.raises(AdjudicationError, match="MOVES,CENTIPAWNS"):
        ResignRule.parse("600")
