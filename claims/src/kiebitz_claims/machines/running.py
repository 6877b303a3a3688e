"""Machines at work: their commands run one after the other before the user's eyes, and a page of what they said."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

from kiebitz.commandline.web_page import colours
from kiebitz_claims.machines.machine import Machine, Shown
from kiebitz_claims.machines.show import RecordOf, source

COLUMNS = "112"
STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--paper); }
pre { font: .78rem/1.3 ui-monospace, "DejaVu Sans Mono", monospace; overflow-x: auto; padding: .8rem;
  background: var(--panel); border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .6rem; vertical-align: top;
  border-bottom: 1px solid var(--line); }
.picture { background: #fff; border-radius: 10px; padding: .5rem; max-width: 100%; width: 34rem; }
.picture svg, .picture img { width: 100%; height: auto; display: block; }
.faint { color: var(--faint); }
@media (max-width: 40rem) { th { display: none; } td { display: block; padding: .1rem 0; border: 0; }
  td:nth-child(3)::before { content: "the document: "; } td:nth-child(4)::before { content: "here: "; }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); } }"""


@dataclass(frozen=True, slots=True)
class Run:
    """A command that was run."""

    shown: Shown
    answer: str
    """All that it said."""

    @property
    def here(self) -> str | None:
        """The finding it showed; None if it didn't."""
        return self.shown.found(self.answer)


def run(shown: Shown, say: Callable[[str], None]) -> Run:
    """Run a command in a process of its own; each line it says is handed to ``say`` as it comes."""
    environment = {**os.environ, "COLUMNS": COLUMNS, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    answer = []
    with subprocess.Popen(
        [sys.executable, "-m", "kiebitz", *shlex.split(shown.command)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=environment,
        text=True,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            answer.append(line)
            say(line.rstrip("\n"))
    return Run(shown, "".join(answer))


def page(told: Iterable[tuple[Machine, list[Run]]], record_of: RecordOf, docs: Path) -> str:
    """A web page of machines, what their commands said, and their pictures, as far as ``docs`` has them."""
    told = list(told)
    rows = "".join(
        f'<tr><td><a href="#{machine.name}">{machine.name}</a></td><td>{escape(each.shown.what)}</td>'
        f"<td>{escape(each.shown.theirs)}</td><td>{escape(each.here or 'not seen')}</td></tr>"
        for machine, runs in told
        for each in runs
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>The machines of the documents</title><style>{colours()}{STYLE}</style>"
        "<h1>The machines of the documents</h1>"
        f"<table><tr><th></th><th>shown</th><th>the document</th><th>here</th></tr>{rows}</table>"
        f"{''.join(_section(machine, runs, record_of, docs) for machine, runs in told)}</html>\n"
    )


def _section(machine: Machine, runs: list[Run], record_of: RecordOf, docs: Path) -> str:
    figure = machine.figure
    answers = "".join(f"<pre>$ kiebitz {escape(each.shown.command)}\n{escape(each.answer)}</pre>" for each in runs)
    return (
        f'<h2 id="{machine.name}">{machine.name}: {escape(machine.title)}</h2>'
        f'<p class="faint">{escape(source(machine.document))}: <i>{escape(machine.document.title)}</i></p>'
        f"<p>{escape(machine.about)}</p>{_picture(docs / machine.picture)}{answers}"
        f"<p>Claimed: {escape(figure.theirs)}. Measured: {escape(figure.measured(record_of(figure.claim)))}"
        f" ({figure.claim}).</p>"
    )


def _picture(path: Path) -> str:
    """A picture in the page itself, so that the page needs nothing else; nothing if it isn't there."""
    from base64 import b64encode

    if not path.is_file():
        return ""
    kind = "svg+xml" if path.suffix == ".svg" else path.suffix[1:]
    data = b64encode(path.read_bytes()).decode()
    return f'<p class="picture"><img alt="" src="data:image/{kind};base64,{data}"></p>'
