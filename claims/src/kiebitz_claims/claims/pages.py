"""The claims as Markdown: an overview and one page a claim, made from the saved results."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from inspect import cleandoc
from pathlib import Path

from kiebitz.processes.whole_file import whole_file
from kiebitz_claims.claims import judging
from kiebitz_claims.claims.claim import Cell, Table, number_text
from kiebitz_claims.claims.experiment import Experiment
from kiebitz_claims.claims.paper import (
    PLANNED,
    Chapter,
    Entry,
    age_of_data,
    chapters,
    counted,
    entries,
    judged_records,
    limits,
    measured_by,
    statement_table,
    summary,
    surprises,
)
from kiebitz_claims.claims.published import HEADINGS, rows
from kiebitz_claims.claims.record import Record

OVERVIEW, FOLDER = "claims.md", "claims"
# Where the results lie, as a page names it.
RESULTS = "../../claims/src/kiebitz_claims/results"
ROWS_SHOWN = 20
"""Of each table on a page; the result has them all."""
GENERATED = "<!-- Made by `kiebitz lab pages` from claims/src/kiebitz_claims/results; edit the experiment instead. -->"


def write_pages(documented: Iterable[tuple[Experiment, Record | None]], docs: Path) -> list[Path]:
    """Write ``claims.md``, ``claims/ID.md`` and the figures, without those of earlier plans; returns the files.

    Raises FigureError and OSError.
    """
    from kiebitz_claims.claims.figure import draw_svg

    documented = list(documented)
    (docs / FOLDER).mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in markdown_pages(documented).items():
        _write(docs / name, text)
        paths.append(docs / name)
    for entry in entries(documented):
        path = docs / FOLDER / f"{entry.experiment.claim.id}.svg"
        if entry.record is not None and entry.has_figure:
            _write(path, draw_svg(entry.experiment, entry.record.result))
            paths.append(path)
        else:
            path.unlink(missing_ok=True)  # of what an earlier plan measured
    return paths


def _write(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())


def markdown_pages(documented: Iterable[tuple[Experiment, Record | None]]) -> dict[str, str]:
    """Every page by its path below ``docs``. Raises NotKeptError for a result that can't be judged."""
    found = entries(documented)
    pages = {OVERVIEW: overview(found)}
    for entry in found:
        pages[f"{FOLDER}/{entry.experiment.claim.id}.md"] = page(entry)
    return pages


def overview(found: list[Entry]) -> str:
    """All claims by document with their verdicts, and what goes for all of them."""
    by_document = chapters(found)
    told = surprises(found)
    beside: list[tuple[Cell, ...]] = [(*cells, _link(claim_id)) for *cells, claim_id in rows(judged_records(found))]
    lines = [
        GENERATED,
        "# Claims and measurements",
        "",
        summary(by_document),
        "Each has a plan, an experiment, a page with figures and conditions, and a command that repeats it:",
        "`kiebitz lab run ID`; `kiebitz lab report` makes one HTML page of all.",
        "",
        *markdown_table(
            ("document", "claims", "verdicts"),
            [(str(chapter), len(chapter.entries), counted(chapter.counts)) for chapter in by_document],
        ),
        "",
        "## How a verdict is made",
        "",
        *cleandoc(judging.__doc__ or "").partition("\n\n")[2].splitlines(),
        "",
    ]
    for chapter in by_document:
        lines += [f"## {chapter}", "", *chapter_lines(chapter), ""]
    if told:
        lines += ["## What surprised us", "", *(f"- {_link(claim)}: {sentence}" for claim, sentence in told), ""]
    if beside:
        lines += [
            "## Beside published results",
            "",
            "As reported; how much of each source was read here stands beside it.",
            "",
            *markdown_table(HEADINGS, beside),
            "",
        ]
    return "\n".join([*lines, "## Limits", "", *(f"- {limit}" for limit in limits(found)), ""])


def chapter_lines(chapter: Chapter) -> list[str]:
    """The claims of a document."""
    table: list[tuple[Cell, ...]] = []
    for entry in chapter.entries:
        claim = entry.experiment.claim
        why = entry.judgement.why if entry.judgement else entry.age
        table.append((_link(claim.id), claim.statement, f"**{entry.verdict}**", why))
    return markdown_table(("claim", "what it says", "verdict", "why"), table)


def _link(claim_id: str) -> str:
    return f"[{claim_id}]({FOLDER}/{claim_id}.md)"


def page(entry: Entry, rows_shown: int = ROWS_SHOWN) -> str:
    """The page of one claim; of each table so many rows, the others are in the result."""
    experiment, record = entry.experiment, entry.record
    claim = experiment.claim
    lines = [
        GENERATED,
        f"# {claim.id}: {claim.title}",
        "",
        f"**Claim.** {claim.statement}",
        "",
        f"**Source.** {claim.source}",
        "",
    ]
    lines += verdict_lines(entry)
    lines += plan_lines(experiment)
    if record is not None:
        result = record.result
        if entry.has_figure:
            lines += [f"![{claim.title}]({claim.id}.svg)", ""]
        if result.measurements:
            measured: list[tuple[Cell, ...]] = [(figure.name, str(figure)) for figure in result.measurements]
            lines += [*markdown_table(("measured", "value"), measured), ""]
        for table in result.tables:
            lines += [f"## {table.title}", "", *table_lines(table, rows_shown), ""]
            if (left := len(table.rows) - rows_shown) > 0:
                lines += [f"{left:,} more rows are in [{claim.id}.json]({RESULTS}/{claim.id}.json).", ""]
    lines += ["## Method", "", experiment.method, ""]
    if record is not None:
        lines += ["## Conditions", ""]
        lines += [f"- {name}: {value}" for name, value in record.result.conditions.items()]
        lines += [f"- measured on {record.origin}", f"- {age_of_data(experiment, record)}"]
        lines += [f"- {record.footnote}", ""] if record.footnote else [""]
    lines += [f"Repeat with `{record.command if record else shlex.join(['kiebitz', 'lab', 'run', claim.id])}`", ""]
    lines += [f"(`claims/src/kiebitz_claims/experiments/{experiment.file_name}`)."]
    return "\n".join(lines) + "\n"


def verdict_lines(entry: Entry) -> list[str]:
    """The verdict, and that on each statement; where there is none, why."""
    lines = [
        f"**Verdict: {entry.verdict}.** {entry.age}".rstrip() if entry.record else f"**{PLANNED.capitalize()}.**",
        "",
    ]
    if entry.judgement is not None:
        lines += [*table_lines(statement_table(entry.judgement)), ""]
        lines += [entry.judgement.remark, ""] if entry.judgement.remark else []
    return lines


def plan_lines(experiment: Experiment) -> list[str]:
    """The plan, and the verdicts that no longer stand."""
    plan = experiment.plan
    lines = [f"## Plan {plan.version}", "", f"> {plan.original}", "", f"“{plan.translation}”", ""]
    if plan.qualifiers:
        lines += [f"*The document's own caution:* {plan.qualifiers}", ""]
    lines += [f"- {measured_by(prediction)}" for prediction in plan.predictions]
    lines += [f"- Sample: {plan.sample}. Seeds: {plan.seeds}.", f"- Rule: {experiment.rule}"]
    lines += [f"- Positive control: {plan.control}", ""]
    if plan.earlier:
        lines += ["### Verdicts that no longer stand", "", *(f"- {earlier}" for earlier in plan.earlier), ""]
    return lines


def table_lines(table: Table, rows_shown: int | None = None) -> list[str]:
    """A table of figures, or its first rows; numbers to the right."""
    return markdown_table(table.headings, table.rows, rows_shown)


def markdown_table(
    headings: Iterable[str], rows: Iterable[tuple[Cell, ...]], rows_shown: int | None = None
) -> list[str]:
    """Lines of a Markdown table, or of its first rows."""
    headings, rows = list(headings), list(rows)
    numeric = [bool(rows) and all(not isinstance(row[index], str) for row in rows) for index in range(len(headings))]
    return [
        "| " + " | ".join(map(_cell, headings)) + " |",
        "|" + "|".join("---:" if right else "---" for right in numeric) + "|",
        *("| " + " | ".join(_cell(number_text(cell)) for cell in row) + " |" for row in rows[:rows_shown]),
    ]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
