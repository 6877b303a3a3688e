"""Which engine a result is of: commit, sources of the core, and the bench's signatures.

Two builds with the same version may search differently, so a journal of half a run is only taken up by the engine that
began it, and a result says what it was measured with.
"""

from __future__ import annotations

import subprocess
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from kiebitz import core
from kiebitz.engine import bench
from kiebitz.engine.era_names import CLASSICAL

SOURCES = ("*.py", "*.pxd")
# As git names them: those of all packages of the repository.
SOURCE_FOLDERS = (":/src", ":/claims/src", ":/hydra/src")
RESULTS_APART = ":!/claims/src/kiebitz_claims/results"
HASH_DIGITS = 12
GIT_PATIENCE_S = 10


@dataclass(frozen=True, slots=True)
class Provenance:
    """The circumstances of a result's measurement."""

    core: str
    """The first digits of SHA-256 over the core's sources."""
    commit: str | None
    """The commit checked out; None outside a checkout of Kiebitz."""
    is_clean: bool | None
    """True if the sources were those of the commit (results apart); None without one."""
    signature: int | None
    """The bench's node count; None for a quick run, which doesn't ask."""
    classical_signature: int | None
    """The same with the classical evaluation, which no new network changes."""

    @property
    def key(self) -> dict[str, str]:
        """The circumstances that must be the same for two halves of one run."""
        known = asdict(self)
        return {name: str(known[name]) for name in ("core", "signature", "classical_signature")}


def provenance(*, quick: bool) -> Provenance:
    """That of this installation; ``quick`` leaves the bench out."""
    commit, is_clean = _checkout()
    return Provenance(
        core=hash_of(Path(core.__path__[0])),
        commit=commit,
        is_clean=is_clean,
        signature=None if quick else bench.run().nodes,
        classical_signature=None if quick else bench.run(era=CLASSICAL).nodes,
    )


def hash_of(directory: Path) -> str:
    """The hash of a core's sources: names and contents, whatever else lies there."""
    digest = sha256()
    for path in sorted(path for pattern in SOURCES for path in directory.rglob(pattern)):
        digest.update(path.relative_to(directory).as_posix().encode() + b"\0")
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:HASH_DIGITS]


def _checkout() -> tuple[str | None, bool | None]:
    """The commit of the checkout that this file is of, and whether its sources are unchanged; None and None outside."""
    if _git("ls-files", "--error-unmatch", Path(__file__).name) is None:
        return None, None
    changed = _git("status", "--porcelain", "--", *SOURCE_FOLDERS, RESULTS_APART)
    return _git("rev-parse", f"--short={HASH_DIGITS}", "HEAD"), None if changed is None else not changed


def _git(*arguments: str) -> str | None:
    """The output of git; None if it isn't there or refuses."""
    try:
        done = subprocess.run(
            ["git", *arguments],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            timeout=GIT_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
