"""The experiments: one file a claim in ``experiments``, found by its name.

``m2_table_halves_time.py`` measures claim M2. It holds

- a docstring: how it is measured and what the figures mean (it becomes the claim's page);
- ``STUDY`` (``study``): the claim and its plan, settled before anything is measured, read from the ``.toml`` beside the
  file;
- ``measure(quick, progress) -> Result``: with ``quick`` in seconds, for the tests and a first look; in full within
  minutes. Whatever takes time is a ``progress.step``;
- ``judge(...) -> Judgement``: the rule, which makes a verdict on each statement of plain figures;
- ``kept(result)``: these figures, out of a result: no result keeps its verdict, so a rule that changes is asked anew.
  A study whose rows have kinds does it by itself;
- optionally ``draw(result, figure)``, which draws the result on a matplotlib figure.

A claim is listed as soon as its file is there: until it is measured, its plan stands for it. A plan that changes gets a
new version; what was measured before is shown as older than its plan, and judged as long as ``kept`` can read it. So a
table whose columns change their meaning gets another title.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from importlib import import_module
from inspect import cleandoc
from string import ascii_uppercase, digits
from types import ModuleType
from typing import TYPE_CHECKING

from kiebitz_claims import experiments
from kiebitz_claims.claims.claim import Claim, Result
from kiebitz_claims.claims.judging import Judgement
from kiebitz_claims.claims.plan import Plan
from kiebitz_claims.claims.record import Record
from kiebitz_claims.claims.study import Study
from kiebitz_claims.measuring.progress import Progress

if TYPE_CHECKING:
    from matplotlib.figure import Figure


class NotKeptError(ValueError):
    """A result that keeps too little to be judged."""


class UnknownClaimError(KeyError):
    """A claim that no experiment measures."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Experiment:
    """A claim and the file that measures it."""

    module: ModuleType

    @property
    def claim(self) -> Claim:
        """The claim that is measured."""
        return self._study.claim

    @property
    def plan(self) -> Plan:
        """The plan that was settled before it was measured."""
        return self._study.plan

    @property
    def _study(self) -> Study:
        study: Study = self.module.STUDY
        return study

    @property
    def rule(self) -> str:
        """How its verdicts are made, in a sentence or two: the first paragraph of what ``judge`` says of itself."""
        return " ".join(cleandoc(self.module.judge.__doc__ or "").partition("\n\n")[0].split())

    @property
    def method(self) -> str:
        """How it is measured, in paragraphs."""
        return cleandoc(self.module.__doc__ or "")

    @property
    def file_name(self) -> str:
        """The experiment's file."""
        return self.module.__name__.rpartition(".")[2] + ".py"

    @property
    def has_figure(self) -> bool:
        """True if it draws its result."""
        return hasattr(self.module, "draw")

    def is_planned_before(self, record: Record) -> bool:
        """True if the plan of today is the one under which this was measured."""
        return record.plan == self.plan.version

    def measure(self, progress: Progress, *, quick: bool = False) -> Result:
        """Measure the claim; ``quick`` in seconds. Whatever takes time is a step of ``progress``."""
        result: Result = self.module.measure(quick, progress)
        return result

    def judge(self, result: Result) -> Judgement:
        """Judge the figures by the rule of today. Raises NotKeptError."""
        claim_id = self.claim.id
        try:
            kept = getattr(self.module, "kept", None) or self._study.kept
            judgement: Judgement = self.module.judge(*kept(result))
        except (KeyError, ValueError, IndexError, TypeError) as error:
            raise NotKeptError(
                f"the result of {claim_id} doesn't fit its experiment any more ({error}); measure it again with:"
                f" kiebitz lab run {claim_id}"
            ) from error
        return judgement

    def draw(self, result: Result, figure: Figure) -> None:
        """Draw a result on an empty figure."""
        self.module.draw(result, figure)


def claim_ids() -> list[str]:
    """Every claim that is measured: by letters, then by number."""
    return sorted(_file_names(), key=lambda name: (name.rstrip(digits), int(name.lstrip(ascii_uppercase))))


def find(claim_id: str) -> Experiment:
    """The experiment of a claim, in either case. Raises UnknownClaimError."""
    names = _file_names()
    wanted = claim_id.strip().upper()
    if wanted not in names:
        raise UnknownClaimError(f"no experiment measures '{claim_id}'; there are {', '.join(claim_ids())}")
    return Experiment(import_module(f"{experiments.__name__}.{names[wanted]}"))


def every_experiment() -> list[Experiment]:
    """All experiments, in the order of ``claim_ids``."""
    return [find(claim_id) for claim_id in claim_ids()]


def _file_names() -> dict[str, str]:
    """File names without suffix by claim: M2 → m2_table_halves_time."""
    return {module.name.partition("_")[0].upper(): module.name for module in pkgutil.iter_modules(experiments.__path__)}
