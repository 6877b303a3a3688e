"""A first search, whose clock may be short, has nothing left to load: ``isready`` has done it, of UCI and of USI."""

import subprocess
import sys
import textwrap

import pytest

SEARCH = """
    import io, sys
    from kiebitz.protocols.{protocol}.loop import Session
    from kiebitz.protocols.uci.channel import LineWriter

    said = io.BytesIO()
    session = Session(LineWriter(said))
    for line in ("{protocol}", "isready"):
        session.answer(line)
    loaded = set(sys.modules)
    for line in ("{protocol}newgame", "position startpos", "go btime 1000 wtime 1000"):
        session.answer(line)
    session.close()
    assert b"bestmove" in said.getvalue()
    print(*sorted(set(sys.modules) - loaded))
"""


@pytest.mark.check
@pytest.mark.parametrize("protocol", ["uci", "usi"])
def test_nothing_is_loaded_while_a_clock_runs(protocol):
    code = textwrap.dedent(SEARCH.format(protocol=protocol))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
