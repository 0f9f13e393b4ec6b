"""Work for tests of clusters: it says by a piece's data what is to become of the worker."""

import os
import signal
import time
from pathlib import Path

from tfir.ir.diagnostics import Error


class Obedient:
    """`fails` raises, `dies` ends the worker each time, `dies once` the first time, `orphan` ends what started the worker; all else comes back
    turned round."""

    def __init__(self, folder: str):
        self.folder = folder

    def __call__(self, name: str, data: bytes) -> bytes:
        with open(Path(self.folder) / f"{name}.calls", "a") as file:
            file.write(f"{os.getpid()}\n")
        if data == b"fails":
            raise Error(f"{name} is refused")
        if data == b"dies" or data == b"dies once" and (Path(self.folder) / f"{name}.calls").read_text().count("\n") == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        if data == b"orphan":
            os.kill(os.getppid(), signal.SIGKILL)
        time.sleep(0.005)
        return data[::-1]
