"""The plan settled before a claim is measured: its sentence, predictions, sample, and earlier judgements."""

from __future__ import annotations

from dataclasses import dataclass

from kiebitz_claims.claims.judging import Prediction

NOT_DRAWN = "nothing is drawn by chance"


@dataclass(frozen=True, slots=True)
class Earlier:
    """A verdict that no longer stands."""

    verdict: str
    """The verdict, in the words of its day."""
    until: str
    """The day it was given up, ISO 8601."""
    reason: str
    """Why, in a sentence or two."""

    def __str__(self) -> str:
        return f"Until {self.until} the verdict was '{self.verdict}'. {self.reason}"


@dataclass(frozen=True, slots=True)
class Plan:
    """A claim's plan; the rule of its verdict is the experiment's ``judge``."""

    version: int
    """Grows with every change of predictions, measure, sample or rule; data are of the version that took them."""
    original: str
    """The sentence as printed, in its language."""
    translation: str
    """The same in English."""
    predictions: tuple[Prediction, ...]
    """The claim's statements, each as a range."""
    sample: str
    """The positions searched, games played or numbers drawn, and how many."""
    control: str
    """The positive control: what the same measure must find where the answer is known. Without one, "nothing was found"
    says nothing. Its figures stand in the result, beside those that are judged, or a test of the experiment has it."""
    seeds: str = NOT_DRAWN
    """Of what is drawn by chance."""
    qualifiers: str = ""
    """The document's own words on the figure's weight."""
    earlier: tuple[Earlier, ...] = ()
    """Verdicts that no longer stand, the oldest first."""
