"""The cluster's protocol over cards finds what one card finds alone, however many there are."""

import chess
import pytest

from kiebitz.cluster.question import Answer, Question
from kiebitz_hydra.above import SearchAbove, seen_from_below
from kiebitz_hydra.budget import HYDRA_CLOCK_HZ
from kiebitz_hydra.hydra import TOLD_AT_A_TIME, Hydra, UpperPlies
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


def is_found(hydra, board, depth, plies_above):
    """Whether the value of the last iteration is one card's, and its best move has that value."""
    *earlier, last = hydra.search(board, depth, plies_above).iterations
    assert len(earlier) == depth - plies_above - 1
    assert last.value == Reference().search(board, depth)
    if not any(board.legal_moves):
        return not last.line
    child = board.copy()
    child.push_uci(move_text(last.line[0]))
    return Reference().search(child, depth - 1) == seen_from_below(-last.value, 1)


@pytest.mark.parametrize("fen", [HARD[6], *HARD[8:], MATE_IN_THREE_PLIES])
@pytest.mark.parametrize("processors", [1, 5])
def test_protocol_over_cards(fen, processors):
    """A pin, checks, a mate in one and in two moves, mated, stalemated."""
    board = chess.Board(fen)
    depth = 3 if fen == MATE_IN_THREE_PLIES else 2
    assert is_found(Hydra(ReferenceCard(), processors), board, depth, 1)
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
        assert machine.ask(question_of(board, depth)).value == Reference().search(board, depth)
        assert is_found(Hydra(machine, 4), board, depth, plies_above), board.fen()


def test_deepening_costs_less_than_it_saves():
    """The order of the upper plies is all that decides what the cards must do."""
    board = chess.Board(HARD[4])
    hydra = Hydra(ReferenceCard(), 1)
    deepened = hydra.search(board, 4, 3)
    above = SearchAbove(machine=ReferenceCard(), plies_above=3)
    assert above.search(board, 4) == deepened.iterations[-1].value
    assert hydra.cycles < above.cycles


def test_what_is_best_is_told_to_the_others():
    tree, other = UpperPlies(chess.Board(), 2), UpperPlies(chess.Board(), 2)
    root = Question((), 3, -100, 100)
    expansion = tree.expand(root)
    last = expansion.moves[-1][0]
    for _ in range(TOLD_AT_A_TIME):
        assert tree.take_findings() is None
        tree.learn(expansion.key, 0, 3, Answer(0, 0, (last,)), is_told=True)
    told = tree.take_findings()
    other.hear(told)
    assert tree.take_findings() is None
    assert tree.expand(root).moves == other.expand(root).moves == ((last, 0), *expansion.moves[:-1])
