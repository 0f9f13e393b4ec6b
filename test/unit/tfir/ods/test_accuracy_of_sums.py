"""Sums, products of matrices, windows, transforms and factors of StableHLO's and CHLO's are as accurate as stated: each program on f32, f16 and
bf16 against the same program on f64."""

import numpy as np
import pytest
from accuracy import Allowance, Sum, widened
from tfir.dialects import dialect, lookup
from tfir.execution.computation import Computation
from tfir.ir.location import Source
from tfir.ir.types import BF16, F16, F32, F64
from tfir.ods.arrays import dtype_of
from tfir.text.parser import parse

ADDING = "{ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }"
LARGER = "{ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %s : tensor<i1> }"
ZERO = "%zero = stablehlo.constant dense<0.0> : tensor<f32>"
PROGRAMS = {
    "stablehlo.dot": ("9x70xf32 70x5xf32", "9x5xf32", '%r = "stablehlo.dot"(%0, %1) : (A, B) -> R'),
    "stablehlo.dot_general": ("3x9x70xf32 3x70x5xf32", "3x9x5xf32", "%r = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (A, B) -> R"),
    "stablehlo.einsum": ("9x70xf32 70x5xf32", "9x5xf32", '%r = stablehlo.einsum %0, %1, config = "ab,bc->ac" : (A, B) -> R'),
    "stablehlo.unary_einsum": ("9x70xf32", "9xf32", '%r = stablehlo.unary_einsum %0, config = "ab->a" : (A) -> R'),
    "stablehlo.convolution": (
        "2x8x8x5xf32 3x3x5x4xf32", "2x6x6x4xf32",
        "%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} "
        "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (A, B) -> R",
    ),
    "stablehlo.reduce": ("9x300xf32", "9xf32", f'%r = "stablehlo.reduce"(%0, %zero) ({ADDING}) {{dimensions = array<i64: 1>}} : (A, tensor<f32>) -> R'),
    "stablehlo.reduce_window": (
        "9x300xf32", "9x281xf32", f'%r = "stablehlo.reduce_window"(%0, %zero) ({ADDING}) {{window_dimensions = array<i64: 1, 20>}} : (A, tensor<f32>) -> R'
    ),
    "stablehlo.select_and_scatter": (
        "30xf32 28xf32", "30xf32", f'%r = "stablehlo.select_and_scatter"(%0, %1, %zero) ({LARGER}, {ADDING}) {{window_dimensions = array<i64: 3>}} : (A, B, tensor<f32>) -> R'
    ),
    "stablehlo.fft": ("4x60xf32", "4x31xcomplex<f32>", "%r = stablehlo.fft %0, type = RFFT, length = [60] : (A) -> R"),
    "stablehlo.batch_norm_inference": (
        "40x3xf32 3xf32 3xf32 3xf32 3xf32", "40x3xf32",
        '%r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (A, B, C, D, E) -> R',
    ),
    "stablehlo.batch_norm_training": (
        "40x3xf32 3xf32 3xf32", "40x3xf32",
        '%r, %m, %v = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (A, B, C) -> (R, B, B)',
    ),
    "stablehlo.batch_norm_grad": (
        "40x3xf32 3xf32 3xf32 3xf32 40x3xf32", "40x3xf32",
        '%r, %m, %v = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (A, B, C, D, E) -> (R, B, B)',
    ),
    "stablehlo.cholesky": ("6x6xf32", "6x6xf32", "%r = stablehlo.cholesky %0, lower = true : R"),
    "stablehlo.triangular_solve": (
        "6x6xf32 6x2xf32", "6x2xf32",
        '%r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (A, B) -> R',
    ),
}  # fmt: skip
NARROW = ("dot", "dot_general", "einsum", "unary_einsum", "convolution", "reduce", "reduce_window")  # of f16 and bf16 too


def computation(name: str, element) -> Computation:
    """The program on an element type; operands are its arguments."""
    operands, result, line = PROGRAMS[name]
    types = [f"tensor<{each}>" for each in operands.split()]
    for letter, type in zip("ABCDE", types):
        line = (
            line.replace(f"({letter},", f"({type},")
            .replace(f"({letter})", f"({type})")
            .replace(f" {letter},", f" {type},")
            .replace(f" {letter})", f" {type})")
        )
    line = line.replace(": R", f": tensor<{result}>").replace("-> R", f"-> tensor<{result}>").replace("-> (R", f"-> (tensor<{result}>")
    arguments = ", ".join([f"%{at}: {type}" for at, type in enumerate(types)])
    text = f"func.func @f({arguments}) -> tensor<{result}> {{ {ZERO} {line} return %r : tensor<{result}> }}"
    text = text.replace("f32", str(element)).replace(f"0.001 : {element}", "0.001 : f32")
    return Computation(next(iter(parse(Source("f.mlir", text), lookup, dialect).body)).body)


def operands_of(name: str, element) -> list[np.ndarray]:
    """Numbers between 0.2 and 1.2, of both signs where nothing is a variance or a factor; a matrix has a dominant diagonal."""
    random, arrays = np.random.default_rng(4), []
    for shape in PROGRAMS[name][0].split():
        sizes = [int(size) for size in shape.split("x")[:-1]]
        numbers = random.uniform(0.2, 1.2, sizes)
        if sizes == [6, 6]:
            numbers = (numbers + numbers.T) / 2 + 6 * np.eye(6)
        elif lookup(name).has_trait("summed") or name.endswith("fft"):
            numbers *= random.choice([-1, 1], sizes)
        arrays.append(numbers.astype(dtype_of(element)))
    return arrays


CASES = [(name, F32) for name in PROGRAMS] + [(f"stablehlo.{name}", element) for name in NARROW for element in (F16, BF16)]


@pytest.mark.parametrize("name, element", CASES, ids=[f"{name}-{element}" for name, element in CASES])
def test_a_program_is_as_accurate_as_stated(name, element):
    operands = operands_of(name, element)
    wide = [widened(each) for each in operands]
    [actual], [exact] = computation(name, element)(*operands), computation(name, F64)(*wide)
    sums = Sum.of_each(wide, lambda each: computation(name, F64)(*each))
    allowed = Allowance(lookup(name), operands, sums).bound(0, exact, actual.dtype)
    assert (np.abs(widened(actual) - exact) / allowed).max() <= 1
