"""PyInstaller's hook: the modules of the library, the core's shared objects at their places, every file of the package.

The names that PyInstaller reads here are its own. Rooms that only commands need, and what is installed for them, would
make any program large: one that wants them imports them.
"""

from PyInstaller.utils.hooks import collect_data_files, collect_dynamic_libs, collect_submodules

COMMANDS = (
    *("arena", "classroom", "cli", "cluster", "collection", "web", "polars", "play", "mate", "commandline.doctor"),
    *("analysis.survey", "protocols.mcp", "protocols.lichess", "core.built"),
)

hiddenimports = collect_submodules(
    "kiebitz", filter=lambda name: not name.startswith(tuple(f"kiebitz.{room}" for room in COMMANDS))
)
# By its machine types the core knows which of its modules are compiled.
datas = collect_data_files("kiebitz", excludes=["**/*.pyi", "**/*.c", "**/*.cpp"])
binaries = collect_dynamic_libs("kiebitz", search_patterns=["*.so", "*.pyd"])
excludedimports = [
    *("Cython", "cython", "IPython", "ipykernel", "matplotlib", "mpi4py", "pandas", "polars", "pyarrow", "ray"),
    *("duckdb", "shogi", "torch"),
]
