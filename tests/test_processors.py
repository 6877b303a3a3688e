"""What depends on the processor is listed, so that it is tested for others than the one at hand, too."""

import re

from processors import DEPENDENT
from sources import ROOT, TESTS

# How a test asks what it runs on or was compiled for.
ASKS = re.compile(r"platform\.machine|\bobjdump\b|-march|kiebitz\.core import .*\bprocessor\b|USES_PEXT")
# They are about the list.
ABOUT = {"tests/processors.py", "tests/test_processors.py"}


def test_tests_that_ask_for_the_processor_are_listed():
    asking = {
        str(path.relative_to(ROOT))
        for folder in TESTS
        for path in folder.rglob("*.py")
        if ASKS.search(path.read_text(encoding="utf-8"))
    } - ABOUT
    assert asking
    unlisted = {name for name in asking if not name.startswith(DEPENDENT)}
    assert not unlisted, "list them in tests/processors.py"


def test_what_is_listed_is_there():
    assert not [name for name in DEPENDENT if not (ROOT / name).exists()]
