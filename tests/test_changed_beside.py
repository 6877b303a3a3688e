"""Whether the long tests of the packages beside are due is read off git."""

import subprocess
import sys

import pytest

from sources import ROOT


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

    def are_due(self, *arguments):
        command = [sys.executable, ROOT / "tools" / "changed_beside.py", *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) in {(0, ""), (1, "")}
        assert done.stdout.startswith("beside: ")
        return done.returncode == 0


@pytest.fixture
def repository(tmp_path):
    return Repository(tmp_path)


def test_on_the_trunk_they_are_due(repository):
    assert repository.are_due()


@pytest.mark.parametrize(
    ("name", "are_due"),
    [
        ("claims/src/kiebitz_claims/command.py", True),
        ("hydra/README.md", True),
        ("pyproject.toml", True),
        ("src/kiebitz/cli.py", False),
        ("docs/claims/M2.md", False),
    ],
)
def test_on_a_branch_their_files_decide(repository, name, are_due):
    repository.git("checkout", "--quiet", "-b", "branch")
    repository.commit("CHANGELOG.md")
    assert not repository.are_due()
    repository.write(name)
    assert repository.are_due() is are_due, "not committed yet"
    repository.commit()
    assert repository.are_due() is are_due
    assert not repository.are_due("--base", "HEAD~1") or are_due


def test_what_changes_on_the_trunk_meanwhile_is_not_the_branch_s(repository):
    repository.git("checkout", "--quiet", "-b", "branch")
    repository.commit("CHANGELOG.md")
    repository.git("checkout", "--quiet", "main")
    repository.commit("claims/pyproject.toml")
    repository.git("checkout", "--quiet", "branch")
    assert not repository.are_due()
