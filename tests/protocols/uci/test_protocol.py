"""Reading commands and writing answers."""

import dataclasses

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiebitz import Limit, Line, Score
from kiebitz.engine.mate_progress import MateProgress
from kiebitz.protocols.uci.protocol import (
    COMMAND_WORDS,
    GO_WORDS,
    MAX_COUNT,
    MAX_INT,
    MESSAGE_LETTERS,
    Bench,
    Debug,
    Go,
    Perft,
    ProtocolError,
    Register,
    SetOption,
    SetPosition,
    Word,
    best_move_line,
    current_move_line,
    info_line,
    info_string,
    left_to_tell,
    limit_for_mover,
    no_move_line,
    parse_command,
    parse_whole_number,
    progress_lines,
    quoted,
)

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
LINE = Line(
    score=Score(centipawns=35),
    moves=("e2e4", "e7e5"),
    depth=12,
    selective_depth=17,
    nodes=1500,
    time_ms=3,
    hashfull=7,
    turn=True,
)


def command_of(line):
    return parse_command(line).command


def limit_of(line):
    command = command_of(line)
    assert isinstance(command, Go)
    return command.limit


@pytest.mark.parametrize("word", list(Word))
def test_commands_of_one_word(word):
    assert command_of(f"  {word} \t") == Word(word)


@pytest.mark.parametrize("line", ["debug on", "   debug     on  ", "\t  debug \t  \t\ton\t  ", "joho debug on"])
def test_white_space_and_unknown_words_as_the_protocol_shows(line):
    assert command_of(line) == Debug(True)


def test_what_is_skipped_is_said():
    assert parse_command("joho debug off").notes == ("skipped 'joho' before 'debug'",)
    assert parse_command("debug off").notes == ()


@pytest.mark.parametrize("line", ["", "   ", "\t", "\0", "\r"])
def test_empty_lines_mean_nothing(line):
    assert parse_command(line).command is None


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("joho", "unknown command 'joho'"),
        ("GO", "unknown command 'GO'"),
        ("debug joho on", "'on' or 'off'"),
        ("debug", "'on' or 'off'"),
        ("setoption", "needs a name"),
        ("setoption Hash value 3", "needs a name"),
        ("setoption name", "no option"),
        ("setoption name value 3", "no option"),
        ("position", "'startpos' or 'fen"),
        ("position moves e2e4", "'startpos' or 'fen"),
        ("go perft", "depth from 1 to"),
        ("go perft 0", "depth from 1 to"),
        ("go perft -3", "depth from 1 to"),
        ("go perft 999", "depth from 1 to"),
        ("go perft five", "not 'five'"),
        ("bench x", "depth from 1 to"),
        ("bench 7 two", "'two' is no number of threads"),
        ("bench 7 1 0", "'0' is no number of megabytes"),
        ("bench 16 1 9 games.fen depth", "reads no files"),
        ("bench 16 1 9 default perft", "no limit 'perft'"),
        ("bench 16 x 9 default", "takes hash, threads, a limit"),
        ("bench 16 1 999 default", "depth from 1 to"),
    ],
)
def test_faults_are_named(line, fault):
    with pytest.raises(ProtocolError, match=fault):
        parse_command(line)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("setoption name Nullmove value true", SetOption("Nullmove", "true")),
        ("setoption name Clear Hash", SetOption("Clear Hash", None)),
        ("setoption  name  Clear   Hash ", SetOption("Clear Hash", None)),
        ("setoption name Move Overhead value 30", SetOption("Move Overhead", "30")),
        (r"setoption name NalimovPath value c:\chess\tb\4;c:\x y", SetOption("NalimovPath", r"c:\chess\tb\4;c:\x y")),
        ("setoption name Hash value", SetOption("Hash", "")),
        ("register later", Register(False)),
        ("register name Stefan MK code 4359874324", Register(True)),
        ("position startpos", SetPosition(None, ())),
        ("position startpos moves", SetPosition(None, ())),
        ("position startpos moves e2e4 e7e5", SetPosition(None, ("e2e4", "e7e5"))),
        (f"position fen {START}", SetPosition(START, ())),
        ("position fen 8/8 w - e6", SetPosition("8/8 w - e6", ())),
        (f"position   fen  {START}   moves  g1f3", SetPosition(START, ("g1f3",))),
        ("position fen", SetPosition("", ())),
        ("go perft 5", Perft(5)),
        ("bench", Bench()),
        ("bench 7", Bench(7)),
        ("bench 7 2 64", Bench(7, 2, 64)),
        ("bench 16 1 13 default", Bench(13, 1, 16)),
        ("bench 16 1 13 default depth mixed", Bench(13, 1, 16)),
        ("bench 64 2 1000 default movetime classical", Bench(None, 2, 64, Limit(movetime_ms=1000))),
        ("bench 64 2 9 default nodes", Bench(None, 2, 64, Limit(nodes=9))),
    ],
)
def test_commands_with_arguments(line, command):
    assert command_of(line) == command


@pytest.mark.parametrize(
    ("line", "limit"),
    [
        ("go", Limit()),
        ("go infinite", Limit(infinite=True)),
        ("go ponder", Limit(ponder=True)),
        ("go depth 6", Limit(depth=6)),
        ("go nodes 1000", Limit(nodes=1000)),
        ("go mate 3", Limit(mate=3)),
        ("go movetime 1500", Limit(movetime_ms=1500)),
        ("go wtime 100", Limit(white_clock_ms=100)),
        (
            "go btime 2000 binc 20 wtime 1000 winc 10 movestogo 40 ponder",
            Limit(
                white_clock_ms=1000,
                black_clock_ms=2000,
                white_increment_ms=10,
                black_increment_ms=20,
                moves_to_go=40,
                ponder=True,
            ),
        ),
        ("go depth 5 infinite", Limit(depth=5, infinite=True)),
        ("go ponder infinite", Limit(infinite=True)),
        ("go movestogo 0 wtime 5 btime 5", Limit(white_clock_ms=5, black_clock_ms=5)),
        ("go wtime -50 btime 0", Limit(white_clock_ms=1, black_clock_ms=1)),
        ("go winc -5 wtime 9", Limit(white_clock_ms=9)),
        ("go depth 0", Limit(depth=1)),
        ("go movetime 0", Limit(movetime_ms=1)),
        (f"go depth {10**30}", Limit(depth=MAX_INT)),
        (f"go nodes {10**30}", Limit(nodes=MAX_COUNT)),
        (f"go nodes {'9' * 50_000}", Limit(nodes=MAX_COUNT)),
        ("go depth", Limit(movetime_ms=1000)),
        ("go rtime 5000", Limit(movetime_ms=1000)),
        ("go rtime 5000 infinite", Limit(infinite=True)),
        ("go quickly searchmoves e2e4", Limit(movetime_ms=1000)),
        ("go depth nodes 5", Limit(nodes=5)),
        ("go depth abc nodes 5", Limit(nodes=5)),
        ("go nonsense depth 5 x", Limit(depth=5)),
    ],
)
def test_limits(line, limit):
    assert limit_of(line) == limit


@pytest.mark.parametrize(
    ("line", "moves", "limit"),
    [
        ("go infinite searchmoves e2e4 d2d4", ("e2e4", "d2d4"), Limit(infinite=True)),
        ("go searchmoves e2e4 d2d4 depth 3", ("e2e4", "d2d4"), Limit(depth=3)),
        ("go searchmoves", (), Limit()),
        ("go searchmoves e2e4 depth 3 searchmoves d2d4", ("e2e4", "d2d4"), Limit(depth=3)),
    ],
)
def test_searchmoves(line, moves, limit):
    assert command_of(line) == Go(limit, moves)


@pytest.mark.parametrize(
    ("limit", "white_moves", "clocks"),
    [
        (Limit(white_clock_ms=100), True, (100, None)),
        (Limit(black_clock_ms=100), False, (None, 100)),
        (Limit(black_clock_ms=100), True, (100, 100)),
        (Limit(white_clock_ms=100), False, (100, 100)),
        (Limit(white_increment_ms=50), True, (50, None)),
        (Limit(black_increment_ms=50, depth=3), True, (None, None)),
        (Limit(depth=5), False, (None, None)),
    ],
)
def test_the_side_to_move_gets_a_clock(limit, white_moves, clocks):
    completed, note = limit_for_mover(limit, white_moves)
    assert (completed.white_clock_ms, completed.black_clock_ms) == clocks
    assert (note is None) == (completed == limit)
    assert not completed.infinite


@pytest.mark.parametrize(
    "limit",
    [Limit(), Limit(infinite=True), Limit(ponder=True), Limit(moves_to_go=5), Limit(black_increment_ms=50)],
)
def test_what_nothing_ends_is_infinite(limit):
    assert limit_for_mover(limit, True) == (Limit(infinite=True), None)


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("-7", -7), ("+7", 7), ("007", 7), ("", None), ("-", None), ("7.5", None), ("٧", None), ("1_000", None)],
)
def test_whole_numbers(text, number):
    assert parse_whole_number(text) == number


def test_info_lines():
    assert info_line(LINE) == (
        "info depth 12 seldepth 17 multipv 1 score cp 35 nodes 1500 nps 500000 hashfull 7 tbhits 0 time 3 pv e2e4 e7e5"
    )
    mated = dataclasses.replace(LINE, score=Score(mate=-2), bound="upper", rank=3)
    assert " multipv 3 score mate -2 upperbound nodes " in info_line(mated)
    assert " score cp 35 lowerbound nodes " in info_line(dataclasses.replace(LINE, bound="lower"))


def test_nothing_is_told_twice_because_time_has_passed():
    later = dataclasses.replace(LINE, time_ms=LINE.time_ms + 5, hashfull=8)
    second = dataclasses.replace(LINE, rank=2, score=Score(10))
    assert left_to_tell([LINE], [later], LINE.nodes) == ()
    assert left_to_tell([LINE, second], [later, second], LINE.nodes) == ()
    assert left_to_tell([second, LINE], [later], LINE.nodes) == ()
    for told, nodes in (([], LINE.nodes), ([second], LINE.nodes), ([LINE], LINE.nodes + 1)):
        assert left_to_tell(told, [later], nodes) == [later]
    assert left_to_tell([], [], 0) == []


def test_the_end_of_a_search():
    assert best_move_line("e2e4", "e7e5") == "bestmove e2e4 ponder e7e5"
    assert best_move_line("e2e4") == "bestmove e2e4"
    assert best_move_line(None) == "bestmove (none)"
    assert no_move_line(is_check=True) == "info depth 0 score mate 0"
    assert no_move_line(is_check=False) == "info depth 0 score cp 0"


@given(st.text())
def test_a_message_is_one_short_line(text):
    line = info_string(text)
    assert line.startswith("info string ")
    assert len(line.splitlines()) == 1
    assert len(line) <= len("info string ") + MESSAGE_LETTERS + 1
    assert quoted(text).removesuffix("…'").isprintable()


words = st.one_of(
    st.sampled_from(sorted({*COMMAND_WORDS, *GO_WORDS, "startpos", "fen", "moves", "name", "value", "on", START})),
    st.integers().map(str),
    st.text(max_size=12),
)


@given(st.lists(words, max_size=12).map(" ".join))
@example("go " * 1000)
@example("go depth " + "9" * 100_000)
@example("setoption name name value value")
@example("position fen fen moves moves")
def test_no_line_does_more_than_raise_a_protocol_error(line):
    try:
        messages = list(parse_command(line).notes)
    except ProtocolError as error:
        messages = [str(error)]
    assert all(len(message) < 300 for message in messages)


def test_the_current_move_is_told():
    assert current_move_line("e2e4", 3) == "info currmove e2e4 currmovenumber 3"


def test_how_far_a_proof_is():
    assert progress_lines(MateProgress(3000, 7, 9, 120, 2), 1500) == (
        "info time 1500 nodes 3000 nps 2000 hashfull 120",
        "info string proof number 7, disproof number 9, garbage collected 2 times",
    )
