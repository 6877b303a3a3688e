"""The choice of the judge: our own engine, or the program that settings name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kiebitz.analysis.judging.annotate import AnalysisSettings
from kiebitz.engine.common_engine import MAX_THREADS, AnyEngine
from kiebitz.engine.era_names import TODAY
from kiebitz.engine.judge import Judge
from kiebitz.games import game_called
from kiebitz.programs.description import DescriptionError, read_program
from kiebitz.programs.uci_engine import ProgramError, UciEngine


def judged_by(settings: AnalysisSettings, engine: str | None) -> AnalysisSettings:
    """Settings by which a program judges, described as people do; None: ours. Raises ProgramError, and ValueError.

    Its option Threads says how many cores a search takes.
    """
    if engine is None:
        return settings
    if settings.threads > 1 or settings.era != TODAY:
        raise ProgramError("threads and eras are our own engine's; write options into the other's: stockfish;Threads=2")
    try:
        options = {name.lower(): value for name, value in read_program(engine).options.items()}
    except DescriptionError as error:
        raise ProgramError(str(error)) from error
    threads = options.get("threads", "1")
    is_number = threads.isascii() and threads.isdigit() and len(threads) <= len(str(MAX_THREADS))
    return replace(settings, engine=engine, threads=max(1, int(threads)) if is_number else 1)


def chosen_judge(settings: AnalysisSettings) -> Judge:
    """The judge that settings ask for, to be closed by the caller. Raises ProgramError."""
    if settings.engine is not None:
        return UciEngine(settings.engine)
    return own_engine(settings, threads=settings.threads)


def own_engine(settings: AnalysisSettings, **options: int) -> AnyEngine[Any, Any]:
    """Our own engine of the game that settings are for, with more options."""
    era = {"era": settings.era} if settings.game == "chess" else {}
    return game_called(settings.game).engine(**era, **options)


def judge_title(settings: AnalysisSettings) -> str | None:
    """How another program that judges calls itself; None if ours does. Raises ProgramError."""
    if settings.engine is None:
        return None
    with UciEngine(settings.engine) as engine:
        return engine.title
