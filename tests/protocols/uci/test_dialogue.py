"""What dialogues share: lines answered, faults told, a job ended."""

import io

import pytest

from kiebitz.protocols.uci.channel import MAX_LINE_BYTES, LineWriter, read_lines
from kiebitz.protocols.uci.dialogue import Dialogue
from kiebitz.protocols.uci.protocol import ProtocolError

PATIENCE_S = 30.0


class Echo(Dialogue):
    """Repeats lines; knows words of trouble."""

    def _obey_line(self, line):
        match line:
            case "work":
                self._begin("work", lambda job: job.stopping.wait(PATIENCE_S) and self._say("ended"))
            case "task":
                self._begin("a task", lambda job: self._say("done"))
            case "failing task":
                self._begin("a task", lambda job: {}["nothing"], answer=lambda: self._say("undone"))
            case "nonsense":
                raise ProtocolError("what?")
            case "fault":
                raise ZeroDivisionError("by nothing")
            case _:
                self._say(line)
        return line != "bye"

    def skip_line(self, message):
        self._inform(message)

    def _conclude(self, line):
        self._say(f"end of {line}")


class Gone(io.BytesIO):
    """Nobody reads after the first line."""

    def write(self, data):
        if self.tell():
            raise BrokenPipeError
        return super().write(data)


def told(*lines):
    """What is said to lines of input."""
    target = io.BytesIO()
    dialogue = Echo(LineWriter(target))
    dialogue.run(read_lines(io.BytesIO(b"\n".join(lines))))
    assert dialogue.close()
    return target.getvalue().decode().splitlines()


def test_lines_are_answered_to_the_one_that_ends_it():
    assert told(b"one", b"two", b"bye", b"three") == ["one", "two", "bye"]
    assert told(b"one") == ["one"]


def test_what_goes_wrong_is_told_and_the_dialogue_goes_on(capfd):
    assert told(b"nonsense", b"fault", b"x" * (MAX_LINE_BYTES + 1), b"one") == [
        "info string what?",
        "end of nonsense",
        "info string internal error in answering 'fault': ZeroDivisionError: by nothing",
        "end of fault",
        f"info string a line of more than {MAX_LINE_BYTES} bytes is ignored",
        "one",
    ]
    assert "ZeroDivisionError: by nothing" in capfd.readouterr().err


def test_work_that_fails_is_told_and_answered(capfd):
    target = io.BytesIO()
    dialogue = Echo(LineWriter(target))
    dialogue.answer("failing task")
    assert target.getvalue().decode().splitlines() == [
        "info string internal error in a task: KeyError: 'nothing'",
        "undone",
    ]
    assert "KeyError" in capfd.readouterr().err


def test_the_end_ends_what_runs():
    assert told(b"work") == ["ended"]


def test_one_line_is_answered_to_the_end_of_its_work():
    target = io.BytesIO()
    Echo(LineWriter(target)).answer("task")
    assert target.getvalue() == b"done\n"


@pytest.mark.parametrize("follows", ["more", "fault"])
def test_who_reads_no_more_is_not_talked_to(follows):
    target = Gone()
    answered = []

    class Counting(Echo):
        def _obey_line(self, line):
            answered.append(line)
            return super()._obey_line(line)

    Counting(LineWriter(target)).run(iter(["one", follows, "never"]))
    assert answered == ["one", follows]
