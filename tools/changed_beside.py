"""Says whether the packages beside Kiebitz were changed on this branch: exit status 0 if so, 1 if not.

    python tools/changed_beside.py [--base REVISION]

Their long tests (the marker ``beside``) are for every night, and for changes of these files: everything in FILES that
differs from where this branch left ``origin/main``, or ``main``, or from the revision given; what isn't committed yet
counts. On the trunk itself, and where there is none to compare with, it says yes.
"""

from __future__ import annotations

import argparse
import sys

from check_footers import branch_point, git

FILES = ("claims/", "hydra/", "conftest.py", "pyproject.toml", "constraints.txt")
"""The packages, and what is decisive for how they are tested."""


def changed(base: str | None) -> list[str] | None:
    """Which of these files differ from a revision; None if there is nothing to compare with."""
    head = git("rev-parse", "HEAD")
    if base is None or head is None or head.strip() == base:
        return None
    differing, new = git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")
    if differing is None or new is None:
        return None
    return [name for name in (*differing.splitlines(), *new.splitlines()) if name.startswith(FILES)]


def main() -> int:
    """Say it; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", help="compare with this revision")
    names = changed(parser.parse_args().base or branch_point())
    if names is None:
        print("beside: nothing to compare with, so their long tests run")
        return 0
    told = f"{len(names)} files of claims and hydra changed" if names else "claims and hydra are as on the trunk"
    print(f"beside: {told}, so their long tests {'run' if names else 'are left to make nightly'}")
    return 0 if names else 1


if __name__ == "__main__":
    sys.exit(main())
