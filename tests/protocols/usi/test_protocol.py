"""USI text: what lines mean, and what is answered."""

import pytest

from kiebitz.engine import START_SFEN
from kiebitz.engine.limit import Limit
from kiebitz.engine.line import Line
from kiebitz.engine.mate_solver import MateSolution
from kiebitz.engine.score import Score
from kiebitz.protocols.uci.protocol import NO_LIMIT_LEFT, ProtocolError, SetOption
from kiebitz.protocols.usi.protocol import (
    MOST_MS,
    Go,
    GoMate,
    PonderHit,
    SetPosition,
    UnreadableTimeError,
    Word,
    best_move_line,
    checkmate_line,
    info_line,
    outcome_line,
    parse_command,
)


def clocks(black_ms, white_ms, **more):
    """A limit with both clocks."""
    return Limit(black_clock_ms=black_ms, white_clock_ms=white_ms, **more)


SFEN = "4k4/9/4P4/9/9/9/9/9/9 b G 1"


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", None),
        (" \t ", None),
        ("usi", Word.USI),
        ("gameover win", Word.GAME_OVER),
        ("setoption name USI_Hash value 32", SetOption("USI_Hash", "32")),
        ("position startpos", SetPosition(START_SFEN, ())),
        ("position startpos moves 7g7f 3c3d", SetPosition(START_SFEN, ("7g7f", "3c3d"))),
        (f"position  sfen {SFEN}", SetPosition(SFEN, ())),
        (f"position sfen {SFEN} moves G*5b", SetPosition(SFEN, ("G*5b",))),
        ("go mate 5000", GoMate(5000)),
        ("go mate infinite", GoMate(None)),
        ("go mate -3", GoMate(1)),
        (f"go mate {10**30}", GoMate(MOST_MS)),
        ("go btime 1000 wtime 2000 byoyomi 500", Go(clocks(1000, 2000, byoyomi_ms=500))),
        # What a move gains is there when it begins.
        ("go btime 0 wtime 5 binc 7 winc 8", Go(clocks(7, 13, black_increment_ms=7, white_increment_ms=8))),
        ("go byoyomi 500", Go(clocks(0, 0, byoyomi_ms=500))),
        ("go btime -40 wtime 9", Go(clocks(0, 9))),
        ("go movetime 0", Go(Limit(movetime_ms=1))),
        ("go nodes 77 depth 3", Go(Limit(nodes=77, depth=3))),
        ("go infinite", Go(Limit(infinite=True))),
        ("go ponder", Go(Limit(ponder=True))),
        ("go", Go(Limit())),
        ("ponderhit", PonderHit(Limit())),
        ("ponderhit btime 1 wtime 2 byoyomi 3", PonderHit(clocks(1, 2, byoyomi_ms=3))),
        (
            "go depth",
            Go(Limit(movetime_ms=1000), (), ("depth is skipped: '' is no whole number", NO_LIMIT_LEFT)),
        ),
        ("go quickly", Go(Limit(movetime_ms=1000), (), ("'quickly' is skipped: no word of 'go'", NO_LIMIT_LEFT))),
        ("go quickly nodes 5", Go(Limit(nodes=5), (), ("'quickly' is skipped: no word of 'go'",))),
        ("go rtime 300", Go(Limit(movetime_ms=300))),
        ("go searchmoves 7g7f G*5b nodes 5", Go(Limit(nodes=5), ("7g7f", "G*5b"))),
        ("go infinite searchmoves 2g2f", Go(Limit(infinite=True), ("2g2f",))),
    ],
)
def test_what_lines_mean(line, command):
    assert parse_command(line) == command


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("uci", "unknown command 'uci'"),
        ("position", "'position' needs"),
        ("position fen 8/8", "'position' needs"),
        ("position startpos 7g7f", "'position' needs"),
        ("setoption USI_Hash 3", "'setoption' needs a name"),
        ("setoption name value 3", "'usi' lists the options"),
    ],
)
def test_what_means_nothing(line, message):
    with pytest.raises(ProtocolError, match=message):
        parse_command(line)


@pytest.mark.parametrize("time", ["", "soon", "5000 nodes 3", "5.0"])
def test_a_time_that_can_not_be_read(time):
    with pytest.raises(UnreadableTimeError, match="needs milliseconds or 'infinite'"):
        parse_command(f"go mate {time}")


def test_what_is_said_of_a_search():
    found = MateSolution(True, 3, False, 500, 0.25, 4, 0, 0, 0.0)
    line = ("G*5c", "5b4a", "G*4b")
    assert outcome_line(found, 3, line) == (
        "info depth 3 score mate 3 time 250 nodes 500 nps 2000 hashfull 4 pv G*5c 5b4a G*4b"
    )
    # A mate whose line couldn't be read off in time.
    assert outcome_line(found, 5, ()) == "info depth 5 score mate 5 time 250 nodes 500 nps 2000 hashfull 4"
    assert outcome_line(found, 0, ()) == "info time 250 nodes 500 nps 2000 hashfull 4"
    assert checkmate_line(True, line) == "checkmate G*5c 5b4a G*4b"
    assert checkmate_line(False) == "checkmate nomate"
    assert checkmate_line(None) == checkmate_line(True) == "checkmate timeout"


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(centipawns=-35), "cp -35"),
        (Score(mate=1), "mate 1"),
        (Score(mate=3), "mate 5"),
        (Score(mate=-2), "mate -4"),
    ],
)
def test_mates_are_told_in_plies(score, text):
    line = Line(score, ("7g7f", "3c3d"), 5, 8, 2000, 100, 12, True, rank=2, bound="lower", game="shogi")
    assert info_line(line) == (
        f"info depth 5 seldepth 8 multipv 2 score {text} lowerbound nodes 2000 nps 20000 hashfull 12 time 100"
        " pv 7g7f 3c3d"
    )


def test_the_end_of_a_search_for_a_move():
    assert best_move_line("7g7f", "3c3d") == "bestmove 7g7f ponder 3c3d"
    assert best_move_line("7g7f") == "bestmove 7g7f"
    assert best_move_line(None) == "bestmove resign"
