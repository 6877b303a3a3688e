from dataclasses import replace

import chess
import pytest

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
    assert told.comment == "Before"
    by_number = {node.id: node for node in told.nodes}
    names = [(node.san, by_number[node.parent].san if node.parent else "", node.ply) for node in told.nodes]
    assert names == [
        ("e4", "", 1), ("e5", "e4", 2), ("Nf3", "e5", 3), ("Nc6", "Nf3", 4), ("Bb5", "Nc6", 5),
        ("c5", "e4", 2), ("Nf3", "c5", 3), ("c3", "c5", 3),
    ]  # fmt: skip
    assert told.nodes[0].comment == "Best"
    assert told.nodes[5].nags == [1]
    assert "1... c5 $1 2. Nf3 ( 2. c3 )" in told.pgn


def test_the_shown_position_has_what_a_board_needs():
    tree = tree_of(PGN)
    tree.follow([0, 0, 0, 0, 0])
    shown = tree.shown()
    assert (shown.turn, shown.last, shown.check, shown.outcome) == ("b", ["f1", "b5"], "", "")
    assert shown.opening == "C60 Ruy Lopez"
    assert shown.path == [0, 0, 0, 0, 0]
    assert {row[0] for row in shown.legal} == {move.uci() for move in chess.Board(shown.fen).legal_moves}
    tree.follow([0, 1, 1, 0, 7])
    assert shown.path != tree.shown().path == [0, 1, 1]


def test_check_and_mate_are_told():
    tree = tree_of("1. f3 e5 2. g4 Qh4#")
    tree.follow([0, 0, 0, 0])
    shown = tree.shown()
    assert (shown.check, shown.outcome, shown.legal) == ("e1", "checkmate", [])


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


def test_castling_can_be_aimed_at_two_squares():
    standard = tree_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").shown().legal
    assert [row[1:] for row in standard if row[0] == "e1g1"] == [["e1", "g1"], ["e1", "h1"]]
    assert [row[1:] for row in standard if row[0] == "e1c1"] == [["e1", "c1"], ["e1", "a1"]]
    tree = tree_of("1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1")
    rows = tree.shown().legal
    assert [row[1:] for row in rows if row[0] == "c1f1"] == [["c1", "f1"], ["c1", "g1"]]
    # On this side the king stands where it castles to: only the rook can be aimed at.
    assert [row[1:] for row in rows if row[0] == "c1b1"] == [["c1", "b1"]]
    tree.move("c1f1")
    assert tree.told().nodes[0].san == "O-O"
    assert 'Chess960"]' in tree.told().pgn
    assert tree_of(tree.told().pgn).told().nodes[0].san == "O-O"
    assert tree_of(CASTLING_960).shown().fen == CASTLING_960


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "neither a game nor a position"),
        ("hello", "no game"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "9"),
        ("x" * 1_000_001, "at most 1,000,000"),
        ('[Variant "Atomic"]\n\n1. e4 *', "Atomic"),
    ],
)
def test_what_can_not_be_loaded_is_refused_by_name(text, fault):
    with pytest.raises(GameError, match=fault):
        tree_of(text)


def test_faults_of_a_game_are_kept_for_telling():
    assert "illegal" in tree_of("1. e4 e5 2. Ke3 *").faults[0]


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
    assert (after.nodes[0].comment, after.nodes[0].nags, after.comment) == ("Queen's [pawn]", [1], "New")
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


def test_a_line_that_was_removed_comes_back_whole():
    tree = tree_of(PGN)
    tree.follow([0, 1, 0])
    sicilian = next(node.id for node in tree.told().nodes if node.san == "c5")
    tree.remove(sicilian)
    assert tree.shown().path == [0]
    tree.undo()
    assert "1... c5 $1 2. Nf3 ( 2. c3 )" in tree.told().pgn
    assert tree.shown().path == [0, 1, 0]


def test_signs_are_one_of_a_kind_and_others_stay():
    tree = tree_of("1. e4 $3 $18 $40 *")
    (node,) = tree.told().nodes
    for nag, left in ((2, [2, 18, 40]), (14, [2, 14, 40]), (14, [2, 40]), (2, [40])):
        tree.mark(node.id, nag)
        assert tree.told().nodes[0].nags == left
    with pytest.raises(GameError, match=r"\$40 is no sign"):
        tree.mark(node.id, 40)


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
