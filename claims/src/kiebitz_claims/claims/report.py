"""All claims as one self-contained HTML page that reads like a paper: what came out, beside whom, with what limits."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from html import escape
from inspect import cleandoc
from string import Template

from kiebitz.commandline.web_page import colours
from kiebitz_claims.claims import judging
from kiebitz_claims.claims.claim import Cell, number_text
from kiebitz_claims.claims.experiment import Experiment
from kiebitz_claims.claims.figure import REMEDY, can_draw, draw_svg
from kiebitz_claims.claims.judging import Judgement, Verdict
from kiebitz_claims.claims.paper import (
    AGAIN,
    PLANNED,
    STATEMENTS,
    Chapter,
    Entry,
    age_of_data,
    chapters,
    counted,
    entries,
    judged_records,
    limits,
    measured_by,
    range_of_its_own,
    summary,
    surprises,
)
from kiebitz_claims.claims.plan import Plan
from kiebitz_claims.claims.published import HEADINGS, rows
from kiebitz_claims.claims.record import Record

NAME, STRESSED = re.compile(r"`+([^`]+)`+"), re.compile(r"\*(\w[^*]*)\*")
BEFORE_UNIT = re.compile(r"(?<=[\d)]) (?=(?:s|ns|Elo)\b|%)")
"""Where a line must not end: the unit would stand alone on the next one."""
NO_FIGURE = f'<p class="aside">No figure: {escape(REMEDY)}</p>'
VERDICTS = {
    str(Verdict.HOLDS): "holds",
    str(Verdict.CONDITIONALLY): "conditionally",
    str(Verdict.FAILS): "fails",
    str(Verdict.UNDECIDED): "undecided",
    str(Verdict.UNTESTABLE): "untestable",
}
VERDICT_CLASSES = {
    **VERDICTS,
    **{f"{verdict}, {AGAIN}": f"{kind} older" for verdict, kind in VERDICTS.items()},
    AGAIN: "untestable older",
    PLANNED: "untestable planned",
}

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kiebitz: claims and measurements</title>
<style>
$colours
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 0;
  overflow-wrap: break-word; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.9rem; margin: .5rem 0; } h2 { font-size: 1.35rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.1rem; margin: 0 0 .5rem; }
article, .card { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
article { padding: 1.25rem 1.5rem; margin: 1.5rem 0; } .card { padding: .6rem .9rem; margin: .5rem 0; }
.card p { margin: .25rem 0; }
.verdict { display: inline-block; border: 1px solid; border-radius: 999px; padding: 0 .7rem; font-size: .85rem;
  font-weight: 600; white-space: nowrap; }
.holds { color: var(--come); } .conditionally { color: var(--accent); } .fails { color: var(--gone); }
.undecided { color: var(--focus); } .untestable { color: var(--faint); }
.bars { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .35rem .75rem; align-items: center; }
.bar { display: flex; }
.bar span { border: 1px solid; border-left-width: 6px; padding: 0 .35rem; font-size: .85rem; }
.older, .bar .older { border-style: dashed; } .planned, .bar .planned { border-style: dotted; }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0 1rem; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr.setting td:first-child { padding-left: 1.6rem; } tr.setting td { color: var(--faint); }
.statements td:first-child { min-width: 11rem; } .statements td:last-child:not(:empty) { min-width: 10rem; }
.statements td:nth-child(2) { min-width: 6.5rem; } .statements td:nth-child(3) { min-width: 8.5rem; }
.scroll { overflow-x: auto; }
figure { margin: 1rem 0; }
svg { max-width: 100%; height: auto; background: #fff; border-radius: 8px; } /* drawn in ink for white paper */
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--faint); }
blockquote { margin: .5rem 0; padding-left: .9rem; border-left: 4px solid var(--line); }
.aside { color: var(--faint); font-size: .9rem; }
code { background: var(--ground); padding: .1rem .3rem; border-radius: 4px; }
a { color: var(--focus); text-decoration: none; } a:hover { text-decoration: underline; }
@media (max-width: 62rem) { /* narrower, the notes of a statement would be cut off */
  .cards, .cards tbody, .cards tr, .cards td { display: block; }
  .cards thead { display: none; }
  .cards tr { border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; padding: .3rem .6rem; }
  .cards td { border: 0; padding: .1rem 0; } .cards td:empty { display: none; }
  .cards td[data-label]:not([data-label=""])::before { content: attr(data-label) ": "; color: var(--faint); }
  tr.setting td:first-child { padding-left: 0; }
  .cards.statements td:nth-child(n) { min-width: 0; }
}
@media (max-width: 42rem) {
  article { padding: 1rem .9rem; }
  .bars { grid-template-columns: 1fr; } .verdict { white-space: normal; }
  figure svg { max-width: none; width: 36rem; } /* narrower its numbers can't be read; it scrolls */
}
@media (max-width: 39.9rem) { /* where it is cut off */
  figure:has(svg)::before { content: "The drawing goes on to the right."; position: sticky; left: 0; display: block;
    color: var(--faint); font-size: .85rem; }
}
@media screen and (prefers-color-scheme: dark) {
  svg { filter: invert(.87) hue-rotate(180deg); } /* white paper turns dark, and its inks keep their hues */
}
</style>
</head>
<body>
<main>
<h1>Claims and measurements</h1>
<p>$abstract</p>
<div class="bars">$bars</div>
<p>$legend</p>
<h2 id="rule">How a verdict is made</h2>
$rule
$chapters
$surprises
$published
<h2 id="limits">Limits</h2>
<ul>$limits</ul>
<h2 id="claims">Every claim</h2>
$articles
</main>
</body>
</html>
""")


def report_html(documented: Iterable[tuple[Experiment, Record | None]]) -> str:
    """The report; without matplotlib it says in place of each figure what is missing.

    Raises FigureError, and NotKeptError for a result that can't be judged.
    """
    found = entries(documented)
    by_document = chapters(found)
    counts = sum((chapter.counts for chapter in by_document), Counter[str]())
    surprising = "".join(f'<li><a href="#{claim}">{claim}</a>: {escape(said)}</li>' for claim, said in surprises(found))
    beside = rows(judged_records(found))
    return PAGE.substitute(
        colours=colours(),
        abstract=escape(
            f"{summary(by_document)} Each has a plan, an experiment that anybody can run again, and a verdict by a "
            f"rule: {counted(counts)}."
        ),
        bars="".join(_bar(chapter) for chapter in by_document),
        legend=" ".join(map(_pill, _kinds(counts))),
        rule=_paragraphs(cleandoc(judging.__doc__ or "").partition("\n\n")[2]),
        chapters="".join(_chapter(chapter) for chapter in by_document),
        surprises=f'<h2 id="surprises">What surprised us</h2><ul>{surprising}</ul>' if surprising else "",
        published=_published(beside) if beside else "",
        limits="".join(f"<li>{escape(limit)}</li>" for limit in limits(found)),
        articles="\n".join(_article(entry) for entry in found),
    )


def _kinds(counts: Counter[str]) -> list[str]:
    """The verdicts that there are; that some are to be measured again is told once for all of them."""
    kinds = [verdict for verdict in VERDICTS if counts[verdict] or counts[f"{verdict}, {AGAIN}"]]
    kinds += [AGAIN] if any(verdict.endswith(AGAIN) for verdict in +counts) else []
    return kinds + ([PLANNED] if counts[PLANNED] else [])


def _bar(chapter: Chapter) -> str:
    """A document's claims by verdict, as wide as there are many."""
    spans = "".join(
        f'<span class="{kind}" style="flex: {number}" title="{escape(verdict)}">{number}</span>'
        for verdict, kind in VERDICT_CLASSES.items()
        if (number := chapter.counts[verdict])
    )
    return f'<div>{escape(chapter.document.author)}</div><div class="bar">{spans}</div>'


def _chapter(chapter: Chapter) -> str:
    """A document: counts of verdicts, and its claims with a sentence of why."""
    document = chapter.document
    cards = "".join(
        f'<div class="card"><p><a href="#{entry.experiment.claim.id}"><b>{entry.experiment.claim.id}</b></a>'
        f" {escape(entry.experiment.claim.title)} {_pill(entry.verdict)}</p>"
        f"<p>{escape(_said(entry))}</p></div>"
        for entry in chapter.entries
    )
    return (
        f"<h2>{escape(str(chapter))}</h2>"
        f'<p class="aside">{escape(document.about)}; of its claims {counted(chapter.counts)}.</p>{cards}'
    )


def _said(entry: Entry) -> str:
    """Why the verdict is what it is; where there is none, what is to be measured."""
    return entry.judgement.why if entry.judgement else entry.age or entry.experiment.claim.statement


def _published(beside: list[tuple[str, str, str, str, str, str]]) -> str:
    body = ""
    for *cells, claim in beside:
        linked = [*map(escape, cells), f'<a href="#{claim}">{claim}</a>']
        body += _row(zip(HEADINGS, linked, strict=True))
    return (
        '<h2 id="published">Beside published results</h2>'
        '<p class="aside">As reported; how much of each source was read here stands beside it.</p>'
        f'<div class="scroll"><table class="cards"><thead>{_head(HEADINGS)}</thead><tbody>{body}</tbody></table></div>'
    )


def _article(entry: Entry) -> str:
    experiment, record, judgement = entry.experiment, entry.record, entry.judgement
    claim = experiment.claim
    parts = [
        f'<article id="{claim.id}">',
        f"<h3>{claim.id}: {escape(claim.title)} {_pill(entry.verdict)}</h3>",
        f'<p>{escape(claim.statement)}<br><span class="aside">{escape(str(claim.source))}</span></p>',
        f'<p class="aside">{escape(entry.age)}</p>' if entry.age else "",
        "" if judgement is None else _statements(judgement),
    ]
    if record is not None:
        result = record.result
        if entry.has_figure:
            drawn = _unique_ids(draw_svg(experiment, result), claim.id) if can_draw() else NO_FIGURE
            parts.append(f'<figure class="scroll" tabindex="0" aria-label="figure of {claim.id}">{drawn}</figure>')
        measured: list[tuple[Cell, ...]] = [(figure.name, str(figure)) for figure in result.measurements]
        tables = [_table("", ("measured", "value"), measured)] if measured else []
        tables += [_table(table.title, table.headings, table.rows) for table in result.tables]
        parts.append(_folded(f"All figures ({sum(len(table.rows) for table in result.tables)} rows)", "".join(tables)))
    parts += [
        _planned(experiment) if record is None else _folded(*_plan(experiment)),
        _earlier(experiment.plan),
        _folded("Method", _paragraphs(experiment.method)),
        f'<p class="aside">{_conditions(experiment, record)}</p>',
        "</article>",
    ]
    return "".join(parts)


def _statements(judgement: Judgement) -> str:
    """The verdict on each statement, and under it on each setting that was tried."""
    body = []
    for part in judgement.parts:
        cells = [part.prediction.statement, part.prediction.range, part.figures, _pill(str(part.verdict)), part.note]
        body.append(_statement_row(cells, measure=part.prediction.measure))
        for name, each in part.settings.items():
            cells = [f"with {name}", range_of_its_own(each, part), each.figures, _pill(str(each.verdict)), each.note]
            body.append(_statement_row(cells, kind=' class="setting"'))
    remark = f"<p>{escape(judgement.remark)}</p>" if judgement.remark else ""
    head = f"<thead>{_head(STATEMENTS)}</thead>"
    table = f'<table class="cards statements">{head}<tbody>{"".join(body)}</tbody></table>'
    return f'<div class="scroll">{table}</div>{remark}'


def _statement_row(cells: list[str], *, measure: str = "", kind: str = "") -> str:
    """Cells under STATEMENTS, the measure under the statement itself; the verdict is HTML already."""
    said = [
        cell if heading == "verdict" else escape(BEFORE_UNIT.sub("\u00a0", cell))
        for heading, cell in zip(STATEMENTS, cells, strict=True)
    ]
    said[0] += f'<br><span class="aside">{escape(measure)}</span>' if measure else ""
    return _row(zip(("", *STATEMENTS[1:3], "", ""), said, strict=True), kind)


def _planned(experiment: Experiment) -> str:
    """The plan where nothing else is there to be seen."""
    title, plan = _plan(experiment)
    return f"<h4>{title}</h4>{plan}"


def _plan(experiment: Experiment) -> tuple[str, str]:
    """Heading and content."""
    plan = experiment.plan
    predictions = "".join(f"<li>{escape(measured_by(prediction))}</li>" for prediction in plan.predictions)
    caution = f'<p class="aside">The document\'s own caution: {escape(plan.qualifiers)}</p>' if plan.qualifiers else ""
    return (
        f"Plan {plan.version}",
        f"<blockquote>{escape(plan.original)}</blockquote><p>“{escape(plan.translation)}”</p>{caution}<ul>{predictions}</ul>"
        f"<p>Sample: {escape(plan.sample)}. Seeds: {escape(plan.seeds)}.</p>"
        f"<p>Rule: {escape(experiment.rule)}</p><p>Positive control: {escape(plan.control)}</p>",
    )


def _earlier(plan: Plan) -> str:
    if not plan.earlier:
        return ""
    said = "".join(f"<li>{escape(str(earlier))}</li>" for earlier in plan.earlier)
    return _folded(f"Verdicts that no longer stand ({len(plan.earlier)})", f"<ul>{said}</ul>")


def _conditions(experiment: Experiment, record: Record | None) -> str:
    if record is None:
        return f"Measure it with <code>kiebitz lab run {experiment.claim.id}</code>."
    said = [f"{escape(name)}: {escape(value)}." for name, value in record.result.conditions.items()]
    said.append(f"Measured on {escape(record.origin)}; {escape(age_of_data(experiment, record))}.")
    said += [escape(record.footnote)] if record.footnote else []
    said.append(f"Repeat with <code>{escape(record.command)}</code>.")
    return "<br>".join(said)


def _folded(title: str, content: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{content}</details>"


def _pill(verdict: str) -> str:
    return f'<span class="verdict {VERDICT_CLASSES[verdict]}">{escape(verdict)}</span>'


def _paragraphs(text: str) -> str:
    """A docstring: paragraphs, with names ``so`` and stressed words *so*."""
    marked = NAME.sub(r"<code>\1</code>", STRESSED.sub(r"<em>\1</em>", escape(text)))
    return "".join(f"<p>{paragraph}</p>" for paragraph in marked.split("\n\n"))


def _head(headings: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<th>{escape(heading)}</th>' for heading in headings)}</tr>"


def _row(cells: Iterable[tuple[str, str]], kind: str = "") -> str:
    """A row of HTML cells; where it is a card, what each is called stands before it."""
    inside = "".join(f'<td data-label="{escape(label)}">{cell}</td>' for label, cell in cells)
    return f"<tr{kind}>{inside}</tr>"


def _table(title: str, headings: Iterable[str], rows: Iterable[tuple[Cell, ...]]) -> str:
    headings, rows = list(headings), list(rows)
    numeric = [bool(rows) and all(not isinstance(row[index], str) for row in rows) for index in range(len(headings))]
    classes = [' class="number"' if right else "" for right in numeric]
    head = "".join(f"<th{kind}>{escape(text)}</th>" for kind, text in zip(classes, headings, strict=True))
    body = "".join(
        "<tr>"
        + "".join(f"<td{kind}>{escape(number_text(cell))}</td>" for kind, cell in zip(classes, row, strict=True))
        + "</tr>"
        for row in rows
    )
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    named = f'tabindex="0" role="region" aria-label="{escape(title or "figures")}"'
    return f'<div class="scroll" {named}><table>{caption}<tr>{head}</tr>{body}</table></div>'


def _unique_ids(svg: str, claim_id: str) -> str:
    """An SVG whose ids are its own in the page: every figure numbers its parts alike."""
    for mark in ('id="', 'href="#', "url(#"):
        svg = svg.replace(mark, f"{mark}{claim_id}-")
    return svg
