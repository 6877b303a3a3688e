"""The transport over MPI, between two real processes."""

import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
from kiebitz.cluster.launch import mpirun_environment, mpirun_path
from kiebitz.cluster.measure import why_not_here

pytestmark = [pytest.mark.check, pytest.mark.skipif(why_not_here() is not None, reason=f"{why_not_here()}")]

TIMEOUT_S = 60
BOTH = """
import os, sys, time
from kiebitz.cluster.mpi import MpiTransport

transport = MpiTransport()
assert transport.size == 2
other = 1 - transport.rank

def receive():
    while (arrived := transport.receive()) is None:
        time.sleep(1e-3)
    return arrived
"""


def run(code):
    """What two processes that run a program print."""
    command = [
        mpirun_path(),
        *["-n", "2", "--oversubscribe", "--bind-to", "none", "--with-ft", "ulfm"],
        sys.executable,
        "-c",
    ]
    with mpirun_environment() as environment:
        outcome = subprocess.run(
            [*command, BOTH + code],
            capture_output=True,
            text=True,
            env=environment | {"PYTHONPATH": str(Path(kiebitz.__file__).parent.parent)},
            timeout=TIMEOUT_S,
            check=False,
        )
    assert outcome.returncode == 0, outcome.stderr
    return outcome.stdout.splitlines()


def test_parcels_arrive_complete_and_in_their_order():
    code = """
if transport.rank == 0:
    assert transport.receive() is None
    for number in range(300):
        transport.send(other, (number, "x" * number))
    print(receive())
else:
    arrived = [receive() for _ in range(300)]
    assert arrived == [(0, (number, "x" * number)) for number in range(300)]
    transport.send(other, "all")
assert transport.newly_lost() == []
transport.leave(0)
"""
    assert run(code) == ["(1, 'all')"]


def test_a_death_is_noticed_once_and_what_is_sent_to_the_dead_is_lost():
    code = """
if transport.rank == 1:
    transport.send(other, "last words")
    receive()
    os.kill(os.getpid(), 9)
print(receive())
transport.send(other, "heard")
while not (lost := transport.newly_lost()):
    transport.send(other, "are you there?")
    transport.receive()
    time.sleep(1e-2)
print(lost, transport.newly_lost())
transport.send(other, "farewell")
assert transport.receive() is None
sys.stdout.flush()
transport.leave(0)
"""
    assert run(code) == ["(1, 'last words')", "[1] []"]
