"""TVM in a process of its own: modules of Relax compiled for `llvm` and run."""

import tempfile
from pathlib import Path

import numpy as np
from peer_process import Peer, array_of, packed

SERVER = """
import importlib.util, inspect, sys
from time import process_time
import ml_dtypes, numpy as np, tvm
from tvm import relax

# TVM's decorators ask for all frames of the stack with their sources, of which they look at the third; of a module of many functions that
# is two thirds of the time for reading it.
def nearest_frames(context=1):
    frames, frame = [], sys._getframe(1)
    while frame is not None and len(frames) < 4:
        frames.append(inspect.FrameInfo(frame, *inspect.getframeinfo(frame, context)))
        frame = frame.f_back
    return frames

inspect.stack = nearest_frames

def dtype(name):
    return np.dtype(getattr(ml_dtypes, name, None) or name)

def flat(value):
    if isinstance(value, tvm.runtime.Tensor):
        return [value]
    return [leaf for part in value for leaf in flat(part)]

def answer(request):
    path, calls = request
    times, start = {}, process_time()
    def done(step):
        nonlocal start
        times[step], start = process_time() - start, process_time()
    spec = importlib.util.spec_from_file_location("written_for_relax", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    relax.analysis.well_formed(module.Module)
    done("read")
    compiled = tvm.compile(module.Module, target="llvm")
    done("compiled")
    machine = relax.VirtualMachine(compiled, tvm.cpu())
    done("loaded")
    outputs = []
    for arrays in calls:
        given = [tvm.runtime.tensor(np.frombuffer(data, dtype(name)).reshape(shape)) for name, shape, data in arrays]
        arrays = [value.numpy() for value in flat(machine["main"](*given))]
        outputs.append([(array.dtype.name, array.shape, array.tobytes()) for array in arrays])
    done("run")
    return outputs, times
"""


class Tvm(Peer):
    """`run(text, calls)` gives the results of each call, lists of arrays; `times` has the seconds of the processor that the last took, by step.
    `patience` is how many seconds it may take."""

    def __init__(self, python: str, patience: float = 120.0):
        super().__init__(python, SERVER, patience)
        self.times: dict[str, float] = {}
        self.folder = tempfile.TemporaryDirectory()

    def run(self, text: str, calls) -> list[list[np.ndarray]]:
        path = Path(self.folder.name) / "written.py"
        path.write_text(text)
        answer, self.times = self.ask((str(path), [[packed(array) for array in arrays] for arrays in calls]))
        return [[array_of(*array) for array in arrays] for arrays in answer]
