"""Functions made of regions: what a region takes from outside becomes arguments, what it yields becomes results, all by name."""

from __future__ import annotations

from tfir.dialects.tfg.control_flow import token_of
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.dialects.tfg.nodes import node_name
from tfir.dialects.tfg.regions import RegionAttr
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr, TypeAttr, UnitAttr
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import take_name
from tfir.ir.types import FunctionType
from tfir.ods.control import CONTROL, control_operands, data, data_operands, tokens

REGENERATE = "tfg.regenerate_output_shapes"  # shapes that were declared are no longer those of these values


def source_of(token: Value) -> Value | None:
    """A value that comes together with a token; None where the token's node gives nothing else."""
    if token.op is not None:
        return token.op.results[0] if token.op.results[0] is not token else None
    arguments = token.block.arguments
    is_function = token.block.parent_op.name == "tfg.func"
    return arguments[token.index - 1 if is_function else token.index - len(arguments) // 2]


class Captures:
    """The values that the regions of one node use from outside, and the tokens of nodes that have no such value."""

    def __init__(self, op: Operation):
        self.op = op
        self.values: dict[Value, None] = {}
        self.tokens: dict[Value, None] = {}
        used = [value for user in self.users() for value in user.operands if not is_defined_in(value, op)]
        self.values.update(dict.fromkeys(data(used)))
        for token in tokens(used):
            self.take_token(token)

    def users(self) -> list[Operation]:
        """Everything in the regions, what they end with last."""
        inner = [op for region in self.op.regions for block in region.blocks for op in block]
        ends = [region.entry.last for region in self.op.regions]
        deep = [user for op in inner if op not in ends for user in op.walk()]
        return deep + ends

    def take_token(self, token: Value) -> None:
        with_it = set(token.op.results) if token.op is not None else {source_of(token)}
        if not with_it & self.values.keys():
            source = source_of(token)
            (self.values if source is not None else self.tokens)[token if source is None else source] = None


def name_of(value: Value) -> str:
    if value.op is not None:
        return f"{node_name(value.op) or value.op.name[4:]}_tfg_result_{value.index}"
    around = value.block.parent_op
    dicts = attribute_dicts(around, "arg_attrs") if around.name == "tfg.func" else []
    index = value.index - (value.type is CONTROL)
    named = dicts[index].get("tfg.name") if index < len(dicts) else None
    return named.value if named is not None else f"arg_{index}"


def named(value: Value, taken: set[str]) -> DictAttr:
    """An argument's or a result's attributes, with a name of its own."""
    return DictAttr({"tfg.name": StringAttr(take_name(name_of(value), taken, 0)), REGENERATE: UnitAttr()})


def names_in(attributes: list) -> set[str]:
    return {each.get("tfg.name").value for each in attributes if each.get("tfg.name")}


def outlined(name: str, region: Region, own: list[Value], captured: list[Value], handed_on: bool, previous: RegionAttr | None) -> Operation:
    """A function of a region. `own` are the values that the region's arguments have at first, `captured` those from outside; where
    they are `handed_on` the function gives them back."""
    taken, source = set[str](), region.entry
    body, mapping = Block(), {}
    outer = [*own, *captured]
    inner = data(source.arguments)
    arguments = [(body.add_argument(value.type), body.add_argument(CONTROL)) for value in [*inner, *captured]]
    kept = list(previous.argument_attrs) if previous is not None and own else []
    argument_attrs = [kept[at] if at < len(kept) else named(value, taken) for at, value in enumerate(outer)]
    taken |= names_in(kept)
    for old, (value, token) in zip([*inner, *captured], arguments):
        mapping[old] = value
        mapping.setdefault(token_of(old), token)
    function = Operation("tfg.func", regions=[Region([body])], location=region.parent.location)
    function.set_attribute("arg_attrs", ArrayAttr([attrs for one in argument_attrs for attrs in (one, DictAttr())]))
    fill(body, source, mapping)
    returned, waits = list(data_operands(body.last)), list(control_operands(body.last))
    if body.last.name == "tfg.condition":
        returned = returned[:1]
    elif handed_on:
        returned += [value for value, _ in arguments[len(inner) :]]
    finish(function, name, returned, waits, taken, previous)
    return function


def fill(body: Block, source: Block, mapping: dict) -> None:
    """Copies the nodes; tokens that mean nothing inside are dropped."""
    copies = [body.append(op.clone(mapping)) for op in source]
    for op in copies:
        for user in op.walk():
            values = [mapping.get(value, value) for value in user.operands]
            user.set_operands([value for value in values if value.type is not CONTROL or is_defined_in(value, body.parent_op)])


def finish(
    function: Operation, name: str, returned: list[Value], tokens: list[Value], taken: set[str], previous: RegionAttr | None
) -> None:
    """The function's end and head."""
    body, end = function.body, function.body.last
    kept = list(previous.result_attrs) if previous is not None else []
    taken |= names_in(kept)
    results = [kept[at] if at < len(kept) else named(value, taken) for at, value in enumerate(returned)]
    controls = [DictAttr({"tfg.name": StringAttr(take_name(name_of(value), taken, 0))}) for value in tokens]
    end_attributes = {"control_ret_attrs": ArrayAttr(controls)}
    body.append(Operation("tfg.return", [*returned, *tokens], (), end_attributes, location=end.location))
    end.erase()
    attributes = dict(previous.attributes.entries) if previous is not None else {}
    type = FunctionType([argument.type for argument in body.arguments], [value.type for value in returned])
    function.set_attributes({
        **attributes, "sym_name": StringAttr(name), "function_type": TypeAttr(type), "arg_attrs": function.attributes["arg_attrs"],
        "res_attrs": ArrayAttr(results),
    })  # fmt: skip
