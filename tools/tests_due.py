"""Says whether long tests are due, by what was changed on this branch: exit status 0 if so, 1 if not.

    python tools/tests_due.py beside|wheel [--base REVISION]

``beside``: those of the packages beside Kiebitz; ``wheel``: those of the wheels and of a frozen program, for what
is compiled or packaged. They are for every night, and for changes of their files: everything in FILES that differs from
where this branch left ``origin/main``, or ``main``, or from the revision given; what isn't committed yet counts. On the
trunk itself, and where there is none to compare with, they are due.
"""

from __future__ import annotations

import argparse
import sys

from check_footers import branch_point, git

FILES = {
    "beside": ("claims/", "hydra/", "conftest.py", "pyproject.toml", "constraints.txt"),
    "wheel": (
        *("src/kiebitz/core/", "src/kiebitz/commandline/frozen/", "setup.py", "MANIFEST.in"),
        *("tools/write_units.py", "tools/write_inlines.py", "tools/write_parameters.py"),
        *("pyproject.toml", "claims/pyproject.toml", "hydra/pyproject.toml", "constraints.txt"),
        *("tests/test_wheel.py", "tests/test_frozen.py"),
    ),
}
"""The subjects of the files, and what is decisive for how each is tested."""


def changed(files: tuple[str, ...], base: str | None) -> list[str] | None:
    """Which of these files differ from a revision; None if there is nothing to compare with."""
    head = git("rev-parse", "HEAD")
    if base is None or head is None or head.strip() == base:
        return None
    differing, new = git("diff", "--name-only", base), git("ls-files", "--others", "--exclude-standard")
    if differing is None or new is None:
        return None
    return [name for name in (*differing.splitlines(), *new.splitlines()) if name.startswith(files)]


def main() -> int:
    """Say it; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", choices=FILES)
    parser.add_argument("--base", help="compare with this revision")
    asked = parser.parse_args()
    names = changed(FILES[asked.tests], asked.base or branch_point())
    if names is None:
        print(f"{asked.tests}: nothing to compare with, so these tests run")
        return 0
    told = f"{len(names)} of their files changed" if names else "their files are as on the trunk"
    print(f"{asked.tests}: {told}, so these tests {'run' if names else 'are left to make nightly'}")
    return 0 if names else 1


if __name__ == "__main__":
    sys.exit(main())
