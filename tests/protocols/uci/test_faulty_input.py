"""What no engine should be sent: it is told of, and nothing that was asked before is answered in its place."""

import random

import pytest

import fuzz_uci
from kiebitz.engine import START_FEN
from uci_talk import best_move, talk

# Whatever asks for a position; the last one has an answer of its own.
QUESTIONS = ("d", "eval", "flip", "go perft 2", "go depth 3")


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/ppppXppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "kK6/8/8/8/8/8/8/8 w - - 0 1",
        "♔" * 100,
    ],
)
def test_a_broken_fen_leaves_no_position(fen):
    answers = talk("position startpos moves e2e4", f"position fen {fen}", *QUESTIONS, "position startpos", "d")
    assert answers[0].startswith("info string no position: ")
    told = f"info string there is no position to answer for: {answers[0].removeprefix('info string no position: ')}"
    end = answers.index("bestmove (none)")
    assert [line[:60] for line in answers[1:end] if line.startswith("info")] == [told[:60]] * len(QUESTIONS)
    assert f"Fen: {START_FEN}" in answers[end:]


NO_POSITION = "Fen: 8/8/8/8/8/8/8/8 w - - 0 0"
"""Who reads a board from it finds none; its move number is no game's."""


@pytest.mark.parametrize("setup", ["position startpos moves e2e5", "position fen 9/8 w", "position"])
@pytest.mark.parametrize(
    ("question", "last"),
    [
        ("d", [NO_POSITION, "Key: 0000000000000000", "Checkers:"]),
        ("eval", ["Final evaluation: none", ""]),
        ("go perft 1", ["", "Nodes searched: 0", ""]),
        ("go depth 1", ["bestmove (none)"]),
        ("go perft x", ["", "Nodes searched: 0", ""]),
        ("bench x", ["", "Nodes searched: 0", "Nodes/second : 0"]),
        ("isready", ["readyok"]),
        ("uci", ["uciok"]),
    ],
)
def test_a_question_ends_with_its_last_line_whatever_was_refused(setup, question, last):
    """PyPI's ``stockfish`` reads until it comes, for ever."""
    assert talk(setup, question)[-len(last) :] == last


@pytest.mark.parametrize("question", ["isready", "d", "eval", "go perft 2", "go depth 2"])
def test_a_question_ends_with_its_last_line_whatever_fails(question, monkeypatch, capfd):
    """An engine that can't be made, a position that can't be shown."""

    def fail(*arguments, **options):
        raise MemoryError

    right = talk("position startpos", question)
    for name in ("kiebitz.engine.Engine", "kiebitz.engine.board_of", "kiebitz.engine.leaf_count.leaves_below"):
        monkeypatch.setattr(name, fail)
    answers = talk("position startpos", question)
    assert any("internal error" in line for line in answers)
    last = [next(word for word in reversed(said) if word).split()[0] for said in (right, answers)]
    assert last[0] == last[1], answers


@pytest.mark.parametrize(
    "moves", ["e2e5", "e2e4 e2e4", "e2e4 xyz", "e2e4 e7e5 e1e2e3", "\0e2e4 é", "e7e8q", "0000 e2e4"]
)
def test_an_illegal_move_leaves_no_position(moves):
    answers = talk("position startpos moves d2d4", f"position startpos moves {moves}", "d", "go depth 3")
    assert answers[0].startswith("info string no position: "), answers
    assert [answer for answer in answers if answer.startswith(("Fen", "info depth"))] == [NO_POSITION]
    assert answers[-1] == "bestmove (none)"


@pytest.mark.parametrize("line", ["position", "position fen", "position kiwipete", "position moves e2e4", "x position"])
def test_a_position_that_is_none_leaves_none(line):
    answers = talk("position startpos moves d2d4", line, "go depth 3")
    assert answers[-1] == "bestmove (none)"
    assert not [answer for answer in answers if answer.startswith("info depth")]


@pytest.mark.check
def test_a_line_too_long_to_be_read_leaves_no_position(engine):
    """It may have been one."""
    engine.send("position startpos", b"position startpos moves" + b" g1f3 g8f6 f3g1 f6g8" * 60_000)
    assert best_move(engine.ask("go depth 3")) == "(none)"
    assert best_move(engine.ask("position startpos", "go depth 3")) != "(none)"


@pytest.mark.check
def test_what_chess960_alone_allows_is_heard_of_when_it_is_switched_on(engine):
    """The position that was refused is tried again."""
    engine.send("position fen 4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1 moves f1b1")
    assert best_move(engine.ask("go depth 2")) == "(none)"
    engine.send("setoption name UCI_Chess960 value true")
    assert best_move(engine.ask("go depth 2")) != "(none)"


def test_a_fen_that_shows_chess960_is_of_chess960_without_the_option():
    """Programs that give Stockfish such a FEN forget the option; castling would have gone unsaid."""
    fen = "1r2kr2/8/8/8/8/8/8/1R2KR2 w BFbf - 10 50"
    searched = talk(f"position fen {fen}", "go depth 1 searchmoves e1b1")
    assert best_move(searched) == "e1b1"
    answers = talk(f"position fen {fen}", "flip", "d", f"position fen {fen} moves e1b1", "d")
    shown = [answer.split()[1:4] for answer in answers if answer.startswith("Fen: ")]
    assert shown == [["1r2kr2/8/8/8/8/8/8/1R2KR2", "b", "FBfb"], ["1r2kr2/8/8/8/8/8/8/2KR1R2", "b", "fb"]]
    assert not any("dropped" in answer for answer in searched + answers)


def test_what_is_dropped_of_a_position_is_said():
    answers = talk("position fen r6r/pp3pkp/8/3P1b2/3Rn3/8/PP2BPPP/2K4R w K - 0 1", "go depth 6 searchmoves c1h1", "d")
    assert answers[0].startswith("info string castling 'K' dropped: only Chess960 castles with the king on c1")
    assert "info string searchmoves 'c1h1' left out" in " ".join(answers)
    assert "Fen: r6r/pp3pkp/8/3P1b2/3Rn3/8/PP2BPPP/2K4R w - - 0 1" in answers


@pytest.mark.parametrize(
    "setting",
    [
        "Threads value abc",
        "Threads",
        "Hash value 0",
        "Hash value " + "9" * 10_000,
        "Ponder value maybe",
        "UCI_Chess960 value",
        "Nothing value 3",
    ],
)
def test_an_impossible_setting_changes_nothing(setting):
    answers = talk(f"setoption name {setting}", "isready")
    assert len(answers) == 2
    assert answers[0].startswith("info string option unchanged: ")
    assert answers[1] == "readyok"


def test_so_many_lines_as_there_are_moves_are_shown_where_more_are_wanted():
    """PyPI's ``stockfish`` sends what Stockfish takes, and believes that it holds."""
    answers = talk("setoption name MultiPV value 500", "position startpos", "go depth 1")
    assert "218 taken instead of '500'" in answers[0]
    assert len({line.split()[6] for line in answers if " pv " in line}) == 20


@pytest.mark.parametrize("option", ["EvalFile", "BookFile", "SyzygyPath"])
@pytest.mark.parametrize("path", ["x" * 256, "y/" * 3_000, "a\0b", "/", "."])
def test_a_path_that_no_file_can_have_changes_nothing(option, path):
    answers = talk(f"setoption name {option} value {path}", "isready")
    assert not any("internal error" in line for line in answers)
    assert answers[-1] == "readyok"


@pytest.mark.parametrize("seed", range(6))
def test_no_sequence_of_lines_is_an_internal_error(seed, capfd):
    source = fuzz_uci.lines(random.Random(seed))
    answers = talk(*(next(source) for _ in range(400)))
    assert not any("internal error" in line for line in answers)
    assert "Traceback" not in capfd.readouterr().err
    for line in answers:
        assert line.isprintable()
