"""Answers as one web page that needs nothing else: figures, tables, and the query of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kiebitz.analysis.survey.figure import SERIES, Bars, bars
from kiebitz.analysis.survey.questions import Question
from kiebitz.commandline.web_page import colours, content_policy, text

CELL_CHARACTERS = 100
QUERY_CHARACTERS = 100_000
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; background: var(--ground); color: var(--ink); margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem }
h1, h2 { line-height: 1.2 } h2 { margin-top: 3rem }
svg { max-width: 40rem } svg text { fill: var(--ink); font-size: 12px }
@media (max-width: 30rem) { svg text { font-size: 16px } }
svg .first { fill: var(--focus) } svg .second { fill: var(--accent) }
.key span { padding-right: 1.5rem } .key .first { color: var(--focus) } .key .second { color: var(--accent) }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap }
th { white-space: normal; vertical-align: bottom }
.number { text-align: right }
pre { overflow-x: auto; background: var(--panel); border: 1px solid var(--line); padding: 1rem; font-size: 13px }
"""


def survey_page(heading: str, answers: Iterable[tuple[Question, list[dict[str, Any]]]]) -> str:
    """The page; ``heading`` says what was asked."""
    style = colours() + STYLE
    sections = "".join(_section(question, rows) for question, rows in answers)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="generator" content="Kiebitz">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy(style, "")}">'
        f"<title>Kiebitz survey</title><style>{style}</style></head>"
        f"<body><main><h1>{text(heading, CELL_CHARACTERS)}</h1>{sections}</main></body></html>\n"
    )


def number_text(value: Any) -> str:
    """A number for people; what isn't known is '-'."""
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def heading_of(column: str) -> str:
    """The name of a column for people."""
    return column.replace("_", " ")


def _section(question: Question, rows: list[dict[str, Any]]) -> str:
    if not rows:
        return f"<section><h2>{question.title}</h2><p>Nothing in the data tells.</p>{_query(question)}</section>"
    drawn = [
        Bars(
            " · ".join(str(row[name]) for name in question.labels),
            tuple(float(row[name] or 0) for name in question.drawn),
        )
        for row in rows
    ]
    key = "".join(
        f'<span class="{kind}">■ {heading_of(name)}</span>' for kind, name in zip(SERIES, question.drawn, strict=False)
    )
    heads = "".join(f'<th scope="col"{_kind(rows, name)}>{heading_of(name)}</th>' for name in rows[0])
    body = "".join(
        "<tr>"
        + "".join(f"<td{_kind(rows, name)}>{text(number_text(row[name]), CELL_CHARACTERS)}</td>" for name in row)
        + "</tr>"
        for row in rows
    )
    return (
        f'<section><h2>{question.title}</h2><p class="key">{key}</p>{bars(drawn, question.title)}'
        f'<div class="scroll" tabindex="0" role="region" aria-label="{question.title}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
        f"{_query(question)}</section>"
    )


def _kind(rows: list[dict[str, Any]], name: str) -> str:
    return ' class="number"' if isinstance(rows[0][name], int | float) else ""


def _query(question: Question) -> str:
    lines = "\n".join(text(line, QUERY_CHARACTERS) for line in question.sql.split("\n"))
    return f"<details><summary>The query</summary><pre>{lines}</pre></details>"
