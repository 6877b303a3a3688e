from kiebitz.classroom.animation.dendrogram import Dendrogram
from kiebitz.classroom.animation.replay import NodeState, Status, animate
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.node import walk
from kiebitz.classroom.theory.trees import read_tree

TREE = read_tree("[[3, 12], [2, 4]]")


def rows(tree, states, current=None):
    return [row.plain for row in Dendrogram(tree).draw(states, current)]


def test_the_end_of_alpha_beta():
    animation = animate(ALGORITHMS["alphabeta"], TREE, "")
    last = len(animation.steps) - 1
    picture = "\n".join(rows(TREE, animation.states(last)))
    for text in ("□1 = 3", "○2 = 3", "○5 ≤ 2", "3 = 3", "4 = 12", "6 = 2", "└// 7 (4)"):
        assert text in picture


def test_the_current_node_is_marked_and_its_row_known():
    tree = Dendrogram(TREE)
    states = {node.number: NodeState(Status.OPEN, "(−∞, ∞)") for node in walk(TREE)}
    picture = [row.plain for row in tree.draw(states, 2)]
    assert "►○2" in picture[tree.row_of(2)]
    assert "(−∞, ∞)" in picture[tree.row_of(2) + 1]
    assert max(map(len, picture)) <= tree.width
    assert len(picture) == tree.height == 4


def test_any_form_fits():
    for text in ("5", "[5]", "[[[[1]]]]", "[1, [2, [3, [4, -5]]]]", "[[1], [2, 3, 4], 5]"):
        tree = read_tree(text)
        animation = animate(ALGORITHMS["negamax"], tree, "")
        for index in range(len(animation.steps)):
            drawn = Dendrogram(tree).draw(animation.states(index), animation.steps[index].node)
            assert all(len(row.plain) <= Dendrogram(tree).width for row in drawn)
