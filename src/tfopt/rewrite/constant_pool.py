"""Constants of which each function keeps one of a kind, at the front of its first block, as upstream has them."""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.attributes import Attribute, IntegerAttr
from tfir.ir.operations import Operation, Region
from tfir.ir.types import IntegerType, Type

Kind = tuple[str, Attribute | None, Type]


def kind_of(op: Operation) -> Kind | None:
    """What constants that are alike share; None for one that has attributes besides its content. Zero of
    LLVM's integers is the constant 0."""
    contents = list(op.attributes.values())
    if op.name == "llvm.mlir.zero" and isinstance(type := op.results[0].type, IntegerType):
        return ("llvm.mlir.constant", IntegerAttr(0, type), type)
    return (op.name, contents[0] if contents else None, op.results[0].type) if len(contents) <= 1 else None


class ConstantPool:
    """The constants made by ops of these `names` inside `root`, for the time of one iteration."""

    def __init__(self, root: Operation, names: frozenset[str]):
        self.root, self.names = root, names
        self.scopes: dict[Region, dict[Kind, Operation]] = {}
        self.owned: set[Operation] = set()

    def gather(self, ops: list[Operation]) -> list[Operation]:
        """Moves constants to the front and drops those that were there before. Returns the operations that are left."""
        return [op for op in ops if op.name not in self.names or self._adopt(op)]

    def _adopt(self, op: Operation) -> bool:
        """Makes the constant the one of its kind, at the front; whether it stays."""
        kind, scope = kind_of(op), self._scope(op)
        if kind is None:
            return True
        first = self.scopes.setdefault(scope, {}).setdefault(kind, op)
        if first is not op:
            op.replace_with([first.results[0]])
            return False
        block = scope.blocks[0]
        if op.parent is not block or (block.first is not op and op.previous not in self.owned):
            op.remove()
            block.insert_before(op, block.first)
        self.owned.add(op)
        return True

    def forget(self, op: Operation) -> None:
        """The operation is about to be erased."""
        if op in self.owned:
            self.owned.discard(op)
            kinds, kind = self.scopes[self._scope(op)], kind_of(op)
            if kind is not None and kinds.get(kind) is op:
                del kinds[kind]

    def _scope(self, op: Operation) -> Region:
        """The region in whose first block constants for an operation stand."""
        inside = op
        while True:
            region = inside.block.parent
            assert region is not None, "constants stand in functions"
            around = region.parent
            if around is None or around.parent is None or around is self.root:
                return region
            if lookup(around.name) is None or has_trait(around, "isolated"):
                return region
            inside = around
