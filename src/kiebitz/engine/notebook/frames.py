"""Columns as frames of the libraries that people look at data with; a program brings the library along."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    import polars

Column: TypeAlias = "Sequence[str | int | None]"


def library(name: str) -> Any:
    """A library, imported. Raises ImportError with the remedy."""
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is missing: pip install {name}") from error


def polars_frame(columns: Mapping[str, Column], text: Collection[str]) -> polars.DataFrame:
    """A Polars frame; the columns named in ``text`` hold text, all others whole numbers. Raises ImportError."""
    types = library("polars")
    schema = {name: types.String if name in text else types.Int64 for name in columns}
    frame: polars.DataFrame = types.DataFrame(dict(columns), schema=schema)
    return frame


def pandas_frame(columns: Mapping[str, Column], text: Collection[str]) -> Any:
    """A ``pandas.DataFrame`` in the same way, None as ``pandas.NA``. Raises ImportError."""
    pandas = library("pandas")
    return pandas.DataFrame(
        {name: pandas.array(values, dtype="string" if name in text else "Int64") for name, values in columns.items()}
    )


def arrow_table(columns: Mapping[str, Any], text: Collection[str]) -> Any:
    """A ``pyarrow.Table`` in the same way; masked arrays of numbers aren't copied. Raises ImportError."""
    arrow = library("pyarrow")
    return arrow.table(
        {
            name: arrow.array(values.data, arrow.int64(), mask=np.ma.getmaskarray(values))
            if isinstance(values, np.ma.MaskedArray)
            else arrow.array(values, arrow.string() if name in text else arrow.int64())
            for name, values in columns.items()
        }
    )
