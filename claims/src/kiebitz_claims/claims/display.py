"""Shows claims and results in the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich import box
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.table import Table as RichTable

from kiebitz.commandline.console import make_console
from kiebitz_claims.claims.claim import Table, number_text
from kiebitz_claims.claims.documents import DOCUMENTS, Document
from kiebitz_claims.claims.experiment import Experiment
from kiebitz_claims.claims.judging import Judgement, Verdict
from kiebitz_claims.claims.paper import AGAIN, PLANNED, Entry, entries, plan_table
from kiebitz_claims.claims.record import Record
from kiebitz_claims.machines.machines import MACHINES
from kiebitz_claims.measuring.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

# Longer tables are for the report.
MAX_ROWS = 40

STYLES = {
    Verdict.HOLDS: "green",
    Verdict.CONDITIONALLY: "yellow",
    Verdict.FAILS: "red",
    Verdict.UNDECIDED: "cyan",
    Verdict.UNTESTABLE: "cyan",
}


def show_list(documented: Iterable[tuple[Experiment, Record | None]]) -> None:
    """Every claim with its verdict, by document; a star marks figures older than their plan."""
    found = entries(documented)
    console = make_console()
    for document in DOCUMENTS:
        own = [entry for entry in found if entry.experiment.claim.source == document]
        if own:
            console.print(f"{document.program}: {document}", style="bold", markup=False)
            console.print(_entries_table(own))
    if any(entry.is_older for entry in found):
        console.print(f"* older than the plan: {AGAIN}", style="dim")


def _entries_table(found: list[Entry]) -> RichTable:
    table = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1), show_edge=False)
    table.add_column("Claim", no_wrap=True)
    table.add_column("What", ratio=2)
    table.add_column("Verdict", no_wrap=True)
    table.add_column("Measured", no_wrap=True)
    for entry in found:
        claim, record, judgement = entry.experiment.claim, entry.record, entry.judgement
        verdict = entry.verdict if judgement is None else f"[{STYLES[judgement.verdict]}]{judgement.verdict}[/]"
        day = "-" if record is None else f"{record.date}{'*' if entry.is_older else ''}"
        table.add_row(claim.id, escape(claim.title), verdict, day)
    return table


def show_document(document: Document, documented: Iterable[tuple[Experiment, Record | None]]) -> None:
    """A document's claims with their verdicts, and the commands that show its machines."""
    show_list((experiment, record) for experiment, record in documented if experiment.claim.source == document)
    console = make_console()
    for machine in MACHINES:
        if machine.document == document:
            console.print(f"{machine.title}: kiebitz machines {machine.name}", markup=False)


def show_record(experiment: Experiment, record: Record) -> None:
    """A claim beside what was measured. Raises NotKeptError."""
    (entry,) = entries([(experiment, record)])
    result = record.result
    console = make_console()
    _show_claim(console, experiment)
    for table in result.tables:
        if len(table.rows) <= MAX_ROWS:
            console.print(_rich_table(table))
        else:
            console.print(
                f"{escape(table.title)}: {len(table.rows)} rows, see the report or the claim's page", style="dim"
            )
        console.print()
    for measurement in result.measurements:
        console.print(f"  {escape(measurement.name)}: {escape(str(measurement))}")
    for name, value in result.conditions.items():
        console.print(f"  {escape(name)}: {escape(value)}", style="dim")
    console.print(f"  measured on {escape(record.origin)}", style="dim")
    if record.footnote:
        console.print(f"  {escape(record.footnote)}", style="dim")
    console.print()
    if entry.judgement is not None:
        show_judgement(console, entry.judgement)
    if entry.age:
        console.print(escape(entry.age))
    for earlier in experiment.plan.earlier:
        console.print(escape(str(earlier)), style="dim")


def show_planned(experiment: Experiment) -> None:
    """A claim with its plan, where nothing was measured yet."""
    plan, console = experiment.plan, make_console()
    _show_claim(console, experiment)
    console.print(escape(f"“{plan.translation}”"))
    console.print(_rich_table(plan_table(plan)))
    said = {"Sample": plan.sample, "Seeds": plan.seeds, "Rule": experiment.rule, "Positive control": plan.control}
    for name, text in said.items():
        console.print(escape(f"  {name}: {text}"))
    console.print(f"[bold]The claim is {PLANNED}[/]; measure it with: kiebitz lab run {experiment.claim.id}")


def _show_claim(console: Console, experiment: Experiment) -> None:
    claim = experiment.claim
    console.print(f"[bold]{claim.id}: {escape(claim.title)}[/]")
    console.print(f"Claim: {escape(claim.statement)}")
    console.print(f"Source: {escape(str(claim.source))}", style="dim")
    console.print()


def show_judgement(console: Console, judgement: Judgement) -> None:
    """The verdict on a claim, then that on each of its statements."""
    console.print(f"[{STYLES[judgement.verdict]} bold]The claim {_sentence(judgement.verdict)}.[/]")
    for part in judgement.parts:
        console.print(
            f"  [{STYLES[part.verdict]}]{part.verdict}[/]: {escape(part.prediction.statement)}"
            f" (predicted {escape(part.prediction.range)}; {escape(part.figures or 'not measured')})"
            + (f": {escape(part.note)}" if part.note else "")
        )
    if judgement.remark:
        console.print(escape(judgement.remark))


def _sentence(verdict: Verdict) -> str:
    return f"is {verdict}" if verdict in (Verdict.UNDECIDED, Verdict.UNTESTABLE) else str(verdict)


def _rich_table(table: Table) -> RichTable:
    shown = RichTable(title=escape(table.title), title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1))
    for index, heading in enumerate(table.headings):
        numeric = all(not isinstance(row[index], str) for row in table.rows)
        shown.add_column(escape(heading), justify="right" if numeric else "left")
    for row in table.rows:
        shown.add_row(*(escape(number_text(cell)) for cell in row))
    return shown


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[Progress, str], None]]:
    """A bar of steps on standard error while there is a terminal; gives what an experiment reports to."""
    console = make_console(stderr=True)
    if not console.is_terminal:
        yield lambda progress, step: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=console, transient=True) as bars:
        bar = bars.add_task(title, total=None)

        def show(progress: Progress, step: str) -> None:
            bars.update(bar, description=escape(f"{title} {step}"), completed=progress.done, total=progress.total)

        yield show
