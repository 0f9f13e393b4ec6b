"""Reductions that leave every element as it is: over no axes, or over axes of size 1."""

from __future__ import annotations

from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

x, a = variables("x a")
# A sum starts from +0, and so makes +0 of -0.
EXACT = (tf.Prod, tf.Max, tf.Min, tf.All, tf.Any)
FROM_ZERO = (tf.Sum, tf.Mean)


def simplify_reduction(x, a, op, item):
    """Drops a reduction over no axes, or over axes of size 1, which a Squeeze takes away; other sizes need not be known."""
    axes, shape = item.shapes.integers(a), item.shapes.of(x)
    if axes == []:
        return x
    if shape is None or axes is None:
        return x if shape == () else None
    if any([shape[axis] != 1 for axis in axes]):
        return MatchFailure("an axis may be longer than 1")
    if plain_attribute(op, "keep_dims"):
        return x
    return tf.Squeeze(x, squeeze_dims=sorted({axis % len(shape) for axis in axes}))


STAGES = [
    Stage(
        "SimplifyReduction",
        *[rewrite(name(x, a))(simplify_reduction) for name in EXACT],
        *[rewrite(name(x, a), changes=("zero",))(simplify_reduction) for name in FROM_ZERO],
    )
]
