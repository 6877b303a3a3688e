"""``kiebitz.Board`` beside python-chess's: its own tests, random games asked everything, and where the two differ."""

import copy
import pickle
import textwrap
import types
import unittest
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot
import chess.svg
import chess.variant
import numpy as np
import pytest

import kiebitz
from board_edits import edit_and_compare
from board_oracle import play_and_compare
from kiebitz import Board, FenError, Move, MoveError, Piece
from kiebitz.engine import position_of

SUITE = Path(__file__).parents[1] / "data" / "python_chess_boards.txt"
CASES = ("MoveTestCase", "PieceTestCase", "BoardTestCase", "LegalMoveGeneratorTestCase", "BaseBoardTestCase")
# Of python-chess's tests those that don't pass, and why not.
DIFFERENT = {
    "MoveTestCase.test_copy": "drops, which chess has none of",
    "MoveTestCase.test_uci_parsing": "drops, which chess has none of",
    "MoveTestCase.test_xboard_move": "drops, which chess has none of",
}
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def suite_of_python_chess() -> dict[str, tuple[type[unittest.TestCase], str]]:
    """python-chess's tests of boards, with our classes in place of its own, by name."""
    module = types.ModuleType("chess")
    vars(module).update(vars(chess), Board=Board, Move=Move, Piece=Piece)
    names = {"chess": module, "unittest": unittest, "copy": copy, "textwrap": textwrap, "__name__": "suite"}
    exec(compile(SUITE.read_text(encoding="utf-8"), SUITE.name, "exec"), names)
    loader = unittest.TestLoader()
    return {f"{case}.{name}": (names[case], name) for case in CASES for name in loader.getTestCaseNames(names[case])}


TESTS = suite_of_python_chess()


@pytest.mark.parametrize("name", TESTS)
def test_python_chess_tests_its_boards(name):
    case, method = TESTS[name]
    outcome = unittest.TestResult()
    case(method).run(outcome)
    assert outcome.wasSuccessful() == (name not in DIFFERENT), outcome.failures + outcome.errors


@pytest.mark.check
@pytest.mark.parametrize("seed", range(4))
def test_random_positions_answer_as_python_chess_does(seed):
    play_and_compare(60, seed)


@pytest.mark.check
def test_boards_that_are_edited_copied_and_undone_answer_as_python_chess_does():
    edit_and_compare(1_500, 1)


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_edits():
    edit_and_compare(100_000, 2)


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_a_million_random_positions_answer_as_python_chess_does():
    play_and_compare(1_000_000, 7)


# ------------------------------------------------------------------ values


def test_boards_are_values():
    board = Board()
    again = Board()
    assert board == again == chess.Board()
    assert hash(board) == hash(again)
    assert len({board, again, Board(KIWIPETE)}) == 2
    board.push_san("e4")
    assert board != again
    assert again.fen() == chess.STARTING_FEN
    assert board != "board"
    # By position, as python-chess has it: how it came about doesn't matter, counters do.
    once, other = Board(), Board()
    for san in ("Nf3", "Nf6", "Nc3", "Nc6"):
        once.push_san(san)
    for san in ("Nc3", "Nc6", "Nf3", "Nf6"):
        other.push_san(san)
    assert once == other
    assert once.move_stack != other.move_stack
    other.halfmove_clock = 0
    assert once != other


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_copies_share_nothing(way):
    one_king = Board("8/8/8/8/8/8/8/4K3 w - - 3 9")
    for board in (played(Board(), "e4", "c5", "Nf3"), Board.from_chess960_pos(100), Board(None), one_king):
        twin, fen = way(board), board.fen()
        assert twin == board
        assert (twin.move_stack, twin.fen()) == (board.move_stack, fen)
        twin.set_piece_at(chess.E5, Piece.from_symbol("q"))
        assert board.fen() == fen
        assert twin != board


def played(board, *sans):
    for san in sans:
        board.push_san(san)
    return board


class Annotated(Board):
    """A board of somebody's own."""


def test_a_class_of_ones_own_stays_itself():
    board = Annotated(KIWIPETE)
    board.note = "sharp"
    assert type(board.copy()) is type(board.mirror()) is type(board.root()) is Annotated
    twin = pickle.loads(pickle.dumps(board))
    assert type(twin) is Annotated
    assert twin == board
    assert twin.note == "sharp"


def test_damaged_pickles_are_refused():
    cls, (kind, root, chess960, _), _ = Board().__reduce__()
    for codes in (b"\x00", b"\xff\xff", b"\x0c\x07\x0c\x07"):
        with pytest.raises(ValueError, match="damaged"):
            cls(kind, root, chess960, codes)


def test_a_board_is_shown():
    board = played(Board(), "e4")
    assert repr(board) == f"Board('{board.fen()}')"
    assert eval(repr(Board.from_chess960_pos(7))) == chess.Board.from_chess960_pos(7)
    assert str(board) == str(chess.Board(board.fen()))
    assert board._repr_svg_().startswith("<svg")
    assert chess.svg.board(board) == chess.svg.board(board.to_chess())
    assert repr(board.legal_moves).startswith("<LegalMoves of rnbqkbnr/pppppppp")


def test_moves_are_small_immutable_objects():
    move = Move(chess.E2, chess.E4)
    assert move == chess.Move(chess.E2, chess.E4)
    assert chess.Move(chess.E2, chess.E4) == move
    assert {move} == {chess.Move(chess.E2, chess.E4)}
    assert move != "e2e4"
    assert move != Move.null()
    with pytest.raises(AttributeError):
        move.from_square = 3
    with pytest.raises(AttributeError):
        move.note = "new"
    assert pickle.loads(pickle.dumps(move)) is Board().parse_san("e4") is copy.deepcopy(Move.from_uci("e2e4"))
    assert Move.from_uci("e7e8q").promotion == chess.QUEEN
    assert not Move.null()


def test_what_is_no_move_is_refused():
    for text in ("", "e2", "e2e2", "e2e9", "i2e4", "e7e8x", "e7e8 ", "e2e4qq", "P@e4", "é2e4", "e2e4\0"):
        with pytest.raises(MoveError, match="no move"):
            Move.from_uci(text)


def test_squares_that_there_are_not():
    for squares in ((-1, 3), (3, 64), (2**40, 0)):
        with pytest.raises((MoveError, OverflowError)):
            Move(*squares)
    board = Board()
    for name in ("piece_at", "piece_type_at", "color_at", "attacks_mask"):
        for square in (-1, 64, 1 << 31, 1 << 63 - 1):
            with pytest.raises(IndexError):
                getattr(board, name)(square)
    with pytest.raises(IndexError):
        board.is_attacked_by(True, 64)
    with pytest.raises(IndexError):
        board.push(types.SimpleNamespace(from_square=70, to_square=1, promotion=None, drop=None))


def test_pieces_equal_those_of_python_chess():
    for letter in "PNBRQKpnbrqk":
        ours, theirs = Piece.from_symbol(letter), chess.Piece.from_symbol(letter)
        assert ours == theirs == ours
        assert theirs == ours
        assert hash(ours) == hash(theirs)
        assert ours.unicode_symbol() == theirs.unicode_symbol()
        assert str(ours) == str(theirs)
        assert ours.unicode_symbol(invert_color=True) == theirs.unicode_symbol(invert_color=True)
    ours.color = True  # As python-chess's, everybody's own.
    assert ours == chess.Piece(chess.KING, True)
    assert Piece.from_symbol("k").color is False
    for wrong in ("", "x", "PP"):
        with pytest.raises(ValueError, match="is no piece"):
            Piece.from_symbol(wrong)


# ------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("theirs", "texts"),
    [
        (chess.IllegalMoveError, ("Ne6", "Ke8")),
        (chess.InvalidMoveError, ("hello", "")),
        (chess.AmbiguousMoveError, ("Nd2",)),
    ],
)
def test_moves_are_refused_by_errors_that_both_libraries_know(theirs, texts):
    board = Board("4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1")
    for text in texts:
        with pytest.raises(theirs) as caught:
            board.push_san(text)
        assert isinstance(caught.value, MoveError)
        assert isinstance(caught.value, ValueError)
    assert board.move_stack == []


def test_a_fen_is_refused_as_everywhere():
    for fen in ("", "nonsense", "8/8/8/8 w - - 0 1", START + " 1 1 1"):
        with pytest.raises(FenError):
            Board(fen)
        board = Board(KIWIPETE)
        with pytest.raises(FenError):
            board.set_fen(fen)
        assert board == Board(KIWIPETE)


START = chess.STARTING_FEN


def test_what_can_not_be_has_no_effect_and_is_counted():
    board = Board("4k3/8/8/8/8/8/8/4K3 w K - 0 1")
    assert board.status() == chess.Status.BAD_CASTLING_RIGHTS
    assert (board.castling_rights, board.clean_castling_rights()) == (chess.BB_H1, 0)
    assert board.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    board = Board("4k3/8/8/8/8/8/8/4K3 b - e3 0 1")
    assert board.status() == chess.Status.INVALID_EP_SQUARE
    assert board.copy().status() == board.status()
    board.push_san("Kd8")
    assert board.is_valid()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))])
def test_a_right_without_its_rook_is_kept_until_a_move(way):
    board = Board(KIWIPETE)
    board.remove_piece_at(chess.A1)
    board = way(board)
    assert not board.is_valid()
    assert board.castling_rights == chess.BB_CORNERS
    board.set_piece_at(chess.A1, Piece.from_symbol("R"))
    assert board.fen() == KIWIPETE
    board.remove_piece_at(chess.A1)
    board.push_san("a3")
    assert board.castling_rights == chess.BB_CORNERS & ~chess.BB_A1
    board.pop()
    assert board.castling_rights == chess.BB_CORNERS


def test_masks_are_taken_modulo_two_to_the_64th():
    board = Board()
    assert [move.uci() for move in board.generate_legal_moves(board.knights, ~board.pawns)] == [
        *("g1h3", "g1f3", "b1c3", "b1a3"),
    ]
    assert board.attackers_mask(True, chess.F3, ~0) == chess.Board().attackers_mask(True, chess.F3, chess.BB_ALL)
    assert len(board.piece_map(mask=~board.pawns)) == 16
    assert board.is_attacked_by(True, chess.F3, chess.SquareSet([chess.A1]))


def test_what_a_class_of_ones_own_begins_with_its_copies_have():
    class Noted(Board):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.notes = []

    board = Noted()
    board.push_san("e4")
    for twin in (board.copy(), board.copy(stack=False), board.root(), board.mirror()):
        assert twin.notes == []
    assert board.copy() == board


# ------------------------------------------------------------------ positions that no game can reach


def test_a_board_is_put_together_square_by_square():
    board = Board.empty()
    assert board.status() & chess.STATUS_EMPTY
    assert list(board.legal_moves) == []
    assert board.king(True) is None
    board.set_piece_at(chess.E1, Piece.from_symbol("K"))
    board.set_piece_at(chess.E8, chess.Piece.from_symbol("k"))
    board.set_piece_at(chess.A2, chess.Piece(chess.PAWN, True))
    assert board == Board("4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert board.game_position() is not None
    assert board.remove_piece_at(chess.A2) == Piece.from_symbol("P")
    assert board.remove_piece_at(chess.A2) is None
    assert board.is_insufficient_material()


def test_a_king_left_in_check_is_taken_back():
    """As programs look for legal moves that know only pseudo-legal ones."""
    board, theirs = Board("4k3/8/8/8/8/8/4r3/4K2R w K - 4 9"), chess.Board("4k3/8/8/8/8/8/4r3/4K2R w K - 4 9")
    for both in (board, theirs):
        both.push_san("Kf1")
    for move in list(theirs.pseudo_legal_moves):
        board.push(move)
        theirs.push(move)
        assert board.was_into_check() == theirs.was_into_check()
        assert board.fen() == theirs.fen()
        assert list(board.legal_moves) == list(theirs.legal_moves) or not theirs.was_into_check()
        assert board.move_stack == theirs.move_stack
        assert board.peek() == move
        assert board.pop() == theirs.pop()
    assert board == theirs
    assert board.game_position() is not None
    assert [board.pop(), board.fen()] == [theirs.pop(), theirs.fen()]
    with pytest.raises(IndexError):
        board.pop()


@pytest.mark.parametrize("sans", [(), ("e4",), ("e4", "e5", "Qh5", "Nc6", "Qxf7")])
def test_the_side_to_move_may_be_changed_and_back(sans):
    """As programs count what the other side could do; in check, too."""
    board, theirs = played(Board(), *sans), chess.Board()
    for san in sans:
        theirs.push_san(san)
    for _ in range(2):
        board.turn = not board.turn
        theirs.turn = not theirs.turn
        assert board.turn == theirs.turn
        assert set(board.legal_moves) == set(theirs.legal_moves)
        assert board.move_stack == theirs.move_stack
    assert board == theirs
    assert board.ep_square == theirs.ep_square
    assert board.is_repetition(1)
    assert [board.pop() for _ in sans] == [theirs.pop() for _ in sans]
    assert board == theirs == chess.Board()


def test_moves_after_an_edit_are_taken_back_past_it():
    board, theirs = played(Board(), "e4", "e5"), chess.Board()
    theirs.push_san("e4")
    theirs.push_san("e5")
    for both in (board, theirs):
        both.turn = chess.BLACK
        both.push_san("Nc6")
        both.ep_square = None
        both.push_san("Nf3")
    assert board.move_stack == theirs.move_stack
    assert board == theirs
    assert board.root() == theirs.root()
    twin = board.copy()
    for _ in range(4):
        assert board.pop() == theirs.pop() == twin.pop()
        assert board.fen() == theirs.fen() == twin.fen()


def test_men_are_counted_on_every_board():
    unreachable = Board("8/8/8/8/8/8/8/KKKK4 w - - 0 1")
    assert [board.piece_count() for board in (Board(), Board(None), unreachable)] == [32, 0, 4]


def test_rights_counters_and_kind_of_game_may_be_set():
    board, theirs = Board(KIWIPETE), chess.Board(KIWIPETE)
    for both in (board, theirs):
        both.castling_rights = chess.BB_H1 | chess.BB_A8
        both.halfmove_clock, both.fullmove_number = 7, 40
        both.chess960 = True
    assert board == theirs
    assert board.fen() == theirs.fen()
    assert set(board.legal_moves) == set(theirs.legal_moves)
    board.clear_stack()
    board.set_castling_fen("Qk")
    assert board.fen().split()[2] == "Qk"
    board.set_board_fen("4k3/8/8/8/8/8/8/R3K3")
    board.castling_rights = chess.BB_A1
    assert board.is_legal(Move.from_uci("e1a1"))
    board.reset()
    assert board == chess.Board()
    board.apply_transform(chess.flip_horizontal)
    assert board.board_fen() == "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"


def test_a_pass_out_of_check_is_a_move_and_in_check_what_python_chess_makes_of_it():
    for fen in (START, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"):
        board, theirs = Board(fen), chess.Board(fen)
        for both in (board, theirs):
            both.push(chess.Move.null())
        assert board.fen() == theirs.fen()
        assert board.was_into_check() == theirs.was_into_check()
        assert board.pop() == chess.Move.null()
        assert board.fen() == fen


# ------------------------------------------------------------------ others


def test_it_goes_wherever_a_board_of_python_chess_goes():
    board = played(Board(), "e4", "e5", "Nf3")
    game = chess.pgn.Game.from_board(board)
    assert str(game.mainline_moves()) == "1. e4 e5 2. Nf3"
    assert chess.polyglot.zobrist_hash(board) == chess.polyglot.zobrist_hash(board.to_chess())
    other = chess.Board()
    other.push(board.move_stack[0])
    assert other.fen() == played(Board(), "e4").fen()
    position = position_of(board)
    assert position.fen() == board.fen()
    assert Board.from_position(position) == board
    assert Board.from_position(position).move_stack == board.move_stack
    with kiebitz.Engine(hash_mb=1) as engine:
        info = engine.analyse(board, kiebitz.Limit(depth=3))
        assert board.variation_san(info.lines[0].pv).startswith("2...")
    with pytest.raises(ValueError, match="not atomic"):
        Board.from_chess(chess.variant.AtomicBoard())


def test_functions_of_kiebitz_take_boards_and_moves():
    board = played(Board(), "e4", "e5", "Qh5")
    theirs = board.to_chess()
    asked = [(board, Move.from_uci("e8e7")), (theirs, chess.Move.from_uci("e8e7"))]
    limit = kiebitz.Limit(nodes=2_000)
    assert len({str(kiebitz.explain(each, move, limit)) for each, move in asked}) == 1
    assert kiebitz.evaluate_batch([board, theirs])["centipawns"].count() == 2
    with kiebitz.Engine(hash_mb=1) as engine:
        for each, move in asked:
            assert engine.analyse(each, kiebitz.Limit(depth=2), searchmoves=[move]).best_move == "e8e7"
    batch = kiebitz.search_batch([board, theirs, Board(None)], kiebitz.Limit(nodes=100))
    assert batch["move"][0] == batch["move"][1]
    assert "kings" in batch["error"][2]


def test_the_game_before_it_counts_for_the_engine():
    board = Board()
    for san in 2 * ("Nf3", "Nf6", "Ng1", "Ng8"):
        board.push_san(san)
    assert board.is_repetition(3)
    assert position_of(board).repetitions() == 3
    impossible = Board("8/8/8/8/8/8/8/8 w - - 0 1")
    with pytest.raises(FenError, match="kings"):
        position_of(impossible)


def test_bitboards_and_planes():
    board = Board(KIWIPETE)
    bitboards, planes = board.bitboards(), board.planes()
    assert bitboards.dtype == np.uint64
    assert planes.shape == (12, 64)
    assert planes.dtype == np.uint8
    for index, (colour, kind) in enumerate((colour, kind) for colour in (True, False) for kind in chess.PIECE_TYPES):
        assert int(bitboards[index]) == board.pieces_mask(kind, colour)
        assert set(np.flatnonzero(planes[index])) == set(board.pieces(kind, colour))
