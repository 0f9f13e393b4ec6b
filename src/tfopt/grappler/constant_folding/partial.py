"""Folds what is constant among operands of which others are not: of sums, of concatenations, of what IdentityN passes on."""

from __future__ import annotations

from itertools import groupby

from tfir.ods.control import data_operands

from tfopt.grappler.constant_folding.contents import is_constant, is_full
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.building import array
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

x = variables("x")[0]


@rewrite(tf.IdentityN(*x))
def through_identities(x):
    """Only constants: what else it passes on may be gathered there for a reason."""
    constants = [value if is_constant(value) else None for value in x]
    return constants if any([value is not None for value in constants]) else None


def sum_of_constants(x):
    """Several constants of a sum become one; zeros leave it."""
    fixed = [value for value in x if is_constant(value)]
    others = [value for value in x if not is_constant(value)]
    if not others or len(fixed) < 2:
        return MatchFailure("fewer than two constants")
    total = sum([array(value) for value in fixed[1:]], array(fixed[0]))
    return tf.AddN(*others, total)


def sum_without(zero):
    """The operands of a sum have one shape, so that zeros spread nothing."""

    def leave_out(x, op, item):
        others = [value for value in x if not is_full(value, zero)]
        if len(others) == len(x) or not others:
            return None
        return item.shapes.vouch(others[0] if len(others) == 1 else tf.AddN(*others), op.results[0])

    return leave_out


# Concatenations


@rewrite(tf.ConcatV2(*x))
def concat_of_constants(x):
    """Neighbours that are constants become one."""
    *parts, axis = x
    if elements_of(axis) is None or len(parts) < 3:
        return None
    runs = [list(run) for _, run in groupby(parts, is_constant)]
    if all([len(run) == 1 or not is_constant(run[0]) for run in runs]):
        return None
    merged = [each for run in runs for each in ([tf.ConcatV2(*run, axis)] if len(run) > 1 and is_constant(run[0]) else run)]
    return tf.ConcatV2(*merged, axis) if len(merged) > 1 else None


@rewrite(tf.ConcatV2(*x))
def concat_of_concats(x):
    """A concatenation along the same axis that only this one reads is a part of it."""
    *parts, axis = x
    flat = [each for part in parts for each in (inner_parts(part, axis) or [part])]
    return tf.ConcatV2(*flat, axis) if len(flat) > len(parts) else None


def inner_parts(part, axis):
    maker = part.op
    if maker is None or maker.name != "tfg.ConcatV2" or len(part.uses) != 1:
        return None
    *parts, inner_axis = data_operands(maker)
    return parts if is_same_constant(inner_axis, axis) else None


def is_same_constant(one, other) -> bool:
    return one is other or (is_constant(one) and is_constant(other) and elements_of(one).values() == elements_of(other).values())


STAGES = [
    Stage("PartialConstPropThroughIdentityN", through_identities),
    Stage(
        "PartialAssocOpConstFolding",
        rewrite(tf.AddN(*x))(sum_without(-0.0)),
        rewrite(tf.AddN(*x), changes=("zero",))(sum_without(0)),
        rewrite(tf.AddN(*x), changes=("bits", "nan", "inf"))(sum_of_constants),
    ),
    Stage("MergeConcat", concat_of_concats),
    Stage("PartialConcatConstFolding", concat_of_constants),
]
