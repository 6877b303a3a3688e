"""Mutants: what is changed in a text, and how a mutant is known again in a later one."""

import random
from dataclasses import replace

import pytest

from mutants import Fate, Mutant, Notes, Places, found_again, statement_of, table

TEXT = '''\
"""A text's 1 + 1 stays."""
LIMIT: Literal[3] = 7
TABLE = (1, 2, 3)

@dataclass(frozen=True)
class Thing:
    is_it: bool = True

    def asked(self, most=2, *, words: int | None = None) -> int | None:
        """Is 3 > 2?"""
        if most not in words or (most >=
                                 self.is_it):
            return not f"{1 + 1}"
        return "a" + "b", zip(a, b, strict=True), -most
'''


def test_operators_and_constants_are_changed_and_nothing_else():
    found = {(line, was, choices) for line, _, was, choices in Places(TEXT).found}
    assert found == {
        (2, "7", ("8", "6")),
        (7, "True", ("False",)),
        (9, "2", ("3", "1")),
        (11, "not in", ("in",)),
        (11, "or", ("and",)),
        (11, ">=", (">", "<")),
        (13, "not ", ("",)),
    }


@pytest.mark.parametrize(
    ("line", "lines", "at_import"),
    [(2, range(2, 3), True), (7, range(7, 8), True), (12, range(11, 13), False), (13, range(13, 14), False)],
)
def test_a_place_belongs_to_a_statement(line, lines, at_import):
    assert statement_of(TEXT, line) == (lines, at_import)


MUTANT = Mutant("kifu", "src/kiebitz/kifu/thing.py", 3, "    x = 1", 8, "1", "2")


def test_a_mutant_is_known_again_by_its_line(tmp_path):
    path = tmp_path / MUTANT.file
    path.parent.mkdir(parents=True)
    path.write_text("    x = 1\n\n\n\n    x = 1\n")
    assert found_again(MUTANT, tmp_path) == replace(MUTANT, line=1)
    assert MUTANT.mutated == "    x = 2"
    path.write_text("    x = 10\n")
    assert found_again(MUTANT, tmp_path) is None


def test_the_mirroring_file_is_asked_first():
    mirror, quick, slow, other = (f"tests/kifu/test_{name}.py::test" for name in ("thing", "a", "b", "c"))
    names = [f"{name}_{part}" for name in (mirror, quick, slow, other) for part in (1, 2)]
    seconds = dict(zip(names, (3.0, 0.1, 0.1, 0.1, 2.0, 2.0, 0.1, 0.1), strict=True))
    runs = {MUTANT.file: {"3": random.sample(names[:5], 5), "9": names[6:]}}
    chosen, rest = Notes(seconds, runs).tests_of(MUTANT, "def one():\n    y = 1\n    x = 1\n")
    assert chosen == [names[1], names[0], names[2], names[3], names[4]]
    assert rest == [names[5]]


def test_survivors_and_shares_are_told():
    fates = [Fate(MUTANT, fate, "", 2, 1.0) for fate in ("seen", "time", "lives", "unrun", "gone")]
    told = list(table(fates))
    assert told[1:3] == ["    - x = 1", "    + x = 2"]
    assert len(told) == 2 * 3 + 2
    assert told[-1] == "all           2 of    4 seen (50%), 1 gone"
