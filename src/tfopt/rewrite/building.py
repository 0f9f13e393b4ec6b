"""Building operations inside a rule. The driver says where they go; a rule only names ops and their operands.

Operands may be values, numbers and arrays; the last two become constants. A number takes the element type of the first operand
that is a value, and is a splat of its shape where the op wants equal shapes (StableHLO's elementwise ops). The type of the result
comes from the op's meaning; an op whose result type is not determined by its operands gets it as `type=`.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.attributes import Attribute, DenseArrayAttr, attribute
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I1, I64, TensorType, Type
from tfir.ods.binding import attribute_value, plain
from tfir.ods.constraints import element_of_word
from tfir.ods.inference import infer, known, refined, result_types

from tfopt.rewrite import graph
from tfopt.rewrite.constants import elements_of


class Site:
    """Where and for which operation something is being built; `create_node` is how a graph gets a node there."""

    __slots__ = ("builder", "root", "create_node")

    def __init__(self, builder: Builder, root: Operation, create_node):
        self.builder, self.root, self.create_node = builder, root, create_node


_sites: list[Site] = []


class building_before:
    """While it lasts, ops are built in front of `root`, in its dialect's way: `with building_before(op) as created: ...`."""

    def __init__(self, root: Operation, create_node=graph.create):
        self.site = Site(Builder.before(root), root, create_node)

    def __enter__(self) -> list[Operation]:
        _sites.append(self.site)
        return self.site.builder.created

    def __exit__(self, *_):
        _sites.pop()


def site() -> Site:
    if not _sites:
        raise RuntimeError("operations are built inside a rule only")
    return _sites[-1]


def create(name: str, operands, attributes: dict) -> Operation:
    """A new operation. `attributes` may hold `type`, the type of the result (or a list of them), unless the op itself has one."""
    here = site()
    attributes = dict(attributes)
    names_type = "type" in lookup(name).signature.attributes  # of a bitcast, `type` is an attribute
    wanted: Type | list | None = None if names_type else attributes.pop("type", None)
    values = [as_value(operand, operands, name) for operand in operands]
    if graph.is_graph(here.root) and name.startswith("tf."):
        return here.create_node(here, name, values, attributes, wanted)
    stored = {key: stored_attribute(name, key, value) for key, value in attributes.items()}
    return here.builder.create(name, values, types_for(name, values, stored, wanted), stored)


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
    draft = Operation(definition.name, (), [TensorType(None, element)] * len(definition.signature.results), attributes)
    draft._operands = tuple(values)  # not through the constructor: the draft is no user of its operands
    found = infer(draft, definition, [known(value) for value in values]) or [None] * len(draft.results)
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
    """A new constant of the dialect that the site's operation belongs to."""
    here = site()
    if graph.is_graph(here.root):
        return here.create_node(here, "tf.Const", [], {"value": elements, "dtype": elements.type.element}, elements.type).results[0]
    return here.builder.value(constant_name(here.root), [], elements.type, {"value": elements})


def constant_name(beside: Operation) -> str:
    """The op that holds a constant where such an operation stands."""
    return "stablehlo.constant" if beside.dialect in ("stablehlo", "chlo") else "tf.Const"


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
