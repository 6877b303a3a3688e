"""Dialogues as the graphical programs of shogi hold them: ShogiHome, Shogidokoro, ShogiGUI; and many games at byoyomi.

What each sends is written down from its protocol's description: the order of options, clocks
without increments, early pondering, mates asked for beside a game, and how a game's end is told.
"""

import random
import re
import sys

import pytest

from kiebitz.arena.match.make_player import make_player
from kiebitz.arena.match.openings import Opening
from kiebitz.arena.match.player import parse_player
from kiebitz.arena.match.record import ScheduledGame
from kiebitz.arena.match.referee import Rules, play_game
from kiebitz.arena.match.time_control import MatchLimit, TimeControl
from kiebitz.core.shogi.notation import legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import START_SFEN
from kiebitz.games.ending import Cause

OWN = f"usi:{sys.executable} -m kiebitz.protocols.usi.loop"
IN_THREE = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1"
# Black may declare: its king and ten men and more are in White's camp, 28 points and more.
DECLARED = "1+R1K1+B3/GSGSGS3/+P+P+P+P5/9/9/9/9/9/4k4 b RBS2N4L5P 1"
GAMES, BOOK_PLIES = 300, 6


def legal(*moves, start=START_SFEN):
    position = ShogiPosition(start)
    for move in moves:
        push(position, move)
    return legal_moves(position)


@pytest.mark.check
def test_shogihome_researches_with_many_lines_and_plays(engine):
    options = [line.split()[2] for line in engine.ask("usi", wanted="usiok") if line.startswith("option")]
    assert {"USI_Hash", "USI_Ponder", "Threads", "MultiPV"} <= set(options)
    engine.send(
        "setoption name USI_Hash value 4", "setoption name USI_Ponder value true", "setoption name MultiPV value 5"
    )
    engine.ask("isready", wanted="readyok")
    engine.send("usinewgame", "position startpos moves 7g7f", "go infinite")
    ranks, depth = set(), 0
    while ranks < {1, 2, 3, 4, 5} or not depth:
        line = engine.until("info")[-1]
        if found := re.search(r"depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+) .*pv (\S+)", line):
            depth = int(found[1])
            ranks.add(int(found[2]))
            assert found[5] in legal("7g7f")
    assert engine.ask("stop")[-1].split()[1] in legal("7g7f")
    # Another line count and another position without a new game, as when somebody steps through a record.
    engine.send("setoption name MultiPV value 1", "position startpos moves 7g7f 3c3d 2g2f")
    *infos, best = engine.ask("go btime 0 wtime 0 byoyomi 100")
    assert not [line for line in infos if "multipv 2" in line]
    assert best.split()[1] in legal("7g7f", "3c3d", "2g2f")


@pytest.mark.check
def test_shogidokoro_ponders_by_its_clocks_and_tells_the_end(engine):
    engine.ask("usi", wanted="usiok")
    engine.send("setoption name USI_Ponder value true", "setoption name USI_Hash value 4")
    engine.ask("isready", wanted="readyok")
    engine.send("usinewgame")
    played = []
    for outcome in ("hit", "miss", "hit"):
        best = engine.ask(f"position startpos moves {' '.join(played)}", "go btime 5000 wtime 5000 byoyomi 100")[
            -1
        ].split()
        assert best[1] in legal(*played)
        assert best[2] == "ponder"
        played.append(best[1])
        expected, others = best[3], [move for move in legal(*played) if move != best[3]]
        engine.send(
            f"position startpos moves {' '.join([*played, expected])}", "go ponder btime 5000 wtime 5000 byoyomi 100"
        )
        if outcome == "hit":
            played.append(expected)
            answer = engine.ask("ponderhit")[-1].split()[1]
            assert answer in legal(*played)
            played.append(answer)
            played.append(legal(*played)[0])
        else:
            engine.ask("stop")  # what it answers then is of the other position, and forgotten
            played.append(others[0])
    engine.send(
        f"position startpos moves {' '.join(played)}", "go ponder btime 5000 wtime 5000 byoyomi 100", "gameover win"
    )
    assert engine.ask("isready", wanted="readyok")[-1] == "readyok"
    engine.send("usinewgame")
    assert engine.ask("position startpos", "go btime 0 wtime 0 byoyomi 100")[-1].split()[1] in legal()


@pytest.mark.check
def test_shogigui_asks_for_mates_beside_the_game(engine):
    engine.ask("usi", wanted="usiok")
    engine.ask("isready", wanted="readyok")
    engine.send("usinewgame")
    for limit in ("10000", "infinite"):
        word, *line = engine.ask(f"position sfen {IN_THREE}", f"go mate {limit}", wanted="checkmate")[-1].split()
        assert (word, len(line)) == ("checkmate", 3)
    assert engine.ask("position startpos", "go mate 1000", wanted="checkmate")[-1] == "checkmate nomate"
    assert engine.ask("position startpos", "go btime 1000 wtime 1000 binc 100 winc 100")[-1].split()[1] in legal()


def players(*texts):
    return tuple(make_player(parse_player(text, "shogi")) for text in texts)


@pytest.mark.check
def test_a_game_is_won_by_declaration_and_drawn_by_repetition():
    """By ``bestmove win`` where 27 points suffice; sennichite where the fourth time of a position comes about."""
    both = players(f"{OWN};USI_Hash=1", f"{OWN};USI_Hash=1")
    rules = Rules(MatchLimit(TimeControl.with_byoyomi(None, 0.1)), margin_ms=60_000)
    try:
        record = play_game(ScheduledGame(0, Opening(DECLARED, game="shogi")), both, rules)
        assert (record.ending.cause, record.ending.result, record.moves) == (Cause.DECLARATION, "1-0", ())
        again = ("2h3h", "8b7b", "3h2h", "7b8b") * 3
        repeated = play_game(ScheduledGame(1, Opening(START_SFEN, again, game="shogi")), both, rules)
        assert (repeated.ending.cause, repeated.ending.result) == (Cause.SENNICHITE, "1/2-1/2")
    finally:
        for player in both:
            player.close()


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
def test_hundreds_of_games_at_a_tenth_of_a_second_have_no_illegal_move():
    """Nor a crash or a stall; how much time was left the record of a match tells (``kiebitz match --byoyomi 0.1``)."""
    both = players(f"{OWN};USI_Hash=1", "kiebitz,hash=1")
    rules = Rules(MatchLimit(TimeControl.with_byoyomi(None, 0.1)), margin_ms=60_000)
    try:
        for number in range(GAMES):
            chance, moves = random.Random(number // 2), []
            while len(moves) < BOOK_PLIES:
                moves.append(chance.choice(legal(*moves)))
            opening = Opening(START_SFEN, tuple(moves), game="shogi")
            record = play_game(ScheduledGame(number, opening), both, rules)
            assert record.fault is None, record.fault
            assert record.ending.cause not in (Cause.ILLEGAL_MOVE, Cause.CRASH, Cause.STALL, Cause.TIME)
    finally:
        for player in both:
            player.close()
