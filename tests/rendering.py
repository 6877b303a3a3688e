"""What people see."""

import io

from rich.console import Console


def shown(renderable):
    """The lines that a renderable of rich is on a wide console."""
    console = Console(file=io.StringIO(), width=140, color_system=None, highlight=False)
    console.print(renderable)
    return console.file.getvalue().splitlines()
