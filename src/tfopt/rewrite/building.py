"""Building operations inside a rule. The driver says where they go; a rule only names ops and their operands.

Operands may be values, numbers and arrays; the last two become constants. A number takes the element type of the first operand
that is a value, and is a splat of its shape where the op wants equal shapes (StableHLO's elementwise ops). The type of the result
comes from the op's meaning; an op whose result type is not determined by its operands gets it as `type=`.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.attributes import Attribute, DenseArrayAttr, attribute
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I64, TensorType, Type
from tfir.ods.binding import attribute_value, plain
from tfir.ods.element_types import element_of_word
from tfir.ods.inference import declared_value, infer, refined, result_types

from tfopt.rewrite import graph
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.rewriter import PatternRewriter, current_rewriter


def building_before(op: Operation) -> PatternRewriter:
    """While it lasts, operations are built in front of `op`: `with building_before(op): ...`."""
    return PatternRewriter(op)


def create(name: str, operands, attributes: dict) -> Operation:
    """A new operation. `attributes` may hold `type`, the type of the result (or a list of them), unless the op itself has one."""
    rewriter = current_rewriter()
    attributes = dict(attributes)
    names_type = "type" in lookup(name).signature.attributes  # of a bitcast, `type` is an attribute
    wanted: Type | list | None = None if names_type else attributes.pop("type", None)
    values = [as_value(operand, operands, name) for operand in operands]
    if rewriter.builds_nodes and name.startswith("tf."):
        return rewriter.build_node(name, values, attributes, wanted)
    stored = {key: stored_attribute(name, key, value) for key, value in attributes.items()}
    return rewriter.builder.create(name, values, types_for(name, values, stored, wanted), {**lookup(name).defaults, **stored})


def stored_attribute(op_name: str, name: str, value) -> Attribute:
    """A plain value as the kind of attribute that the op's signature declares."""
    if isinstance(value, Attribute):
        return value
    kind = lookup(op_name).signature.attributes[name].kind
    if kind.startswith("array<"):
        return DenseArrayAttr([int(each) for each in value], I1 if kind == "array<i1>" else I64)
    if kind == "elements":
        from tfir.ods.arrays import dense_of

        return dense_of(value)
    return attribute([int(each) for each in value] if isinstance(value, (list, tuple)) else value)


def types_for(name: str, values, attributes: dict, wanted) -> list[Type]:
    if wanted is not None:
        return list(wanted) if isinstance(wanted, (list, tuple)) else [wanted]
    definition = lookup(name)
    if names_elements(definition.signature):
        return result_types(definition, values, attributes)
    return types_like_first(definition, values, attributes)


def names_elements(signature) -> bool:
    """Whether a signature says which element type each result has, and not only among which it is."""
    return all([slot.type in signature.attributes or element_of_word(slot.type) is not None for slot in signature.results])


def types_like_first(definition, values, attributes: dict) -> list[Type]:
    """For signatures that do not name element types: the first operand's, unless the meaning says otherwise."""
    element = next(value.type.element for value in values if isinstance(value.type, TensorType))
    draft = Operation.draft(definition.name, values, [TensorType(None, element)] * len(definition.signature.results), attributes)
    found = infer(draft, definition, [declared_value(value) for value in values]) or [None] * len(draft.results)
    return [refined(result.type, shape) for result, shape in zip(draft.results, found)]


def as_value(operand, operands, name: str) -> Value:
    if isinstance(operand, Value):
        return operand
    if isinstance(operand, ElementsAttr):
        return constant(operand)
    beside = next((each for each in operands if isinstance(each, Value)), None)
    if isinstance(operand, (bool, int, float)) and beside is not None:
        shape = beside.type.shape if name.startswith("stablehlo.") else ()
        return constant(DenseAttr.of(operand, TensorType(shape, beside.type.element)))
    from tfir.ods.arrays import dense_of

    return constant(dense_of(operand))


def constant(elements: ElementsAttr) -> Value:
    """A new constant of the dialect that the operation belongs to for which it is built."""
    return current_rewriter().constant(elements)


def data_operands(op: Operation) -> tuple[Value, ...]:
    """The operands without control tokens."""
    return graph.data(op.operands) if graph.is_graph(op) else op.operands


def data_results(op: Operation) -> list[Value]:
    return list(graph.data(op.results)) if graph.is_graph(op) else op.results


def plain_attribute(op: Operation, name: str):
    """An attribute as a plain value: stored, read off the types, or its default."""
    definition = lookup(op.name)
    if definition is None or definition.signature is None or name not in definition.signature.attributes:
        return plain(op.attributes[name]) if name in op.attributes else None
    return attribute_value(definition, op, name)


def array(value: Value):
    from tfir.ods.arrays import array_of

    return array_of(elements_of(value))
