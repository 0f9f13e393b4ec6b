"""Which operations of a block depend on each other: by a value, or by a buffer that both access and one writes to or frees.

Edges are those of MLIR's `MemRefDependenceGraph`, which knows buffers by their values alone; who moves operations asks `conflicts`,
which knows of views and of operations that may do anything.
"""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access, Unknown, dependence, stands_behind
from tfir.analysis.affine_memory import ACCESSES, MEMORY, effects_inside, is_store, may_alias, touched
from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait
from tfir.ir.types import MemRefType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ir.operations import Block, Operation, Value

    Edge = tuple[int, Value]


class Node:
    """An operation of the block; `loads` and `stores` are the affine accesses in it, `others` what else accesses memory."""

    __slots__ = ("number", "op", "loads", "stores", "others")

    def __init__(self, number: int, op: Operation):
        self.number, self.op = number, op
        self.collect()

    def collect(self) -> None:
        inside = [op for op in self.op.walk() if op.name in ACCESSES]
        self.loads = [op for op in inside if not is_store(op)]
        self.stores = [op for op in inside if is_store(op)]
        self.others = [op for op, _ in effects_inside(self.op) if op.name not in ACCESSES]

    def loads_of(self, memref: Value) -> list[Operation]:
        return [op for op in self.loads if op.operands[0] is memref]

    def stores_to(self, memref: Value) -> list[Operation]:
        return [op for op in self.stores if op.operands[1] is memref]

    def writes(self, memref: Value) -> bool:
        return bool(self.stores_to(memref)) or any([memref in op.operands and effects_of(op).writes for op in self.others])

    def buffers(self) -> list[Value]:
        """What it accesses, each once."""
        affine = [*[op.operands[0] for op in self.loads], *[op.operands[1] for op in self.stores]]
        others = [value for op in self.others for value in op.operands if isinstance(value.type, MemRefType)]
        return list(dict.fromkeys([*affine, *others]))


class UnknownRegions(Exception):
    """An operation has regions of which it is not known how they run."""


class BlockDependences:
    """`nodes` are by number, in order; `after` and `before` are the edges from and to each. Raises UnknownRegions."""

    def __init__(self, block: Block):
        self.block = block
        self.nodes: dict[int, Node] = {}
        self.after: dict[int, list[Edge]] = {}
        self.before: dict[int, list[Edge]] = {}
        self.count = 0
        self.removed: set[Value] = set()
        for op in block:
            if is_relevant(op):
                self.add(op)
        self._connect()

    def add(self, op: Operation) -> int:
        number = self.count
        self.count += 1
        self.nodes[number], self.after[number], self.before[number] = Node(number, op), [], []
        return number

    def _connect(self) -> None:
        numbers = {node.op: number for number, node in self.nodes.items()}
        accessing: dict[Value, list[int]] = {}
        for number, node in self.nodes.items():
            for memref in node.buffers():
                accessing.setdefault(memref, []).append(number)
            for value in () if node.stores else node.op.results:
                for user in value.users:
                    around = next((each for each in user.ancestors() if each.parent is self.block), None)
                    if around is not None and around.name == "affine.for":
                        self.connect(number, numbers[around], value)
        for memref, accesses in accessing.items():
            for at, first in enumerate(accesses):
                for second in accesses[at + 1 :]:
                    if may_depend(self.nodes[first], self.nodes[second], memref):
                        self.connect(first, second, memref)

    # Edges

    def connect(self, source: int, target: int, value: Value) -> None:
        if (target, value) not in self.after[source]:
            self.after[source].append((target, value))
            self.before[target].append((source, value))

    def cut(self, source: int, target: int, value: Value) -> None:
        self.after[source].remove((target, value))
        self.before[target].remove((source, value))

    def remove(self, number: int) -> None:
        for source, value in list(self.before[number]):
            self.cut(source, number, value)
        for target, value in list(self.after[number]):
            self.cut(number, target, value)
        del self.nodes[number], self.after[number], self.before[number]

    def node_of(self, op: Operation) -> Node | None:
        return next((node for node in self.nodes.values() if node.op is op), None)

    def count_after(self, number: int, memref: Value) -> int:
        return len([value for _, value in self.after[number] if value is memref])

    def reaches(self, source: int, target: int) -> bool:
        """Whether a node depends on another one, maybe by others in front of it."""
        end, waiting, seen = self.nodes[target].op, [source], set()
        while waiting:
            number = waiting.pop()
            if number == target:
                return True
            if number not in seen:
                seen.add(number)
                waiting += [other for other, _ in self.after[number] if not stands_behind(self.nodes[other].op, end)]
        return False

    def place_between(self, source: int, target: int) -> Operation | None:
        """In front of which operation what two nodes do may be done: the first that depends on the first node, if the second depends on
        none from there on. None where there is no such place."""
        makers = [number for number, value in self.before[target] if not isinstance(value.type, MemRefType)]
        if any([self.reaches(source, number) for number in makers]):
            return None
        dependent = {self.nodes[number].op for number, _ in self.after[source] if number != target}
        needed = {self.nodes[number].op for number, _ in self.before[target] if number != source}
        place = None
        each = self.nodes[source].op.next
        while each is not None and each is not self.nodes[target].op:
            place = each if place is None and each in dependent else place
            if place is not None and each in needed:
                return None
            each = each.next
        return place or self.nodes[target].op

    # After fusion

    def merge(self, source: int, target: int, private: Iterable[Value], removes: bool) -> None:
        """What a node is when it also does what another one before it did; buffers that only it uses now connect it to nothing."""
        own = set(private)
        for number, value in list(self.before[source]):
            if value not in own:
                self.connect(number, target, value)
        for number, value in list(self.after[source]):
            if number == target or removes:
                self.cut(source, number, value)
            if number != target and removes:
                self.connect(target, number, value)
        for number, value in list(self.before[target]):
            if value in own:
                self.cut(number, target, value)

    def replace(self, source: int, target: int) -> None:
        """A node does all that another one did."""
        for number, value in list(self.before[source]):
            self.connect(number, target, value)
            self.cut(number, source, value)
        for number, value in list(self.after[source]):
            self.connect(target, number, value)
            self.cut(source, number, value)


def may_depend(first: Node, second: Node, memref: Value) -> bool:
    """Whether a node may depend on one in front of it by a buffer that is not known by other names."""
    if not (first.writes(memref) or second.writes(memref)):
        return False
    if first.op.name != "affine.for" or second.op.name != "affine.for":
        return True
    others = [op for node in (first, second) for op in node.others if memref in op.operands]
    return bool(others) or any([
        may_meet(Access(one), Access(other))
        for one in (*first.loads_of(memref), *first.stores_to(memref)) for other in (*second.loads_of(memref), *second.stores_to(memref))
    ])  # fmt: skip


def may_meet(one: Access, other: Access) -> bool:
    """Whether an access may touch what one in front of it touched in the same iteration of the loops around both."""
    try:
        between = dependence(one, other)
        return between is not None and between.exists(len(between.common) + 1)
    except Unknown:
        return True


def is_relevant(op: Operation) -> bool:
    """Whether an operation can depend on another one, or another one on it."""
    if op.name == "affine.for" or op.name in ACCESSES or any([result.uses for result in op.results]):
        return True
    if op.regions and not has_trait(op, "branch", "loop"):
        raise UnknownRegions
    return any([True for _ in effects_inside(op)]) or bool(effects_of(op).allocates)


def conflicts(first: Operation, second: Operation) -> bool:
    """Whether the order of two operations may be told apart: one writes to memory that the other accesses, or makes a value that it uses."""
    values = {result for result in first.results}
    if any([operand in values for op in second.walk() for operand in op.operands]):
        return True
    for one, mine in effects_inside(first):
        for other, theirs in effects_inside(second):
            if not (mine.writes & MEMORY or theirs.writes & MEMORY):
                continue
            buffers, others = touched(one), touched(other)
            if buffers is None or others is None or any([may_alias(a, b, arguments_apart=True) for a in buffers for b in others]):
                return True
    return False
