"""TVM in a process of its own: modules of Relax compiled for `llvm` and run."""

import tempfile
from pathlib import Path

import numpy as np
from peer_process import Peer, array_of, packed

PATIENCE = 120.0  # seconds for a program

SERVER = """
import importlib.util, sys
import ml_dtypes, numpy as np, tvm
from tvm import relax

def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)

def flat(value):
    if isinstance(value, tvm.runtime.Tensor):
        return [value]
    return [leaf for part in value for leaf in flat(part)]

def answer(request):
    path, calls = request
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
"""


class Tvm(Peer):
    """`run(text, calls)` gives the results of each call, lists of arrays."""

    def __init__(self, python: str):
        super().__init__(python, SERVER, PATIENCE)
        self.folder = tempfile.TemporaryDirectory()

    def run(self, text: str, calls) -> list[list[np.ndarray]]:
        path = Path(self.folder.name) / "written.py"
        path.write_text(text)
        answer = self.ask((str(path), [[packed(array) for array in arrays] for arrays in calls]))
        return [[array_of(*array) for array in arrays] for arrays in answer]
