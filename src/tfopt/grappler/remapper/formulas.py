"""Activations that a program writes out as formulas go into the product or the convolution behind whose bias they stand, where
oneDNN computes them.

    gelu(y) = y / 2 * erfc(-y / sqrt(2)) = y / 2 * (1 + erf(y / sqrt(2)))
    approximately  y / 2 * (1 + tanh(sqrt(2 / pi) * (y + 0.044715 * y ** 3)))
    hard swish(y) = y * relu6(y + 3) / 6
"""

from __future__ import annotations

from math import isclose, pi, sqrt

from tfir.analysis.slices import reached
from tfir.ir.operations import Operation, Value
from tfir.ir.types import F32
from tfir.ods.control import data_operands

from tfopt.grappler.remapper.contraction import inner_attributes
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.constants import elements_of, splat_number
from tfopt.rewrite.graph import makers
from tfopt.rewrite.terms import MatchFailure, Number, once, rewrite, tf, variables

(y,) = variables("y")
EXACTLY = 1e-6  # relative: numbers are written in f32


class Near(Number):
    """Matches a constant that is a single number, as near as f32 tells."""

    def holds(self, value) -> bool:
        elements = elements_of(value)
        number = splat_number(elements) if elements is not None and elements.type.shape == () else None
        return number is not None and isclose(number, self.number, rel_tol=EXACTLY)

    def __repr__(self):
        return f"Near({self.number})"


def into(fused: str, activation: str):
    """A rule's function: `fused` with a bias takes in a formula of `y`."""

    def take_in(op: Operation, item, y: Value):
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
    return reached(
        [op], lambda node: [each for each in makers(data_operands(node)) if each is not inner and "value" not in each.attributes]
    )


halved = once(tf.Mul(y, Near(0.5)))
BY_ERFC = tf.Mul(halved, once(tf.Erfc(once(tf.Mul(once(tf.Neg(y)), Near(sqrt(0.5)))))))
BY_ERF = tf.Mul(halved, once(tf.AddV2(once(tf.Erf(once(tf.Mul(y, Near(sqrt(0.5)))))), Near(1))))
CUBES = (once(tf.Mul(once(tf.Square(y)), y)), once(tf.Pow(y, Near(3))))
SUMS = [once(tf.AddV2(y, once(tf.Mul(cube, Near(0.044715))))) for cube in CUBES]
BY_TANH = [tf.Mul(halved, once(tf.AddV2(once(tf.Tanh(once(tf.Mul(inside, Near(sqrt(2 / pi)))))), Near(1)))) for inside in SUMS]
HARD_SWISH = tf.Mul(once(tf.Mul(y, once(tf.Relu6(once(tf.AddV2(y, Near(3))))))), Near(1 / 6))
FORMULAS = Stage(
    "ContractionWithFormula",
    *[rewrite(formula, changes=("bits", "nan", "inf"))(into("_FusedMatMul", "GeluExact")) for formula in (BY_ERFC, BY_ERF)],
    *[rewrite(formula, changes=("bits",))(into("_FusedMatMul", "GeluApproximate")) for formula in BY_TANH],
    rewrite(HARD_SWISH, changes=("bits", "inf"))(into("_FusedConv2D", "_FusedHardSwish")),
    kind="fused",
)
