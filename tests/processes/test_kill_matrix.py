"""Whatever ends a command with a journal, and whenever: nothing is torn, nobody is left, and it can be gone on with."""

import signal

import pytest

from long_works import (
    ANALYSE_BY_TWO,
    GAUNTLET,
    JOURNALED,
    KILL_NAMES,
    KILLS,
    MATCH,
    TUNE,
    cut_off,
    gone_on_with,
    undisturbed,
)


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """What comes out of each work undisturbed, and how long it takes."""
    found = {}

    def reference(work):
        if work.name not in found:
            found[work.name] = undisturbed(work, tmp_path_factory.mktemp("undisturbed"))
        return found[work.name]

    return reference


def end_and_go_on(work, how, references, tmp_path, share):
    result, duration_s = references(work)
    work.prepare(tmp_path)
    ended = cut_off(work, tmp_path, how, duration_s * share)
    has_begun = not ended.stderr.startswith("Could not import runpy module")  # else Python itself was interrupted
    if has_begun and how in (signal.SIGINT, signal.SIGTERM) and ended.returncode >= 0:
        assert "Traceback" not in ended.stderr
    assert gone_on_with(work, tmp_path) == result
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.check
@pytest.mark.parametrize("work", [ANALYSE_BY_TWO, MATCH, TUNE, GAUNTLET], ids=lambda work: work.name)
def test_a_killed_command_is_gone_on_with(work, references, tmp_path):
    end_and_go_on(work, signal.SIGKILL, references, tmp_path, 0.5)


@pytest.mark.nightly
@pytest.mark.parametrize(("how", "share"), KILLS, ids=KILL_NAMES)
@pytest.mark.parametrize("work", JOURNALED, ids=lambda work: work.name)
def test_it_is_gone_on_with_at_any_moment(work, how, references, tmp_path, share):
    end_and_go_on(work, how, references, tmp_path, share)
