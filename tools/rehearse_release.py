"""Rehearse a release to its end, on an index of its own that listens to this machine alone.

    python tools/rehearse_release.py [DIST]

What lies in DIST (default: dist; ``make wheel`` fills it) is checked as an index checks it, sent to the index by twine,
and installed from there into an empty environment in which no compiler is in reach; ``kiebitz doctor``, ``kiebitz-uci``
and README's Python then run. What Kiebitz needs of others comes from where pip usually takes it. Needs the group
``release``.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from build_wheels import GAME, PYTHON_BLOCK, ROOT, WheelError, run

PATIENCE_S = 30


def main(arguments: Sequence[str] | None = None) -> int:
    """Check, send, install, try; 1 if something isn't as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dist", type=Path, nargs="?", default=ROOT / "dist")
    dist = parser.parse_args(arguments).dist
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    files = sorted(str(path) for path in dist.glob(f"kiebitz*-{version}*"))
    if not any(file.endswith(".whl") for file in files):
        print(f"rehearse_release: no wheel of version {version} lies in {dist}; run 'make wheel'", file=sys.stderr)
        return 1
    try:
        run(sys.executable, "-m", "twine", "check", "--strict", *files)
        print(f"{len(files)} files are as an index wants them")
        with tempfile.TemporaryDirectory(prefix="kiebitz-index-") as folder:
            rehearse(files, version, Path(folder))
    except WheelError as error:
        print(f"rehearse_release: {error}", file=sys.stderr)
        return 1
    return 0


def rehearse(files: Sequence[str], version: str, work: Path) -> None:
    """Send the files to an index, and install from there."""
    (work / "packages").mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "pypiserver", "run", "--interface", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--authenticate", ".", "--passwords", ".", str(work / "packages")],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as index:
        try:
            wait_for(address)
            sent = ["upload", "--repository-url", address, "--username", "nobody", "--password", "nothing", *files]
            run(sys.executable, "-m", "twine", *sent)
            print(f"sent to {address}")
            install(f"{address}/simple/", version, work / "bare")
        finally:
            index.terminate()


def wait_for(address: str) -> None:
    """Wait until the index answers. Raises WheelError if it doesn't."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise WheelError(f"the index at {address} doesn't answer")


def install(index: str, version: str, place: Path) -> None:
    """Install this version from the index into an empty environment, and let it play and analyse."""
    run(sys.executable, "-m", "venv", place)
    programs = place / "bin"
    bare = {"PATH": str(programs), "HOME": str(place), "LC_ALL": "C.UTF-8"}
    said = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | bare
    asked = [
        "--disable-pip-version-check",
        "--extra-index-url",
        index,
        "--only-binary",
        "kiebitz",
        f"kiebitz[cli]=={version}",
    ]
    run(programs / "python", "-m", "pip", "install", *asked, env=said)
    told = run(programs / "kiebitz", "--version", env=bare).strip()
    if told != f"Kiebitz {version}":
        raise WheelError(f"what was installed calls itself '{told}'")
    run(programs / "kiebitz", "doctor", env=bare)
    if "uciok" not in run(programs / "kiebitz-uci", env=bare, stdin="uci\nquit\n").split():
        raise WheelError("kiebitz-uci doesn't answer uciok")
    run(programs / "kiebitz", "analyse", str(ROOT / GAME), "--nodes", "5000", "--output", "-", cwd=place, env=bare)
    for code in PYTHON_BLOCK.findall((ROOT / "README.md").read_text()):
        run(programs / "python", "-c", code, cwd=ROOT, env=bare)
    print(f"{told}: installed from the index, played and analysed without a compiler in reach")


if __name__ == "__main__":
    sys.exit(main())
