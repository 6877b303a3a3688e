"""What Python sees of ``self_play``."""

from typing import final

from typing_extensions import Buffer

from kiebitz.core.evaluation.network.weights import Network
from kiebitz.core.search.worker import Worker

@final
class SelfPlay:
    def __init__(self, parameters: dict[str, int], nodes: int, seed: int, network: Network | None = None) -> None: ...
    @property
    def worker(self) -> Worker: ...
    def play(self, buffer: Buffer, first_game: int) -> tuple[int, int]: ...
    def sample(self, buffer: Buffer, stride: int, first_game: int) -> tuple[int, int]: ...
