"""What inference writes, the verifier takes: operands and attributes of every op that has a record are drawn again, odd ones among them.

Where inference refuses, or the verifier does before a result has a shape, nothing is to be shown. A wrong size is refused of every op.
"""

from __future__ import annotations

import re
from collections import defaultdict
from random import Random
from zlib import crc32

import pytest
from drawn_operations import (
    SIZES,
    inferred_types,
    of_unknown_sizes,
    operand,
    redrawn_attributes,
    redrawn_shape,
    verify,
    with_a_wrong_size,
)  # fmt: skip
from tensorflow_values import cases
from tfir import dialects
from tfir.dialects.tf.verify.results import REFUSED
from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I64, TensorType
from tfir.ods.arrays import dense_of
from tfir.text.parser import parse

TRIALS = 12
CASES = defaultdict(list)
for each in cases():
    if each.definition.semantics is not None and each.definition.semantics.infer is not None:
        CASES[each.name].append(each)


def constant(content):
    elements = dense_of(content)
    return Operation("tf.Const", (), [elements.type], {"value": elements}).results[0]


def drawn_operand(value, content, random: Random, is_odd: bool):
    """A constant of the recorded numbers, one of which may be another, where they are few and whole; else a value whose shape may be
    another one."""
    is_small = content.dtype.kind in "iu" and content.size <= 8
    if is_small and random.random() < 0.7:
        return constant(redrawn_content(content, random) if is_odd and random.random() < 0.3 else content)
    return operand(TensorType(redrawn_shape(value.type.shape, random) if is_odd else value.type.shape, value.type.element))


def redrawn_content(content, random: Random):
    numbers = content.copy()
    if numbers.size:
        numbers.flat[random.randrange(numbers.size)] = random.choice((-2, -1, 0, 1, 2, 3, 5) if content.dtype.kind == "i" else SIZES)
    return numbers


def drawn(case, random: Random, trial: int) -> Operation:
    operands = [drawn_operand(value, content, random, trial > 0) for value, content in zip(case.op.operands, case.operands)]
    attributes = dict(case.op.attributes) if trial < 2 else redrawn_attributes(case.definition, case.op.attributes, random)
    return Operation.draft(case.op.name, operands, [of_unknown_sizes(result.type) for result in case.op.results], attributes)


def inferred(op: Operation) -> list | None:
    """The types of the results, where neither verifier nor inference refuses the operands."""
    try:
        verify(op)
        return inferred_types(op)
    except Error:
        return None


def known_sizes(types) -> list[int]:
    return [size for type in types for size in getattr(type, "shape", None) or () if size is not None]


def with_types(op: Operation, types) -> Operation:
    return Operation.draft(op.name, op.operands, types, op.attributes)


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(CASES))
def test_what_inference_writes_verifies(name):
    random = Random(crc32(name.encode()))
    for case in CASES[name]:
        for trial in range(TRIALS):
            op = drawn(case, random, trial)
            types = inferred(op)
            if types is not None:
                assert min(known_sizes(types), default=0) >= 0
                verify(with_types(op, types))


def refuses(check, op: Operation) -> bool:
    try:
        check(op)
    except Error:
        return True
    return False


@pytest.mark.parametrize("name", sorted(name for name in CASES if name in REFUSED))
def test_of_these_the_verifier_refuses_what_inference_refuses(name):
    """Among what is drawn is some that fits and some that does not."""
    random = Random(crc32(name.encode()))
    ops = [drawn(case, random, trial) for case in CASES[name] for trial in range(4 * TRIALS)]
    both = [(refuses(verify, op), refuses(inferred_types, op)) for op in ops]
    assert {verified for verified, inferred in both if inferred} <= {True}
    assert (False, False) in both


def takes_a_wrong_size(case, random: Random) -> bool | None:
    """Whether the verifier takes a result with one size wrong; None where no size of a result is known."""
    op = drawn(case, random, 0)
    types = inferred(op)
    wrong = with_a_wrong_size(types, random) if types is not None else None
    if wrong is None or [type.shape for type in types] != [result.type.shape for result in case.op.results]:
        return None
    try:
        verify(with_types(op, wrong))
    except Error:
        return False
    return True


@pytest.mark.sweep
@pytest.mark.parametrize("name", sorted(CASES))
def test_a_wrong_size_is_refused(name):
    random = Random(crc32(name.encode()))
    answers = {takes_a_wrong_size(case, random) for case in CASES[name] * 3} - {None}
    if not answers:
        pytest.skip("of no case inference knows a size of a result")
    assert answers == {False}


# Shapes of the filter [height, width, input channels, output channels] for an image of 4 by 4 with 2 channels, without padding.
@pytest.mark.parametrize(
    "filter, message",
    [
        ((4, 4, 2, 8), None),
        ((6, 4, 2, 8), "Computed output size would be negative: -1 [input_size: 4, effective_filter_size: 6, stride: 1]"),
        ((2, 2, 3, 8), "divisible by the number of filter input channels; found 2 and 3, respectively"),
        ((2, 2, 0, 8), "divisible by the number of filter input channels; found 2 and 0, respectively"),
    ],
)
def test_a_filter_that_does_not_fit_is_told(filter, message):
    attributes = {"strides": ArrayAttr([IntegerAttr(1, I64)] * 4), "padding": StringAttr("VALID")}
    operands = [operand(TensorType((1, 4, 4, 2), F32)), operand(TensorType(filter, F32))]
    op = Operation.draft("tf.Conv2D", operands, [TensorType(None, F32)], attributes)
    if message is None:
        return verify(op)
    with pytest.raises(Error, match=re.escape(message)):
        verify(op)


@pytest.mark.parametrize("use_fast_paths", [True, False])
def test_an_op_is_verified_for_each_constant_that_it_reads(use_fast_paths):
    """Axis 0 of [2, 3] leaves 3 sums, axis 1 leaves 2; the types and attributes of the four sums are the same."""
    text = """func.func @f(%x: tensor<2x3xf32>) {
      %zero = "tf.Const"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %one = "tf.Const"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %0 = "tf.Sum"(%x, %zero) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
      %1 = "tf.Sum"(%x, %one) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
      %2 = "tf.Sum"(%x, %zero) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
      %3 = "tf.Sum"(%x, %one) : (tensor<2x3xf32>, tensor<i32>) -> tensor<3xf32>
      return
    }"""
    module = parse(Source("sums", text), dialects.lookup, dialects.dialect, use_fast_paths=use_fast_paths)
    with pytest.raises(Error) as error:
        dialects.verify(module)
    assert [part.message for part in error.value.diagnostics] == 2 * [
        "'tf.Sum' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'",
        "'tf.Sum' op failed to infer returned types",
    ]
