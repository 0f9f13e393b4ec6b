"""Unseeded randomness that nothing depends on: StableHLO has no op for it, and needs none.

Dropout that keeps everything is `x * floor(1 + u)` or `x * (u >= 0)`: u lies from 0 up to 1, so that both are known.
"""

from __future__ import annotations

import numpy as np
from tfir.define.arrays import dense_of, dtype_of
from tfir.define.inference import constant_of, evaluate
from tfir.dialects import lookup
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value

from tfopt.tf_to_stablehlo.lowering import LOWERINGS

COMPARED = ("tf.GreaterEqual", "tf.Greater", "tf.Less", "tf.LessEqual")
MONOTONE = ("tf.Add", "tf.AddV2", "tf.Sub", "tf.Mul")
LONGEST = 8  # ops between a number that is drawn and what is asked of it
FRACTION_BITS = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}


def forget_randomness(ops: list[Operation]) -> bool:
    """Puts constants in the place of what is the same whatever number is drawn, and takes away draws that nothing reads. Answers
    whether there were any draws."""
    if not any([is_draw(op) for op in ops]):
        return False
    for op in ops:
        if op.name in COMPARED or op.name == "tf.Floor":
            settle(op)
    for op in reversed(ops):
        if op.results and not any([result.uses for result in op.results]) and (is_draw(op) or lookup(op.name).is_pure):
            op.erase()
    return True


def is_draw(op: Operation) -> bool:
    """Whether an op has no effect but on a generator of random numbers."""
    meaning = lookup(op.name).meaning
    return op.name[3:] not in LOWERINGS and meaning is not None and meaning.__module__ == "tfir.dialects.tf.random"


def settle(op: Operation) -> None:
    ends = [bounds(value) for value in op.operands]
    if None in ends or all([low is high for low, high in ends]):
        return
    with np.errstate(all="ignore"):
        found = [evaluate(op, lookup(op.name), [pair[end] for pair, end in zip(ends, choice)])[0] for choice in choices(len(ends))]
    if all([each == found[0] for each in found]):
        (result,) = op.results
        content = dense_of(np.broadcast_to(found[0], result.type.shape), result.type.element)
        op.replace_by([Builder.before(op).value("tf.Const", [], result.type, {"value": content})])


def choices(count: int):
    return [(0,), (1,)] if count == 1 else [(a, b) for a in (0, 1) for b in (0, 1)]


def bounds(value: Value, steps: int = LONGEST):
    """The least and the largest number that a value's elements may be, the same object twice for a constant, or None."""
    constant = constant_of(value)
    if constant is not None:
        return (first := constant.reshape(-1)[0], first) if constant.size and (constant == constant.reshape(-1)[0]).all() else None
    op = value.op
    if op is None or not steps:
        return None
    if op.name == "tf.RandomUniform":
        dtype = dtype_of(value.type.element)
        return dtype.type(0), dtype.type(1 - 0.5 ** FRACTION_BITS[value.type.element.text])
    if op.name not in MONOTONE:
        return None
    ends = [bounds(operand, steps - 1) for operand in op.operands]
    if None in ends:
        return None
    with np.errstate(all="ignore"):
        found = [evaluate(op, lookup(op.name), [pair[end] for pair, end in zip(ends, choice)])[0] for choice in choices(2)]
    return (min(found), max(found)) if not any([each != each for each in found]) else None
