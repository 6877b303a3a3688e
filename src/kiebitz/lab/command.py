"""``kiebitz lab``: the laboratory's commands. Each calls one function of this room."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kiebitz.lab.animation.command import animate
from kiebitz.lab.mate.command import mate
from kiebitz.lab.table.command import table
from kiebitz.lab.tree.command import tree
from kiebitz.shell.options import Resume
from kiebitz.shell.refusal import FAILED, INTERRUPTED, refuse

RESULTS = Path("experiments") / "results"
DOCS = Path("docs")
REPORT = Path("claims.html")

lab = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

Results = Annotated[
    Path, typer.Option("--results", metavar="DIR", help="Where results are kept, one JSON file a claim.")
]


@lab.callback()
def lab_command() -> None:
    """The laboratory: claims of the literature, measured again."""


@lab.command(name="list")
def list_claims(results: Results = RESULTS) -> None:
    """List the claims that can be measured, with the verdicts known."""
    from kiebitz.lab.claims.display import show_list
    from kiebitz.lab.claims.experiment import every_experiment
    from kiebitz.lab.claims.record import RecordError, load

    try:
        show_list([(experiment, load(results, experiment.claim.id)) for experiment in every_experiment()])
    except RecordError as error:
        refuse(str(error))


@lab.command()
def run(
    claims: Annotated[list[str], typer.Argument(metavar="CLAIM...", help="Claims such as M2, or 'all'.")],
    *,
    quick: Annotated[bool, typer.Option("--quick", help="A small run of seconds; its result is not kept.")] = False,
    resume: Resume = False,
    results: Results = RESULTS,
) -> None:
    """Measure claims, show what they say beside what is measured, and keep the results."""
    from kiebitz.lab.claims.display import progress_bar, show_record
    from kiebitz.lab.claims.experiment import UnknownClaimError, every_experiment, find
    from kiebitz.lab.claims.record import RecordError, load
    from kiebitz.lab.claims.run import run_experiment
    from kiebitz.runs.journal_file import JournalError

    try:
        wanted = every_experiment() if claims == ["all"] else [find(claim) for claim in claims]
    except UnknownClaimError as error:
        refuse(str(error))
    for experiment in wanted:
        claim_id = experiment.claim.id
        try:
            former = load(results, claim_id)
            with progress_bar(claim_id) as show:
                record = run_experiment(experiment, results, show, quick=quick, resume=resume)
            record = record.after(former, "Measured again.")
            show_record(experiment, record)
            if not quick:
                typer.echo(f"Kept in {record.save(results)}; 'kiebitz lab pages' brings the documentation up to date.")
        except (JournalError, RecordError) as error:
            refuse(str(error))
        except OSError as error:
            refuse(f"{error.filename or results}: {error.strerror or error}", FAILED)
        except KeyboardInterrupt:
            refuse(f"interrupted; go on with: kiebitz lab run {claim_id} --resume", INTERRUPTED)


@lab.command()
def judge(
    claims: Annotated[list[str] | None, typer.Argument(metavar="[CLAIM...]", help="Claims; without one, all.")] = None,
    *,
    because: Annotated[
        str, typer.Option("--because", metavar="WHY", help="Why a verdict changes; the claim's page tells it.")
    ] = "",
    results: Results = RESULTS,
) -> None:
    """Judge kept results by the rules of today. Measures nothing."""
    from dataclasses import replace

    from kiebitz.lab.claims.experiment import NotKeptError, UnknownClaimError, every_experiment, find
    from kiebitz.lab.claims.record import RecordError, load

    try:
        wanted = [find(claim) for claim in claims] if claims else every_experiment()
        for experiment in wanted:
            claim_id = experiment.claim.id
            record = load(results, claim_id)
            if record is None:
                typer.echo(f"{claim_id}: not measured yet")
                continue
            try:
                judged = replace(record, result=experiment.judge_again(record.result)).after(record, because)
            except NotKeptError as error:
                typer.echo(str(error))
                continue
            before, after = record.result.verdict, judged.result.verdict
            if before is not after and not because:
                refuse(f"{claim_id}: the verdict changes from '{before}' to '{after}'; say why with --because")
            if judged != record:
                judged.save(results)
            typer.echo(f"{claim_id}: {after}" + (f" (before: {before})" if before is not after else ""))
    except (UnknownClaimError, RecordError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or results}: {error.strerror or error}", FAILED)


@lab.command()
def report(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT.html", help="The page to write.")] = REPORT,
    results: Results = RESULTS,
) -> None:
    """Write one self-contained HTML page of all claims, measurements and figures. Measures nothing."""
    from kiebitz.lab.claims.experiment import every_experiment
    from kiebitz.lab.claims.figure import FigureError
    from kiebitz.lab.claims.record import RecordError, load
    from kiebitz.lab.claims.report import report_html

    try:
        documented = [(experiment, load(results, experiment.claim.id)) for experiment in every_experiment()]
        output.write_text(report_html(documented))
    except (RecordError, FigureError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or output}: {error.strerror or error}", FAILED)
    typer.echo(f"{output}: {len(documented)} claims, {sum(record is not None for _, record in documented)} measured")


@lab.command()
def pages(
    docs: Annotated[Path, typer.Option("--docs", metavar="DIR", help="The directory of the documentation.")] = DOCS,
    results: Results = RESULTS,
) -> None:
    """Write the documentation of all claims: claims.md and one page each. Measures nothing."""
    from kiebitz.lab.claims.experiment import every_experiment
    from kiebitz.lab.claims.figure import FigureError
    from kiebitz.lab.claims.pages import write_pages
    from kiebitz.lab.claims.record import RecordError, load

    try:
        documented = [(experiment, load(results, experiment.claim.id)) for experiment in every_experiment()]
        written = write_pages(documented, docs)
    except (RecordError, FigureError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or docs}: {error.strerror or error}", FAILED)
    typer.echo(f"{docs}: {len(written)} files written")


lab.command()(animate)
lab.command()(tree)
lab.command()(table)
lab.command()(mate)
