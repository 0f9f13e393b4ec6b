"""What CHLO's ops on whole numbers become is proved by an SMT solver: for all numbers of each type, implicit broadcasting included."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.chlo_to_stablehlo.chlo_legalize_to_stablehlo import chlo_legalize_to_stablehlo
from tfopt.chlo_to_stablehlo.decomposition import DECOMPOSITIONS
from tfopt.chlo_to_stablehlo.elementwise import FUNCTIONS

z3 = pytest.importorskip("z3", reason="z3-solver proves decompositions of whole numbers")

from bit_vector_arrays import ArrayExecution, array_from, symbols  # noqa: E402  it imports z3
from bit_vectors import NEVER, STABLEHLO, Symbolic, number, prove, resized, width_of  # noqa: E402
from tensorflow_formulas import FORMULAS, Numbers  # noqa: E402

TYPES = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
BROADCAST = {f"broadcast_{name}": name for name in ("add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder",
             "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor")}  # fmt: skip


def program(text: str):
    module = parse(Source("case", f"func.func @f{text}"), lookup, dialect)
    verify(module)
    return module.body.first.body


def decomposed(text: str):
    module = parse(Source("case", f"func.func @f{text}"), lookup, dialect)
    chlo_legalize_to_stablehlo(module)
    return module.body.first.body


def hold(text: str, compute, required=()) -> None:
    """The decomposed program computes what `compute` says of its operands, for all of which what is `required` holds."""
    program(text)
    block = decomposed(text)
    inputs = [symbols(f"x{at}", value.type.shape, width_of(value.type)) for at, value in enumerate(block.arguments)]
    sides = [
        [Symbolic(bits) for part in parts for bits in part.ravel()] for parts in (compute(*inputs), ArrayExecution().run(block, inputs))
    ]
    undefined = z3.Not(z3.And(*required)) if required else NEVER
    prove(
        (SimpleNamespace(undefined=undefined), sides[0]),
        (SimpleNamespace(undefined=NEVER), sides[1]),
        [Symbolic(bits) for part in inputs for bits in part.ravel()],
    )


def every_type(text: str, compute, types=TYPES) -> None:
    """`text` with each of the types that its op takes in the place of TYPE; `compute` is told of the numbers and of the program."""
    held = 0
    for type in types:
        typed = text.replace("TYPE", type)
        try:
            block = program(typed)
        except Error:
            continue
        numbers = Numbers(width_of(block.arguments[0].type), type[0] != "u")
        hold(typed, lambda *inputs, block=block, numbers=numbers: compute(numbers, block.first, *inputs), numbers.required)
        held += 1
    assert held


def element_by_element(op, formula, operands) -> np.ndarray:
    parts = np.broadcast_arrays(*operands)
    return array_from(parts[0].shape, lambda *at: formula(None, op, *[Symbolic(part[at]) for part in parts]).bits)


@pytest.mark.parametrize("name", BROADCAST)
def test_broadcasting(name):
    every_type(
        f"""(%a: tensor<2x1xTYPE>, %b: tensor<2xTYPE>) -> tensor<2x2xTYPE> {{
          %0 = chlo.{name} %a, %b : (tensor<2x1xTYPE>, tensor<2xTYPE>) -> tensor<2x2xTYPE>
          return %0 : tensor<2x2xTYPE>
        }}""",
        lambda numbers, op, a, b: [element_by_element(op, STABLEHLO[BROADCAST[name]], [a, b])],
    )


@pytest.mark.parametrize("direction", ["EQ", "NE", "LT", "LE", "GT", "GE"])
def test_broadcast_compare(direction):
    every_type(
        f"""(%a: tensor<2x1xTYPE>, %b: tensor<2xTYPE>) -> tensor<2x2xi1> {{
          %0 = chlo.broadcast_compare %a, %b {{comparison_direction = #chlo<comparison_direction {direction}>}} :
            (tensor<2x1xTYPE>, tensor<2xTYPE>) -> tensor<2x2xi1>
          return %0 : tensor<2x2xi1>
        }}""",
        lambda numbers, op, a, b: [element_by_element(op, STABLEHLO["compare"], [a, b])],
    )


def test_broadcast_select():
    every_type(
        """(%p: tensor<2x1xi1>, %a: tensor<2x2xTYPE>, %b: tensor<2xTYPE>) -> tensor<2x2xTYPE> {
          %0 = chlo.broadcast_select %p, %a, %b : (tensor<2x1xi1>, tensor<2x2xTYPE>, tensor<2xTYPE>) -> tensor<2x2xTYPE>
          return %0 : tensor<2x2xTYPE>
        }""",
        lambda numbers, op, p, a, b: [element_by_element(op, STABLEHLO["select"], [p, a, b])],
    )


MULHI = """(%a: tensor<TYPE>, %b: tensor<TYPE>) -> tensor<TYPE> {
  %0 = chlo.mulhi %a, %b : tensor<TYPE>, tensor<TYPE> -> tensor<TYPE>
  return %0 : tensor<TYPE>
}"""


@pytest.mark.parametrize("type", [type for type in TYPES if "64" not in type])
def test_mulhi(type):
    """The upper half of the product in twice the width."""
    is_signed = type[0] != "u"

    def upper(a, b):
        width = a[()].size()
        wide = [resized(each[()], 2 * width, is_signed) for each in (a, b)]
        return [array_from((), lambda: resized((wide[0] * wide[1]) >> width, width, False))]

    hold(MULHI.replace("TYPE", type), upper)


ENDS = [0, 1, -1, 2, 1 << 31, 1 << 32, (1 << 32) - 1, -(1 << 32), (1 << 63) - 1, -(1 << 63), 0x123456789ABCDEF1, -0x7EDCBA9876543211]


@pytest.mark.parametrize("type", ["i64", "ui64"])
def test_mulhi_of_64_bits(type):
    """Products of 128 bits are more than the solver has, so that the halves are held at the ends of their ranges."""
    block = decomposed(MULHI.replace("TYPE", type))
    for a, b in product(ENDS, repeat=2):
        (result,) = ArrayExecution().run(block, [array_from((), lambda each=each: number(each, 64)) for each in (a, b)])
        exact = a * b if type == "i64" else (a % (1 << 64)) * (b % (1 << 64))
        assert z3.simplify(result[()]).as_long() == (exact >> 64) % (1 << 64)


def test_top_k():
    every_type(
        """(%a: tensor<3xTYPE>) -> (tensor<2xTYPE>, tensor<2xi32>) {
          %0:2 = chlo.top_k(%a, k = 2) : tensor<3xTYPE> -> (tensor<2xTYPE>, tensor<2xi32>)
          return %0#0, %0#1 : tensor<2xTYPE>, tensor<2xi32>
        }""",
        lambda numbers, op, a: FORMULAS["TopKV2"](numbers, a, 2),
    )


def test_constant_like():
    every_type(
        """(%a: tensor<2xTYPE>) -> tensor<2xTYPE> {
          %0 = "chlo.constant_like"(%a) {value = 5 : TYPE} : (tensor<2xTYPE>) -> tensor<2xTYPE>
          return %0 : tensor<2xTYPE>
        }""",
        lambda numbers, op, a: [array_from((2,), lambda at: number(5, numbers.width))],
    )


def test_scan():
    """Each element is the sum of those up to it, which goes on as the carry."""

    def sums(numbers, op, x, first):
        totals = [first[()] + x[0], first[()] + x[0] + x[1], first[()] + x[0] + x[1] + x[2]]
        return [array_from((3,), lambda at: totals[at]), array_from((), lambda: totals[-1])]

    every_type(
        """(%x: tensor<3xTYPE>, %first: tensor<TYPE>) -> (tensor<3xTYPE>, tensor<TYPE>) {
          %0:2 = chlo.scan(%x) inits (%first) dimension=0 {
          ^bb0(%a: tensor<TYPE>, %b: tensor<TYPE>):
            %1 = stablehlo.add %a, %b : tensor<TYPE>
            stablehlo.return %1, %1 : tensor<TYPE>, tensor<TYPE>
          } : (tensor<3xTYPE>, tensor<TYPE>) -> (tensor<3xTYPE>, tensor<TYPE>)
          return %0#0, %0#1 : tensor<3xTYPE>, tensor<TYPE>
        }""",
        sums,
    )


def test_ragged_dot():
    """Rows of the left side meet the matrix of their group; those behind the last group meet none."""

    def products(numbers, op, lhs, rhs, sizes):
        numbers.require(*[z3.And(size >= 0, size <= 2) for size in sizes])

        def element(row, column):
            of_groups = [lhs[row, 0] * rhs[group, 0, column] for group in range(2)]
            beyond = z3.If(row < sizes[0] + sizes[1], of_groups[1], numbers(0))
            return z3.If(row < sizes[0], of_groups[0], beyond)

        return [array_from((2, 1), element)]

    text = """(%a: tensor<2x1xTYPE>, %b: tensor<2x1x1xTYPE>, %g: tensor<2xi64>) -> tensor<2x1xTYPE> {
      %0 = "chlo.ragged_dot"(%a, %b, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1],
        rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} :
        (tensor<2x1xTYPE>, tensor<2x1x1xTYPE>, tensor<2xi64>) -> tensor<2x1xTYPE>
      return %0 : tensor<2x1xTYPE>
    }"""
    every_type(text, products, ("i16", "ui16", "i32"))  # products of 8 bits would be circuits, which take the solver long


PROVED = {*BROADCAST, "broadcast_compare", "broadcast_select", "constant_like", "mulhi", "ragged_dot", "scan", "top_k"}
FLOATING = {
    "_asin_acos_kernel",
    "broadcast_atan2",
    "broadcast_complex",
    "broadcast_next_after",
    "broadcast_polygamma",
    "broadcast_zeta",
    "next_after",
}


def test_each_decomposition_of_whole_numbers_is_proved():
    """A new one needs a proof here. A constant is one of StableHLO's."""
    assert DECOMPOSITIONS.keys() - FUNCTIONS.keys() - FLOATING - {"constant"} == PROVED
