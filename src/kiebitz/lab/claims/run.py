"""Runs an experiment and says how its result came about."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from datetime import date
from pathlib import Path
from time import perf_counter

import kiebitz
from kiebitz.engine import bench
from kiebitz.lab.claims.experiment import Experiment
from kiebitz.lab.claims.machine import describe_machine
from kiebitz.lab.claims.record import Record
from kiebitz.lab.measuring.progress import JournalledProgress, Progress

JOURNAL_SUFFIX = ".partial.jsonl"


def run_experiment(
    experiment: Experiment, directory: Path, show: Callable[[Progress, str], None], *, quick: bool, resume: bool
) -> Record:
    """Measure a claim; the journal of an interrupted run stays in ``directory`` and ``resume`` goes on from it.

    Raises JournalError if there is nothing to resume.
    """
    claim_id = experiment.claim.id
    mode = "quick" if quick else "full"
    journal = directory / f"{claim_id}{JOURNAL_SUFFIX}"
    directory.mkdir(parents=True, exist_ok=True)
    progress = JournalledProgress(
        journal, f"{claim_id} {mode}, version {kiebitz.__version__}", resume=resume, show=show
    )
    began = perf_counter()
    result = experiment.measure(progress, quick=quick)
    seconds = perf_counter() - began + progress.earlier_s
    progress.close()
    command = ["kiebitz", "lab", "run", claim_id] + (["--quick"] if quick else [])
    return Record(
        claim_id=claim_id,
        result=result,
        command=shlex.join(command),
        date=date.today().isoformat(),
        version=kiebitz.__version__,
        machine=describe_machine(),
        seconds=round(seconds, 1),
        signature=None if quick else bench.run().nodes,
    )
