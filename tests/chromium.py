"""Chromium, for what only a browser shows: held by Playwright, or begun once for a page whose scripts do the rest."""

import shutil
import subprocess
from contextlib import contextmanager

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium to open the page in")


def playwright():
    """Playwright; skips what has none."""
    return pytest.importorskip("playwright.sync_api", reason="no Playwright (PyPI: playwright) to use a browser with")


@contextmanager
def launched():
    """A browser; skips what has none."""
    if BROWSER is None:
        pytest.skip("no Chromium to open the page in")
    with playwright().sync_playwright() as held:
        chromium = held.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def dumped(text, folder, *options, fragment="", size="1280,800"):
    """A document after its scripts have run in a window of so many pixels, and what its console said."""
    path = folder / "page.html"
    path.write_text(text, encoding="utf-8")
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}"]
    command += [f"--window-size={size}", *options, "--dump-dom", f"{path.as_uri()}{fragment}"]
    shown = subprocess.run(command, capture_output=True, timeout=120, check=True)
    return shown.stdout.decode(), [line for line in shown.stderr.decode().splitlines() if "CONSOLE" in line]
