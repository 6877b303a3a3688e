"""The film of the card: a whole search, told in two languages, found by its name."""

import re
from itertools import pairwise

import chess
import pytest

from kiebitz.analysis.explanation.language import Language
from kiebitz.classroom.film.films import film_named
from kiebitz_hydra.film.card import DEPTH, FORK
from kiebitz_hydra.film.film import film

pytestmark = pytest.mark.check


def test_the_film_tells_every_cycle():
    english, german = film_named("card"), film_named("card", Language.GERMAN)
    search = film(chess.Board(FORK), DEPTH)
    assert len(english.steps) == len(german.steps) == len(search.frames) == sum(search.answer.cycles)
    for step, other in zip(english.steps, german.steps, strict=True):
        assert step.changes.keys() == other.changes.keys() == {pane.name for pane in english.panes}
        assert step.sentence.split(")")[0] == other.sentence.split(")")[0]
        assert step.sentence != other.sentence
        assert "{" not in step.sentence + other.sentence
    last = english.state(len(english.steps) - 1)
    assert sum(bar[1] for bar in last["states"]["bars"]) == len(search.frames)
    assert dict(last["wires"]["rows"])["best move"] == search.answer.best


def test_men_and_squares_are_those_of_the_move_that_is_tried():
    """After DO MOVE the man stands on the victim's square, wherever python-chess says the move leads."""
    steps = film_named("card").steps
    for before, after in pairwise(steps):
        taken = re.match(r"AGGRESSOR \(.* can go to (..); (..) is taken", before.sentence)
        if not taken:
            continue
        target, origin = (chess.parse_square(name) for name in taken.groups())
        board = before.changes["board"]
        assert {tuple(ring) for ring in board["rings"]} == {("aggressor", origin), ("victim", target)}
        assert origin in board["layers"]["aggressor"]
        assert after.sentence.startswith("DO MOVE")
        men = chess.Board(board["text"])
        assert chess.Move(origin, target) in men.pseudo_legal_moves
    assert sum(step.sentence.startswith("DO MOVE") for step in steps) > 20
