"""Whole games by the referee, with Kiebitz itself and with a program that misbehaves."""

import io
import shutil
import sys

import chess
import chess.pgn
import pytest

from kiebitz.arena.match.adjudication import ResignRule
from kiebitz.arena.match.live_game import LiveGame
from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.pgn import PgnStyle, write_game
from kiebitz.arena.match.player import Choice, PlayerError, parse_player
from kiebitz.arena.match.record import ScheduledGame, summarise
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from sources import DATA

MISBEHAVING = DATA / "engines" / "misbehaving.py"
START = Opening(chess.STARTING_FEN)
ONE_SECOND = MatchLimit(TimeControl(1000, 100))
# A shared machine may stall for seconds; only the tests of time itself are strict about it.
PATIENT = Rules(ONE_SECOND, margin_ms=20_000)
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


class Reciter:
    """Plays given moves, with given scores."""

    def __init__(self, moves, scores=()):
        self.moves = moves.split()
        self.scores = list(scores)

    def new_game(self):
        pass

    def choose(self, game, limit, timeout_s):
        index = (len(game.moves) - len(game.opening.moves)) // 2
        score = self.scores[index] if index < len(self.scores) else None
        return Choice(self.moves[index], score)

    def game_over(self, points):
        pass

    def close(self):
        pass


def recited(white, black, opening=START, **rules):
    return play_game(ScheduledGame(0, opening), (Reciter(white), Reciter(black)), Rules(MatchLimit(nodes=1), **rules))


def pair(*texts):
    return tuple(make_player(parse_player(text)) for text in texts)


def misbehaving(behaviour, *more):
    return f"uci:{sys.executable} {MISBEHAVING} {behaviour} 2 {' '.join(more)}"


@pytest.mark.parametrize(
    ("white", "black", "fen", "result", "reason"),
    [
        ("f2f3 g2g4", "e7e5 d8h4", chess.STARTING_FEN, "0-1", "Black mates"),
        ("e2e4 e4e5", "e7e6 d7d6", chess.STARTING_FEN, "1/2-1/2", "no end after 2 moves"),
    ],
)
def test_ends_by_the_rules(white, black, fen, result, reason):
    record = recited(white, black, Opening(fen), most_moves=2 if "no end" in reason else 300)
    assert (record.result, record.reason, record.fault) == (result, reason, None)


def test_adjudication():
    winning, losing = [Score(700)] * 9, [Score(-700)] * 9
    moves = "b1c3 c3b1 b1a3 a3b1 g1h3 h3g1", "b8c6 c6b8 b8a6 a6b8 g8h6 h6g8"
    rules = Rules(MatchLimit(nodes=1), resign=ResignRule(2, 600))
    record = play_game(ScheduledGame(1, START), (Reciter(moves[1], losing), Reciter(moves[0], winning)), rules)
    assert (record.result, record.termination, len(record.moves)) == ("1-0", "adjudication", 4)
    assert summarise(record, None).points == 0  # the first player had Black


def test_illegal_move_of_ours_is_a_fault():
    record = recited("e2e5", "")
    assert (record.result, record.fault.player, record.fault.kind) == ("0-1", 0, "illegal move")
    assert record.termination == "rules infraction"


def test_a_player_that_fails_loses():
    record = recited("e2e4", "")  # the second player has no move to recite
    assert (record.result, record.fault.player, record.fault.kind) == ("1-0", 1, "crash")
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
    text = write_game(record, PgnStyle(("A", 'B "quoted"'), "test", "2026.01.01", limit))
    game = read_pgn(text)
    assert [move.uci() for move in game.mainline_moves()] == [*opening.moves, *(played.move for played in record.moves)]
    assert game.headers["Result"] == record.result
    assert game.headers["Termination"] == record.termination
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
    game = read_pgn(write_game(record, PgnStyle(("A", "B"), "test", "2026.01.01", limit)))
    assert game.headers["Variant"] == "Chess960"
    assert game.end().ply() == len(record.moves)


def test_who_has_so_many_times_the_limit_has_them_with_either_colour():
    class Noting(Reciter):
        nodes = 0

        def choose(self, game, limit, timeout_s):
            self.nodes = limit.nodes
            return super().choose(game, limit, timeout_s)

    for number in range(2):
        players = (
            Noting("f2f3 g2g4" if number == 0 else "e7e5 d8h4"),
            Noting("e7e5 d8h4" if number == 0 else "f2f3 g2g4"),
        )
        record = play_game(ScheduledGame(number, START), players, Rules(MatchLimit(nodes=100)), (3, 0.5))
        assert record.reason == "Black mates"
        assert [player.nodes for player in players] == [300, 50]


@pytest.mark.check
def test_clock_is_kept():
    stall_ms = 2_000  # what a machine may take away while it does other work
    rules = Rules(MatchLimit(TimeControl(2000, 10)), most_moves=6, margin_ms=stall_ms)
    record = play_game(ScheduledGame(0, START), pair("kiebitz,hash=1", "kiebitz,hash=1"), rules)
    assert record.fault is None
    assert sum(played.time_ms for played in record.moves[::2]) <= 2000 + 6 * 10 + stall_ms


@pytest.mark.check
@pytest.mark.parametrize("protocol", ["uci", "xboard"])
@pytest.mark.parametrize(
    ("behaviour", "kind", "words"),
    [
        ("crash", "crash", "its last words: ?[31massertion failed: king captured"),
        ("illegal", "illegal move", "e2e5"),
        ("slow", "time loss", "ms over"),
        ("resign", None, "resigns"),
    ],
)
def test_a_program_that_misbehaves_loses_and_plays_on(protocol, behaviour, kind, words):
    if (protocol, behaviour) == ("uci", "resign"):
        pytest.skip("UCI has no way to resign")
    text = misbehaving(behaviour, protocol).replace("uci:", f"{protocol}:", 1)
    players = pair("kiebitz,hash=1", text)
    rules = Rules(MatchLimit(TimeControl(400, 0))) if kind == "time loss" else PATIENT
    try:
        for number in (0, 1):
            record = play_game(ScheduledGame(number, START), players, rules)
            assert record.result == ("1-0" if number == 0 else "0-1")
            assert (record.fault and record.fault.kind) == kind
            assert words in record.reason
            assert len(record.moves) >= 4 or kind == "time loss"
            write_game(record, PgnStyle(("A", "B"), "test", "2026.01.01", ONE_SECOND))
    finally:
        players[1].close()


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
        assert player.choose(LiveGame(START), Limit(movetime_ms=50), 20.0).move
    finally:
        player.close()


@pytest.mark.check
def test_a_program_without_a_move():
    players = pair("kiebitz,hash=1", misbehaving("none"))
    record = play_game(ScheduledGame(0, START), players, Rules(MatchLimit(nodes=100)))
    players[1].close()
    assert record.fault.kind == "illegal move"


@pytest.mark.check
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (misbehaving("polite") + ";Strct=on", "does not support option Strct"),
        (misbehaving("polite") + ";Level=99", "Level"),
        (f"uci:{sys.executable} -c pass", "doesn't start"),
        (f"uci:{sys.executable} -c \"while True: print(end='x' * 9999)\"", "a line of more than"),
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
    ("fen", "result"),
    [
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "1-0"),
        ("8/2k5/p1p1p1p1/P1P1P1P1/8/8/2K5/8 b - - 0 1", "1/2-1/2"),
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 b - - 0 1", "1/2-1/2"),
    ],
)
def test_a_flag_that_falls_against_who_can_not_mate_is_a_draw(fen, result):
    players = pair("kiebitz,hash=1", misbehaving("slow"))
    try:
        record = play_game(ScheduledGame(0, Opening(fen)), players, Rules(MatchLimit(TimeControl(400, 0))))
    finally:
        players[1].close()
    assert (record.result, record.termination, record.fault.kind) == (result, "time forfeit", "time loss")
    assert record.reason.endswith("but White can't mate") == (result == "1/2-1/2")
