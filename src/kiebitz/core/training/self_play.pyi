"""What Python sees of ``self_play``."""

from typing import final

from typing_extensions import Buffer

from kiebitz.core.evaluation.network.file import Network
from kiebitz.core.search.any_worker import AnyWorker

@final
class SelfPlay:
    def __init__(
        self,
        parameters: dict[str, int],
        nodes: int,
        network: Network | None = None,
        *,
        label_nodes: int = 0,
        label_every: int = 8,
        book: tuple[str, ...] = (),
        game: str = "chess",
    ) -> None: ...
    @property
    def worker(self) -> AnyWorker: ...
    @property
    def judge(self) -> AnyWorker | None: ...
    def play(self, seed: int, count: int) -> tuple[bytes, bytes]: ...
    def label_again(self, games: bytes, count: int, labels: bytes) -> bytes: ...
    def sample(self, seed: int, buffer: Buffer, stride: int, first_game: int) -> int: ...
