"""Lets loops use from outside what they only handed on from turn to turn."""

from __future__ import annotations

from tfir.dialects.tfg.control_flow import REGION, kind_of, token_of
from tfir.dialects.tfg.regions import RegionAttr
from tfir.ir.attributes import ArrayAttr
from tfir.ir.operations import Operation
from tfir.ods.control import CONTROL, control_operands, data_operands


def tfg_eliminate_passthrough_iter_args(module: "Module"):
    for op in [op for op in module.walk(post_order=True) if (kind := kind_of(op, REGION)) and kind.has_arguments]:
        passed = passed_through(op)
        if passed:
            eliminate(op, passed)


def lead_of(op: Operation) -> int:
    """How many arguments of the body come before those that go round: the counter, for a For."""
    return 1 if kind_of(op, REGION).name == "For" else 0


def passed_through(op: Operation) -> list[int]:
    """The numbers of values that a body yields unchanged, and for which there is a token outside."""
    body, lead, first = op.regions[-1].entry, lead_of(op), kind_of(op, REGION).lead
    yielded, starts = data_operands(body.last), data_operands(op)[first:]
    return [at for at, value in enumerate(yielded) if value is body.arguments[at + lead] and token_of(starts[at]) is not None]


def eliminate(op: Operation, passed: list[int]) -> None:
    kind, lead = kind_of(op, REGION), lead_of(op)
    data, gone = list(data_operands(op)), set(passed)
    starts = data[kind.lead :]
    for region in op.regions:
        block = region.entry
        half = len(block.arguments) // 2
        for at in passed:
            block.arguments[at + lead].replace_all_uses_with(starts[at])
            block.arguments[at + lead + half].replace_all_uses_with(token_of(starts[at]))
        drop_handed_on(block.last, gone)
        for index in sorted([at + lead + part for at in passed for part in (0, half)], reverse=True):
            block.remove_argument(index)
    for at in passed:
        op.results[at].replace_all_uses_with(starts[at])
    kept = [at for at in range(len(starts)) if at not in gone]
    types = [op.results[at].type for at in kept] + [CONTROL]
    operands = [*data[: kind.lead], *[starts[at] for at in kept], *control_operands(op)]
    attributes = {name: without(value, gone, lead) for name, value in op.attributes.items()}
    new = op.parent.insert_before(Operation(op.name, operands, types, attributes, op.take_regions(), location=op.location), op)
    for old, result in zip([*[op.results[at] for at in kept], op.results[-1]], new.results):
        old.replace_all_uses_with(result)
    op.erase()


def drop_handed_on(last: Operation, gone: set) -> None:
    """A condition has its verdict in front."""
    data, first = data_operands(last), 1 if last.name == "tfg.condition" else 0
    kept = [value for at, value in enumerate(data) if at < first or at - first not in gone]
    last.set_operands([*kept, *control_operands(last)])


def without(value, gone: set, lead: int):
    """The preserved attributes of a function, without those of the arguments and results that it no longer has."""
    if not isinstance(value, RegionAttr):
        return value
    arguments = [one for at, one in enumerate(value.argument_attrs) if at - lead not in gone]
    results = list(value.result_attrs)
    if len(results) > 1 or not gone or max(gone) < len(results):
        results = [one for at, one in enumerate(results) if at not in gone or len(value.result_attrs) == 1]
    return RegionAttr(value.attributes, ArrayAttr(arguments), ArrayAttr(results))
