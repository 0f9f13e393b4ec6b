"""A batch of matrix products takes in one factor and a sum, as scores of attention have them, where oneDNN computes all three:

(x y) * s + m,  (x * s) y + m
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value

from tfopt.grappler.remapper.devices import why_not
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import MatchFailure, once, rewrite, tf, variables

x, y, p, s, m = variables("x y p s m")
FUSED = "_MklFusedBatchMatMulV2"


def fuse(item, op: Operation, product: Operation, left: Value, right: Value, factor: Value, addend: Value):
    """The products of `left` and `right` as one node with factor and addend, or why not. Of four axes are they, and the addend has
    one element along the second: TensorFlow fuses no others."""
    if (reason := why_not(item, op, FUSED, product)) is not None:
        return reason
    if not is_one_number(item, factor):
        return MatchFailure("the factor is not known to be one number")
    shape, added = item.shapes.of(product.results[0]), item.shapes.of(addend)
    if shape is None or added is None or len(shape) != 4 or len(added) != 4 or added[1] != 1:
        return MatchFailure("the products are not known to have four axes, or the sum no size of 1 along the second")
    adjoints = {name: plain_attribute(product, name) for name in ("adj_x", "adj_y")}
    return tf._MklFusedBatchMatMulV2(left, right, factor, addend, num_args=2, fused_ops=["Mul", "Add"], **adjoints)


def is_one_number(item, value: Value) -> bool:
    shape = item.shapes.of(value)
    return shape is not None and all([size == 1 for size in shape])


def rules_for(addition):
    @rewrite(addition(once(tf.Mul(p @ tf.BatchMatMulV2(x, y), s)), m), changes=("bits",))
    def scaled_products(p, x, y, s, m, op, item):
        return fuse(item, op, p.owner, x, y, s, m)

    @rewrite(addition(p @ tf.BatchMatMulV2(once(tf.Mul(x, s)), y), m), changes=("bits", "nan", "inf", "zero"))
    def products_of_scaled(p, x, y, s, m, op, item):
        factor, left = (s, x) if is_one_number(item, s) else (x, s)
        return fuse(item, op, p.owner, left, y, factor, m)

    return scaled_products, products_of_scaled


BATCH_MATMUL = Stage("BatchMatMulWithMulAndAdd", *[rule for addition in (tf.AddV2, tf.Add) for rule in rules_for(addition)], kind="fused")
