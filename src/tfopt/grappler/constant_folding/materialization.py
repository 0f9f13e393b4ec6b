"""Makes constants of what shape inference knows: shapes, sizes, ranks, what is computed from them, the axes of reductions and of
broadcast gradients, tensors that are one number all over."""

from __future__ import annotations

from tfir.dialects import dialect
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.control import data_operands, data_results
from tfir.ods.shapes import Symbol

from tfopt.grappler.constant_folding.contents import LARGEST_CONSTANT
from tfopt.grappler.constant_folding.evaluation import NEVER
from tfopt.grappler.nodes import filled, rebuilt, vector
from tfopt.grappler.rewriting import OnNodes, Stage
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.folding import byte_size
from tfopt.rewrite.terms import MatchFailure, rewrite, tf, variables

x, s, t, v, f = variables("x s t v f")
SHAPES = tuple(dialect("tf").with_trait("shape_only"))
REDUCTIONS = tuple(dialect("tf").with_trait("reduction"))


def stages() -> list[Stage]:
    others = [name for name, semantics in dialect("tf").semantics.items() if semantics.propagate_values is not None and name not in SHAPES]
    followed = [name for name in others if f"tfg.{name}" not in NEVER and name != "_EagerConst"]
    return [
        Stage("MaterializeShapes", OnNodes(SHAPES, numbers_of_results), size_of_tensor_array, kind="folded"),
        Stage("SimplifyShapeN", shape_of_the_one_read),
        Stage("MaterializeOutputValues", OnNodes(followed, numbers_of_results), kind="folded"),
        Stage("MaterializeBroadcastGradientArgs", axes_of_gradients, kind="folded"),
        Stage("MaterializeReductionIndices", OnNodes(REDUCTIONS, all_axes)),
        Stage("MaterializeConstantValuedNode", fill, *like_another, kind="folded"),
    ]


def numbers_of_results(op: Operation, item):
    """Every result whose numbers all follow from shapes, as a constant."""
    results = data_results(op)
    constants = [constant_of(result, item) if result.uses or len(results) == 1 else None for result in results]
    return constants if any([each is not None for each in constants]) else None


def constant_of(result: Value, item) -> DenseAttr | None:
    shape = item.shapes.static(result)
    elements = item.shapes.integers(result) if shape is not None else None
    if elements is None:
        return None
    type = TensorType(shape, result.type.element)
    return DenseAttr.of(elements, type) if type.size == len(elements) else None


@rewrite(tf.ShapeN(*x))
def shape_of_the_one_read(x, op):
    """The others of several shapes are made of nodes that nothing else may need."""
    read = [result.index for result in data_results(op) if result.uses]
    if len(read) != 1:
        return None
    answer = [None] * len(x)
    answer[read[0]] = tf.Shape(x[read[0]], out_type=op.results[0].type.element)
    return answer


@rewrite(tf.TensorArraySizeV3(x, f))
def size_of_tensor_array(x):
    maker = x.op
    if maker is None or maker.name != "tfg.TensorArrayV3" or plain_attribute(maker, "dynamic_size"):
        return MatchFailure("the array may change its size")
    return elements_of(maker.operands[0])


# Gradients of what was broadcast


@rewrite(tf.BroadcastGradientArgs(s, t))
def axes_of_gradients(s, t, op, item):
    """The axes over which either gradient is summed, where it is known which sizes are 1."""
    first, second = item.shapes.numbers(s), item.shapes.numbers(t)
    if first is None or second is None or None in first or None in second:
        return None
    axes_of_both = reduced_axes(first, second, all([sums_over_it(result) for result in data_results(op)]))
    if axes_of_both is None:
        return MatchFailure("a size that is unknown may be 1")
    return [vector(axes, result.type.element) for axes, result in zip(axes_of_both, op.results)]


def reduced_axes(first: list, second: list, any_will_do: bool):
    """Both lists of axes, None where it is unknown. An axis both of whose sizes are 1 is in both lists but where the shapes are
    equal; a sum over it changes nothing but the rank, so that with `any_will_do` it doesn't matter whether an unknown size is 1."""
    if first == second:
        return [], []
    rank = max(len(first), len(second))
    a, b = [None] * (rank - len(first)) + first, [None] * (rank - len(second)) + second
    of_first, of_second = [], []
    for axis, (one, other) in enumerate(zip(a, b)):
        if one is other and isinstance(one, Symbol):
            if not any_will_do:
                return None
            continue
        if isinstance(one, Symbol) or isinstance(other, Symbol):
            if not any_will_do or {one, other}.isdisjoint((None, 1)):
                return None
        of_first += [axis] if one in (None, 1) else []
        of_second += [axis] if other in (None, 1) else []
    return of_first, of_second


def sums_over_it(axes: Value) -> bool:
    """Whether the axes are only summed over, and the sums get their shape from elsewhere."""
    return all([user.name == "tfg.Sum" and user.operands[1] is axes and gets_a_shape(user) for user in axes.users])


def gets_a_shape(op: Operation) -> bool:
    result = op.results[0]
    return bool(result.uses) and all([user.name == "tfg.Reshape" and user.operands[0] is result for user in result.uses])


# Reductions


def all_axes(op: Operation, item):
    """The axes of a reduction that must be over all of them: since its result has no shape left, or since that only gets another
    shape, which has one element."""
    operand, axes = data_operands(op)
    shape = item.shapes.of(operand)
    if elements_of(axes) is not None or not shape:
        return None
    if item.shapes.of(op.results[0]) != () and not is_one_element(op, item):
        return MatchFailure("its result may have more elements than one")
    return item.shapes.vouch(rebuilt(op, operand, vector(range(len(shape)), axes.type.element)), op.results[0])


def is_one_element(op: Operation, item) -> bool:
    if item.is_preserved(op) or not gets_a_shape(op):
        return False
    shapes = [item.shapes.of(user.results[0]) for user in op.results[0].users]
    return all([shape is not None and all([size == 1 for size in shape]) for shape in shapes])


# One number all over


@rewrite(tf.Fill(s, v))
def fill(v, op, item):
    elements, shape = elements_of(v), item.shapes.static(op.results[0])
    if elements is None or shape is None or not isinstance(elements, DenseAttr):
        return None
    type = TensorType(shape, elements.type.element)
    if (byte_size(type) or 0) > LARGEST_CONSTANT:
        return MatchFailure("its result is too large")
    return DenseAttr(type, elements.blob, True) if type.size else DenseAttr(type, b"")


def full_of(number: int):
    def like(op, item):
        shape, element = item.shapes.static(op.results[0]), op.results[0].type.element
        if shape is None or element.text.startswith("!"):
            return None
        constant = filled(number, shape, element)
        return constant if (byte_size(constant.type) or 0) <= LARGEST_CONSTANT else MatchFailure("its result is too large")

    return like


like_another = [rewrite(tf.ZerosLike(x))(full_of(0)), rewrite(tf.OnesLike(x))(full_of(1))]
