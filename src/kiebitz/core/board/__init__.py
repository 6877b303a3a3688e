"""Chess boards for Python: compiled, with the names of python-chess."""
