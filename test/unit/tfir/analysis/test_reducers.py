"""Bodies of reductions that are one op, and the numbers that such an op leaves the other operand as it is beside."""

import operator

import pytest
from tfir.analysis.reducers import neutral, single_op
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.ir.types import BF16, F32, I1, ComplexType, IntegerType
from tfir.text.parser import parse

I4, UI4 = IntegerType(4), IntegerType(4, "u")
RANGES = {I1: (False, True), I4: range(-8, 8), UI4: range(16)}
FUNCTIONS = {
    "add": operator.add, "multiply": operator.mul, "maximum": max, "minimum": min, "and": operator.and_, "or": operator.or_,
    "xor": operator.xor,
}  # fmt: skip


@pytest.mark.parametrize("element", RANGES, ids=str)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_neutral_number_changes_no_number_of_its_type(name, element):
    number = neutral(f"stablehlo.{name}", element)
    assert number in RANGES[element]
    assert [FUNCTIONS[name](number, other) for other in RANGES[element]] == list(RANGES[element])


@pytest.mark.parametrize("element", [F32, BF16], ids=str)
def test_floats_begin_extremes_with_infinities(element):
    infinity = float("inf")
    numbers = {name: neutral(f"stablehlo.{name}", element) for name in FUNCTIONS}
    assert numbers == {"add": 0, "multiply": 1, "maximum": -infinity, "minimum": infinity, "and": None, "or": None, "xor": None}


def test_no_number_is_neutral_for_other_ops_and_types():
    assert neutral("stablehlo.subtract", F32) is None and neutral(None, F32) is None
    assert neutral("stablehlo.add", ComplexType(F32)) is None


def body(*lines: str, arguments: str = "%a: tensor<i32>, %b: tensor<i32>"):
    text = "\n".join([f"func.func @f({arguments}) {{", *lines[:-1], f"stablehlo.return {lines[-1]} : tensor<i32>", "}"])
    return parse(Source("text", text), lookup, dialect).body.first.body


@pytest.mark.parametrize("op, operands", [("add", "%a, %b"), ("add", "%b, %a"), ("subtract", "%a, %b")])
def test_a_body_of_one_op(op, operands):
    assert single_op(body(f"%c = stablehlo.{op} {operands} : tensor<i32>", "%c")) == f"stablehlo.{op}"


@pytest.mark.parametrize(
    "lines",
    [
        ("%c = stablehlo.subtract %b, %a : tensor<i32>", "%c"),
        ("%c = stablehlo.add %a, %a : tensor<i32>", "%c"),
        ("%c = stablehlo.add %a, %b : tensor<i32>", "%b"),
        ("%c = stablehlo.add %a, %b : tensor<i32>", "%d = stablehlo.negate %c : tensor<i32>", "%d"),
        ("%b",),
    ],
    ids=["in the other order", "of one argument", "not returned", "two ops", "no op"],
)
def test_other_bodies(lines):
    assert single_op(body(*lines)) is None


def test_a_body_of_three_arguments():
    arguments = "%a: tensor<i32>, %b: tensor<i32>, %d: tensor<i32>"
    assert single_op(body("%c = stablehlo.add %a, %b : tensor<i32>", "%c", arguments=arguments)) is None
