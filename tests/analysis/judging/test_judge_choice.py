"""Who judges, as people describe it."""

import sys

import pytest

from kiebitz import Limit
from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.analysis.judging.judge_choice import judged_by
from kiebitz.programs.uci_engine import ProgramError

SETTINGS = AnalysisSettings(Limit(nodes=1000))


@pytest.mark.parametrize(
    ("options", "threads"),
    [
        ("", 1),
        (";Threads=3", 3),
        (";Hash=7;threads=12", 12),
        (";Threads=0", 1),
        (";Threads=many", 1),
    ],
)
def test_another_program_takes_the_cores_that_its_options_say(options, threads):
    engine = sys.executable + options
    settings = judged_by(SETTINGS, engine)
    assert (settings.engine, settings.threads) == (engine, threads)


def test_our_own_engine_is_described_by_settings_alone():
    assert judged_by(SETTINGS, None) is SETTINGS
    for settings in (AnalysisSettings(Limit(nodes=1000), threads=2), AnalysisSettings(Limit(nodes=1000), era="hydra")):
        with pytest.raises(ProgramError, match="our own engine's"):
            judged_by(settings, sys.executable)
