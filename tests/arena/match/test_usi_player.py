"""Programs of shogi in whole games, with one that misbehaves."""

import shutil
import sys

import pytest

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import PlayerError, PlayerFault, parse_player
from kiebitz.arena.match.record import ScheduledGame
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.arena.match.usi_player import go_line, read_answer
from kiebitz.arena.match.written_game import RecordStyle, write_game
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.games.ending import Cause
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Ending
from match_games import Reciter
from sources import DATA

MISBEHAVING = DATA / "engines" / "misbehaving_usi.py"
START = Opening(START_SFEN, game="shogi")
BYOYOMI = MatchLimit(TimeControl.with_byoyomi(None, 0.2))
PATIENT = Rules(BYOYOMI, margin_ms=20_000)
# However long the machine stalls, only the second player's flag can fall.
FLAG, TIMES = Rules(MatchLimit(TimeControl(400, 0))), (1000, 1)
STYLE = RecordStyle(("A", "B"), "Test", "2026.01.01", BYOYOMI)


def misbehaving(behaviour):
    return f"usi:{sys.executable} {MISBEHAVING} {behaviour} 2"


def pair(*texts):
    return tuple(make_player(parse_player(text, "shogi")) for text in texts)


@pytest.mark.check
@pytest.mark.parametrize(
    ("behaviour", "kind", "words", "ending"),
    [
        ("crash", "crash", "?[31massertion failed", Ending.FOUL_LOSS),
        ("illegal", "illegal move", "5i5a", Ending.FOUL_LOSS),
        ("none", "illegal move", "makes no move", Ending.FOUL_LOSS),
        ("win", "illegal move", "declares a win", Ending.FOUL_LOSS),
        ("slow", "time loss", "ms over", Ending.TIME),
        ("resign", None, "resigns", Ending.RESIGNATION),
    ],
)
def test_a_program_that_misbehaves_loses_and_plays_on(behaviour, kind, words, ending):
    (program,) = pair(misbehaving(behaviour))
    try:
        for number, moves in enumerate(("2h3h 3h2h " * 5, "8b7b 7b8b " * 5)):
            rules = (FLAG, TIMES) if kind == "time loss" else (PATIENT,)
            record = play_game(ScheduledGame(number, START), (Reciter(moves), program), *rules)
            assert record.ending.result == ("1-0" if number == 0 else "0-1")
            assert (record.fault and record.fault.kind) == kind
            assert words in record.ending.reason
            assert len(record.moves) >= 4 or kind == "time loss"
            (kifu,) = read_kifu(write_game(record, STYLE))
            assert not kifu.faults
            assert kifu.moves == [played.move for played in record.moves]
            assert (kifu.ending, kifu.winner) == (ending, "black" if number == 0 else "white")
            assert (kifu.black, kifu.white) == (("A", "B") if number == 0 else ("B", "A"))
    finally:
        program.close()


@pytest.mark.check
def test_a_program_that_hangs_is_ended():
    players = pair("kiebitz,hash=1", misbehaving("hang"))
    record = play_game(ScheduledGame(0, START), players, Rules(MatchLimit(nodes=100), stall_s=0.3))
    players[1].close()
    assert (record.fault.player, record.fault.kind) == (1, "stall")


@pytest.mark.check
def test_perpetual_motion_is_sennichite_and_the_program_is_told(tmp_path, monkeypatch):
    heard = tmp_path / "heard"
    monkeypatch.setenv("HEARD", str(heard))
    players = pair(misbehaving("polite") + ";Level=3;Strict=on;Style=wild;USI_Hash=16", misbehaving("polite"))
    try:
        record = play_game(ScheduledGame(0, START), players, PATIENT)
    finally:
        for player in players:
            player.close()
    assert (record.ending.result, record.ending.cause, record.fault) == ("1/2-1/2", Cause.SENNICHITE, None)
    assert record.moves[0].score == Score(centipawns=13)  # of the best line, not of the second
    lines = heard.read_text().splitlines()
    options = [line for line in lines if line.startswith("setoption")]
    assert options == [
        f"setoption name {name} value {value}"
        for name, value in (("Level", "3"), ("Strict", "true"), ("Style", "wild"), ("USI_Hash", "16"))
    ]
    assert lines.index("isready") < lines.index("usinewgame") < lines.index("position startpos")
    assert lines.count("gameover draw") == 2
    assert "go btime 0 wtime 0 byoyomi 200" in lines
    (kifu,) = read_kifu(write_game(record, STYLE))
    assert kifu.ending is Ending.REPETITION


@pytest.mark.check
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (misbehaving("polite") + ";Strct=on", "Strct.*Level, Strict, Style"),
        (misbehaving("polite") + ";Level=99", "0 to 9, not 99"),
        (misbehaving("polite") + ";Level=x", "0 to 9, not x"),
        (misbehaving("polite") + ";Style=brutal", "calm, wild, not brutal"),
        (f"usi:{sys.executable} -c pass", "start"),
        (f"usi:{sys.executable} -c 'raise SystemExit(\"no table\")'", "no table"),
        (misbehaving("flood"), "a line of"),
    ],
)
def test_a_program_that_does_not_start(text, message):
    player = make_player(parse_player(text, "shogi"))
    with pytest.raises(PlayerError, match=message):
        player.new_game()
    player.close()


def test_limits_as_usi_has_them():
    increments = Limit(black_clock_ms=2020, white_clock_ms=1020, black_increment_ms=20, white_increment_ms=20)
    for limit, line in (
        (Limit(black_clock_ms=0, white_clock_ms=5, byoyomi_ms=1000), "go btime 0 wtime 5 byoyomi 1000"),
        (increments, "go btime 2000 wtime 1000 binc 20 winc 20"),
        (Limit(nodes=500), "go nodes 500"),
        (Limit(depth=3), "go depth 3"),
    ):
        assert go_line(limit) == line


@pytest.mark.parametrize(
    ("info", "score"),
    [
        ("info depth 9 score cp -35 nodes 20 pv 7g7f", Score(-35)),
        ("info depth 9 score mate 5 nodes 20", Score(mate=3)),
        ("info depth 9 score mate +1 nodes 20", Score(mate=1)),
        ("info depth 9 score mate -4 nodes 20", Score(mate=-2)),
        ("info depth 9 score mate + nodes 20", None),
        ("info depth 9 score cp 1e9 nodes 20", None),
        ("info depth 9 nodes 20 pv score cp 5", None),
        ("info string score cp 5", None),
    ],
)
def test_scores_as_usi_has_them(info, score):
    choice = read_answer("bestmove 7g7f ponder 3c3d", [info])
    assert (choice.move, choice.score) == ("7g7f", score)


def test_an_empty_answer_is_a_fault():
    with pytest.raises(PlayerFault):
        read_answer("bestmove", [])


@pytest.mark.check
@pytest.mark.parametrize("command", ["fairy-stockfish", "gpsusi"])
def test_peers(command):
    program = shutil.which(command, path="/usr/games")
    if program is None:
        pytest.skip(f"Debian's package of {command} is not installed")
    players = pair("kiebitz,hash=1", f"usi:{program}")
    try:
        rules = Rules(BYOYOMI, most_moves=3, margin_ms=60_000)
        record = play_game(ScheduledGame(0, START), players, rules)
    finally:
        players[1].close()
    assert record.fault is None
    # gpsshogi begins with its book.
    assert command == "gpsusi" or any(played.depth for played in record.moves[1::2])


@pytest.mark.check
def test_our_own_program():
    players = pair(f"usi:{sys.executable} -m kiebitz.protocols.usi.loop;USI_Hash=1;Threads=1", "kiebitz,hash=1")
    try:
        record = play_game(ScheduledGame(0, START), players, Rules(MatchLimit(nodes=500), most_moves=20))
    finally:
        players[0].close()
    assert record.fault is None
    assert all(played.score is not None for played in record.moves)
