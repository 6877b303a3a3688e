"""The command ``kiebitz``, also as ``python -m kiebitz``: the command line, which takes a moment to be imported."""

import signal
import sys

from kiebitz.runs.shortage import REMEDY, shortage

# As ``kiebitz.shell.refusal`` has them, which is among what is still to be imported.
FAILED, INTERRUPTED = 1, 130


def main() -> None:
    """Run the command line and exit.

    Ctrl-C while it is being imported and made ends it as in any command; while Python itself ends, which could only
    complain of it, it just ends. Whenever memory ends or threads are refused, that is said.
    """
    try:
        from kiebitz.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("kiebitz: interrupted\n")
        sys.exit(INTERRUPTED)
    except Exception as error:
        if not (what := shortage(error)):
            raise
        sys.stderr.write(f"kiebitz: {what}: {REMEDY}\n")
        sys.exit(FAILED)
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)


if __name__ == "__main__":
    main()
