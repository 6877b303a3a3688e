"""The rule of YA5: each sentence of the article by the range that it has in chess."""

import pytest

from kiebitz.engine.positions import START_TEXT, shogi_position_from
from kiebitz_claims.claims.judging import Verdict
from kiebitz_claims.experiments.ya5_the_article_in_shogi import (
    COLLISIONS,
    IN_CHESS,
    LINES,
    LOCKLESS,
    NEIGHBOURS,
    SIZES,
    STAGE_ENTRIES,
    STUDY,
    Compared,
    Filled,
    Sized,
    Staged,
    in_chess,
    judge,
    staged,
)

HOLDS, FAILS = Verdict.HOLDS, Verdict.FAILS
GOOD = {COLLISIONS: (0, 0), LINES: (1.1, 1), NEIGHBOURS: (1_000, 1_000), LOCKLESS: (1, 1)}
BAD = {COLLISIONS: (1, 0), LINES: (0.9, 1), NEIGHBOURS: (1_300, 1_000), LOCKLESS: (1.2, 1)}


def verdicts(full, overwritten, more, again, pairs):
    """Of 60 openings with so many full clusters at half use, overwritten entries, nodes and nodes of the last stage."""
    numbers = range(1, 61)
    fills = [
        row
        for number in numbers
        for row in (Filled(500, number, 500, full, None), Filled(100, number, 100, 0.01, overwritten))
    ]
    sizes = [
        Sized(
            number,
            entries,
            round(1_000 * (1 if entries == SIZES[-1] else more)) + number,
            990 - (entries > SIZES[0]) * 700,
        )
        for number in numbers
        for entries in SIZES
    ]
    stages = [Staged(number, entries, again + number, 1_000) for number in numbers for entries in STAGE_ENTRIES]
    rows = [Compared(name, number, *pair) for name, pair in pairs.items() for number in numbers]
    return {
        part.prediction.statement[:3].strip(":"): part.verdict for part in judge([], fills, sizes, stages, rows).parts
    }


@pytest.mark.parametrize(("found", "verdict"), [((0.2, 3, 2, 600, GOOD), HOLDS), ((0.05, 0, 1.05, 1_200, BAD), FAILS)])
def test_every_sentence_has_a_range(found, verdict):
    by_claim = verdicts(*found)
    # Other moves are no harm yet.
    assert by_claim.pop("Y2") is (HOLDS if verdict is HOLDS else Verdict.UNDECIDED)
    assert set(by_claim.values()) == {verdict}
    assert by_claim.keys() >= {"Y1", "Y3", "Y6", "Y8", "YA1", "YA3"}


def test_a_sentence_without_rows_is_undecided():
    judgement = judge(
        [],
        [],
        [],
        [Staged(1, entries, 1, 2) for entries in STAGE_ENTRIES],
        [Compared(name, 1, *GOOD[name]) for name in GOOD],
    )
    undecided = [part for part in judgement.parts if part.measured is None]
    assert len(undecided) == 3


@pytest.mark.parametrize("name", IN_CHESS)
def test_chess_has_a_figure_beside_each(name):
    assert name in STUDY.predictions
    assert in_chess(*IN_CHESS[name]) is not None


def test_the_last_stage_uses_what_the_others_left():
    after, afresh = staged(shogi_position_from(START_TEXT).sfen(), 0, ((3, 5), (1, 7)))
    assert after < afresh
