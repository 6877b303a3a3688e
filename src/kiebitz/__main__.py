"""The command ``kiebitz``, also as ``python -m kiebitz``: the command line, which takes a moment to be imported."""

import sys

# As ``kiebitz.shell.refusal`` has it, which is among what is still to be imported.
INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit. Ctrl-C while it is being imported ends it as in any command."""
    try:
        from kiebitz.cli import main as run
    except KeyboardInterrupt:
        sys.stderr.write("kiebitz: interrupted\n")
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
