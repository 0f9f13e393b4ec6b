"""How long one inference takes on `tf-run --device=cpu`, against TensorFlow, OpenVINO, ONNX Runtime and IREE on the same machine.

    python tools/bench/inference_on_cpu.py MODEL_FOLDER... [--peers PREFIX...] [--runs N] [--iree]

Of each model the second line tells the wall clock of two threads, and the processor time of a process, cold and from the cache. At the end stand
matrix products beside NumPy's BLAS, and those of bytes and of bf16 beside f32.

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
from time import perf_counter

import numpy as np
from charts import add_chart_argument, bars, write_chart
from iree import add_iree, add_iree_argument
from measuring import command_cost, function_time, output_of, peer_python, tool
from tfir.execution.entry import find_entry
from tfir.ir.types import BF16
from tfir.ods.arrays import dtype_of

from tfrun.devices import describe_device, session
from tfrun.main import parse_module

ROUNDS = 3
PRODUCTS = (512, 1024)
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


def wall_time(function, runs: int) -> float:
    """The least wall clock of a call, in milliseconds: what several threads gain."""

    def one() -> float:
        start = perf_counter()
        function()
        return 1e3 * (perf_counter() - start)

    return min([one() for _ in range(runs)])


def of_threads(module, arrays, threads: int, runs: int) -> float:
    with session(module, "cpu", threads=threads) as program_of:
        program = program_of(find_entry(module))
        return wall_time(lambda: program(arrays), runs)


def of_process(path: pathlib.Path, inputs: pathlib.Path, scratch: str) -> str:
    """What `tf-run` takes for a compiled model, in a process of its own."""
    os.environ["XDG_CACHE_HOME"] = scratch
    command = [tool("tf-run"), str(path), "--device=cpu", f"--input=@{inputs}"]
    cold, *kept = [command_cost(command)[0] for _ in range(4)]
    return f"process {cold / 1e3:.2f} s cold, {min(kept) / 1e3:.2f} s from the cache"


def product_time(x: np.ndarray, y: np.ndarray, element: str, result: str, runs: int) -> float:
    """The least time of a matrix product, which is compared with NumPy's."""
    of_operands, of_result = [f"tensor<{x.shape[0]}x{y.shape[1]}x{kind}>" for kind in (element, result)]
    text = f"%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({of_operands}, {of_operands}) -> {of_result}"
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "product.mlir")
        path.write_text(f"func.func @main(%x: {of_operands}, %y: {of_operands}) -> {of_result} {{ {text} return %r : {of_result} }}")
        output_of([tool("tf-opt"), "--pipeline=cpu", f"--target={describe_device('cpu')}", str(path), "-o", str(path)])
        module, _ = parse_module(str(path))
    with session(module, "cpu") as program_of:
        program = program_of(find_entry(module))
        np.testing.assert_allclose(program([x, y])[0], x.astype("f8") @ y.astype("f8"), rtol=1e-3, atol=1e-3)
        return min([function_time(lambda: program([x, y])) for _ in range(runs)])


def product(size: int, runs: int) -> str:
    """A matrix product of f32 here and by NumPy's BLAS."""
    x, y = np.random.default_rng(1).standard_normal((2, size, size), np.float32)
    ours = product_time(x, y, "f32", "f32", runs)
    peer = min([function_time(lambda: x @ y) for _ in range(runs)])
    others = [(np.int8, "i8", "i32"), (dtype_of(BF16), "bf16", "f32")]
    times = {element: product_time((8 * x).astype(kind), (8 * y).astype(kind), element, result, runs) for kind, element, result in others}
    narrow = ", ".join([f"{element} {time:.2f} ms (ratio {time / ours:.2f})" for element, time in times.items()])
    return f"{size} {ours:.2f} ms, NumPy {peer:.2f} ms (ratio {ours / peer:.2f}); {narrow}"


def measured(folder: pathlib.Path, options) -> tuple[dict[str, float], str]:
    inputs, outputs = np.load(folder / "inputs.npz"), np.load(folder / "outputs.npz")
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "model.mlir")
        compiled(folder, path)
        module, _ = parse_module(str(path))
        arrays = [inputs[port.name] for port in find_entry(module).feeds]
        one, two = (of_threads(module, arrays, threads, options.runs) for threads in (1, 2))
        around = f"two threads {two / one:.2f} of one's wall clock; "
        around += of_process(path, folder / "inputs.npz", scratch)
    times = least_times(module, folder, arrays, outputs, options, "cpu")
    add_iree(times, folder, {port.name: inputs[port.name] for port in find_entry(module).feeds}, "local-sync", options)
    return times, around


def least_times(module, folder: pathlib.Path, arrays, outputs, options, device: str) -> dict[str, float]:
    """The least times on a device and of the peers, who take turns."""
    times: dict[str, float] = {device: math.inf}
    with session(module, device) as program_of:
        entry = find_entry(module)
        program = program_of(entry)
        for port, answer in zip(entry.fetches, program(arrays), strict=True):
            if port.name in outputs:
                np.testing.assert_allclose(answer, outputs[port.name], rtol=1e-4, atol=1e-4)
        for _ in range(ROUNDS):
            times[device] = min(times[device], *[function_time(lambda: program(arrays)) for _ in range(options.runs)])
            for peer, least in peer_times(options.peers, folder, options.runs).items():
                times[peer] = min(times.get(peer, math.inf), least)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=pathlib.Path, nargs="+")
    parser.add_argument("--peers", nargs="*", default=[], metavar="PREFIX", help="environments that have peers (venvs' folders)")
    parser.add_argument("--runs", type=int, default=20)
    add_iree_argument(parser)
    add_chart_argument(parser)
    options = parser.parse_args()
    ratios: dict[str, list[float]] = {}
    charted: dict[str, dict[str, float]] = {}
    for folder in options.folders:
        times, around = measured(folder, options)
        for peer, time in times.items():
            ratios.setdefault(peer, []).append(times["cpu"] / time)
        charted[folder.name] = {peer: times["cpu"] / time for peer, time in times.items() if peer != "cpu"}
        shown = [f"{name} {time:.2f} ms" + (f" (ratio {times['cpu'] / time:.2f})" if name != "cpu" else "") for name, time in times.items()]
        print(f"{folder.name}: {', '.join(shown)}\n    {around}", flush=True)
    for peer, each in ratios.items():
        if peer != "cpu":
            print(f"geometric mean of the ratios to {peer}: {math.prod(each) ** (1 / len(each)):.2f}")
    write_chart(
        options.chart,
        bars,
        "An inference by machine code, beside peers",
        "processor time of one thread as a multiple of the peer's; less is faster",
        charted,
    )
    for size in PRODUCTS:
        print(f"matrix product: {product(size, options.runs)}", flush=True)


if __name__ == "__main__":
    main()
