"""How long one inference takes on `tf-run --device=cpu`, against TensorFlow, OpenVINO and ONNX Runtime on the same machine.

    python tools/bench/inference_on_cpu.py MODEL_FOLDER... [--peers PREFIX...] [--runs N]

A folder has `model.pb`, `inputs.npz` and `outputs.npz`, for ONNX Runtime `model.onnx` too. Batch 1, steady state, one thread, f32, for the processor that this machine has: the least
processor time of all runs, in milliseconds, since others share the machine. Outputs are compared, so that a fast wrong answer does not count.
"""

import os

from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import json
import math
import pathlib
import subprocess
import tempfile

import numpy as np
from measuring import function_time, output_of, peer_python, tool
from tfir.execution.entry import find_entry

from tfrun.devices import describe_device, session
from tfrun.main import parse_module

ROUNDS = 3
WORKERS = {name: f"{name}_worker.py" for name in ("tensorflow", "openvino", "onnxruntime")}


def compiled(folder: pathlib.Path, into: pathlib.Path) -> None:
    graph = subprocess.Popen([tool("tf-translate"), "--graphdef-to-mlir", str(folder / "model.pb")], stdout=subprocess.PIPE)
    output_of([tool("tf-opt"), "--pipeline=cpu", f"--target={describe_device('cpu')}", "-", "-o", str(into)], stdin=graph.stdout)


def peer_times(prefixes: list[str], folder: pathlib.Path, runs: int) -> dict[str, float]:
    """The least times of the peers that there are."""
    files = [str(folder / name) for name in ("model.pb", "inputs.npz", "outputs.npz")]
    times = {}
    for package, worker in WORKERS.items():
        python = next((path for path in [peer_python(prefix, package) for prefix in prefixes] if path), None)
        if python:
            command = [python, str(pathlib.Path(__file__).with_name(worker)), *files, str(runs)]
            answer = subprocess.run(command, env={**os.environ, **ONE_THREAD}, capture_output=True, text=True)
            if answer.returncode == 0:
                times[package] = json.loads(answer.stdout)["least"]
    return times


def measured(folder: pathlib.Path, options) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "model.mlir")
        compiled(folder, path)
        module, _ = parse_module(str(path))
    inputs, outputs = np.load(folder / "inputs.npz"), np.load(folder / "outputs.npz")
    times: dict[str, float] = {"cpu": math.inf}
    with session(module, "cpu") as program_of:
        entry = find_entry(module)
        program, arrays = program_of(entry), [inputs[port.name] for port in entry.feeds]
        for port, answer in zip(entry.fetches, program(arrays), strict=True):
            if port.name in outputs:
                np.testing.assert_allclose(answer, outputs[port.name], rtol=1e-4, atol=1e-4)
        for _ in range(ROUNDS):
            times["cpu"] = min(times["cpu"], *[function_time(lambda: program(arrays)) for _ in range(options.runs)])
            for peer, least in peer_times(options.peers, folder, options.runs).items():
                times[peer] = min(times.get(peer, math.inf), least)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--peers", nargs="*", default=[], metavar="PREFIX", help="environments that have peers (venvs' folders)")
    parser.add_argument("--runs", type=int, default=20)
    options = parser.parse_args()
    ratios: dict[str, list[float]] = {}
    for folder in options.folders:
        times = measured(folder, options)
        for peer, time in times.items():
            ratios.setdefault(peer, []).append(times["cpu"] / time)
        shown = [f"{name} {time:.2f} ms" + (f" (ratio {times['cpu'] / time:.2f})" if name != "cpu" else "") for name, time in times.items()]
        print(f"{folder.name}: {', '.join(shown)}", flush=True)
    for peer, each in ratios.items():
        if peer != "cpu":
            print(f"geometric mean of the ratios to {peer}: {math.prod(each) ** (1 / len(each)):.2f}")


if __name__ == "__main__":
    main()
