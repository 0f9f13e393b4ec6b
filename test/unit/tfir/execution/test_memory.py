"""Random programs give the same whether memory is used again or not."""

import random

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.computation import Computation
from tfir.execution.program import Program
from tfir.ir.location import Source
from tfir.text.parser import parse

SHAPES = ("2x3", "3x2", "6")
UNARY = ("negate", "abs", "tanh", "logistic", "floor", "rsqrt")
BINARY = ("add", "subtract", "multiply", "maximum", "minimum", "divide")


def random_program(seed: int) -> str:
    """A chain of ops over three shapes: arithmetic, views, broadcasts, selections; some values are results, most die on the way."""
    choose = random.Random(seed)
    values = {shape: [f"%x{number}", "%c" + str(number)] for number, shape in enumerate(SHAPES)}
    lines = [f"%c{number} = stablehlo.constant dense<0.5> : tensor<{shape}xf32>" for number, shape in enumerate(SHAPES)]
    for number in range(30):
        shape, kind = choose.choice(SHAPES), choose.random()
        type, pool = f"tensor<{shape}xf32>", values[shape]
        if kind < 0.3:
            text = f"stablehlo.{choose.choice(UNARY)} {choose.choice(pool)} : {type}"
        elif kind < 0.65:
            text = f"stablehlo.{choose.choice(BINARY)} {choose.choice(pool)}, {choose.choice(pool)} : {type}"
        elif kind < 0.75:
            text = f"stablehlo.clamp {choose.choice(pool)}, {choose.choice(pool)}, {choose.choice(pool)} : {type}"
        elif kind < 0.9:
            source = choose.choice([other for other in SHAPES if other != shape])
            text = f"stablehlo.reshape {choose.choice(values[source])} : (tensor<{source}xf32>) -> {type}"
        elif shape == "6":
            text = f"stablehlo.reverse {choose.choice(pool)}, dims = [0] : {type}"
        else:
            source = "3x2" if shape == "2x3" else "2x3"
            text = f"stablehlo.transpose {choose.choice(values[source])}, dims = [1, 0] : (tensor<{source}xf32>) -> {type}"
        lines.append(f"%{number} = {text}")
        pool.append(f"%{number}")
    results = [(choose.choice(values[shape]), f"tensor<{shape}xf32>") for shape in SHAPES for _ in range(2)]
    arguments = ", ".join([f"%x{number}: tensor<{shape}xf32>" for number, shape in enumerate(SHAPES)])
    types = ", ".join([type for _, type in results])
    lines.append(f"return {', '.join([value for value, _ in results])} : {types}")
    return f"func.func @main({arguments}) -> ({types}) {{\n" + "\n".join(lines) + "\n}"


@pytest.mark.parametrize("seed", range(60))
def test_results_do_not_depend_on_reuse(seed):
    module = parse(Source("test.mlir", random_program(seed)), lookup, dialect)
    numbers = np.random.default_rng(seed)
    arrays = [numbers.standard_normal([int(n) for n in shape.split("x")]).astype(np.float32) for shape in SHAPES]
    before = [array.copy() for array in arrays]
    with np.errstate(all="ignore"):
        expected = [np.array(value) for value in Computation(next(iter(module.body)).body)(*arrays)]
    program = Program(module)
    for _ in range(4):  # the last with a plan
        actual = program.run({f"arg{number}": array for number, array in enumerate(arrays)})
        for value, wanted in zip(actual.values(), expected):
            np.testing.assert_array_equal(value, wanted)
    for array, wanted in zip(arrays, before):
        np.testing.assert_array_equal(array, wanted)
