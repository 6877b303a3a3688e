"""Draw the small pictures of README's machines, docs/images/machines/NAME.png: a moment of each machine's film.

    python tools/machine_pictures.py [NAME...]

The pages are those of `kiebitz lab film NAME --html` and `kiebitz lab animate --html`; needs Chromium and Playwright.
"""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "docs/images/machines"
SIZE = 240, 140
"""At most, of a picture."""
WINDOWS = {"film": {"width": 1000, "height": 900}, "animate": {"width": 1700, "height": 900}}
PICTURES = {
    "tartan": ("animate alphabeta", "1000", ".tree svg"),
    "minimax": ("film hashing", "300", ".of-cells"),
    "hash": ("film hashing-shogi", "300", ".of-cells"),
    "tsume": ("film proof", "60", ".of-cells"),
    "nimzo": ("film passing", "7", ".of-bars"),
    "lecture": ("animate negamax --tree best:2,4 --types", "1000", ".tree svg"),
    "cluster": ("film stealing", "60", ".of-lanes"),
    "card": ("film card", "66", ".of-board svg"),
}
"""By machine: what of `kiebitz lab` writes the page, the step, and the part of the page that is drawn."""


def draw(page: Page, name: str, folder: Path) -> None:
    """Write one picture."""
    command, step, part = PICTURES[name]
    path = folder / f"{name}.html"
    subprocess.run([sys.executable, "-m", "kiebitz", "lab", *command.split(), "--html", path], check=True)
    page.set_viewport_size(WINDOWS[command.split()[0]])
    page.goto(path.as_uri())
    where = page.locator("input[type=range]").first
    where.fill(str(min(int(step), int(where.get_attribute("max") or step))))
    if "--types" in command:
        page.locator("input[type=checkbox]").check()
    with Image.open(BytesIO(page.locator(part).first.screenshot())) as picture:
        picture.thumbnail(SIZE)
        picture.save(TARGET / f"{name}.png", optimize=True)


def main(names: list[str]) -> None:
    """Draw all, or those named."""
    TARGET.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as held:
        chromium = held.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        page = chromium.new_page()
        for name in names or PICTURES:
            draw(page, name, Path(folder))
        chromium.close()


if __name__ == "__main__":
    main(sys.argv[1:])
