import io
import random
from collections import Counter
from dataclasses import replace

import chess
import chess.pgn
import pytest

from kiebitz.analysis.explanation.asker import SECOND_LOOK_FACTOR, second_look
from kiebitz.analysis.explanation.explanation import FAULT, explain, sentences
from kiebitz.analysis.explanation.language import Language
from kiebitz.analysis.explanation.reason import Role
from kiebitz.analysis.judging import annotate
from kiebitz.analysis.judging.annotate import (
    AnalysisSettings,
    analyse_game,
    eval_comment,
    export,
    is_shallower,
    limit_text,
    write_into,
)
from kiebitz.analysis.judging.judgement import Judgement
from kiebitz.analysis.reading.archive import RawGame
from kiebitz.analysis.reading.reader import read_game
from kiebitz.core.chess import notation as facade
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit
from kiebitz.engine.score import Score
from kiebitz.engine.tablebase import KNOWN_WIN, opened
from kiebitz.games.chess import game as of_chess
from sources import DATA

SETTINGS = AnalysisSettings(Limit(nodes=5000))
FOOLS_MATE = "1. f3 e5 2. g4 { [%clk 0:01:00] } 2... Qh4# 0-1"


@pytest.fixture(scope="module")
def engine():
    with Engine() as engine:
        yield engine


def game_of(text):
    return read_game(RawGame("a.pgn", 1, 1, text, "utf-8")).game


def annotated(text, engine, settings=SETTINGS):
    game = game_of(text)
    analysis = analyse_game(game, engine, settings)
    write_into(game, analysis)
    return game, analysis


def test_a_game_that_ends_in_mate(engine):
    seen = []
    game = game_of(FOOLS_MATE)
    analysis = analyse_game(game, engine, SETTINGS, lambda index, count: seen.append((index, count)))
    # The blunder is looked at again, and 1...e5, which might be the only move.
    assert seen == [(1, 5), (2, 5), (3, 6), (4, 7), (5, 7), (6, 7), (7, 7)]
    blunder, mate = analysis.moves[2:]
    assert (blunder.number, blunder.is_white, blunder.san, blunder.uci) == (2, True, "g4", "g2g4")
    assert blunder.score == Score(mate=-1)  # White's view
    assert blunder.judgement is Judgement.BLUNDER
    assert blunder.centipawn_loss > 500
    assert mate.san == "Qh4#"
    assert mate.score.mate == 0
    assert mate.best[0].uci[0] == mate.uci
    assert (mate.centipawn_loss, mate.judgement) == (0, None)
    assert mate.accuracy == pytest.approx(100, abs=0.01)
    assert (analysis.white.moves, analysis.white.blunders, analysis.black.blunders) == (2, 1, 0)
    assert analysis.white.accuracy < 75 < analysis.black.accuracy
    assert analysis.nodes > 0


def test_what_is_written_is_read_by_python_chess(engine):
    game, analysis = annotated(FOOLS_MATE, engine)
    text = export(game)
    assert "[%eval #-1] [%clk 0:01:00]" in text
    again = game_of(text)
    assert list(again.mainline_moves()) == list(game_of(FOOLS_MATE).mainline_moves())
    nodes = list(again.mainline())
    assert [node.eval().white().score() for node in nodes[:2]] == [move.score.centipawns for move in analysis.moves[:2]]
    assert nodes[2].eval().white().mate() == -1
    assert nodes[2].clock() == 60
    assert nodes[3].eval() is None
    assert nodes[2].nags == {chess.pgn.NAG_BLUNDER}
    instead = nodes[1].variations[1]
    assert instead.move.uci() == analysis.moves[2].best[0].uci[0]
    assert instead.eval() is not None
    assert again.headers["Annotator"].startswith("Kiebitz")


def test_each_position_is_searched_once(engine):
    analysis = analyse_game(game_of("1. e4 e5 2. Nf3 Nc6 *"), engine, SETTINGS)
    for before, after in zip(analysis.moves, analysis.moves[1:], strict=False):
        assert after.best[0].score == before.score
    assert analysis.moves[0].best[0].score == analysis.start_score


@pytest.mark.check
@pytest.mark.parametrize(
    "text",
    [
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 d5 6. e5 f5 7. exf6 Bd7 8. Be2 Bc6 9. Nf3 Nd7 10. O-O *",
        '[Variant "Chess960"]\n[FEN "4k2r/8/8/8/8/8/8/1R1K4 w B - 0 1"]\n\n1. O-O-O Rh1 *',
    ],
)
def test_each_position_brings_its_game_with_it(engine, text, monkeypatch):
    """Walking through the game finds what is found where each position is set up with all moves before it."""
    monkeypatch.setattr(annotate, "_second_look", lambda first, *asked, **how: first)
    game = game_of(text)
    analysis = analyse_game(game, engine, SETTINGS)
    engine.new_game()
    scores = []
    for node in [game, *game.mainline()]:
        scores.append(engine.analyse(node.board(), SETTINGS.limit).lines[0].white_score)
    assert [analysis.start_score, *(move.score for move in analysis.moves)] == scores


@pytest.mark.check
def test_a_game_is_walked_through_not_replayed(engine, monkeypatch):
    plies = 600
    board, chance = chess.Board(), random.Random(2)  # with this seed nobody is mated
    while board.ply() < plies:
        board.push(chance.choice(list(board.legal_moves)))
    game = chess.pgn.Game.from_board(board)
    pushes = Counter()

    def count(place, owner):
        push = owner.push

        def counted(*arguments):
            pushes[place] += 1
            push(*arguments)

        monkeypatch.setattr(owner, "push", counted)

    count("board", chess.Board)
    count("position", of_chess)
    count("position", facade)
    seen = []
    analysis = analyse_game(game, engine, AnalysisSettings(Limit(nodes=1)), lambda done, of: seen.append(of))
    again = seen[-1] - plies - 1
    assert plies / 10 < again < plies / 2
    # One walk, and a second look at a move is at a position set up, with the moves that may recur.
    assert pushes["position"] < 20 * plies
    write_into(game, analysis)
    # Six walks, and the lines of one or two moves beside them, mates to their end.
    assert pushes["board"] < 13 * plies


@pytest.mark.check
def test_work_and_memory_grow_with_the_length_of_a_game_not_with_its_square(engine, monkeypatch):
    """Men go to and fro, so that nothing but its length bounds what a position of the game could look back at."""
    copied = Counter()
    copy, push = chess.Board.copy, facade.push

    def counted_copy(board, *, stack=True):
        made = copy(board, stack=stack)
        copied["boards"] += 1 + len(made.move_stack)
        return made

    def counted_push(*arguments):
        copied["positions"] += 1
        push(*arguments)

    monkeypatch.setattr(chess.Board, "copy", counted_copy)
    monkeypatch.setattr(facade, "push", counted_push)
    work = []
    for plies in (400, 1600):
        moves = " ".join(
            ("Nf3 Nf6 Ng1 Ng8", "Nc3 Na6 Nb1 Nb8", "Nh3 Nc6 Ng1 Nb8")[turn % 3] for turn in range(plies // 4)
        )
        copied.clear()
        analyse_game(chess.pgn.read_game(io.StringIO(moves + " *")), engine, AnalysisSettings(Limit(nodes=1)))
        work.append(copied.total())
    assert work[1] < 5 * work[0], work


def test_stalemate_and_bare_ends(engine):
    _, analysis = annotated('[FEN "k7/8/1K6/8/8/8/2Q5/8 w - - 0 1"]\n\n1. Qc7 *', engine)
    assert analysis.moves[0].score == Score(centipawns=0)
    assert analysis.moves[0].judgement is Judgement.BLUNDER
    _, analysis = annotated('[FEN "k7/8/1K6/8/8/8/2Q5/8 b - - 0 1"]\n\n1... Kb8 *', engine)
    assert (analysis.white.moves, analysis.white.accuracy, analysis.white.average_centipawn_loss) == (0, None, None)
    assert analysis.black.moves == 1
    assert analysis.moves[0].number == 1
    assert not analysis.moves[0].is_white
    game, analysis = annotated('[White "X"]\n\n*', engine)
    assert analysis.moves == ()
    assert analysis.start_score is None
    assert game_of(export(game)).headers["White"] == "X"


def test_a_null_move_is_read_on_and_not_judged(engine):
    game, analysis = annotated("1. e4 e5 2. -- Nc6 3. Nf3 Z0 *", engine)
    assert [(move.san, move.uci) for move in analysis.moves[2:4]] == [("--", "0000"), ("Nc6", "b8c6")]
    assert (analysis.white.moves, analysis.black.moves) == (2, 2)
    assert {move.judgement for move in analysis.moves if move.uci == "0000"} == {None}
    assert [move.centipawn_loss for move in analysis.moves if move.uci == "0000"] == [0, 0]
    assert list(game_of(export(game)).mainline_moves()) == list(game.mainline_moves())


def test_only_up_to_a_null_move_in_check(engine):
    game, analysis = annotated("1. e4 d5 2. Bb5+ -- 3. Nf3 *", engine)
    assert len(analysis.moves) == 3
    written = game_of(export(game))
    assert len(list(written.mainline_moves())) == 3
    assert "-- 3. Nf3" in written.end().comment  # what stands behind isn't lost


def test_multipv_gives_several_variations(engine):
    game, analysis = annotated(FOOLS_MATE, engine, AnalysisSettings(Limit(nodes=20000), 3))
    assert len(analysis.moves[0].best) == 3
    assert len({line.uci[0] for line in analysis.moves[2].best}) == 3
    before_blunder = game.variations[0].variations[0]
    assert len(before_blunder.variations) == 4  # the blunder and three better moves
    for variation in before_blunder.variations[1:]:
        assert variation.eval() is not None


def test_what_was_there_stays(engine):
    text = (
        "{ start } 1. f3 { [%eval -0.4] [%clk 0:03:00] hm } ( 1. e4 e5 { classical } ) 1... e5 "
        "2. g4 $1 ( 2. a3 ) 2... Qh4# { finis } 0-1"
    )
    game, analysis = annotated(text, engine)
    first, _, blunder, mate = game.mainline()
    assert game.comment == "start"
    assert first.comment == f"{eval_comment(analysis.moves[0].score)} [%clk 0:03:00] hm"
    assert game.variations[1].end().comment == "classical"
    assert blunder.nags == {1}  # the annotator's opinion
    assert "a3" in [variation.san() for variation in blunder.parent.variations]
    assert mate.comment == "finis"


def test_annotating_twice_changes_nothing(engine):
    game, _ = annotated(FOOLS_MATE, engine)
    once = export(game)
    game, _ = annotated(once, engine)
    assert export(game) == once


def test_marks_of_an_earlier_analysis_are_replaced(engine):
    game, _ = annotated("1. e4 $4 { [%eval -5.00] } e5 $6 2. f3 $2 { [%eval 3.00] } *", engine)
    assert [node.nags for node in game.mainline()][:2] == [set(), {6}]


def test_best_line_is_told_apart_from_an_annotators(engine):
    game, analysis = annotated(FOOLS_MATE, engine)
    line = analysis.moves[2].best[0]
    text = f"1. f3 e5 2. g4 ( 2. {line.san[0]} {{ seen }} ) 2... Qh4# 0-1"
    game, _ = annotated(text, engine)
    for _ in range(2):
        _, authors, ours = game.variations[0].variations[0].variations
        assert (authors.comment, authors.variations) == ("seen", [])
        assert ours.comment == f"{eval_comment(line.score)} Kiebitz"
        assert [node.move.uci() for node in [ours, *ours.mainline()]] == list(line.uci[: annotate.VARIATION_PLIES])
        game, _ = annotated(export(game), engine)


def test_best_lines_of_an_earlier_analysis_are_replaced_unless_changed(engine):
    text = (
        "1. f3 e5 2. g4 ( 2. a3 { [%eval 9.00] Kiebitz } a6 ) ( 2. h3 { [%eval 9.00] Kiebitz } h6 { why? } ) "
        "( 2. b3 { [%eval 9.00] Kiebitz } b6 $1 ) ( 2. c3 { Kiebitz } c6 ( 2... c5 ) ) ( 2. d3 { Kiebitz } ) *"
    )
    game, analysis = annotated(text, engine)
    before = game.variations[0].variations[0]
    best = analysis.moves[2].best[0].san[0]
    assert [variation.san() for variation in before.variations] == ["g4", "h3", "b3", "c3", best]


@pytest.mark.parametrize("nag", [1, 2, 4, 6])
def test_an_annotators_mark_stays_however_often_a_game_is_analysed(engine, nag):
    game = game_of(f"1. f3 $2 e5 2. g4 ${nag} {{ hm }} 2... Qh4# 0-1")
    for _ in range(3):
        analysis = analyse_game(game, engine, SETTINGS)
        write_into(game, analysis)
        first, _, blunder, _ = game.mainline()
        assert (first.nags, blunder.nags) == ({2}, {nag})
        assert analysis.moves[2].judgement is Judgement.BLUNDER
        assert first.comment == f"{eval_comment(analysis.moves[0].score)} Kiebitz: no mark"
        assert blunder.comment == "[%eval #-1] Kiebitz: ?? hm"
        game = game_of(export(game))


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(centipawns=35), "[%eval 0.35]"),
        (Score(centipawns=-1204), "[%eval -12.04]"),
        (Score(centipawns=0), "[%eval 0.00]"),
        (Score(mate=-3), "[%eval #-3]"),
        (Score(mate=3), "[%eval #3]"),
        (Score(mate=0), ""),
    ],
)
def test_eval_comment(score, text):
    assert eval_comment(score) == text


BLITZ = (
    "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 "
    "11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0"
)


def analysed_with(engine, *numbers):
    """The moves of a game as so many nodes a position judge them, with the board before."""
    for nodes in numbers:
        board = chess.Board()
        for move in analyse_game(game_of(BLITZ), engine, AnalysisSettings(Limit(nodes=nodes))).moves:
            yield nodes, move, board


def test_no_mark_without_a_second_look(engine, monkeypatch):
    """And some of these looks take a mark back."""
    looks, unmarked = {}, 0
    analyse = engine.analyse

    def seen(position, limit, *, multipv=1, searchmoves=None):
        info = analyse(position, limit, multipv=multipv, searchmoves=searchmoves)
        if multipv == 2:
            looks[searchmoves[1], position.fen()] = limit, multipv, info
        elif isinstance(position, chess.Board) and limit.nodes and not searchmoves:
            firsts[position.fen()] = info.lines[0]
        return info

    firsts = {}

    monkeypatch.setattr(engine, "analyse", seen)
    for nodes, move, board in analysed_with(engine, 100, 300, 1000):
        before = board.fen()
        limit, multipv, info = looks.pop((move.uci, before), (None, None, None))
        board.push_uci(move.uci)
        first = firsts.pop(before, None)
        if info is None:
            assert move.judgement is None
            assert first is None or first.moves[0] == move.uci
            unmarked += first is not None
            continue
        assert first.moves[0] != move.uci
        assert (limit, multipv) == (Limit(nodes=SECOND_LOOK_FACTOR * nodes), 2)
        line = next(line for line in info.lines if line.moves[0] == move.uci)
        assert move.score == line.white_score  # no mate is near here
        assert move.best[0].uci == info.lines[0].moves
        unmarked += move.judgement is None
        if line.rank == 1:
            assert (move.judgement, move.centipawn_loss) == (None, 0)
    assert not looks
    assert not firsts
    assert unmarked


@pytest.mark.check
def test_a_game_and_a_question_have_the_same_answer(engine):
    """Marked moves: what the whole game's analysis says is what is said to who asks about one of them."""
    asked = 0
    for nodes in (300, 1_000, 3_000):
        limit = Limit(nodes=nodes)
        analysis = analyse_game(game_of(BLITZ), engine, AnalysisSettings(limit, words=Language.ENGLISH))
        board = chess.Board()
        for move in analysis.moves:
            if move.judgement:
                explanation = explain(board, move.uci, limit, engine=engine)
                assert (explanation.score, explanation.best_score) == (move.score, move.best[0].score)
                assert explanation.best == move.best[0].uci[0]
                if abs(explanation.best_score.clipped() - explanation.score.clipped()) >= FAULT:
                    # Where the opening's names end is told only to who asks.
                    told = sentences(move.reasons, Language.ENGLISH)
                    assert explanation.sentences()[: len(told)] == told
                asked += 1
            board.push_uci(move.uci)
    assert asked >= 5


def test_a_mate_is_a_move_nearer_after_its_first_move():
    assert annotate._a_move_later(Score(mate=1)) == Score(mate=0)
    assert annotate._a_move_later(Score(mate=-2)) == Score(mate=-2)
    assert annotate._a_move_later(Score(centipawns=7)) == Score(centipawns=7)


@pytest.mark.parametrize(
    ("limit", "second"),
    [
        (Limit(nodes=100), Limit(nodes=300)),
        (Limit(movetime_ms=50), Limit(movetime_ms=150)),
        (Limit(depth=8), Limit(depth=10)),
        (Limit(depth=8, nodes=100), Limit(depth=10, nodes=300)),
    ],
)
def test_a_second_look_is_longer(limit, second):
    assert second_look(limit) == second


@pytest.mark.parametrize(
    ("limit", "earlier", "shallower"),
    [
        (Limit(nodes=100), "", False),
        (Limit(nodes=100), "somebody's own words", False),
        (Limit(nodes=100), "100 nodes", False),
        (Limit(nodes=99), "100 nodes", True),
        (Limit(nodes=99), "8 plies", True),
        (Limit(nodes=99, depth=8), "8 plies", False),
        (Limit(nodes=99, depth=8), "100 nodes, 8 plies", True),
        (Limit(movetime_ms=50), "60 ms", True),
    ],
)
def test_which_analysis_is_shallower(limit, earlier, shallower):
    assert is_shallower(limit, earlier) is shallower
    assert not is_shallower(limit, limit_text(limit))


def test_the_opening_is_named_and_its_moves_get_no_mark(engine):
    game, analysis = annotated("1. e4 e5 2. Ke2 Nf6 3. f3 *", engine)
    assert (str(analysis.opening), game.headers["ECO"]) == ("C20 Bongcloud Attack", "C20")
    assert game.headers["Opening"] == "Bongcloud Attack"
    assert analysis.moves[2].centipawn_loss > 50  # and yet
    assert analysis.moves[2].judgement is None
    game, _ = annotated('[ECO "X1"]\n[Opening "Mine"]\n\n1. e4 *', engine)
    assert (game.headers["ECO"], game.headers["Opening"]) == ("X1", "Mine")
    game, analysis = annotated('[FEN "k7/8/1K6/8/8/8/2Q5/8 w - - 0 1"]\n\n1. Qc7 *', engine)
    assert analysis.opening is None
    assert "ECO" not in game.headers


def test_earlier_games_leave_no_trace(engine):
    def scores():
        return [move.score for move in analyse_game(game_of("1. e4 e5 2. Bc4 Nc6 3. Qh5 *"), engine, SETTINGS).moves]

    first = scores()
    annotated(FOOLS_MATE, engine)
    assert scores() == first


def test_reasons_stand_in_the_comment_and_are_replaced(engine):
    settings = replace(SETTINGS, words=Language.ENGLISH)
    game, analysis = annotated("1. f3 e5 2. g4 { (not mine) why? } 2... Qh4# 0-1", engine, settings)
    assert analysis.moves[2].reasons[0].fact.theme == "mate"
    unexplained = analyse_game(game_of("1. f3 e5 2. g4 Qh4# 0-1"), engine, SETTINGS)
    assert analysis.nodes > unexplained.nodes
    assert [replace(move, reasons=()) for move in analysis.moves] == list(unexplained.moves)
    blunder = game.variations[0].variations[0].variations[0]
    assert "(Kiebitz: 2...Qh4# is mate.)" in blunder.comment
    assert blunder.comment.endswith(") (not mine) why?")
    again, _ = annotated(export(game), engine, replace(SETTINGS, words=Language.GERMAN))
    comment = again.variations[0].variations[0].variations[0].comment
    assert "(Kiebitz: 2...Dh4# ist matt.)" in comment
    assert comment.count("Kiebitz:") == 1
    plain, _ = annotated(export(again), engine, SETTINGS)
    assert plain.variations[0].variations[0].variations[0].comment == "[%eval #-1] (not mine) why?"


def ending(fen, moves):
    return game_of(f'[SetUp "1"]\n[FEN "{fen}"]\n\n{moves} *')


@pytest.mark.check
@pytest.mark.parametrize("words", [Language.ENGLISH, None])
def test_tables_judge_what_they_know(engine, words):
    game = ending("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1", "1. Kf2 Kd5 2. Ke3 Ke5")
    with opened(str(DATA / "syzygy")) as tables:
        analysis = analyse_game(game, engine, replace(SETTINGS, words=words), tablebase=tables)
    drawn, won = Score(centipawns=0), Score(centipawns=KNOWN_WIN)
    assert (analysis.start_score, *(move.score for move in analysis.moves)) == (won, drawn, won, drawn, drawn)
    *blunders, last = analysis.moves
    assert [move.judgement for move in blunders] == [Judgement.BLUNDER] * 3
    assert last.judgement is None
    assert all(move.best[0].san[0] != move.san for move in blunders)
    told = [[reason.fact.theme for reason in move.reasons if reason.role is Role.PLAYED] for move in blunders]
    assert told == ([["win thrown away"], [], ["win thrown away"]] if words else [[], [], []])


@pytest.mark.check
def test_a_win_that_tables_know_stays_one_however_slowly_it_is_won(engine):
    game = ending("8/8/8/8/8/4k3/8/4K2Q w - - 0 1", "1. Qh8 Ke4 2. Qh1+ Ke3 3. Qe4+ Kxe4")
    with opened(str(DATA / "syzygy")) as tables:
        analysis = analyse_game(game, engine, replace(SETTINGS, words=Language.ENGLISH), tablebase=tables)
    assert [move.san for move in analysis.moves if move.judgement] == ["Qe4+"]
    assert analysis.moves[4].judgement is Judgement.BLUNDER


@pytest.mark.check
def test_a_stalemate_throws_a_won_ending_away(engine):
    game = ending("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "1. Qg6")
    with opened(str(DATA / "syzygy")) as tables:
        (move,) = analyse_game(game, engine, replace(SETTINGS, words=Language.ENGLISH), tablebase=tables).moves
    told = [reason.fact.theme for reason in move.reasons]
    assert (move.judgement, told) == (Judgement.BLUNDER, ["win thrown away", "mate"])
