"""Activations that a program writes out as formulas go into the product or the convolution behind whose bias they stand, where
oneDNN computes them.

    gelu(y) = y / 2 * erfc(-y / sqrt(2)) = y / 2 * (1 + erf(y / sqrt(2)))
    approximately  y / 2 * (1 + tanh(sqrt(2 / pi) * (y + 0.044715 * y ** 3)))
    hard swish(y) = y * relu6(y + 3) / 6
"""

from __future__ import annotations

from math import isclose, pi, sqrt

from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32

from tfopt.grappler.remapper.contraction import inner_attributes
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import data_operands, plain_attribute
from tfopt.rewrite.terms import MatchFailure, constants, once, rewrite, tf, variables

y = variables("y")[0]
half, root, cubic, one, three, sixth = constants("half root cubic one three sixth")
EXACTLY = 1e-6  # relative: numbers are written in f32


def into(fused: str, activation: str, **numbers):
    """A rule's function: `fused` with a bias takes in a formula of `y` whose constants are these numbers."""

    def take_in(op: Operation, item, y: Value, arrays: dict):
        if not all([array.ndim == 0 and isclose(array.item(), numbers[name], rel_tol=EXACTLY) for name, array in arrays.items()]):
            return MatchFailure("the formula has other numbers")
        inner = y.op
        if (
            inner is None
            or inner.name != f"tfg.{fused}"
            or [*plain_attribute(inner, "fused_ops")] != ["BiasAdd"]
            or y.type.element is not F32
        ):
            return MatchFailure(f"it is not applied to a {fused} of f32 with a bias")
        if not item.onednn or item.device_kind(op) != "CPU" or item.device(inner) != item.device(op):
            return MatchFailure("only oneDNN on CPUs has the kernel")
        if item.is_preserved(inner) or inner.results[-1].uses or not set(y.users) <= nodes_between(op, inner):
            return MatchFailure(f"the result of '{fused}' is needed elsewhere too")
        attributes = {key: inner.attributes[key] for key in inner_attributes(inner) if key != "fused_ops"}
        made = getattr(tf, fused)(*data_operands(inner), fused_ops=["BiasAdd", activation], **attributes)
        return item.shapes.vouch(made, op.results[0])  # every constant is a single number

    return take_in


def nodes_between(op: Operation, inner: Operation) -> set[Operation]:
    """The node and those that it is computed by, down to `inner`."""
    nodes, stack = {op}, [op]
    while stack:
        for value in data_operands(stack.pop()):
            maker = value.op
            if maker is not None and maker is not inner and maker not in nodes and "value" not in maker.attributes:
                nodes.add(maker)
                stack.append(maker)
    return nodes


halved = once(tf.Mul(y, half))
by_erfc = tf.Mul(halved, once(tf.Erfc(once(tf.Mul(once(tf.Neg(y)), root)))))
by_erf = tf.Mul(halved, once(tf.AddV2(once(tf.Erf(once(tf.Mul(y, root)))), one)))


def by_tanh(cube):
    inside = once(tf.AddV2(y, once(tf.Mul(cube, cubic))))
    return tf.Mul(halved, once(tf.AddV2(once(tf.Tanh(once(tf.Mul(inside, root)))), one)))


CUBES = (once(tf.Mul(once(tf.Square(y)), y)), once(tf.Pow(y, three)))
gelu = into("_FusedMatMul", "GeluExact", half=0.5, root=sqrt(0.5), one=1)
approximate = into("_FusedMatMul", "GeluApproximate", half=0.5, root=sqrt(2 / pi), cubic=0.044715, one=1, three=3)
hard_swish = into("_FusedConv2D", "_FusedHardSwish", three=3, sixth=1 / 6)
CHANGES = ("bits", "nan", "inf", "zero")


@rewrite(by_erfc, changes=CHANGES)
def gelu_by_erfc(y, half, root, op, item):
    return gelu(op, item, y, {"half": half, "root": root})


@rewrite(by_erf, changes=CHANGES)
def gelu_by_erf(y, half, root, one, op, item):
    return gelu(op, item, y, {"half": half, "root": root, "one": one})


@rewrite(by_tanh(CUBES[0]), changes=CHANGES)
def gelu_by_tanh(y, half, root, cubic, one, op, item):
    return approximate(op, item, y, {"half": half, "root": root, "cubic": cubic, "one": one})


@rewrite(by_tanh(CUBES[1]), changes=CHANGES)
def gelu_by_tanh_of_power(y, half, root, cubic, one, three, op, item):
    return approximate(op, item, y, {"half": half, "root": root, "cubic": cubic, "one": one, "three": three})


@rewrite(tf.Mul(once(tf.Mul(y, once(tf.Relu6(once(tf.AddV2(y, three)))))), sixth), changes=CHANGES)
def hard_swish_of_convolution(y, three, sixth, op, item):
    return hard_swish(op, item, y, {"three": three, "sixth": sixth})


FORMULAS = Stage(
    "ContractionWithFormula", gelu_by_erfc, gelu_by_erf, gelu_by_tanh, gelu_by_tanh_of_power, hard_swish_of_convolution, kind="fused"
)
