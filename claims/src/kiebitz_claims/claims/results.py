"""Where results are kept: those that come with Kiebitz, and above them the ones that a user has measured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kiebitz.commandline.user_data import user_data
from kiebitz_claims.claims.record import Record, load, path_of

PUBLISHED = Path(__file__).parents[1] / "results"
"""The results of which the documentation speaks; package data."""


def own_directory() -> Path:
    """Where a user's results are kept. Raises RuntimeError as ``user_data``."""
    return user_data("results")


@dataclass(frozen=True, slots=True)
class Results:
    """Results of one directory, and for claims that it hasn't, those published."""

    directory: Path
    """The directory; what is measured is saved there."""

    def load(self, claim_id: str) -> Record | None:
        """The result of a claim, None if it was never measured. Raises RecordError and OSError."""
        return load(self.directory, claim_id) or load(PUBLISHED, claim_id)

    def own(self, claim_ids: list[str]) -> list[str]:
        """Those of the claims that have a result in the directory, unless that is the published one."""
        if self.directory.resolve() == PUBLISHED.resolve():
            return []
        return [claim_id for claim_id in claim_ids if path_of(self.directory, claim_id).exists()]
