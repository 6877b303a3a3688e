"""The claims as Markdown: an overview and one page a claim, made from the saved results."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path

from kiebitz.lab.claims.claim import Cell, Table, number_text
from kiebitz.lab.claims.experiment import Experiment
from kiebitz.lab.claims.record import Record

OVERVIEW, FOLDER = "claims.md", "claims"
GENERATED = "<!-- Made by `kiebitz lab pages` from src/kiebitz/lab/results; edit the experiment instead. -->"


def write_pages(documented: Iterable[tuple[Experiment, Record | None]], docs: Path) -> list[Path]:
    """Write ``claims.md``, ``claims/ID.md`` and the figures; returns the files. Raises FigureError and OSError."""
    from kiebitz.lab.claims.figure import draw_svg

    documented = list(documented)
    (docs / FOLDER).mkdir(parents=True, exist_ok=True)
    paths = []
    for name, text in markdown_pages(documented).items():
        (docs / name).write_text(text)
        paths.append(docs / name)
    for experiment, record in documented:
        if record is not None and experiment.has_figure:
            path = docs / FOLDER / f"{experiment.claim.id}.svg"
            path.write_text(draw_svg(experiment, record.result))
            paths.append(path)
    return paths


def markdown_pages(documented: Iterable[tuple[Experiment, Record | None]]) -> dict[str, str]:
    """Every page by its path below ``docs``."""
    documented = list(documented)
    pages = {OVERVIEW: overview(documented)}
    for experiment, record in documented:
        pages[f"{FOLDER}/{experiment.claim.id}.md"] = page(experiment, record)
    return pages


def overview(documented: list[tuple[Experiment, Record | None]]) -> str:
    """The table of all claims with their verdicts."""
    rows: list[tuple[Cell, ...]] = []
    for experiment, record in documented:
        claim = experiment.claim
        verdict = f"**{record.result.verdict}**" if record else "not measured yet"
        why = record.result.why if record else ""
        rows.append((f"[{claim.id}]({FOLDER}/{claim.id}.md)", claim.statement, claim.source.title, verdict, why))
    return "\n".join(
        [
            GENERATED,
            "# Claims and measurements",
            "",
            "What the documents that Kiebitz follows say, measured again. Each claim has an experiment, a page with",
            "figures and conditions, and a command that repeats it: `kiebitz lab run ID`; `kiebitz lab report` makes",
            "one HTML page of all.",
            "",
            *markdown_table(("claim", "what it says", "source", "verdict", "why"), rows),
            "",
        ]
    )


def page(experiment: Experiment, record: Record | None) -> str:
    """The page of one claim."""
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
    if record is None:
        lines += ["**Verdict: not measured yet.**", ""]
    else:
        result = record.result
        lines += [f"**Verdict: {result.verdict}.** {result.why}", ""]
        if record.earlier:
            lines += [*(f"- {earlier}" for earlier in record.earlier), ""]
        if experiment.has_figure:
            lines += [f"![{claim.title}]({claim.id}.svg)", ""]
        if result.measurements:
            measured: list[tuple[Cell, ...]] = [(figure.name, str(figure)) for figure in result.measurements]
            lines += [*markdown_table(("measured", "value"), measured), ""]
        for table in result.tables:
            lines += [f"## {table.title}", "", *table_lines(table), ""]
    lines += ["## Method", "", experiment.method, ""]
    if record is not None:
        lines += ["## Conditions", ""]
        lines += [f"- {name}: {value}" for name, value in record.result.conditions.items()]
        lines += [
            f"- measured on {record.origin}",
            "",
        ]
    lines += [f"Repeat with `{record.command if record else shlex.join(['kiebitz', 'lab', 'run', claim.id])}`", ""]
    lines += [f"(`src/kiebitz/lab/experiments/{experiment.file_name}`)."]
    return "\n".join(lines) + "\n"


def table_lines(table: Table) -> list[str]:
    """A table of figures; numbers to the right."""
    return markdown_table(table.headings, table.rows)


def markdown_table(headings: Iterable[str], rows: Iterable[tuple[Cell, ...]]) -> list[str]:
    """Lines of a Markdown table."""
    headings, rows = list(headings), list(rows)
    numeric = [bool(rows) and all(not isinstance(row[index], str) for row in rows) for index in range(len(headings))]
    return [
        "| " + " | ".join(map(_cell, headings)) + " |",
        "|" + "|".join("---:" if right else "---" for right in numeric) + "|",
        *("| " + " | ".join(_cell(number_text(cell)) for cell in row) + " |" for row in rows),
    ]


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
