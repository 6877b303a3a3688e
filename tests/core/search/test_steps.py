"""What is said of the steps: their worth is the ledger's, and a build with checks looks at their promises."""

import re
import shutil
import subprocess

import pytest

from sources import CORE, ROOT

SEARCH = CORE / "search"
LEDGER = " ".join(path.read_text() for path in sorted((ROOT / "experiments/ledger").rglob("*.md")))
LEDGER = LEDGER.replace("-", "−").replace(" Elo (", " (")
WORTH = re.compile(r"Worth.*?(?=\"\"\"|\n *\n|\n +[a-z]|$)", re.DOTALL)
NUMBER = re.compile(r"[+−±]\d+(?:\.\d+)?(?: \([+−]?\d+(?:\.\d+)? to [+−]?\d+(?:\.\d+)?\))?")


def worths() -> list[tuple[str, str]]:
    """Every number that a file of the search gives for a technique's worth."""
    return [
        (path.name, number)
        for path in sorted(SEARCH.glob("*.py"))
        for text in WORTH.findall(path.read_text())
        for number in NUMBER.findall(" ".join(text.replace("#", " ").split()))
    ]


def test_a_worth_is_what_the_ledger_says():
    assert len(worths()) >= 30
    for file, number in worths():
        assert number in LEDGER, file


@pytest.mark.check
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize(
    ("flags", "status"), [([], 0), (["-DKIEBITZ_CHECKS"], -6)], ids=["an ordinary build", "a build with checks"]
)
def test_a_broken_promise_ends_the_process_in_builds_with_checks(tmp_path, flags, status):
    text = (CORE / "contract.pxd").read_text().split('"""')[3].replace("\\\\n", "\\n")
    program = tmp_path / "promise.c"
    program.write_text(text + 'int main(void) { kz_promise(1, "one"); kz_promise(1 > 2, "two"); return 0; }')
    subprocess.run(["cc", *flags, "-o", tmp_path / "promise", program], check=True)
    done = subprocess.run([tmp_path / "promise"], capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert done.stderr == ("the search broke a promise: two\n" if status else "")


def test_the_builds_of_the_sanitizers_are_builds_with_checks():
    assert re.search(r'if SANITIZE:\n +flags \+= .*"-DKIEBITZ_CHECKS"', (ROOT / "setup.py").read_text())
