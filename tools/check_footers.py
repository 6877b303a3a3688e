"""Checks how commits end: ``Bench: N`` if they change what the search does, else ``No functional change``.

    python tools/check_footers.py [--base REVISION] [--report]

Looked at are this branch's own commits, merges left out: those since it left ``origin/main``, or ``main``, or the
revision given. A ``Bench: N`` must be the first number in that commit's file BENCH. With ``--report`` faults are told,
but the exit status is 0.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys

FOOTER = re.compile(r"No functional change|Bench: (\d+)")
NUMBER = re.compile(r"\d+")
TRUNKS = ("origin/main", "main")


def git(*arguments: str) -> str | None:
    """The output of git; None if it fails."""
    done = subprocess.run(["git", *arguments], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def branch_point() -> str | None:
    """Where this branch left the trunk; None if there is no trunk, or this is the trunk itself."""
    for trunk in TRUNKS:
        base = git("merge-base", "HEAD", trunk)
        if base is not None:
            return base.strip()
    return None


def fault_of(message: str, signature: str | None) -> str | None:
    """The fault of a commit's message, or None; ``signature`` is the text of its file BENCH."""
    last = message.strip().splitlines()[-1] if message.strip() else ""
    footer = FOOTER.fullmatch(last)
    if footer is None:
        return f"ends '{last}'; end it with 'Bench: N' or 'No functional change'"
    number = NUMBER.search(signature or "")
    if footer[1] and (number is None or number[0] != footer[1]):
        return f"says 'Bench: {footer[1]}', but its file BENCH holds {number[0] if number else 'nothing'}"
    return None


def main() -> int:
    """Tell every fault; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", help="look at the commits after this one")
    parser.add_argument("--report", action="store_true", help="tell faults, but don't fail")
    arguments = parser.parse_args()
    base = arguments.base or branch_point()
    if base is None:
        print("footers: no origin/main or main to compare with; name a revision with --base")
        return 0
    listed = git("rev-list", "--no-merges", f"{base}..HEAD")
    if listed is None:
        print(f"footers: there is no revision '{base}'", file=sys.stderr)
        return 2
    faults = 0
    commits = listed.split()
    for commit in commits:
        fault = fault_of(git("log", "-1", "--format=%B", commit) or "", git("show", f"{commit}:BENCH"))
        if fault is not None:
            faults += 1
            print(f"footers: {git('log', '-1', '--format=%h %s', commit) or commit}".rstrip() + f" {fault}")
    print(f"footers: {len(commits)} commits, {faults} faults")
    return 1 if faults and not arguments.report else 0


if __name__ == "__main__":
    sys.exit(main())
