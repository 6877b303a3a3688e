import logging

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.analysis.judging.annotate import export
from kiebitz.analysis.reading.archive import RawGame, read_archive
from kiebitz.analysis.reading.games import read_games
from kiebitz.analysis.reading.reader import read_game
from sources import DATA, ROOT

TORTURE = DATA / "pgn" / "torture"
EXAMPLES = ROOT / "examples"


def read(text, line=1, unclosed_comment=0):
    return read_game(RawGame("a.pgn", 7, line, text, "utf-8", unclosed_comment))


def sans(read_result):
    game = read_result.game
    board = game.board()
    return [board.san_and_push(move) for move in game.mainline_moves()]


def faults(read_result):
    return [str(fault) for fault in read_result.faults]


def test_same_games_as_python_chess():
    path = EXAMPLES / "kasparov-deep-blue-1997.pgn"
    with path.open() as handle:
        for raw in read_archive(str(path), print):
            expected = chess.pgn.read_game(handle)
            found = read_game(raw)
            assert found.is_whole
            assert not found.faults
            assert str(found.game) == str(expected)


@pytest.mark.parametrize(
    ("name", "moves", "whole"),
    [
        ("anastasian-lewis.pgn", [84], [True]),
        ("chessbase-empty-line.pgn", [134], [True]),
        ("test-long-line.pgn", [4], [True]),
        ("test-nagcomments.pgn", [1], [True]),
        ("test-nomovenumbers.pgn", [72], [True]),
        ("test-notags.pgn", [72], [True]),
        ("uci-moves.pgn", [113], [True]),
        ("utf8-bom.pgn", [0, 0], [True, True]),
    ],
)
def test_torture(name, moves, whole):
    games = [read_game(raw) for raw in read_archive(str(TORTURE / name), print)]
    assert [len(list(game.game.mainline_moves())) for game in games] == moves
    assert [game.is_whole for game in games] == whole


def test_illegal_from_some_move_on():
    result = read('[White "X"]\n[Result "0-1"]\n\n1. e4 e5 2. Nf3\nNc6 3. Nxd7 a6 { why } 0-1\n', line=10)
    assert sans(result) == ["e4", "e5", "Nf3", "Nc6"]
    assert not result.is_whole
    assert faults(result) == ["a.pgn, game 7, line 14: 3. Nxd7 is illegal; analysed up to there"]
    assert "{ Unreadable from here: Nxd7 a6 [ why ] 0-1 }" in export(result.game)
    assert result.game.headers["Result"] == "0-1"


@pytest.mark.parametrize(
    ("moves", "read_moves", "words"),
    [
        ("1. Xf3", 0, "'1. Xf3' is no move"),
        ("1. Ke2", 0, "1. Ke2 is illegal"),
        ("1. Nxd", 0, "is no move"),
        ("1. e2e5", 0, "is illegal"),
        ("1. Nf3 Nf6 2. d4 d5 3. Nd2", 4, "3. Nd2 is ambiguous"),
    ],
)
def test_what_is_wrong_with_a_move(moves, read_moves, words):
    result = read(f'[Event "A"]\n\n{moves} e5 *')
    assert len(sans(result)) == read_moves
    assert words in faults(result)[0]


def test_moves_as_other_programs_write_them():
    result = read("1.e2-e4 Pe5 2.Ng1-f3 ♞c6 3.Bc4 g8f6 4.0-0+ *")
    assert sans(result) == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Nf6", "O-O"]
    assert not result.faults
    assert sans(read("1. e4 a6 2. e5 d5 3. exd6e.p. *"))[-1] == "exd6"
    assert sans(read("1. e4 a6 2. e5 d5 3. exd6 e.p. *"))[-1] == "exd6"


def test_comments_variations_and_glyphs_stay():
    text = (
        "{ before } 1. e4! $10 { after } ( { opening } 1. d4 d5 ( 1... Nf6 { deep } ) 2. c4 ) ( { only words } )"
        " 1... e5 ; to the end { of the line\n2. Nf3 += N Nc6?! 1/2-1/2"
    )
    result = read(text)
    assert not result.faults
    game = result.game
    e4 = game.variations[0]
    assert game.comment == "before"
    assert e4.nags == {1, 10}
    assert e4.comment == "after only words"
    d4 = game.variations[1]
    assert d4.starting_comment == "opening"
    assert d4.variations[1].comment == "deep"
    assert e4.next().comment == "to the end [ of the line"
    assert e4.next().next().nags == {14, 146}
    assert game.end().nags == {6}
    assert game.headers["Result"] == "1/2-1/2"


REPORTED = {
    "C1-tags-inside-a-comment": [6, 2],
    "F3-dos-end-of-file": [2],
    "G1-signs-apart": [12],
    "G2-signs-glued": [12, 8],
    "L-gb18030": [10],
    "L-windows-1250": [10],
    "L-windows-1251": [10],
    "M1-words-for-a-null-move": [9],
    "N1-numbers-in-brackets": [4],
    "N2-numbers-with-ellipses": [4],
    "N3-numbers-with-wide-dots": [4],
    "S1-tag-fen-of-an-epd": [3],
    "S2-variant-unsaid": [2, 2],
    "S3-setup-zero": [2],
}


@pytest.mark.parametrize("name", REPORTED)
def test_games_of_strangers_are_read_whole(name):
    """The plies of each game that other programs cut short, by both readers, and none a fault."""
    path = DATA / "pgn" / "reported" / f"{name}.pgn"
    light = list(read_games(str(path), variations=True, on_fault=lambda fault: None))
    assert [game.plies for game in light] == REPORTED[name]
    for game in light:
        tree = read_game(game.raw)
        assert [move.uci() for move in tree.game.mainline_moves()] == game.moves
        assert (game.faults, tree.faults) == ((), ())
        assert len(game.variations) == str(tree.game.accept(chess.pgn.StringExporter(headers=False))).count("( ")
        logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
        assert sans(read(export(tree.game))) == sans(tree)


def test_signs_are_glyphs_of_their_moves_and_those_unknown_comments():
    result = read("1. e4= e5 N 2. Nf3±~ ( ∆ 2. d4‼ exd4 D ) Nc6 ☃ 3. Bb5 +/= a6+- *")
    assert not result.faults
    nodes = list(result.game.mainline())
    assert [sorted(node.nags) for node in nodes] == [[10], [146], [16], [], [14], [18]]
    assert [node.comment for node in nodes] == ["", "", "~", "☃", "", ""]
    d4 = nodes[1].variations[1]
    assert (d4.nags, d4.next().nags) == ({140, 3}, {220})


def test_a_broken_variation_spoils_nothing_else():
    result = read("1. e4 ( 1. e5 e6 ( 1... d5 ) { x ) } 2. d4 ) 1... e5 ( 1... d5 2. Qxd5 ) 2. Nf3 *", line=5)
    assert sans(result) == ["e4", "e5", "Nf3"]
    assert result.is_whole
    assert [fault.text for fault in result.faults] == [
        "1. e5 is illegal; the rest of this variation is kept as a comment",
        "2. Qxd5 is illegal; the rest of this variation is kept as a comment",
    ]
    assert "e5 e6 ( 1... d5 ) [ x ) ] 2. d4" in result.game.variations[0].comment
    assert "Qxd5" in result.game.variations[0].variations[1].comment


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("( 1. d4 ) 1. e4 *", "a variation that replaces no move"),
        ("1. e4 ) e5 *", "parenthesis too many"),
        ("1. e4 ( 1. d4 *", "never closed"),
        ("1. e4 1-0 e5", "after the game's result"),
        ("1. e4 f5 2. Qh5+ -- 3. e5 *", "a null move in check; analysed up to there"),
        ('[Result "1-0"]\n\n1. e4 0-1', "the moves end with 0-1, but the tag Result says 1-0"),
        ('[Result "won"]\n\n1. e4 *', "the tag Result says 'won'"),
        ('[White "A]\n\n1. e4 *', "this tag is damaged"),
        ('[White "A"]\n[White "B"]\n\n1. e4 *', "a second time"),
    ],
)
def test_other_faults(text, words):
    result = read(text)
    assert words in faults(result)[0]
    assert sans(result)[0] == "e4"
    # Written down, it is sound.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    again = read(export(result.game))
    assert sans(again) == sans(result)


def test_damaged_tags_are_read_as_well_as_can_be():
    result = read('[White "A]\n[Black B ]\n[Site "x"] [Round "3"]\n\n1. e4 *')
    assert result.headers["White"] == "A"
    assert result.headers["Black"] == "B"
    assert (result.headers["Site"], result.headers["Round"]) == ("x", "3")


def test_tags_are_told_without_their_escapes_and_written_with_them():
    text = r'[White "a \"b\" c\\d"]'
    result = read(f"{text}\n\n1. e4 *")
    assert result.headers["White"] == r'a "b" c\d'
    assert text in export(result.game)


def test_unclosed_comment():
    result = read('[Event "A"]\n\n1. e4 { never closed', line=1, unclosed_comment=3)
    assert sans(result) == ["e4"]
    assert "line 3: the comment that begins here is never closed" in faults(result)[0]
    assert "{ never closed }" in export(result.game)


def test_other_variants_are_not_chess():
    for variant in ("Atomic", "Three-check", "Something new"):
        result = read(f'[Variant "{variant}"]\n[White "X"]\n\n1. e4 *')
        assert result.game is None
        assert result.is_game
        assert result.headers["White"] == "X"
        assert f"of the variant {variant}" in faults(result)[0]


def test_chess960():
    fen = "nqbrkn1r/1p1p1pbp/p1p1p1p1/8/3P4/2N2NP1/PPP1PPBP/1QBRK2R w HDhd - 0 8"
    result = read(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n8. O-O f5 9. Bg5 Bf6 *')
    assert not result.faults
    assert result.game.board().chess960
    assert sans(result) == ["O-O", "f5", "Bg5", "Bf6"]


@pytest.mark.parametrize("fen", ["rubbish", "8/8/8/8/8/8/8/8 w - - 0 1", "k7/8/8/8/8/8/8/K6r b - - 0 1"])
def test_impossible_positions(fen):
    result = read(f'[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 *')
    assert result.game is None
    assert "FEN can't be analysed" in faults(result)[0]


def test_no_game():
    result = read("Dear Sir or Madam,\nplease find enclosed")
    assert not result.is_game
    assert "expected a tag or a move" in faults(result)[0]


@given(st.text(alphabet=st.sampled_from('[]{}();$!?*"\\% \n.10-/2eNfKQ345xdO+#=ä♘\0'), max_size=120))
def test_nothing_crashes_it(text):
    result = read(text)
    if result.game:
        again = read(export(result.game))
        assert sans(again) == sans(result)


@pytest.mark.check
@given(st.randoms(use_true_random=False), st.integers(0, 60))
def test_random_games_come_back(random, plies):
    board = chess.Board()
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(random.choice(moves))
    game = chess.pgn.Game.from_board(board)
    result = read(str(game))
    assert list(result.game.mainline_moves()) == board.move_stack
    assert not result.faults


@pytest.mark.parametrize(
    ("tag", "name"),
    [
        ('[White-Elo "2700"]', "White-Elo"),
        ('[2ndTag "2700"]', "2ndTag"),
        ('[Foo.Bar "2700"]', "FooxBar"),
        ('[_Own "2700"]', "xOwn"),
        ('[Größe "2700"]', "Grxxe"),
        ('[WhiteElo"2700"]', "WhiteElo"),
    ],
)
def test_archive_and_reader_know_the_same_tags(tmp_path, tag, name):
    (tmp_path / "a.pgn").write_text(f'[White "X"]\n{tag}\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[White "Y"]\n\n1. d4 *\n')
    games = [read_game(raw) for raw in read_archive(str(tmp_path / "a.pgn"), print)]
    assert [game.headers["White"] for game in games] == ["X", "Y"]
    assert (games[0].headers["Result"], games[0].headers[name]) == ("1-0", "2700")
    assert sans(games[0]) == ["e4", "e5"]
    assert [fault.text for fault in games[0].faults] == (
        [] if f"[{name}" in tag else [f"PGN knows no tag named {tag[1:].split()[0]}; kept as {name}"]
    )
    assert read(export(games[0].game)).headers[name] == "2700"


TWO_LINES = '[Event "A"]\n{}\n[Result "1-0"]\n\n1. e4 e5 1-0\n\n[Event "B"]\n\n1. d4 *\n'


@pytest.mark.parametrize(
    ("tag", "value", "fault"),
    [
        (
            '[White "Long name\nthat goes on"]',
            "Long name that goes on",
            "the tag White goes over several lines; joined",
        ),
        ('[White "a\n b \nc\nd"]', "a b c d", "the tag White goes over several lines; joined"),
        ('[White "one\n\ntwo"]', "one two", "the tag White goes over several lines; joined"),
        ('[White "who said\n1. e4 {\n1-0"]', "who said 1. e4 { 1-0", "the tag White goes over several lines; joined"),
        ('[White "a \\"b\\"\nc"]', 'a "b" c', "the tag White goes over several lines; joined"),
        ('[White\n"X"]', "X", None),
        ('[White "X"\n]', "X", None),
        ('[\nWhite "X"]', "X", None),
        ('[White "X]', "X", 'this tag is damaged, and read as well as can be: [White "X]'),
        ('[White "X\n[Black "Y"]', "X", 'this tag is damaged, and read as well as can be: [White "X'),
    ],
)
def test_a_tag_over_several_lines_tears_no_game(tmp_path, tag, value, fault):
    (tmp_path / "a.pgn").write_text(TWO_LINES.format(tag))
    first, second = [read_game(raw) for raw in read_archive(str(tmp_path / "a.pgn"), print)]
    assert (first.headers["Event"], first.headers["White"], first.headers["Result"]) == ("A", value, "1-0")
    assert sans(first) == ["e4", "e5"]
    assert [(each.line, each.text) for each in first.faults] == ([(2, fault)] if fault else [])
    assert (second.headers["Event"], second.raw.line, sans(second)) == ("B", 7 + tag.count("\n"), ["d4"])
    again = read(export(first.game))
    assert (again.headers["White"], again.faults) == (value, ())


def test_an_open_tag_holds_no_game_up(tmp_path):
    (tmp_path / "a.pgn").write_text('[Event "A"]\n[White "X\n1. e4 e5\n2. Nf3 *\n\n1. d4 *\n')
    first, second = [read_game(raw) for raw in read_archive(str(tmp_path / "a.pgn"), print)]
    assert (first.headers["White"], sans(first), sans(second)) == ("X", ["e4", "e5", "Nf3"], ["d4"])


def test_tags_without_a_name_are_left_out(tmp_path):
    (tmp_path / "a.pgn").write_text('[White "X"]\n[]\n[White]\n[12. Nf3 wins]\n[Result "1-0"]\n\n1. e4 e5 1-0\n')
    (game,) = [read_game(raw) for raw in read_archive(str(tmp_path / "a.pgn"), print)]
    assert (game.headers["White"], game.headers["Result"], sans(game)) == ("X", "1-0", ["e4", "e5"])
    assert [fault.line for fault in game.faults] == [2, 3, 4]


def test_what_a_damaged_tag_says_is_written_soundly():
    result = read('[White "The "Turk" C:\\"]\n\n1. e4 *')
    assert result.headers["White"] == 'The "Turk" C:\\'
    again = read(export(result.game))
    assert again.headers["White"] == result.headers["White"]
    assert not again.faults


def test_an_endless_tag_is_cut_and_tears_no_game(tmp_path):
    (tmp_path / "a.pgn").write_text(f'[White "{"x" * 3_000_000}"]\n[Black "Y"]\n\n1. e4 e5 1-0\n\n[White "Z"]\n\n*\n')
    first, second = [read_game(raw) for raw in read_archive(str(tmp_path / "a.pgn"), print)]
    assert faults(first) == [
        f"{tmp_path / 'a.pgn'}, game 1, line 1: the tag White has 3,000,000 characters; cut to 1,000"
    ]
    assert (len(first.headers["White"]), first.headers["Black"], sans(first)) == (1000, "Y", ["e4", "e5"])
    assert (second.headers["White"], second.raw.line) == ("Z", 6)


def test_a_cut_tag_is_sound():
    result = read('[White "' + "\\\\" * 499 + "x" + '\\"' * 9 + '"]\n\n1. e4 *')
    assert not read(export(result.game)).faults
    assert sans(read(export(result.game))) == ["e4"]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("1. e4 $ *", "a stray '$'; ignored"),
        ("1. e4 " + "$" * 50_000 + " *", "a stray '$', and 49,999 more signs astray; ignored"),
        ("1. e4 " + ")" * 50_000 + " *", "and 49,980 more faults in this game"),
        ("1. e4 *\n" + "x" * 3_000_000, f"{'x' * 60}… comes after the game's result; analysed up to there"),
        (f"[White{' ' * 3000}x{' ' * 3000}y\n\n1. e4 *", f"read as well as can be: [White{' ' * 54}…"),
    ],
)
def test_faults_are_summed_up(text, last):
    result = read(text)
    assert sans(result) == ["e4"]
    assert any(fault.endswith(last) for fault in faults(result))
    assert len(result.faults) <= 21


def test_a_variation_before_any_move_of_its_own_is_a_comment():
    result = read("1. e4 e5 ( ( 1... d5 ) 1... c5 ) 2. Nf3 *")
    assert sans(result) == ["e4", "e5", "Nf3"]
    assert [node.san() for node in result.game.variations[0].variations] == ["e5", "c5"]
    assert "a variation that replaces no move" in faults(result)[0]
    assert "( 1... d5 )" in result.game.variations[0].variations[1].starting_comment


def test_a_sign_of_a_word_in_parts_stays_with_its_move():
    nodes = list(read("1. e4,e5,Nf3! Nc6 *").game.mainline())
    assert [sorted(node.nags) for node in nodes] == [[], [], [1], []]
    assert [sorted(node.nags) for node in read("1. e4:e5:Nf3#N *").game.mainline()] == [[], [], [146]]


def test_a_null_move_in_check_ends_a_line():
    result = read("1. e4 f5 2. Qh5+ ( 2. Bb5 a6 3. Bxd7+ -- 4. e5 ) 2... g6 *")
    assert faults(result)[0].endswith("a null move in check; the rest of this variation is kept as a comment")
    assert result.game.variations[0].variations[0].variations[1].end().comment == "Unreadable from here: -- 4. e5"
    assert result.is_whole


def test_long_variations_are_read_whole():
    plies = ["Nf3", "Nf6", "Ng1", "Ng8"] * 600
    result = read(f"1. e4 ( {' '.join(plies)} ) e5 *")
    assert not result.faults
    assert len(list(result.game.variations[1].mainline())) == len(plies) - 1
