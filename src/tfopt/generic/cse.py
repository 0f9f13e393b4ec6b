"""Merges operations that compute the same value, and drops those whose results have no uses."""

from __future__ import annotations

from tfir.analysis.effects import UNKNOWN, Effects, effects_of, is_dead
from tfir.analysis.equivalence import Equivalence, attributes_key
from tfir.dialects import has_trait
from tfir.ir.dominance import immediate_dominators
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.parts import Shared

from tfopt.pipeline.statistics import count

TITLE = "CSE"
EQUAL = Equivalence()
STATISTICS = {"num-cse'd": "Number of operations CSE'd", "num-dce'd": "Number of operations DCE'd"}


def cse(root: Operation) -> bool:
    """An op goes when an equal one computes its results wherever it stands: before it in its block, or in a block that every
    path to it passes. Operands of commutative ops may be exchanged. No effect is crossed: pure ops are merged, and within a block
    those that only read, where nothing between them may write. Whether anything changed."""
    merger = Merger()
    for region in root.regions:
        merger.region(region, {})
    count("num-cse'd", merger.merged)
    count("num-dce'd", merger.dropped)
    return merger.merged + merger.dropped > 0


class Merger:
    """Merges in regions and blocks. `available` holds the operations that dominate the place it looks at: (kind, operands) -> op."""

    def __init__(self):
        self.merged = self.dropped = 0
        self.writes = 0  # how many operations were met that may write
        self.kinds: dict[tuple, Kind] = {}
        self.of_shared: dict[Shared, Kind | None] = {}
        self.effects: dict[Operation, Effects] = {}  # of operations with regions, what is in them

    def region(self, region: Region, available: dict) -> None:
        """`available` is left as it was."""
        if not region.blocks:
            return
        if len(region.blocks) == 1:
            return self.block(region.blocks[0], dict(available))
        tree, stack = dominator_tree(region), [(region.entry, available)]
        while stack:
            block, above = stack.pop()
            here = dict(above)
            self.block(block, here)
            stack += [(child, here) for child in tree.get(block, ())]

    def block(self, block: Block, available: dict) -> None:
        in_graph = block.parent_op is not None and block.parent_op.dialect == "tfg"
        of_shared = self.of_shared
        op = block.first
        while op is not None:
            following = op.next
            kind = of_shared.get(op.shared, NEW)
            if kind is not None and not (op.results and op.results[0].uses) and self._drop(op, in_graph):
                op = following
                continue
            if kind is NEW:
                kind = self._look(op, in_graph, available)
            if kind is None:
                self.writes += 1
            else:
                operands: tuple[Value, ...] | frozenset[Value] = op.operands
                if kind.is_commutative and op.operands[0] is not op.operands[1]:
                    operands = frozenset(op.operands)
                key = (kind, operands, block, self.writes) if kind.reads else (kind, operands)
                first = available.setdefault(key, op) if not op.regions else self._first(op, key, available)
                if first is not op:
                    op.replace_with(first)
                    self.merged += 1
            op = following

    def _drop(self, op: Operation, in_graph: bool) -> bool:
        if in_graph or not is_dead(op):
            return False
        op.erase()
        self.dropped += 1
        return True

    def _look(self, op: Operation, in_graph: bool, available: dict) -> Kind | None:
        """Merges inside of the op's regions; returns the op's kind if it may be merged itself, else None."""
        shared = op.shared
        for region in op.regions:
            self.region(region, {} if has_trait(op, "isolated") else available)
        effects = effects_of(op, self.effects)
        if op.regions:
            self.effects[op] = effects
        if in_graph or not op.results:
            effects = UNKNOWN
        kind = self._kind(op, bool(effects.reads)) if effects.is_reading else None
        if shared is not None and not effects.allocates:
            self.of_shared[shared] = kind
        return kind

    def _first(self, op: Operation, key: tuple, available: dict) -> Operation:
        """The first operation whose regions are those of this one. They are compared where all else is the same."""
        alike: tuple[Inside, ...] = available.get(key, ())
        here = Inside(op)
        for other in alike:
            if other.key == here.key:
                return other.op
        available[key] = (*alike, here)
        return op

    def _kind(self, op: Operation, reads: bool) -> Kind:
        """One object for all ops that compute the same of the same operands, as far as can be told without their regions."""
        count = len(op.operands)
        inside = tuple(map(names_in, op.regions))
        key = op.name, count, attributes_key(op), tuple([result.type for result in op.results]), inside, reads
        if key not in self.kinds:
            self.kinds[key] = Kind(count == 2 and has_trait(op, "commutative"), reads)
        return self.kinds[key]


class Inside:
    """An operation, and the key of its regions, made when it is first asked for: it says all that is inside."""

    __slots__ = ("op", "_key")

    def __init__(self, op: Operation):
        self.op = op
        self._key: tuple | None = None

    @property
    def key(self) -> tuple:
        if self._key is None:
            keys = tuple([EQUAL.region(region) for region in self.op.regions])
            self._key = (hash(keys), keys)
        return self._key


def names_in(region: Region) -> tuple:
    """What stands in the blocks of a region themselves."""
    return tuple([op.name for block in region.blocks for op in block])


class Kind:
    """An equivalence class of ops that differ only in their operands. `is_commutative`: two operands, in any order. `reads`: the ops read
    state."""

    __slots__ = ("is_commutative", "reads")

    def __init__(self, is_commutative: bool, reads: bool):
        self.is_commutative, self.reads = is_commutative, reads


NEW = Kind(False, False)  # of operations that have not been looked at


def dominator_tree(region: Region) -> dict[Block, list[Block]]:
    tree: dict[Block, list[Block]] = {region.entry: []}
    for block, above in immediate_dominators(region).items():
        if block is not region.entry:
            tree.setdefault(above, []).append(block)
    return tree
