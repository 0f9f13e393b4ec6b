"""A number that becomes a string only to be hashed is hashed as it is."""

from __future__ import annotations

from tfir.ir.types import I8, I16, I32, I64

from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

x, s = variables("x s")


@rewrite(tf.StringToHashBucketFast(s @ tf.AsString(x)))
def hash_number(x, s, op, item):
    """Only what AsString writes without a format of its own."""
    written = s.owner
    if x.type.element not in (I8, I16, I32, I64):
        return MatchFailure(f"there is no kernel for {x.type.element}")
    if plain_attribute(written, "width") != -1 or plain_attribute(written, "fill") or plain_attribute(written, "scientific"):
        return MatchFailure("the number is written in a format of its own")
    if not item.has_single_use(s):
        return MatchFailure("the string is needed elsewhere too")
    return tf._TensorToHashBucketFast(x, num_buckets=plain_attribute(op, "num_buckets"))


HASH_BUCKET = Stage("TensorToHashBucket", hash_number, kind="fused")
