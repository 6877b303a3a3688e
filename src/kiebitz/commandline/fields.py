"""Options of a command as the fields of a class, where there are too many to be handed on one by one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any


def with_fields(options: Callable[..., Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the fields of a dataclass as its options; it gets the object as its first argument.

    Each field is annotated and has its default as Typer wants it of a parameter.
    """
    fields = inspect.signature(options, eval_str=True).parameters

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_options(**given: Any) -> None:
            command(options(**{name: given.pop(name) for name in fields}), **given)

        signature = inspect.signature(command, eval_str=True)
        _, *others = signature.parameters.values()
        parameters = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in (*fields.values(), *others)]
        with_options.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
        with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return with_options

    return decorated
