import chess
import pytest

from kiebitz_hydra.above import SearchAbove
from kiebitz_hydra.question import question_of
from kiebitz_hydra.reference import Reference
from machines import positions


@pytest.mark.check
@pytest.mark.parametrize(("plies_above", "depth", "count"), [(1, 2, 40), (1, 3, 12), (2, 3, 12)])
def test_software_above_says_what_the_machine_says_alone(machine, plies_above, depth, count):
    for board in positions(count, seed=9):
        above = SearchAbove(machine=machine, plies_above=plies_above)
        value = above.search(board, depth)
        alone = machine.ask(question_of(board, depth))
        best = above.best.uci() if above.best else None
        assert (value, best, above.nodes) == (alone.value, alone.best, alone.nodes), board.fen()


@pytest.mark.check
def test_a_mate_below_the_border_is_as_far_away_as_it_is(machine):
    board = chess.Board("k7/8/2K5/8/8/8/8/3Q4 w - - 0 1")
    reference = Reference()
    value = reference.search(board, 3)
    above = SearchAbove(machine=machine, plies_above=1)
    assert above.search(board, 3) == value
    assert above.calls > 0
