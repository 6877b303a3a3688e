import pytest

from kiebitz.classroom.table.histograms import grouped, histograms
from kiebitz.engine import Engine
from kiebitz.engine.limit import Limit


@pytest.mark.parametrize("deepest", [0, 9, 10, 29, 254])
def test_counts_are_grouped_into_so_many_rows_and_none_is_lost(deepest):
    counts = [number % 3 for number in range(deepest)] + [5] + [0] * (255 - deepest)
    rows = list(grouped(counts, 10))
    assert len(rows) <= 10
    assert sum(count for _, count in rows) == sum(counts)
    assert rows[0][0].split("-")[0] == "0"
    assert rows[-1][0].split("-")[-1] == str(deepest)


def test_nothing_in_use_is_left_out():
    with Engine(hash_mb=1) as engine:
        engine.analyse("startpos", Limit(nodes=5_000))
        survey = engine.table.survey()
    depths, bounds, ages, taken = histograms(survey)
    for histogram in (depths, bounds, ages):
        assert sum(count for _, count in histogram.rows) == survey.used > 0, histogram.name
    assert sum(int(label) * count for label, count in taken.rows) == survey.used
    assert {histogram.counted for histogram in (depths, bounds, ages)} == {"entries"}
    assert taken.counted == "buckets"
