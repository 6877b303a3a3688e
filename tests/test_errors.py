"""Every error of the package comes whole out of another process.

An exception that pickle can't make again leaves ``multiprocessing.Pool`` waiting for ever: what its worker sends back
can't be read.
"""

import multiprocessing
import pickle
from importlib import import_module

import pytest

from kiebitz.core.chess.fen import FenFault
from kiebitz.core.shogi.notation import MoveFault
from kiebitz.core.shogi.sfen import SfenFault
from kiebitz.protocols.lichess.exchange import Reply
from sources import PACKAGES, module_name

# What errors are made of that take more than a message.
ARGUMENTS = {
    "FarewellError": (4000, "what is wrong"),
    "FenError": (FenFault.KINGS, "no king"),
    "PlayerFault": ("time", "too late"),
    "SfenError": (SfenFault.KINGS, "no king"),
    "ShogiMoveError": (MoveFault.TWO_PAWNS, "two pawns"),
    "StatusError": (Reply(502, b"bad gateway"),),
}
PATIENCE_S = 60

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def errors():
    """One of every exception that the packages define."""
    found = set()
    for path in (path for package in PACKAGES for path in package.rglob("*.py")):
        if "Error" in path.read_text() or "Exception" in path.read_text():
            if path.name in {"__init__.py", "__main__.py"}:
                continue
            module = import_module(module_name(path))
            found |= {
                value
                for value in vars(module).values()
                if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == module.__name__
            }
    return [error(*ARGUMENTS.get(error.__name__, ("what is wrong",))) for error in found]


def raise_it(error):
    raise error


@pytest.fixture(scope="module")
def pool():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        yield pool


def assert_same(error, other):
    assert type(error) is type(other)
    assert (str(error), error.args, vars(error)) == (str(other), other.args, vars(other))


def test_errors_are_pickled_whole(errors):
    public = {"BookError", "FenError", "MoveError", "OptionError", "TablebaseError", "TableFileError"}
    assert public <= {type(error).__name__ for error in errors}
    for error in errors:
        assert_same(pickle.loads(pickle.dumps(error)), error)


def test_every_error_comes_back_from_another_process(pool, errors):
    for error in errors:
        with pytest.raises(type(error)) as caught:
            pool.apply_async(raise_it, (error,)).get(timeout=PATIENCE_S)
        caught.value.__cause__ = None  # the traceback of the other process
        assert_same(caught.value, error)
