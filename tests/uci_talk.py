"""What UCI sessions say, and what stands in it."""

import io
import queue

from kiebitz.protocols.uci.channel import LineWriter, read_lines
from kiebitz.protocols.uci.loop import Session


def talk(*lines):
    """What a session in this process says to lines that end the input."""
    target = io.BytesIO()
    session = Session(LineWriter(target))
    data = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines)
    session.run(read_lines(io.BytesIO(data)))
    assert session.close()
    return target.getvalue().decode().splitlines()


GUARD_S = 300


class Talk:
    """A session in this process, of UCI or USI, each search waited for."""

    def __init__(self, session=Session):
        self._said = queue.SimpleQueue()
        self._session = session(LineWriter(self))

    def write(self, data):
        for line in data.decode().splitlines():
            self._said.put(line)

    def flush(self):
        pass

    def search(self, *lines, until="bestmove"):
        """What is said to lines that begin a search, up to its ``bestmove``, or what a search for a mate ends with."""
        for line in lines:
            self._session.handle(line)
        answers = []
        while not answers or not answers[-1].startswith(until):
            answers.append(self._said.get(timeout=GUARD_S))
        return answers

    def close(self):
        assert self._session.close()


def info_fields(line):
    """The words of an info line by name; ``score`` with its kind."""
    words = line.split()
    assert words[0] == "info"
    fields = {"pv": words[words.index("pv") + 1 :]} if "pv" in words else {}
    for name in ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time"):
        if name in words:
            fields[name] = int(words[words.index(name) + 1])
    at = words.index("score")
    fields["score"] = f"{words[at + 1]} {int(words[at + 2])}"
    return fields


def infos(answers):
    return [info_fields(line) for line in answers if line.startswith("info") and " score " in line]


def best_move(answers):
    assert answers[-1].startswith("bestmove "), answers
    return answers[-1].split()[1]
