"""What ops do besides computing: what they read, change and make, whether they may fail, whether they do anything at all."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tfir.analysis.deadness import CONTROL_FLOW
from tfir.dialects import has_trait, lookup, with_trait
from tfir.dialects.tf_type import CONTROL
from tfir.ir.operations import Operation, Value
from tfir.ods.dialect import OpDefinition

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


@cache
def is_elementwise_function(name: str) -> bool:
    """Whether an op computes each element from one, of one operand of numbers. Then there is nothing it could fail on."""
    definition = lookup(name)
    if definition is None or not definition.has_trait("elementwise") or len(definition.signature.operands) != 1:
        return False
    operand = definition.signature.operands[0]
    declared = definition.signature.attributes.get(operand.type)
    is_text = operand.type == "str" or (declared is not None and declared.allowed is not None and "str" in declared.allowed)
    return not (is_text or operand.number or operand.variadic or name in FAILING)


class Effects:
    """What an op does besides computing: the stores (`variable`, `table`, `memory`, ...) that it reads, changes, or makes anew. One
    that is pinned does nothing to any store, but stays where it is: it orders others, or decides what runs."""

    __slots__ = ("reads", "writes", "allocates", "is_pinned")

    def __init__(self, reads: Iterable[str] = (), writes: Iterable[str] = (), allocates: Iterable[str] = (), is_pinned: bool = False):
        self.reads, self.writes, self.allocates, self.is_pinned = frozenset(reads), frozenset(writes), frozenset(allocates), is_pinned

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            self.reads | other.reads, self.writes | other.writes, self.allocates | other.allocates, self.is_pinned or other.is_pinned
        )

    @property
    def changes_nothing(self) -> bool:
        """Whether it is all the same whether the op runs, but for who reads its results."""
        return not self.writes and not self.is_pinned

    @property
    def is_reading(self) -> bool:
        """Whether equal ops have equal results where nothing is written between them."""
        return self.changes_nothing and not self.allocates


NO_EFFECTS, PINNED, UNKNOWN = Effects(), Effects(is_pinned=True), Effects(["anything"], ["anything"])
UNOBSERVED = {"random"}  # that a generator of numbers has advanced is told by nothing but the numbers
PINNING = ("pinned", "switch", "merge", "enter", "exit", "next_iteration", "loop_cond")
_declared: dict[str, Effects] = {}


def effects_of(op: Operation) -> Effects:
    """The effects of an op, those of what is inside its regions included. Of an op that nothing is declared of, all that there are."""
    if not op.regions:
        return declared_effects(op.name)
    if declared_effects(op.name) is not NO_EFFECTS and not has_trait(op, "branch", "loop"):
        return UNKNOWN
    inside = [inner for region in op.regions for block in region.blocks for inner in block if not has_trait(inner, "terminator")]
    effects = NO_EFFECTS
    for inner in inside:
        effects = effects | effects_of(inner)
    return effects


def declared_effects(name: str) -> Effects:
    """The effects of the ops of a name, as its traits tell."""
    if name not in _declared:
        _declared[name] = _by_traits(lookup(name))
    return _declared[name]


def _by_traits(definition: OpDefinition | None) -> Effects:
    if definition is None:
        return UNKNOWN
    if "effects" in definition.traits:
        told = [effect.split() for effect in definition.traits["effects"]]
        return Effects(*[[store for kind, store in told if kind == each] for each in ("read", "write", "allocate")])
    if definition.is_pure:
        return NO_EFFECTS
    return PINNED if definition.has_trait(*PINNING, "terminator") else UNKNOWN


def is_dead(op: Operation) -> bool:
    """Whether nothing would miss the op: its results have no uses, and it changes nothing. A node of a graph without readers is a
    fetch."""
    if any([result.uses for result in op.results]) or op.dialect == "tfg" or has_trait(op, "terminator"):
        return False
    around = op.parent_op
    if around is not None and around.dialect == "tfg":
        return False
    return bool(op.results or op.regions) and effects_of(op).changes_nothing


def has_effect(op: Operation) -> bool:
    """Whether running the node may be noticed by others than those who read its results."""
    return not (effects_of(op).writes <= UNOBSERVED)


def touches_state(op: Operation) -> bool:
    """Whether the node reads or changes something that other nodes may change."""
    effects = effects_of(op)
    return bool(effects.reads or effects.writes) or any([is_reference(value) for value in op.operands if value.type is not CONTROL])


def may_fail(op: Operation) -> bool:
    """Whether there are operands of which the node makes an error. A fed value is there."""
    return op.name not in NEVER_FAIL and not is_elementwise_function(op.name) and not effects_of(op).allocates


def is_free(op: Operation) -> bool:
    """Whether it makes no difference when the node runs, nor whether it does, but for those who read its results."""
    return op.name in FREE and not any([is_reference(value) for value in op.operands if value.type is not CONTROL])


def is_free_source(op: Operation) -> bool:
    """Whether the node is there from the start."""
    return not op.operands and (op.name in FREE or op.name in PLACEHOLDERS or bool(effects_of(op).allocates))


def is_reference(value: Value) -> bool:
    """Whether the value is a variable itself, not its content at some moment. An Identity of it is where it is read."""
    op = value.owner
    definition = lookup(op.name) if op.__class__ is Operation else None
    slots = definition.signature.results if definition is not None and definition.signature is not None else ()
    return value.index < len(slots) and slots[value.index].ref
