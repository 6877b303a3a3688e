"""The node function: exact values where they can be known, and what each technique makes of a node."""

import random
from functools import cache

import chess
import numpy as np
import pytest

from kiebitz import Engine, Limit
from kiebitz.core import parameters
from kiebitz.core.value import MATE
from kiebitz.engine.engine import EVALUATION_PARAMETERS
from kiebitz.engine.trace import KINDS, REASONS
from traced_node import ALONE, HIGH, MIDDLEGAME, QUIET_PATH, SEARCHED, TABLE, TracedNode, move_code

SWITCHES = [t.name for t in parameters.TABLE if (t.minimum, t.maximum) == (0, 1) and not t.names]
# Modules of the evaluation, and rules of a null move policy that is not the default, have tests of their own.
TECHNIQUES = [name for name in SWITCHES if name not in EVALUATION_PARAMETERS and not name.startswith("zugzwang_rule")]
PLAIN = dict.fromkeys(TECHNIQUES, 0)
# Few men, so that every reply can be looked at; White to move after two quiet moves.
FEW_MEN, FEW_MEN_PATH = "4k3/pp3p2/8/3n4/8/2B5/PP4P1/4K3 w - - 0 1", ("a2a3", "a7a6")

MATES = [
    ("8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1", 2, "c6d7"),
    ("5K2/8/2qk4/2nPp3/3r4/6B1/B7/3R4 w - e6 0 1", 1, "d5e6"),
    ("r1b2r1k/pp1p2pp/2p5/2B1q3/8/8/P1PN2PP/R4RK1 w - - 0 18", 1, "f1f8"),
]


@pytest.fixture
def engine():
    with Engine(hash_mb=4) as engine:
        yield engine


@pytest.mark.parametrize(("fen", "mate", "move"), MATES)
def test_mates_are_found_with_their_distance(engine, fen, mate, move):
    info = engine.analyse(fen, Limit(depth=9))
    assert info.score.mate == mate
    assert info.best_move == move


def test_being_mated_and_having_been_mated(engine):
    assert engine.analyse("2brrb2/8/p7/Q7/1p1kpPp1/1P1pN1K1/3P4/8 b - -", Limit(depth=8)).score.mate == -1
    mated = engine.analyse("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=4))
    assert mated.lines == ()
    assert mated.best_move is None
    assert engine.analyse("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Limit(depth=4)).best_move is None


def plain_value(board: chess.Board, depth: int, evaluate) -> int:
    """Minimax over the same horizon, as plainly as it can be said: no window, no order, no table."""
    if board.is_checkmate():
        return -MATE + board.ply()
    if depth > 0 and board.is_stalemate():
        return 0
    if board.is_insufficient_material() or board.is_repetition(2) or board.is_fifty_moves():
        return 0
    moves = list(board.legal_moves) if depth > 0 or board.is_check() else [*board.generate_legal_captures()]
    if depth <= 0:
        moves += [m for m in board.legal_moves if m.promotion and m not in moves]
    best = -40000
    if depth <= 0 and not board.is_check():
        best = evaluate(board)
    for move in moves:
        board.push(move)
        best = max(best, -plain_value(board, depth - 1, evaluate))
        board.pop()
    return best


def test_alpha_beta_with_every_technique_off_equals_minimax():
    rng = random.Random(11)
    compared = 0
    with Engine(hash_mb=1, **PLAIN) as engine:
        while compared < 2:
            board = chess.Board(FEW_MEN)
            for _ in range(rng.randrange(0, 16)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(rng.choice(moves))
            if not any(board.legal_moves) or board.is_insufficient_material():
                continue
            start = chess.Board(board.fen())
            engine.new_game()
            info = engine.analyse(start.fen(), Limit(depth=2))
            value = plain_value(start, 2, lambda b: engine.evaluate(b.fen()).total)
            if info.score.mate is None:
                assert info.score.centipawns == value, start.fen()
            compared += 1


@cache
def nodes_without(fen, *technique):
    """The nodes of a search without techniques."""
    with Engine(hash_mb=4, **{name: 1 - parameters.defaults()[name] for name in technique}) as engine:
        info = engine.analyse(fen, Limit(depth=11))
    assert info.best_move in {move.uci() for move in chess.Board(fen).legal_moves}
    return info.nodes


@pytest.mark.check
@pytest.mark.parametrize("technique", TECHNIQUES)
def test_every_technique_can_be_switched_off_and_matters(technique):
    # No draw is dead near there, no mate known, no table asked; and two change nothing in so short a search.
    endings = {
        "dead_draws": "8/8/4k3/2p5/8/3K4/4P3/8 w - - 0 1",
        "known_mates": "8/8/8/3k4/8/8/8/KQ6 w - - 0 1",
        "endgame_tables": "8/8/4k3/2p1p3/8/3K4/4P3/8 w - - 0 1",
    }
    fen = endings.get(technique, MIDDLEGAME)
    # Tables know what draws are dead.
    others = ("endgame_tables",) if technique == "dead_draws" else ()
    if technique not in ("mate_distance_pruning", "history_pruning"):
        assert nodes_without(fen, *others) != nodes_without(fen, technique, *others)


def test_repetition_is_a_draw_for_the_side_that_wants_it(engine):
    # White is a rook down and about to be mated, but checks for ever: Qe8+ Kh7 Qh5+ Kg8.
    info = engine.analyse("6k1/6p1/8/7Q/3q4/8/1r4PP/7K w - - 0 1", Limit(depth=12))
    assert info.best_move == "h5e8"
    assert info.score.centipawns == 0


def test_the_fifty_move_rule_is_seen(engine):
    won = engine.analyse("7k/8/8/8/8/8/1R6/K7 w - - 0 1", Limit(depth=10)).score
    drawn = engine.analyse("7k/8/8/8/8/8/1R6/K7 w - - 98 120", Limit(depth=10)).score
    assert won.clipped(10_000) > 100
    assert drawn.centipawns == 0


# ---------------------------------------------------------------------- each technique, alone, at a made node


def few_men(**techniques):
    """White has a bishop for a knight, and nothing to take."""
    return TracedNode(FEW_MEN, FEW_MEN_PATH, **(ALONE | techniques))


def test_only_the_first_move_gets_the_open_window():
    first, *others = few_men().search(3, -50, 500).first_searches
    assert (first["alpha"], first["beta"]) == (-500, 50)
    assert all(row["beta"] - row["alpha"] == 1 for row in others)
    wide = few_men(principal_variation_search=0).search(3, -50, 500).first_searches
    assert all(row["beta"] - row["alpha"] > 1 for row in wide)


def test_a_move_that_proves_better_is_searched_again_with_the_open_window():
    node = few_men().search(3, -50, 500)
    raised = [row for row in node.children if not row["fresh"]]
    assert raised
    assert all(row["beta"] == 50 or row["beta"] - row["alpha"] > 1 for row in raised)
    assert node.row["best_move"] == raised[-1]["move"]


REDUCING = {"late_move_reductions": 1, "reduction_moves": 1, "reduction_base": 100}


def test_late_moves_are_reduced_and_searched_again_if_they_prove_better():
    reductions = few_men(**REDUCING).search(4, 0, 1).first_searches["reduction"].tolist()
    assert reductions[0] == 0
    assert all(reduction > 0 for reduction in reductions[1:])
    node = few_men(**REDUCING).search(4, -20, -19)
    assert node.reason == "beta cut"
    last = node.children[-1]
    assert (last["fresh"], last["depth"], last["move"]) == (0, 3, node.row["best_move"])
    assert few_men(reduction_depth=5, **REDUCING).search(4, 0, 1).first_searches["reduction"].max() == 0


@pytest.mark.parametrize(("near", "far", "depth"), [(0, 1000, 3), (0, 0, 4), (1000, 1000, 2)])
def test_a_reduced_move_is_searched_again_the_deeper_the_better_it_was(near, far, depth):
    node = few_men(**REDUCING, research_depth=1, research_near=near, research_far=far).search(4, -20, -19)
    reduced, again = node.children[-2:]
    assert (reduced["depth"], reduced["reduction"], reduced["fresh"]) == (1, 2, 1)
    assert (again["depth"], again["move"], again["fresh"]) == (depth, reduced["move"], 0)


def test_what_a_ply_less_would_search_no_deeper_is_not_searched_again():
    node = few_men(**REDUCING, research_depth=1, research_near=1000).search(3, -20, -19)
    assert node.reason == "beta cut"
    assert node.children[-1]["reduction"] == 1
    assert node.children["fresh"].all()


def test_a_check_is_reduced_less_and_the_first_move_never():
    fen, path = "4k3/8/8/8/8/8/R7/4K2N b - - 0 1", ("e8f8", "a2a3", "f8e8")
    node = TracedNode(fen, path, **(ALONE | REDUCING), check_bonus=0).search(6, HIGH, HIGH + 1)
    reductions = dict(zip(node.moves, node.first_searches["reduction"].tolist(), strict=True))
    assert reductions[node.moves[0]] == 0
    after_the_check = node.moves[node.moves.index("a3e3") + 1]
    assert reductions["a3e3"] == reductions[after_the_check] - 1


def test_a_check_is_extended_but_no_path_for_ever():
    fen, path = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1", ("a2a7", "e8d8", "a7a6", "d8e8", "a6a8")
    extending = ALONE | {"check_extension": 1}
    assert TracedNode(fen, path, **ALONE).search(2, -HIGH, HIGH).row["depth"] == 2
    assert TracedNode(fen, path, **extending).search(2, -HIGH, HIGH).row["depth"] == 3
    assert TracedNode(fen, path, **extending).search(0, -HIGH, HIGH, iteration=3).row["depth"] == 1
    assert TracedNode(fen, path, **extending).search(2, -HIGH, HIGH, iteration=2).row["depth"] == 2


def test_mate_distance_pruning_ends_a_node_below_a_shorter_mate():
    assert few_men(mate_distance_pruning=1).search(3, MATE - 2, MATE - 1).reason == "mate distance"
    assert few_men(mate_distance_pruning=1).search(3, MATE - 4, MATE - 2).reason in SEARCHED
    assert few_men().search(3, MATE - 2, MATE - 1).reason in SEARCHED


def test_a_table_entry_deep_enough_ends_a_node_with_a_null_window():
    def reason(entry, *window, **options):
        known = {(): entry}
        return TracedNode(FEW_MEN, FEW_MEN_PATH, known=known, **(ALONE | TABLE | options)).search(3, *window).reason

    lower, upper, exact = ({"value": 30, "depth": 3, "bound": bound} for bound in (2, 1, 3))
    assert reason(lower, 20, 21) == reason(upper, 40, 41) == reason(exact, 20, 21) == "table hit"
    assert reason(lower, 40, 41) in SEARCHED
    assert reason(upper, 20, 21) in SEARCHED
    assert reason(exact, -40, 41) in SEARCHED, "the principal variation would end here"
    assert reason({**lower, "depth": 2}, 20, 21) in SEARCHED
    assert reason(lower, 20, 21, table_cutoffs=0) in SEARCHED
    assert reason(lower, 20, 21, transposition_table=0) in SEARCHED


def test_the_evaluation_is_sharpened_by_a_bound_on_its_right_side():
    """Reverse futility believes the sharper one; the row keeps the static one."""
    static = few_men().search(2, 0, 1).row["evaluation"]
    for bound, reason in ((2, "reverse futility"), (1, "all moves searched")):
        known = {(): {"value": 400, "depth": 0, "bound": bound}}
        node = TracedNode(FEW_MEN, FEW_MEN_PATH, known=known, **(ALONE | TABLE | {"reverse_futility": 1}))
        assert node.search(2, 200, 201).reason == reason
        assert node.row["evaluation"] == static


def test_razoring_asks_quiescence_alone():
    node = few_men(razoring=1).search(2, HIGH, HIGH + 1)
    assert node.reason == "razoring"
    assert {int(row["kind"]) for row in node.rows[1:]} == {2}
    assert few_men(razoring=1).search(4, HIGH, HIGH + 1).reason in SEARCHED, "deeper than razoring_depth"
    assert few_men(razoring=1).search(2, MATE - 100, MATE - 99).reason in SEARCHED, "no margin measures a mate"


def test_reverse_futility_ends_a_node_far_above_beta():
    static = int(few_men().search(2, 0, 1).row["evaluation"])
    margin = parameters.defaults()["reverse_futility_margin"]
    for depth in (1, 2, 4):
        enough = static - margin * depth
        assert few_men(reverse_futility=1).search(depth, enough - 1, enough).reason == "reverse futility"
        assert few_men(reverse_futility=1).search(depth, enough, enough + 1).reason in SEARCHED
    answer = TracedNode(FEW_MEN, ("a2a3",), **(ALONE | {"reverse_futility": 1}))
    assert answer.search(2, -900, -899).reason == "reverse futility", "an answer to a root move, too"
    assert few_men(reverse_futility=1).search(2, -MATE, -MATE + 1).reason in SEARCHED, "a window of mates"


def test_a_null_move_that_refutes_ends_the_node():
    node = few_men(null_move=1).search(4, -300, -299)
    assert node.reason == "null move"
    assert len(node.passes) == 1
    assert node.passes[0]["depth"] < 3
    assert few_men(null_move=1).search(4, 300, 301).passes.size == 0, "who is below beta doesn't pass"
    assert few_men(null_move=1).search(4, -300, 300).passes.size == 0, "nor in the principal variation"


def test_without_a_table_move_a_ply_is_taken_off_where_the_order_matters():
    def depth(known=None, cut_node=True, *window):
        options = ALONE | TABLE | {"internal_iterative_reduction": 1}
        node = TracedNode(FEW_MEN, FEW_MEN_PATH, known=known, **options)
        return node.search(4, *(window or (50, 51)), cut_node=cut_node).first_searches["depth"].max()

    assert depth() == 2
    assert depth({(): {"value": 0, "depth": 0, "bound": 2, "move": move_code("e1e2")}}) == 3
    assert depth(None, False) == 3, "an all node"
    assert depth(None, False, -50, 51) == 2, "the principal variation"


def test_enhanced_transposition_cutoff_finds_a_refutation_that_would_come_late():
    known = {("c3h8",): {"value": -90, "depth": 3, "bound": 1}}
    options = ALONE | TABLE | {"enhanced_transposition_cutoff": 1}
    assert TracedNode(FEW_MEN, FEW_MEN_PATH, known=known, **options).search(4, 50, 51).reason == "transposition cutoff"
    assert TracedNode(FEW_MEN, FEW_MEN_PATH, known=known, **options).search(5, 50, 51).reason in SEARCHED
    options["enhanced_transposition_cutoff"] = 0
    assert TracedNode(FEW_MEN, FEW_MEN_PATH, known=known, **options).search(4, 50, 51).first_searches.size > 1


def test_futility_leaves_quiet_moves_out_but_no_check_and_never_the_first():
    fen, path = "4k3/8/8/8/3p4/8/R3B3/4K3 b - - 0 1", ("d4d3", "e2f1", "e8f8", "e1d1", "f8e8")
    moves = TracedNode(fen, path, **(ALONE | {"futility": 1})).search(2, HIGH, HIGH + 1).moves
    assert moves[0] == "f1d3"
    assert set(moves[1:]) == {"a2a8", "a2e2"}
    whole = TracedNode(fen, path, **ALONE).search(2, HIGH, HIGH + 1)
    assert len(whole.moves) == whole.board.legal_moves.count()
    near = TracedNode(fen, path, **(ALONE | {"futility": 1, "futility_base": 2000})).search(2, HIGH, HIGH + 1)
    assert near.moves == whole.moves


@pytest.mark.parametrize(("depth", "improving"), [(1, 0), (2, 0), (3, 0), (3, 1)])
def test_late_move_pruning_stops_after_a_number_of_quiet_moves(depth, improving):
    options = {"late_move_pruning": 1, "improving": improving}
    path = (*QUIET_PATH, "d8c7", "g2g4")
    node = TracedNode(MIDDLEGAME, path, **(ALONE | options)).search(depth, HIGH, HIGH + 1)
    before = TracedNode(MIDDLEGAME, QUIET_PATH, **ALONE).search(1, HIGH, HIGH + 1).row["evaluation"]
    rises = improving and node.row["evaluation"] > before
    base = parameters.defaults()["late_move_base"]
    quiet = [move for move in node.moves if not node.board.is_capture(chess.Move.from_uci(move))]
    # The one at which it is noticed is still searched.
    assert len(quiet) == (base + depth * depth) // (1 if rises else 2) + 1


def test_see_pruning_leaves_losing_moves_out_the_more_the_nearer_the_horizon():
    margins = {"see_pruning": 1, "see_pruning_quiet": 25, "see_pruning_noisy": 160}

    def left_out(depth):
        whole = TracedNode(MIDDLEGAME, QUIET_PATH, **ALONE).search(depth, HIGH, HIGH + 1).moves
        rest = TracedNode(MIDDLEGAME, QUIET_PATH, **(ALONE | margins)).search(depth, HIGH, HIGH + 1).moves
        assert [move for move in whole if move in rest] == rest
        return set(whole) - set(rest)

    assert {"g7c3", "c5b3", "d8h4"} <= left_out(1)
    assert "g6g5" in left_out(1)
    assert "g6g5" in left_out(2)
    assert "b7b5" in left_out(2)
    assert "b7b5" not in left_out(3), "a pawn is no longer too much"


def test_history_pruning_leaves_out_what_has_failed_often():
    options = {"history": 1, "history_pruning": 1, "history_pruning_limit": 1, "history_bonus_slope": 2000}
    node = few_men(**options)
    assert len(node.search(1, HIGH, HIGH + 1).moves) == 18, "nobody has failed yet"
    node.search(5, -40, -39)
    rest = node.search(1, HIGH, HIGH + 1).moves
    assert 1 <= len(rest) < 18


def standing_alone(entry, *question, **more):
    """Where the pawns have moved, Qxd5 wins a queen; what the table says of it, and of no other move."""
    options = ALONE | TABLE | {"table_cutoffs": 0, "singular_extension": 1, "singular_depth": 3} | more
    known = {(): {"move": move_code("d1d5"), "bound": 2, "depth": 3} | entry}
    cut_node = options.pop("cut_node", False)
    node = TracedNode("4k3/p7/8/3q4/8/8/P7/3QK3 b - - 0 1", ("a7a6", "a2a3", "a6a5"), known=known, **options)
    return node.search(4, *question, cut_node=cut_node)


@pytest.mark.parametrize(
    ("entry", "extension", "options"),
    [
        pytest.param({"value": 900}, 2, {}, id="all others lose a queen"),
        ({"value": 900}, 1, {"singular_double_margin": 1000}),
        pytest.param({"value": 900, "bound": 1}, 0, {}, id="the table doesn't say it is so good"),
        pytest.param({"value": 900, "depth": 0}, 0, {}, id="nor did it look deep enough"),
        pytest.param({"value": MATE - 50}, 0, {}, id="no margin measures a mate"),
        ({"value": 900}, 0, {"singular_depth": 5}),
        # Where a refutation is expected, a move that doesn't stand alone is searched less deep.
        ({"value": -900}, -1, {"cut_node": True}),
        ({"value": -900}, 0, {"cut_node": False}),
    ],
)
def test_a_move_that_stands_alone_is_extended_by_up_to_two_plies(entry, extension, options):
    assert standing_alone(entry, 850, 851, **options).first_searches[0]["extension"] == extension


def test_if_even_the_other_moves_refute_so_does_the_node():
    node = standing_alone({"value": -900}, -1200, -1199)
    assert node.reason == "multi-cut"
    assert node.value >= -1199
    assert standing_alone({"value": -900}, -1200, 1200).reason in SEARCHED, "the principal variation is searched whole"


def test_draws_and_ends_of_games_have_their_reasons():
    def reason(fen, *path, depth=3):
        return TracedNode(fen, path, **ALONE).search(depth, -HIGH, HIGH).reason

    assert reason("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f8") == "mated"
    assert reason("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7") == "stalemate"
    assert reason("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90", "f1f2") == "draw by rule"
    assert reason("7k/8/6K1/8/8/8/8/5Q2 w - - 99 90", "f1f8") == "mated", "on the hundredth ply"
    assert reason("7k/8/6K1/8/8/8/5q2/5B2 w - - 0 1", "f1g2") == "all moves searched"
    assert reason("7k/8/8/8/8/6K1/5q2/8 w - - 0 1", "g3f2") == "draw by rule", "two kings"
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3")
    assert reason(chess.STARTING_FEN, *shuffle) == "draw by rule"


@pytest.mark.parametrize("static_selectivity", ["off", "strict"])
def test_no_evaluation_stands_for_a_stalemate(engine, static_selectivity):
    """Before its moves are known a stalemated side may look good enough for all its window asks."""
    engine.configure(static_selectivity=static_selectivity)
    stalemates = 0
    for fen in ("7k/8/5K2/8/6P1/8/8/8 w - - 0 1", "8/8/8/p7/k1K5/P7/1R6/8 w - - 0 1"):
        engine.new_game()
        trace = engine.trace(fen, Limit(depth=7))
        for row in np.flatnonzero(trace.rows["kind"] == KINDS.index("tree")):
            if REASONS[trace.rows["reason"][row]] == "stalemate":
                stalemates += 1
            elif REASONS[trace.rows["reason"][row]] in ("reverse futility", "static selectivity"):
                assert not trace.board(int(row)).is_stalemate()
    assert stalemates > 0
