"""``python -m kiebitz``: the same as the command ``kiebitz``."""

from kiebitz.cli import main

if __name__ == "__main__":
    main()
