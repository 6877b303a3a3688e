"""The carrier of a process's messages to the others."""

from __future__ import annotations

from typing import Any, Protocol


class Transport(Protocol):
    """A way to the other processes. Used by one thread; nothing here ever waits."""

    @property
    def rank(self) -> int:
        """Number of this process, from 0."""
        ...

    @property
    def size(self) -> int:
        """Number of processes there were at first."""
        ...

    def send(self, to: int, parcel: Any) -> None:
        """Send something; to a process that has died it is lost. Parcels on one way arrive in their order."""
        ...

    def receive(self) -> tuple[int, Any] | None:
        """The next parcel that has arrived and its sender, or None."""
        ...

    def newly_lost(self) -> list[int]:
        """Processes found to have died since the last call."""
        ...
