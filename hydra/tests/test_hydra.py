"""The cluster's protocol over cards says what one card says alone, however many there are."""

import chess
import pytest

from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.hydra import Hydra
from kiebitz_hydra.question import question_of
from kiebitz_hydra.reference import Reference
from kiebitz_hydra.simulator.coprocessor import answer_of, move_text, move_word
from machines import HARD, positions

MATE_IN_THREE_PLIES = "k7/8/2K5/8/8/8/8/3Q4 w - - 0 1"


class ReferenceCard:
    """A card whose search is the reference's, and so slow that messages take no time beside it."""

    CYCLES_A_NODE = 10_000

    def ask(self, question):
        board = chess.Board(None)
        for square, kind, is_black in question.men:
            board.set_piece_at(square, chess.Piece(kind, not is_black))
        board.turn = not question.black
        corners = (chess.BB_H1, chess.BB_A1, chess.BB_H8, chess.BB_A8)
        board.castling_rights = sum(corner for bit, corner in enumerate(corners) if question.rights >> bit & 1)
        board.ep_square = question.en_passant if question.en_passant < 64 else None
        reference = Reference()
        value = reference.search(board, question.depth, question.alpha, question.beta)
        best = move_word(reference.best) if reference.best else 0
        return answer_of(value, best, reference.nodes, [self.CYCLES_A_NODE * reference.nodes], [])


def found_by(hydra, board, depth, plies_above):
    (iteration,) = hydra.search(board, depth, plies_above).iterations
    return iteration.value, move_text(iteration.line[0]) if iteration.line else None


def expected(board, depth):
    reference = Reference()
    value = reference.search(board, depth)
    return value, reference.best.uci() if reference.best else None


@pytest.mark.parametrize("fen", [HARD[6], *HARD[8:], MATE_IN_THREE_PLIES])
@pytest.mark.parametrize("processors", [1, 5])
def test_protocol_over_cards(fen, processors):
    """A pin, checks, a mate in one and in two moves, mated, stalemated."""
    board = chess.Board(fen)
    depth = 3 if fen == MATE_IN_THREE_PLIES else 2
    assert found_by(Hydra(ReferenceCard(), processors), board, depth, 1) == expected(board, depth)
    assert board.fen() == chess.Board(fen).fen()


def test_more_processors_take_less_time():
    board = chess.Board(HARD[4])
    alone, together = (Hydra(ReferenceCard(), processors) for processors in (1, 8))
    first, second = (hydra.search(board, 2, 1) for hydra in (alone, together))
    assert first.seconds == pytest.approx(alone.cycles / HYDRA_CLOCK_HZ)
    assert second.seconds < 0.7 * first.seconds
    assert together.calls == second.effort.searches > 8


@pytest.mark.check
@pytest.mark.parametrize(("plies_above", "depth", "count"), [(1, 2, 30), (2, 3, 12)])
def test_the_machine_as_a_lane(machine, plies_above, depth, count):
    for board in positions(count, seed=10):
        alone = machine.ask(question_of(board, depth))
        assert found_by(Hydra(machine, 4), board, depth, plies_above) == (alone.value, alone.best), board.fen()
        assert (alone.value, alone.best) == expected(board, depth), board.fen()
