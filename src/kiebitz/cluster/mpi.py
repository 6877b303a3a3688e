"""The transport over MPI (mpi4py): any number of processes on any number of machines.

Nothing here waits: messages are looked for by probing and sent without blocking, and a process with nothing to do
sleeps between two looks. A receive that waits would spin on a core that searches need.

With ULFM (Open MPI's fault tolerance, ``mpirun --with-ft ulfm``) a process that dies is noticed by the others, which go
on without it; without it mpirun ends them all.
"""

from __future__ import annotations

import os
from typing import Any

from mpi4py import MPI

# Requests of messages sent are looked through for completed ones when there are so many.
MANY_REQUESTS = 64


class MpiTransport:
    """One process and its way to the others, over MPI's world communicator."""

    def __init__(self) -> None:
        self._world = MPI.COMM_WORLD
        self._world.Set_errhandler(MPI.ERRORS_RETURN)
        self._status = MPI.Status()
        self._requests: list[MPI.Request] = []
        self._lost: list[int] = []
        self._dead: set[int] = set()

    @property
    def rank(self) -> int:
        """Number of this process, from 0."""
        return self._world.rank

    @property
    def size(self) -> int:
        """Number of processes there were at first."""
        return self._world.size

    def send(self, to: int, parcel: Any) -> None:
        """Send something; to a process that has died it is lost."""
        if to in self._dead:
            return
        try:
            self._requests.append(self._world.isend(parcel, dest=to))
            if len(self._requests) > MANY_REQUESTS:
                self._requests = [request for request in self._requests if not self._is_complete(request)]
        except MPI.Exception as error:
            self._examine(error)

    def receive(self) -> tuple[int, Any] | None:
        """The next parcel that has arrived and its sender, or None."""
        try:
            message = self._world.improbe(status=self._status)
            return None if message is None else (self._status.Get_source(), message.recv())
        except MPI.Exception as error:
            self._examine(error)
            return None

    def newly_lost(self) -> list[int]:
        """Processes found to have died since the last call."""
        lost, self._lost = self._lost, []
        return lost

    def leave(self, status: int) -> None:
        """End this process. With dead ones about, MPI can't be finalised: it would wait for them."""
        if not self._dead and status == 0:
            return
        os._exit(status)

    def _is_complete(self, request: MPI.Request) -> bool:
        try:
            return bool(request.test()[0])
        except MPI.Exception as error:
            self._examine(error)
            return True

    def _examine(self, error: MPI.Exception) -> None:
        """Find out who has died; raises the error again if it means something else."""
        if error.Get_error_class() not in (MPI.ERR_PROC_FAILED, MPI.ERR_PROC_FAILED_PENDING):
            raise error
        failed = self._world.Get_failed()
        ranks = MPI.Group.Translate_ranks(failed, list(range(failed.size)), self._world.group)
        self._world.Ack_failed(failed.size)
        for rank in ranks:
            if rank not in self._dead:
                self._dead.add(rank)
                self._lost.append(rank)
