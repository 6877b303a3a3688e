"""Whether the tests run under a sanitizer, which makes everything ten times as slow and takes memory of its own."""

import os

SANITIZED = "san.so" in os.environ.get("LD_PRELOAD", "")
