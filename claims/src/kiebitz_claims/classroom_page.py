"""The claims as a page of the classroom: what ``kiebitz serve`` asks this package for.

The results are those that come with the package.
"""

from __future__ import annotations

from threading import Lock

from kiebitz.web.classroom_messages import ClaimListed, ClaimOpened, Claims, FigureTable
from kiebitz_claims.claims.claim import Cell, Table, number_text
from kiebitz_claims.claims.experiment import Experiment, UnknownClaimError, every_experiment, find
from kiebitz_claims.claims.figure import can_draw, draw_svg
from kiebitz_claims.claims.paper import Entry, entries, plan_table, statement_table
from kiebitz_claims.claims.record import Record, load
from kiebitz_claims.claims.results import PUBLISHED


class ClaimsPage:
    """The page. Each figure is drawn once, and one thread draws at a time."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}
        self._drawing = Lock()

    def listed(self) -> Claims:
        """All claims with their verdicts."""
        claims = []
        for experiment in every_experiment():
            entry = _published(experiment)
            why = entry.judgement.why if entry.judgement else entry.age
            claims.append(ClaimListed(experiment.claim.id, experiment.claim.title, entry.verdict, why))
        return Claims(claims)

    def opened(self, claim_id: str) -> ClaimOpened:
        """All that is known of a claim. Raises ValueError for one that isn't there."""
        try:
            experiment = find(claim_id)
        except UnknownClaimError as error:
            raise ValueError(str(error)) from error
        entry, claim, plan = _published(experiment), experiment.claim, experiment.plan
        record, judgement = entry.record, entry.judgement
        tables = [statement_table(judgement) if judgement else plan_table(plan)]
        conditions = [f"Sample: {plan.sample}", f"Seeds: {plan.seeds}", f"Rule: {experiment.rule}"]
        if record is not None:
            measured = tuple((each.name, str(each)) for each in record.result.measurements)
            tables += [Table("", ("measured", "value"), measured), *record.result.tables]
            conditions = [f"{name}: {value}" for name, value in record.result.conditions.items()]
        return ClaimOpened(
            id=claim.id,
            title=claim.title,
            statement=claim.statement,
            source=str(claim.source),
            verdict=entry.verdict,
            why=" ".join(filter(None, (entry.age, judgement.remark if judgement else ""))),
            earlier=[str(each) for each in experiment.plan.earlier],
            figure=self._figure(experiment, record) if record and entry.has_figure else "",
            tables=[_table(each) for each in tables if each.rows],
            method=experiment.method.split("\n\n"),
            conditions=conditions,
            command=record.command if record else f"kiebitz lab run {claim.id}",
        )

    def _figure(self, experiment: Experiment, record: Record) -> str:
        """A claim's figure as SVG; empty if it has none or nothing is there to draw it with."""
        if not experiment.has_figure or not can_draw():
            return ""
        claim_id = experiment.claim.id
        with self._drawing:
            if claim_id not in self._drawn:
                self._drawn[claim_id] = draw_svg(experiment, record.result)
            return self._drawn[claim_id]


def _published(experiment: Experiment) -> Entry:
    """A claim with the result that comes with Kiebitz, if there is one."""
    (entry,) = entries([(experiment, load(PUBLISHED, experiment.claim.id))])
    return entry


def _table(table: Table) -> FigureTable:
    def is_number(cell: Cell) -> bool:
        return not isinstance(cell, str)

    columns = list(zip(*table.rows, strict=True))
    return FigureTable(
        table.title,
        list(table.headings),
        [[number_text(cell) for cell in row] for row in table.rows],
        [all(map(is_number, column)) for column in columns],
    )
