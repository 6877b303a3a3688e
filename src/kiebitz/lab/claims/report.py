"""All claims as one self-contained HTML page: claim, verdict, figure, numbers, method, conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape
from string import Template

from kiebitz.lab.claims.claim import Cell, Verdict, number_text
from kiebitz.lab.claims.experiment import Experiment
from kiebitz.lab.claims.figure import REMEDY, can_draw, draw_svg
from kiebitz.lab.claims.record import Record
from kiebitz.shell.web_page import colours

NOT_MEASURED = "not measured yet"
NO_FIGURE = f'<p class="source">No figure: {escape(REMEDY)}</p>'
VERDICT_CLASSES = {
    Verdict.HOLDS: "holds",
    Verdict.CONDITIONALLY: "conditionally",
    Verdict.IN_PART: "conditionally",
    Verdict.FAILS: "fails",
    Verdict.UNDECIDED: "undecided",
}
# What the longest tables show at first; the rest is unfolded by a click.
ROWS_SHOWN = 12

PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kiebitz: claims and measurements</title>
<style>
$colours
body { font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.9rem; margin: .5rem 0; } h2 { font-size: 1.35rem; margin: 0 0 .5rem; } h3 { font-size: 1rem; }
article, .overview { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 1.25rem 1.5rem; margin: 1.5rem 0; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem; margin: .75rem 0 1rem; }
.sides > div { border-left: 4px solid var(--line); padding-left: .9rem; }
.label { text-transform: uppercase; letter-spacing: .06em; font-size: .72rem; color: var(--faint); }
.verdict { display: inline-block; border: 1px solid; border-radius: 999px; padding: 0 .7rem; font-size: .85rem;
  font-weight: 600; color: var(--faint); white-space: nowrap; }
.holds { color: var(--come); } .conditionally { color: var(--accent); }
.fails { color: var(--gone); } .undecided { color: var(--focus); }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0 1rem; } caption { text-align: left;
  font-weight: 600; padding: .3rem 0; }
th, td { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.scroll { overflow-x: auto; }
svg { max-width: 100%; height: auto; background: #fff; border-radius: 8px; } /* drawn in ink for white paper */
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--faint); }
.method { color: var(--ink); } .source, .conditions { color: var(--faint); font-size: .9rem; }
code { background: var(--ground); padding: .1rem .3rem; border-radius: 4px; }
a { color: var(--focus); text-decoration: none; } a:hover { text-decoration: underline; }
@media (max-width: 42rem) { .sides { grid-template-columns: 1fr; } }
</style>
</head>
<body>
<main>
<h1>Claims and measurements</h1>
<p>$summary</p>
<div class="overview scroll"><table>
<tr><th>claim</th><th></th><th>verdict</th><th>why</th></tr>
$overview
</table></div>
$articles
</main>
</body>
</html>
""")

ARTICLE = Template("""<article id="$id">
<h2>$id: $title <span class="verdict $verdict_class">$verdict</span></h2>
<div class="sides">
<div><div class="label">Claim</div>$statement<div class="source">$source</div></div>
<div><div class="label">Measured</div>$why$earlier</div>
</div>
$figure
$tables
<details><summary>Method</summary><div class="method">$method</div></details>
<div class="conditions">$conditions</div>
</article>
""")


def report_html(documented: Iterable[tuple[Experiment, Record | None]]) -> str:
    """The report; without matplotlib it says in place of each figure what is missing. Raises FigureError."""
    documented = list(documented)
    counts = Counter(record.result.verdict for _, record in documented if record is not None)
    said = ", ".join(f"{counts[verdict]} {_plural(verdict, counts[verdict])}" for verdict in Verdict if counts[verdict])
    missing = len(documented) - counts.total()
    summary = f"{len(documented)} claims: {said}" + (f", {missing} {NOT_MEASURED}." if missing else ".")
    return PAGE.substitute(
        colours=colours(),
        summary=escape(summary),
        overview="\n".join(_overview_row(experiment, record) for experiment, record in documented),
        articles="\n".join(_article(experiment, record) for experiment, record in documented),
    )


def _plural(verdict: Verdict, count: int) -> str:
    """'hold' of several, 'holds' of one."""
    if count == 1:
        return str(verdict)
    return str(verdict).replace("holds", "hold").replace("does", "do")


def _verdict(record: Record | None) -> tuple[str, str]:
    return (str(record.result.verdict), VERDICT_CLASSES[record.result.verdict]) if record else (NOT_MEASURED, "")


def _overview_row(experiment: Experiment, record: Record | None) -> str:
    claim = experiment.claim
    verdict, verdict_class = _verdict(record)
    return (
        f'<tr><td><a href="#{claim.id}">{claim.id}</a></td><td>{escape(claim.title)}</td>'
        f'<td><span class="verdict {verdict_class}">{verdict}</span></td>'
        f"<td>{escape(record.result.why) if record else ''}</td></tr>"
    )


def _article(experiment: Experiment, record: Record | None) -> str:
    claim = experiment.claim
    verdict, verdict_class = _verdict(record)
    figure = tables = why = earlier = ""
    conditions = [f"Repeat with <code>kiebitz lab run {claim.id}</code>."]
    if record is not None:
        result = record.result
        why = escape(result.why)
        earlier = "".join(f'<p class="source">{escape(str(said))}</p>' for said in record.earlier)
        if experiment.has_figure:
            figure = _unique_ids(draw_svg(experiment, result), claim.id) if can_draw() else NO_FIGURE
        measured: list[tuple[Cell, ...]] = [(figure_.name, str(figure_)) for figure_ in result.measurements]
        tables = _table("", ("measured", "value"), measured) if measured else ""
        tables += "".join(_table(table.title, table.headings, table.rows) for table in result.tables)
        conditions = [f"{escape(name)}: {escape(value)}." for name, value in result.conditions.items()] + [
            f"Measured on {escape(record.origin)}; repeat with <code>{escape(record.command)}</code>."
        ]
    return ARTICLE.substitute(
        id=claim.id,
        title=escape(claim.title),
        verdict=verdict,
        verdict_class=verdict_class,
        statement=escape(claim.statement),
        source=escape(str(claim.source)),
        why=why,
        earlier=earlier,
        figure=figure,
        tables=tables,
        method="".join(f"<p>{escape(paragraph)}</p>" for paragraph in experiment.method.split("\n\n")),
        conditions="<br>".join(conditions),
    )


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
    table = f'<div class="scroll"><table>{caption}<tr>{head}</tr>{body}</table></div>'
    if len(rows) <= ROWS_SHOWN:
        return table
    return f"<details><summary>{escape(title or 'Measured')} ({len(rows)} rows)</summary>{table}</details>"


def _unique_ids(svg: str, claim_id: str) -> str:
    """An SVG whose ids are its own in the page: every figure numbers its parts alike."""
    for mark in ('id="', 'href="#', "url(#"):
        svg = svg.replace(mark, f"{mark}{claim_id}-")
    return svg
