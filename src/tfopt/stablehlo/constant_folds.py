"""What `--stablehlo-aggressive-folder` computes: ops of constants, sizes that types tell, branches and loops whose condition is known.

No op has a folder of its own: a fold is what the op means, of constants. What upstream leaves alone is told by the lists of `op_lists.txt`
and by `LEFT`. Source: openxla/stablehlo, StablehloAggressiveFolder.cpp.
"""

from __future__ import annotations

from itertools import groupby

from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType, IntegerType, TensorType, Type
from tfir.ods.op_lists import read_lists

from tfopt.rewrite.building import array
from tfopt.rewrite.constants import elements_of, is_all
from tfopt.rewrite.folding import fold
from tfopt.rewrite.pattern import RewritePattern, function_patterns
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.rewrite.terms import CONSTANT_OPS
from tfopt.stablehlo.optimization import splat, spread_constant
from tfopt.stablehlo.simplification import regions, shaping

LISTS = read_lists(__file__)


class Fold(RewritePattern):
    """Computes an op of constants. `limit` is the most elements of a result, `floats` whether floats are computed too."""

    required = (CONSTANT_OPS,)
    changes = ("bits",)  # functions of floats are computed here with other last digits than on a device

    def __init__(self, name: str, limit: int | None = None, floats: bool = True):
        self.name = name if "." in name else f"stablehlo.{name}"
        self.roots, self.at, self.limit, self.floats = (self.name,), f"op_lists.txt: {name}", limit, floats
        self.left = LEFT.get(name)

    def title(self) -> str:
        return f"fold {self.name}"

    def match_and_rewrite(self, op: Operation, rewriter: PatternRewriter) -> bool:
        if not self.may_compute(op):
            return False
        contents = fold(op)
        if contents is None or (self.left is not None and self.left(op)):
            return False
        return rewriter.replace(op, [rewriter.constant(each) for each in contents])

    def may_compute(self, op: Operation) -> bool:
        type, elements = op.results[0].type, [element_of(value) for value in (*op.operands, *op.results)]
        if not isinstance(type, TensorType) or any([elements_of(value) is None for value in op.operands]):
            return False
        if any([isinstance(each, ComplexType) for each in elements]) and not has_trait(op, "movement"):
            return False
        computes_floats = isinstance(type.element, FloatType) or (op.name == "stablehlo.convert" and isinstance(elements[0], FloatType))
        return (self.floats or not computes_floats) and (self.limit is None or type.is_static and type.size <= self.limit)


def element_of(value: Value) -> Type | None:
    return getattr(value.type, "element", None)


def is_integer(value: Value) -> bool:
    return isinstance(element_of(value), IntegerType)


def divides_by_zero(op: Operation) -> bool:
    return is_integer(op.operands[1]) and not array(op.operands[1]).all()


def goes_nowhere(op: Operation) -> bool:
    """A reversal that changes nothing is for simplification."""
    type = op.results[0].type
    return splat(op.operands[0]) is not None or type.size <= 1 or all([type.shape[axis] == 1 for axis in op.get("dimensions")])


def fits_in_no_integer(op: Operation) -> bool:
    """Floats that are no integers of the result's type when cut off. Upstream leaves the negative zero too."""
    to = element_of(op.results[0])
    if not isinstance(to, IntegerType) or to.width == 1 or is_integer(op.operands[0]):
        return False
    from numpy import float64, isfinite, signbit, trunc

    numbers = array(op.operands[0]).astype(float64)
    (low, high), cut = to.limits, trunc(numbers)
    return bool((~isfinite(numbers) | (cut < low) | (cut >= float(high + 1)) | ((numbers == 0) & signbit(numbers))).any())


def chooses_among_floats(op: Operation) -> bool:
    return splat(op.operands[0]) is None and isinstance(element_of(op.results[0]), FloatType)


def any_of(condition):
    """Whether a condition of arrays holds for some element of the operand."""
    return lambda op: bool(condition(array(op.operands[0])).any())


LEFT = {
    "convert": fits_in_no_integer,
    "divide": divides_by_zero,
    "log": any_of(lambda x: x <= 0),
    "remainder": divides_by_zero,
    "reverse": goes_nowhere,
    "rsqrt": any_of(lambda x: x <= 0),
    "select": chooses_among_floats,
    "sign": any_of(lambda x: x != x),
    "sqrt": any_of(lambda x: x < 0),
}


def part_of_splat(op: Operation, rewriter) -> bool:
    """What is moved out of a splat is a splat, wherever it is taken from."""
    elements = spread_constant(op.operands[0], op.results[0].type)
    return elements is not None and rewriter.replace(op, [rewriter.constant(elements)])


def iota_of_one(op: Operation, rewriter) -> bool:
    """Counting that has no second number."""
    type = op.results[0].type
    return type.size <= 1 and is_integer(op.results[0]) and rewriter.replace(op, [rewriter.constant(DenseAttr.of(0, type))])


def size_that_is_set(op: Operation, rewriter) -> bool:
    """A dimension gets the size that it has."""
    operand, size = op.operands
    same = operand.type is op.results[0].type and splat(size) is not None
    return same and splat(size).values()[0] == operand.type.shape[op.get("dimension")] and rewriter.replace(op, [operand])


def joined_splats(op: Operation, rewriter) -> bool:
    """Neighbours that are the same splat are one constant."""
    runs = [list(run) for _, run in groupby(op.operands, lambda value: splat(value) or value)]
    if len(runs) == len(op.operands) or all([splat(run[0]) is None for run in runs if len(run) > 1]):
        return False
    return rewriter.replace_with(
        op, op.name, [part for run in runs for part in joined(run, op.get("dimension"), rewriter)], **op.attributes
    )


def joined(run: list[Value], axis: int, rewriter) -> list[Value]:
    """Equal splats as one, along a dimension; other values as they are."""
    type = run[0].type
    if len(run) == 1 or splat(run[0]) is None or not isinstance(type, TensorType):
        return run
    sizes = [size * len(run) if at == axis else size for at, size in enumerate(type.sizes)]
    return [rewriter.constant(spread_constant(run[0], type.with_shape(tuple(sizes))))]


def branch_that_is_known(op: Operation, rewriter) -> bool:
    """The branch that an index picks takes the place of the choice. What is left of it, where other branches have effects, gives zeros."""
    index = splat(op.operands[0])
    if index is None or not any([result.uses for result in op.results]) or not all([has_zero(result.type) for result in op.results]):
        return False
    (number,) = index.values()[:1]
    block = op.regions[number if 0 <= number < len(op.regions) else -1].entry
    values = list(block.terminator.operands)
    rewriter.move([inner for inner in block if inner is not block.terminator], op.block, op)
    for result, value in zip(op.results, values):
        rewriter.replace_uses(result, value)
    build = Builder.before(block.terminator)
    block.terminator.set_operands([zero(result.type, build) for result in op.results])
    return rewriter.modified(op)


def has_zero(type: Type) -> bool:
    return type.text == "!stablehlo.token" or (isinstance(type, TensorType) and type.is_static and type.encoding is None)


def zero(type: Type, build: Builder) -> Value:
    if not isinstance(type, TensorType):
        return build.value("stablehlo.after_all", [], type)
    return build.value("stablehlo.constant", [], type, {"value": DenseAttr.of(0, type)})


def never_runs(op: Operation) -> bool:
    """Whether a loop's condition is false."""
    return is_all(op.regions[0].entry.terminator.operands[0], False)


def loop_that_never_runs(op: Operation, rewriter) -> bool:
    """It gives what it was given. It goes when it is dead, which it may not be for effects that never happen."""
    if not any([result.uses for result in op.results]) or not never_runs(op):
        return False
    for result, value in zip(op.results, op.operands):
        rewriter.replace_uses(result, value)
    return rewriter.modified(op)


def dead_loop_of_calls(op: Operation, rewriter) -> bool:
    """A loop that never runs and that nothing uses, where what is called is taken to have no effects."""
    if any([result.uses for result in op.results]) or not never_runs(op) or not all([is_harmless(inner) for inner in op.inside()]):
        return False
    rewriter.erase(op)
    return True


def is_harmless(op: Operation) -> bool:
    return op.name == "func.call" or has_trait(op, "terminator") or bool(op.regions) or effects_of(op).changes_nothing


def folds(element_limit: int, floats: bool, calls_are_pure: bool) -> list[RewritePattern]:
    """The patterns, in the order in which they are tried."""
    by_option, few = LISTS["folded_by_option"], LISTS["folded_up_to_limit"]
    computed = [
        Fold(name, element_limit if name in few else None, floats or name not in by_option) for name in (*LISTS["folded"], *by_option)
    ]
    return computed + function_patterns({**FOLDS, "stablehlo.while": [loop_that_never_runs, *[dead_loop_of_calls] * calls_are_pure]})


FOLDS = {
    "stablehlo.broadcast_in_dim": [part_of_splat],
    "stablehlo.case": [branch_that_is_known],
    "stablehlo.concatenate": [joined_splats],
    "stablehlo.dynamic_slice": [part_of_splat],
    "stablehlo.get_dimension_size": [shaping.size_known],
    "stablehlo.iota": [iota_of_one],
    "stablehlo.reduce": [regions.reduction_along_nothing, regions.reduction_to_what_is_known, regions.constants_in_reduction],
    "stablehlo.set_dimension_size": [size_that_is_set],
    "stablehlo.slice": [part_of_splat],
}
