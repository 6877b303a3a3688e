"""What axe-core finds on a page that shuts people out."""

import pytest


def barriers(page):
    """Serious and critical faults: which rule, and where. Skips the test without axe-core."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core (axe-playwright-python)")
    response = axe.Axe().run(page).response
    assert response["passes"]
    return [
        (fault["id"], [node["target"] for node in fault["nodes"]])
        for fault in response["violations"]
        if fault["impact"] in {"serious", "critical"}
    ]
