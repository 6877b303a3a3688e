import chess
import pytest

from kiebitz.arena.match.time_control import TimeControl
from kiebitz.engine import legal_moves
from kiebitz.engine.limit import Limit
from kiebitz.games.chess.game import CAUSES, board_of_game
from kiebitz.web.game_error import GameError
from kiebitz.web.limits import Limits
from kiebitz.web.timed_game import Terms, TimedGame

MINUTE = TimeControl(60_000, 2_000)
KING_AND_PAWN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


class Time:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self):
        return self.now


def game_of(*moves, fen=chess.STARTING_FEN, now=None, **terms):
    game = TimedGame(Terms(**{"player": chess.WHITE, **terms}), chess.Board(fen), now or Time())
    game.run()
    for move in moves:
        game.push(game.game.read(move))
    return game


def test_each_move_takes_its_time_and_gains_the_increment():
    now = Time()
    game = game_of(now=now, control=MINUTE)
    now.now += 10
    assert (game.left_ms(chess.WHITE), game.left_ms(chess.BLACK), game.running_ms) == (50_000, 60_000, 50_000)
    game.push("e2e4")
    now.now += 0.5
    assert (game.left_ms(chess.WHITE), game.left_ms(chess.BLACK), game.running_ms) == (52_000, 59_500, 59_500)
    assert game.clocks() == Limit(
        white_clock_ms=52_000, black_clock_ms=60_000, white_increment_ms=2_000, black_increment_ms=2_000
    )


@pytest.mark.parametrize(
    ("player", "fen", "ending"),
    [
        (chess.WHITE, chess.STARTING_FEN, ("0-1", "time")),
        (chess.BLACK, chess.STARTING_FEN, ("0-1", "time")),
        (chess.WHITE, KING_AND_PAWN, ("1/2-1/2", "time_without_mate")),
    ],
)
def test_a_flag_ends_the_game_and_the_move_comes_too_late(player, fen, ending):
    now = Time()
    game = game_of(fen=fen, now=now, player=player, control=MINUTE)
    now.now += 60
    game.push(legal_moves(game.game.position)[0])
    assert not game.game.moves
    assert (game.game.ending.result, game.game.ending.cause, game.running_ms) == (*ending, None)


def test_a_move_is_taken_back_only_without_clocks():
    game = game_of("e4", "e5", "Nf3")
    game.take_back()
    assert game.moves() == ["e4", "e5"]
    with pytest.raises(GameError, match="with clocks"):
        game_of("e4", control=MINUTE).take_back()
    with pytest.raises(GameError, match="no move of yours"):
        game_of("e4", player=chess.BLACK).take_back()


@pytest.mark.parametrize(
    ("terms", "fault"),
    [
        ({"elo": 599}, "outside 600 to 2400"),
        ({"era": "stone"}, "there is no era 'stone'"),
        ({"era": "nimzo", "elo": 1000}, "a rating is today's"),
        ({"control": TimeControl(999)}, "1 to 10,800 seconds"),
        ({"control": TimeControl(10_800_001)}, "1 to 10,800 seconds"),
        ({"control": TimeControl(60_000, 0, 40)}, "seconds for a game"),
        ({"control": TimeControl(60_000, 180_001)}, "0 to 180 seconds"),
        ({"control": TimeControl(60_000, -1)}, "0 to 180 seconds"),
    ],
)
def test_terms_that_can_not_be_played(terms, fault):
    with pytest.raises(GameError, match=fault):
        Terms(player=chess.WHITE, **terms)


@pytest.mark.parametrize(
    ("terms", "board"),
    [
        ({"player": chess.WHITE, "elo": 1234}, chess.Board()),
        ({"player": chess.BLACK, "era": "minimax", "control": TimeControl(90_500, 500)}, chess.Board()),
        ({"player": chess.WHITE, "control": MINUTE}, chess.Board.from_chess960_pos(77)),
        ({"player": chess.BLACK}, chess.Board(KING_AND_PAWN)),
    ],
)
def test_a_game_goes_on_from_its_pgn(terms, board):
    now = Time()
    game = TimedGame(Terms(**terms), board.copy(), now)
    game.run()
    for _ in range(5):
        now.now += 1.25
        game.push(legal_moves(game.game.position)[0])
    now.now += 3.5
    game.stop()
    again = TimedGame.of(game.pgn(), Limits(), now)
    assert (again.terms, board_of_game(again.game), again.moves()) == (
        game.terms,
        board_of_game(game.game),
        game.moves(),
    )
    for side in chess.COLORS:
        assert again.left_ms(side) == game.left_ms(side)
    assert again.running_ms is None
    assert again.pgn() == game.pgn()


def test_the_pgn_tells_clocks_and_terms():
    now = Time()
    game = game_of("e4", now=now, elo=1200, control=MINUTE)
    now.now += 1.5
    game.push("e7e5")
    game.stop()
    game.game.resign(game.game.player)
    pgn = game.pgn()
    for tag in (
        'Event "Game in the browser"',
        'White "Player"',
        'Result "0-1"',
        'Termination "normal"',
        'TimeControl "60+2"',
        'WhiteType "human"',
        'BlackType "program"',
        'Level "1200"',
        'BlackClock "0:01:00.500"',
    ):
        assert f"[{tag}]" in pgn
    assert "1. e4 { [%clk 0:01:02] }" in pgn
    assert "[%clk 0:01:00.5]" in pgn


def end(game, cause):
    """Let a game end by something else than its moves."""
    if cause == "resignation":
        game.resign(game.player)
    elif cause == "agreement":
        game.agree_draw()
    else:
        game.lose_on_time(game.turn)


@pytest.mark.parametrize(
    ("cause", "fen"),
    [
        ("resignation", chess.STARTING_FEN),
        ("agreement", chess.STARTING_FEN),
        ("time", chess.STARTING_FEN),
        ("time_without_mate", KING_AND_PAWN),
    ],
)
def test_an_end_is_read_back(cause, fen):
    game = game_of(fen=fen)
    end(game.game, cause)
    assert game.game.ending.cause == cause
    assert cause in CAUSES
    assert TimedGame.of(game.pgn(), Limits()).game.ending == game.game.ending


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('[TimeControl "60+2"]', '[TimeControl "soon"]'),
        ('[Era "today"]', '[Era "stone"]'),
        ('[Level "1200"]', '[Level "best"]'),
        ('[WhiteClock "0:01:02.000"]', ""),
        ('[WhiteClock "0:01:02.000"]', '[WhiteClock "nan"]'),
        ('[WhiteClock "0:01:02.000"]', '[WhiteClock "0:0:-5"]'),
        ('[WhiteClock "0:01:02.000"]', '[WhiteClock "0:0:inf"]'),
        ("1. e4", "1. e5"),
    ],
)
def test_what_no_game_wrote_is_refused(before, after):
    pgn = game_of("e4", elo=1200, control=MINUTE).pgn()
    assert before in pgn
    with pytest.raises(GameError, match="can't be gone on with"):
        TimedGame.of(pgn.replace(before, after), Limits())
