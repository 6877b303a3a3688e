"""Replacement policies, each against a model of its rule in plain Python: the same questions, the same answers."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiebitz.core.table.design import POLICIES, TableDesign
from kiebitz.core.table.table import Table

UPPER, LOWER, EXACT = 1, 2, 3
GENERATIONS = 32
KEYS = range(1, 8)  # all of one bucket: their high halves are the same


@dataclass(frozen=True)
class Entry:
    key: int
    depth: int
    bound: int
    move: int
    value: int
    generation: int
    cleared: bool = False


class Model:
    """A table of one bucket that follows the words of its policy."""

    def __init__(self, policy):
        self.policy = policy
        self.bucket = [None] * POLICIES[policy].bucket
        self.generation = 0

    def find(self, key):
        return next((index for index, entry in enumerate(self.bucket) if entry and entry.key == key), None)

    def store(self, entry):
        own = self.find(entry.key)
        if own is not None and entry.move == 0:
            entry = replace(entry, move=self.bucket[own].move)
        getattr(self, self.policy)(replace(entry, generation=self.generation), own)

    def always(self, entry, own):
        self.bucket[0] = entry

    def depth(self, entry, own):
        old = self.bucket[0]
        if own is not None or old is None or old.cleared or entry.depth >= old.depth:
            self.bucket[0] = entry

    clearing = depth

    def depth_strict(self, entry, own):
        if self.bucket[0] is None or entry.depth >= self.bucket[0].depth:
            self.bucket[0] = entry

    def keeps(self, own, entry):
        """Whether a much deeper result of the same search stays; the newer move is taken over."""
        old = self.bucket[own]
        if entry.bound != EXACT and old.generation == self.generation and entry.depth + 4 < old.depth:
            self.bucket[own] = replace(old, move=entry.move)
            return True
        return False

    def two_tier(self, entry, own):
        deep = self.bucket[0]
        if own == 0:
            if not self.keeps(0, entry):
                self.bucket[0] = entry
        elif deep is None or deep.generation != self.generation or entry.depth >= deep.depth:
            self.bucket = [entry, deep if deep is not None else self.bucket[1]]
        elif own is None or not self.keeps(1, entry):
            self.bucket[1] = entry

    def buckets(self, entry, own):
        if own is not None:
            if not self.keeps(own, entry):
                self.bucket[own] = entry
        elif None in self.bucket:
            self.bucket[self.bucket.index(None)] = entry
        else:
            worths = [old.depth - 8 * ((self.generation - old.generation) % GENERATIONS) for old in self.bucket]
            self.bucket[worths.index(min(worths))] = entry

    lockless = buckets

    def advance(self):
        self.generation = (self.generation + 1) % GENERATIONS
        if self.policy == "clearing":
            self.bucket = [entry and replace(entry, cleared=True) for entry in self.bucket]

    def look_up(self, key):
        index = self.find(key)
        if index is None:
            return None
        entry = self.bucket[index]
        return (entry.move, 0, 0, 0) if entry.cleared else (entry.move, entry.value, entry.depth, entry.bound)


results = st.builds(
    Entry,
    key=st.sampled_from(KEYS),
    depth=st.integers(0, 30),
    bound=st.sampled_from([UPPER, LOWER, EXACT]),
    move=st.sampled_from([0, 0, 700, 800, 900]),
    value=st.integers(-1000, 1000),
    generation=st.just(0),
)


@pytest.mark.check
@pytest.mark.parametrize("policy", POLICIES)
@given(steps=st.lists(results | st.none(), max_size=60))
def test_a_policy_keeps_what_its_rule_says(policy, steps):
    table = Table(1, TableDesign(policy=policy, key_bits=32))
    model = Model(policy)
    for step in steps:
        if step is None:
            table.advance()
            model.advance()
        else:
            table.remember(step.key, value=step.value, depth=step.depth, bound=step.bound, move=step.move)
            model.store(step)
        for key in KEYS:
            found = table.look_up(key)
            seen = found and (found["move"], found["value"], found["depth"], found["bound"])
            assert seen == model.look_up(key)


@pytest.mark.check
@given(steps=st.lists(results | st.none(), max_size=60))
def test_the_default_layout_follows_the_rule_of_buckets(steps):
    compact, wide = Table(1), Table(1, TableDesign(bucket=3))
    for step in steps:
        for table in (compact, wide):
            if step is None:
                table.advance()
            else:
                table.remember(step.key, value=step.value, depth=step.depth, bound=step.bound, move=step.move)
        assert [compact.look_up(key) for key in KEYS] == [wide.look_up(key) for key in KEYS]


def test_clearing_keeps_the_move_and_frees_the_entry():
    """The article's trick: an impossible depth, told apart from an entry that was never filled."""
    table = Table(1, TableDesign(policy="clearing", key_bits=64))
    table.remember(5, value=123, depth=9, bound=EXACT, move=777, evaluation=40)
    table.advance()
    assert table.look_up(5) == {"move": 777, "value": 0, "evaluation": 40, "depth": 0, "bound": 0, "pv": False}
    assert table.look_up(6) is None
    table.remember(6, value=-5, depth=0, bound=UPPER)
    assert table.look_up(6) is not None, "a cleared entry gives way to any depth"
