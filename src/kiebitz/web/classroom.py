"""What a tab has that sits in the classroom: algorithms at work on trees, and the claims with what was measured.

Both come from the laboratory, and the results are those that come with Kiebitz. Nothing here asks an engine.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Lock
from typing import Any, TypeAlias

from kiebitz.classroom.animation.page import page_data
from kiebitz.classroom.animation.replay import animate
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.named_trees import FORMS, named_tree
from kiebitz.explanation.language import Language
from kiebitz.web.classroom_messages import (
    AlgorithmOffered,
    Animate,
    Animated,
    ClaimListed,
    ClaimOpened,
    Claims,
    FigureTable,
    Lessons,
    List,
    Open,
)
from kiebitz.web.messages import language_of, refused
from kiebitz.web.think_messages import Enter
from kiebitz_claims.claims.claim import Cell, Table, number_text
from kiebitz_claims.claims.experiment import Experiment, UnknownClaimError, every_experiment, find
from kiebitz_claims.claims.figure import can_draw, draw_svg
from kiebitz_claims.claims.paper import Entry, entries, plan_table, statement_table
from kiebitz_claims.claims.record import Record, load
from kiebitz_claims.claims.results import PUBLISHED

Send: TypeAlias = Callable[[Any], Awaitable[None]]


class Figures:
    """The figures of claims, each drawn once; all tabs share them, and one thread draws at a time."""

    def __init__(self) -> None:
        self._drawn: dict[str, str] = {}
        self._drawing = Lock()

    def of(self, experiment: Experiment, record: Record) -> str:
        """A claim's figure as SVG; empty if it has none or nothing is there to draw it with."""
        if not experiment.has_figure or not can_draw():
            return ""
        claim_id = experiment.claim.id
        with self._drawing:
            if claim_id not in self._drawn:
                self._drawn[claim_id] = draw_svg(experiment, record.result)
            return self._drawn[claim_id]


class Classroom:
    """What one tab has."""

    def __init__(self, send: Send, figures: Figures) -> None:
        """Answer by ``send``."""
        self._send = send
        self._figures = figures
        self._language = Language.ENGLISH

    async def close(self) -> None:
        """Nothing runs once a message is handled."""

    async def handle(self, message: Enter | Animate | List | Open) -> None:
        """Do what the tab asks; what can't be done is told."""
        try:
            match message:
                case Enter():
                    self._language = language_of(message.language)
                    algorithms = [AlgorithmOffered(each.name, each.title, each.source) for each in ALGORITHMS.values()]
                    await self._send(Lessons(algorithms, list(FORMS)))
                case Animate(algorithm, tree):
                    await self._send(await asyncio.to_thread(animated, algorithm, tree, self._language))
                case List():
                    await self._send(await asyncio.to_thread(listed))
                case Open(claim):
                    await self._send(await asyncio.to_thread(opened, claim, self._figures))
        except (ValueError, UnknownClaimError) as error:
            await self._send(refused(error))


def listed() -> Claims:
    """All claims with their verdicts."""
    claims = []
    for experiment in every_experiment():
        entry = _published(experiment)
        why = entry.judgement.why if entry.judgement else entry.age
        claims.append(ClaimListed(experiment.claim.id, experiment.claim.title, entry.verdict, why))
    return Claims(claims)


def _published(experiment: Experiment) -> Entry:
    """A claim with the result that comes with Kiebitz, if there is one."""
    (entry,) = entries([(experiment, load(PUBLISHED, experiment.claim.id))])
    return entry


def animated(algorithm: str, tree: str, language: Language) -> Animated:
    """An algorithm at work on a tree, told in a language. Raises ValueError for one that isn't there."""
    if algorithm not in ALGORITHMS:
        raise ValueError(f"there is no algorithm '{algorithm}'; choose from {', '.join(ALGORITHMS)}")
    shown = named_tree(tree)
    return Animated(page_data(animate(ALGORITHMS[algorithm], shown.root, shown.title, language)))


def opened(claim_id: str, figures: Figures) -> ClaimOpened:
    """All that is known of a claim. Raises UnknownClaimError."""
    experiment = find(claim_id)
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
        figure=figures.of(experiment, record) if record and entry.has_figure else "",
        tables=[_table(each) for each in tables if each.rows],
        method=experiment.method.split("\n\n"),
        conditions=conditions,
        command=record.command if record else f"kiebitz lab run {claim.id}",
    )


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
