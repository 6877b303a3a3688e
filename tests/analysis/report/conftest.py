import pytest

import kiebitz

MARKUP = "</title></style><script>alert(1)</script>"
CLOSING = '\\"><img src=x onerror=alert(2)>'
CODES = "\x1b[31mred\u202eder\u200f"
# A known trap: Black's 3...Nd4 is dubious, 5. Nxf7 loses, and 7. Be2 is mated at once.
TEXT = f"""[Event "{MARKUP}"]
[Site "{CODES}"]
[White "{MARKUP}"]
[Black "{CLOSING}"]
[Result "0-1"]
[WhiteElo "{MARKUP}"]
[Date "2024.??.??"]
[TimeControl "180+2"]

1. e4 {{ [%clk 0:03:00] }} e5 {{ [%clk 0:03:00] <script>alert(3)</script> }} 2. Nf3 {{ [%clk 0:02:58] }}
Nc6 {{ [%clk 0:03:00] }} 3. Bc4 {{ [%clk 0:02:55] }} Nd4 {{ [%clk 0:02:51] }} 4. Nxe5 {{ [%clk 0:02:31] }}
Qg5 {{ [%clk 0:02:52] }} 5. Nxf7 {{ [%clk 0:02:03] }} Qxg2 {{ [%clk 0:02:50] }} 6. Rf1 {{ [%clk 0:01:55] }}
Qxe4+ {{ [%clk 0:02:50] }} 7. Be2 {{ [%clk 0:01:40] }} Nf3# {{ [%clk 0:02:49] }} 0-1
"""


@pytest.fixture(scope="session")
def analysed():
    """A short game of hostile people, with clocks, marks and a mate."""
    return kiebitz.analyse_game(TEXT, kiebitz.Limit(nodes=10_000))


@pytest.fixture(scope="session")
def record(analysed):
    return analysed.record
