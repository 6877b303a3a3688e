"""``kiebitz.explain`` as Python programs call it, and which facts it looks for."""

import json
from dataclasses import replace

import chess
import pytest

import kiebitz
from kiebitz.analysis.explanation.asker import EngineAsker
from kiebitz.analysis.explanation.explanation import Beside, achievements, explain_move
from kiebitz.analysis.explanation.followed_line import followed
from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.explanation.shown_line import ShownLine
from kiebitz.analysis.explanation.themes.material import MaterialWon
from kiebitz.analysis.explanation.themes.promotion import Promotion
from kiebitz.analysis.explanation.themes.refutation import Standing
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from winning_lines import Believer

LIMIT = kiebitz.Limit(nodes=20_000)
SCHOLAR = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.fixture(scope="module")
def engine():
    with kiebitz.Engine() as engine:
        yield engine


def test_a_fault_is_explained_by_its_answer_and_the_threat(engine):
    explanation = kiebitz.explain(SCHOLAR, "a7a6", LIMIT, engine=engine)
    assert (explanation.move, explanation.score) == ("a7a6", Score(mate=1))
    assert explanation.best != "a7a6"
    assert explanation.best_score < Score(centipawns=200)
    assert explanation.sentences()[:2] == ("4.Qxf7# is mate.", "This overlooks the threat 4.Qxf7#.")
    assert explanation.sentences("de")[:2] == ("4.Dxf7# ist matt.", "Das übersieht die Drohung 4.Dxf7#.")
    assert [reason.role for reason in explanation.reasons][:2] == [Role.ANSWER, Role.OVERLOOKED]


def test_a_good_move_is_explained_by_what_it_does(engine):
    board = chess.Board("3R1rk1/8/5Qpp/2p5/2P1p1q1/P3P3/1P2PK2/8 b - - 0 1")
    explanation = kiebitz.explain(board, chess.Move.from_uci("g4h4"), LIMIT, engine=engine)
    assert explanation.best == "g4h4"
    assert "1...Qh4+ forks the king on f2 and the queen on f6." in explanation.sentences()
    assert board.move_stack == []


def test_a_position_is_explained_by_its_best_move_and_the_threat(engine):
    explanation = kiebitz.explain(SCHOLAR, None, LIMIT, engine=engine)
    assert explanation.move is None
    assert "The threat is 4.Qxf7#." in explanation.sentences()


@pytest.mark.check
def test_a_fault_is_always_answered(engine):
    """Where it wins nothing at once, it is shown with how the game stands; numbers only on demand."""
    fen = "rn2kb1r/pp3ppp/8/2pNNb2/P7/4P3/1P3PPP/R1B1K2R b KQkq - 0 4"
    reasons = kiebitz.explain(fen, "Bd6", LIMIT, engine=engine).reasons
    assert Role.ANSWER in {reason.role for reason in reasons}
    assert Role.CHANGED not in {reason.role for reason in reasons}
    more = kiebitz.explain(fen, "Bd6", LIMIT, engine=engine, numbers=True).reasons
    assert {reason.role for reason in more} >= {Role.ANSWER}


def test_a_comparison_cut_short_is_none(engine):
    """One line of two says nothing of either move, even if it is that of the move that is asked about."""

    class Hasty(kiebitz.Engine):
        def analyse(self, board, limit, *, multipv=1, searchmoves=None):
            info = super().analyse(board, limit, multipv=multipv, searchmoves=searchmoves)
            return replace(info, lines=info.lines[-1:]) if multipv == 2 else info

    board = chess.Board(SCHOLAR)
    with Hasty(hash_mb=1) as hasty:
        (line,) = EngineAsker(hasty, LIMIT).compared(board, board.parse_san("a6"))
    assert line.moves[0] != board.parse_san("a6")
    assert len(EngineAsker(engine, LIMIT).compared(board, board.parse_san("a6"))) == 2


def test_what_comes_later_than_a_search_shows_is_followed():
    """Errors in pawn endings that lose pawns long after; which of them are told depends on the judge."""
    fen, lengths = "8/5p2/4k1p1/pp1p3p/3P3P/PP2K1P1/5P2/8 w - - 0 1", []
    for move, nodes in (("b4", 4_000), ("Kd3", 4_000), ("f4", 4_000), ("b4", 10_000)):
        with kiebitz.Engine(hash_mb=1) as engine:
            explanation = kiebitz.explain(fen, move, kiebitz.Limit(nodes=nodes), engine=engine)
        for reason in explanation.reasons:
            if isinstance(reason.fact, Promotion | MaterialWon):
                board = reason.fact.board
                for each in reason.fact.moves:
                    assert board.is_legal(each)
                    board.push(each)
                lengths.append(len(reason.fact.line))
        told = [sentence for sentence in explanation.sentences() if " … " in sentence]
        assert len(told) <= 1
        assert len(explanation.sentences("de")) == len(explanation.sentences())
    assert max(lengths) > 16


def test_a_line_is_followed_to_the_end_of_the_game_or_of_patience(engine):
    asker = EngineAsker(engine, LIMIT)
    (line,) = asker.lines(chess.Board("8/8/8/8/8/1k6/7r/K7 b - - 0 1"))
    assert followed(line, asker).uci == ("h2h1",)
    (begun,) = asker.lines(chess.Board())
    goes_on = followed(begun, asker)
    assert 32 <= len(goes_on.moves) < 32 + 8 + len(begun.moves)
    assert goes_on.uci[:8] == begun.uci[:8]
    assert (goes_on.score, goes_on.depth) == (begun.score, len(goes_on.moves))


def test_a_motif_is_told_by_the_move_where_it_strikes(engine):
    """The fork of the longer line comes with its second move."""
    fen = "r3k3/5ppp/8/8/5N2/8/5PPP/4K3 w - - 0 1"
    line = ["f4d5", "f7f6", "d5c7", "e8f7", "c7a8", "f7e6", "e1d2", "e6d5"]
    moves = [chess.Move.from_uci(move) for move in line]
    shown = ShownLine.of(chess.Board(fen), moves, Score(centipawns=200), 20)
    beside = Beside(Score(centipawns=-200), 0)
    facts = [fact for fact in achievements(shown, Believer(), beside) if fact]
    fork = next(fact for fact in facts if fact.theme == "fork")
    assert fork.line[0] == "d5c7"
    assert fork.board.fullmove_number == 2


def test_of_a_move_that_does_nothing_the_best_answer_is_told(engine):
    (reason,) = kiebitz.explain("startpos", "e2e4", LIMIT, engine=engine).reasons
    assert reason.role is Role.ANSWER
    assert reason.motif is None
    assert not reason.fact.is_white
    assert reason.fact.before is reason.fact.after is Standing.EQUAL


def test_where_nothing_can_be_proven_nothing_is_said(engine):
    explanation = kiebitz.explain("startpos", "e2e4", Limit(nodes=1), engine=engine)
    assert (explanation.reasons, explanation.sentences()) == ((), ())


def test_a_game_that_is_over_has_no_explanation(engine):
    explanation = kiebitz.explain("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", None, LIMIT, engine=engine)
    assert (explanation.best, explanation.score, explanation.reasons) == (None, None, ())
    assert json.loads(json.dumps(explanation.record))["best_cp"] is None


def test_the_record_is_plain_data(engine):
    explanation = kiebitz.explain(SCHOLAR, "a7a6", LIMIT, engine=engine)
    record = json.loads(json.dumps(explanation.record))
    assert (record["move"], record["cp"], record["mate"]) == ("a7a6", None, 1)
    first = record["reasons"][0]
    assert (first["role"], first["theme"], first["proof"]) == ("answer", "mate", "mate search")
    assert (first["line"], first["en"], first["de"]) == (["f3f7"], "4.Qxf7# is mate.", "4.Dxf7# ist matt.")


def test_what_is_wrong_is_refused(engine):
    for move, said in (
        ("e2e5", "'e2e5' is not legal here"),
        ("Qh5", "is not legal here"),
        ("rubbish", "is no move"),
    ):
        with pytest.raises(kiebitz.MoveError, match=f"{said}.*{chess.STARTING_FEN.split()[0]}"):
            kiebitz.explain("startpos", move, LIMIT, engine=engine)
    with pytest.raises(kiebitz.MoveError, match="'e2e5' is not legal here"):
        kiebitz.explain(chess.Board(), chess.Move.from_uci("e2e5"), LIMIT, engine=engine)
    with pytest.raises(TypeError, match="7 is no move"):
        kiebitz.explain("startpos", 7, LIMIT, engine=engine)
    assert kiebitz.explain("startpos", "Nf3", LIMIT, engine=engine).move == "g1f3"
    with pytest.raises(kiebitz.FenError):
        kiebitz.explain("8/8/8/8/8/8/8/8 w - - 0 1", None, LIMIT, engine=engine)
    with pytest.raises(ValueError, match="fr"):
        kiebitz.explain(SCHOLAR, None, LIMIT, engine=engine).sentences("fr")


class Script:
    """Who knows what a search would find in each position, the best line first."""

    def __init__(self, scripts):
        self._scripts = scripts

    def lines(self, board, count=1, among=()):
        known = self._scripts.get(board.board_fen() + (" w" if board.turn else " b"), [])
        chosen = [entry for entry in known if not among or entry[0].split()[0] in {board.uci(move) for move in among}]
        return tuple(
            ShownLine.of(board, map(chess.Move.from_uci, moves.split()), Score(centipawns=value), 20)
            for moves, value in chosen[:count]
        )

    def compared(self, board, move):
        best = self.lines(board)[0].moves[0]
        return self.lines(board) if best == move else self.lines(board, 2, (best, move))

    def at_sight(self, board, among, plies=1):
        return among[0]

    def has_mate(self, board, moves):
        return False

    def known(self, board):
        return None

    def modules(self, board):
        return {}


# White's rook can be taken by the bishop; it must move.
ATTACKED = "4k3/8/8/8/3b4/8/1R6/4K3"


def test_a_threat_that_is_met_is_told_and_one_that_stays_is_not():
    moved = chess.Board(f"{ATTACKED} w - - 0 1")
    moved.push_uci("b2b4")
    stayed = chess.Board(f"{ATTACKED} w - - 0 1")
    stayed.push_uci("e1e2")
    script = Script(
        {
            f"{ATTACKED} w": [("b2b4 d4c5", 150), ("e1e2 d4b2", -400)],
            f"{ATTACKED} b": [("d4b2 e1d1", 400)],
            f"{moved.board_fen()} b": [("d4c5 b4b5", -150)],
            f"{stayed.board_fen()} b": [("d4b2 e2d3", 400)],
        }
    )
    board = chess.Board(f"{ATTACKED} w - - 0 1")
    good = explain_move(board, chess.Move.from_uci("b2b4"), script)
    assert (Role.MET, "threat") in [(reason.role, reason.fact.theme) for reason in good.reasons]
    bad = explain_move(board, chess.Move.from_uci("e1e2"), script)
    told = [(reason.role, reason.fact.theme) for reason in bad.reasons]
    assert (Role.ANSWER, "material") in told
    assert (Role.OVERLOOKED, "threat") in told
    assert (Role.MET, "threat") not in told


def test_a_threat_is_overlooked_only_if_the_answer_carries_it_out():
    """Once the pawn that the knight would take has moved on, the knight's same move takes nothing."""
    start, moved_on, moved_aside = (f"4k3/8/5n2/{men} " for men in ("8/4P3/8/8/4K3", "4P3/8/8/8/4K3", "8/4P3/8/8/3K4"))
    script = Script(
        {
            f"{start}w": [("e1e2 f6d7", 10), ("e4e5 f6e4", -250), ("e1d1 f6e4", -400)],
            f"{start}b": [("f6e4 e1e2", 400)],
            f"{moved_on}b": [("f6e4 e1e2", 250)],
            f"{moved_aside}b": [("f6e4 d1e2", 400)],
        }
    )
    board = chess.Board(f"{start}w - - 0 1")
    roles = [
        {reason.role for reason in explain_move(board, chess.Move.from_uci(move), script).reasons}
        for move in ("e4e5", "e1d1")
    ]
    assert [Role.OVERLOOKED in told for told in roles] == [False, True]
