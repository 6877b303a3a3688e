"""The worked notebook runs in a kernel, shows what it says, and stops when its cell is interrupted."""

import asyncio
import json

import pytest

from sources import ROOT

PAGE = ROOT / "docs" / "notebook.ipynb"
PATIENCE_S = 120

nbclient = pytest.importorskip("nbclient", reason="nbclient is missing: pip install nbclient")
nbformat = pytest.importorskip("nbformat", reason="nbformat is missing: pip install nbformat")
pytest.importorskip("ipykernel", reason="ipykernel is missing: pip install 'kiebitz[notebook]'")


def executed(notebook):
    """The notebook after all its cells have run; a cell that fails is an error."""
    nbclient.NotebookClient(notebook, timeout=PATIENCE_S, kernel_name="python3").execute()
    return notebook


def html_of(cell):
    return "".join(output.data.get("text/html", "") for output in cell.outputs if "data" in output)


def test_the_page_is_kept_without_outputs():
    cells = json.loads(PAGE.read_text())["cells"]
    assert all(cell.get("outputs", []) == [] and cell.get("execution_count") is None for cell in cells)


@pytest.mark.nightly
def test_the_worked_notebook_runs():
    notebook = executed(nbformat.read(PAGE, as_version=4))
    shown = {cell.source.split("\n")[-1]: html_of(cell) for cell in notebook.cells if cell.cell_type == "code"}
    assert "<svg" in shown["info"]
    assert "scores as White sees them" in shown["info"]
    assert "ended by" in shown["trace"]
    assert "entries in use" in shown["engine.table"]
    assert sum(html.count("<svg") for source, html in shown.items() if "kiebitz.watch" in source) == 1
    assert "write eight" in next(html for source, html in shown.items() if "search_batch" in source)


@pytest.mark.nightly
def test_an_interrupt_ends_the_watching_and_keeps_what_was_found():
    cell = nbformat.v4.new_code_cell("import kiebitz\nprint('begun', kiebitz.watch('startpos').best_move is not None)")
    client = nbclient.NotebookClient(nbformat.v4.new_notebook(cells=[cell]), kernel_name="python3")

    async def run():
        async with client.async_setup_kernel():
            running = asyncio.create_task(client.async_execute_cell(cell, 0))
            while not html_of(cell):
                await asyncio.sleep(0.05)
            await client.km.interrupt_kernel()
            await asyncio.wait_for(running, PATIENCE_S)

    asyncio.run(run())
    assert "begun True" in "".join(output.get("text", "") for output in cell.outputs)
