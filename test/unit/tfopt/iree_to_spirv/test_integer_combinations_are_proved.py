"""Kernels of ops that combine or move whole numbers are proved by an SMT solver: on small arrays, for all numbers and all indices, what
all invocations of the kernels store is what StableHLO says, and none reads or writes outside of a buffer."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from tfir.dialects import dialect, has_trait, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.iree_to_spirv.elements import rules
from tfopt.pipeline.description import parse_pipeline
from tfopt.pipeline.execution import Runner

pytest.importorskip("z3", reason="z3-solver proves kernels on whole numbers")

from bit_vector_arrays import ArrayExecution, symbols
from bit_vector_kernels import run_sequence
from bit_vectors import NEVER, Symbolic, prove, width_of

PASSES = """iree-identify-dispatch-regions, iree-outline-dispatch-regions, iree-lower-sequencer-dialect, iree-plan-buffers,
    iree-choose-schedules, iree-convert-to-spirv"""
TYPES = ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64")
NUMBERS = """#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"""
PLACES = """#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"""


def combining(op: str, of: str = "tensor<T>") -> str:
    return f"({{^bb0(%a: {of}, %b: {of}):\n%m = stablehlo.{op} %a, %b : {of}\nstablehlo.return %m : {of}}})"


def reduction(op: str, first) -> tuple[str, str, str]:
    return (
        "%x: tensor<2x3xT>",
        "tensor<2xT>",
        f"""%c = stablehlo.constant dense<{first}> : tensor<T>
        %r = stablehlo.reduce(%x init: %c) applies stablehlo.{op} across dimensions = [1] : (tensor<2x3xT>, tensor<T>) -> tensor<2xT>""",
    )


def scattering(op: str) -> tuple[str, str, str]:
    body = combining(op) if op else "({^bb0(%a: tensor<T>, %b: tensor<T>):\nstablehlo.return %b : tensor<T>})"
    return (
        "%x: tensor<3xT>, %i: tensor<2x1xi32>, %u: tensor<2xT>",
        "tensor<3xT>",
        f"""%r = "stablehlo.scatter"(%x, %i, %u)
        <{{scatter_dimension_numbers = {PLACES}}}> {body} : (tensor<3xT>, tensor<2x1xi32>, tensor<2xT>) -> tensor<3xT>""",
    )


# By a name that opens with the op's: operands, result, and the operations that make %r, T being the type.
PROGRAMS = {
    **{f"reduce {op}": reduction(op, first) for op, first in (("add", 0), ("multiply", 1), ("maximum", 5), ("minimum", 5), ("and", 7), ("or", 0), ("xor", 1))},
    "reduce_window": ("%x: tensor<4xT>", "tensor<4xT>", f"""%c = stablehlo.constant dense<3> : tensor<T>
        %r = "stablehlo.reduce_window"(%x, %c) <{{window_dimensions = array<i64: 2>, padding = dense<[[1, 0]]> : tensor<1x2xi64>}}> {combining("maximum")}
          : (tensor<4xT>, tensor<T>) -> tensor<4xT>"""),
    "dot_general": ("%x: tensor<2x3xT>, %y: tensor<3x2xT>", "tensor<2x2xT>",
        "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xT>, tensor<3x2xT>) -> tensor<2x2xT>"),
    "dot_general batched": ("%x: tensor<2x1x2xT>, %y: tensor<2x2x1xT>", "tensor<2x1x1xT>", """%r = stablehlo.dot_general %x, %y, batching_dims = [0] x [0],
        contracting_dims = [2] x [1] : (tensor<2x1x2xT>, tensor<2x2x1xT>) -> tensor<2x1x1xT>"""),
    "convolution": ("%x: tensor<1x3x3x2xT>, %y: tensor<2x2x2x1xT>", "tensor<1x2x3x1xT>", """%r = stablehlo.convolution(%x, %y)
        dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 1], [0, 1]]}
        {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3x2xT>, tensor<2x2x2x1xT>) -> tensor<1x2x3x1xT>"""),
    "gather": ("%x: tensor<3x2xT>, %i: tensor<2x1xi32>", "tensor<2x2xT>", f"""%r = "stablehlo.gather"(%x, %i) <{{dimension_numbers = {NUMBERS},
        slice_sizes = array<i64: 1, 2>}}> : (tensor<3x2xT>, tensor<2x1xi32>) -> tensor<2x2xT>"""),
    **{f"scatter {op}": scattering(op) for op in ("", "add", "maximum", "subtract")},
    "sort": ("%x: tensor<3xT>, %y: tensor<3xi32>", "tensor<3xi32>", """%o:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
        ^bb0(%a: tensor<T>, %b: tensor<T>, %c: tensor<i32>, %d: tensor<i32>):
          %m = stablehlo.compare GT, %a, %b : (tensor<T>, tensor<T>) -> tensor<i1>
          stablehlo.return %m : tensor<i1>}) : (tensor<3xT>, tensor<3xi32>) -> (tensor<3xT>, tensor<3xi32>)
        %r = stablehlo.add %o#1, %o#1 : tensor<3xi32>"""),
    "pad": ("%x: tensor<3xT>, %c: tensor<T>", "tensor<5xT>",
        "%r = stablehlo.pad %x, %c, low = [1], high = [-1], interior = [1] : (tensor<3xT>, tensor<T>) -> tensor<5xT>"),
    "concatenate": ("%x: tensor<3xT>, %y: tensor<2xT>", "tensor<5xT>",
        "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<3xT>, tensor<2xT>) -> tensor<5xT>"),
    "slice": ("%x: tensor<5x2xT>", "tensor<2x1xT>", "%r = stablehlo.slice %x [1:5:2, 1:2] : (tensor<5x2xT>) -> tensor<2x1xT>"),
    "dynamic_slice": ("%x: tensor<4xT>, %i: tensor<i32>", "tensor<2xT>",
        "%r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xT>, tensor<i32>) -> tensor<2xT>"),
    "dynamic_update_slice": ("%x: tensor<4xT>, %y: tensor<2xT>, %i: tensor<i32>", "tensor<4xT>",
        "%r = stablehlo.dynamic_update_slice %x, %y, %i : (tensor<4xT>, tensor<2xT>, tensor<i32>) -> tensor<4xT>"),
    "transpose": ("%x: tensor<2x3xT>", "tensor<3x2xT>", "%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xT>) -> tensor<3x2xT>"),
    "reverse": ("%x: tensor<2x3xT>", "tensor<2x3xT>", "%r = stablehlo.reverse %x, dims = [1] : tensor<2x3xT>"),
    "broadcast_in_dim": ("%x: tensor<2xT>", "tensor<2x3xT>", "%r = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xT>) -> tensor<2x3xT>"),
    "reshape": ("%x: tensor<2x3xT>", "tensor<3x2xT>", """%t = stablehlo.add %x, %x : tensor<2x3xT>
        %s = stablehlo.reshape %t : (tensor<2x3xT>) -> tensor<3x2xT>
        %r = stablehlo.multiply %s, %s : tensor<3x2xT>"""),
    "select_and_scatter": ("%x: tensor<3xT>, %s: tensor<2xT>, %c: tensor<T>", "tensor<3xT>", """%r = "stablehlo.select_and_scatter"(%x, %s, %c) ({
        ^bb0(%a: tensor<T>, %b: tensor<T>):
          %m = stablehlo.compare GE, %a, %b : (tensor<T>, tensor<T>) -> tensor<i1>
          stablehlo.return %m : tensor<i1>}, {^bb0(%a: tensor<T>, %b: tensor<T>):
          %m = stablehlo.add %a, %b : tensor<T>
          stablehlo.return %m : tensor<T>}) {window_dimensions = array<i64: 2>} : (tensor<3xT>, tensor<2xT>, tensor<T>) -> tensor<3xT>"""),
    "optimization_barrier": ("%x: tensor<2xT>", "tensor<2xT>", "%r = stablehlo.optimization_barrier %x : tensor<2xT>"),
    "iota": ("%x: tensor<2x3xT>", "tensor<2x3xT>", "%i = stablehlo.iota dim = 1 : tensor<2x3xT>\n%r = stablehlo.add %x, %i : tensor<2x3xT>"),
}  # fmt: skip


def module(name: str, type: str):
    operands, result, body = PROGRAMS[name]
    text = f"func.func @f({operands}) -> {result} {{\n{body}\nreturn %r : {result}\n}}"
    return parse(Source("case", text.replace("<T>", f"<{type}>").replace("xT>", f"x{type}>")), lookup, dialect)


def flat(arrays) -> list[Symbolic]:
    return [Symbolic(bits) for array in arrays for bits in np.asarray(array, object).ravel()]


@pytest.mark.parametrize("name", PROGRAMS)
def test_kernels_store_what_the_op_computes(name):
    for type in ("i8", "ui16", "i32") if name.startswith("scatter") else TYPES:  # which take the solver long
        before, after = module(name, type), module(name, type)
        Runner(lambda op: None).run(parse_pipeline(PASSES), after)
        block = before.body.first.body
        operands = [symbols(f"x{at}", value.type.shape, width_of(value.type)) for at, value in enumerate(block.arguments)]
        expected = ArrayExecution().run(block, operands)
        undefined, stored = run_sequence(after, operands)
        prove((SimpleNamespace(undefined=NEVER), flat(expected)), (SimpleNamespace(undefined=undefined), flat(stored)), flat(operands))


UNPROVED = {
    "constant": "programs above have some", "copy": "the operand itself", "dot": "as dot_general", "get_dimension_size": "of sizes that are known when it runs",
    **dict.fromkeys(["dynamic_pad", "real_dynamic_slice"], "as pad and slice, by numbers that are known when it runs"),
}  # fmt: skip


def test_each_op_with_kernels_is_proved():
    """A new one that is not elementwise needs a program here, or a reason."""
    names = {name.partition(".")[2] for name in rules() if name.startswith("stablehlo.") and not has_trait(name, "elementwise")}
    assert names - {name.split()[0] for name in PROGRAMS} == UNPROVED.keys()
