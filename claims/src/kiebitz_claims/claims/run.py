"""Runs an experiment and says how its result came about."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import date
from pathlib import Path
from time import perf_counter

import kiebitz
from kiebitz_claims.claims.experiment import Experiment
from kiebitz_claims.claims.machine import describe_machine, load
from kiebitz_claims.claims.provenance import provenance
from kiebitz_claims.claims.record import Record, path_of
from kiebitz_claims.measuring.cpu_time import cpu_seconds
from kiebitz_claims.measuring.origin import Origin
from kiebitz_claims.measuring.progress import JournalledProgress, Progress


def run_experiment(
    experiment: Experiment, directory: Path, show: Callable[[Progress, str], None], *, quick: bool, resume: bool
) -> Record:
    """Measure a claim and, but for a quick run, keep the result in ``directory``.

    The journal of an interrupted run stays there until the result is safe, and ``resume`` goes on from it. The result
    names the commit of the last part, which made it of the steps, and those of all other steps in it.
    Raises JournalError if there is nothing to resume, or if another run measures the claim at this moment, and OSError
    if the result can't be written.
    """
    claim_id = experiment.claim.id
    measured_with = provenance(quick=quick)
    settings = {
        "claim": claim_id,
        "mode": "quick" if quick else "full",
        "plan": str(experiment.plan.version),
        **measured_with.key,
    }
    directory.mkdir(parents=True, exist_ok=True)
    before = load()
    origin = Origin(measured_with.commit, measured_with.is_clean, before)
    with JournalledProgress(path_of(directory, claim_id), settings, origin, resume=resume, show=show) as progress:
        began, computed = perf_counter(), cpu_seconds()
        result = experiment.measure(progress, quick=quick)
        seconds = perf_counter() - began + progress.earlier_s
        computed = cpu_seconds() - computed + progress.earlier_cpu_s
        after = load()
        earlier = progress.earlier_origins
        command = ["kiebitz", "lab", "run", claim_id] + (["--quick"] if quick else [])
        record = Record(
            claim_id=claim_id,
            result=result,
            command=shlex.join(command),
            date=date.today().isoformat(),
            version=kiebitz.__version__,
            machine=describe_machine(),
            seconds=round(seconds, 1),
            cpu_seconds=round(computed, 1),
            load=None if before is None or after is None else (before, after),
            plan=experiment.plan.version,
            earlier_commits=tuple(dict.fromkeys(part.commit for part in earlier if part.commit != origin.commit)),
            earlier_loads=tuple(part.load for part in earlier if part.load is not None),
            **asdict(replace(measured_with, is_clean=_all_clean([*earlier, origin]))),
        )
        if not quick:
            record.save(directory)
        progress.complete()
    return record


def _all_clean(parts: list[Origin]) -> bool | None:
    """True if the sources were those of a commit in every part; None if that isn't known of all, and of none denied."""
    found = {part.is_clean for part in parts}
    return False if False in found else None if None in found else True
