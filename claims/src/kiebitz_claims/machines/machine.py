"""A machine that a document describes: what shows it, what it looks like, and what was measured of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kiebitz_claims.claims.claim import number_text
from kiebitz_claims.claims.documents import Document
from kiebitz_claims.claims.record import Record

# Characters of a command that a column has room for.
SHORT = 40


@dataclass(frozen=True, slots=True)
class Shown:
    """A command that shows a machine at its document's own example, and what is to be seen then."""

    command: str
    """Behind ``kiebitz``, as a shell takes it."""
    what: str
    """The part of its answer that is looked at."""
    theirs: str
    """The document's figure for that."""
    pattern: str
    """A regular expression that finds it in the answer; its groups are what this run found."""

    def found(self, answer: str) -> str | None:
        """The finding in an answer, in a line; None if there is none."""
        match = re.search(self.pattern, answer)
        return None if match is None else " ".join(", ".join(match.groups()).split())


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a stored result beside what the document claims."""

    claim: str
    """The claim that was measured."""
    theirs: str
    """The document's figure."""
    ours: str
    """The measured figure, in words; ``{}`` stands for a number of ``measurements``."""
    measurements: tuple[str, ...]
    """The names of the result's measurements that belong there, in their order."""

    def measured(self, record: Record | None) -> str:
        """The measured figure, in words. Raises KeyError if the result has no such figure."""
        if record is None:
            return "not measured"
        values = record.result.measured
        return self.ours.format(*(number_text(values[name]) for name in self.measurements))


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine of a document."""

    name: str
    """One word, as the command line takes it."""
    title: str
    """Its title."""
    document: Document
    """Which document describes it."""
    about: str
    """How it works, and what of it is ours, in a few sentences."""
    shown: tuple[Shown, ...]
    """Commands that show it, the first before all others."""
    figure: Figure
    """The figure that was measured of it."""
    picture: str
    """A picture of it, below ``docs``."""
    page: str
    """The page that tells of it, below ``docs``."""

    @property
    def command(self) -> str:
        """The command that shows it."""
        return f"kiebitz {self.shown[0].command}"

    @property
    def short_command(self) -> str:
        """A command that fits a column: its own, or the one that runs it."""
        return self.command if len(self.command) <= SHORT else f"kiebitz machines {self.name} --run"

    @property
    def small_picture(self) -> str:
        """A moment of its film as small as a row, below ``docs``; ``tools/machine_pictures.py`` draws it."""
        return f"images/machines/{self.name}.png"

    def answers_to(self, word: str) -> bool:
        """True if a word means this machine: its name, its program or its author, in any case."""
        wanted = word.casefold()
        return wanted == self.name or self.document.answers_to(wanted)
