import inspect

import pytest

from kiebitz.classroom.animation.listing import listing
from kiebitz.classroom.theory.algorithms import ALGORITHMS
from kiebitz.classroom.theory.alphabeta import alphabeta


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_code_is_shown_without_what_only_python_needs(name):
    code = listing(ALGORITHMS[name].functions)
    text = "\n".join(line.text for line in code)
    assert '"""' not in text
    assert "Value" not in text
    assert "->" not in text
    compile(text, name, "exec")
    numbers = [line.number for line in code if line.number]
    assert numbers == sorted(set(numbers))


def test_line_numbers_are_those_of_the_file():
    source = inspect.getsourcefile(alphabeta)
    lines = open(source).read().splitlines()  # noqa: SIM115
    code = listing([alphabeta])
    assert code[0].text == "def alphabeta(v, a, b, watch):"
    for line in code[1:]:
        assert lines[line.number - 1] == line.text


def test_reports_are_told_from_work():
    reports = [line.text.strip() for line in listing([alphabeta]) if line.is_report]
    assert reports == ["watch.enter(v, a, b)", "watch.window(v, a, b)", "watch.window(v, a, b)"]
