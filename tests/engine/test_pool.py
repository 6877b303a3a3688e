"""Threads that ask at once: all are answered, each as if it were alone."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import chess
import pytest

from kiebitz import Limit, Pool, PoolFullError
from processes import wait_until

ENDLESS = Limit(infinite=True)


@pytest.fixture
def busy():
    """A pool whose one engine searches until it is stopped, and the thread that asked."""
    with Pool(1, hash_mb=1, most_waiting=1) as pool, ThreadPoolExecutor(4) as threads:
        asked = threads.submit(pool.analyse, "startpos", ENDLESS)
        wait_until(lambda: not pool._free)
        yield pool, threads, asked
        pool.close()


def test_many_threads_are_all_answered():
    boards = [chess.Board() for _ in range(20)]
    for board, move in zip(boards, list(boards[0].legal_moves), strict=True):
        board.push(move)
    with Pool(2, hash_mb=1) as pool, ThreadPoolExecutor(8) as threads:
        infos = list(threads.map(lambda board: pool.analyse(board, Limit(depth=3)), boards))
        moves = list(threads.map(lambda board: pool.play(board, Limit(nodes=200)), boards))
        assert repr(pool) == "Pool(2 engines, 2 free, 0 threads waiting)"
    for board, info, move in zip(boards, infos, moves, strict=True):
        assert (info.fen, info.depth, info.ended_by) == (board.fen(), 3, "limit")
        assert move in board.legal_moves


def test_a_key_gets_the_engine_that_knows_its_game():
    with Pool(3, hash_mb=1) as pool:
        for key in "abc":
            with pool.engine(key=key) as engine:
                engine.title_for_test = key
        for key in "cabbca":
            with pool.engine(key=key) as engine:
                assert engine.title_for_test == key
        with pool.engine() as engine:  # the one that has rested longest
            assert engine.title_for_test == "b"


def test_fresh_engines_answer_the_same_question_alike():
    def answers(fresh):
        with Pool(1, hash_mb=1, fresh=fresh) as pool:
            infos = [pool.analyse("startpos", Limit(nodes=3_000)) for _ in range(3)]
        return {(info.best_move, info.score, info.nodes, info.lines[0].moves) for info in infos}

    assert len(answers(True)) == 1
    assert len(answers(False)) > 1  # Else nothing would be shown.


def test_a_deadline_stops_a_search_and_ends_the_waiting(busy):
    pool, threads, _ = busy
    with pytest.raises(TimeoutError, match="no engine was free"):
        pool.analyse("startpos", Limit(nodes=1), deadline_s=0.05)
    waiting = threads.submit(pool.analyse, "startpos", Limit(nodes=1))
    wait_until(lambda: pool.waiting == 1)
    with pytest.raises(PoolFullError, match="1 threads wait already"):
        pool.analyse("startpos", Limit(nodes=1))
    pool._engines[0].stop()
    assert waiting.result().move
    info = pool.analyse("startpos", ENDLESS, deadline_s=0.05)
    assert (info.ended_by, bool(info.move)) == ("stopped", True)


@pytest.mark.parametrize("fresh", [False, True])
def test_after_the_deadline_every_search_of_a_block_is_stopped(fresh):
    """One that begins when it has passed, too: here it passes before the first."""
    with Pool(1, hash_mb=1, fresh=fresh) as pool, pool.engine(deadline_s=0) as engine:
        infos = [engine.analyse("startpos", ENDLESS) for _ in range(2)]
    assert [info.ended_by for info in infos] == ["stopped", "stopped"]


def test_closing_stops_all_and_tells_who_waits(busy):
    pool, threads, asked = busy
    waiting = threads.submit(pool.analyse, "startpos", Limit(nodes=1))
    wait_until(lambda: pool.waiting == 1)
    pool.close()
    assert asked.result().ended_by == "stopped"
    with pytest.raises(RuntimeError, match="pool is closed"):
        waiting.result()
    with pytest.raises(RuntimeError, match="pool is closed"):
        pool.play("startpos", Limit(nodes=1))


def test_a_pool_that_can_not_be():
    with pytest.raises(ValueError, match="answers nothing"):
        Pool(0)
    with Pool(1, hash_mb=1) as pool, pytest.raises(TypeError, match="can't be copied"):
        pickle.dumps(pool)
