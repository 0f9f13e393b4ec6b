"""Restores the state that TensorFlow restores when it loads a model and that no symbol of tf_saved_model stands for: reference variables,
and tables that are written to. A function that is run before all others does it."""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.tf.dense_tables import DenseTable
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.subgraph import needed_for
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import FunctionType
from tfir.ods.arrays import array_of, dense_of
from tfir.ods.control import CONTROL, data_operands
from tfir.storage.datatypes import unranked
from tfir.storage.graphdef.wire import NAME

from tftranslate.saved_model.variables import REFERENCES, TABLES, Variables, place_name

NAME_OF_FUNCTION = "__saved_model_restore_op"


def name_places(ops) -> dict[str, Operation]:
    """The reference variables and tables among some ops, by name. It becomes their `shared_name`, so that it stays without the node, and so do
    the names of all other resources that functions share: iterators, queues."""
    places: dict[str, Operation] = {}
    for op in ops:
        is_place = op.name in REFERENCES or op.name in TABLES
        if is_place or is_shared(op):
            op.set_attribute("shared_name", StringAttr(place_name(op)))
        if is_place:
            places.setdefault(place_name(op), op)
    return places


def is_shared(op: Operation) -> bool:
    """Whether an op makes a resource that has the name of its node unless another one is given."""
    return has_trait(op, "effects") and op.attributes.get("shared_name") == StringAttr("")


def restoring_function(places: dict[str, Operation], variables: Variables, version) -> Operation | None:
    """A function that assigns the content in the checkpoint to places; None where the checkpoint has none for them."""
    block, tokens = Block(), []
    for name, op in places.items():
        content = table_content(name, op, variables) if op.name in TABLES else variable_content(name, variables)
        if content and all(value.op is not None for value in op.operands):
            place = copied(block, op)
            values = [constant(block, f"{name}/restored/{number}", value) for number, value in enumerate(content)]
            tokens.append(written(block, place, values, f"{name}/restore"))
    return function_of_tokens(block, tokens, version) if tokens else None


def copied(block: Block, op: Operation) -> Operation:
    """A copy of a place, with the constants that it is made from."""
    needed = needed_for(list(op.operands), set())
    mapping: dict[Value, Value] = {}
    for source in [inner for inner in op.parent if inner in needed]:
        block.append(source.clone(mapping))
    return block.append(op.clone(mapping))


def variable_content(name: str, variables: Variables) -> list[ElementsAttr]:
    return [variables.value_of(name)] if variables.knows(name) else []


def table_content(name: str, op: Operation, variables: Variables) -> list[ElementsAttr]:
    stored = [variables.bundle.tensor(key) for key, _ in variables.tables[name]] if name in variables.tables else []
    return entries(op, stored) if stored and op.operands else stored


def entries(op: Operation, stored: list[ElementsAttr]) -> list[ElementsAttr]:
    """The keys and values of a table that stores all its places, the empty ones with the keys that it is made with."""
    sources = [operand.op.attributes.get("value") for operand in op.operands if operand.type is not CONTROL and operand.op is not None]
    empty = [array_of(key) for key in sources if isinstance(key, ElementsAttr)]
    if not empty or len(empty) < len(data_operands(op)):
        raise Error(f"table '{place_name(op)}' is restored, and nothing tells which of its keys are empty: these are no constants", op)
    shape, (keys, values) = op.attributes.get("value_shape"), stored
    sizes = shape.shape if isinstance(shape, ShapeAttr) else ()
    deleted = empty[1] if len(empty) > 1 else None  # which the op's first version has not
    table = DenseTable(keys.type.element, values.type.element, sizes, empty[0], deleted)
    table.load(*map(array_of, stored))
    return [dense_of(array) for array in table.arrays(table.entered())]


def constant(block: Block, name: str, value: ElementsAttr) -> Value:
    attributes = {"dtype": TypeAttr(value.type.element), "value": value, NAME: StringAttr(name)}
    return block.append(Operation("tfg.Const", (), [unranked(value.type.element), CONTROL], attributes)).results[0]


def written(block: Block, place: Operation, values: list[Value], name: str) -> Value:
    """The token of the op that puts values into a place."""
    types = [TypeAttr(value.type.element) for value in values]
    if place.name in TABLES:
        kind = "tfg.LookupTableInsertV2" if place.operands else "tfg.LookupTableImportV2"
        op = Operation(kind, [place.results[0], *values], [CONTROL], {"Tin": types[0], "Tout": types[1], NAME: StringAttr(name)})
    else:
        op = Operation("tfg.Assign", [place.results[0], *values], [place.results[0].type, CONTROL], {"T": types[0], NAME: StringAttr(name)})
    return block.append(op).results[-1]


def function_of_tokens(block: Block, tokens: list[Value], version) -> Operation:
    named = ArrayAttr([DictAttr({"tfg.name": StringAttr(token.op.get(NAME))}) for token in tokens])
    block.append(Operation("tfg.return", tokens, (), {"control_ret_attrs": named}))
    function = Operation("tfg.func", regions=[Region([block])])
    function.update_attributes({
        "sym_name": StringAttr(NAME_OF_FUNCTION), "arg_attrs": ArrayAttr(), "res_attrs": ArrayAttr(),
        "function_type": TypeAttr(FunctionType([], [])), "tfg.lifted_graph_version": version,
    })  # fmt: skip
    return function
