"""Whatever ends a command with a journal, and whenever: nothing is torn, nobody is left, and it can be gone on with."""

import signal

import pytest

from long_works import ANALYSE_BY_TWO, GAUNTLET, JOURNALED, MATCH, TUNE, cut_off, gone_on_with, undisturbed

SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
MOMENTS = 50
# A little later than it takes, too: ends are moments as well.
REACH = 1.1


@pytest.fixture(scope="module")
def references(tmp_path_factory):
    """What comes out of each work undisturbed, and how long it takes."""
    found = {}

    def reference(work):
        if work.name not in found:
            found[work.name] = undisturbed(work, tmp_path_factory.mktemp("undisturbed"))
        return found[work.name]

    return reference


def end_and_go_on(work, how, references, tmp_path, moment):
    result, duration_s = references(work)
    work.prepare(tmp_path)
    ended = cut_off(work, tmp_path, how, duration_s * REACH * (moment + 0.5) / MOMENTS)
    if how in (signal.SIGINT, signal.SIGTERM) and ended.returncode >= 0:
        assert "Traceback" not in ended.stderr
    assert gone_on_with(work, tmp_path) == result
    assert not list(tmp_path.glob("*.unfinished"))


@pytest.mark.check
@pytest.mark.parametrize("work", [ANALYSE_BY_TWO, MATCH, TUNE, GAUNTLET], ids=lambda work: work.name)
def test_a_killed_command_is_gone_on_with(work, references, tmp_path):
    end_and_go_on(work, signal.SIGKILL, references, tmp_path, MOMENTS // 2)


@pytest.mark.nightly
@pytest.mark.parametrize("moment", range(MOMENTS))
@pytest.mark.parametrize("how", SIGNALS)
@pytest.mark.parametrize("work", JOURNALED, ids=lambda work: work.name)
def test_it_is_gone_on_with_at_any_moment(work, how, references, tmp_path, moment):
    end_and_go_on(work, how, references, tmp_path, moment)
