"""What Grappler, which sessions of TensorFlow run on a graph, leaves out of it though something waits for it: nodes that compute and do no more, where
only their token is needed, and pushes on stacks that are not popped from. An operand that such a node cannot take is no error then.

What it leaves out of what it has folded or inlined before is not left out here. Sources: TensorFlow, dependency_optimizer.cc (SafeToConvertToNoOp),
loop_optimizer.cc (RemoveStackOps), op_types.cc (IsFreeOfSideEffect).
"""

from __future__ import annotations

from tfir.analysis.deadness import CONTROL_FLOW, RUNNING_FUNCTIONS, needs_anchor
from tfir.analysis.effects import effects_of
from tfir.analysis.graph_effects import is_reference
from tfir.analysis.stacks import PUSHES, is_popped
from tfir.dialects import has_trait
from tfir.dialects.tfg.nodes import NAME
from tfir.dialects.tfg.subgraph import erase_unneeded
from tfir.ir.attributes import TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import Type
from tfir.ods.control import CONTROL, control_operands, control_result, data_operands, data_results

STAYING = CONTROL_FLOW | RUNNING_FUNCTIONS | {"tfg.Placeholder", "tfg.PlaceholderV2", "tfg.PlaceholderWithDefault", "tfg.Const"}
VARIABLES = frozenset(
    {"tfg.ReadVariableOp", "tfg._ReadVariablesOp", "tfg.VarHandleOp"}
)  # of which an Identity stays, as one of a reference


def leave_out_unread(function: Operation) -> None:
    """Leaves out of a function of a graph what its results do not read."""
    block = function.body
    if any([op.name in PUSHES for op in block]):
        erase_unneeded(function)  # which may pop
    for op in [op for op in block if op.name in PUSHES and not is_popped(op.operands[0]) and not is_returned(op.operands[0])]:
        stack, pushed = op.operands[:2]
        replace(op, "tfg.Identity", [pushed, token(op, stack), *control_operands(op)], [pushed.type, CONTROL])
    unread = [op for op in block if is_only_waited_for(op)]
    while unread:
        op = unread.pop()
        operands = data_operands(op)
        replace(op, "tfg.NoOp", list(dict.fromkeys([*[token(op, value) for value in operands], *control_operands(op)])), [CONTROL])
        unread += [maker for maker in dict.fromkeys([value.op for value in operands]) if maker is not None and is_only_waited_for(maker)]


def is_only_waited_for(op: Operation) -> bool:
    """Whether no value of a node is read, and all that it does is to compute them. Reading a variable is stateful for TensorFlow, and left out as well."""
    if op.name in STAYING or not op.operands or op.regions or any([result.uses for result in op.results[:-1]]):
        return False
    if (
        not data_results(op)
        or control_result(op) is None
        or "inplace" in op.name.lower()
        or any([user.name == "tfg.return" for user in op.results[-1].uses])
    ):
        return False
    if op.name == "tfg.Identity" and (is_reference(op.operands[0]) or getattr(op.operands[0].op, "name", "") in VARIABLES):
        return False
    effects = effects_of(op)
    return effects.changes_nothing and (not has_trait(op, "stateful") or effects.reads == {"variable"})


def is_returned(stack: Value) -> bool:
    """Whether a function gives the stack, or tells that it is made: then others may pop from it."""
    return stack.op is not None and any([user.name == "tfg.return" for result in stack.op.results for user in result.uses])


def token(reader: Operation, value: Value) -> Value:
    """What a node that reads a value waits for, once it does not read it."""
    if value.op is None:
        return value.block.arguments[value.index + 1]
    if not needs_anchor(value):
        return value.op.results[-1]
    anchor = Operation("tfg.Identity", [value], [value.type, CONTROL], {"T": TypeAttr(value.type.element)})
    return reader.parent.insert_before(anchor, reader).results[-1]


def replace(op: Operation, name: str, operands: list[Value], types: list[Type]) -> None:
    """Puts a node of that many results in the place of one, of which no others are used."""
    attributes = {NAME: op.attributes[NAME]} if NAME in op.attributes else {}
    node = op.parent.insert_before(Operation(name, operands, types, attributes, location=op.location), op)
    for old, new in zip(op.results[len(op.results) - len(types) :], node.results):
        old.replace_all_uses_with(new)
    op.erase()
