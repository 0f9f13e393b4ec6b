"""Merges operations that compute the same value."""

from __future__ import annotations

from tfir.dialects import has_trait, is_pure
from tfir.ir.dominance import immediate_dominators
from tfir.ir.operations import UNREGISTERED_PROPERTIES, Block, Mould, Operation, Region

from tfopt.pipeline.statistics import count

TITLE = "CSE"
STATISTICS = {"num-cse'd": "Number of operations CSE'd"}


def cse(root: Operation):
    """An op goes when an equal one computes its results wherever it stands: before it in its block, or in a block that every
    path to it passes. Operands of commutative ops may be exchanged. Only pure ops are merged, so no effect is crossed."""
    merger = Merger()
    for region in root.regions:
        merger.region(region, {})
    count("num-cse'd", merger.merged)


class Merger:
    """Merges in regions and blocks. `known` is what holds where it looks: (kind, operands) -> op."""

    def __init__(self):
        self.merged = 0
        self.kinds: dict[tuple, Kind] = {}
        self.of_moulds: dict[Mould, Kind | None] = {}

    def region(self, region: Region, known: dict) -> None:
        """`known` is left as it was found."""
        if not region.blocks:
            return
        if len(region.blocks) == 1:
            return self.block(region.blocks[0], dict(known))
        tree, stack = dominator_tree(region), [(region.entry, known)]
        while stack:
            block, above = stack.pop()
            here = dict(above)
            self.block(block, here)
            stack += [(child, here) for child in tree.get(block, ())]

    def block(self, block: Block, known: dict) -> None:
        in_graph = block.parent_op is not None and block.parent_op.dialect == "tfg"
        of_moulds = self.of_moulds
        op = block.first
        while op is not None:
            following = op.next
            kind = of_moulds.get(op.mould, NEW)
            if kind is NEW:
                kind = self._look(op, in_graph, known)
            if kind is not None:
                operands = op._operands
                if kind.is_commutative and operands[0] is not operands[1]:
                    operands = frozenset(operands)
                first = known.setdefault((kind, operands), op)
                if first is not op:
                    op.replace_by(first)
                    self.merged += 1
            op = following

    def _look(self, op: Operation, in_graph: bool, known: dict) -> Kind | None:
        """What is inside is merged; answers with the op's kind if it may be merged itself."""
        mould = op.mould
        for region in op.regions:
            self.region(region, {} if has_trait(op, "isolated") else known)
        kind = self._kind(op) if op.results and not in_graph and is_pure(op) else None
        if mould is not None:
            self.of_moulds[mould] = kind
        return kind

    def _kind(self, op: Operation) -> Kind:
        """One object for all ops that compute the same of the same operands."""
        regions = tuple([region_key(region, {}) for region in op.regions])
        count = len(op._operands)
        key = op.name, count, attributes_key(op), tuple([result.type for result in op.results]), regions
        if key not in self.kinds:
            self.kinds[key] = Kind(count == 2 and has_trait(op, "commutative"))
        return self.kinds[key]


class Kind:
    """What ops are but for their operands. `is_commutative` ones have two, which may be exchanged."""

    __slots__ = ("is_commutative",)

    def __init__(self, is_commutative: bool):
        self.is_commutative = is_commutative


NEW = object()


def dominator_tree(region: Region) -> dict[Block, list[Block]]:
    tree: dict[Block, list[Block]] = {region.entry: []}
    for block, above in immediate_dominators(region).items():
        if block is not region.entry:
            tree.setdefault(above, []).append(block)
    return tree


def key_in(op: Operation, local: dict):
    """Equal for ops inside of regions that compute the same: `local` says what stands for the regions' own values."""
    operands = tuple([local.get(value, value) for value in op.operands])
    if len(operands) == 2 and has_trait(op, "commutative"):
        operands = frozenset(operands) if operands[0] is not operands[1] else operands
    types = tuple([result.type for result in op.results])
    return op.name, operands, attributes_key(op), types, tuple([region_key(region, local) for region in op.regions])


def attributes_key(op: Operation):
    return frozenset([hashable(item) for item in op._attributes.items()]) if op._attributes else None


def region_key(region: Region, local: dict):
    """What a region does, its own values replaced by their positions."""
    local, lines = dict(local), []
    for number, block in enumerate(region.blocks):
        local[block] = ("block", number)
        for argument in block.arguments:
            local[argument] = ("argument", number, argument.index)
    for number, block in enumerate(region.blocks):
        lines.append(tuple([argument.type for argument in block.arguments]))
        for position, op in enumerate(block):
            lines.append((key_in(op, local), tuple([local.get(successor, successor) for successor in op.successors])))
            for result in op.results:
                local[result] = (number, position, result.index)
    return tuple(lines)


def hashable(item):
    name, value = item
    return (name, value.text) if name == UNREGISTERED_PROPERTIES else item
