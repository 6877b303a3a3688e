"""What notebooks show of explanations: well-formed HTML, with the same words as ever."""

from xml.etree import ElementTree

import chess
import pytest

import kiebitz
from kiebitz.engine.notebook.display import BEST, WORSE

LIMIT = kiebitz.Limit(nodes=20_000)
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.fixture(scope="module")
def engine():
    with kiebitz.Engine(hash_mb=1) as engine:
        yield engine


def text_of(html):
    """The text of HTML that is well-formed XML, too."""
    return " ".join(ElementTree.fromstring(f"<x>{html}</x>").itertext())


def test_a_fault_is_drawn_beside_the_better_move(engine):
    explanation = kiebitz.explain(SCHOLAR, "a7a6", LIMIT, engine=engine)
    html = explanation._repr_html_()
    assert html.count("<svg") == 1
    assert (BEST[:7] in html, WORSE[:7] in html) == (True, True)
    assert text_of(html).index("3...a6") < text_of(html).index("best:")
    assert all(sentence in text_of(html) for sentence in explanation.sentences())


def test_of_the_best_move_only_one_arrow_is_drawn(engine):
    explanation = kiebitz.explain(SCHOLAR, None, LIMIT, engine=engine)
    assert WORSE[:7] not in explanation._repr_html_()
    assert "best:" not in explanation._repr_html_()


def test_a_game_that_is_over_has_a_board_and_no_arrow(engine):
    html = kiebitz.explain("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", None, LIMIT, engine=engine)._repr_html_()
    assert "The game is over." in text_of(html)
    assert BEST[:7] not in html


@pytest.mark.check
def test_castling_in_chess960_is_written_its_way(engine):
    board = chess.Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    assert "O-O" in text_of(kiebitz.explain(board, "e1g1", LIMIT, engine=engine)._repr_html_())


def test_a_fact_shows_its_line_and_its_proof(engine):
    (first, *_) = kiebitz.explain(SCHOLAR, "a7a6", LIMIT, engine=engine).reasons
    assert "mate : 4. Qxf7# proven by: mate search" in text_of(first.fact._repr_html_())
