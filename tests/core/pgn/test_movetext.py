"""Main lines, variations and single moves (``san``, ``comment``), held against python-chess."""

import io
import math
import re
from array import array
from contextlib import suppress

import chess
import chess.pgn
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.move_notes import seconds_of
from kiebitz.analysis.reading.reader import read_game
from kiebitz.commandline.san_text import plain_san
from kiebitz.commandline.typography import CROSSES, DAGGERS, DASHES, WIDTHLESS
from kiebitz.core.chess.move import uci_text
from kiebitz.core.pgn.comment import comment_notes
from kiebitz.core.pgn.movetext import ANNOTATION_SIGNS, FAULTS, MOVE_ORNAMENTS, NO_NOTE, RESULTS, MovetextReader
from kiebitz.engine import position_from
from random_games import SPARSE, choices, few, starts

READER = MovetextReader()


def position_of(board):
    return position_from(board.fen(), chess960=board.chess960)


def moves(text, board=None, start=0):
    codes = READER.read(text, start, position_of(board) if board else None)
    return [uci_text(code, bool(board and board.chess960)) for code in array("H", codes)]


def notes(text):
    """Clocks, evaluations and time spent of the text that was read last, None where there are none."""
    clocks, centipawns, mates, spent = READER.notes(text)
    both = zip(memoryview(centipawns).cast("i"), memoryview(mates).cast("i"), strict=True)
    evaluations = [tuple(None if value == NO_NOTE else value for value in pair) for pair in both]
    return list(seconds_of(clocks)), evaluations, list(seconds_of(spent))


def check_by_python_chess(board, text):
    """Have python-chess play the words of a text that are read as moves, and refuse the others; the main line."""
    READER.read(text, 0, position_of(board), tokens=True)
    lines = [board.copy()]
    is_over = passed = False
    for kind, start, end, number in READER.tokens(text):
        at, word = lines[-1], text[start:end]
        if kind == "open":
            lines.append(at.copy())
            lines[-1].pop()
        elif kind == "close" and len(lines) > 1 and not passed:
            lines.pop()
        elif kind == "move":
            move = at.parse_san(plain_san(word))
            assert at.uci(move) == uci_text(number, board.chess960)
            at.push(move)
        elif kind == "words" or (kind == "fault" and FAULTS[number] in ("illegal", "ambiguous", "unreadable")):
            with suppress(ValueError) if is_over and len(lines) == 1 else pytest.raises(ValueError, match=r"san|move"):
                at.parse_san(plain_san(word))
        is_over = is_over or (kind == "result" and len(lines) == 1)
        passed = kind == "passed over"
    return [each.uci() for each in lines[0].move_stack]


WORDS = st.sampled_from(
    [
        *("e4", "e5", "Nf3", "Nc6", "Nge2", "N1c3", "Ngf3", "Bb5+", "O-O", "0-0", "o-o-o", "O-O-O#", "exd5", "e8=Q"),
        *("e7e8q", "e8Q", "axb8=N+", "e1g1", "e1h1", "e1c1", "Ke2", "Kg1", "Ke1g1", "e2e4", "e2-e4", "Ng1-f3", "4e5"),
        *("exd6 e.p.", "exd6e.p.", "d4++", "♘f3", "♟e5", "Pe4", "PNf3", "--", "Z0", "0000", "@@@@", "0000.", "e9"),
        *("1.", "12...", "3 .", "…", "7", "1-0", "0-1", "1/2-1/2", "½-½", "*", "1-0e4", "$1", "$1234", "$", "!", "?!"),
        *("( d4 )", "( e4 { ) } ( e5 ) )", "(", ")", "{ [%clk 0:00:01] }", "{", "}", "; to the end\n", "\n% ed (\n"),
        *("=", "+-", "N", "⩲", "mate", "ch.", "ep", "\u00a0", "\u2003", "\t", "Sf3", "ä", "\0", "x" * 30, "..", "e4,"),
        *("Qd8=K", "Nf3=Q", "b1=b", "bxa8=b", "P", "+", "#", "K", "xe5", "-e5", "Rad1", "R1d1", "Ra1d1", "a1d1"),
        *("N\0", "=\0", "<>", "pass", "null", "<>+", "1-0 --", "‼", "⁇", "∆", "♘", "∞=", "“", "'", "~", "TN", "D"),
        *("e4=", "Nf3±", "Nc6□", "Nf3N", "e5TN", "O-O+-", "0-0=", "Bb5=/+", "Nf3~", "Nf3=~", "d4++-", "e8=N=", "Nf3#N"),
        *(
            "1…",
            "1)",
            "2:",
            "３．",
            "４",
            "7±",
            "8!",
            "9♘f3",
            "1-",
            "1/",
            "1×",
            "0000:",
            "0000…",
            "\u267d\ufe0f",
            "+/=",
        ),
        *("♘\ufe0ef3", "=" * 70, "e4" + "=" * 70),
        *(
            "dis",
            "ch.",
            "White",
            "resigns",
            "a",
            "I",
            "x",
            "B",
            "exd",
            "ed",
            "Nbd",
            "next",
            "OO",
            "O-O-",
            "für",
            "пер.",
        ),
        *(
            "+0.35/14",
            "-1",
            "−0.2",
            "#3",
            "=0",
            "[%clk 0:01:00]",
            "[%eval (]",
            "[%\n",
            "[x]",
            "and/or",
            "pass.",
            "null,",
        ),
        *(
            "<br>",
            "<br />",
            "</p>",
            "<h2>",
            "<e4>",
            "<b",
            "<b>",
            "&nbsp;",
            "&#33;",
            "&amp",
            "& ",
            "e4<br>e5",
            "e4&lt;e5",
        ),
        *("pe4", "pe2-e4", "pass", "nf3", "nbd7", "qxd8", "rad1", "r1d1", "kf1", "kd", "qd", "pNf3", "Ppe4", "n1f3#"),
        *("OO", "OOO", "oo", "0O", "00", "000", "00.", "O-OO", "OO-O", "-OO", "O--O", "00+", "0000", "00000"),
        *(
            '"e4"',
            "e4,e5",
            "e4/e5",
            "1,e4,e5",
            "12m",
            "1h05",
            "2nd",
            "1e4",
            "1-e4",
            "12-Nf3",
            "e4\0e5",
            "1/2x",
            "e4:e5:",
        ),
        *(
            "'e4",
            "[e5]",
            "Nf3,1-0",
            "e4|(e5)",
            "_e4_",
            "," * 300 + "e4",
            "e4," * 90,
            "e4,e9",
            "Nf3/d5",
            "O-O,O-O",
            "a,b",
        ),
        *("e41-0", "Nf30-1", "Nc61/2-1/2", "d5½", "O-O0-1", "Qh4#0-1", "a8=Q1-0", "e11-0", "0-01-0", "Nf31-01"),
    ]
)
ADVANCED = [
    "r3k2r/ppp2ppp/2n5/3pP3/3P4/2N5/PPP2PPP/R3K2R w KQkq d6 0 9",
    "1n2k3/P3P3/8/8/8/8/3p2p1/N3K2R w K - 0 1",
    "4k3/8/8/8/R6R/8/8/R3K2R w KQ - 0 1",
    *SPARSE,
]


@example(chess.STARTING_FEN, [("0-0", " "), ("\n% an escaped line", "\n")])
@example(chess.STARTING_FEN, [("[e5]", " ")])
@example(chess.STARTING_FEN, [("1-0", " "), ("für", " ")])
@example(ADVANCED[0], [("00+", ""), ("e4", " ")])
@example(ADVANCED[0], [("000", ""), ("<>", " ")])
@example(chess.STARTING_FEN, [("0-0", ""), ("<br>", " "), ("&nbsp;", " ")])
@given(
    st.sampled_from([chess.STARTING_FEN, *ADVANCED]), st.lists(st.tuples(WORDS, st.sampled_from([" ", "\n", ""]))),
)  # fmt: skip
def test_a_heap_of_words_is_read_as_python_chess_does(fen, words):
    text = "".join(word + gap for word, gap in words)
    main_line = check_by_python_chess(chess.Board(fen), text)
    assert moves(text, chess.Board(fen)) == main_line
    READER.read(text, 0, position_of(chess.Board(fen)), True, False, True)
    assert READER.remarks(text) is not None


@few
@given(starts(), choices, st.randoms(use_true_random=False))
def test_games_written_in_any_way_come_back(board, numbers, random):
    """What is written by python-chess: SAN, long algebraic, UCI; with more said of each move than it needs."""
    expected, words = [], []
    start = board.copy()
    for number in numbers:
        legal = list(board.legal_moves)
        if not legal:
            break
        move = legal[number % len(legal)]
        ways = [board.san(move), board.lan(move).replace("N", "♘"), board.uci(move)]
        words += [random.choice(["", f"{board.fullmove_number}.", "...", "{ ( } "]), random.choice(ways)]
        expected.append(board.uci(move))
        board.push(move)
    assert moves(" ".join(words), start) == expected
    assert READER.fault == ""
    assert READER.count(" ".join(words)) == READER.plies == len(expected)


@few
@given(starts(), choices, st.randoms(use_true_random=False))
def test_trees_of_python_chess_come_back(board, numbers, random):
    game = chess.pgn.Game()
    game.setup(board)
    node, expected = game, []
    for number in numbers[:25]:
        legal = list(board.legal_moves)
        if not legal:
            break
        move = legal[number % len(legal)]
        expected.append(board.uci(move))
        for other in random.sample(legal, min(len(legal), random.randrange(3))):
            if other != move:
                side = node.add_variation(other, comment=random.choice(["", "a (b", "1-0 $"]))
                side.nags.add(random.randrange(140))
        node = node.add_main_variation(move, comment=random.choice(["", "x; y", "1. e4"]))
        node.nags.add(random.randrange(140))
        board.push(move)
    text = str(game)
    assert moves(text, game.board(), len(text[: text.index("\n\n")].encode())) == expected
    assert READER.result == "*"
    again = chess.pgn.read_game(io.StringIO(text))
    assert list(again.mainline_moves()) == board.move_stack
    tree = read_game(RawGame("a.pgn", 1, 1, text, "utf-8"))
    assert (str(tree.game), tree.faults, tree.is_whole) == (text, (), True)


def test_where_and_why_reading_ends():
    text = "{ ä } 1. e4 e5 2. Nf3 ♞c6 3. {oops} Nxd7 4. d4"
    assert len(moves(text)) == 4
    assert READER.fault == "illegal"
    assert text.encode()[READER.fault_start : READER.fault_end] == b"Nxd7"
    faults = {
        "1. Nf3 Nf6 2. d4 d5 3. Nd2": "ambiguous",
        "1. Sf3": "unreadable",
        "1. e4 1-0 e5": "after result",
        "1. e4 f5 2. Qh5+ --": "null in check",
    }
    for text, fault in faults.items():
        moves(text)
        assert READER.fault == fault
    assert {*faults.values(), "illegal", ""} == set(FAULTS)


def test_result():
    results = {"1. e4": "", "*": "*", "1. e4 1-0": "1-0", "* 0-1": "0-1", "½-½ 1-0": "1/2-1/2", "( 1-0 )": ""}
    for text, result in results.items():
        moves(text)
        assert READER.result == result, text
        assert result in RESULTS


def test_remarks_fit_and_are_passed_over():
    remarks = [*ANNOTATION_SIGNS, *MOVE_ORNAMENTS]
    assert all(len(word.encode()) <= 4 for word in remarks)
    assert moves("1. e4 " + " ".join(remarks) + " e5") == ["e2e4", "e7e5"]
    for word in remarks:
        assert moves(f"1. e4{word} e5{word} 2. Nf3{word}") == ["e2e4", "e7e5", "g1f3"], word


DIGITS = "0123456789" + "".join(map(chr, range(0xFF10, 0xFF1A)))
DOTS = ".…\uff0e"
# Signs beyond ASCII that say nothing of a move, no figures of chess men.
MARKS = (
    "\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b4\u00b6-\u00b9\u00bb\u00bc\u00be\u00bf\u00f7\u0394"
    "\u2016-\u201f\u2022-\u2027\u2030-\u205e\u2070-\u207f"
    "\u2180-\u2211\u2213-\u2653\u2660-\u2714\u2716-\u2bff\u3001-\u3003\U0001f000-\U0001ffff"
)


def test_signs_of_unicode_are_passed_over():
    """Every letter beyond ASCII: before a move may stand marks, spaces and dashes."""
    passed = re.compile(rf"[\s{WIDTHLESS}{MARKS}{DOTS}{DASHES}{CROSSES}♙♟]")
    for code in [*range(0x80, 0xD800), *range(0xE000, 0x10000), *range(0x1EFC0, 0x20040)]:
        READER.read(f"1. e4 {chr(code)}e5")
        assert (READER.plies == 2) == (passed.match(chr(code)) is not None), hex(code)
    for sign in (*DASHES, *DIGITS, *DAGGERS):
        assert moves(f"1. e4 {sign} e5") == ["e2e4", "e7e5"]


def test_signs_that_nobody_knows_are_comments():
    text = "1. e4 ~ e5~ 2. Nf3 ☃ ( 2. d4☃ ^ exd4^ ) Nc6 {why} *"
    READER.read(text, 0, None, True, False, True)
    assert READER.fault == ""
    assert READER.plies == 4
    expected = [(0, 1, "~"), (0, 2, "~"), (0, 3, "☃"), (1, 1, "☃"), (1, 1, "^"), (1, 2, "^"), (0, 4, "why")]
    assert READER.remarks(text) == expected
    assert READER.count(text) == 4


def test_what_can_not_be_a_move_is_a_comment():
    text = "1. e4 +0.2/9 e5 book (1... c5 sharp) 2. Nf3 [%clk 0:02:59] dis. ch. Nc6 für a while 3. Bb50-1"
    READER.read(text, 0, None, True, False, True)
    assert (READER.fault, READER.plies, READER.result) == ("", 5, "0-1")
    said = [(0, 1, "+0.2/9"), (0, 2, "book"), (1, 1, "sharp"), (0, 3, "[%clk 0:02:59]"), (0, 3, "dis.")]
    assert READER.remarks(text) == [*said, (0, 4, "für"), (0, 4, "a"), (0, 4, "while")]
    assert notes(text)[0][2] == 179
    assert READER.count(text) == 5


@pytest.mark.parametrize("word", ["Sf3", "ed", "exd", "Nxd", "B", "O-O-", "♘", "Nf9", "[x]"])
def test_what_may_be_meant_as_a_move_ends_the_reading(word):
    moves(f"1. e4 d5 2. {word} Nc6")
    assert (READER.fault, READER.plies) == ("unreadable", 2)


LONG = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {} Nf6"


@pytest.mark.parametrize("castling", ["OO", "oo", "00", "O-O", "00!", "oO+"])
def test_castling_without_dashes(castling):
    assert moves(LONG.format(castling))[6:] == ["e1g1", "g8f6"]
    long = castling.replace("-O", "-O-O").replace("00", "000").replace("OO", "OOO").replace("o", "oo", 1)
    assert moves(f"1. d4 00 d5 2. Nc3 000 Nc6 3. Bf4 Bf5 4. Qd3 Qd6 5. {long} f6")[8:] == ["e1c1", "f7f6"]


@pytest.mark.parametrize(
    "text",
    [
        "1. e4\0e5 \0 2. Nf3\0\0 Nc6",
        "1. e4 e5<br>2. Nf3 <br /> Nc6",
        '<p>1. <a href="#1 Nd5">e4</a>&nbsp;e5</p>\n<h4>2.&#160;<b>Nf3</b> Nc6',
        "1. pe2-e4 pe7-e5 2. nf3 nc6",
        "1. \"e4\" 'e5' 2. <Nf3> [Nc6]",
        "1,e4,e5\n2,Nf3,Nc6",
        "1-e4 e5 2-Nf3/Nc6",
        "1. e4 12m e5 1h05 2. Nf3 [0:05] Nc6",
        "1. e4 e5 (1... c5<br>2. nf3,d6) 2. Nf3 Nc6",
    ],
)
def test_what_pages_and_tables_put_between_moves_ends_no_game(text):
    assert (moves(text), READER.fault) == (["e2e4", "e7e5", "g1f3", "b8c6"], "")
    kept = list(chess.pgn.read_game(io.StringIO(text)).mainline_moves())
    assert len(kept) <= 4
    assert check_by_python_chess(chess.Board(), text) == ["e2e4", "e7e5", "g1f3", "b8c6"]


def test_what_lacks_its_end_is_no_move():
    for word in ("O-O-", "e2-", "e8", "Kx", "±e4x"):
        moves(f"1. {word} e5")
        assert READER.fault != "", word


NOTES = [
    "[%clk 0:03:00]", "[%clk 1:02:03.5]", "[%clk 12:00:00.]", "[%clk 0:00]", "[%clk\t0:00:07]", "[%clk0:00:07]",
    "[%eval 0.35]", "[%eval -1.5]", "[%eval +3]", "[%eval .5]", "[%eval 7.]", "[%eval #-3]", "[%eval #12,20]",
    "[%eval 0.17,15]", "[%eval 0.123]", "[%eval .]", "[%eval #]", "[%eval ,3]", "[%eval -.05,9]", "[%emt 0:00:01]",
    "[%eval 0.1] [%clk 0:00:09] [%eval 0.2] [%clk 0:00:08]", "[%eval x] [%eval 0.3]", "[%clk 0:0x:01] [%clk 0:00:02]",
    "[%clk 1:00]", "[%clk 59.4]", "[%clk 0:00:58,3]", "[%clk -0:00:01]", "[%emt 0.01][%clk 0:00:57]", "[%emt 00:02:29]",
    "[%clk :30]", "[%clk 1:2:3:4]", "[%clk ]", "[%clk -]", "[%clk 5 ]", "[%emt 5.]", "[%emt x] [%emt 0:07]", "[%emt 7",
]  # fmt: skip


@pytest.mark.parametrize("note", NOTES)
def test_clocks_and_evaluations_are_those_of_python_chess(note):
    text = f"1. e4 {{ a {note} b }} ( 1. d4 {{ [%clk 9:09:09] }} ) e5 2. Nf3 {{ {note} }} {{ [%clk 5:05:05] }}"
    READER.read(text, 0, None, True)
    clocks, evaluations, spent = notes(text)
    nodes = list(chess.pgn.read_game(io.StringIO(text)).mainline())
    alone = [comment_notes(node.comment, not node.turn()) for node in nodes]
    assert list(zip(clocks, spent, *zip(*evaluations, strict=True), strict=True)) == alone
    for node, seconds in zip(nodes, clocks, strict=True):
        assert node.clock() in (None, seconds, 18305.0)  # python-chess passes over spellings that it doesn't know
    scores = [node.eval() for node in nodes]
    expected = [(score.white().score(), score.white().mate()) if score else (None, None) for score in scores]
    assert evaluations == expected


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        # Of matches between engines: the mover's value, depth and time (cutechess, fastchess, xboard, our own).
        ("book", (None, None, None, None)),
        ("+0.53/14 47s", (None, 47, 53, None)),
        ("-0.18/9 0.85s", (None, 0.85, -18, None)),
        ("0.00/1", (None, None, 0, None)),
        ("+1.5/20/31 120ms, White mates", (None, 0.12, 150, None)),
        ("-M12/30 1.2s", (None, 1.2, None, -6)),
        ("+M13/30 1.2s", (None, 1.2, None, 7)),
        ("(Nf3 Nc6) +0.35/14 7", (None, 7, 35, None)),
        ("+0.29/11 0.078s 48677n", (None, 0.078, 29, None)),
        ("0.054s 47165n", (None, 0.054, None, None)),
        ('+0.10/10 0.023s, tl=9.98s, n=3, pv="e4"', (9.98, 0.023, 10, None)),
        ("[%eval 0.35] +0.10/10 2s", (None, None, 35, None)),
        # Of TCEC: White's value, clock and time.
        ("d=29, pd=Bb7, mt=00:01:01, tl=00:37:47, s=27938 kN/s, tb=0, R50=49, wv=0.45,", (2267, 61, 45, None)),
        ("d=1, sd=1, mt=16, tl=7200000, s=0, wv=-M10, ", (7200, 0.016, None, -5)),
        # Of ICC: a clock alone.
        ("0:04:57", (297, None, None, None)),
        (" 1:30:00.5\n", (5400.5, None, None, None)),
        # Words that only begin so.
        ("1/2-1/2", (None, None, None, None)),
        ("24/7", (None, None, None, None)),
        ("7 pieces", (None, None, None, None)),
        ("0:04:57 was left", (None, None, None, None)),
        ("5 minutes", (None, None, None, None)),
        ("+0.5/x", (None, None, None, None)),
        ("(never closed 1s", (None, None, None, None)),
        ("", (None, None, None, None)),
    ],
)
def test_what_other_programs_say_in_comments(comment, expected):
    clock, spent, centipawns, mate = expected
    assert comment_notes(comment, True) == expected
    by_black = (
        (centipawns and -centipawns, mate and -mate) if "wv=" not in comment and "[%" not in comment else expected[2:]
    )
    assert comment_notes(comment, False) == (clock, spent, *by_black)
    text = f"1. e4 {{{comment}}} e5 {{{comment}}}"
    READER.read(text, 0, None, True)
    assert notes(text) == ([clock] * 2, [(centipawns, mate), by_black], [spent] * 2)


@given(st.text(alphabet="[%clkemtv=:.,/+-#M0123s() n", max_size=40))
def test_no_comment_is_read_beyond_its_end(text):
    READER.read(f"1. e4 {{{text}}}", 0, None, True)
    clocks, evaluations, spent = notes(f"1. e4 {{{text}}}")
    assert comment_notes(text, True) == (clocks[0], spent[0], *evaluations[0])


def test_notes_unasked_for_are_none():
    moves("1. e4 { [%clk 0:03:00] }")
    assert notes("1. e4 { [%clk 0:03:00] }") == ([None], [(None, None)], [None])


def test_a_game_longer_than_any():
    assert len(moves("Nf3 Nf6 Ng1 Ng8 " * 5000)) == 20_000
    assert READER.fault == ""
    text = "1. e4 {x} " + "{ [%clk 0:00:01] }" * 10_000
    READER.read(text, 0, None, True)
    assert math.isclose(notes(text)[0][0], 1)


def test_what_is_no_text_is_refused():
    with pytest.raises(TypeError):
        READER.read(b"1. e4")
    with pytest.raises(UnicodeEncodeError):
        READER.read("\ud800")
    for start in (-1, 6):
        with pytest.raises(ValueError, match="a text of 5 bytes has no place"):
            READER.read("1. e4", start)
        with pytest.raises(ValueError, match="has no place"):
            READER.count("1. e4", start)
