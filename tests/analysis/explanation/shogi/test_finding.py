"""The claims of shogi: lines in which each holds, and lines in which it nearly does."""

import pytest

from kiebitz import Limit, ShogiEngine
from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Reason, Role
from kiebitz.analysis.explanation.shogi.finding import (
    find_big_man_promoted,
    find_checkmate,
    find_fork,
    find_mate_not_met,
    find_men,
    find_other_promotion,
    find_shape_of_mate,
    find_taken_back,
    find_taken_for_nothing,
    find_threatmate,
    find_wrong_order,
    settled_worth,
)
from kiebitz.analysis.explanation.shogi.words import sentence
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.mate import find_mate
from kiebitz.engine.score import Score
from kiebitz.games.shogi.board import Board

LEVEL = Score(0)
DEPTH = 12


@pytest.fixture(scope="module")
def asker():
    with ShogiEngine(hash_mb=4) as engine:
        yield EngineAsker(engine, Limit(nodes=5_000))


def line(sfen, *moves, score=1_000, mate=None, before=()):
    board = Board(sfen)
    for move in before:
        board.push(move)
    return ShownLine.of(board, moves, Score(None if mate else score, mate), DEPTH)


def said(fact, role=Role.ANSWER):
    return [sentence(Reason(role, fact), language) for language in (Language.JAPANESE, Language.ENGLISH)]


# A pawn promotes with check on a silver, and the rook takes what takes it.
SILVER = "ln1gkgbnl/1r1s2s2/ppppppppp/7P1/9/9/PPPPPPP1P/1B5R1/LNSGKGSNL b - 7"
TAKES_SILVER = ("2d2c+", "3b2c", "2h2c", "P*2b", "2c2e")


def test_men_won_are_counted_at_the_quiet_end():
    won = find_men(line(SILVER, *TAKES_SILVER), LEVEL, 0)
    assert (won.won, won.paid, won.pawns, won.line) == (("S",), (), 5, TAKES_SILVER[:3])
    assert said(won) == [
        "☗２三歩成で銀損になる（☖同　銀☗同　飛不成）。",
        "☗P2dx2c+ wins a silver: ☖S3bx2c ☗R2hx2c.",
    ]
    assert said(won, Role.BETTER)[0] == "☗２三歩成なら銀得だった（☖同　銀☗同　飛不成）。"


@pytest.mark.parametrize(
    ("moves", "score"),
    [
        (TAKES_SILVER[:3], 1_000),  # nothing shows that it lasts
        (TAKES_SILVER, 150),  # the value doesn't show it
        (("2d2c+", "3b2c", "1g1f", "2c3b", "1f1e"), 1_000),  # what it takes is taken back
    ],
)
def test_men_that_are_not_surely_won_are_not_told(moves, score):
    assert find_men(line(SILVER, *moves, score=score), LEVEL, 0) is None


def test_what_is_dropped_to_be_taken_is_not_won():
    sfen = "3k5/9/9/8n/9/9/7P1/9/4K4 b n 1"
    assert find_men(line(sfen, "5i5h", "1d2f", "2g2f", "6a6b", "5h6h"), LEVEL, 0).won == ("N",)
    assert find_men(line(sfen, "5i5h", "N*2f", "2g2f", "6a6b", "5h6h"), LEVEL, 0) is None


def test_a_small_gain_that_comes_late_is_not_told():
    """The rook could have gone to 4h."""
    sfen = "1n1gkg1nl/lps2n3/2ppppsp1/p5p1p/7P1/P3PP2P/3PGSP2/2SB3RL/+b2GK2N1 w RPlp 42"
    assert find_men(line(sfen, "9i4d", "6h7g", "L*2f", "7g4d", "2f2h+", "6i7i"), LEVEL, 0) is None


def test_men_won_by_the_other_line_too_are_no_reason():
    shown = line(SILVER, *TAKES_SILVER)
    assert find_men(shown, LEVEL, settled_worth(shown, shown.side)) is None


def test_only_what_changes_hands_in_the_line_is_told():
    """A pawn was taken elsewhere before the line begins; of an answer the move it answers is told, too."""
    shown = line("3k5/9/9/8r/8P/4n4/4P4/9/4K4 w - 1", "5g5f", "6a6b", "5i5h", "6b6c", "5h6h", before=["1d1e"])
    won = find_men(shown, LEVEL, 0)
    assert (won.won, won.paid, won.pawns) == (("N",), (), 4)
    answer = find_men(shown, LEVEL, 0, is_answer=True)
    assert (answer.won, answer.paid, answer.pawns) == (("N",), ("P",), 3)


RETAKE = ("7g7f", "3c3d", "8h2b+")


def test_taking_back():
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    fact = find_taken_back(line(start, "3a2b", before=RETAKE))
    assert (fact.man, fact.lost) == ("+B", "B")
    assert said(fact, Role.BETTER) == ["☖２二銀で角を取り返せた。", "Better: ☖S3ax2b takes the bishop back."]
    assert find_taken_back(line(start, "9a9b", before=RETAKE)) is None
    assert find_taken_back(line(start, "8h2b+", before=RETAKE[:2])) is None  # nothing was taken before


def test_taking_another_man_back_is_a_trade():
    rook_takes_bishop = "1n2k3+B/lr2gg2l/2pspsnpp/p2p1bp2/2P4PP/P1S2R3/1P1PPPPS1/L1G5L/1N1K1G1N1 b Pp 53"
    assert said(find_taken_back(line(rook_takes_bishop, "4c4d", before=["4f4d"])), Role.BETTER) == [
        "☖４四銀と取り返せば角と飛車の交換だった。",
        "Better: ☖S4cx4d takes back: a rook for the bishop.",
    ]


LOOSE = "4k4/9/9/9/4s4/9/4L4/9/4K4 b - 1"


def test_a_man_is_taken_for_nothing_if_no_legal_move_takes_back():
    assert said(find_taken_for_nothing(line(LOOSE, "5g5e")))[1] == "☗L5gx5e takes a silver for nothing."
    guarded = LOOSE.replace("/9/9/4s4", "/9/4g4/4s4")
    assert find_taken_for_nothing(line(guarded, "5g5e")) is None
    assert find_taken_for_nothing(line(LOOSE.replace("s", "p"), "5g5e")) is None


def test_a_man_that_has_just_taken_one_is_not_had_for_nothing():
    before = "l4gknl/5gs2/nppps2p1/4pp1P1/L4nB2/1BPPR2Sp/1P3P3/2G1S4/+rN1KG3L b 4P2p 77"
    assert find_taken_for_nothing(line(before, "4b5c", before=["8f5c+"])) is None  # a silver
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert find_taken_for_nothing(line(start, "2b3c", before=["8h3c+"])) is None  # a pawn


@pytest.mark.parametrize(
    ("sfen", "moves", "kind", "japanese"),
    [
        ("9/3g1g3/4k4/9/9/9/9/9/4K4 b S 1", ("S*5a", "5c4c", "5a6b"), "split silver", "割り打ちの銀（金・金の両取り）"),
        (
            "4k4/9/9/1r1b5/9/9/9/9/4K4 b N 1",
            ("N*7f", "8d8e", "7f6d"),
            "knight fork",
            "ふんどしの桂（飛車・角の両取り）",
        ),
        ("4k4/9/4r4/4b4/9/9/9/9/3K5 b L 1", ("L*5h", "5d4e", "5h5c+"), "lance skewer", "田楽刺し（角・飛車）"),
        ("6k2/9/9/9/2r6/9/9/9/4K4 b B 1", ("B*5c", "3a3b", "5c7e"), "king-rook fork", "王手飛車取り"),
        ("4k4/9/9/9/b8/9/9/9/3K5 b S 1", ("S*8d", "5a4b", "8d9e"), None, None),  # one is attacked
        ("9/9/2n3s2/9/4k4/9/9/9/4K4 b R 1", ("R*7e", "5e5d", "7e7c"), "fork with check", "王手桂取り"),
        ("4k4/9/9/b8/4s4/9/9/9/4K4 b R 1", ("R*9e", "5a4b", "9e9d"), "cross rook", "十字飛車（角・銀の両取り）"),
        ("4k4/9/9/2n1n4/9/9/9/9/4K4 b G 1", ("G*6e", "5a4b", "6e7d"), "fork", "桂・桂の両取り"),
        ("4k4/4g4/3s1s3/9/9/9/9/9/4K4 b G 1", ("G*5d", "5a4a", "5d4c"), None, None),  # guarded, and worth less
        ("6k2/3g5/9/9/2r6/9/9/9/4K4 b B 1", ("B*5c", "3a3b", "5c7e"), None, None),  # the gold can take it
    ],
)
def test_forks_have_their_names(sfen, moves, kind, japanese):
    fork = find_fork(line(sfen, *moves))
    assert (fork.kind.value if fork else None) == kind
    if fork:
        assert said(fork)[0].endswith(f"が{japanese}。")


def test_a_lance_that_attacks_a_man_before_the_king_gives_no_check():
    sfen = "l3sk3/4r1g1l/n1pppsg1p/pp3bpp1/2P1Pp2P/PP1S4R/3P1SPPN/LBGG5/1NK6 w NPl 84"
    assert said(find_fork(line(sfen, "L*7f", "N*5g", "7f7h+"))) == [
        "☖７六香が田楽刺し（金・王）。",
        "☖L*7f skewers a gold and a king on the file.",
    ]


def test_a_check_that_attacks_a_dragon_is_not_called_after_the_rook():
    fork = find_fork(line("6k2/9/9/9/2+r6/9/9/9/4K4 b B 1", "B*5c", "3a3b", "5c7e"))
    assert said(fork)[0] == "☗５三角が王手竜取り。"


def test_two_men_of_a_kind_are_counted_in_english():
    fork = find_fork(line("4k4/9/9/2n1n4/9/9/9/9/4K4 b G 1", "G*6e", "5a4b", "6e7d"))
    assert said(fork)[1] == "☗G*6e forks 2 knights."


@pytest.mark.parametrize(
    ("sfen", "move", "motif"),
    [
        ("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", "gold at the head"),
        ("8k/9/8P/9/9/9/9/9/4K4 b G 1", "G*1b", "gold at the head"),
        ("7lk/7np/9/9/9/9/9/9/4K4 b N 1", "N*2c", "hanging knight"),
        ("8k/6R2/7P1/9/9/9/9/9/4K4 b - 1", "2c2b+", "mate in the corner"),
    ],
)
def test_shapes_of_mates(asker, sfen, move, motif):
    shown = line(sfen, move, mate=1)
    assert find_shape_of_mate(find_mate(shown, asker), shown).motif == motif


def test_a_knight_that_mates_by_the_rook_behind_it_is_no_hanging_knight(asker):
    shown = line("7l1/8k/9/7P1/4B3N/9/9/9/K7R b - 1", "1e2c", mate=1)
    assert find_shape_of_mate(find_mate(shown, asker), shown) is None


def test_the_shape_of_a_mate_at_once_is_said_with_the_mate(asker):
    shown = line("4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "G*5b", mate=1)
    shape = find_shape_of_mate(find_mate(shown, asker), shown)
    assert said(shape) == ["いわゆる頭金の詰み。", "That is the mate with a gold at the king's head (atama-kin)."]


def test_a_mate_is_told_in_the_fewest_plies(asker):
    sfen = "ln3g3/3+S5/p1p1p1G+Bn/1r4p1p/PpPkPp1P1/8P/NPSG1sP2/2K6/L2G3+rL w 2Pbsnl2p 100"
    longer = ("B*8i", "7h8h", "N*9f", "8h7i", "L*7h", "7i8i", "2i6i", "B*7i", "7h7i+", "8i9h", "S*8i")
    mate = find_checkmate(line(sfen, *longer, mate=6), asker)
    assert len(mate.line) == 2 * mate.in_moves - 1 < len(longer)


def test_a_mate_that_needs_a_move_without_check_is_none(asker):
    quiet = line(THREAT, "S*2c", "1a2a", "G*3b", "2a1a", "2c2b+", mate=3)
    assert find_mate(quiet, asker) is not None
    assert find_checkmate(quiet, asker) is None


THREAT = "8k/7n1/9/7p1/9/9/9/9/4K4 b GS 1"


def test_a_brinkmate_is_one_whatever_is_replied(asker):
    fact = find_threatmate(line(THREAT, "S*2c"), asker)
    assert (fact.theme, fact.mate[0]) == ("brinkmate", "G*1b")
    assert said(fact) == [
        "☗２三銀で必至。受けなし（次に☗１二金）。",
        "☗S*2c is a brinkmate (hisshi), nothing prevents mate any more: next comes ☗G*1b.",
    ]


def test_a_threatmate_can_be_met(asker):
    with_gold = THREAT.replace("GS", "GSg")
    assert find_threatmate(line(with_gold, "S*2c"), asker).theme == "threatmate"
    assert find_threatmate(line(THREAT, "S*5e"), asker) is None
    assert find_threatmate(line(THREAT, "G*1b"), asker) is None  # a check is none


def test_a_threatmate_that_is_not_met(asker):
    before = Board(THREAT.replace("GS", "GSg"))
    before.push("S*2c")
    after = before.copy()
    after.push("G*9a")
    (answer,) = asker.lines(after)
    mate = find_mate(answer, asker)
    fact = find_mate_not_met(before, answer, mate, asker)
    assert said(fact) == ["☗１二金の一手詰めを受けていない。", "This doesn't meet the threat of mate by ☗G*1b."]
    assert find_mate_not_met(before, answer, None, asker) is None


def test_a_rook_promotes_and_stays():
    sfen = "4k4/9/9/9/9/9/9/7R1/4K4 b - 1"
    quiet = line(sfen, "5i5h", "5a6a", "5h5g", "6a7a")
    later = line(sfen, "5i5h", "5a6a", "2h2b+", "6a7a")
    assert find_big_man_promoted(line(sfen, "2h2b+", "5a6a", "5i5h", "6a7a"), later) is None
    fact = find_big_man_promoted(line(sfen, "2h2b+", "5a6a", "5i5h", "6a7a"), quiet)
    assert said(fact) == ["☗２二飛成で竜を作られる。", "☗R2h-2b+ makes a dragon."]
    taken = sfen.replace("4k4/9", "6g1k/9")
    assert find_big_man_promoted(line(taken, "2h2b+", "3a2b", "5i5h", "1a1b"), quiet) is None


def test_the_order_of_forcing_moves():
    sfen = "4k4/4p4/9/9/9/9/4R4/9/4KS3 b GP 1"
    best = line(sfen, "5g5b+", "5a5b", "G*5c")
    fact = find_wrong_order(best, line(sfen, "G*5c", "5a4a", "5g5f"))
    assert said(fact, Role.BETTER) == [
        "手順前後。先に☗５二飛成が正しく、☖同　玉に☗５三金と続く。",
        "Wrong order: first ☗R5gx5b+, and after ☖K5ax5b then ☗G*5c.",
    ]
    quiet = line(sfen, "5g5b+", "5a5b", "4i4h")
    assert find_wrong_order(quiet, line(sfen, "4i4h", "5a4a", "5g5f")) is None
    assert find_wrong_order(best, line(sfen, "5g5b+", "5a5b", "G*5c")) is None
    # The bishop may take first: the pawn can still be taken, and there is no haste.
    bishops = "ln2sk1n1/1r2g1g1l/p1pp1psp1/1p3bp1p/9/P1P1pP3/1P1PPSPRP/1BS1G4/LNGK3NL b P 41"
    unhurried = line(bishops, "5g5f", "8d8e", "8h4d", "4c4d")
    assert find_wrong_order(unhurried, line(bishops, "8h4d", "4c4d", "7h7g")) is None
    # Which man takes first is no matter of order.
    takes = "ln3r1k1/4b1s1g/2p1p1n+P1/pp1s1pG1l/3p2P2/P3PPSlp/1P1P5/2GSB3R/LN2K2N1 w 3Pgp 104"
    gold_first = line(takes, "1b2c", "3d2c", "3b2c")
    assert find_wrong_order(gold_first, line(takes, "3b2c", "3d3c", "2f2i+")) is None


def test_the_same_move_with_or_without_its_promotion():
    sfen = "4k4/9/9/9/9/9/9/7R1/4K4 b - 1"
    promoted, stayed = line(sfen, "2h2b+"), line(sfen, "2h2b")
    assert said(find_other_promotion(promoted, stayed), Role.BETTER)[0] == "☗２二飛成と成るべきだった。"
    assert find_other_promotion(stayed, promoted).promotes is False
    assert find_other_promotion(stayed, stayed) is None
