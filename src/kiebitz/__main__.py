"""The command ``kiebitz``, also as ``python -m kiebitz``: the command line, which takes a moment to be imported."""

import signal
import sys

# As ``kiebitz.commandline.refusal`` has it, which is among what is still to be imported.
INTERRUPTED = 130


def main() -> None:
    """Run the command line and exit.

    Ctrl-C while it is being imported and made ends it as in any command; while Python itself ends, which could only
    complain of it, it just ends.
    """
    try:
        from kiebitz.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("kiebitz: interrupted\n")
        sys.exit(INTERRUPTED)
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
