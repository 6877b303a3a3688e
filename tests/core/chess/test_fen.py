"""FEN in and out: every fault with its message, what programs really send, and round trips against python-chess."""

import re

import chess
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiebitz.core.chess.fen import LETTERS, START_FEN, FenError, FenFault
from kiebitz.core.chess.fen_text import parse_fen, write_fen
from kiebitz.core.chess.notation import legal_moves
from kiebitz.core.chess.position import Position
from random_games import choices, few, set_up, starts

# Much of what is read here can't be, and what is left out of it is looked at.
pytestmark = pytest.mark.filterwarnings("ignore::kiebitz.FenWarning")

FAULTS = [
    (FenFault.FIELDS, "", "empty"),
    (FenFault.FIELDS, " \t\n", "empty"),
    (FenFault.FIELDS, START_FEN + " extra", "7 fields"),
    (FenFault.BOARD, "8/8/8/8 w - - 0 1", "4 ranks"),
    (FenFault.BOARD, "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "9 ranks"),
    (FenFault.BOARD, "4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 .* 7 squares"),
    (FenFault.BOARD, "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 .* 9 squares"),
    (FenFault.BOARD, "4k3/9/8/8/8/8/8/4K3 w - - 0 1", "'9' in rank 7"),
    (FenFault.BOARD, "4k3/0/8/8/8/8/8/4K3 w - - 0 1", "'0' in rank 7"),
    (FenFault.BOARD, "4k3/8/8/8/٣5/8/8/4K3 w - - 0 1", "'٣' in rank 4"),
    (FenFault.BOARD, "4k3/8/8/8/8/8/\udc80/4K3 w - - 0 1", "'\udc80' in rank 2"),
    (FenFault.BOARD, "4k3/8//8/8/8/8/4K3 w - - 0 1", "0 squares"),
    (FenFault.BOARD, "PPPPPPPPPPPPPPPP/8/8/8/8/8/8/8 w - - 0 1", "16 squares"),
    (FenFault.SIDE, "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "'W'"),
    (FenFault.KINGS, "8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0"),
    (FenFault.KINGS, "4k3/8/8/8/8/8/8/3KK3 w - - 0 1", "White has 2"),
    (FenFault.PAWNS_ON_RIM, "4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "h8"),
    (FenFault.PAWNS_ON_RIM, "4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a1"),
    (FenFault.MEN, "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "9 pawns"),
    (FenFault.MEN, "4k3/8/8/8/N7/8/PPPPPPPP/RNBQKBNR w - - 0 1", "17 men"),
    (FenFault.OPPOSITE_CHECK, "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black's king on e8"),
    (FenFault.OPPOSITE_CHECK, "8/8/8/8/8/8/3k4/4K3 b - - 0 1", "White's king on e1"),
    (FenFault.CASTLING, "4k3/8/8/8/8/8/8/4K2R w K- - 0 1", "'-'"),
    (FenFault.CASTLING, "4k3/8/8/8/8/8/8/4K3 w \u212a - 0 1", "'\u212a'"),  # a Kelvin sign: k in small letters
    (FenFault.EN_PASSANT, "4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "'e9'"),
    (FenFault.EN_PASSANT, "4k3/8/8/8/8/8/8/4K3 w - e 0 1", "'e'"),
    (FenFault.COUNTERS, "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "clock '-1'"),
    (FenFault.COUNTERS, "4k3/8/8/8/8/8/8/4K3 w - - 0 ²", "number '²'"),
    (FenFault.COUNTERS, "4k3/8/8/8/8/8/8/4K3 w - - 100000001 1", "to 100000000"),
    (FenFault.COUNTERS, "4k3/8/8/8/8/8/8/4K3 w - - 0 " + 5_000 * "9", "number '99999999999999999999'"),
]


@pytest.mark.parametrize(("fault", "fen", "message"), FAULTS)
def test_each_fault_has_its_own_error(fault, fen, message):
    with pytest.raises(FenError, match=message) as caught:
        Position(fen)
    assert caught.value.fault is fault
    assert len(str(caught.value)) < 250


def test_every_fault_is_provoked():
    assert {fault for fault, _, _ in FAULTS} == set(FenFault)


DROPPED = [
    ("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", "H", "'G'.*Chess960"),
    ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "-", "'K'.*rook of White"),
    ("r3k3/8/8/8/8/8/8/4K3 w k - 0 1", "-", "'k'.*rook of Black"),
    ("4k3/8/8/8/8/8/8/4K2R w G - 0 1", "-", "'G'.*rook"),
    ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "-", "'K'.*king of White is on e2"),
    ("7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1", "-", "'KQ'.*king of White is on f7"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "-", "d3.*rank 6"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", "-", "c6.*no pawn of Black"),
    ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "-", "d6.*a man stands"),
    ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "-", "d6.*a man stands"),
]


@pytest.mark.parametrize(("fen", "castling", "note"), DROPPED)
def test_rights_and_squares_that_can_not_be_are_dropped_and_said_so(fen, castling, note):
    setup = parse_fen(fen, chess960=False)
    assert re.search(note, setup.dropped[0])
    assert setup.en_passant is None
    board, side, *_ = fen.split()
    assert write_fen(setup, shredder=True).split()[:4] == [board, side, castling, "-"]
    assert Position(fen, False).fen().split()[2] == castling.replace("H", "K")


def test_what_can_be_is_not_spoken_of():
    for fen in (START_FEN, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"):
        assert parse_fen(fen).dropped == ()


def test_one_wing_has_one_right():
    setup = parse_fen("4k3/8/8/8/8/8/8/4K1RR w HG - 0 1", chess960=True)
    assert setup.castling == (chess.H1, None, None, None)
    assert ["'G'" in note for note in setup.dropped] == [True]


# From where only Chess960 castles: whether a right counts, by what is said of the game and by how it is written.
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("r6r/pp3pkp/8/3P1b2/3Rn3/8/PP2BPPP/2K4R w K - 0 1", {True: "K"}),
        ("r6r/pp3pkp/8/3P1b2/3Rn3/8/PP2BPPP/2K4R w H - 0 1", {True: "K", None: "K"}),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1", {True: "KQ"}),
        ("2k3r1/8/8/8/8/8/8/4K2R b Kk - 0 1", {True: "Kk", None: "K", False: "K"}),
        ("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", {True: "KQkq", None: "KQkq"}),
        ("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", {True: "KQ", None: "KQ", False: "KQ"}),
    ],
)
def test_castling_of_chess960_counts_where_it_is_meant(fen, counts):
    for chess960 in (True, False, None):
        position = Position(fen, chess960)
        assert position.fen().split()[2] == counts.get(chess960, "-")
        told = "".join(re.findall(r"castling '(\w+)' dropped", " ".join(parse_fen(fen, chess960).dropped)))
        assert len(told) == len(set(fen.split()[2])) - len(counts.get(chess960, ""))


# Fifteen queens with 256 moves and more; men that no game can reach, which python-chess calls valid.
MANY = [
    "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBQR w KQkq - 0 1",
    "4k3/8/8/8/qqq5/8/ppppp2K/8 b - - 0 1",
    "k7/8/8/8/8/8/PPPPPPPP/QQQQQQQK w - - 0 1",
    "7k/1n2n2n/8/bb1b4/1NNN1N1N/8/RRK1RRR1/8 b - - 0 1",
]


@pytest.mark.parametrize("fen", MANY)
def test_what_python_chess_calls_valid_is_played(fen):
    board = chess.Board(fen)
    if not board.is_valid():
        board.set_castling_fen("-")
    position = Position(board.fen())
    assert set(legal_moves(position)) == {move.uci() for move in board.legal_moves}
    position.check_invariants()


@pytest.mark.parametrize(
    ("sent", "understood"),
    [
        ("4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 7", "4k3/8/8/8/8/8/8/4K3 b - - 7 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 0", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("  4k3/8/8/8/8/8/8/4K3\tb  - -\r\n", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KAhq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1"),
        # A square behind the pawn that nothing can take on, as many programs write it.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
    ],
)
def test_what_programs_really_send_is_understood(sent, understood):
    assert Position(sent).fen() == understood


# The pawn that could take is free, or pinned, or another one is free to; each also with colours reversed.
@pytest.mark.parametrize(
    ("fen", "kept"),
    [
        ("rnbqkbnr/ppp1p1pp/5p2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6", True),
        ("k7/8/8/1pP5/2K5/8/8/8 w - b6", True),
        ("k1r5/8/8/1pP5/2K5/8/8/8 w - b6", False),
        ("k1r5/8/8/1pP5/8/2K5/8/8 w - b6", False),
        ("k1r5/8/8/PpP5/8/2K5/8/8 w - b6", True),
        ("k1r5/8/8/PpP5/2K5/8/8/8 w - b6", True),
        ("k7/4b3/8/PpP5/1K6/8/8/8 w - b6", True),
        ("k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6", False),
        ("k7/8/8/r2pPK2/8/8/8/8 w - d6", False),
        ("k7/8/8/r1PpPK2/8/8/8/8 w - d6", True),
        ("kb6/8/8/3pP3/5K2/8/8/8 w - d6", True),
    ],
)
def test_en_passant_square_is_kept_only_if_a_pawn_can_legally_take(fen, kept):
    board = chess.Board(fen + " 0 1")
    assert board.has_legal_en_passant() is kept
    for text in (fen, board.mirror().fen(en_passant="fen")):
        field = text.split()[3]
        assert Position(text).fen().split()[3] == (field if kept else "-")


@few
@given(starts(), choices)
def test_round_trips_in_every_notation(board, numbers):
    for number in numbers:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[number % len(moves)])
    legal = board.fen(en_passant="legal")
    for text in (
        board.fen(),
        board.fen(en_passant="fen"),
        board.fen(shredder=True),
        board.fen(shredder=True, en_passant="xfen"),
    ):
        position = Position(text, board.chess960)
        assert position.fen() == legal
        assert position.fen(shredder=True) == board.fen(shredder=True, en_passant="legal")
        position.check_invariants()
        assert parse_fen(write_fen(position.setup()), board.chess960) == position.setup()
        assert parse_fen(write_fen(position.setup(), shredder=True)) == position.setup()
    assert set_up(board).fen() == legal


@few
@given(starts(), choices)
def test_chess960_where_the_rights_need_it(board, numbers):
    for number in numbers:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[number % len(moves)])
        position = Position(board.fen(shredder=True), None)
        assert position.chess960 == position.setup().needs_chess960 == board.has_chess960_castling_rights()


pieces = st.sampled_from(LETTERS + "12345678/ X90")
near_fens = st.tuples(
    st.text(pieces, max_size=80),
    st.sampled_from(("w", "b", "", "x")),
    st.text("KQkqHAha-", max_size=5),
    st.sampled_from(("-", "e3", "d6", "a6", "h3", "i9")),
    st.text("0123456789-", max_size=8),
    st.text("0123456789-", max_size=8),
).map(" ".join)


@given(st.one_of(st.text(max_size=200), near_fens))
@example("\x00")
@example("8/8/8/8/8/8/8/8 w - - 0 1\x00")
def test_no_text_does_worse_than_a_fen_error(text):
    try:
        position = Position(text)
    except FenError:
        return
    position.check_invariants()


@given(st.data())
def test_a_damaged_fen_is_refused_or_means_what_python_chess_reads(data):
    """One character of a real FEN changed: whatever we accept, python-chess finds valid and writes alike."""
    base = data.draw(
        st.sampled_from(
            (
                START_FEN,
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                "rnbqkbnr/ppp1p1pp/5p2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
                "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            )
        )
    )
    place = data.draw(st.integers(0, len(base) - 1))
    text = base[:place] + data.draw(st.sampled_from(LETTERS + "12345678/ -wbABGHabgh0")) + base[place + 1 :]
    try:
        position = Position(text)
    except FenError:
        return
    board = chess.Board(position.fen(), chess960=True)
    harmless = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK | chess.STATUS_BAD_CASTLING_RIGHTS
    assert board.status() & ~harmless == chess.STATUS_VALID
    assert board.fen().split()[0] == position.fen().split()[0]


def test_what_is_no_text_is_a_type_error():
    for wrong in (None, 7, b"8/8"):
        with pytest.raises(TypeError):
            Position(wrong)
