"""Files as Stockfish's networks are, of random numbers."""

import numpy as np

from kiebitz.core.evaluation.nnue.file import HEADER

ARCHITECTURE = 0x1C102EF2
STACK = np.dtype(
    [
        ("hash", "<u4"),
        ("bias_1", "<i4", 16),
        ("weights_1", "i1", (16, 1024)),
        ("bias_2", "<i4", 32),
        ("weights_2", "i1", (32, 32)),
        ("bias_3", "<i4"),
        ("weights_3", "i1", 32),
    ]
)
BODY = np.dtype(
    [
        ("hash", "<u4"),
        ("bias", "<i2", 1024),
        ("rows", "<i2", (22528, 1024)),
        ("worths", "<i4", (22528, 8)),
        ("stacks", STACK, 8),
    ]
)


def made(seed=1, change=lambda body: None):
    """A file of random numbers about as large as real ones."""
    numbers = np.random.default_rng(seed)
    body = np.zeros(1, BODY)
    body["bias"] = numbers.integers(-100, 200, body["bias"].shape)
    body["rows"] = numbers.integers(-60, 60, body["rows"].shape, np.int16)
    body["worths"] = numbers.integers(-9000, 9000, body["worths"].shape)
    for field in STACK.names[1:]:
        most = 100 if field.startswith("weights") else 9000
        body["stacks"][field] = numbers.integers(-most, most, body["stacks"][field].shape)
    change(body[0])
    text = b"made by a test"
    return HEADER.pack(0x7AF32F20, ARCHITECTURE, len(text)) + text + body.tobytes()
