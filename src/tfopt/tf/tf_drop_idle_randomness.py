"""Drops random numbers that make no difference: those that are not read, and those of a dropout that keeps everything.

What is not read stays where others draw from the same generator, of the node that this one was in another function or call.

A draw without seeds cannot be computed twice alike, so nothing that a program gives may hang on one. Where it is kept to be compared
with a rate of 0, or added to a probability of 1 and rounded down, it does not.

What TensorFlow's kernels refuse of what draws are given becomes an assertion, also of a draw that keeps a generator and is not read, which
TensorFlow runs.
"""

from __future__ import annotations

from tfir.analysis.effects import effects_of
from tfir.dialects import is_pure, lookup
from tfir.dialects.tfg.nodes import KEPT_NAME
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Block, Operation, Value

from tfopt.generic.inline import KEPT_AT
from tfopt.rewrite.constants import elements_of, splat_number
from tfopt.tf.refused_draws import assert_drawn, operands_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

COMPARISONS = {"tf.GreaterEqual": (0, 1), "tf.LessEqual": (1, 0)}  # the operands that are the greater and the smaller one


def tf_drop_idle_randomness(func: "Func"):
    for op in [op for op in func.walk() if op.name == "tf.Floor" or op.name in COMPARISONS]:
        truth = outcome(op)
        if truth is not None and op.results[0].type.is_static:
            elements = DenseAttr.of(truth, op.results[0].type)
            op.replace_with([Builder.before(op).value("tf.Const", [], op.results[0].type, {"value": elements})])
    for op in [op for op in func.walk() if is_drawn(op)]:
        assert_drawn(op)
    if any(is_draw(op) for op in func.walk()):
        kept = read_elsewhere(func)
        for block in [block for op in func.walk() for region in op.regions for block in region.blocks]:
            drop_unused(block, kept)


def outcome(op: Operation):
    """The result of an operation if it is the same for every number that may be drawn, else None."""
    if op.name == "tf.Floor":
        least = least_of(op.operands[0])
        return least if least in (0.0, 1.0) else None  # with others, a sum of the greatest number drawn may be rounded up
    greater, smaller = (op.operands[i] for i in COMPARISONS[op.name])
    least, bound = least_of(greater), number_of(smaller)
    return True if least is not None and bound is not None and least >= bound else None


def least_of(value: Value) -> float | None:
    """The least value of a number drawn from 0 to 1, the latter not included, to which a number may have been added."""
    op = value.op
    if op is None:
        return None
    if op.name == "tf.RandomUniform":
        return 0.0
    if op.name in ("tf.Add", "tf.AddV2", "tf.Mul"):
        for drawn, other in (op.operands, op.operands[::-1]):
            least, number = least_of(drawn) if number_of(drawn) is None else None, number_of(other)
            if least is not None and number is not None:
                return least + number if op.name != "tf.Mul" else least if number == 1.0 else None
    return None


def number_of(value: Value) -> float | None:
    return splat_number(elements_of(value))


def drop_unused(block: Block, kept: Container[str]) -> None:
    for op in reversed(block):
        if not any(result.uses for result in op.results) and op.results and (is_pure(op) or is_draw(op)) and place_of(op) not in kept:
            op.erase()


def read_elsewhere(func: Operation) -> set[str]:
    """The places of generators from which a function draws what it does not read, and other draws go on."""
    unread = {place_of(op) for op in func.walk() if is_draw(op) and not any(result.uses for result in op.results)} - {""}
    module = func.parent_op
    if not unread or module is None:
        return set()
    return {place_of(op) for op in module.walk() if is_draw(op) and any(result.uses for result in op.results)} & unread


def place_of(op: Operation) -> str:
    """Where an op that was a node keeps its generator; nothing is said of one that begins anywhere."""
    is_seeded = op.get("seed", 0) or op.get("seed2", 0)
    return (op.get(KEPT_NAME) or op.get(KEPT_AT) or "") if is_seeded else ""


def is_draw(op: Operation) -> bool:
    """Whether all that an operation does besides giving its results is to move a generator of its own on."""
    return "shape" in operands_of(op) and {"seed", "seed2"} <= set(lookup(op.name).signature.attributes)


def is_drawn(op: Operation) -> bool:
    """Whether TensorFlow runs a draw: of those that are told a generator such as are read."""
    if op.regions:
        return False
    is_stateless = "shape" in operands_of(op) and not {"seed", "key"}.isdisjoint(operands_of(op))
    return "random" in effects_of(op).writes or is_stateless and any([result.uses for result in op.results])
