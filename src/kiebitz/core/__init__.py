"""The compiled engine. Which rooms may import from here, the table in ARCHITECTURE.md says.

The ``.py`` files are the source that machine code is made of; Python itself can't run them. Modules come from
their units (``units``, which says plainly if they are not compiled), and of several builds the best that the processor
runs is taken (``variants``).
"""

import os
import sys

from kiebitz.core import units, variants

sys.meta_path.insert(0, units.Finder(units.CORE))

from kiebitz.core import processor  # noqa: E402  (only now it can be found)

CORE_CHOICE = variants.choose(processor.level(), processor.target(), os.environ.get(variants.FORCED, ""))
"""The core that this process runs, and why."""
if CORE_CHOICE.folder is not None:
    sys.meta_path.insert(0, units.Finder(CORE_CHOICE.folder))
