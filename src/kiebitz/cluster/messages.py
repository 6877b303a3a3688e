"""Messages between processes, and the actions that the protocol wants.

The six messages are those of Hydra's cluster (Donninger, Lorenz and others, 2003-2006); FINDINGS carries deep table
entries. Orders go to whoever runs the protocol: a transport, a clock, a thread that searches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from kiebitz.cluster.question import Answer, Question


@dataclass(frozen=True, slots=True)
class Request:
    """REQUEST: have you work for me?"""


@dataclass(frozen=True, slots=True)
class Work:
    """WORK: answer this. The sender becomes master, the receiver worker, until RESULT or CUTOFF."""

    task: int
    """Number of the job among the sender's."""
    question: Question


@dataclass(frozen=True, slots=True)
class NoWork:
    """NO-WORK: ask someone else."""


@dataclass(frozen=True, slots=True)
class WindowUpdate:
    """WINDOW_UPDATE: other values are of interest by now."""

    task: int
    alpha: int
    beta: int


@dataclass(frozen=True, slots=True)
class Cutoff:
    """CUTOFF: the answer is no longer wanted."""

    task: int


@dataclass(frozen=True, slots=True)
class Result:
    """RESULT: the answer."""

    task: int
    answer: Answer
    nodes: int
    """Spent on it, by the worker and its helpers."""


@dataclass(frozen=True, slots=True)
class Findings:
    """FINDINGS: table entries that other processes may store."""

    content: Any
    """As the tree writes it."""


Message: TypeAlias = Request | Work | NoWork | WindowUpdate | Cutoff | Result | Findings


@dataclass(frozen=True, slots=True)
class Send:
    """Send a message. Messages from one process to another must arrive in their order."""

    to: int
    message: Message


@dataclass(frozen=True, slots=True)
class Search:
    """Search a subtree as a whole; its end is reported by ``Member.searched``."""

    job: int
    question: Question


@dataclass(frozen=True, slots=True)
class Stop:
    """End a subtree search early. It is reported all the same, without an answer if it had none."""

    job: int


@dataclass(frozen=True, slots=True)
class Rest:
    """Call ``Member.rested`` after a pause: nobody had work just now."""

    failures: int
    """Requests in a row that brought none."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The question put by ``Member.ask`` is answered."""

    answer: Answer


Order: TypeAlias = Send | Search | Stop | Rest | Answered
