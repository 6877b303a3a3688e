"""The cluster as the engine of a chess program: UCI, with the options that a cluster obeys."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import Unpack

from kiebitz.cluster.chess_tree import Briefing
from kiebitz.cluster.engine import DESIGN, ClusterEngine
from kiebitz.cluster.station import Station
from kiebitz.commandline.refusal import FAILED
from kiebitz.engine import Engine, EngineOptions
from kiebitz.engine.eras import ERAS
from kiebitz.protocols.uci.channel import LineWriter, read_lines
from kiebitz.protocols.uci.loop import Session
from kiebitz.protocols.uci.options import (
    ELO,
    ERA,
    HASH,
    LIMIT_STRENGTH,
    MOVE_OVERHEAD,
    MULTI_PV,
    OPTIONS,
    SKILL,
    THREADS,
    Option,
)

# A player of limited strength chooses among several lines, and a cluster finds one.
LEFT_OUT = (LIMIT_STRENGTH, ELO, SKILL)


def options_of(engine: Engine) -> tuple[Option, ...]:
    """The options of UCI that a cluster obeys, at first as the engine has them."""
    eras = tuple(name for name, era in ERAS.items() if era.design == DESIGN)
    own: dict[str, Option] = {
        HASH.name: replace(HASH, default=engine.hash_mb),
        THREADS.name: replace(THREADS, default=engine.threads),
        MOVE_OVERHEAD.name: replace(MOVE_OVERHEAD, default=engine.move_overhead_ms),
        MULTI_PV.name: replace(MULTI_PV, maximum=1, is_clamped=False),
        ERA.name: replace(ERA, default=engine.era, choices=eras),
    }
    return tuple(own.get(option.name, option) for option in OPTIONS if option not in LEFT_OUT)


def session_of(station: Station, briefing: Briefing, arguments: EngineOptions, writer: LineWriter) -> Session:
    """A dialogue about searches of a cluster; ``arguments`` are the engine's at first.

    Raises OptionError and MemoryError for arguments that a cluster can't take.
    """

    def engine_with(**settings: Unpack[EngineOptions]) -> ClusterEngine:
        return ClusterEngine(station, briefing, **(arguments | settings))

    return Session(writer, engine_with, options_of(engine_with()))


def speak(station: Station, briefing: Briefing, arguments: EngineOptions) -> int:
    """Speak UCI on standard input and output until the chess program goes; returns the exit status.

    Raises as ``session_of``.
    """
    if sys.stdin is None or sys.stdout is None:
        return 0  # Closed before we came: there is nobody to talk to.
    session = session_of(station, briefing, arguments, LineWriter(sys.stdout.buffer))
    with open(sys.stdin.fileno(), "rb", closefd=False) as source:
        session.run(read_lines(source))
    if not session.close():
        os._exit(FAILED)
    return 0
