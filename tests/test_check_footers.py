"""The footers of commits: what is told, and what lets ``make lint`` fail."""

import subprocess
import sys

import pytest

import check_footers
from sources import ROOT

pytestmark = pytest.mark.check


@pytest.mark.parametrize(
    ("message", "signature", "fault"),
    [
        ("Words\n\nWhy.\n\nNo functional change\n", "12\n", None),
        ("Search\n\nWhy.\n\nBench: 12\n", "12\n", None),
        ("Search\n\nWhy.\n\nBench: 12\n", "today 12\nclassical 13\n", None),
        ("Search\n\nWhy.\n\nBench: 13\n", "today 12\nclassical 13\n", "its file BENCH holds 12"),
        ("Search\n\nWhy.\n\nBench: 12\n", "13\n", "its file BENCH holds 13"),
        ("Search\n\nBench: 12\n", None, "BENCH holds nothing"),
        ("No functional change\n\nbut a last line", "12\n", "ends 'but a last line'"),
        ("", "12\n", "ends ''"),
    ],
)
def test_a_footer(message, signature, fault):
    found = check_footers.fault_of(message, signature)
    assert found is None if fault is None else fault in found


@pytest.fixture
def repository(tmp_path):
    """A branch of two commits, of which one has no footer, beside ``main``."""

    def git(*arguments):
        identity = ("-c", "user.name=Someone", "-c", "user.email=someone@example.org")
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    def commit(message):
        git("commit", "--allow-empty", "-m", message)

    git("init", "-b", "main")
    commit("An old one without a footer")
    git("checkout", "-b", "work")
    commit("One\n\nNo functional change")
    commit("Two")
    return tmp_path


def check(repository, *arguments):
    return subprocess.run(
        [sys.executable, ROOT / "tools" / "check_footers.py", *arguments],
        cwd=repository,
        capture_output=True,
        text=True,
        check=False,
    )


def test_only_the_branch_s_own_commits_count(repository):
    done = check(repository)
    assert done.returncode == 1
    assert "Two ends 'Two'" in done.stdout
    assert "footers: 2 commits, 1 faults" in done.stdout


def test_a_report_fails_nobody(repository):
    done = check(repository, "--report")
    assert (done.returncode, "Two ends 'Two'" in done.stdout) == (0, True)


def test_an_unknown_base_is_told(repository):
    done = check(repository, "--base", "nowhere")
    assert done.returncode == 2
    assert "no revision 'nowhere'" in done.stderr
