"""What Python sees of ``text_list``."""

from collections.abc import Iterable
from typing import Any, final

@final
class TextList:
    def __new__(cls, values: Iterable[Any]) -> TextList: ...
