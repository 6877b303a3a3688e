"""Chess as the protocol's game: where the upper tree ends, what a process stores and what it tells."""

from kiebitz.cluster.chess_tree import TOLD_AT_A_TIME, Briefing, ChessTree, Split
from kiebitz.cluster.question import Answer, Question
from kiebitz.core.search.shared import Shared
from kiebitz.core.search.subtree import rearm
from kiebitz.core.search.worker import Worker
from kiebitz.core.table.table import Table
from kiebitz.core.value import INFINITE, LONGEST_MATE

MIDDLEGAME = "r1bq1rk1/pp2ppbp/2np2p1/2n5/P3PP2/N1P2N2/1PB3PP/R1B1QRK1 b - - 0 1"
ROOT = Question((), 6, -INFINITE, INFINITE, iteration=6)
ROW_BYTES = 16


def tree_of(briefing):
    table = Table(1)
    return ChessTree(briefing, table, [Worker(table, Shared())]), table


def test_windows_at_the_root_are_those_of_the_parameters():
    def windows(**options):
        """Half widths of the third and fourth window, the fourth after a miss."""
        front = tree_of(Briefing(options=options))[0].front(9)
        for _ in range(2):
            front.take(Answer(0, 0))
        third = front.question.beta
        if third < INFINITE:
            front.take(Answer(third, INFINITE))
        return third, front.question.beta - third

    assert windows() == (INFINITE, 0)
    assert windows(aspiration_depth=3) == (18, 18)
    assert windows(aspiration_depth=3, aspiration_window=40) == (40, 40)
    assert windows(aspiration_depth=3, aspiration=0) == (INFINITE, 0)
    slow, quick = (
        tree_of(Briefing(options={"aspiration_depth": 1, "aspiration_growth": g}))[0].front(9) for g in (1, 500)
    )
    for front in (slow, quick):
        front.take(Answer(0, 0))
        front.take(Answer(20, INFINITE))
        front.take(Answer(60, INFINITE))
    assert slow.question.beta < quick.question.beta
    front = tree_of(Briefing(options={"aspiration_depth": 1}))[0].front(9)
    front.take(Answer(LONGEST_MATE, LONGEST_MATE))
    assert front.question.beta == INFINITE


def test_the_split_depth_follows_the_size_of_jobs():
    tree, _ = tree_of(Briefing(split=Split(5, job_nodes=1000, least_depth=4, most_depth=6)))

    def split_depth():
        return max(depth for depth in range(20) if tree.is_leaf(Question((1,), depth, 0, 1)))

    assert split_depth() == 5
    for nodes, depth in ((1000, 5), (10, 6), (10, 6), (5000, 5), (5000, 4), (5000, 4)):
        for _ in range(32):
            tree.observe(nodes)
        assert split_depth() == depth
    assert tree.is_leaf(Question((1,), 1, -50, 50))
    assert not tree.is_leaf(Question((1,), 2, -50, 50))


def test_what_is_learned_is_stored_and_what_is_told_is_gathered():
    tree, table = tree_of(Briefing(MIDDLEGAME))
    key = tree.expand(ROOT).key
    tree.learn(key, 0, 6, Answer(12, 12, (77,)), is_told=False)
    entry = table.look_up(tree.root)
    assert (entry["value"], entry["depth"], entry["move"]) == (12, 6, 77)
    assert tree.take_findings() is None
    tree.gather(bytes(TOLD_AT_A_TIME - ROW_BYTES))
    assert tree.take_findings() is None
    tree.learn(key, 0, 6, Answer(12, 12, (77,)), is_told=True)
    told = tree.take_findings()
    assert len(told) == TOLD_AT_A_TIME
    assert tree.take_findings() is None
    other, other_table = tree_of(Briefing(MIDDLEGAME))
    other.hear(told)
    assert other_table.look_up(other.root) == entry


def test_a_leaf_is_searched_to_its_value_and_a_legal_line():
    tree, _ = tree_of(Briefing(MIDDLEGAME))
    worker = tree.free[0]
    (move, _) = tree.expand(ROOT).moves[0]
    question = Question((move,), 4, -INFINITE, INFINITE, iteration=5)
    rearm(worker)
    answer, nodes = tree.search(worker, question)
    assert answer.lower == answer.upper
    assert nodes > 0
    assert len(tree.text((move, *answer.line))) >= 4
