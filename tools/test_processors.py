"""Run the tests that depend on the processor for builds of other processors than this one.

    python tools/test_processors.py [BUILD …]

The core is compiled for each kind (``KIEBITZ_ARCH``) into a folder of its own under ``build/processors``, and the tests
listed in ``tests/processors.py`` run with it. A kind that this processor can't run is named and left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from processors import BUILDS, DEPENDENT, is_runnable  # noqa: E402

# These are about the tree's own build.
OF_THE_TREE = "not test_every_module_of_the_core"
MARKS = "not nightly and not full and not shape"


def main(wanted: Sequence[str]) -> int:
    """Test the wanted builds, all if none is named; 1 if a test failed, 2 for an unknown build."""
    unknown = [name for name in wanted if name not in BUILDS]
    if unknown:
        print(f"there is no build for {', '.join(unknown)}; choose from {', '.join(BUILDS)}", file=sys.stderr)
        return 2
    failed = []
    for name in wanted or BUILDS:
        if not is_runnable(name):
            print(f"{name}: this processor can't run it; left out")
            continue
        print(f"{name}:", flush=True)
        if not is_tested(name):
            failed.append(name)
    if failed:
        print(f"tests failed with the core for {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def is_tested(name: str) -> bool:
    """Build the core for a kind of processor and run the tests with it; whether they pass."""
    folder = Path("build") / "processors" / name
    environment = {**os.environ, "KIEBITZ_ARCH": name}
    base, library = str(folder), str(folder / "lib")
    build = ["setup.py", "--quiet", "build", "--build-base", base, "--build-lib", library]
    subprocess.run([sys.executable, *build], cwd=ROOT, env=environment, check=True)
    environment["PYTHONPATH"] = str(ROOT / library)
    tests = [sys.executable, "-m", "pytest", "-o", "case_processor_s=inf", "-m", MARKS, "-k", OF_THE_TREE, *DEPENDENT]
    return subprocess.run(tests, cwd=ROOT, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
