"""The compiled engine. Only ``kiebitz.engine``, ``cluster``, ``lab`` and ``train`` may import from here."""
