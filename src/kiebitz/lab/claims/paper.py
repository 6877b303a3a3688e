"""What all claims say together: by document, with what surprised us, what stands beside it elsewhere, and the limits.

The report shows it as HTML, the documentation as Markdown. Whatever has a figure in it is made of the stored results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kiebitz.lab.claims.claim import Cell, Table
from kiebitz.lab.claims.documents import DOCUMENTS, KIEBITZ, Document
from kiebitz.lab.claims.experiment import Experiment
from kiebitz.lab.claims.judging import Judgement, Prediction, Verdict
from kiebitz.lab.claims.record import Record

NOT_MEASURED = "not measured yet"
STATEMENTS = ("statement", "predicted", "measured (95% interval)", "verdict", "note")
HOLDS, CONDITIONALLY, FAILS, UNDECIDED, UNTESTABLE = Verdict


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim with what was measured of it."""

    experiment: Experiment
    """The claim, its plan and its rule."""
    record: Record | None
    """What was measured; None if nothing was yet."""
    judgement: Judgement | None
    """What the rule says to that."""

    @property
    def verdict(self) -> str:
        """The verdict in words, or that there is none."""
        return NOT_MEASURED if self.judgement is None else str(self.judgement.verdict)


@dataclass(frozen=True, slots=True)
class Chapter:
    """The claims of one document."""

    document: Document
    """Where they are made."""
    entries: tuple[Entry, ...]
    """In the order of their names."""

    def __str__(self) -> str:
        return f"{self.document.author}: {self.document.title}"

    @property
    def counts(self) -> Counter[str]:
        """Claims by verdict, in words."""
        return Counter(entry.verdict for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Surprise:
    """Something that nobody here had expected, told only as long as the verdicts bear it out."""

    claim_id: str
    """The claim in whose measurement it showed."""
    verdicts: tuple[Verdict, ...]
    """Those on the claim's statements, in their order."""
    sentence: str
    """A format for the judgement's parts: '{0.figures}' is what was found of the first."""


SURPRISES = (
    Surprise(
        "N1",
        (HOLDS, FAILS),
        "The null move makes the search of its time {0.figures} deeper, as its author says, and at equal nodes it wins "
        "no strength by that: {1.figures}.",
    ),
    Surprise(
        "M3",
        (HOLDS, HOLDS, HOLDS),
        "Depths printed for one position came out to the ply with another program: {1.figures} with a table, "
        "{2.figures} without.",
    ),
    Surprise(
        "L3",
        (CONDITIONALLY, CONDITIONALLY),
        "A deeper tree errs less with a real evaluation, by a factor of {0.figures}, but more where each leaf is just "
        "right or wrong by itself ({0.settings[Independent leaves].figures} times as often): a tree filters grades, "
        "not yes and no.",
    ),
    Surprise(
        "M2",
        (FAILS, HOLDS, UNDECIDED, UNDECIDED, UNDECIDED),
        "Where a table's moves are all the ordering that quiet moves have, it serves the opening far better than its "
        "author says: without it {0.figures} times the nodes are needed, where he has about 2.",
    ),
    Surprise(
        "H5",
        (FAILS,),
        "With quiescence behind them, the card's last four plies are a thousand times too much for the printed clock:"
        " {0.figures} a second, not 100,000.",
    ),
    Surprise(
        "Y1",
        (FAILS, UNDECIDED),
        "A table overwritten many times over costs an old search little: {0.figures} of its efficiency in middlegames.",
    ),
)


def entries(documented: Iterable[tuple[Experiment, Record | None]]) -> list[Entry]:
    """The claims, judged by the rules of today. Raises NotKeptError."""
    return [
        Entry(experiment, record, None if record is None else experiment.judge(record.result))
        for experiment, record in documented
    ]


def chapters(found: Iterable[Entry]) -> list[Chapter]:
    """The claims by document, in the order of the documents; none without claims."""
    found = list(found)
    by_document = [
        Chapter(document, tuple(entry for entry in found if entry.experiment.claim.source == document))
        for document in DOCUMENTS
    ]
    return [chapter for chapter in by_document if chapter.entries]


def summary(by_document: Iterable[Chapter]) -> str:
    """'36 claims of 5 documents on computer chess and shogi, measured again, and 1 question of our own.'"""
    numbers = {chapter.document: len(chapter.entries) for chapter in by_document}
    own = numbers.pop(KIEBITZ, 0)
    said = (
        f"{_number(sum(numbers.values()), 'claim', 'claims')} of {_number(len(numbers), 'document', 'documents')}"
        " on computer chess and shogi, measured again"
    )
    return f"{said}, and {_number(own, 'question', 'questions')} of our own." if own else f"{said}."


def counted(counts: Counter[str]) -> str:
    """'9 hold, 1 is undecided'."""
    said = []
    for verdict in (*map(str, Verdict), NOT_MEASURED):
        if number := counts[verdict]:
            said.append(f"{number} {_plural(verdict, number)}")
    return ", ".join(said)


def surprises(found: Iterable[Entry]) -> list[tuple[str, str]]:
    """Claims and sentences, of those that the figures still bear out."""
    judged = {entry.experiment.claim.id: entry.judgement for entry in found}
    told = []
    for surprise in SURPRISES:
        judgement = judged.get(surprise.claim_id)
        if judgement is not None and tuple(part.verdict for part in judgement.parts) == surprise.verdicts:
            told.append((surprise.claim_id, surprise.sentence.format(*judgement.parts)))
    return told


def limits(found: Iterable[Entry]) -> list[str]:
    """What the figures can't say, as sentences."""
    records = [(entry.experiment.plan.version, entry.record) for entry in found if entry.record is not None]
    engines = {record.signature for _, record in records if record.signature is not None}
    machines = {record.machine for _, record in records}
    older = sum(record.plan != version for version, record in records)
    said = [
        "One engine: every program of the past is a setting of Kiebitz, with its board, its table and its speed.",
        "Self-play: a match between two settings of one program says what a technique is worth against its own kind, "
        "and such differences are larger than against others.",
        "Fixed nodes: most searches are limited by nodes, so that they repeat exactly; what a technique costs in time "
        "is then not in the figures.",
        f"{_number(len(machines), 'machine', 'machines')}, of two cores: hundreds of games, not tens of thousands.",
    ]
    if len(engines) > 1:
        said.append(
            f"The search went on growing while they were measured: the results are of {len(engines)} of its states."
        )
    if older:
        said.append(
            f"{_number(older, 'result was', 'results were')} taken before the plan that now judges them: they suggest, "
            f"and"
            " only a new run confirms."
        )
    return said


def statement_table(judgement: Judgement) -> Table:
    """The verdict on each statement, and under it on each setting that was tried."""
    cells: list[tuple[Cell, ...]] = []
    for part in judgement.parts:
        cells.append((part.prediction.statement, part.prediction.range, part.figures, str(part.verdict), part.note))
        cells += [
            (f"– with {name}", "", each.figures, str(each.verdict), each.note) for name, each in part.settings.items()
        ]
    return Table("Statements", STATEMENTS, tuple(cells))


def measured_by(prediction: Prediction) -> str:
    """'One to two plies deeper: mean difference of depths, 1 to 2 plies.'"""
    text = f"{prediction.statement}: {prediction.measure}, {prediction.range}"
    return f"{text[:1].upper()}{text[1:]}" + (f" ({prediction.margin})." if prediction.margin else ".")


def age_of_data(experiment: Experiment, record: Record) -> str:
    """Whether the figures were taken under the plan that judges them."""
    version = experiment.plan.version
    if record.plan == version:
        return f"taken under plan {version}, which was settled before"
    known = "before plans were written down" if record.plan is None else f"under plan {record.plan}"
    return f"taken {known}: to plan {version} these figures are suggestions, not confirmations"


def _number(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"


def _plural(verdict: str, count: int) -> str:
    """As it follows a number: '2 hold', '1 is undecided', '3 are not testable here'."""
    if verdict.startswith(("holds", "does")):
        return verdict if count == 1 else verdict.replace("holds", "hold").replace("does", "do")
    return f"{'is' if count == 1 else 'are'} {verdict}"
