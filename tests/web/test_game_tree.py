import random
from dataclasses import replace

import chess
import pytest

from kiebitz.analysis.judging.annotate import export
from kiebitz.engine import fen_of
from kiebitz.web.game_list import GameList
from kiebitz.web.game_tree import GameError
from kiebitz.web.limits import Limits

LIMITS = Limits()
PGN = '[White "A \\"B\\" C"]\n[Black "D"]\n\n{Before} 1. e4 {Best} e5 (1... c5 $1 2. Nf3 (2. c3)) 2. Nf3 Nc6 3. Bb5 *'
CASTLING_960 = "nrk1brnb/pppppppp/8/8/8/8/PPPPPPPP/NRK1BRNB w FBfb - 0 1"


def tree_of(text, limits=LIMITS):
    return GameList.of(text, limits).tree(1, limits)


def test_a_game_is_told_with_variations_comments_and_glyphs():
    tree = tree_of(PGN)
    told = tree.told()
    assert told.headers["White"] == 'A "B" C'
    assert told.start.comment == "Before"
    by_number = {node.id: node for node in told.nodes}
    names = [(node.san, by_number[node.parent].san if node.parent else "", node.ply) for node in told.nodes]
    assert names == [
        ("e4", "", 1), ("e5", "e4", 2), ("Nf3", "e5", 3), ("Nc6", "Nf3", 4), ("Bb5", "Nc6", 5),
        ("c5", "e4", 2), ("Nf3", "c5", 3), ("c3", "c5", 3),
    ]  # fmt: skip
    assert told.nodes[0].comment == "Best"
    assert told.nodes[5].nags == [1]
    assert "1... c5 $1 2. Nf3 ( 2. c3 )" in told.pgn


def test_moves_are_found_again_or_added():
    tree = tree_of(PGN)
    assert tree.move("e2e4") is False
    assert tree.move("d5") is True
    assert tree.number == len(tree.told().nodes)
    assert tree.shown().path == [0, 2]
    with pytest.raises(GameError, match="'Ke3' is not legal here"):
        tree.move("Ke3")
    with pytest.raises(GameError, match="is no move"):
        tree.move("0000")


def test_variations_are_promoted_and_removed():
    tree = tree_of(PGN)
    sicilian = next(node.id for node in tree.told().nodes if node.san == "c5")
    tree.promote(sicilian)
    assert [node.san for node in tree.told().nodes][:3] == ["e4", "c5", "Nf3"]
    tree.go(next(node.id for node in tree.told().nodes if node.san == "c3"))
    tree.remove(sicilian)
    assert "c5" not in tree.told().pgn
    assert tree.shown().path == [0]
    for gone in (tree.go, tree.promote, tree.remove):
        with pytest.raises(GameError, match="not in the game any more"):
            gone(sicilian)
    with pytest.raises(GameError, match="no move"):
        tree.remove(0)


def test_castling_in_chess960_is_written_and_read():
    tree = tree_of("1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1")
    tree.move("c1f1")
    assert tree.told().nodes[0].san == "O-O"
    assert 'Chess960"]' in tree.told().pgn
    assert tree_of(tree.told().pgn).told().nodes[0].san == "O-O"
    assert tree_of(CASTLING_960).shown().fen == CASTLING_960


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "neither a game nor a position"),
        ("hello", "expected a tag or a move"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9"),
        ("x" * 16_000_001, "at most 16,000,000"),
        ('[Variant "Atomic"]\n\n1. e4 *', "Atomic"),
    ],
)
def test_what_can_not_be_loaded_is_refused_by_name(text, fault):
    with pytest.raises(GameError, match=fault):
        tree_of(text)


def test_a_game_has_no_more_positions_than_allowed():
    limits = Limits(positions=4)
    with pytest.raises(GameError, match="more than 4 positions"):
        tree_of(PGN, limits)
    tree = tree_of("1. e4 e5 2. Nf3", limits)
    tree.move("d2d4")
    with pytest.raises(GameError, match="no more fit in"):
        tree.move("d7d5")


def test_variations_may_be_nested_as_deep_as_they_like():
    deep = "1. Nf3 " + "Nf6 2. Ng1 Ng8 3. Nf3 " * 10 + "".join("(1. Nc3 " for _ in range(2000)) + ")" * 2000
    tree = tree_of(deep)
    assert len(tree.told().nodes) > 2000


def test_edits_are_undone_and_done_again():
    tree = tree_of(PGN)
    before = tree.told().pgn
    tree.move("d4")
    tree.comment(tree.number, "Queen's {pawn}")
    tree.mark(tree.number, 1)
    tree.promote(tree.number)
    tree.comment(0, "New")
    after = tree.told()
    assert after.nodes[0].san == "d4"
    assert (after.nodes[0].comment, after.nodes[0].nags, after.start.comment) == ("Queen's [pawn]", [1], "New")
    for _ in range(5):
        tree.undo()
    told = tree.told()
    assert (told.pgn, told.can_undo, told.can_redo, tree.number) == (before, False, True, 0)
    with pytest.raises(GameError, match="nothing to undo"):
        tree.undo()
    for _ in range(5):
        tree.redo()
    assert (tree.told().pgn, tree.told().can_redo) == (after.pgn, False)
    with pytest.raises(GameError, match="nothing to do again"):
        tree.redo()
    tree.undo()
    tree.move("c5")
    assert tree.told().can_redo is False


def test_signs_are_one_of_a_kind_and_others_stay():
    tree = tree_of("1. e4 $3 $18 $40 *")
    (node,) = tree.told().nodes
    for nag, left in ((2, [2, 18, 40]), (14, [2, 14, 40]), (14, [2, 40]), (2, [40])):
        tree.mark(node.id, nag)
        assert tree.told().nodes[0].nags == left
    with pytest.raises(GameError, match=r"\$99 is no sign"):
        tree.mark(node.id, 99)


def test_what_programs_write_into_comments_stays_and_is_not_told():
    tree = tree_of("1. e4 {[%eval 0.30] Good [%clk 0:10:00]} *")
    (node,) = tree.told().nodes
    assert node.comment == "Good"
    tree.comment(node.id, "Very\n good")
    assert tree.told().nodes[0].comment == "Very good"
    assert "{ [%eval 0.30] [%clk 0:10:00] Very good }" in tree.told().pgn


def test_an_edit_that_is_too_large_changes_nothing():
    tree = tree_of(PGN, Limits(game_characters=300))
    before = tree.told()
    with pytest.raises(GameError, match="the game has 300 characters"):
        tree.comment(0, "x" * 300)
    assert tree.told() == replace(before, edits=tree.edits)


@pytest.mark.check
@pytest.mark.parametrize("seed", range(6))
def test_many_edits_leave_a_sound_game(seed):
    dice = random.Random(seed)
    tree = tree_of(PGN, Limits(positions=60, game_characters=2_000))
    texts = [tree.told().pgn]
    for _ in range(150):
        numbers = [0, *(node.id for node in tree.told().nodes)]
        node = dice.choice(numbers)
        act = dice.choice(
            ["move", "move", "go", "promote", "make_main", "remove", "comment", "mark", "draw", "undo", "redo", "end"]
        )
        try:
            if act == "move":
                tree.move(dice.choice([move.uci() for move in tree.board().legal_moves]))
            elif act == "comment":
                tree.comment(node, dice.choice(["", "a word", "many words " * 20]))
            elif act == "mark":
                tree.mark(node, dice.choice([1, 2, 10]))
            elif act == "draw":
                tree.draw(node, dice.choice([[], ["Gd4"], ["Re2e4", "Bd4"]]))
            elif act == "end":
                tree.end("1-0", {"Round": str(dice.randrange(9))})
            elif act in ("undo", "redo"):
                getattr(tree, act)()
            else:
                getattr(tree, act)(node)
        except GameError:
            pass
        told, shown = tree.told(), tree.shown()
        texts.append(told.pgn)
        assert told.pgn == export(tree.game)
        fresh = tree_of(told.pgn)
        assert [node.san for node in fresh.told().nodes] == [node.san for node in told.nodes]
        fresh.follow(shown.path)
        assert fresh.shown().fen == shown.fen == fen_of(tree.current.board()) == fen_of(tree.board())
        assert tree.board().move_stack == tree.current.board().move_stack
    while tree.told().can_redo:
        tree.redo()
    told = tree.told()
    while tree.told().can_undo:
        tree.undo()
    assert tree.told().pgn in texts
    while tree.told().can_redo:
        tree.redo()
    assert tree.told().pgn == told.pgn


def test_what_is_remembered_to_be_undone_has_a_bound_in_bytes():
    tree = tree_of("1. e4 *", Limits(undo_bytes=1_000_000))
    for number in range(100):
        tree.comment(1, "\N{GRINNING FACE}" * 20_000 + str(number))
    undone = 0
    while tree.told().can_undo:
        tree.undo()
        undone += 1
    assert 3 <= undone <= 12
    assert tree.told().nodes[0].comment.endswith(str(99 - undone))
    for _ in range(undone):
        tree.redo()
    assert tree.told().nodes[0].comment.endswith("99")


def test_the_last_edit_can_be_undone_however_large_it_is():
    tree = tree_of(PGN, Limits(undo_bytes=1))
    before = tree.told().pgn
    tree.comment(0, "long " * 10_000)
    tree.remove(1)
    tree.undo()
    assert "long long" in tree.told().pgn
    assert tree.told().can_undo is False
    tree.redo()
    assert before != tree.told().pgn


@pytest.mark.check
def test_a_step_in_a_long_game_takes_no_way_through_it(monkeypatch):
    shuffle = " ".join(("Nf3", "Nf6", "Ng1", "Ng8")[ply % 4] for ply in range(4_000))
    tree = tree_of(f"{shuffle} *")
    tree.go(4_000)
    tree.shown()
    made = []
    for name in ("push", "pop"):
        real = getattr(chess.Board, name)
        monkeypatch.setattr(chess.Board, name, lambda self, *move, real=real: made.append(self) or real(self, *move))
    steps = [
        lambda: tree.go(3_999),
        lambda: tree.go(4_000),
        lambda: tree.comment(2, "a word"),
        lambda: tree.mark(3, 1),
        lambda: tree.move("e4"),
        tree.undo,
        tree.redo,
        tree.undo,
        lambda: tree.remove(4_000),
    ]
    for step in steps:
        made.clear()
        step()
        tree.shown()
        tree.told()
        tree.board()
        assert len(made) < 150  # legal moves are tried out, and repetitions looked for


def test_a_game_is_written_as_python_chess_writes_it():
    for text in (
        PGN,
        "{one} *",
        "*",
        '[FEN "8/8/8/8/8/k7/p7/K7 b - - 0 30"]\n\n*',
        "1. e4 (1. d4 $5 {a} (1. c4)) (1. b3) e5 {b} *",
    ):
        tree = tree_of(text)
        assert tree.told().pgn == export(tree.game)


def test_moves_that_a_tab_has_made_keep_the_numbers_that_it_gave():
    tree = tree_of("1. e4 e5 *")
    tree.play(["e2e4", "c7c5", "g1f3"], [-1, -2, -3])
    told = tree.told()
    assert [(node.id, node.san, node.move) for node in told.nodes] == [
        (1, "e4", "e2e4"), (2, "e5", "e7e5"), (-2, "c5", "c7c5"), (-3, "Nf3", "g1f3"),
    ]  # fmt: skip
    assert tree.number == -3
    tree.go(0)
    tree.play(["e2e4"], [-4])
    assert (tree.number, tree.told().edits) == (1, 1)
    tree.undo()
    assert [node.id for node in tree.told().nodes] == [1, 2]


@pytest.mark.parametrize(
    ("moves", "numbers", "fault"),
    [
        (["e2e5"], [-1], "'e2e5' is not legal here"),
        (["e2e4", "e2e4"], [-1, -2], "not legal"),
        (["d2d4"], [5], "number"),
        (["d2d4", "d7d5"], [-1], "each with its number"),
        ([], [], "1 to 40 moves"),
    ],
)
def test_moves_that_a_tab_can_not_have_made_change_nothing(moves, numbers, fault):
    tree = tree_of("1. e4 *")
    before = tree.told()
    with pytest.raises(GameError, match=fault):
        tree.play(moves, numbers)
    assert (tree.told(), tree.number) == (before, 0)


def test_a_move_inside_a_variation_takes_the_variation_up():
    tree = tree_of("1. e4 (1. d4 d5 2. c4) (1. c4 e5) *")
    inside = next(node.id for node in tree.told().nodes if node.san == "e5")
    tree.promote(inside)
    assert "1. e4 ( 1. c4 e5 ) ( 1. d4 d5 2. c4 )" in tree.told().pgn
    tree.make_main(next(node.id for node in tree.told().nodes if node.ply == 3))
    assert "1. d4 ( 1. e4 ) ( 1. c4 e5 ) 1... d5 2. c4" in tree.told().pgn
    for act in (tree.promote, tree.make_main):
        with pytest.raises(GameError, match="in the main line already"):
            act(tree.told().nodes[0].id)


def test_evaluations_clocks_and_shapes_are_told_and_shapes_drawn():
    tree = tree_of("{[%csl Gd4]} 1. e4 {[%eval 0.35][%clk 0:02:57] Good [%emt 0:00:03]} e5 {[%eval #-3]} *")
    told = tree.told()
    assert told.start.shapes == ["Gd4"]
    first, second = told.nodes
    assert (first.score, first.clock, first.spent, first.comment) == ("+0.35", 177, 3, "Good")
    assert 500 < first.expected < 700
    assert (second.score, second.expected) == ("#-3", 0)
    tree.draw(1, ["Re4e5", "Bd4"])
    assert "[%csl Bd4][%cal Re4e5] [%eval 0.35][%clk 0:02:57] Good" in tree.told().pgn
    assert tree.told().nodes[0].shapes == ["Bd4", "Re4e5"]
    tree.draw(1, [])
    assert "{ [%eval 0.35]" in tree.told().pgn
    with pytest.raises(GameError, match="'Xd4' is no square"):
        tree.draw(1, ["Xd4"])
