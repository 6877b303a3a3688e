"""Several threads that search shogi on one table."""

import threading

import cshogi
import pytest

from kiebitz.core.search.crew import Crew
from kiebitz.core.search.limits import SearchLimits
from kiebitz.core.search.shogi_worker import ShogiWorker
from kiebitz.core.shogi.position import ShogiPosition
from kiebitz.core.table.table import Table

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


@pytest.mark.parametrize("threads", [1, 4])
@pytest.mark.parametrize("sfen", [START, "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"])
def test_their_line_is_legal_and_all_count(threads, sfen):
    crew = Crew(Table(1), threads, ShogiWorker)
    crew.prepare(ShogiPosition(sfen), SearchLimits(nodes=8_000))
    ended = threading.Event()
    work = crew.work(ended.set)
    work.begin()
    work.join()
    assert ended.is_set()
    (line,) = crew.results()
    board = cshogi.Board(sfen)
    for text in line.moves:
        assert text in {cshogi.move_to_usi(move) for move in board.legal_moves}
        board.push_usi(text)
    assert crew.node_count >= 8_000


def test_a_stop_ends_them_all():
    crew = Crew(Table(1), 3, ShogiWorker)
    crew.prepare(ShogiPosition(), SearchLimits())
    thread = crew.work(lambda: None)
    thread.begin()
    crew.stop()
    thread.join()
    assert len(crew.results()) == 1
