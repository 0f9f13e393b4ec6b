"""Effects of nodes in a graph as TensorFlow runs it: which nodes change state, read it, may fail, or do nothing at all."""

from __future__ import annotations

from functools import cache

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.analysis.effects import effects_of
from tfir.dialects import lookup, with_trait
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands

PLACEHOLDERS = frozenset({"tfg.Placeholder", "tfg.PlaceholderV2"})
# Ops that hand on their operand. What `PreventGradient` and `StopGradient` are for has happened when a graph is run.
TRIVIAL = (
    with_trait("tfg", "passthrough").keys() - with_trait("tfg", "effects").keys() - with_trait("tfg", "uninitialized").keys()
    - {"tfg.EnsureShape", "tfg.IdentityN"}
)  # fmt: skip
# Neither time nor memory is worth a mention, and nothing can go wrong.
FREE = TRIVIAL | with_trait("tfg", "shape_only").keys() | {"tfg.Const", "tfg.NoOp", "tfg.VarHandleOp", "tfg.IdentityN"}
NEVER_FAIL = (
    FREE | PLACEHOLDERS | CONTROL_FLOW | with_trait("tfg", "splat").keys() | {"tfg.return", "tfg.PlaceholderWithDefault", "tfg.GuaranteeConst"}
)  # fmt: skip
FAILING = frozenset({"tfg.DataFormatDimMap"})  # a function of axes, which not every number is


# The state of a generator shows in the numbers that are drawn alone, and most ops refuse something.
UNOBSERVED = {"random", "refusal"}


@cache
def is_elementwise_function(name: str) -> bool:
    """Whether an op computes each element from one, of one operand of numbers. Then there is nothing it could fail on."""
    definition = lookup(name)
    if definition is None or not definition.has_trait("elementwise") or len(definition.declaration.operands) != 1:
        return False
    operand = definition.declaration.operands[0]
    declared = definition.declaration.attributes.get(operand.type)
    is_text = operand.type == "str" or (declared is not None and declared.allowed is not None and "str" in declared.allowed)
    return not (is_text or operand.number or operand.variadic or name in FAILING)


def has_effect(op: Operation) -> bool:
    """Whether running the node is observable other than by reading its results."""
    return not (effects_of(op).writes <= UNOBSERVED)


def touches_state(op: Operation) -> bool:
    """Whether the node reads or changes something that other nodes may change."""
    effects = effects_of(op)
    return bool(effects.reads or effects.writes) or any([is_reference(value) for value in data_operands(op)])


def may_fail(op: Operation) -> bool:
    """Whether there are operands of which the node makes an error. A fed value is there."""
    return op.name not in NEVER_FAIL and not is_elementwise_function(op.name) and not effects_of(op).allocates


def is_free(op: Operation) -> bool:
    """Whether it is not observable, other than by reading its results, when the node runs and whether it does."""
    return op.name in FREE and not any([is_reference(value) for value in data_operands(op)])


def is_free_source(op: Operation) -> bool:
    """Whether the node is there from the start."""
    return not op.operands and (op.name in FREE or op.name in PLACEHOLDERS or bool(effects_of(op).allocates))


def is_reference(value: Value) -> bool:
    """Whether the value is a variable itself, not its content at some moment. An Identity of it is where it is read."""
    op = value.op
    definition = None if op is None else lookup(op.name)
    slots = definition.signature.results if definition is not None and definition.signature is not None else ()
    return value.index < len(slots) and slots[value.index].ref
