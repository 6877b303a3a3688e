"""The columns of an analysis as tables, under the name that programs import (docs/data.md)."""

from kiebitz.analysis.archive_run.parquet import arrow_tables

__all__ = ["arrow_tables"]
