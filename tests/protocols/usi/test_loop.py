"""Mates by USI: a scripted dialogue, bad input, and Fairy-Stockfish beside it. For games see ``test_play``."""

import io
import random
import re
import shutil
import signal
import sys

import pytest
import shogi

from engine_process import EngineProcess
from full_width import known_problems, microcosmos
from injected_faults import limits_memory, little_memory
from kiebitz.core.shogi.notation import is_checkmate, legal_moves, push
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.protocols.uci.channel import LineWriter, read_lines
from kiebitz.protocols.usi.loop import Session
from processes import processor_s, wait_until
from random_shogi import random_games

IN_THREE = "9/4k4/9/4P4/9/9/9/9/9 b 2G2r2b4s4n4l17p 1"
NO_MATE = "4k4/9/9/9/9/9/9/9/4K4 b P 1"


def talk(*lines):
    """What a session in this process says, each line of it answered to its end."""
    target = io.BytesIO()
    session = Session(LineWriter(target))
    for line in lines:
        session.answer(line)
    assert session.close()
    return target.getvalue().decode().splitlines()


def mates(sfen, line):
    """Whether a line of moves is legal and ends in mate."""
    position = ShogiPosition(sfen)
    for move in line:
        push(position, move)
    return is_checkmate(position)


@pytest.mark.check
def test_a_dialogue(engine):
    answers = engine.ask("usi", wanted="usiok")
    assert answers[0].startswith("id name Kiebitz ")
    assert "option name USI_Hash type spin default 64 min 1 max 1048576" in answers
    engine.send("setoption name USI_Hash value 8", "setoption name USI_Ponder value true")
    assert engine.ask("isready", wanted="readyok") == ["readyok"]
    engine.send("usinewgame")
    *infos, last = engine.ask(f"position sfen {IN_THREE}", "go mate 10000", wanted="checkmate")
    word, *line = last.split()
    assert word == "checkmate"
    assert len(line) == 3
    assert mates(IN_THREE, line)
    assert infos[-1].startswith("info depth 3 score mate 3 time ")
    assert infos[-1].endswith(f" pv {' '.join(line)}")
    # A mate that is further on, by the moves played.
    engine.send(f"position sfen {IN_THREE} moves {line[0]} {line[1]}")
    assert engine.ask("go mate infinite", wanted="checkmate")[-1] == f"checkmate {line[2]}"
    assert engine.ask(f"position sfen {NO_MATE}", "go mate 10000", wanted="checkmate")[-1] == "checkmate nomate"
    assert engine.ask("position startpos", "go mate 10000", wanted="checkmate")[-1] == "checkmate nomate"
    *infos, last = engine.ask("go btime 1000 wtime 1000", wanted="bestmove")
    assert last.split()[1] in legal_moves(ShogiPosition())
    assert infos[-1].startswith("info depth ")
    engine.send("gameover lose")
    assert engine.sync() == []


@pytest.mark.check
def test_a_long_search_tells_of_itself_and_is_stopped(engine):
    engine.send("setoption name USI_Hash value 1", f"position sfen {microcosmos()[0]}", "go mate infinite")
    infos = engine.until("info string proof number ")
    assert " hashfull " in infos[-2]
    assert engine.sync() == []
    engine.send("setoption name USI_Hash value 2")
    assert "can't be set during a search" in engine.until("info string option")[-1]
    assert engine.ask("stop", wanted="checkmate")[-1] == "checkmate timeout"
    # A search of no length, a search that another one ends, and one that the end of the input ends.
    for command in ("stop", f"position sfen {IN_THREE}", "go mate 1"):
        engine.send("go mate infinite", command)
        if command != "stop":
            engine.send("stop")
        assert engine.until("checkmate")[-1].startswith("checkmate ")
    engine.until("checkmate")
    engine.send(f"position sfen {microcosmos()[0]}", "go mate infinite")
    assert engine.end()[-1] == "checkmate timeout"


@pytest.mark.check
def test_time_ends_a_search():
    assert talk(f"position sfen {microcosmos()[0]}", "go mate 300")[-1] == "checkmate timeout"


def test_the_shortest_mate_on_request():
    sfen = next(sfen for sfen, has_mate, plies, _ in known_problems() if has_mate and plies == 5)
    *_, last = talk("setoption name Shortest value true", f"position sfen {sfen}", "go mate 60000")
    line = last.split()[1:]
    assert len(line) == 5
    assert mates(sfen, line)


@pytest.mark.parametrize(
    "position",
    [
        "sfen 9/9 b",
        "sfen 9/9/9/9/9/9/9/9/9 b - 1",
        f"sfen {NO_MATE} moves P*5b P*5b",
        "startpos moves 7g7f 3c3d resigned",
        "startpos moves resign 7g7f",
        "",
        "fen 9/9 b",
    ],
)
def test_a_position_that_can_not_be_leaves_none(position):
    """Neither a mate nor that there is none is claimed of the position before."""
    for before in (IN_THREE, NO_MATE):
        answers = talk(f"position sfen {before}", f"position {position}", "go mate 10000")
        assert answers[0].startswith("info string no position: ")
        assert answers[1].startswith("info string there is no position to answer for: ")
        assert answers[2:] == ["checkmate notimplemented"]


@pytest.mark.check
def test_how_a_game_ended_is_no_move():
    for word in ("resign", "win", "draw", "rep_inf", "rep_draw", "rep_sup", "TimeUp", "illegal"):
        answers = talk(f"position sfen {NO_MATE}", f"position sfen {IN_THREE} moves {word}", "go mate 10000")
        assert answers[0] == f"info string '{word}' behind the moves is no move; skipped"
        assert mates(IN_THREE, answers[-1].split()[1:])


@pytest.mark.parametrize(
    ("question", "last"),
    [("go depth 1", "bestmove "), ("go mate 100", "checkmate "), ("go mate x", "checkmate "), ("isready", "readyok")],
)
def test_a_question_ends_with_its_last_line_whatever_fails(question, last, monkeypatch, capfd):
    def fail(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr("kiebitz.engine.engine.ShogiEngine", fail)
    monkeypatch.setattr("kiebitz.protocols.usi.loop.MateSolver", fail)
    for position in ("startpos", "startpos moves 7g7f 7g7f"):
        assert talk(f"position {position}", question)[-1].startswith(last)


def test_a_line_too_long_to_be_read_leaves_no_position():
    lines = f"position sfen {NO_MATE}\n{'x' * 3_000_000}\ngo mate 1000\n"
    target = io.BytesIO()
    session = Session(LineWriter(target))
    session.run(read_lines(io.BytesIO(lines.encode())))
    assert session.close()
    assert target.getvalue().decode().splitlines()[-1] == "checkmate notimplemented"


def test_what_can_not_be_obeyed_is_said_and_changes_nothing():
    answers = talk(
        f"position sfen {IN_THREE}",
        "setoption name USI_Hash value 0",
        "setoption name Threads value 8000",
        "setoption name Style",
        "go mate",
        "go mate soon",
        "uci",
        "go mate 10000",
    )
    assert [answer.split(":")[0] for answer in answers[:3]] == ["info string option unchanged"] * 3
    assert answers[3:7] == [
        "info string 'go mate' needs milliseconds or 'infinite', not ''",
        "checkmate timeout",
        "info string 'go mate' needs milliseconds or 'infinite', not 'soon'",
        "checkmate timeout",
    ]
    assert answers[7] == "info string unknown command 'uci'"
    assert mates(IN_THREE, answers[-1].split()[1:])


def mirrored(sfen):
    """A position with left and right exchanged."""
    board, *others = sfen.split()
    rows = ["".join(reversed(re.findall(r"\+?[a-zA-Z]|[1-9]", row))) for row in board.split("/")]
    return " ".join(("/".join(rows), *others))


# Proofs of a million positions and of twenty thousand.
MANY_POSITIONS = [
    "7k1/5+Bp2/7Ss/9/9/9/1n7/9/9 b 2rb4g2s3n4l17p 1",
    "1+P2l4/2P6/9/p5+R2/2k6/B3+P3B/9/9/9 b r4g4s4n3l14p 1",
]
MANY_POSITIONS += [pytest.param(mirrored(sfen), marks=pytest.mark.nightly) for sfen in MANY_POSITIONS]


@pytest.mark.check
@pytest.mark.parametrize("sfen", MANY_POSITIONS)
def test_a_proof_of_many_positions_is_no_reason_to_wait(engine, sfen):
    """All that is wanted is the line."""
    *_, outcome, last = engine.ask(f"position sfen {sfen}", "go mate 20000", wanted="checkmate")
    line = last.split()[1:]
    assert mates(sfen, line)
    assert f" score mate {len(line)} " in outcome


def heard(engine):
    """What the engine has said and nobody has read yet."""
    return " ".join(map(str, list(engine.lines.queue)))


@pytest.mark.check
@pytest.mark.parametrize("sfen", MANY_POSITIONS)
def test_a_stop_is_heard_whenever_it_comes(engine, sfen):
    """Before there is a proof, or while its line is looked for."""
    for work_s in (0.05, 0.3, 0.6):
        engine.send(f"position sfen {sfen}", "go mate infinite")
        worked_s = processor_s(engine.process.pid) + work_s
        wait_until(lambda end_s=worked_s: processor_s(engine.process.pid) > end_s or "checkmate" in heard(engine))
        *_, last = engine.ask("stop", wanted="checkmate")
        assert last == "checkmate timeout" or mates(sfen, last.split()[1:])


@pytest.mark.check
@limits_memory
@pytest.mark.parametrize("kilobytes", [0, 16_300, 60_000])
def test_a_search_is_answered_however_little_memory_there_is(kilobytes):
    engine = EngineProcess([sys.executable, "-m", "kiebitz.protocols.usi.loop"])
    try:
        engine.send("setoption name USI_Hash value 1", f"position sfen {IN_THREE}")
        engine.ask("go mate 10000", wanted="checkmate")
        with little_memory(engine.process.pid, kilobytes):
            *_, last = engine.ask("go mate 10000", wanted="checkmate")
        assert last == "checkmate timeout" or mates(IN_THREE, last.split()[1:])
        *_, last = engine.ask("go mate 10000", wanted="checkmate")
        assert mates(IN_THREE, last.split()[1:])
        assert engine.sync() == []
    finally:
        engine.process.kill()
        engine.process.wait()


@pytest.mark.check
def test_whatever_comes_in_it_goes_on():
    chance = random.Random(4)
    words = [
        "usi",
        "isready",
        "setoption",
        "name",
        "value",
        "position",
        "sfen",
        "startpos",
        "moves",
        "go",
        "mate",
        "1",
        "infinite",
        "stop",
        "7g7f",
        "\x00",
        "ÿ",
    ]
    target = io.BytesIO()
    session = Session(LineWriter(target))
    lines = []
    for _ in range(1500):
        lines.append(" ".join(chance.choices(words, k=chance.randint(1, 6))).encode("latin-1"))
    lines += [chance.randbytes(40).replace(b"\n", b"") for _ in range(500)]
    session.run(read_lines(io.BytesIO(b"\n".join([*lines, b"isready"]))))
    assert session.close()
    answers = target.getvalue().decode().splitlines()
    assert "readyok" in answers[-2:]
    assert not [answer for answer in answers if "internal error" in answer]


@pytest.mark.check
@pytest.mark.skipif(sys.platform == "win32", reason="runs a script of the shell")
def test_a_client_of_others_is_served(tmp_path):
    """cshogi's own, which matches of shogi programs are played with."""
    client = pytest.importorskip("cshogi.usi").Engine
    script = tmp_path / "kiebitz-usi"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -m kiebitz.protocols.usi.loop\n")
    script.chmod(0o755)
    engine = client(str(script))
    assert engine.name.startswith("Kiebitz ")
    engine.setoption("USI_Hash", 4)
    engine.setoption("USI_Ponder", "false")
    engine.isready()
    engine.usinewgame()
    engine.position(sfen=f"sfen {IN_THREE}")
    line = engine.go_mate(10_000).split()
    assert mates(IN_THREE, line)
    engine.position(line[:2], f"sfen {IN_THREE}")
    assert engine.go_mate() == line[2]
    engine.position(["7g7f"])
    assert engine.go_mate(10_000) == "nomate"
    move, _ = engine.go(byoyomi=100)
    board = ShogiPosition()
    push(board, "7g7f")
    assert move in legal_moves(board)
    process = engine.proc
    engine.quit()
    assert process.wait(60) == 0


@pytest.mark.check
def test_a_signal_ends_it(engine):
    engine.send(f"position sfen {microcosmos()[0]}", "go mate infinite")
    engine.until("info string proof number ")
    engine.process.send_signal(signal.SIGINT)
    assert engine.rest()[-1] == "checkmate timeout"
    assert engine.process.wait(60) == 0


def positions_with_moves():
    """Some problems with and without a mate, and positions of games."""
    yield from (sfen for sfen, _, plies, known_by in known_problems()[::3] if plies <= 5 and known_by == "strict")
    for number, (start, moves, position) in enumerate(random_games(random.Random(7), 60)):
        if number % 6 == 5 and not position.is_check:
            yield f"{start} moves {' '.join(moves)}"


def checks_all_along(position: str, line: list[str]) -> bool:
    """Whether who is to move in the position checks with each move of the line; python-shogi says."""
    start, _, moves = position.partition(" moves ")
    board = shogi.Board() if start == "startpos" else shogi.Board(start)
    for move in moves.split():
        board.push_usi(move)
    for ply, move in enumerate(line):
        board.push_usi(move)
        if ply % 2 == 0 and not board.is_check():
            return False
    return True


@pytest.mark.check
@pytest.mark.skipif(shutil.which("fairy-stockfish") is None, reason="Debian's fairy-stockfish is not installed")
def test_beside_fairy_stockfish(engine):
    """The same lines mean the same to both; the peer has no 'go mate', but a mode in which it looks at checks.

    In that mode, too, it may mate by a quiet move; of such a mate the solver says rightly that there is none by checks.
    It is given nodes, not time, so that it says the same on every machine.
    """
    peer = EngineProcess(["fairy-stockfish"])
    try:
        for one in (engine, peer):
            assert one.ask("usi", wanted="usiok")[-1] == "usiok"
        peer.send("setoption name TsumeMode value true")
        engine.send("setoption name Shortest value true")
        mates_told = 0
        for position in positions_with_moves():
            line = f"position {'sfen ' if not position.startswith('startpos') else ''}{position}"
            for one in (engine, peer):
                one.send("usinewgame", line)
                assert one.ask("isready", wanted="readyok")[-1] == "readyok"
            ours = engine.ask("go mate 20000", wanted="checkmate")[-1].split()[1:]
            theirs = peer.ask("go nodes 100000", wanted="bestmove")
            told = next((info for info in reversed(theirs) if " score mate " in info), "")
            plies = int(told.partition(" score mate ")[2].split()[0]) if told else 0
            if plies > 0 and checks_all_along(position, told.partition(" pv ")[2].split()):
                assert ours not in (["nomate"], ["timeout"]), (position, told)
                assert len(ours) <= plies, (position, told)
                mates_told += 1
        assert mates_told > 5
    finally:
        peer.process.kill()
        peer.process.wait()
