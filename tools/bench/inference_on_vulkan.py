"""How long one inference takes on a Vulkan device, against TensorFlow and IREE's Vulkan backend on the same machine.

    python tools/bench/inference_on_vulkan.py MODEL_FOLDER... [--peers PREFIX...] [--device vulkan:NAME] [--runs N] [--kernels N] [--iree]

Batch 1, steady
state, kernels as tf-opt makes them without flags. On lavapipe, which computes on the processor, with one thread,
processor time is the measure, the least of all runs, since others share the machine. The outputs are compared with the model's own, so that a fast wrong answer does not count. `--kernels` tells
the dispatches that take longest. At the end stand a matrix product beside NumPy's BLAS, and an elementwise operation and a reduction beside a copy of memory. These and kernels are timed
by the device's clock, which others who compute disturb.
"""

import os

from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import math
import pathlib
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from types import SimpleNamespace

import numpy as np
from charts import add_chart_argument, bars, write_chart
from inference_on_cpu import least_times
from inference_on_interpreter import load, prepared
from iree import add_iree, add_iree_argument
from measuring import function_time, output_of, tool
from tfir.execution.entry import find_entry

from tfrun.devices import session
from tfrun.devices.vulkan.measuring import Timed
from tfrun.main import parse_module

BOUND = 3.5  # times TensorFlow
SIZE = 512
ELEMENTS = 1 << 22
VECTOR = f"tensor<{ELEMENTS}xf32>"
MATRIX = f"tensor<{SIZE}x{SIZE}xf32>"
LOOSE = f"tensor<{ELEMENTS // 1024}x1024xf32>"
PROGRAMS = {
    "matrix product": (
        MATRIX,
        MATRIX,
        f"%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : ({MATRIX}, {MATRIX}) -> {MATRIX}",
    ),
    "fused elementwise": (VECTOR, VECTOR, f"%a = stablehlo.add %x, %y : {VECTOR}\n%r = stablehlo.maximum %a, %y : {VECTOR}"),
    "reduction of rows": (
        LOOSE,
        f"tensor<{ELEMENTS // 1024}xf32>",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : ({LOOSE}, tensor<f32>) -> tensor<{ELEMENTS // 1024}xf32>",
    ),
}
IN_NUMPY = {
    "matrix product": lambda x, y: x @ y,
    "fused elementwise": lambda x, y: np.maximum(x + y, y),
    "reduction of rows": lambda x, y: x.sum(1),
}


def compiled(text: str):
    """The program of a text that is lowered already."""
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "program.mlir")
        path.write_text(text)
        return parse_module(str(path))[0]


def least_of_steps(module, arrays, device: str, runs: int) -> dict[str, float]:
    """The least times of what a program's run is made of, in milliseconds by the device's clock, by the names of kernels."""
    call = SimpleNamespace(entry=find_entry(module), inputs=arrays)
    with ExitStack() as stack:
        timed = Timed(module, [call], None, device.partition(":")[2], stack)
        spans = [timed.run() for _ in range(runs)]
    times: dict[str, float] = defaultdict(float)
    for same in zip(*spans):
        times[same[0].name] += 1e3 * min([span.seconds for span in same])
    return times


def worst_kernels(module, arrays, device: str, runs: int, count: int) -> None:
    for name, time in sorted(least_of_steps(module, arrays, device, runs).items(), key=lambda item: -item[1])[:count]:
        print(f"    {time:8.3f} ms  {name}")


def measured(folder: pathlib.Path, options) -> dict[str, float]:
    module = compiled(prepared(folder / "model.pb", "vulkan"))
    inputs, outputs = load(str(folder), "inputs.npz"), load(str(folder), "outputs.npz")
    arrays = [inputs[port.name] for port in find_entry(module).feeds]
    times = least_times(module, folder, arrays, outputs, options, options.device)
    add_iree(times, folder, {port.name: inputs[port.name] for port in find_entry(module).feeds}, "vulkan", options)
    shown = [
        f"{name} {time:.2f} ms" + (f" (ratio {times[options.device] / time:.2f})" if name != options.device else "")
        for name, time in times.items()
    ]
    print(f"{folder.name}: {', '.join(shown)}", flush=True)
    if options.kernels:
        worst_kernels(module, arrays, options.device, options.runs, options.kernels)
    return times


def of_program(name: str, device: str, runs: int) -> str:
    """A program of one dispatch: the share that it has of the speed of a BLAS, or of copying what it reads and writes."""
    first, second, body = PROGRAMS[name]
    result = body.rsplit(" ", 1)[-1] if "->" in body else second
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch, "program.mlir")
        path.write_text(f"func.func @main(%x: {first}, %y: {second}) -> {result} {{ {body}\nreturn %r : {result} }}")
        module = compiled(output_of([tool("tf-opt"), "--pipeline=vulkan", str(path)]))
    random = np.random.default_rng(1)
    entry = find_entry(module)
    arrays = [random.standard_normal(argument.type.shape, np.float32) for argument in entry.func.body.arguments]
    with session(module, device) as program_of:
        program = program_of(entry)
        answer, expected = program(arrays)[0], IN_NUMPY[name](*arrays)
        np.testing.assert_allclose(answer, expected, rtol=1e-3, atol=1e-3)
        ours = min([function_time(lambda: program(arrays)) for _ in range(runs)])
    if name == "matrix product":
        peer, what = min([function_time(lambda: arrays[0] @ arrays[1]) for _ in range(runs)]), "NumPy's BLAS"
    else:  # where the host's copies take as long
        ours = sum(least_of_steps(module, arrays, device, runs).values())
        moved = expected.nbytes + sum([array.nbytes for array in arrays[: 1 if name == "reduction of rows" else 2]])
        source, target = np.ones(moved // 8, np.float32), np.ones(moved // 8, np.float32)
        peer, what = min([function_time(lambda: np.copyto(target, source)) for _ in range(runs)]), "a copy of as many bytes"
    return f"{name} {ours:.2f} ms, {100 * peer / ours:.0f} % of the speed of {what}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", type=pathlib.Path, nargs="*")
    parser.add_argument("--peers", nargs="*", default=[], metavar="PREFIX", help="environments that have peers (venvs' folders)")
    add_iree_argument(parser)
    parser.add_argument("--device", default="vulkan")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--kernels", type=int, default=0, metavar="N", help="show the N kernels that take longest")
    add_chart_argument(parser)
    options = parser.parse_args()
    ratios, charted = defaultdict(list), defaultdict(dict)
    for folder in options.folders:
        times = measured(folder, options)
        for peer in times.keys() - {options.device}:
            ratios[peer].append(times[options.device] / times[peer])
            charted[folder.name][peer] = ratios[peer][-1]
    for peer, each in ratios.items():
        verdict = f" (at most {max(each):.2f}; the bound is {BOUND:g})" if peer == "tensorflow" else ""
        print(f"geometric mean of the ratios to {peer}: {math.prod(each) ** (1 / len(each)):.2f}{verdict}")
    write_chart(
        options.chart,
        bars,
        f"An inference on {options.device}, beside peers",
        "processor time as a multiple of the peer's; less is faster",
        charted,
    )
    for name in PROGRAMS:
        print(of_program(name, options.device, options.runs))


if __name__ == "__main__":
    main()
