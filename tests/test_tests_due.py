"""Whether the long tests of the packages beside, and those of the wheels, are due is read off git."""

import subprocess
import sys

import pytest

from sources import ROOT

pytestmark = pytest.mark.check


class Repository:
    """One with a trunk, and a branch that leaves it."""

    def __init__(self, folder):
        self.folder = folder
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit("README.md", "claims/pyproject.toml", "src/kiebitz/cli.py")

    def git(self, *arguments):
        identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True, capture_output=True)

    def write(self, *names):
        for name in names:
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(path.read_text() + "more\n" if path.exists() else "some\n")

    def commit(self, *names):
        self.write(*names)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "Something")

    def are_due(self, *arguments, tests="beside"):
        command = [sys.executable, ROOT / "tools" / "tests_due.py", tests, *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) in {(0, ""), (1, "")}
        assert done.stdout.startswith(f"{tests}: ")
        return done.returncode == 0


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


def test_on_the_trunk_they_are_due(repository):
    assert repository.are_due()


@pytest.mark.parametrize(
    ("name", "due"),
    [
        ("claims/src/kiebitz_claims/command.py", {"beside"}),
        ("pyproject.toml", {"beside", "wheel"}),
        ("src/kiebitz/core/game.py", {"wheel"}),
        ("docs/claims/M2.md", set()),
    ],
)
def test_on_a_branch_their_files_decide(repository, name, due):
    repository.git("checkout", "--quiet", "-b", "branch")
    repository.commit("CHANGELOG.md")
    assert not repository.are_due()
    repository.write(name)
    assert {tests for tests in ("beside", "wheel") if repository.are_due(tests=tests)} == due, "not committed yet"
    repository.commit()
    assert {tests for tests in ("beside", "wheel") if repository.are_due(tests=tests)} == due
    assert not repository.are_due("--base", "HEAD~1") or "beside" in due


def test_what_changes_on_the_trunk_meanwhile_is_not_the_branch_s(repository):
    repository.git("checkout", "--quiet", "-b", "branch")
    repository.commit("CHANGELOG.md")
    repository.git("checkout", "--quiet", "main")
    repository.commit("claims/pyproject.toml")
    repository.git("checkout", "--quiet", "branch")
    assert not repository.are_due()
