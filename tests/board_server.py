"""``kiebitz serve`` as a process of its own."""

import signal
import socket
import subprocess

from commands import COMMAND, ENVIRONMENT


class Server:
    """``kiebitz serve`` at a port of its own."""

    def __init__(self, data, *options):
        self.data = data
        self.options = options
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/"
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--no-browser", "--port", str(self.port), *self.options],
            stdout=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(self.data)},
        )
        said = self.process.stdout.readline()
        assert "#" in said, said
        # What browsers open, as it was printed, with the token.
        self.address = next(word for word in said.split() if word.startswith("http"))

    @property
    def token(self):
        return self.address.partition("#")[2]

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.communicate(timeout=20)
