"""Claims and results as values."""

import pytest

from kiebitz_claims.claims.claim import Measurement, Result, Table, number_text


def test_numbers_are_written_as_people_read_them():
    assert number_text("+" * 100) == "+" * 100
    assert number_text("=" * 1_000 + "+") == "=" * 40 + "… (1,001 characters)"
    shown = [number_text(value) for value in (12345, 1234567.8, 3.14159, 0.000012, 250.25, None, "e2e4")]
    assert shown == ["12,345", "1,234,568", "3.14", "0.000012", "250.2", "–", "e2e4"]


def test_a_measurement_says_error_and_unit():
    assert str(Measurement("time", 2.5, "s", error=0.25)) == "2.5 ± 0.25 s"
    assert str(Measurement("nodes", 1000)) == "1,000"


def test_a_table_refuses_rows_that_do_not_fit():
    with pytest.raises(ValueError, match="'Nodes' has a row"):
        Table("Nodes", ("depth", "nodes"), ((1,),))


def test_a_result_finds_its_tables():
    table = Table("Nodes", ("depth", "nodes"), ((1, 20), (2, 400)))
    result = Result(tables=(table,))
    assert result.table("Nodes").column("nodes") == [20, 400]
    with pytest.raises(KeyError):
        result.table("Time")
