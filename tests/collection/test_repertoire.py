"""Opening lines as a graph of positions: joined, learned, and held against games."""

import io
import threading
from datetime import UTC, datetime, timedelta

import chess
import chess.pgn
import pytest
from typer.testing import CliRunner

import kiebitz
from kiebitz.analysis.reading.archive import cut_text
from kiebitz.analysis.reading.reader import read_game
from kiebitz.cli import app
from kiebitz.collection.repertoire.against_games import held
from kiebitz.collection.repertoire.kept_repertoires import KeptRepertoires
from kiebitz.collection.repertoire.repertoire import Repertoire, repertoires
from kiebitz.collection.repertoire.training import Progress
from kiebitz.collection.schema import CollectionError
from kiebitz.engine import position_from, push

LINES = """[Orientation "white"]

1. d4 d5 (1... Nf6 2. Bf4 {solid} (2. c4 e6 3. Nc3) 2... d5 3. Nc3 {Jobava [%cal Gb1c3]})
2. Bf4 $1 {[%eval 0.3] the idea}
Nf6 3. e3 c5 (3... e6 4. Nd2) 4. c3 *
"""
GAMES = """
[White "Anna"]
[Black "B"]
[Date "2024.05.01"]
[Result "1-0"]

1. d4 d5 2. Bf4 Nf6 3. e3 Bf5 4. c4 1-0

[White "Änna"]
[Black "C"]
[Date "2024.06.01"]
[Result "0-1"]

1. d4 Nf6 2. Nf3 d5 3. Bf4 0-1

[White "D"]
[Black "Anna"]
[Result "1/2-1/2"]

1. d4 d5 2. Bf4 Nf6 1/2-1/2

[White "Anna"]
[Black "E"]
[Result "1/2-1/2"]

1. d4 d5 2. Bf4 c5 3. e3 Nf6 4. c3 Nc6 1/2-1/2
"""


def trees(text):
    return [read_game(raw).game for raw in cut_text(text, "lines")]


@pytest.fixture
def lines():
    return Repertoire(trees(LINES))


def place_at(repertoire, moves):
    """The place that moves in SAN lead to."""
    position = position_from()
    board = chess.Board()
    for san in moves.split():
        push(position, board.push_san(san).uci())
    return repertoire.places[position.hash_key]


def test_transpositions_are_one_place(lines):
    joined = place_at(lines, "d4 Nf6 Bf4 d5")
    assert joined is place_at(lines, "d4 d5 Bf4 Nf6")
    assert list(joined.ways) == ["e2e3", "b1c3"]  # what one order of moves says is known in the other
    assert joined.text() == "1. d4 d5 2. Bf4 Nf6"
    assert joined.san("b1c3") == "3.Nc3"


def test_what_is_said_of_a_move_stays_with_it(lines):
    way = place_at(lines, "d4 d5").ways["c1f4"]
    assert (way.comment, way.nags) == ("[%eval 0.3] the idea", {1})


@pytest.mark.parametrize(
    ("text", "is_white"),
    [
        ('[Orientation "black"]\n\n1. e4 e5 (1... c5) *', False),
        ("1. e4 e5 2. Nf3 (2. f4 exf4) (2. Nc3) *", False),
        ("1. e4 e5 (1... c5) (1... e6) 2. Nf3 *", True),
    ],
)
def test_whose_lines_they_are(text, is_white):
    assert Repertoire(trees(text)).is_white is is_white
    assert not Repertoire(trees(text), is_white=False).is_white


def test_it_is_written_as_one_tree_and_read_again_as_the_same(lines):
    (game,) = lines.games()
    text = str(game)
    assert text.count("3. e3") == 1
    assert "Transposes to 1. d4 d5 2. Bf4 Nf6" in text
    assert "[%cal Gb1c3]" in text
    assert "$1" in text
    again = Repertoire(trees(text))
    assert again.is_white
    assert {key: list(place.ways) for key, place in again.places.items()} == {
        key: list(place.ways) for key, place in lines.places.items()
    }


def test_games_from_other_positions_have_roots_of_their_own():
    fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    both = Repertoire([*trees(LINES), *trees(f'[FEN "{fen}"]\n\n1. Kd2 *')])
    assert len(both.roots) == 2
    assert both.games()[1].board().fen() == fen


def test_a_line_ends_before_a_pass_in_check():
    lines = Repertoire(trees("1. e4 f5 2. Qh5+ -- 3. d4 (3. Nf3) *"), is_white=True)
    assert [place.text() for place in lines.places.values() if not place.ways] == ["1. e4 f5 2. Qh5+"]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        (
            "1. e4 e5 2. Nf3 {so that} -- {[%eval 3] then} 3. Nxe5 (3. d4) *",
            "so that 2... -- [ then ] 3. Nxe5 ( 3. d4 )",
        ),
        ("1. e4 e5 2. Nf3 Nc6 (2... -- 3. Nxe5) *", "2... -- 3. Nxe5"),
    ],
)
def test_a_line_ends_before_a_null_move_which_stays_as_a_comment(text, comment):
    lines = Repertoire(trees(text), is_white=True)
    assert place_at(lines, "e4 e5").ways["g1f3"].comment == comment
    assert [move for place in lines.places.values() for move in place.ways if move == "0000"] == []
    assert Repertoire(trees(lines.text())).text() == lines.text()


CHESS960 = """[Variant "Chess960"]
[SetUp "1"]
[FEN "nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w KQkq - 0 1"]

1. Nf3 Nf6 2. e3 e6 3. Be2 Be7 4. Qg1 Qg8 5. Kd1 O-O-O *
"""
CASTLED = """[Variant "Chess960"]

1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O O-O 5. d3 1-0
"""


def test_lines_of_chess960_keep_their_castling():
    lines = Repertoire(trees(CHESS960))
    (game,) = lines.games()
    assert (game.headers["Variant"], game.headers["FEN"]) == (
        *("Chess960", "nrkbbqnr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQNR w KQkq - 0 1"),
    )
    (again,) = trees(lines.text())
    assert again.end().san() == "O-O-O"
    assert Repertoire([again]).places == lines.places
    (end,) = (place for place in lines.places.values() if not place.ways)
    assert end.text().endswith("5. Kd1 O-O-O")
    assert end.board().piece_at(chess.C8) == chess.Piece.from_symbol("k")


@pytest.mark.parametrize("text", [CHESS960, CASTLED])
def test_games_of_chess960_are_held_against_lines_of_it(text):
    said = held(Repertoire(trees(text)), kiebitz.read_games(text))
    assert (said.games, said.ended) == (1, 1)
    assert held(Repertoire(trees(LINES)), kiebitz.read_games(text)).games == 0


def test_chess960_and_standard_chess_are_not_mixed():
    games = trees(CHESS960 + "\n" + LINES)
    with pytest.raises(CollectionError, match="Chess960 and of standard chess are mixed"):
        Repertoire(games)


NOTES = """[Event "Ch 1"]
[Annotator "me"]
[Orientation "white"]

{intro} 1. e4 {[%eval 0.3] best} e5 ({why} 1... c5 2. Nf3) 2. Nf3 *

[Event "Ch 2"]
[Annotator "me"]
[Orientation "white"]

{more} 1. e4 {[%eval 0.2] by test} c5 ({open} 1... e5) *
"""


def test_comments_stay_where_they_stood():
    lines = Repertoire(trees(NOTES))
    (game,) = lines.games()
    assert game.comment == "intro more"
    (e4,) = game.variations
    assert e4.comment == "[%eval 0.3] best by test"
    # One that began a variation stands behind a move that begins none.
    assert [(node.san(), node.starting_comment, node.comment) for node in e4.variations] == [
        ("e5", "", "open"),
        ("c5", "why", ""),
    ]
    assert Repertoire(trees(lines.text())).text() == lines.text()


def test_tags_that_games_agree_on_stay():
    lines = Repertoire(trees(NOTES))
    assert lines.games()[0].headers["Annotator"] == "me"
    assert lines.left_out() == (2, ["Event"])
    assert Repertoire(trees(LINES)).left_out() == (0, [])
    assert Repertoire(trees(LINES)).games()[0].headers["Event"] == "Repertoire for White"


BOTH = """[Orientation "black"]

1. d4 d5 2. c4 e6 *

1. d4 d5 2. Nf3 Nf6 3. c4 *

[Orientation "white"]

1. e4 e5 *
"""


def test_each_side_has_its_own_lines():
    white, black = repertoires(trees(BOTH))
    assert (white.is_white, black.is_white) == (True, False)
    assert place_at(black, "d4").is_own
    # What tells no side is guessed where there are lines of both, and else goes with the others.
    assert list(place_at(white, "").ways) == ["d2d4", "e2e4"]
    (black,) = repertoires(trees(BOTH)[:2])
    assert black.lines() == 2


def test_open_ends_are_lines_without_an_answer():
    open_ends = Repertoire(trees("1. e4 e5 (1... c5 2. Nf3) *"), is_white=True).unanswered
    assert [place.text() for place in open_ends] == ["1. e4 e5"]


def test_games_leave_it_by_one_side_or_the_other(lines):
    said = held(lines, kiebitz.read_games(GAMES), "anna")
    assert (said.games, said.ended) == (3, 1)
    (deviation,) = said.worst_deviations()
    assert (deviation.place.text(), deviation.place.san(deviation.move)) == ("1. d4 Nf6", "2.Nf3")
    assert (deviation.games, deviation.results.score, deviation.last) == (1, 0.0, "2024.06.01")
    ((hole, share),) = said.worst_holes()
    assert (hole.place.san(hole.move), hole.results.score, share) == ("3...Bf5", 100.0, 1.0)
    assert said.worst_holes(least=2) == []


def test_without_a_player_all_games_count(lines):
    assert held(lines, kiebitz.read_games(GAMES)).games == 4


def test_what_is_known_is_asked_later(lines, tmp_path):
    pytest.importorskip("fsrs")
    progress, now = Progress(tmp_path / "kept" / "progress.json"), datetime(2026, 1, 1, tzinfo=UTC)
    cards, later = progress.order(lines, now=now)
    assert ([card.place.text() for card in cards[:2]], len(cards), later) == (["", "1. d4 d5"], 7, 0)
    due = progress.answer(cards[0], is_right=True, now=now)
    wrong = progress.answer(cards[1], is_right=False, now=now)
    assert now < wrong < due
    again = Progress(tmp_path / "kept" / "progress.json")
    left, later = again.order(Repertoire(trees(LINES)), now=now)
    assert (len(left), later) == (5, 2)
    assert again.order(lines, now=now + timedelta(days=400))[0][0].name == cards[1].name


def test_answers_given_in_two_places_at_once_are_all_kept(lines, tmp_path):
    pytest.importorskip("fsrs")
    path = tmp_path / "kept" / "progress.json"
    here, there = Progress(path), Progress(path)
    cards, _ = here.order(lines)
    here.answer(cards[0], is_right=True)
    there.answer(cards[1], is_right=True)
    here.answer(cards[2], is_right=True)
    assert Progress(path).order(lines)[1] == 3


def test_lines_added_in_two_programs_at_once_are_all_kept(tmp_path):
    here, there = KeptRepertoires(tmp_path), KeptRepertoires(tmp_path)
    here.add("mine", "1. d4 d5 2. c4 *")
    beside = threading.Thread(target=there.add, args=("mine", "1. e4 *"))

    def change(found):
        beside.start()
        beside.join(0.1)
        assert beside.is_alive()  # it waits until this change is kept
        found.add(trees("1. Nf3 *")[0])

    here.changed("mine", change)
    beside.join()
    assert set(here.opened("mine").places[position_from().hash_key].ways) == {"d2d4", "e2e4", "g1f3"}


@pytest.mark.parametrize("text", ["", "[]", '{"a": 1}', '{"a": ["x"]}', "{", '"\ud800"'])
def test_damaged_answers_are_told_and_kept(tmp_path, text):
    path = tmp_path / "progress.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(CollectionError, match="is damaged"):
        Progress(path)
    assert path.exists()


def run(*arguments, typed=""):
    return CliRunner().invoke(app, ["repertoire", *map(str, arguments)], input=typed)


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "lines.pgn"
    path.write_text(LINES, encoding="utf-8")
    return path


@pytest.mark.check
def test_the_commands_tell_what_was_found(file, tmp_path):
    games = tmp_path / "games.pgn"
    games.write_text(GAMES, encoding="utf-8")
    assert "16 positions, 7 moves to know" in run("show", file).output
    said = run("check", file, games, "--player", "anna").output
    assert "3 games" in said
    assert "2.Nf3" in said
    assert "3...Bf5" in run("holes", file, games, "--least", "1").output
    output = tmp_path / "out.pgn"
    assert run("merge", file, file, "-o", output).exit_code == 0
    assert run("merge", file, "-o", output).exit_code == 2
    assert chess.pgn.read_game(io.StringIO(output.read_text())).headers["Orientation"] == "white"


def test_files_without_lines_are_refused(file, tmp_path):
    empty = tmp_path / "empty.pgn"
    empty.write_text('[White "x"]\n\n*\n')
    assert "no moves" in run("show", empty).output
    assert "doesn't exist" in run("show", tmp_path / "none.pgn").output
    assert "no such game" in run("check", file, empty).output


@pytest.mark.check
def test_chess960_is_shown_merged_and_trained(file, tmp_path):
    file.write_text(CHESS960)
    output = tmp_path / "out.pgn"
    for words in (("show", file), ("merge", file, "-o", output), ("show", output)):
        said = run(*words)
        assert said.exit_code == 0
        assert "11 positions" in said.output
    output.write_text(LINES)
    assert "are mixed" in run("show", file, output).output


@pytest.mark.check
def test_lines_of_both_sides_are_kept_apart(file, tmp_path):
    pytest.importorskip("fsrs")
    file.write_text(BOTH)
    said = run("show", file).output
    assert "lines for White" in said
    assert "lines for Black" in said
    assert "lines for White" not in run("show", file, "--color", "black").output
    trained = run("train", file, typed="q\n").output
    assert "5 to ask now" in trained
    assert "choose one side with --color" in run("check", file, file).output
    output = tmp_path / "out.pgn"
    assert run("merge", file, "-o", output).exit_code == 0
    assert [game.headers["Orientation"] for game in trees(output.read_text())] == ["white", "black"]


def test_what_merge_leaves_out_is_told(file, tmp_path):
    file.write_text(NOTES)
    said = run("merge", file, "-o", tmp_path / "out.pgn")
    assert "tags that games differ in are left out: Event (games: 2)" in said.output


@pytest.mark.check
def test_null_moves_are_told_and_nobody_is_asked_for_them(file):
    pytest.importorskip("fsrs")
    file.write_text("1. e4 e5 2. Nf3 Nc6 3. Nc3 -- 4. d4 *")
    said = run("train", file, typed="e4\nNf3\nNc3\n")
    assert "game 1, line 1: a line ends at its null move" in said.output
    assert "3 of 3 right" in said.output


def test_lines_are_asked_in_the_terminal(file):
    pytest.importorskip("fsrs")
    said = run("train", file, typed="e4\n?\nxyz\nq\n")
    assert said.exit_code == 0
    assert "it is 1.d4" in said.output
    assert "0 of 2 right" in said.output
    assert "Asked again" in said.output
