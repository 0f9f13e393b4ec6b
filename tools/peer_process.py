"""Another compiler in a process of its own, under an interpreter that has it, which is started again when it crashes or hangs.

A server is a Python program that reads pickled requests from `sys.stdin.buffer` and answers each through `answer(request)`, which
`SERVING` calls. Arrays travel as (dtype, shape, bytes), since the two sides may have different versions of NumPy.
"""

import pickle
import select
import subprocess

import ml_dtypes
import numpy as np

# What follows a server's own functions. Standard output is kept for answers: what a compiler prints there goes to standard error.
SERVING = """
import os, pickle, sys
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
while True:
    request = pickle.load(sys.stdin.buffer)
    try:
        reply = True, answer(request)
    except BaseException as error:
        reply = False, f"{type(error).__name__}: {error}"
    pickle.dump(reply, answers)
    answers.flush()
"""


class Failed(Exception):
    """The other compiler does not take a program, or does not come back from it."""


def packed(array) -> tuple[str, tuple, bytes]:
    array = np.asarray(array)
    return array.dtype.name, array.shape, array.tobytes()


def array_of(dtype: str, shape: tuple, data: bytes) -> np.ndarray:
    return np.frombuffer(data, getattr(ml_dtypes, dtype, None) or np.dtype(dtype)).reshape(shape)


class Peer:
    def __init__(self, python: str, server: str, patience: float):
        """`patience`: seconds for one request."""
        self.command, self.patience = [python, "-c", server + SERVING], patience
        self.process: subprocess.Popen | None = None

    def ask(self, request):
        """The server's answer. Raises Failed for what it raises, and where it crashes or takes too long."""
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            pickle.dump(request, self.process.stdin)
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], self.patience)[0]:
                self.end()
                raise Failed("hangs")
            worked, reply = pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            self.end()
            raise Failed("crashes") from None
        if not worked:
            raise Failed(reply)
        return reply

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
