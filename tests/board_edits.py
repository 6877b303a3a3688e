"""The same edits, moves and undoings on a board of ours and one of python-chess's, and what both answer after each."""

import pickle
import random
from collections.abc import Callable
from typing import Any

import chess

import kiebitz.chess
from board_oracle import start

Step = Callable[[chess.Board], object]
MOVES = ("play", "castle", "undo")
EDITS = (
    *("turn", "rights", "corners", "square", "no_square", "clock", "number", "chess960", "piece", "promoted", "remove"),
    *("castling_fen", "pass", "forget", "no_king", "illegal"),
)
RIGHTS = ("KQkq", "-", "Kk", "Qq", "AHah")


def step(numbers: random.Random) -> tuple[str, Step]:
    """Something that can be done to a board, and its name."""
    bits, square, target = numbers.getrandbits(64), numbers.randrange(64), numbers.randrange(64)
    colour, kind, place = numbers.random() < 0.5, numbers.randrange(1, 7), numbers.random()
    letters = numbers.choice(RIGHTS)

    def play(board: chess.Board, wanted: Callable[[chess.Move], bool] = bool) -> None:
        moves = [move for move in board.legal_moves if wanted(move)]
        if moves:
            board.push(moves[int(place * len(moves))])

    steps: dict[str, Step] = {
        "play": play,
        "castle": lambda board: play(board, board.is_castling),
        "undo": lambda board: board.move_stack and board.pop(),
        "turn": lambda board: setattr(board, "turn", not board.turn),
        "rights": lambda board: setattr(board, "castling_rights", bits),
        "corners": lambda board: setattr(board, "castling_rights", bits & chess.BB_CORNERS),
        "square": lambda board: setattr(board, "ep_square", square),
        "no_square": lambda board: setattr(board, "ep_square", None),
        "clock": lambda board: setattr(board, "halfmove_clock", square),
        "number": lambda board: setattr(board, "fullmove_number", 1 + square),
        "chess960": lambda board: setattr(board, "chess960", not board.chess960),
        "piece": lambda board: board.set_piece_at(square, chess.Piece(kind, colour)),
        "promoted": lambda board: board.set_piece_at(square, chess.Piece(kind, colour), promoted=True),
        "remove": lambda board: board.remove_piece_at(square),
        "castling_fen": lambda board: board.set_castling_fen(letters),
        "pass": lambda board: board.push(chess.Move.null()),
        "forget": lambda board: board.clear_stack(),
        "no_king": lambda board: None if board.king(colour) is None else board.remove_piece_at(board.king(colour)),
        "illegal": lambda board: square != target and board.piece_at(square) and board.push(chess.Move(square, target)),
    }
    name = numbers.choice(MOVES if numbers.random() < 0.5 else EDITS)
    return name, steps[name]


def answers(board: chess.Board) -> dict[str, Any]:
    """What a board says of itself."""
    return {
        "fen": [board.fen(en_passant=when) for when in ("fen", "xfen", "legal")],
        "promoted": (board.fen(shredder=True, promoted=True), board.promoted),
        "rights": (board.castling_rights, board.clean_castling_rights(), board.has_chess960_castling_rights()),
        "wings": [board.has_kingside_castling_rights(side) for side in chess.COLORS]
        + [board.has_queenside_castling_rights(side) for side in chess.COLORS],
        "en passant": (board.ep_square, board.has_legal_en_passant(), board.has_pseudo_legal_en_passant()),
        "status": (board.status(), board.outcome(), board.is_check(), board.was_into_check(), board.is_checkmate()),
        "moves": [move.uci() for move in board.legal_moves],
        "pseudo": [move.uci() for move in board.pseudo_legal_moves],
        "stack": [move.uci() for move in board.move_stack],
        "counters": (board.halfmove_clock, board.fullmove_number, board.chess960, board._transposition_key()),
        "others": (board.root().fen(en_passant="fen"), board.mirror().fen(en_passant="fen")),
        "copy": (board.copy(stack=False).castling_rights, board.copy(stack=False).promoted, str(board)),
    }


WAYS: tuple[Callable[[Any, chess.Board], chess.Board], ...] = (
    lambda ours, _: ours.copy(),
    lambda ours, _: pickle.loads(pickle.dumps(ours)),
    lambda ours, _: ours.to_chess(),
    lambda _, theirs: kiebitz.chess.Board.from_chess(theirs),
)


def edit_and_compare(steps: int, seed: int) -> None:
    """Take so many steps, on boards from many positions. Raises AssertionError where boards differ."""
    numbers = random.Random(seed)
    while steps > 0:
        theirs = start(numbers)
        begun = theirs.fen(shredder=theirs.chess960, en_passant="fen")
        ours = kiebitz.chess.Board(begun, chess960=theirs.chess960)
        taken: list[str] = []
        for _ in range(numbers.choice((4, 12, 40))):
            name, do = step(numbers)
            taken.append(name)
            faults = [_fault(do, board) for board in (ours, theirs)]
            assert faults[0] is faults[1], (begun, taken, faults)
            steps -= 1
            if faults[0]:
                break
            boards = [ours, *(way(ours, theirs) for way in WAYS if numbers.random() < 0.2)]
            for board in boards:
                assert answers(board) == answers(theirs), (begun, taken, type(board))


def _fault(do: Step, board: chess.Board) -> type[Exception] | None:
    try:
        do(board)
    except (AssertionError, ValueError, IndexError) as error:
        return type(error)
    return None
