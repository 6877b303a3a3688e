"""Which claims are told of a fault, from lines that are known already."""

from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.explanation.shogi.explaining import explain_shogi_fault
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.engine.score import Score
from kiebitz.games.shogi.board import Board

DEPTH = 12


class Knowing:
    """An asker that knows what follows in some lines, and no mate."""

    def __init__(self, *known):
        self.known = known

    def lines(self, board, count=1, among=()):
        for shown in self.known:
            for ply, at in enumerate(shown.boards[:-1]):
                if at.epd() == board.epd():
                    score = -shown.score if ply % 2 else shown.score
                    return (ShownLine.of(board, shown.moves[ply:], score, DEPTH),)
        return ()

    def mate(self, board, moves):
        return None

    def has_mate(self, board, moves):
        return False


def line(sfen, *moves, score):
    return ShownLine.of(Board(sfen), moves, Score(score), DEPTH)


def themes(reasons, role):
    return [reason.fact.theme for reason in reasons if reason.role is role]


# Black's silver or its lance can take the gold on 5e.
GOLD = "3k5/9/9/9/4g4/4S4/4L4/9/4K4 b - 1"


def test_a_man_that_both_moves_take_is_no_reason():
    best = line(GOLD, "5f5e", "6a6b", "5i5h", "6b6c", "5h6h", score=900)
    other = line(GOLD, "5f4e", "5e6e", "5g5f", "6a6b", "5i5h", score=200)
    assert "hanging" in themes(explain_shogi_fault(best, other, Knowing(best, other)), Role.BETTER)
    # As if the lance could have taken it as well.
    lance = "3k5/9/9/9/4g4/3S5/4L4/9/4K4 b - 1"
    best = line(lance, "6f5e", "6a6b", "5i5h", "6b6c", "5h6h", score=900)
    same = line(lance, "5g5e", "6a6b", "5i5h", "6b6c", "5h6h", score=700)
    found = explain_shogi_fault(best, same, Knowing(best, same))
    assert "hanging" not in themes(found, Role.BETTER)


def test_a_rook_that_whoever_moves_takes_is_told_of_both_sides():
    sfen = "3k5/9/9/9/r8/9/9/9/R3K4 b p 1"
    shown = line(sfen, "9i9e", "6a6b", "5i5h", "6b6c", "5h6h", score=900)
    other = line(sfen, "5i6h", "9e9i+", "6h7g", "6a6b", "7g8f", score=-900)
    found = explain_shogi_fault(shown, other, Knowing(shown, other))
    assert themes(found, Role.BETTER) == themes(found, Role.ANSWER) == ["hanging"]


def test_what_is_taken_while_its_like_falls_is_not_had_for_nothing():
    """Each side's gold falls, and a knight is what Black has won in the end."""
    sfen = "3k5/9/9/9/gn7/G8/6b2/7G1/1R3K3 b - 1"
    traded = line(sfen, "9f9e", "3g2h+", "8i8e", "6a6b", "4i5h", score=300)
    other = line(sfen, "2h3h", "9e9f", "4i5h", "6a6b", "5h6g", score=-900)
    found = explain_shogi_fault(traded, other, Knowing(traded, other))
    assert "material" in themes(found, Role.BETTER)
    assert "hanging" not in themes(found, Role.BETTER)


def test_what_another_man_is_given_for_is_not_had_for_nothing():
    """A lance takes a bishop that nobody guards, and a knight a silver."""
    sfen = "3k5/9/9/n8/4b4/1S7/4L4/9/4K4 b - 1"
    traded = line(sfen, "5g5e", "9d8f", "5i5h", "6a6b", "5h6h", score=900)
    other = line(sfen, "5i4h", "6a6b", "4h3h", score=200)
    (reason,) = explain_shogi_fault(traded, other, Knowing(traded, other))
    assert (reason.fact.theme, reason.fact.won, reason.fact.paid) == ("material", ("B",), ("S",))


def test_men_that_only_one_search_wins_are_no_reason():
    """White gives a knight in one line, and needn't."""
    sfen = "3k5/9/9/8n/9/9/7P1/9/4K4 b - 1"
    given = line(sfen, "5i5h", "1d2f", "2g2f", "6a6b", "5h6h", "6b6c", score=900)
    kept = line(sfen, "5i5h", "6a6b", "5h6h", "6b6c", score=900)
    played = line(sfen, "5i4h", "6a6b", "4h3h", score=200)
    assert themes(explain_shogi_fault(given, played, Knowing(given)), Role.BETTER) == ["material"]
    assert explain_shogi_fault(given, played, Knowing(kept)) == ()


def test_a_trade_by_taking_back_is_told_once():
    board = Board("3k5/9/9/9/4r4/4S4/4G4/9/4K4 w - 1")
    board.push("5e5f")
    best = ShownLine.of(board, ("5g5f", "6a6b", "5i5h", "6b6c", "5h6h"), Score(900), DEPTH)
    played = ShownLine.of(board, ("5i4h", "5f5g+", "4h3h", "6a6b", "3h2h"), Score(-900), DEPTH)
    assert themes(explain_shogi_fault(best, played, Knowing(best, played)), Role.BETTER) == ["taking back"]


def test_without_any_claim_the_best_answer_is_shown():
    start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    best = line(start, "7g7f", "3c3d", "2g2f", score=50)
    played = line(start, "9g9f", "3c3d", "2g2f", score=-350)
    (reason,) = explain_shogi_fault(best, played, Knowing(best, played))
    assert (reason.fact.theme, reason.fact.before, reason.fact.after) == ("refutation", "equal", "slightly worse")
