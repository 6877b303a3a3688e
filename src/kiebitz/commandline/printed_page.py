"""Pages of tables to look at and to print, which load nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kiebitz.commandline.web_page import colours, content_policy, text

CELL_CHARACTERS = 80
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; background: var(--ground); color: var(--ink); margin: 1.5rem auto;
  max-width: 60rem; padding: 0 1rem }
h1, h2 { line-height: 1.2 } h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 1.8rem } a { color: inherit }
.scroll { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .15rem .7rem .15rem 0; border-bottom: 1px solid var(--line); text-align: left }
th { font-weight: 500; color: var(--faint) } .number { text-align: right; white-space: nowrap }
@media print { body { margin: 0; max-width: none; font-size: 10pt } nav { display: none } tr { break-inside: avoid }
  h2 { break-after: avoid } .scroll { overflow: visible } }
"""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already; those that begin as numbers do stand at the right."""
    is_number = [
        bool(rows) and all(re.match(r"(\d+(\.\d+)?( %)?|-)$", row[place]) for row in rows)
        for place in range(len(heads))
    ]
    kinds = [' class="number"' if each else "" for each in is_number]
    head = "".join(f'<th scope="col"{kind}>{name}</th>' for name, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{kind}>{cell}</td>" for cell, kind in zip(row, kinds, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def document(title: str, body: str, language: str, more_style: str = "") -> str:
    """A whole page with a body that is HTML already."""
    style = colours() + STYLE + more_style
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="generator" content="Kiebitz">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy(style, "")}">'
        f"<title>{text(title, CELL_CHARACTERS)}</title><style>{style}</style></head>"
        f"<body><main>{body}</main></body></html>\n"
    )
