"""All claims together: by document, with what surprised us, what stands beside it elsewhere, and the limits.

The report shows it as HTML, the documentation as Markdown. Whatever has a figure in it is made of the stored results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kiebitz_claims.claims.claim import Cell, Table
from kiebitz_claims.claims.documents import DOCUMENTS, KIEBITZ, Document
from kiebitz_claims.claims.experiment import Experiment, NotKeptError
from kiebitz_claims.claims.judging import Judgement, Part, Prediction, Verdict, number_of
from kiebitz_claims.claims.plan import Plan
from kiebitz_claims.claims.record import Record

PLANNED = "planned, not yet measured"
AGAIN = "to be measured again"
STATEMENTS = ("statement", "predicted", "measured (95% interval)", "verdict", "note")
HOLDS, CONDITIONALLY, FAILS, UNDECIDED, UNTESTABLE = Verdict


@dataclass(frozen=True, slots=True)
class Entry:
    """A claim with what was measured of it."""

    experiment: Experiment
    """The claim, its plan and its rule."""
    record: Record | None
    """The record; None if nothing was measured yet."""
    judgement: Judgement | None
    """The rule's judgement of that; None as well if it can't read what was measured under an earlier plan."""

    @property
    def is_older(self) -> bool:
        """True if the plan came after what was measured, so that this suggests and doesn't confirm."""
        return self.record is not None and not self.experiment.is_planned_before(self.record)

    @property
    def is_older_in_part(self) -> bool:
        """True if it was taken under the plan of today, which was not settled before all of it."""
        return self.record is not None and not self.is_older and not self.record.is_settled_before

    @property
    def verdict(self) -> str:
        """'holds'; 'holds, to be measured again'; 'to be measured again'; 'planned, not yet measured'."""
        if self.record is None:
            return PLANNED
        judged = [] if self.judgement is None else [str(self.judgement.verdict)]
        return ", ".join([*judged, AGAIN] if self.is_older else judged)

    @property
    def has_figure(self) -> bool:
        """True if its result is drawn: one that the rule can't read isn't."""
        return self.judgement is not None and self.experiment.has_figure

    @property
    def age(self) -> str:
        """For results older than the plan, or in part so, whose verdict is shown, as a sentence; empty for others."""
        plan = self.experiment.plan
        if self.is_older_in_part:
            return f"Not all of its figures were taken after plan {plan.version} was settled."
        if self.record is None or not self.is_older:
            return ""
        taken = _taken(self.record)
        if self.judgement is not None:
            return f"So says the rule of plan {plan.version} to figures taken {taken}; only a new run confirms it."
        before = f"; the verdict on them was '{plan.earlier[-1].verdict}'" if plan.earlier else ""
        return f"The figures were taken {taken}, and the rule of plan {plan.version} can't be asked of them{before}."


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
        """Claims by verdict, in words; those to be measured again and those planned apart."""
        return Counter(entry.verdict for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Surprise:
    """Something that nobody here had expected, told only as long as the verdicts bear it out."""

    claim_id: str
    """The claim in whose measurement it showed."""
    verdicts: tuple[Verdict, ...]
    """Those on the claim's statements, in their order."""
    sentence: str
    """A format for the judgement: '{0.figures}' is what was found of the first part, '{remark}' what else was seen."""


SURPRISES = (
    Surprise(
        "N1",
        (HOLDS, FAILS),
        "The null move makes the search of its time {0.figures} deeper, as its author says, but at equal nodes that is "
        "worth {1.figures} only, where he has 200 to 300.",
    ),
    Surprise(
        "L3",
        (CONDITIONALLY, CONDITIONALLY),
        "In endings of three and four men a deeper tree errs less, by a factor of {0.figures}, but more where each "
        "leaf is just right or wrong by itself ({0.settings[Independent leaves].figures} times as often): a tree "
        "filters grades, not yes and no.",
    ),
    Surprise(
        "N5",
        (HOLDS, FAILS),
        "Donninger's mate is no matter of a few seconds for the search of its time even without null moves: "
        "{1.figures} of a processor of today. The sentence is of a diagram that is lost.",
    ),
    Surprise(
        "N8",
        (HOLDS, HOLDS, UNDECIDED),
        "In alpha-beta alone it is plain that odd plies cost more, {0.figures} times as much; with check "
        "extension and null move nothing can be seen of it ({2.figures}).",
    ),
    Surprise(
        "N6",
        (UNDECIDED, HOLDS, HOLDS, UNDECIDED),
        "Donninger's rule III calls {2.figures} of the zugzwangs of rook against knight or bishop, but cries wolf in "
        "play. {remark}",
    ),
    Surprise(
        "H5",
        (FAILS,),
        "With quiescence behind them, the card's last four plies are far too much for the printed clock: at most "
        "{0.figures} a second; {0.note}.",
    ),
    Surprise(
        "Y1",
        (FAILS, UNDECIDED, FAILS, HOLDS),
        "A full table need not cost an old search more than {0.figures} of its efficiency ({0.note}); and today's "
        "plays {2.figures} better with 1 MB, full within a few moves, than with 64 MB and a fifth fewer nodes.",
    ),
)


def entries(documented: Iterable[tuple[Experiment, Record | None]]) -> list[Entry]:
    """The claims, judged by the rules of today. Raises NotKeptError for a result of today's plan that doesn't fit."""
    return [Entry(experiment, record, _judgement(experiment, record)) for experiment, record in documented]


def _judgement(experiment: Experiment, record: Record | None) -> Judgement | None:
    if record is None:
        return None
    try:
        return experiment.judge(record.result)
    except NotKeptError:
        if experiment.is_planned_before(record):
            raise
        return None


def judged_records(found: Iterable[Entry]) -> list[Record]:
    """The records that can be read by the experiments of today."""
    return [entry.record for entry in found if entry.record is not None and entry.judgement is not None]


def chapters(found: Iterable[Entry]) -> list[Chapter]:
    """The claims by document, in the order of the documents; none without claims."""
    found = list(found)
    by_document = [
        Chapter(document, tuple(entry for entry in found if entry.experiment.claim.source == document))
        for document in DOCUMENTS
    ]
    return [chapter for chapter in by_document if chapter.entries]


def summary(by_document: Iterable[Chapter]) -> str:
    """'36 claims of 5 documents on computer chess and shogi, measured again, and 1 question of our own.'

    Where some are planned only it says how many were measured.
    """
    by_document = list(by_document)
    planned = sum(chapter.counts[PLANNED] for chapter in by_document)
    numbers = {chapter.document: len(chapter.entries) for chapter in by_document}
    own = numbers.pop(KIEBITZ, 0)
    measured = sum(numbers.values()) + own - planned
    said = (
        f"{_number(sum(numbers.values()), 'claim', 'claims')} of {_number(len(numbers), 'document', 'documents')}"
        " on computer chess and shogi"
    )
    said += "" if planned else ", measured again"
    said += f", and {_number(own, 'question', 'questions')} of our own" if own else ""
    return f"{said}: {measured:,} measured again, {planned:,} planned." if planned else f"{said}."


def counted(counts: Counter[str]) -> str:
    """'9 hold, 1 is undecided; to be measured again: 2 hold, 1 by another rule; 3 are planned, not yet measured'."""
    again = _counted({str(verdict): counts[f"{verdict}, {AGAIN}"] for verdict in Verdict})
    again += [f"{counts[AGAIN]} by an earlier rule"] if counts[AGAIN] else []
    said = [
        ", ".join(_counted({str(verdict): counts[verdict] for verdict in Verdict})),
        f"{AGAIN}: {', '.join(again)}" if again else "",
        *_counted({PLANNED: counts[PLANNED]}),
    ]
    return "; ".join(filter(None, said))


def _counted(counts: dict[str, int]) -> list[str]:
    """'9 hold', '1 is undecided'; none of what isn't there."""
    return [number_of(verdict, number) for verdict, number in counts.items() if number]


def surprises(found: Iterable[Entry]) -> list[tuple[str, str]]:
    """Claims and sentences, of those that the figures still bear out."""
    judged = {entry.experiment.claim.id: entry.judgement for entry in found}
    told = []
    for surprise in SURPRISES:
        judgement = judged.get(surprise.claim_id)
        if judgement is not None and tuple(part.verdict for part in judgement.parts) == surprise.verdicts:
            told.append((surprise.claim_id, surprise.sentence.format(*judgement.parts, remark=judgement.remark)))
    return told


def limits(found: Iterable[Entry]) -> list[str]:
    """The limits of the figures, as sentences."""
    found = list(found)
    records = [entry.record for entry in found if entry.record is not None]
    engines = {record.signature for record in records if record.signature is not None}
    machines = {record.machine for record in records}
    older = sum(entry.is_older for entry in found)
    said = [
        "One engine: every program of the past is a setting of Kiebitz, with its board, its table and its speed.",
        "Chess: all was measured in it but Y5's tsume and YA5, the article on HASH's sentences too, though it is about "
        "shogi; YA5 asks seven of its twelve claims again in shogi.",
        "Self-play: a match between two settings of one program says what a technique is worth against its own kind, "
        "and such differences are larger than against others.",
        "Fixed nodes: most searches are limited by nodes, so that they repeat exactly; what a technique costs in time "
        "is then not in the figures.",
        "Figures that a document gives of its own machine or program, or of most programs, are asked of ours (H4, H5, "
        "N7 and others): 'does not hold' says there that ours doesn't come to it, not that theirs didn't.",
        f"{_number(len(machines), 'machine', 'machines')}, of two cores{_sizes_of_matches(records)}.",
    ]
    if len(engines) > 1:
        said.append(
            f"The search went on growing while they were measured: the results are of {len(engines)} of its states."
        )
    if older:
        said.append(
            f"{_number(older, 'result was', 'results were')} taken before the plan that now judges "
            f"{'it: it suggests' if older == 1 else 'them: they suggest'}, and only a new run confirms."
        )
    if partly := [entry.experiment.claim.id for entry in found if entry.is_older_in_part]:
        said.append(
            f"Of {_number(len(partly), 'result', 'results')} not all figures were taken after the plan was settled:"
            f" {', '.join(partly)}."
        )
    return said


def _sizes_of_matches(records: Iterable[Record]) -> str:
    """': a match has 50 to 3,500 games, too few for …'; empty where there are no matches."""
    tables = [table for record in records for table in record.result.tables if "Elo" in table.headings]
    games = [number for table in tables for number in games_by_match(table)]
    if not games:
        return ""
    least, most = (f"{number:,.0f}" for number in (min(games), max(games)))
    return f": a match has {least if least == most else f'{least} to {most}'} games, too few to tell two or three Elo"


def games_by_match(table: Table) -> list[float]:
    """The games of each match in a table that has a row for each; none if it doesn't say."""
    if "games" in table.headings:
        return table.numbers("games")
    if not {"won", "drawn", "lost"}.issubset(table.headings):
        return []
    return [sum(ends) for ends in zip(*(table.numbers(end) for end in ("won", "drawn", "lost")), strict=True)]


def statement_table(judgement: Judgement) -> Table:
    """The verdict on each statement, and under it on each setting that was tried."""
    cells: list[tuple[Cell, ...]] = []
    for part in judgement.parts:
        cells.append((part.prediction.statement, part.prediction.range, part.figures, str(part.verdict), part.note))
        cells += [
            (f"– with {name}", range_of_its_own(each, part), each.figures, str(each.verdict), each.note)
            for name, each in part.settings.items()
        ]
    return Table("Statements", STATEMENTS, tuple(cells))


def range_of_its_own(setting: Part, part: Part) -> str:
    """The prediction for a setting, where that is another number than the statement's; else empty."""
    return "" if setting.prediction.range == part.prediction.range else setting.prediction.range


def plan_table(plan: Plan) -> Table:
    """The predictions, where nothing was judged yet."""
    cells = [(each.statement, each.measure, each.range) for each in plan.predictions]
    return Table("Statements", ("statement", "measure", "predicted"), tuple(cells))


def measured_by(prediction: Prediction) -> str:
    """'One to two plies deeper: mean difference of depths, 1 to 2 plies.'"""
    text = f"{prediction.statement}: {prediction.measure}, {prediction.range}"
    return f"{text[:1].upper()}{text[1:]}" + (f" ({prediction.margin})." if prediction.margin else ".")


def age_of_data(experiment: Experiment, record: Record) -> str:
    """True if the figures were taken under the plan that judges them."""
    version = experiment.plan.version
    if experiment.is_planned_before(record):
        if record.is_settled_before:
            return f"taken under plan {version}, which was settled before"
        return f"taken in part before plan {version} was settled: to it those are suggestions, not confirmations"
    return f"taken {_taken(record)}: to plan {version} these figures are suggestions, not confirmations"


def _taken(record: Record) -> str:
    return "before plans were written down" if record.plan is None else f"under plan {record.plan}"


def _number(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
