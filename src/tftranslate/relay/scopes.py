"""Where expressions are read into: blocks, and the names that mean something there."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


class Scope:
    """The names of one level; the levels around it may have the same block."""

    __slots__ = ("block", "parent", "names")

    def __init__(self, block: Block, parent: Scope | None = None):
        self.block, self.parent = block, parent
        self.names: dict[str, Value] = {}

    def lookup(self, name: str) -> Value | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def around(self) -> Iterator[Scope]:
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent


class Scopes:
    """All blocks of a function that is read, to find what is used outside of the block that it was read into: Relay's graph bindings are nodes of
    a graph, and may be written where they are used first."""

    def __init__(self) -> None:
        self.of_block: dict[Block, Scope] = {}

    def open(self, block: Block, parent: Scope | None = None) -> Scope:
        scope = self.of_block[block] = Scope(block, parent)
        return scope

    def reached(self, value: Value, scope: Scope, location: int) -> Value:
        """The value, moved to where the scope reaches it. Raises Error where it depends on what is not known there."""
        if value.block is scope.block:
            return value
        visible = {each.block: each for each in scope.around()}
        if value.block not in visible:
            self.move(value, visible, location)
        return value

    def move(self, value: Value, visible: dict[Block, Scope], location: int) -> None:
        """Moves an operation, and those that it needs, out to the innermost block around both."""
        assert value.block is not None
        inner = self.of_block.get(value.block)
        path = list(inner.around()) if inner is not None else []
        common = next((each for each in path if each.block in visible), None)
        if common is None:
            raise Error("this is bound in another function", location)
        blocks = [each.block for each in path]
        last = blocks[blocks.index(common.block) - 1]
        parent = last.parent.parent if last.parent is not None else None
        anchor = parent if parent is not None and parent.parent is common.block else None
        reaches = {each.block for each in common.around()}
        for op in self.needed(value, reaches, location):
            op.remove()
            common.block.insert_before(op, anchor)

    def needed(self, value: Value, reaches: set[Block], location: int) -> list[Operation]:
        """The operations that make a value of what blocks have, operands before their users."""
        ordered: dict[Operation, None] = {}
        stack: list[tuple[Value, bool]] = [(value, False)]
        while stack:
            one, is_ready = stack.pop()
            op = one.op
            if one.block in reaches or (op is not None and op in ordered):
                continue
            if op is None:
                raise Error(f"this uses %{one.name or 'x'}, which is not defined here", location)
            if is_ready:
                ordered[op] = None
                continue
            stack.append((one, True))
            inside = {result for each in op.inside() for result in each.results} | {
                argument for region in op.regions for block in region.blocks for argument in block.arguments
            }
            inside |= {a for each in op.inside() for region in each.regions for block in region.blocks for a in block.arguments}
            used = [operand for each in (op, *op.inside()) for operand in each.operands if operand not in inside]
            stack += [(operand, False) for operand in reversed(used)]
        return list(ordered)
