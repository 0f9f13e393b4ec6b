"""How long one inference takes on `tf-run --device=cpu`, against TensorFlow, OpenVINO, ONNX Runtime and IREE on the same machine.

    python tools/bench/inference_on_cpu.py MODEL_FOLDER... [--peers PREFIX...] [--runs N] [--iree]

Of each model the second line tells the wall clock of two threads, the processor time of a process, cold and from the cache, and its memory beyond
that of a process with an empty program. At the end stand matrix products beside NumPy's BLAS, those of bytes and of bf16 beside f32, and operations on tensors
larger than any cache beside the copying of memory.

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
from collections.abc import Callable
from time import perf_counter

import numpy as np
from charts import add_chart_argument, bars, write_chart
from iree import add_iree, add_iree_argument
from measuring import command_cost, function_time, output_of, peer_python, tool
from tfir.dialects.iree_ll_seq import byte_size
from tfir.execution.entry import find_entry
from tfir.ir.types import BF16
from tfir.ods.arrays import dtype_of

from tfrun.devices import describe_device, session
from tfrun.main import parse_module

ROUNDS = 3
PRODUCTS = (512, 1024)
LARGE = 1 << 26  # numbers of f32
FLOAT, WHOLE = "tensor<f32>", f"tensor<{LARGE}xf32>"
OPERATIONS = {  # the type of the result, what computes it, and what it is of 3s and 5s
    "sum of two tensors": (WHOLE, f"%r = stablehlo.add %x, %y : {WHOLE}", 8),
    "three operations": (
        WHOLE,
        f"%a = stablehlo.multiply %x, %x : {WHOLE} %b = stablehlo.maximum %a, %x : {WHOLE} %r = stablehlo.subtract %b, %x : {WHOLE}",
        6,
    ),
    "largest element": (
        FLOAT,
        f"%c = stablehlo.constant dense<0.0> : {FLOAT} %r = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] "
        f": ({WHOLE}, {FLOAT}) -> {FLOAT}",
        3,
    ),
}
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


def of_process(path: pathlib.Path, module, inputs: pathlib.Path, scratch: str) -> str:
    """What `tf-run` takes for a compiled model, in a process of its own."""
    os.environ["XDG_CACHE_HOME"] = scratch
    empty = pathlib.Path(scratch, "empty.mlir")
    lower(f"func.func @main(%x: {FLOAT}) -> {FLOAT} {{ return %x : {FLOAT} }}", empty)
    base = min([command_cost([tool("tf-run"), str(empty), "--device=cpu", "--input=f32=1"])[1] for _ in range(2)])
    command = [tool("tf-run"), str(path), "--device=cpu", f"--input=@{inputs}"]
    (cold, _), *kept = [command_cost(command) for _ in range(4)]
    seconds, memory = (min(each) for each in zip(*kept))
    needed = memory_of(module)
    part = "" if needed is None else f" ({(memory - base) * 2**20 / needed:.2f} of constants and arena)"
    return f"process {cold / 1e3:.2f} s cold, {seconds / 1e3:.2f} s from the cache, {memory - base:.0f} MiB{part}"


def memory_of(module) -> int | None:
    """The bytes of a module's constants, and of what it allocates; None where some of that has a size that only the run tells."""
    made = [op.results[0].type for op in module.walk() if op.name in ("iree_ll_seq.constant", "iree_ll_seq.alloc_heap")]
    return sum(map(byte_size, made)) if all([type.is_static for type in made]) else None


def lower(text: str, into: pathlib.Path) -> None:
    into.write_text(text)
    output_of([tool("tf-opt"), "--pipeline=cpu", f"--target={describe_device('cpu')}", str(into), "-o", str(into)])


def program_time(text: str, arrays: list[np.ndarray], runs: int, check: Callable[[np.ndarray], None]) -> float:
    """The least time of a program."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "program.mlir")
        lower(text, path)
        module, _ = parse_module(str(path))
    with session(module, "cpu") as program_of:
        program = program_of(find_entry(module))
        check(program(arrays)[0])
        return min([function_time(lambda: program(arrays)) for _ in range(runs)])


def bandwidth(name: str, runs: int) -> str:
    """An operation on tensors that no cache has room for, beside NumPy's copy of one, by the bytes of both that are read and written."""
    of_result, body, expected = OPERATIONS[name]
    operands = [np.full(LARGE, number, np.float32) for number in ((3, 5) if "%y" in body else (3,))]
    parameters = ", ".join([f"%{letter}: {WHOLE}" for letter, _ in zip("xy", operands)])
    text = f"func.func @main({parameters}) -> {of_result} {{ {body} return %r : {of_result} }}"
    ours = program_time(text, operands, runs, lambda answer: np.testing.assert_allclose(answer, expected, rtol=1e-5))
    target = np.empty_like(operands[0])
    copy = min([function_time(lambda: np.copyto(target, operands[0])) for _ in range(runs)])
    ratio = (len(operands) + (of_result == WHOLE)) / ours / (2 / copy)
    return f"{ours:.1f} ms, {ratio:.2f} of the bandwidth of a copy"


def product_time(x: np.ndarray, y: np.ndarray, element: str, result: str, runs: int) -> float:
    """The least time of a matrix product, which is compared with NumPy's."""
    of_operands, of_result = [f"tensor<{x.shape[0]}x{y.shape[1]}x{kind}>" for kind in (element, result)]
    body = f"%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({of_operands}, {of_operands}) -> {of_result}"
    text = f"func.func @main(%x: {of_operands}, %y: {of_operands}) -> {of_result} {{ {body} return %r : {of_result} }}"
    exact = x.astype("f8") @ y.astype("f8")
    return program_time(text, [x, y], runs, lambda answer: np.testing.assert_allclose(answer, exact, rtol=1e-3, atol=1e-3))


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
        around += of_process(path, module, folder / "inputs.npz", scratch)
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
    for name in OPERATIONS:
        print(f"{name}, of {LARGE} numbers: {bandwidth(name, options.runs)}", flush=True)


if __name__ == "__main__":
    main()
