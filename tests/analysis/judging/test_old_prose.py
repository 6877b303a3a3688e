"""Verdicts of other programs beside ours."""

import pytest

from kiebitz.analysis.analysed_game import analyse_game
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.judging.old_prose import marked_if_old
from kiebitz.engine.limit import Limit
from sources import DATA

BLUNDER = "(0.21 → 2.80) Blunder. Nc6 was best."


@pytest.mark.parametrize(
    ("comment", "judgement", "best", "is_old"),
    [
        (BLUNDER, Judgement.BLUNDER, "Nc6", False),
        (BLUNDER, Judgement.BLUNDER, None, False),
        (BLUNDER, Judgement.BLUNDER, "d6", True),
        (BLUNDER, Judgement.MISTAKE, "Nc6", True),
        (BLUNDER, None, None, True),
        ("(0.2 → Mate in 4) Checkmate is now unavoidable. Ke2 was best.", None, None, True),
        ("(0.2 → Mate in 4) Checkmate is now unavoidable. Ke2 was best.", Judgement.BLUNDER, "Ke2", False),
        ("Inaccuracy. Best move was Qxd5+.", Judgement.INACCURACY, "Qxd5", False),
        ("Mistake.", Judgement.INACCURACY, "Qxd5", True),
        ("Blunder. A better move was d6.", Judgement.BLUNDER, "Nc6", True),
    ],
)
def test_a_verdict_that_is_contradicted_is_marked(comment, judgement, best, is_old):
    marked = marked_if_old(f"so {comment} he said", judgement, best)
    assert marked == f"so {'earlier analysis: ' if is_old else ''}{comment} he said"
    assert marked_if_old(marked, judgement, best) == marked


@pytest.mark.parametrize("comment", ["A blunder, but who would see that?", "Mistake or not, I liked it.", ""])
def test_what_people_say_is_left_alone(comment):
    assert marked_if_old(comment, None, None) == comment


def test_it_stands_in_the_annotated_game_once():
    text = (DATA / "pgn" / "reported" / "O1-old-prose-beside-new-evaluations.pgn").read_text()
    text = text.replace("Blunder. Nc6", "Inaccuracy. Qe7")
    once = analyse_game(text, Limit(nodes=500)).pgn
    assert " ".join(once.split()).count("earlier analysis: (0.21 → 2.80) Inaccuracy. Qe7 was best.") == 1
    again = analyse_game(once, Limit(nodes=500)).pgn
    assert again.count("earlier analysis:") == 1
