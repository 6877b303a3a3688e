"""Whole games by the referee, with Kiebitz itself and with a program that misbehaves."""

import io
import shutil
import sys

import chess
import chess.pgn
import pytest

from kiebitz.arena.match.adjudication import ResignRule
from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import PlayerError, parse_player
from kiebitz.arena.match.record import ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.arena.match.written_game import RecordStyle, write_game
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.games.ending import Cause
from match_games import Reciter
from sources import DATA

MISBEHAVING = DATA / "engines" / "misbehaving.py"
START = Opening(chess.STARTING_FEN)
ONE_SECOND = MatchLimit(TimeControl(1000, 100))
PATIENT = Rules(ONE_SECOND, margin_ms=20_000)
# However long the machine stalls, only the second player's flag can fall.
FLAG, TIMES = Rules(MatchLimit(TimeControl(400, 0))), (1000, 1)
PEERS = {
    "stockfish": "uci:/usr/games/stockfish;Threads=1;Hash=16",
    "gnuchess": "uci:/usr/games/gnuchess --uci",
    "toga2": "uci:/usr/games/toga2",
    "glaurung": "uci:/usr/games/glaurung",
    "ethereal-chess": "uci:/usr/games/ethereal-chess;Hash=16",
    "fairymax": "xboard:/usr/games/fairymax",
    "phalanx": "xboard:/usr/games/phalanx",
    "hoichess": "xboard:/usr/games/hoichess",
    "sjeng": "xboard:/usr/games/sjeng",
}


def recited(white, black, **rules):
    return play_game(ScheduledGame(0, START), (Reciter(white), Reciter(black)), Rules(MatchLimit(nodes=1), **rules))


def pair(*texts):
    return tuple(make_player(parse_player(text)) for text in texts)


def misbehaving(behaviour, *more):
    return f"uci:{sys.executable} {MISBEHAVING} {behaviour} 2 {' '.join(more)}"


@pytest.mark.parametrize(
    ("white", "black", "result", "reason"),
    [("f2f3 g2g4", "e7e5 d8h4", "0-1", "Black mates"), ("e2e4 e4e5", "e7e6 d7d6", "1/2-1/2", "no end after 2 moves")],
)
def test_ends_by_the_rules(white, black, result, reason):
    record = recited(white, black, most_moves=2 if "no end" in reason else 300)
    assert (record.ending.result, record.ending.reason, record.fault) == (result, reason, None)


def test_adjudication():
    winning, losing = [Score(700)] * 9, [Score(-700)] * 9
    moves = "b1c3 c3b1 b1a3 a3b1 g1h3 h3g1", "b8c6 c6b8 b8a6 a6b8 g8h6 h6g8"
    rules = Rules(MatchLimit(nodes=1), resign=ResignRule(2, 600))
    record = play_game(ScheduledGame(1, START), (Reciter(moves[1], losing), Reciter(moves[0], winning)), rules)
    assert (record.ending.result, record.ending.cause, len(record.moves)) == ("1-0", Cause.ADJUDICATION, 4)
    assert summarise(record, None).points == 0  # the first player had Black


def test_illegal_move_of_ours_is_a_fault():
    record = recited("e2e5", "")
    assert (record.ending.result, record.fault.player, record.fault.kind) == ("0-1", 0, "illegal move")
    assert record.ending.cause is Cause.ILLEGAL_MOVE


def test_a_player_that_fails_loses():
    record = recited("e2e4", "")  # the second player has no move to recite
    assert (record.ending.result, record.fault.player, record.fault.kind) == ("1-0", 1, "crash")
    assert "IndexError" in record.fault.message


def test_a_game_of_ours_and_its_pgn():
    players = pair("kiebitz", "null_move=off,hash=1")
    limit = MatchLimit(nodes=200)
    opening = Opening(chess.STARTING_FEN, ("e2e4", "e7e5"))
    record = play_game(ScheduledGame(0, opening), players, Rules(limit))
    again = play_game(ScheduledGame(0, opening), players, Rules(limit))
    assert [played.move for played in record.moves] == [played.move for played in again.moves]
    summary = summarise(record, None)
    assert summary.digest == summarise(again, None).digest
    assert sum(effort.moves for effort in summary.efforts) == len(record.moves)
    assert sum(effort.nodes for effort in summary.efforts) == sum(played.nodes for played in record.moves)
    text = write_game(record, RecordStyle(("A", 'B "quoted"'), "test", "2026.01.01", limit))
    game = read_pgn(text)
    assert [move.uci() for move in game.mainline_moves()] == [*opening.moves, *(played.move for played in record.moves)]
    assert game.headers["Result"] == record.ending.result
    assert game.headers["Termination"] == ("adjudication" if record.ending.cause is Cause.ADJUDICATION else "normal")
    assert game.headers["Limit"] == "nodes 200"
    assert game.next().comment == "book"


def read_pgn(text):
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors
    return game


def test_chess960():
    opening = Opening("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1", chess960=True)
    limit = MatchLimit(nodes=100)
    record = play_game(ScheduledGame(0, opening), pair("kiebitz", "kiebitz"), Rules(limit))
    game = read_pgn(write_game(record, RecordStyle(("A", "B"), "test", "2026.01.01", limit)))
    assert game.headers["Variant"] == "Chess960"
    assert game.end().ply() == len(record.moves)


def test_who_has_so_many_times_the_limit_has_them_with_either_colour():
    class Noting(Reciter):
        nodes = 0

        def choose(self, game, limit, timeout_s):
            self.nodes = limit.nodes
            return super().choose(game, limit, timeout_s)

    for number in range(2):
        players = [Noting("f2f3 g2g4"), Noting("e7e5 d8h4")][:: -1 if number else 1]
        record = play_game(ScheduledGame(number, START), players, Rules(MatchLimit(nodes=100)), (3, 0.5))
        assert record.ending.reason == "Black mates"
        assert [player.nodes for player in players] == [300, 50]


@pytest.mark.check
@pytest.mark.parametrize(
    ("protocol", "behaviour", "kind", "words"),
    [
        *[(protocol, "crash", "crash", "?[31massertion failed") for protocol in ("uci", "xboard")],
        *[(protocol, "illegal", "illegal move", "e2e5") for protocol in ("uci", "xboard")],
        *[(protocol, "slow", "time loss", "ms over") for protocol in ("uci", "xboard")],
        ("uci", "none", "illegal move", ""),
        ("xboard", "resign", None, "resigns"),
    ],
)
def test_a_program_that_misbehaves_loses_and_plays_on(protocol, behaviour, kind, words):
    program = make_player(parse_player(misbehaving(behaviour, protocol).replace("uci:", f"{protocol}:", 1)))
    try:
        for number, moves in enumerate(("g1f3 f3g1 " * 5, "g8f6 f6g8 " * 5)):
            rules = (FLAG, TIMES) if kind == "time loss" else (PATIENT,)
            record = play_game(ScheduledGame(number, START), (Reciter(moves), program), *rules)
            assert record.ending.result == ("1-0" if number == 0 else "0-1")
            assert (record.fault and record.fault.kind) == kind
            assert words in record.ending.reason
            assert len(record.moves) >= 4 or kind == "time loss"
            write_game(record, RecordStyle(("A", "B"), "test", "2026.01.01", ONE_SECOND))
    finally:
        program.close()


@pytest.mark.check
def test_a_program_that_hangs_is_ended():
    players = pair("kiebitz,hash=1", misbehaving("hang"))
    record = play_game(ScheduledGame(0, START), players, Rules(MatchLimit(nodes=100), stall_s=0.3))
    players[1].close()
    assert (record.fault.player, record.fault.kind) == (1, "stall")


@pytest.mark.check
def test_a_program_is_told_of_a_fixed_time_for_the_move():
    player = make_player(parse_player(f"uci:{sys.executable} -m kiebitz uci"))
    try:
        player.new_game()
        assert player.choose(START.begin(), Limit(movetime_ms=50), 20.0).move
    finally:
        player.close()


@pytest.mark.check
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (misbehaving("polite") + ";Strct=on", "Strct"),
        (misbehaving("polite") + ";Level=99", "Level"),
        (f"uci:{sys.executable} -c pass", "start"),
        (f"uci:{sys.executable} -c \"while True: print(end='x' * 9999)\"", "a line of"),
    ],
)
def test_a_program_that_does_not_start(text, message):
    player = make_player(parse_player(text))
    with pytest.raises(PlayerError, match=message):
        player.new_game()
    player.close()


OLD_XBOARD = misbehaving("polite", "xboard1").replace("uci:", "xboard:", 1)


@pytest.mark.check
@pytest.mark.parametrize(
    ("opening", "limit", "message"),
    [
        (Opening("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"), ONE_SECOND, "can't set up positions"),
        (START, MatchLimit(nodes=100), "can't be limited by nodes"),
        (START, MatchLimit(depth=2), r"doesn't understand xboard's 'sd 2'"),
    ],
)
def test_what_an_xboard_program_lacks_is_no_fault_of_its_play(opening, limit, message):
    players = pair("kiebitz,hash=1", OLD_XBOARD)
    with pytest.raises(PlayerError, match=message):
        play_game(ScheduledGame(1, opening), players, Rules(limit))
    players[1].close()


@pytest.mark.check
def test_an_xboard_program_that_cannot_set_up_positions_plays_games_from_the_start():
    players = pair("kiebitz,hash=1", OLD_XBOARD)
    opening = Opening(chess.STARTING_FEN, ("e2e4", "e7e5"))
    rules = Rules(MatchLimit(TimeControl(900, 100)), most_moves=4, margin_ms=20_000)  # less than a second on the clock
    record = play_game(ScheduledGame(0, opening), players, rules)
    players[1].close()
    assert record.fault is None
    assert len(record.moves) == 8


@pytest.mark.check
@pytest.mark.parametrize("name", PEERS)
def test_peers(name):
    if shutil.which(f"/usr/games/{name}") is None:
        pytest.skip(f"Debian's package {name} is not installed")
    players = pair("kiebitz,hash=1", PEERS[name])
    try:
        # No book knows this.
        opening = Opening(chess.STARTING_FEN, ("a2a4", "h7h5", "a1a3", "h8h6"))
        record = play_game(ScheduledGame(0, opening), players, Rules(ONE_SECOND, most_moves=5, margin_ms=20_000))
    finally:
        players[1].close()
    assert record.fault is None
    # hoichess doesn't begin to search with so little time.
    assert name == "hoichess" or any(played.depth for played in record.moves[1::2])


@pytest.mark.check
@pytest.mark.parametrize(
    ("fen", "moves", "result"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "e1d1 d1e1 e1d1", "1-0"),
        ("8/2k5/p1p1p1p1/P1P1P1P1/8/8/2K5/8 b - - 0 1", "c2b2 b2c2 c2b2", "1/2-1/2"),
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 b - - 0 1", "d3d2 d2d3 d3d2", "1/2-1/2"),
    ],
)
def test_a_flag_that_falls_against_who_can_not_mate_is_a_draw(fen, moves, result):
    program = make_player(parse_player(misbehaving("slow")))
    try:
        record = play_game(ScheduledGame(0, Opening(fen)), (Reciter(moves), program), FLAG, TIMES)
    finally:
        program.close()
    causes = {"1-0": Cause.TIME, "1/2-1/2": Cause.TIME_WITHOUT_MATE}
    assert (record.ending.result, record.ending.cause, record.fault.kind) == (result, causes[result], "time loss")
    assert record.ending.reason.endswith("but White can't mate") == (result == "1/2-1/2")
