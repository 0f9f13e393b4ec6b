"""Effects of ops besides computing: the stores that they read, change and allocate, and whether removing an op is observable."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.attributes import BoolAttr, IntegerAttr
from tfir.ir.operations import Operation
from tfir.ir.types import MemRefType, TensorType
from tfir.ods.dialect import OpDefinition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Effects:
    """The effects of an op besides its results: the stores (`variable`, `table`, `memory`, ...) that it reads, changes or allocates. A
    pinned op acts on no store, but stays where it is: it orders others, or decides what runs. One that writes `error` is there to end
    the run; one that writes `refusal` may do so, and TensorFlow runs it though nothing needs its results. Pure ops may fail as well, but are left
    out then, as Grappler does."""

    __slots__ = ("reads", "writes", "allocates", "is_pinned", "changes_nothing", "is_of_memory")

    def __init__(
        self, reads: Iterable[str] = (), writes: Iterable[str] = (), allocates: Iterable[str] = (), is_pinned: bool = False
    ) -> None:
        self.reads, self.writes, self.allocates, self.is_pinned = frozenset(reads), frozenset(writes), frozenset(allocates), is_pinned
        # Whether only users of its results can tell that the op ran.
        self.changes_nothing = not self.writes and not is_pinned
        self.is_of_memory = not self.allocates and self.reads | self.writes == {"memory"}

    def __or__(self, other: Effects) -> Effects:
        return Effects(
            self.reads | other.reads, self.writes | other.writes, self.allocates | other.allocates, self.is_pinned or other.is_pinned
        )

    @property
    def is_repeatable(self) -> bool:
        """Whether an op that runs twice, with nothing written between, is told from one that runs once by users of its results alone."""
        return self.writes <= ENDING and not self.is_pinned

    @property
    def is_reading(self) -> bool:
        """Whether equal ops have equal results, and errors, where nothing is written between them."""
        return self.is_repeatable and not self.allocates


ENDING = frozenset({"error", "refusal"})  # what an op writes that may end the run
OF_ARRAY = "tfir.array"  # what an op on a list tells in errors as the array that it was on, which TensorFlow's kernel keeps as any state
OF_VARIABLE = "tfl.is_variable"  # of a tensor that operators write on: another one that is equal is another variable
NO_EFFECTS, PINNED, UNKNOWN, REFUSING = Effects(), Effects(is_pinned=True), Effects(["anything"], ["anything"]), Effects(writes=["refusal"])
VARIABLES = frozenset({"variable"})
ALLOCATING = Effects(allocates=["variable"])
NO_SIDE_EFFECT = BoolAttr(False)
UNORDERED = 1  # of the orderings of LLVM the strongest that lets an access go
PINNING = ("pinned", "switch", "merge", "enter", "exit", "next_iteration", "loop_cond")
_declared: dict[str, Effects] = {}


def effects_of(op: Operation, told: Mapping[Operation, Effects] | None = None) -> Effects:
    """The effects of an op, including those of the ops in its regions. An op without declared effects has all that there are, unless an
    attribute says that it has none. Of ops that `told` has, its effects are taken."""
    if told and op in told:
        return told[op]
    if not op.regions:
        effects = declared_effects(op.name)
        if OF_ARRAY in op.attributes:
            effects |= REFUSING
        if OF_VARIABLE in op.attributes:
            effects |= ALLOCATING
        if effects.writes == VARIABLES and writes_on_made_tensors(op):
            return NO_EFFECTS
        if effects.is_of_memory and is_on_tensors(op):
            return NO_EFFECTS
        if effects.is_of_memory and is_volatile(op):
            return UNKNOWN
        if effects is UNKNOWN and (op.attributes.get("has_side_effect") == NO_SIDE_EFFECT or is_pure_assembly(op)):
            return NO_EFFECTS
        return effects
    if declared_effects(op.name) is not NO_EFFECTS and not has_trait(op, "branch", "loop", "composed"):
        return UNKNOWN
    inside = [inner for region in op.regions for block in region.blocks for inner in block if not has_trait(inner, "terminator")]
    effects = NO_EFFECTS
    for inner in inside:
        more = effects_of(inner, told)
        effects = effects if more is NO_EFFECTS else effects | more
    return effects


def writes_on_made_tensors(op: Operation) -> bool:
    """Whether the variables that an op writes on are made in each call by other ops, and nothing else reads them."""
    made = [(maker, value) for value in op.operands if (maker := value.op) is not None and OF_VARIABLE in maker.attributes]
    return bool(made) and all([maker.operands and len(value.uses) == 1 for maker, value in made])


def is_on_tensors(op: Operation) -> bool:
    """Whether an op that could read and write buffers is given tensors, which it leaves as they are."""
    types = [value.type for value in (*op.operands, *op.results)]
    return any([isinstance(type, TensorType) for type in types]) and not any([isinstance(type, MemRefType) for type in types])


def is_pure_assembly(op: Operation) -> bool:
    """Whether an op is instructions of a processor of which no effects are told."""
    return op.name == "llvm.inline_asm" and "has_side_effects" not in op.attributes


def is_volatile(op: Operation) -> bool:
    """Whether each run of an op that reads or writes memory counts, by what the llvm and the spirv dialect say of it: a load that is
    ordered before others counts as well."""
    access, ordering = op.attributes.get("memory_access"), op.attributes.get("ordering")
    if isinstance(ordering, IntegerAttr) and ordering.value > UNORDERED and op.name == "llvm.load":
        return True
    return "volatile_" in op.attributes or (access is not None and "Volatile" in access.text)


def declared_effects(name: str) -> Effects:
    """The effects of the ops of a name, as its traits tell."""
    if name not in _declared:
        _declared[name] = _by_traits(lookup(name))
    return _declared[name]


def _by_traits(definition: OpDefinition | None) -> Effects:
    if definition is None:
        return UNKNOWN
    if "effects" in definition.traits:
        effects = [effect.split() for effect in definition.traits["effects"]]
        reads, writes, allocates = [[store for kind, store in effects if kind == each] for each in ("read", "write", "allocate")]
        return Effects(reads, writes, allocates)
    if definition.is_pure:
        return NO_EFFECTS
    return PINNED if definition.has_trait(*PINNING, "terminator") else UNKNOWN


def is_dead(op: Operation) -> bool:
    """Whether nothing would miss the op: its results have no uses, and it changes nothing. A node of a graph without readers is a
    fetch."""
    for result in op.results:
        if result.uses:
            return False
    if not (op.results or op.regions or is_pure_assembly(op)) or not effects_of(op).changes_nothing or has_trait(op, "terminator"):
        return False
    around = op.parent_op
    return not op.name.startswith("tfg.") and not (around is not None and around.name.startswith("tfg."))
