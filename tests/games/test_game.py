"""The contract of a game, held by both."""

import io
import random

import chess
import chess.pgn
import pytest

from kiebitz import Limit
from kiebitz.core.chess import notation as of_chess
from kiebitz.core.shogi import notation as of_shogi
from kiebitz.engine.positions import text_of
from kiebitz.engine.score import Score
from kiebitz.engine.strength import Handicap
from kiebitz.games import game_called, game_of
from kiebitz.games.chess.game import CHESS
from kiebitz.games.ending import Cause, Ending
from kiebitz.games.live_game import LiveGame
from kiebitz.games.sheet import PlayedMove, Sheet
from kiebitz.games.shogi.game import SHOGI
from kiebitz.games.shogi.record import ending_in_kif
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending as RecordEnding
from random_shogi import random_games

SHEET = Sheet(("One", "Two"), "An event", "2026.11.29", round="3", terms="nodes 100", tags={"Annotator": "nobody"})
GAMES = [CHESS, SHOGI]


def played(game, *moves, start=""):
    live = LiveGame(game, start)
    for move in moves:
        live.push(live.read(move))
    return live


def positions_of(game):
    """Some positions of random games."""
    chance = random.Random(7)
    if game is SHOGI:
        yield from (position for _, _, position in random_games(chance, 6))
        return
    position = game.position(chess.Board.from_chess960_pos(518).fen())
    for _ in range(30):
        yield position
        game.push(position, chance.choice(of_chess.legal_moves(position)))


def test_a_game_is_found_by_its_name():
    assert [game_called(game.name) for game in GAMES] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_board_makes_tells_and_takes_back_as_the_game_does(game):
    for position in positions_of(game):
        text = text_of(position)
        assert game_of(text) is game
        over = game.over(position)
        assert over in (None, game.ending(position))
        board = game.board(text, chess960=True)
        assert (board.turn, board.is_check(), any(board.legal_moves)) == (
            position.turn,
            position.is_check,
            over is None,
        )
        for move in list(board.legal_moves)[:5]:
            told = board.san(move)
            assert board.parse_san(told) == move
            assert told in board.variation_san([move])
            after = game.position(text, [board.uci(move)])
            copy = board.copy(stack=False)
            assert (copy.push_san(told), copy.peek()) == (move, move)
            assert game.position(copy.fen(), chess960=True if game is CHESS else None).hash_key == after.hash_key
            copy.pop()
            assert copy.epd() == board.epd()


@pytest.mark.parametrize("game", GAMES)
def test_chances_are_even_at_nothing_and_the_other_sides_are_the_rest(game):
    chances = game.chances
    assert chances.of(Score(0)) == 50
    assert [chances.of(Score(mate=mate), mated=7) for mate in (3, 0, -3)] == [100, 7, 0]
    for centipawns in (1, 250, chances.most, 2 * chances.most):
        assert chances.win_percent(centipawns) + chances.win_percent(-centipawns) == pytest.approx(100)
    assert chances.win_percent(chances.most) == chances.win_percent(chances.most + 1) < 100


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_every_move_that_is_told_is_read_back(game):
    legal_moves = (of_chess if game is CHESS else of_shogi).legal_moves
    for position in positions_of(game):
        for move in legal_moves(position):
            told = game.tell_move(position, move)
            assert game.read_move(position, told.split(" (")[0]) == move, (told, move)
            assert game.read_move(position, move) == move


@pytest.mark.parametrize(
    ("game", "typed", "moves", "told"),
    [
        (CHESS, ["e4", "e5", "Ng1f3"], ["e2e4", "e7e5", "g1f3"], "2... Nc6"),
        (SHOGI, ["76歩", "P-3d", "22角成"], ["7g7f", "3c3d", "8h2b+"], "4. ☖同　銀 (3a2b)"),
    ],
)
def test_moves_as_people_write_them(game, typed, moves, told):
    live = played(game, *typed)
    assert live.moves == moves
    answer = {"chess": "b8c6", "shogi": "3a2b"}[game.name]
    assert live.told(answer) == told
    for word in ("", "nonsense", "e9", "\x00"):
        with pytest.raises(ValueError, match="'"):
            live.read(word)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_read_back(game, tmp_path):
    moves = {"chess": ["e2e4", "e7e5", "d1h5"], "shogi": ["7g7f", "3c3d", "2g2f"]}[game.name]
    live = played(game, *moves)
    live.resign(not live.turn if game is CHESS else live.turn)
    for suffix in game.suffixes:
        path = tmp_path / f"game{suffix}"
        game.save(live, SHEET, path, overwrite=False)
        with pytest.raises(FileExistsError):
            game.save(live, SHEET, path, overwrite=False)
        game.save(live, SHEET, path, overwrite=True)
        texts = [path.read_bytes(), game.record(live, SHEET, suffix).encode()]
        for text in texts:
            if game is CHESS:
                read = chess.pgn.read_game(io.StringIO(text.decode()))
                assert read.errors == []
                assert [move.uci() for move in read.mainline_moves()] == moves
                tags = read.headers
                assert (tags["White"], tags["Black"], tags["Result"]) == ("One", "Two", live.ending.result)
                assert (tags["Event"], tags["Round"], tags["Annotator"]) == ("An event", "3", "nobody")
                assert (tags["Termination"], read.end().comment) == ("normal", "White resigns")
            else:
                (kifu,) = read_kifu(text)
                assert kifu.moves == moves
                assert (kifu.black, kifu.white, kifu.ending) == ("One", "Two", RecordEnding.RESIGNATION)
                assert kifu.headers["棋戦"] == "An event, 3, nodes 100"
    with pytest.raises(ValueError, match="kept as"):
        game.record(live, SHEET, ".txt")


@pytest.mark.parametrize("game", GAMES)
def test_what_players_thought_stands_behind_their_moves(game):
    moves = {"chess": ["e2e4", "e7e5", "d1h5"], "shogi": ["7g7f", "3c3d", "2g2f"]}[game.name]
    live = played(game, *moves)
    thought = (PlayedMove(moves[1], Score(35), 12, 48213, 1153.0), PlayedMove(moves[2], Score(mate=5), 3, 7, 1.0))
    sheet = Sheet(("One", "Two"), "An event", "2026.11.29", played=thought)
    if game is CHESS:
        nodes = chess.pgn.read_game(io.StringIO(game.record(live, sheet))).mainline()
        assert [node.comment for node in nodes] == ["book", "+0.35/12 1.153s 48213n", "+M9/3 0.001s 7n"]
    else:
        (kifu,) = read_kifu(game.record(live, sheet, ".csa"))
        comments = [move.comment.splitlines()[0] for move in kifu.lines[0].moves]
        assert comments == ["book", "* -35", "* 30000"]
        assert [move.seconds for move in kifu.lines[0].moves][1:] == [1, 0]


@pytest.mark.parametrize(
    ("fen", "is_chess960"), [("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True), ("", None)]
)
def test_a_pgn_says_where_it_began(fen, is_chess960):
    live = LiveGame(CHESS, fen, chess960=is_chess960)
    for _ in range(4):
        live.push(of_chess.legal_moves(live.position)[0])
    read = chess.pgn.read_game(io.StringIO(CHESS.record(live, SHEET)))
    assert read.errors == []
    assert read.headers.is_chess960() == bool(is_chess960)
    board = read.end().board()
    assert CHESS.position(board.shredder_fen() if is_chess960 else board.fen()).hash_key == live.position.hash_key
    assert read.headers["Termination"] == "unterminated"


@pytest.mark.parametrize("turn", [True, False])
def test_how_records_of_shogi_call_an_end_depends_on_who_is_to_move(turn):
    told = {
        (Cause.PERPETUAL_CHECK, turn): RecordEnding.FOUL_WIN,
        (Cause.PERPETUAL_CHECK, not turn): RecordEnding.FOUL_LOSS,
        (Cause.RESIGNATION, not turn): RecordEnding.RESIGNATION,
        (Cause.RESIGNATION, turn): RecordEnding.INTERRUPTION,
        (Cause.ADJUDICATION, not turn): RecordEnding.RESIGNATION,
        (Cause.ADJUDICATION, None): RecordEnding.DRAW,
        (Cause.CHECKMATE, not turn): RecordEnding.MATE,
        (Cause.SENNICHITE, None): RecordEnding.REPETITION,
        (Cause.STALL, not turn): RecordEnding.TIME,
        (Cause.CRASH, not turn): RecordEnding.FOUL_LOSS,
    }
    for (cause, winner), ending in told.items():
        assert ending_in_kif(Ending(winner, cause, ""), turn) is ending


@pytest.mark.parametrize("game", GAMES)
def test_pictures_from_either_side_and_with_colours(game):
    live = played(game, *{"chess": ["e4"], "shogi": ["76歩"]}[game.name])

    def picture(**more):
        shown = {"first_below": True, "unicode": False, "colour": False} | more
        return game.picture(live.position, live.last, **shown)

    assert picture().plain != picture(first_below=False).plain
    assert picture().plain.isascii()
    assert not picture(unicode=True).plain.isascii()
    marked = game.picture(live.position, None, first_below=True, unicode=False, colour=True)
    assert picture(colour=True).spans != marked.spans


@pytest.mark.parametrize(
    ("game", "level", "told", "no_level"), [(CHESS, 1400, " at 1400", 30), (SHOGI, 3, " at level 3", 20)]
)
def test_levels(game, level, told, no_level):
    handicap = Handicap(game.level(level), seed=1)
    assert game.tell_level(level) == told
    position = game.position(game.start)
    assert game.weakened(handicap, position).level == handicap.level
    with game.engine() as engine:
        assert engine.analyse(position, Limit(nodes=50)).lines
    with pytest.raises(ValueError, match=str(no_level)):
        game.level(no_level)
