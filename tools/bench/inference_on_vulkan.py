"""How long one inference takes on a Vulkan device, against IREE's Vulkan backend on the same device.

    python tools/bench/inference_on_vulkan.py MODEL_FOLDER [--peers PREFIX] [--device vulkan:NAME] [--runs N]

The peers are the binaries inside PyPI's iree-base-compiler and iree-base-runtime; they get the StableHLO that this project makes
of the model. Batch 1, steady state. On lavapipe, which computes on the processor, with one thread, processor time is the measure.
The outputs are compared with the model's own, so that a fast wrong answer does not count.
"""

import os

from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import json
import pathlib
import statistics
import tempfile

import numpy as np
from inference_on_interpreter import load, prepared
from measuring import add_peers_argument, function_time, output_of, peer_file
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfrun import devices

LEAST_SPEEDUP = 5.0


def ours(folder: str, device: str, runs: int) -> float:
    """The median of our own runs, after checking what they answer."""
    module = parse(Source("model", prepared(pathlib.Path(folder, "model.pb"), "vulkan")), lookup, dialect)
    entry = find_entry(module)
    inputs, outputs = load(folder, "inputs.npz"), load(folder, "outputs.npz")
    arrays = [inputs[port.name] for port in entry.feeds]
    with devices.prepared(module, entry, device) as program:
        answers = dict(zip([port.name for port in entry.fetches], program(arrays)))
        for name, expected in outputs.items():
            np.testing.assert_allclose(answers[name], expected, rtol=1e-4, atol=1e-5)
        return statistics.median([function_time(lambda: program(arrays)) for _ in range(runs)])


def theirs(folder: str, compiler: str, benchmark: str, runs: int) -> float:
    """What IREE's own benchmark says: processor time of an invocation."""
    with tempfile.TemporaryDirectory() as scratch:
        text, module = pathlib.Path(scratch, "model.mlir"), pathlib.Path(scratch, "model.vmfb")
        text.write_text(prepared(pathlib.Path(folder, "model.pb"), "interpreter"))
        output_of([compiler, "--iree-input-type=stablehlo", "--iree-hal-target-device=vulkan", str(text), "-o", str(module)])
        inputs = []
        for number, array in enumerate(load(folder, "inputs.npz").values()):
            file = pathlib.Path(scratch, f"{number}.npy")
            np.save(file, array)
            inputs.append(f"--input=@{file}")
        command = [benchmark, f"--module={module}", "--device=vulkan", "--function=main", *inputs]
        told = output_of([*command, "--benchmark_min_warmup_time=1", f"--benchmark_min_time={runs}x", "--benchmark_format=json"])
    benchmarked = json.loads(told[told.index("{") :])["benchmarks"][0]
    return benchmarked["cpu_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1.0, "s": 1e3}[benchmarked["time_unit"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    add_peers_argument(parser)
    parser.add_argument("--device", default="vulkan")
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    compiler = peer_file(options.peers, "iree/compiler/_mlir_libs/iree-compile")
    benchmark = peer_file(options.peers, "iree/_runtime_libs/iree-benchmark-module")
    is_there = compiler and benchmark
    missing = f"no IREE in {options.peers} (pip install iree-base-compiler iree-base-runtime)"
    print(f"peer: {f'IREE of {options.peers}' if is_there else missing}")
    mine = ours(options.folder, options.device, options.runs)
    if not is_there:
        print(f"{options.device} {mine:.2f} ms")
        return
    peer = theirs(options.folder, compiler, benchmark, max(3, options.runs // 3))
    verdict = "at least" if peer / mine >= LEAST_SPEEDUP else "BELOW"
    print(f"{options.device} {mine:.2f} ms, IREE {peer:.2f} ms: {peer / mine:.1f} times faster ({verdict} {LEAST_SPEEDUP:g})")


if __name__ == "__main__":
    main()
