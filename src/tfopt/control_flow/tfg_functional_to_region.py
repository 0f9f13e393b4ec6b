"""Puts the bodies of functions that If, Case, While and For name into regions of these nodes.

The functions stay. What they were called with and had of their own stands in attributes of the new node, so that the way back
finds them. Names of nodes inside tell where they were put. A function that comes to contain itself is left where it is.
"""

from __future__ import annotations

from tfir.dialects.tf_type import FuncAttr
from tfir.dialects.tfg.control_flow import NO_ATTRIBUTES, REGION, TYPES, kind_of, token_of
from tfir.dialects.tfg.functions import attribute_dicts, functions_by_name
from tfir.dialects.tfg.nodes import NAME, node_name
from tfir.dialects.tfg.regions import RegionAttr
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ods.control import CONTROL, control_operands, data_operands

WORKS_ON = ("tfg",)
NOT_KEPT = ("function_type", "arg_attrs", "res_attrs")


def tfg_functional_to_region(module: "Module"):
    functions = functions_by_name(module)
    for op in [op for op in module.walk() if kind_of(op)]:
        put_in(op, functions, ())


def put_in(op: Operation, functions: dict[str, Operation], around: tuple) -> None:
    """Replaces the node, and those inside of what it becomes. `around` are the functions whose bodies it stands in."""
    kind = kind_of(op)
    called = called_by(op, functions)
    if called is None or any([function in around or "generic" in function.attributes for function in called]):
        return
    types = [value.type for value in data_operands(op)[kind.lead :]]
    regions = [region_of(op, kind, function, number, types) for number, function in enumerate(called)]
    prefix = op.name.removesuffix(kind.name)
    operands = data_operands(op) if kind.has_arguments else data_operands(op)[: kind.lead]
    new = Operation(
        f"{prefix}{kind.name}{REGION}", [*operands, *control_operands(op)], [result.type for result in op.results],
        attributes_of(op, kind, called), regions, (), op.location,
    )  # fmt: skip
    op.parent.insert_before(new, op)
    op.replace_with(new.results)
    for function, region in zip(called, new.regions):
        for inner in [inner for block in region.blocks for inner in block if kind_of(inner)]:
            put_in(inner, functions, (*around, function))


def called_by(op: Operation, functions: dict) -> list[Operation] | None:
    """The functions that a node names, or None where one of them is not here."""
    kind = kind_of(op)
    listed = getattr(op.attributes.get("branches"), "elements", ())
    names = listed if kind.is_list else [op.attributes.get(part[0]) for part in kind.parts]
    called = [functions.get(name.name.root) if isinstance(name, FuncAttr) else None for name in names]
    return called if called and None not in called else None


def region_of(op: Operation, kind, function: Operation, number: int, types: list) -> Region:
    block = Block()
    if kind.has_arguments:
        own = [argument.type for argument in function.body.arguments[::2]] if kind.name == "For" else types
        values = [block.add_argument(type) for type in own]
        tokens = [block.add_argument(CONTROL) for _ in own]
    else:
        values = list(data_operands(op)[kind.lead :])
        tokens = [token_of(value) for value in values]
    mapping: dict[Value, Value] = dict(zip(function.body.arguments[::2], values))
    mapping |= zip(function.body.arguments[1::2], tokens)
    for node in [block.append(node.clone(mapping)) for node in function.body]:
        node.set_operands([value for value in [mapping.get(value, value) for value in node.operands] if value is not None])
        if node_name(node):
            node.set_attribute(NAME, StringAttr(f"{node_name(node)}_tfg_inlined_{node_name(op)}_{number}"))
    end(block, block.last, is_condition=kind.name == "While" and number == 0, arguments=values)
    return Region([block])


def end(block: Block, last: Operation, is_condition: bool, arguments: list) -> None:
    """A function returns; a region yields, and the condition of a loop also passes on its arguments."""
    data, tokens = data_operands(last), control_operands(last)
    operands = [data[0], *arguments, *tokens] if is_condition else [*data, *tokens]
    block.append(Operation("tfg.condition" if is_condition else "tfg.yield", operands, location=last.location))
    last.erase()


def attributes_of(op: Operation, kind, called: list[Operation]) -> dict:
    dropped = {*TYPES[kind.name], "output_shapes", *[part[0] for part in kind.parts]}
    attributes = {name: value for name, value in op.attributes.items() if name not in dropped}
    references = [kind.attribute(op, 0, number) for number in range(len(called))]
    kind.put(attributes, 1, [reference.attributes for reference in references])
    kind.put(attributes, 2, [region_attributes(function, kind.has_arguments) for function in called])
    return attributes


def region_attributes(function: Operation, with_arguments: bool) -> RegionAttr:
    own = DictAttr({name: value for name, value in function.attributes.items() if name not in NOT_KEPT})
    arguments = attribute_dicts(function, "arg_attrs")[::2] if with_arguments else []
    results = attribute_dicts(function, "res_attrs") or [NO_ATTRIBUTES] * len(function.attributes["function_type"].type.results)
    return RegionAttr(own, ArrayAttr(arguments), ArrayAttr(results))
