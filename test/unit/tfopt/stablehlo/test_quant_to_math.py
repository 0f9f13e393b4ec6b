"""Integer arithmetic in the place of quantized ops, against what the ops themselves give: how far it may be off follows from its roundings."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.quantized_types import is_quantized
from tfir.ir.verify import verify
from tfir.text.parser import parse

from tfopt.stablehlo.stablehlo_legalize_quant_to_math import stablehlo_legalize_quant_to_math
from tfrun.devices import session

A, B, WIDE, NARROW = (
    "!quant.uniform<i8:f32, 0.25:7>",
    "!quant.uniform<i8:f32, 0.1:-20>",
    "!quant.uniform<i32:f32, 0.03:5>",
    "!quant.uniform<i4:f32, 2.0:1>",
)
W, SAME = "!quant.uniform<i8:f32, 0.5>", "!quant.uniform<i32:f32, 0.125>"
AXIS, ALONG = "!quant.uniform<i8:f32:3, {0.5, 0.25}>", "!quant.uniform<i32:f32:3, {0.1, 0.05}>"
NHWC = "dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [2, 1]], rhs_dilate = [1, 2]}"
NCHW = "dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 0], [2, 1]]}"
GROUPS = "{batch_group_count = 1 : i64, feature_group_count = 1 : i64}"
BATCHED = "batching_dims = [0] x [0], contracting_dims = [2] x [1]"


def unary(op, operand, result):
    return f"%r = stablehlo.{op} %x : (tensor<256x{operand}>) -> tensor<256x{result}>", [f"tensor<256x{operand}>"], f"tensor<256x{result}>"


def binary(op, lhs, rhs, result, shapes=("256x", "256x", "256x"), rest=""):
    types = [f"tensor<{shape}{element}>" for shape, element in zip(shapes, (lhs, rhs, result))]
    call = f"({rest.partition(';')[0]})" if ";" in rest else ""
    head, tail = (f"stablehlo.{op}(%x, %y) {rest}", "") if op == "convolution" else (f"stablehlo.{op} %x, %y{rest}", call)
    return f"%r = {head}{tail} : ({types[0]}, {types[1]}) -> {types[2]}", types[:2], types[2]


# Of each program how many units its results may be off: one for every rounding of what is then added, none where scales are alike.
CASES = {
    "quantize": (unary("uniform_quantize", "f32", A), 0),
    "dequantize": (unary("uniform_dequantize", A, "f32"), 0),
    "requantize": (unary("uniform_quantize", A, B), 1),
    "requantize to fewer bits": (unary("uniform_quantize", A, NARROW), 1),
    "add": (binary("add", A, B, A), 1),
    "add of one type": (binary("add", A, A, A), 0),
    "add in 32 bits": (binary("add", A, B, WIDE), 1),
    "multiply": (binary("multiply", A, B, A), 0),
    "maximum": (binary("maximum", A, A, A), 0),
    "maximum of other scales": (binary("maximum", A, B, A), 0),
    "dot": (binary("dot", A, B, WIDE, ("4x6x", "6x3x", "4x3x")), 2),
    "dot whose scales meet": (binary("dot", A, W, SAME, ("4x6x", "6x3x", "4x3x")), 0),
    "dot_general": (binary("dot_general", A, W, WIDE, ("2x4x6x", "2x6x3x", "2x4x3x"), ", " + BATCHED), 2),
    "convolution": (binary("convolution", A, W, WIDE, ("1x5x6x2x", "2x3x2x4x", "1x3x5x4x"), f"{NHWC} {GROUPS}"), 2),
    "channels first": (binary("convolution", A, W, WIDE, ("1x2x5x6x", "4x2x2x3x", "1x4x5x7x"), f"{NCHW} {GROUPS}"), 2),
    "weights along an axis": (binary("convolution", A, AXIS, ALONG, ("1x5x6x2x", "2x3x2x2x", "1x3x5x2x"), f"{NHWC} {GROUPS}"), 2),
    "weights alone": (binary("dot", "f32", B, "f32", ("4x6x", "6x3x", "4x3x")), 0),
}  # fmt: skip


def read(case):
    line, types, result = case
    arguments = ", ".join([f"%{name}: {type}" for name, type in zip("xy", types)])
    module = parse(
        Source("quantized.mlir", f"func.func @main({arguments}) -> {result} {{\n{line}\nreturn %r : {result}\n}}"), lookup, dialect
    )
    verify(module, lookup)
    return module


def values(module, arrays):
    with session(module, "interpreter") as program_of, np.errstate(all="ignore"):
        return np.asarray(program_of(find_entry(module))(arrays)[0])


def drawn(type, random):
    if is_quantized(type):
        limits = np.iinfo(np.int8)
        return random.integers(limits.min, limits.max + 1, type.shape, dtype=np.int8)
    return (random.standard_normal(type.shape) * 9).astype(np.float32)


@pytest.mark.parametrize("name", CASES)
def test_against_the_ops(name):
    case, units = CASES[name]
    module = read(case)
    stablehlo_legalize_quant_to_math(module)
    verify(module, lookup)
    assert not any(is_quantized(value.type) for op in module.walk() for value in (*op.operands, *op.results))
    random = np.random.default_rng(0)
    types = [argument.type for argument in next(iter(read(case).body)).body.arguments]
    for _ in range(10):
        arrays = [drawn(type, random) for type in types]
        actual, expected = values(module, arrays), values(read(case), arrays)
        if actual.dtype.kind == "f":
            np.testing.assert_allclose(actual, expected, rtol=1e-6)
        else:
            assert np.abs(actual.astype(np.int64) - expected.astype(np.int64)).max() <= units


@pytest.mark.parametrize("op", ["reverse", "is_finite", "optimization_barrier"])
def test_what_upstream_refuses(op):
    forms = {
        "reverse": f"%r = stablehlo.reverse %x, dims = [0] : tensor<4x{A}>",
        "is_finite": f"%f = stablehlo.is_finite %x : (tensor<4x{A}>) -> tensor<4xi1>\n%r = stablehlo.abs %x : tensor<4x{A}>",
        "optimization_barrier": f"%r = stablehlo.optimization_barrier %x : tensor<4x{A}>",
    }
    module = read((forms[op], [f"tensor<4x{A}>"], f"tensor<4x{A}>"))
    with pytest.raises(Error, match=f"failed to legalize operation 'stablehlo.{op}' that was explicitly marked illegal"):
        stablehlo_legalize_quant_to_math(module)
