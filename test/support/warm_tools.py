"""The three tools as processes that need not start: each is forked from one that has imported everything.

Importing is half of what a line of a document takes. A client of a few lines stands on PATH under each tool's name; it hands its words, its
folder, its environment and its three streams over a socket, and ends with the tool's exit code.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from pathlib import Path

TOOLS = {"tf-opt": "tfopt", "tf-run": "tfrun", "tf-translate": "tftranslate"}
ROOMS = ("tfir", *TOOLS.values())

CLIENT = """\
#!{python} -ISE
import _socket, marshal, posix, struct, sys
client = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
client.connect({address!r})
asked = marshal.dumps(({room!r}, sys.argv, posix.getcwd(), posix.environ))
client.sendmsg([struct.pack("<q", len(asked))], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, struct.pack("3i", 0, 1, 2))])
while asked:
    asked = asked[client.send(asked):]
sys.exit(struct.unpack("<i", client.recv(4))[0])
"""


class WarmTools:
    """Runs the tools until it is closed; `path` is the folder that has them."""

    def __init__(self, folder: Path):
        self.path = folder / "bin"
        self.path.mkdir()
        address = str(folder / "tools")
        for tool, room in TOOLS.items():
            file = self.path / tool
            file.write_text(CLIENT.format(python=sys.executable, address=address, room=room))
            file.chmod(0o755)
        command = [sys.executable, "-c", "import warm_tools, sys; warm_tools.serve(sys.argv[1])", address]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
        self.server = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.server.stdout.readline()  # it waits for clients

    def close(self) -> None:
        self.server.communicate()  # it ends with its input, also where this process is killed


# The server


def serve(address: str) -> None:
    import select
    import socket

    load_everything()
    gc.collect()
    gc.freeze()  # or each child would copy what it has of us when it looks for garbage
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(address)
    listening.listen()
    os.write(1, b"ready\n")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # children that are done leave nothing
    while 0 not in select.select([listening, 0], [], [])[0]:
        client, _ = listening.accept()
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            listening.close()
            answer(client)
            os._exit(0)
        client.close()


def load_everything() -> None:
    """All modules but those that need a package which is not here."""
    from contextlib import suppress
    from importlib import import_module
    from pkgutil import walk_packages

    for room in ROOMS:
        for module in walk_packages(import_module(room).__path__, f"{room}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):
                    import_module(module.name)


def answer(client) -> None:
    """Runs what a client asks for, in a process of its own, and tells it how that ended."""
    import marshal
    import socket
    import struct

    head, streams, _, _ = socket.recv_fds(client, 8, 3)
    (size,), asked = struct.unpack("<q", head), b""
    while len(asked) < size:
        asked += client.recv(size - len(asked))
    room, words, folder, environment = marshal.loads(asked)
    tool = os.fork()
    if tool:
        _, status = os.waitpid(tool, 0)
        code = os.waitstatus_to_exitcode(status)
        client.sendall(struct.pack("<i", code if code >= 0 else 128 - code))
        return
    client.close()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environb.update(environment)
    sys.argv = words
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        setattr(sys, name, open(number, mode, closefd=False))
    raise SystemExit(sys.modules[f"{room}.main"].main())
