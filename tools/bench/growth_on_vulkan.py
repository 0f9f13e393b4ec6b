"""How the time of operations grows with their elements on a Vulkan device: none may take the square where n log n steps do.

    python tools/bench/growth_on_vulkan.py [--device vulkan:NAME] [--most 18] [--runs N]

Prints a table: for 2^10 elements and on, up to 2^MOST, the median processor time of a run in milliseconds; `fft, prime` is for the prime number below
each. What is `open` is compiled before its number of elements is known. Steady state, one thread.
"""

import os

from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import statistics

import numpy as np
from charts import add_chart_argument, curves, write_chart
from measuring import function_time
from tfir.dialects import dialect, lookup
from tfir.dialects import verify as verify_all
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.pipeline.description import load_pipeline
from tfopt.pipeline.execution import Runner
from tfrun import devices

ADD = "^bb0(%a: tensor<f32>, %b: tensor<f32>): %c = stablehlo.add %a, %b : tensor<f32> stablehlo.return %c : tensor<f32>"
LESS = "^bb0(%a: tensor<f32>, %b: tensor<f32>): %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1>"
ONE_BY_ONE = "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
# Each computes %r of %x, tensor<COUNTxf32>, and of %i, tensor<COUNTxi32> of numbers below COUNT.
OPERATIONS = {
    "sort": f'%r = "stablehlo.sort"(%x) ({{ {LESS} }}) {{dimension = 0 : i64}} : (tensor<COUNTxf32>) -> tensor<COUNTxf32>',
    "scatter": f'%r = "stablehlo.scatter"(%x, %i, %x) ({{ {ADD} }}) {{scatter_dimension_numbers = {ONE_BY_ONE}}} '
    ": (tensor<COUNTxf32>, tensor<COUNTxi32>, tensor<COUNTxf32>) -> tensor<COUNTxf32>",
    "top_k": "%r, %numbers = chlo.top_k(%x, k = 8) : tensor<COUNTxf32> -> (tensor<8xf32>, tensor<8xi32>)",
    "cumsum": f'%z = stablehlo.constant dense<0.0> : tensor<f32> %r = "stablehlo.reduce_window"(%x, %z) ({{ {ADD} }}) '
    "{window_dimensions = array<i64: COUNT>, padding = dense<[[LESS_ONE, 0]]> : tensor<1x2xi64>} : (tensor<COUNTxf32>, tensor<f32>) -> tensor<COUNTxf32>",
    "fft": "%c = stablehlo.complex %x, %x : tensor<COUNTxcomplex<f32>> "
    "%r = stablehlo.fft %c, type = FFT, length = [COUNT] : (tensor<COUNTxcomplex<f32>>) -> tensor<COUNTxcomplex<f32>>",
}  # fmt: skip
OPERATIONS["fft, prime"] = OPERATIONS["fft"]
OPERATIONS["fft, open"] = (
    '%c = "tf.Complex"(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xcomplex<f32>> '
    '%r = "tf.FFT"(%c) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>'
)
OPERATIONS["sort, open"] = f'%r = "stablehlo.sort"(%x) ({{ {LESS} }}) {{dimension = 0 : i64}} : (tensor<?xf32>) -> tensor<?xf32>'
OPERATIONS["top_k, open"] = "%r, %numbers = chlo.top_k(%x, k = 8) : tensor<?xf32> -> (tensor<8xf32>, tensor<8xi32>)"
OPERATIONS["scatter, open"] = OPERATIONS["scatter"].replace("COUNT", "?")
OPERATIONS["cumsum, open"] = (
    '%a = "tf.Const"() {value = dense<0> : tensor<i32>} : () -> tensor<i32> %r = "tf.Cumsum"(%x, %a) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>'
)
RESULTS = {"top_k": "tensor<8xf32>", "fft": "tensor<COUNTxcomplex<f32>>"}


def count_of(name: str, exponent: int) -> int:
    count = 1 << exponent
    return next(n for n in range(count, 1, -1) if all([n % d for d in range(2, int(n**0.5) + 1)])) if name.endswith("prime") else count


def program_text(name: str, count: int) -> str:
    kind, _, variant = name.partition(", ")
    size, result = "?" if variant == "open" else str(count), RESULTS.get(kind, "tensor<COUNTxf32>")
    text = f"func.func @main(%x: tensor<COUNTxf32>, %i: tensor<COUNTxi32>) -> {result} {{ {OPERATIONS[name]} return %r : {result} }}"
    return text.replace("COUNT", size).replace("LESS_ONE", str(count - 1))


def time_of(name: str, count: int, device: str, runs: int) -> float:
    """The median time of runs of an operation on so many elements, in milliseconds."""
    module = parse(Source(name, program_text(name, count)), lookup, dialect)
    Runner(verify_all).run(load_pipeline("vulkan"), module)
    random = np.random.default_rng(0)
    arrays = [random.standard_normal(count).astype(np.float32), random.integers(0, count, count).astype(np.int32)]
    with devices.session(module, device) as program_of:
        program = program_of(find_entry(module))
        program(arrays)
        return statistics.median([function_time(lambda: program(arrays)) for _ in range(runs)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="vulkan")
    parser.add_argument("--most", type=int, default=18)
    parser.add_argument("--runs", type=int, default=3)
    add_chart_argument(parser)
    options = parser.parse_args()
    charted: dict[str, dict[float, float]] = {}
    exponents = range(10, options.most + 1, 2)
    print(f"{'':14}" + "".join([f"{f'2^{exponent}':>10}" for exponent in exponents]))
    for name in OPERATIONS:
        print(f"{name:14}", end="", flush=True)
        for exponent in exponents:
            try:
                milliseconds = time_of(name, count_of(name, exponent), options.device, options.runs)
            except Error as refusal:
                print(f"   refused: {refusal}", end="")
                break
            charted.setdefault(name, {})[1 << exponent] = milliseconds
            print(f"{milliseconds:10.2f}", end="", flush=True)
        print()
    write_chart(
        options.chart,
        curves,
        f"How operations grow on {options.device}",
        "processor time of a run in milliseconds, by the number of elements",
        charted,
        "elements",
    )


if __name__ == "__main__":
    main()
