"""What IREE takes for a model, as its own benchmark tells it. It is what PyPI's iree-base-compiler and iree-base-runtime bring, and gets the StableHLO
that this project makes of the model."""

import json
import pathlib
import tempfile

import numpy as np
from inference_on_interpreter import prepared
from measuring import output_of, peer_file

# By its driver: what its compiler compiles for.
TARGETS = {
    "vulkan": ["--iree-hal-target-device=vulkan"],
    "local-sync": ["--iree-hal-target-device=local", "--iree-hal-local-target-device-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host"],
}


def add_iree_argument(parser) -> None:
    parser.add_argument("--iree", action="store_true", help="measure IREE as well")


def add_iree(times: dict[str, float], folder: pathlib.Path, inputs, driver: str, options) -> None:
    """Notes its time for the model of a folder, with inputs by name, where it is asked for and there. Sizes are those of the inputs, which IREE's compiler needs."""
    if options.iree:
        shapes = [f"--input-shapes={name}={'x'.join(map(str, array.shape))}" for name, array in inputs.items() if array.ndim]
        text = prepared(folder / "model.pb", "stablehlo", *shapes)
        time = iree_time(text, inputs.values(), driver, options.peers, max(3, options.runs // 3))
        if time is not None:
            times["IREE"] = time


def iree_time(stablehlo: str, arrays, driver: str, prefixes: list[str], runs: int) -> float | None:
    """The processor time of a call, in milliseconds, in the mean; None where no environment has IREE."""
    files = "iree/compiler/_mlir_libs/iree-compile", "iree/_runtime_libs/iree-benchmark-module"
    compiler, benchmark = (next((path for path in [peer_file(prefix, file) for prefix in prefixes] if path), None) for file in files)
    if not (compiler and benchmark):
        return None
    with tempfile.TemporaryDirectory() as scratch:
        text, module = pathlib.Path(scratch, "model.mlir"), pathlib.Path(scratch, "model.vmfb")
        text.write_text(stablehlo)
        output_of([compiler, "--iree-input-type=stablehlo", *TARGETS[driver], str(text), "-o", str(module)])
        inputs = []
        for number, array in enumerate(arrays):
            file = pathlib.Path(scratch, f"{number}.npy")
            np.save(file, array)
            inputs.append(f"--input=@{file}")
        command = [benchmark, f"--module={module}", f"--device={driver}", "--function=main", *inputs]
        told = output_of([*command, "--benchmark_min_warmup_time=1", f"--benchmark_min_time={runs}x", "--benchmark_format=json"])
    benchmarked = json.loads(told[told.index("{") :])["benchmarks"][0]
    return benchmarked["cpu_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}[benchmarked["time_unit"]]
