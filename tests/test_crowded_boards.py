"""Positions of shogi at the edges of what a position may be, and texts that are nearly one, at every door.

All men in one hand, promoted men everywhere, every file with its pawn, checks that no game gives, and no move left:
each door answers for the position or refuses it in words; none ends the process. ``test_one_king`` asks the same with
one king.
"""

import json
import random

import pytest

from commands import run_here
from kiebitz import Limit, ShogiEngine
from kiebitz.core.shogi.declaration import may_declare
from kiebitz.core.shogi.notation import is_checkmate, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.shogi.sfen import SfenError
from kiebitz.engine.mate_solver import MateSolver
from kiebitz.kifu.reading import read_kifu
from kiebitz.kifu.record import Kifu
from kiebitz.kifu.writing import kifu_text
from kiebitz.protocols.usi.loop import Session
from random_shogi import broken, crowded, scattered
from test_one_king import ask_analyse, ask_usi, is_right
from uci_talk import Talk

NODES = 200
# No sum of men comes to a mate.
MOST_CENTIPAWNS = 30_000
QUICK, MANY, ALL = 4, 30, 5_000


def positions(count, seed):
    """So many crowded positions, and half as many with men scattered anywhere."""
    chance = random.Random(seed)
    yield from crowded(chance, count)
    yield from scattered(chance, count // 2)


def ask_library(asked):
    """Call what an engine of shogi has: analyse, play, stream, evaluate, perft, divide, trace, a table, mates."""
    with ShogiEngine(hash_mb=1) as engine:
        solver = MateSolver(1)
        for number, position in enumerate(asked):
            legal, sfen = legal_moves(position), position.sfen()
            info = engine.analyse(sfen, Limit(nodes=NODES), multipv=1 + number % 3)
            assert is_right(position, info.best_move), sfen
            for line in info.lines:
                walk = position.copy()
                for move in line.moves:
                    push(walk, move)
            assert engine.perft(sfen, 1) == len(legal) == sum(engine.divide(sfen, 1).values())
            assert abs(engine.evaluate(sfen).total) < MOST_CENTIPAWNS, sfen
            if legal:
                assert engine.play(sfen, Limit(nodes=NODES)).usi() in legal, sfen
                some = legal[number % len(legal)]
                assert engine.analyse(sfen, Limit(nodes=NODES), searchmoves=[some]).best_move == some
            assert engine.trace(sfen, Limit(nodes=NODES)).fen == sfen
            mate = solver.solve(sfen, nodes=NODES)
            if mate.mate:
                assert legal
                walk = position.copy()
                for move in solver.line(sfen).moves:
                    push(walk, move)
                assert is_checkmate(walk)


def ask_usi_within_bounds(asked):
    """By nodes, with byoyomi, and until it is told to stop; a depth may take for ever, as captures have no end here."""
    ask_usi(asked, ((f"go nodes {NODES}",), ("go byoyomi 1",), ("go infinite", "stop")))


def ask_usi_for_mates(asked):
    """Ask ``kiebitz-usi`` for mates, with a clock, and for one move among some."""
    talk = Talk(Session)
    for position in asked:
        said = talk.search(f"position sfen {position.sfen()}", "go mate 50", until="checkmate")
        assert not [line for line in said if "error" in line], position.sfen()
        *_, last = talk.search(f"position sfen {position.sfen()}", "go btime 1 wtime 1 binc 1 winc 1")
        best = last.split()[1]
        assert best == "resign" or (best == "win" and may_declare(position)) or is_right(position, best), (
            position.sfen()
        )
    talk.close()


def ask_records(asked):
    """Write a game of each start as KIF, KI2 and CSA, and read it back."""
    for position in asked:
        legal = legal_moves(position)
        kifu = Kifu.of_moves(legal[:1], position.sfen())
        for format in ("kif", "ki2", "csa"):
            for again in read_kifu(kifu_text(kifu, format).text):
                assert again.moves == kifu.moves, position.sfen()


def ask_commands(asked):
    """Ask what prints: best, eval, perft and mate."""
    for position in asked:
        sfen = position.sfen()
        for words in (("best", sfen, "--nodes", NODES, "--json"), ("eval", sfen), ("perft", sfen, 1)):
            done = run_here(*words)
            assert done.status == 0, (words, done.err)
        assert json.loads(run_here("best", sfen, "--nodes", NODES, "--json").out)["nodes"] >= 0
        done = run_here("mate", sfen, "--nodes", NODES)
        assert done.status in (0, 1, 2, 3), (sfen, done.err)
        assert "Traceback" not in done.err


DOORS = {
    "library": ask_library,
    "usi": ask_usi_within_bounds,
    "mates": ask_usi_for_mates,
    "records": ask_records,
    "commands": ask_commands,
}


@pytest.mark.parametrize("ask", [ask_library, ask_usi_within_bounds, ask_records])
def test_the_edges_of_what_may_be_are_answered_for(ask):
    ask(positions(QUICK, seed=1))


@pytest.mark.check
@pytest.mark.parametrize("ask", DOORS.values(), ids=DOORS)
def test_many_such_positions_are_answered_for(ask):
    ask(positions(QUICK if ask is ask_commands else MANY, seed=2))


@pytest.mark.check
def test_records_of_such_positions_are_analysed(tmp_path):
    ask_analyse(positions(QUICK, seed=3), tmp_path)


@pytest.mark.nightly
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("ask", DOORS.values(), ids=DOORS)
def test_thousands_of_such_positions_are_answered_for(ask):
    ask(positions(ALL, seed=4))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_nearly_a_position_is_one_or_is_refused_by_name(seed):
    with ShogiEngine(hash_mb=1) as engine:
        for text in broken(random.Random(seed), 40):
            try:
                position = ShogiPosition(text)
            except SfenError:
                with pytest.raises(SfenError, match=r"\w"):
                    engine.analyse(text, Limit(nodes=NODES))
            else:
                assert is_right(position, engine.analyse(text, Limit(nodes=NODES)).best_move)


@pytest.mark.check
def test_what_is_nearly_a_position_is_refused_in_words_by_commands_and_usi():
    talk = Talk(Session)
    for text in broken(random.Random(9), 30):
        try:
            ShogiPosition(text)
        except SfenError:
            done = run_here("best", text, "--nodes", NODES)
            assert done.status == 2, text
            assert done.err.count("\n") == 1
            assert "Traceback" not in done.err
            assert talk.search(f"position sfen {text}", "go nodes 10")[-1].startswith("bestmove")
    talk.close()
