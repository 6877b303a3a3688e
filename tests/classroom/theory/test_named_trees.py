import pytest

from kiebitz.classroom.theory.named_trees import FORMS, MAX_LEAVES, named_tree
from kiebitz.classroom.theory.node import leaves, walk
from kiebitz.classroom.theory.trees import TreeError


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("tartan", 16),
        ("uniform:3,3", 27),
        ("uniform:2,4,7", 16),
        ("best:2,5", 32),
        ("worst:2,5,1", 32),
        ("ordered:4,3,0.7", 64),
        ("ordered:4,3,0.7,9", 64),
        ("costliest:3,4", 81),
        ("[[3, 12], [2, 4]]", 4),
        (" [1, 2] ", 2),
        ("uniform:1,200", 1),
    ],
)
def test_names(text, count):
    tree = named_tree(text)
    assert sum(1 for _ in leaves(tree.root)) == count
    assert tree.title


def test_random_trees_differ_by_seed():
    shapes = {len(list(walk(named_tree(f"random:{seed}").root))) for seed in range(20)}
    assert len(shapes) > 5
    assert named_tree("random").title == named_tree("random:0").title


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("oak", "'oak'"),
        ("uniform", "branches"),
        ("uniform:2", "plies"),
        ("uniform:0,3", "from 1"),
        ("uniform:2,x", "'x' is no whole number"),
        ("uniform:2,3,4,5", "'5' is too much"),
        ("uniform:100,100", "too large"),
        ("uniform:1,100000", "too many"),
        ("uniform:" + "9" * 5000 + ",1", "no whole number"),
        ("ordered:2,3", "quality"),
        ("ordered:2,3,2", "from 0 to 1"),
        ("ordered:2,3,nan", "from 0 to 1"),
        ("tartan:1", "too much"),
        ("random:-1", "from 0"),
        ("[1,", "not a tree"),
        (str([1] * (MAX_LEAVES + 1)), "too large"),
    ],
)
def test_what_names_no_tree_is_refused(text, words):
    with pytest.raises(TreeError, match=words):
        named_tree(text)


def test_every_form_is_known():
    for form in FORMS[:-1]:
        example = form.partition("[")[0].replace("B,T", "2,3").replace("QUALITY", "0.5")
        assert named_tree(example).root
