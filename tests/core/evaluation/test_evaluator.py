"""The evaluator: it chooses what it is told to, says the same in both ways, and keeps its evaluations apart."""

from pathlib import Path

import pytest
from hypothesis import given

import kiebitz.core.evaluation
from evaluated import evaluator, taken_apart
from kiebitz.core import parameters
from kiebitz.core.chess.position import START_FEN, Position
from kiebitz.core.evaluation.classical.weighted_sum import MODULE_NAMES
from kiebitz.core.evaluation.evaluator import EVALUATION_PARAMETERS, Evaluator
from kiebitz.core.evaluation.tartan.terms import TERM_NAMES
from kiebitz.core.value import MAX_EVALUATION
from random_games import choices, play, scattered, set_up, starts

ROOM = Path(kiebitz.core.evaluation.__file__).parent
# Every module and term has something to say here: both sides have pieces, weak and passed pawns, and a drawish ending.
POSITIONS = (
    "r1bq1rk1/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 20 20",
    "8/4bk2/6p1/8/8/1P3KP1/1P2B3/8 w - - 0 1",
)


@pytest.mark.parametrize(("name", "parts"), [("classical", MODULE_NAMES), ("tartan", TERM_NAMES)])
def test_the_parameter_chooses(name, parts):
    chosen = evaluator(evaluation=name)
    assert tuple(chosen.break_down(Position()).modules) == parts
    chosen.configure(parameters.defaults())
    assert tuple(chosen.break_down(Position()).modules) == MODULE_NAMES


def test_without_parameters_it_is_the_whole_classical_evaluation():
    assert Evaluator().break_down(Position(POSITIONS[0])) == taken_apart(POSITIONS[0])


@pytest.mark.parametrize("name", ["classical", "tartan"])
def test_search_and_people_are_told_the_same(name):
    @given(starts(), choices)
    def along_a_game(board, numbers):
        chosen = evaluator(evaluation=name)
        position = set_up(board)
        for _ in play(board, position, numbers):
            assert chosen.value(position) == chosen.break_down(position).total == chosen.value(position)
            assert abs(chosen.value(position)) <= MAX_EVALUATION

    along_a_game()


@given(scattered())
def test_wild_positions_stay_within_the_limit(pair):
    for name in ("classical", "tartan"):
        assert abs(evaluator(evaluation=name).value(pair[1])) <= MAX_EVALUATION


def test_the_position_is_left_alone():
    position = Position()
    for name in ("classical", "tartan"):
        evaluator(evaluation=name).value(position)
    position.check_invariants()
    assert position.fen() == START_FEN


@pytest.mark.parametrize("tunable", parameters.TABLE, ids=lambda tunable: tunable.name)
def test_what_changes_an_evaluation_is_known(tunable):
    """Else a table would keep values that were judged otherwise."""
    changed = {tunable.name: tunable.minimum if tunable.default != tunable.minimum else tunable.maximum}
    differs = any(taken_apart(fen) != taken_apart(fen, **changed) for fen in POSITIONS)
    assert differs == (tunable.name in EVALUATION_PARAMETERS)


def test_a_module_switched_off_has_zeros_and_leaves_the_others_alone():
    whole = taken_apart(POSITIONS[0])
    for name in EVALUATION_PARAMETERS[1:]:
        without = taken_apart(POSITIONS[0], **{name: 0})
        assert without.modules == whole.modules | {name: ((0, 0), (0, 0))}


def test_evaluations_know_nothing_of_each_other():
    rooms = {"classical", "tartan"}
    for path in ROOM.rglob("*.py*"):
        if path.suffix not in {".py", ".pxd"} or path.stem == "evaluator":
            continue
        text = path.read_text()
        own = path.relative_to(ROOM).parts[0]
        for other in rooms - {own}:
            assert f"core.evaluation.{other}" not in text, f"{path.relative_to(ROOM)} imports from {other}"
