"""Every door answers for the board it is asked for, or refuses it; and the tool that asks has eyes."""

import asyncio
import random

import chess
import pytest

import random_boards
from random_boards import Answer, fault_of

MEN_TOO_MANY = "rnb1kbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
QUICK, ALL = 400, 100_000


@pytest.mark.check
@pytest.mark.parametrize("door", random_boards.DOORS)
def test_no_door_answers_for_another_board(door):
    tally = asyncio.run(random_boards.ask_all(door, QUICK, seed=41))
    assert tally.faults == []
    assert tally.boards == QUICK
    assert QUICK / 10 < tally.refused < QUICK / 2


@pytest.mark.nightly
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("door", random_boards.DOORS)
def test_no_door_answers_for_another_of_many_boards(door):
    tally = asyncio.run(random_boards.ask_all(door, ALL, seed=1))
    assert tally.faults == []
    assert tally.hangs == 0


@pytest.mark.check
def test_boards_of_every_kind_are_asked_for():
    chance = random.Random(1)
    boards = [chess.Board(fen) for fen, _ in zip(random_boards.random_fens(chance), range(2_000), strict=False)]
    seen = chess.STATUS_VALID
    for board in boards:
        seen |= board.status()
    for status in (
        chess.STATUS_NO_WHITE_KING,
        chess.STATUS_TOO_MANY_KINGS,
        chess.STATUS_TOO_MANY_WHITE_PIECES,
        chess.STATUS_PAWNS_ON_BACKRANK,
        chess.STATUS_BAD_CASTLING_RIGHTS,
        chess.STATUS_INVALID_EP_SQUARE,
        chess.STATUS_OPPOSITE_CHECK,
        chess.STATUS_TOO_MANY_CHECKERS,
    ):
        assert seen & status
    assert 500 < sum(board.is_valid() for board in boards) < 1_800


@pytest.mark.parametrize(
    ("fen", "answer", "words"),
    [
        (chess.STARTING_FEN, Answer(("e2e4", "e7e5"), "+30"), ""),
        (chess.STARTING_FEN, Answer(("e2e4", "e2e4"), "+30"), "e2e4 is illegal here"),
        (chess.STARTING_FEN, Answer((), "+30"), "no line"),
        (chess.STARTING_FEN, Answer(refusal="what?"), "refused, though valid: what?"),
        ("7k/8/8/8/8/8/8/8 w - - 0 1", Answer(refusal="White has no king"), ""),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Answer((), "#-0"), ""),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Answer(), "no line"),
    ],
)
def test_faults_are_noticed(fen, answer, words):
    assert fault_of(fen, answer) == words


# What the tool found at first, and of the kind: engines that were asked for the starting position before.
BOARDS = [
    "rnbqkbnr/8/8/8/8/8/PPPPPPPP/RNBQKBQR w KQkq - 0 1",
    "k7/8/8/8/8/8/PPPPPPPP/QQQQQQQK w - - 0 1",
    "qqqqqqqk/pppppppp/8/8/8/8/8/K7 b - - 0 1",
    "7k/5K2/4R3/8/8/8/8/8 w KQkq - 0 1",
    "5rk1/pp1n1pbp/1q2rnp1/2p3B1/P3P3/2N1QB1P/1PP3P1/R4R1K b - a6 0 16",
]


@pytest.mark.check
@pytest.mark.parametrize("door", random_boards.DOORS)
def test_men_that_no_game_can_reach_and_rights_that_can_not_be_are_played(door):
    async def ask_all():
        opened = random_boards.DOORS[door]()
        try:
            await opened.ask(chess.STARTING_FEN)
            return [await opened.ask(fen) for fen in BOARDS]
        finally:
            await opened.close()

    for fen, answer in zip(BOARDS, asyncio.run(ask_all()), strict=True):
        assert not answer.refusal
        assert fault_of(fen, answer) == ""


@pytest.mark.parametrize("fen", ["8/8/8/8/8/8/8/8 w - - 0 1", MEN_TOO_MANY])
def test_what_can_not_be_played_is_an_engine_error_in_simple_engine(fen):
    import chess.engine

    import kiebitz

    with kiebitz.SimpleEngine.popen_uci() as engine:
        limit = chess.engine.Limit(depth=4)
        engine.analyse(chess.Board(), limit)
        for ask in (engine.analyse, engine.play, engine.analysis):
            with pytest.raises(chess.engine.EngineError, match=r"kings|17 men"):
                ask(chess.Board(fen), limit)
        assert "score" in engine.analyse(chess.Board(), limit)


@pytest.mark.check
def test_python_chess_with_the_process_has_no_score_of_another_board():
    import sys

    import chess.engine

    with chess.engine.SimpleEngine.popen_uci([sys.executable, "-m", "kiebitz.protocols.uci.loop"]) as engine:
        limit = chess.engine.Limit(depth=4)
        assert "score" in engine.analyse(chess.Board(), limit)
        for board in (chess.Board(None), chess.Board(MEN_TOO_MANY)):
            info = engine.analyse(board, limit)
            assert "score" not in info
            assert "pv" not in info
        assert "score" in engine.analyse(chess.Board(BOARDS[1]), limit)
