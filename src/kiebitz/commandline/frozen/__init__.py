"""Programs frozen by PyInstaller: what of Kiebitz goes into them, which PyInstaller can't see by itself.

PyInstaller finds the hook in this folder by the entry point ``pyinstaller40``. The core's modules come from shared
objects that hold several (``core.units``), much is imported by name when it is first asked for, and networks, books and
pages are files.
"""

from pathlib import Path


def hook_folders() -> list[str]:
    """Where ``hook-kiebitz.py`` lies."""
    return [str(Path(__file__).parent)]
