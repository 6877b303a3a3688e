"""Commands of the claims for ``kiebitz lab``. Each calls one function of this package."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kiebitz.commandline.options import Resume
from kiebitz.commandline.refusal import FAILED, INTERRUPTED, refuse, terminated_as_interrupted
from kiebitz.processes.whole_file import whole_file

if TYPE_CHECKING:
    from kiebitz_claims.claims.experiment import Experiment
    from kiebitz_claims.claims.results import Results

DOCS = Path("docs")
REPORT = Path("claims.html")

lab = typer.Typer(rich_markup_mode="markdown")

ResultsOption = Annotated[
    Path | None,
    typer.Option(
        "--results",
        metavar="DIR",
        help="Directory of your results, one JSON file per claim (default: in your data directory).",
    ),
]


@lab.command(name="list")
def list_claims(directory: ResultsOption = None) -> None:
    """List the claims, with their verdicts so far."""
    from kiebitz_claims.claims.display import show_list
    from kiebitz_claims.claims.experiment import every_experiment

    results = _results(directory)
    with _faults(results.directory):
        experiments = every_experiment()
        show_list([(experiment, results.load(experiment.claim.id)) for experiment in experiments])
        if own := results.own([experiment.claim.id for experiment in experiments]):
            typer.echo(f"Your own, in {results.directory}: {', '.join(own)}")


@lab.command()
def show(
    claims: Annotated[
        list[str],
        typer.Argument(metavar="CLAIM...", help="Claims such as M2, a document by its program (Hydra), or 'all'."),
    ],
    *,
    directory: ResultsOption = None,
) -> None:
    """Show claims with their stored measurements, or their plans, or a document's claims; nothing is measured."""
    from kiebitz_claims.claims.display import show_document, show_planned, show_record
    from kiebitz_claims.claims.documents import DOCUMENTS
    from kiebitz_claims.claims.experiment import every_experiment

    results = _results(directory)
    with _faults(results.directory):
        for document in (document for document in DOCUMENTS if any(map(document.answers_to, claims))):
            experiments = every_experiment()
            show_document(document, [(each, results.load(each.claim.id)) for each in experiments])
        for experiment in _wanted([claim for claim in claims if not any(each.answers_to(claim) for each in DOCUMENTS)]):
            record = results.load(experiment.claim.id)
            if record is None:
                show_planned(experiment)
            else:
                show_record(experiment, record)


@lab.command()
def run(
    claims: Annotated[list[str], typer.Argument(metavar="CLAIM...", help="Claims such as M2, or 'all'.")],
    *,
    quick: Annotated[
        bool, typer.Option("--quick", help="Run a small version in seconds; its result is not kept.")
    ] = False,
    resume: Resume = False,
    directory: ResultsOption = None,
) -> None:
    """Measure claims, show each beside its figures, and keep the results."""
    from kiebitz_claims.claims.display import progress_bar, show_record
    from kiebitz_claims.claims.record import path_of
    from kiebitz_claims.claims.run import run_experiment

    results = _results(directory)
    with _faults(results.directory):
        for experiment in _wanted(claims):
            claim_id = experiment.claim.id
            try:
                with terminated_as_interrupted(), progress_bar(claim_id) as progress:
                    record = run_experiment(experiment, results.directory, progress, quick=quick, resume=resume)
            except KeyboardInterrupt:
                again = ["kiebitz", "lab", "run", claim_id, "--resume"]
                if directory is not None:
                    again += ["--results", str(directory)]
                refuse(f"interrupted; go on with: {shlex.join(again)}", INTERRUPTED)
            show_record(experiment, record)
            if not quick:
                kept = path_of(results.directory, claim_id)
                typer.echo(f"Kept in {kept}; 'kiebitz lab report' makes a page of all.")


@lab.command()
def report(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="OUT.html", help="File to write.")] = REPORT,
    directory: ResultsOption = None,
) -> None:
    """Write all claims, measurements and figures as one web page; nothing is measured."""
    from kiebitz_claims.claims.experiment import every_experiment
    from kiebitz_claims.claims.figure import REMEDY, can_draw
    from kiebitz_claims.claims.report import report_html

    results = _results(directory)
    with _faults(output):
        documented = [(experiment, results.load(experiment.claim.id)) for experiment in every_experiment()]
        text = report_html(documented)
        with whole_file(output) as file:
            file.write(text.encode())
    typer.echo(f"{output}: {len(documented)} claims, {sum(record is not None for _, record in documented)} measured")
    if not can_draw():
        typer.echo(f"Without figures: {REMEDY}")


@lab.command()
def pages(
    docs: Annotated[Path, typer.Option("--docs", metavar="DIR", help="Directory of the documentation.")] = DOCS,
    directory: Annotated[
        Path | None,
        typer.Option(
            "--results", metavar="DIR", help="Directory of the results to show (default: those that come with Kiebitz)."
        ),
    ] = None,
) -> None:
    """Write claims.md and a page for each claim; nothing is measured."""
    from kiebitz_claims.claims.experiment import every_experiment
    from kiebitz_claims.claims.pages import write_pages
    from kiebitz_claims.claims.results import PUBLISHED, Results

    results = Results(directory or PUBLISHED)
    with _faults(docs):
        documented = [(experiment, results.load(experiment.claim.id)) for experiment in every_experiment()]
        written = write_pages(documented, docs)
    typer.echo(f"{docs}: {len(written)} files written")


def _results(directory: Path | None) -> Results:
    """The results that a command works on: those of the directory named, or the user's own."""
    from kiebitz_claims.claims.results import Results, own_directory

    try:
        return Results(directory or own_directory())
    except RuntimeError:
        refuse("there is no home directory to keep results in; name one with --results DIR")


def _wanted(claims: list[str]) -> list[Experiment]:
    """The experiments of the claims named. Raises UnknownClaimError."""
    from kiebitz_claims.claims.experiment import every_experiment, find

    return every_experiment() if claims == ["all"] else [find(claim) for claim in claims]


@contextmanager
def _faults(place: Path) -> Iterator[None]:
    """End the command with one line for what can be wrong with results, figures and files; ``place`` is written to."""
    from kiebitz.processes.journal_file import JournalError
    from kiebitz_claims.claims.experiment import NotKeptError, UnknownClaimError
    from kiebitz_claims.claims.figure import FigureError
    from kiebitz_claims.claims.record import RecordError

    try:
        yield
    except (UnknownClaimError, NotKeptError, RecordError, FigureError, JournalError) as error:
        refuse(str(error))
    except OSError as error:
        refuse(f"{error.filename or place}: {error.strerror or error}", FAILED)
