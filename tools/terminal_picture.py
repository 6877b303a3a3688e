"""Run a command in a terminal of its own and save what it shows as an SVG picture, for the documentation.

    python tools/terminal_picture.py docs/images/analyse.svg 100 kiebitz analyse examples/…pgn

The last screenful is drawn: progress bars as they ended, nothing invented. A second number after the columns keeps only
so many lines from the end.
"""

import os
import pty
import struct
import sys
from fcntl import ioctl
from pathlib import Path
from termios import TIOCSWINSZ

from rich.console import Console
from rich.text import Text

ROWS = 200
KEPT = ("PATH", "HOME", "LANG")


def recorded(command: list[str], columns: int) -> str:
    """Everything the command writes to its terminal."""
    process, terminal = pty.fork()
    if process == 0:
        environment = {name: os.environ[name] for name in KEPT if name in os.environ}
        environment |= {"TERM": "xterm-256color", "COLORTERM": "truecolor", "COLUMNS": str(columns)}
        os.execvpe(command[0], command, environment)
    ioctl(terminal, TIOCSWINSZ, struct.pack("HHHH", ROWS, columns, 0, 0))
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end is closed
            break
        if not piece:
            break
        output += piece
    os.waitpid(process, 0)
    return output.decode()


def without_redrawing(output: str) -> str:
    """The final state of lines that were drawn again and again (progress bars)."""
    lines = output.replace("\r\n", "\n").split("\n")
    return "\n".join(line.rsplit("\r", 1)[-1].split("\x1b[2K")[-1] for line in lines)


def main() -> None:
    """Record, draw, save."""
    target, columns, *command = sys.argv[1:]
    kept = int(command.pop(0)) if command[0].isdigit() else None
    text = without_redrawing(recorded(command, int(columns))).replace("\x1b[?25l", "").replace("\x1b[?25h", "")
    lines = text.rstrip().split("\n")
    console = Console(record=True, width=int(columns), file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text.from_ansi("\n".join(lines[-kept:] if kept else lines)))
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    console.save_svg(target, title=" ".join(["$", *command]))


if __name__ == "__main__":
    main()
