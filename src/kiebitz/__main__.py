"""The command ``kiebitz``, also as ``python -m kiebitz``: the command line, which takes a moment to be imported."""

import signal
import sys

from kiebitz.processes.shortage import REMEDY, shortage

# As ``kiebitz.commandline.refusal`` has them, which is among what is still to be imported.
FAILED, INTERRUPTED = 1, 130
COMMAND_LINE = ("typer", "rich")
"""The packages that commands need, and nothing else does."""


def main() -> None:
    """Run the command line and exit.

    Ctrl-C while it is being imported and made ends it as in any command; while Python itself ends, which could only
    complain of it, it just ends. Whenever memory ends or threads are refused, that is said.
    """
    short = None
    try:
        from kiebitz.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("kiebitz: interrupted\n")
        sys.exit(INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name not in COMMAND_LINE:
            raise
        sys.stderr.write(f"kiebitz: commands need {error.name.capitalize()}: pip install 'kiebitz[cli]'\n")
        sys.exit(FAILED)
    except Exception as error:
        short = shortage(error)
        if not short:
            raise
    finally:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    if short:
        # Here the error is gone, and what it held: without memory Python may even lose the exit.
        sys.stderr.write(f"kiebitz: {short}: {REMEDY}\n")
        sys.exit(FAILED)


if __name__ == "__main__":
    main()
