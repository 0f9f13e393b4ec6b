"""Dialect conversion: what is illegal goes, or all of it is told with place and reason."""

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.terms import rewrite, stablehlo, tf, variables

x, y, v = variables("x y v")
T = "tensor<4xf32>"
TARGET = ConversionTarget(legal=["builtin", "func", "stablehlo"], illegal=["tf"])


@rewrite(tf.Square(x))
def square_as_product(x):
    return tf.Mul(x, x)


@rewrite(tf.Rsqrt(x))
def never(x):
    return None


RULES = [tf.Neg(x) >> stablehlo.negate(x), tf.Mul(x, y) >> stablehlo.multiply(x, y), square_as_product, never]


def module(*ops: str):
    body = "\n".join([f'%{n} = "{name}"(%x) : ({T}) -> {T}' for n, name in enumerate(ops)])
    return parse(Source("test.mlir", f"func.func @f(%x: {T}) {{\n{body}\nreturn\n}}"), lookup, dialect, allow_unregistered=True)


def test_what_a_rule_builds_is_converted_in_its_turn():
    converted = module("tf.Square", "tf.Neg")
    apply_conversion(converted, TARGET, RULES, full=True)
    text = print_operation(converted, lookup)
    assert "tf." not in text and "stablehlo.multiply" in text and "stablehlo.negate" in text


def test_every_illegal_op_is_told_with_place_and_reason():
    with pytest.raises(Error) as caught:
        apply_conversion(module("tf.Neg", "tf.Rsqrt", "tf.Tan"), TARGET, RULES)
    first, second = caught.value.diagnostics
    assert first.message == "failed to legalize operation 'tf.Rsqrt' that was explicitly marked illegal"
    assert first.place().line == 3 and second.place().line == 4
    assert "declines" in first.notes[0].message and never.at in first.notes[0].message
    assert not second.notes, "no pattern is about it"


def test_what_the_target_does_not_mention_may_stay_in_a_partial_conversion_only():
    apply_conversion(module("other.op"), TARGET, RULES)
    with pytest.raises(Error, match="failed to legalize operation 'other.op'$"):
        apply_conversion(module("other.op"), TARGET, RULES, full=True)


def test_an_op_counts_before_its_dialect_and_a_judge_before_both():
    apply_conversion(module("tf.Tan"), ConversionTarget(legal=["tf.Tan"], illegal=["tf"]), [])
    judged = ConversionTarget(legal=["tf"], judged={"tf.Tan": lambda op: "it is not exact"})
    with pytest.raises(Error) as caught:
        apply_conversion(module("tf.Tan", "tf.Neg"), judged, [])
    assert [note.message for note in caught.value.diagnostics[0].notes] == ["it is not exact"]


def test_rules_that_go_around_in_a_circle_end():
    circle = [tf.Neg(x) >> tf.Abs(x), tf.Abs(x) >> tf.Neg(x)]
    with pytest.raises(Error) as caught:
        apply_conversion(module("tf.Neg"), TARGET, circle)
    assert caught.value.diagnostics[0].notes[0].message == "patterns go around in a circle"
