"""TVM in a process of its own, which is started again when it crashes or hangs: modules of Relax compiled for `llvm` and run."""

import pickle
import select
import subprocess
import tempfile
from pathlib import Path

import ml_dtypes
import numpy as np

PATIENCE = 120.0  # seconds for a program

SERVER = """
import importlib.util, os, pickle, sys
answers = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
import ml_dtypes, numpy as np, tvm
from tvm import relax

def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)

def flat(value):
    if isinstance(value, tvm.runtime.Tensor):
        return [value]
    return [leaf for part in value for leaf in flat(part)]

def results(path, calls):
    spec = importlib.util.spec_from_file_location("written_for_relax", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    relax.analysis.well_formed(module.Module)
    machine = relax.VirtualMachine(tvm.compile(module.Module, target="llvm"), tvm.cpu())
    outputs = []
    for arrays in calls:
        given = [tvm.runtime.tensor(np.frombuffer(data, dtype(name)).reshape(shape)) for name, shape, data in arrays]
        arrays = [value.numpy() for value in flat(machine["main"](*given))]
        outputs.append([(array.dtype.name, array.shape, array.tobytes()) for array in arrays])
    return outputs

while True:
    path, calls = pickle.load(sys.stdin.buffer)
    try:
        answer = True, results(path, calls)
    except BaseException as error:
        answer = False, f"{type(error).__name__}: {error}"
    pickle.dump(answer, answers)
    answers.flush()
"""


class Failed(Exception):
    """TVM does not take a module, or does not come back from it."""


def array_of(name: str, shape: tuple, data: bytes) -> np.ndarray:
    return np.frombuffer(data, getattr(ml_dtypes, name, None) or np.dtype(name)).reshape(shape)


class Tvm:
    """`run(text, calls)` gives the results of each call, lists of arrays."""

    def __init__(self, python: str):
        self.command, self.process = [python, "-c", SERVER], None
        self.folder = tempfile.TemporaryDirectory()

    def run(self, text: str, calls) -> list[list[np.ndarray]]:
        path = Path(self.folder.name) / "written.py"
        path.write_text(text)
        if self.process is None or self.process.poll() is not None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        given = [[(array.dtype.name, array.shape, array.tobytes()) for array in map(np.asarray, arrays)] for arrays in calls]
        try:
            pickle.dump((str(path), given), self.process.stdin)
            self.process.stdin.flush()
            if not select.select([self.process.stdout], [], [], PATIENCE)[0]:
                self.end()
                raise Failed("hangs")
            worked, answer = pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError, pickle.UnpicklingError):
            self.end()
            raise Failed("crashes") from None
        if not worked:
            raise Failed(answer)
        return [[array_of(*array) for array in arrays] for arrays in answer]

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process = None
