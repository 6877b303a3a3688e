"""Random games played on a ``kiebitz.Board`` and on python-chess's in step, and everything asked of both."""

import pickle
import random

import chess

import kiebitz
from random_games import SPARSE

# En passant that is pinned, forbidden or allowed, at once and after a move.
EN_PASSANT = ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23")
ATTRIBUTES = (
    *("turn", "castling_rights", "ep_square", "halfmove_clock", "fullmove_number", "chess960", "occupied"),
    *("pawns", "knights", "bishops", "rooks", "queens", "kings"),
)
QUESTIONS = (
    *("is_check", "is_checkmate", "is_stalemate", "is_insufficient_material", "is_seventyfive_moves", "is_fifty_moves"),
    *("is_fivefold_repetition", "can_claim_fifty_moves", "has_legal_en_passant", "has_pseudo_legal_en_passant"),
    *("clean_castling_rights", "checkers_mask", "checkers", "was_into_check", "ply", "fen", "shredder_fen", "epd"),
    *("board_fen", "castling_xfen", "castling_shredder_fen", "is_game_over", "result", "outcome", "piece_map"),
    *("has_chess960_castling_rights", "_transposition_key"),
)
OF_A_SIDE = (
    *("king", "has_insufficient_material", "has_castling_rights", "has_kingside_castling_rights"),
    "has_queenside_castling_rights",
)
OF_A_MOVE = (
    *("uci", "san", "lan", "is_legal", "is_pseudo_legal", "is_into_check", "gives_check", "is_capture", "is_zeroing"),
    *("is_irreversible", "is_en_passant", "is_castling", "is_kingside_castling", "is_queenside_castling"),
)
SLOW = (
    *("status", "is_valid", "mirror", "root", "copy", "__str__", "can_claim_threefold_repetition", "can_claim_draw"),
    *("unicode", "has_chess960_castling_rights", "chess960_pos"),
)


def start(numbers: random.Random) -> chess.Board:
    """Where a random game starts: as games do, in Chess960, with few men, or with men scattered."""
    kind = numbers.randrange(4)
    if kind == 0:
        return chess.Board()
    if kind == 1:
        return chess.Board.from_chess960_pos(numbers.randrange(960))
    if kind == 2:
        return chess.Board(numbers.choice(SPARSE + EN_PASSANT))
    while True:
        board = chess.Board(None)
        letters = "Kk" + "".join(numbers.choices("PNBRQpnbrq", k=24))
        for square, letter in zip(numbers.sample(range(64), numbers.randrange(2, 24)), letters, strict=False):
            if letter not in "pP" or 8 <= square < 56:
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = numbers.random() < 0.5
        if not board.was_into_check():
            return board


def play_and_compare(positions: int, seed: int) -> None:
    """Play random games and compare so many positions. Raises AssertionError where boards differ."""
    numbers = random.Random(seed)
    while positions > 0:
        theirs = start(numbers)
        ours = kiebitz.Board(theirs.fen(shredder=theirs.chess960, en_passant="fen"), chess960=theirs.chess960)
        for _ in range(numbers.choice((10, 40, 120))):
            compare(ours, theirs, numbers, is_thorough=numbers.random() < 0.05)
            positions -= 1
            moves = list(theirs.legal_moves)
            step = numbers.random()
            if step < 0.05 and theirs.move_stack:
                assert ours.pop() == theirs.pop()
            elif step < 0.06 and not theirs.is_check():
                ours.push(kiebitz.Move.null())
                theirs.push(chess.Move.null())
            elif moves:
                move = numbers.choice(moves)
                ours.push(move if step < 0.5 else kiebitz.Move.from_uci(move.uci()))
                theirs.push(move)
            else:
                break


def compare(ours: kiebitz.Board, theirs: chess.Board, numbers: random.Random, *, is_thorough: bool) -> None:
    """Ask both boards the same. Raises AssertionError."""
    here = f"{theirs.root().fen()} {[move.uci() for move in theirs.move_stack]}"
    for name in ATTRIBUTES:
        assert getattr(ours, name) == getattr(theirs, name), (name, here)
    assert list(ours.occupied_co) == theirs.occupied_co, here
    for name in QUESTIONS:
        assert getattr(ours, name)() == getattr(theirs, name)(), (name, here)
    for name in OF_A_SIDE:
        for colour in chess.COLORS:
            assert getattr(ours, name)(colour) == getattr(theirs, name)(colour), (name, here)
    for when in ("fen", "xfen", "legal"):
        assert ours.fen(en_passant=when) == theirs.fen(en_passant=when), here
    moves = list(theirs.legal_moves)
    assert len(ours.legal_moves) == len(moves), here
    assert list(ours.legal_moves) == moves, here
    for move in numbers.sample(moves, min(5, len(moves))):
        same = ours.parse_san(theirs.san(move))
        assert same == move == ours.parse_uci(theirs.uci(move)), here
        assert (hash(same), str(same), repr(same), bool(same)) == (hash(move), str(move), repr(move), bool(move)), here
        for name in OF_A_MOVE:
            answer = getattr(theirs, name)(move)
            assert getattr(ours, name)(move) == answer == getattr(ours, name)(same), (name, move, here)
    for _ in range(4):
        compare_square(ours, theirs, numbers, here)
        move = chess.Move(numbers.randrange(64), numbers.randrange(64), numbers.choice((None, None, 2, 5)))
        assert ours.is_legal(move) == theirs.is_legal(move) == (move in ours.legal_moves), (move, here)
    if is_thorough:
        compare_slow(ours, theirs, here)


def compare_square(ours: kiebitz.Board, theirs: chess.Board, numbers: random.Random, here: str) -> None:
    """Ask both boards about a square at random."""
    square, colour, blockers = numbers.randrange(64), numbers.random() < 0.5, numbers.getrandbits(64)
    for name in ("piece_at", "piece_type_at", "color_at", "attacks", "attacks_mask"):
        assert getattr(ours, name)(square) == getattr(theirs, name)(square), (name, square, here)
    for name in ("attackers", "attackers_mask", "is_attacked_by", "pin", "pin_mask", "is_pinned"):
        assert getattr(ours, name)(colour, square) == getattr(theirs, name)(colour, square), (name, square, here)
    for name in ("attackers_mask", "is_attacked_by"):
        answer = getattr(theirs, name)(colour, square, blockers)
        assert getattr(ours, name)(colour, square, blockers) == answer, (name, square, here)
    for kind in chess.PIECE_TYPES:
        assert ours.pieces(kind, colour) == theirs.pieces(kind, colour), here


def compare_slow(ours: kiebitz.Board, theirs: chess.Board, here: str) -> None:
    """What takes long to ask of either."""
    for name in SLOW:
        assert getattr(ours, name)() == getattr(theirs, name)(), (name, here)
    for count in (1, 2, 3, 4):
        assert ours.is_repetition(count) == theirs.is_repetition(count), (count, here)
    assert ours.move_stack == theirs.move_stack, here
    assert ours == theirs == ours.to_chess(), here
    assert theirs == ours == kiebitz.Board.from_chess(theirs), here
    assert ours.to_chess().move_stack == theirs.move_stack, here
    assert ours.mirror().ep_square == theirs.mirror().ep_square, here
    for kept in (False, 0, 1, 3, True):
        copies = ours.copy(stack=kept), theirs.copy(stack=kept)
        assert copies[0] == copies[1], (kept, here)
        assert copies[0].move_stack == copies[1].move_stack, (kept, here)
        assert copies[0].ep_square == copies[1].ep_square, (kept, here)
    for name in (
        *("generate_pseudo_legal_moves", "generate_legal_captures", "generate_legal_ep", "generate_castling_moves"),
        "generate_legal_moves",
    ):
        for origins, targets in ((chess.BB_ALL, chess.BB_ALL), (theirs.kings, chess.BB_ALL), (chess.BB_ALL, 0x3C3C3C)):
            answer = list(getattr(theirs, name)(origins, targets))
            assert list(getattr(ours, name)(origins, targets)) == answer, (name, here)
    again = pickle.loads(pickle.dumps(ours))
    assert again == ours, here
    assert (again.move_stack, hash(again), again.chess960) == (theirs.move_stack, hash(ours), theirs.chess960), here
    assert again.fen(en_passant="fen") == theirs.fen(en_passant="fen"), here
