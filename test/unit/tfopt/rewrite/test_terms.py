"""What patterns match, and what they do not."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.rewrite.greedy import GreedyDriver
from tfopt.rewrite.terms import constants, once, rewrite, stablehlo, tf, variables

x, y, z = variables("x y z")
p, q = constants("p q")


def rewritten(body: str, *rules, arguments="%x: tensor<2x3xf32>, %y: tensor<2x3xf32>", result="tensor<2x3xf32>", **options):
    """The function around `body` (which defines %r) after the rules."""
    text = f"func.func @f({arguments}) -> {result} {{\n{body}\nreturn %r : {result}\n}}"
    module = parse(Source("test", text), lookup, dialect)
    greedy = GreedyDriver(rules, **options)
    greedy.run(module)
    return print_operation(module, lookup), greedy


def test_a_pattern_matches_and_is_replaced():
    text, greedy = rewritten('%0 = "tf.Neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n'
                             '%r = "tf.Neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>', tf.Neg(tf.Neg(x)) >> x)  # fmt: skip
    assert "tf.Neg" not in text and "return %arg0" in text
    assert sum(greedy.fired.values()) == 1


def test_another_op_inside_is_no_match():
    text, _ = rewritten('%0 = "tf.Abs"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n'
                        '%r = "tf.Neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>', tf.Neg(tf.Neg(x)) >> x)  # fmt: skip
    assert "tf.Neg" in text and "tf.Abs" in text


def test_a_variable_means_one_value():
    rule = tf.Sub(x, x) >> x
    same, _ = rewritten('%r = "tf.Sub"(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>', rule)
    other, _ = rewritten('%r = "tf.Sub"(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>', rule)
    assert "tf.Sub" not in same and "tf.Sub" in other


def test_operands_of_a_commutative_op_may_be_exchanged():
    rule = tf.Mul(tf.Neg(x), y) >> tf.Mul(x, y)
    body = '%0 = "tf.Neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n%r = "tf.{op}"(%y, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>'
    text, _ = rewritten(body.replace("{op}", "Mul"), rule)
    assert "tf.Neg" not in text
    rule = tf.Sub(tf.Neg(x), y) >> tf.Sub(x, y)
    text, _ = rewritten(body.replace("{op}", "Sub"), rule)
    assert "tf.Neg" in text


def test_zero_has_a_sign():
    def added(zero):
        body = f"%0 = stablehlo.constant dense<{zero}> : tensor<2x3xf32>\n%r = stablehlo.add %x, %0 : tensor<2x3xf32>"
        return rewritten(body, stablehlo.add(x, -0.0) >> x)[0]

    assert "stablehlo.add" not in added("-0.0")
    assert "stablehlo.add" in added("0.0")


def test_a_truth_value_is_no_number():
    body = "%0 = stablehlo.constant dense<1> : tensor<2x3xi32>\n%r = stablehlo.and %x, %0 : tensor<2x3xi32>"
    text, _ = rewritten(body, stablehlo.and_(x, True) >> x, arguments="%x: tensor<2x3xi32>", result="tensor<2x3xi32>")
    assert "stablehlo.and" in text


def test_another_type_is_no_match():
    """Adding a larger zero spreads the operand."""
    body = '%0 = "tf.Const"() <{value = dense<-0.0> : tensor<2x3xf32>}> : () -> tensor<2x3xf32>\n' \
           '%r = "tf.AddV2"(%x, %0) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>'  # fmt: skip
    text, _ = rewritten(body, tf.AddV2(x, -0.0) >> x, arguments="%x: tensor<3xf32>")
    assert "tf.AddV2" in text


def test_equal_types_with_unknown_sizes_prove_nothing():
    """%x may have size 1 where %0 has more."""
    body = '%0 = "tf.Fill"(%s, %z) : (tensor<1xi32>, tensor<f32>) -> tensor<?xf32>\n' \
           '%r = "tf.AddV2"(%x, %0) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>'  # fmt: skip
    arguments = "%x: tensor<?xf32>, %s: tensor<1xi32>, %z: tensor<f32>"
    text, _ = rewritten(body, tf.AddV2(x, tf.Fill(y, z)) >> x, arguments=arguments, result="tensor<?xf32>")
    assert "tf.AddV2" in text


@pytest.mark.parametrize("type", ["tensor<?xf32>", "tensor<?x4xf32>", "tensor<*xf32>"])
def test_what_is_inferred_from_the_same_leaf_is_equal(type):
    body = f'%0 = "tf.Neg"(%x) : ({type}) -> {type}\n%r = "tf.Neg"(%0) : ({type}) -> {type}'
    text, _ = rewritten(body, tf.Neg(tf.Neg(x)) >> x, arguments=f"%x: {type}", result=type)
    assert "tf.Neg" not in text


def test_unranked_operands_may_broadcast():
    body = '%0 = "tf.Sub"(%x, %y) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>\n' \
           '%r = "tf.AddV2"(%0, %y) : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>'  # fmt: skip
    text, _ = rewritten(body, tf.AddV2(tf.Sub(x, y), y) >> x, arguments="%x: tensor<*xf32>, %y: tensor<*xf32>", result="tensor<*xf32>")
    assert "tf.AddV2" in text


def test_a_list_of_operands():
    rule = tf.AddN(*x) >> tf.AddN(*x)
    assert rule.roots == ("tf.AddN", "tfg.AddN")

    @rewrite(tf.AddN(*x))
    def pairwise(x):
        return tf.AddV2(x[0], x[1]) if len(x) == 2 else None

    body = '%r = "tf.AddN"({operands}) : ({types}) -> tensor<2x3xf32>'
    two = body.format(operands="%x, %y", types=", ".join(["tensor<2x3xf32>"] * 2))
    three = body.format(operands="%x, %y, %x", types=", ".join(["tensor<2x3xf32>"] * 3))
    assert "tf.AddV2" in rewritten(two, pairwise)[0]
    assert "tf.AddN" in rewritten(three, pairwise)[0]


def test_constants_come_as_arrays():
    @rewrite(tf.Transpose(tf.Transpose(x, p), q))
    def merge(x, p, q):
        return tf.Transpose(x, p[q])

    body = ('%p = "tf.Const"() <{value = dense<[1, 2, 0]> : tensor<3xi32>}> : () -> tensor<3xi32>\n'
            '%0 = "tf.Transpose"(%x, %p) : (tensor<2x3x4xf32>, tensor<3xi32>) -> tensor<3x4x2xf32>\n'
            '%r = "tf.Transpose"(%0, %p) : (tensor<3x4x2xf32>, tensor<3xi32>) -> tensor<4x2x3xf32>')  # fmt: skip
    text, _ = rewritten(body, merge, arguments="%x: tensor<2x3x4xf32>", result="tensor<4x2x3xf32>")
    assert "dense<[2, 0, 1]>" in text and text.count("tf.Transpose") == 1


def test_attributes_constrain_and_bind():
    seen = []

    @rewrite(tf.MatMul(x, y, transpose_a=True, transpose_b=z))
    def look(x, z):
        seen.append(z)

    body = '%r = "tf.MatMul"(%x, %y) <{transpose_a = {a}}> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>'
    for a in ("true", "false"):
        rewritten(body.replace("{a}", a), look, arguments="%x: tensor<2x2xf32>, %y: tensor<2x2xf32>", result="tensor<2x2xf32>")
    assert seen == [False]  # bound to its default, and only where transpose_a holds


def test_once_demands_a_single_use():
    rule = tf.Neg(once(tf.Abs(x))) >> tf.Neg(x)
    one = '%0 = "tf.Abs"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n%r = "tf.Neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>'
    two = one.replace("%r =", "%1 =") + '\n%r = "tf.AddV2"(%0, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>'
    assert "tf.Abs" not in rewritten(one, rule)[0]
    assert "tf.Abs" in rewritten(two, rule)[0]


def test_a_name_for_what_is_inside():
    rule = tf.Neg(y @ tf.Abs(x)) >> y
    body = '%0 = "tf.Abs"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>\n%r = "tf.Neg"(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>'
    text, _ = rewritten(body, rule)
    assert "tf.Abs" in text and "tf.Neg" not in text


def test_a_result_by_its_number():
    rule = tf.Unique(x)[1] >> tf.Unique(x)[1]
    assert rule.pattern.result == 1

    @rewrite(tf.Abs(tf.Unique(x)[1]))
    def only_of_the_second(x):
        return np.zeros(3, np.int32)

    body = '%0, %1 = "tf.Unique"(%x) : (tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>)\n%r = "tf.Abs"(%{n}) : (tensor<3xi32>) -> tensor<3xi32>'
    arguments = {"arguments": "%x: tensor<3xi32>", "result": "tensor<3xi32>"}
    assert "tf.Abs" not in rewritten(body.replace("{n}", "1"), only_of_the_second, **arguments)[0]
    assert "tf.Abs" in rewritten(body.replace("{n}", "0"), only_of_the_second, **arguments)[0]


def test_what_a_declined_rule_built_is_taken_back():
    @rewrite(tf.Neg(x))
    def build_and_decline(x):
        tf.Abs(tf.Abs(x))

    text, _ = rewritten('%r = "tf.Neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>', build_and_decline)
    assert "tf.Abs" not in text


def test_a_rule_that_always_fires_is_bounded():
    @rewrite(tf.Neg(x))
    def forever(x):
        return tf.Neg(tf.Neg(tf.Neg(x)))

    _, greedy = rewritten('%r = "tf.Neg"(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>', forever, max_rewrites=10)
    assert greedy.left == 0


def test_a_misspelt_name_fails_where_it_is_written():
    with pytest.raises(AttributeError, match="did you mean 'Neg'"):
        tf.Nge(x)


def test_a_pattern_has_no_truth_value():
    with pytest.raises(TypeError, match="no truth value"):
        bool(tf.Neg(x))


def test_a_name_that_the_pattern_does_not_bind_is_refused():
    with pytest.raises(TypeError, match="does not bind"):
        tf.Neg(x) >> y
