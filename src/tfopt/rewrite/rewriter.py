"""Where a pattern builds, and how it edits the program: drivers derive from `PatternRewriter`, so that they learn of every edit."""

from __future__ import annotations

from tfir.dialects import definition_of
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from tfopt.rewrite.building import Operand
    from tfopt.rewrite.pattern import RewritePattern

_rewriters: list[PatternRewriter] = []


def current_rewriter() -> PatternRewriter:
    """The rewriter at whose insertion point terms are built. Raises RuntimeError outside of patterns."""
    if not _rewriters:
        raise RuntimeError("operations are built inside a pattern only")
    return _rewriters[-1]


class PatternRewriter:
    """An insertion point in front of `root`, the operation that is rewritten, and the edits that a pattern may make.

    `created` are the operations that were built since the insertion point was set. While `with rewriter:` lasts, terms such as
    `tf.Neg(x)` build there.
    """

    item: Any = None  # what Grappler's patterns may ask of the graph around them
    builds_nodes = False

    def __init__(self, root: Operation | None = None):
        self.root = root
        self.builder = Builder(Block())  # nothing is built before there is an insertion point
        if root is not None:
            self.set_insertion_point(root)

    def __enter__(self) -> PatternRewriter:
        _rewriters.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _rewriters.pop()

    def set_insertion_point(self, op: Operation) -> None:
        """Places operations that are built from now on in front of `op`, with its location."""
        self.root, builder = op, self.builder
        builder.block, builder.anchor, builder.location, builder.created = op.block, op, op.location, []

    @property
    def created(self) -> list[Operation]:
        return self.builder.created

    # Building

    def build_node(self, name: str, operands: list[Value], attributes: dict[str, Any], types: Type | Sequence[Type] | None) -> Operation:
        """Builds a term of the dialect `tf` as a node of a graph. Called where `builds_nodes`."""
        raise NotImplementedError

    def create(
        self, name: str, operands: Iterable[Value], types: Iterable[Type], attributes: Mapping[str, Any], successors: Iterable[Block] = ()
    ) -> Operation:
        """A new operation, with the attributes that the op has by default."""
        op = self.builder.create(name, operands, types, {**definition_of(name).defaults, **attributes}, successors=successors)
        self.revisit(op)
        return op

    def value(self, name: str, operands: Iterable[Value], type: Type, **attributes: Any) -> Value:
        """The only result of a new operation."""
        return self.create(name, operands, [type], attributes).results[0]

    def constant(self, elements: ElementsAttr) -> Value:
        """A tensor's constant, of the dialect that the root belongs to."""
        assert self.root is not None, "there is no insertion point"
        return self.builder.value(constant_op_for(self.root), [], elements.type, {"value": elements})

    # Edits. Those of the operation itself answer with True, so that a pattern may end with one.

    def replace_if_sound(self, pattern: RewritePattern, op: Operation, values: list[Operand | None]) -> bool:
        """Replaces results by values (None: it stays) if they surely have their types; else takes back the built operations."""
        raise NotImplementedError

    def replace(self, op: Operation, values: Iterable[Value]) -> bool:
        """Puts values in the place of all results; the operation goes."""
        op.replace_with(list(values))
        return True

    def replace_with(self, op: Operation, name: str, operands: Iterable[Value], **attributes: Any) -> bool:
        """Puts another operation of the same result type in the operation's place."""
        return self.replace(op, [self.value(name, operands, op.results[0].type, **attributes)])

    def replace_uses(self, value: Value, replacement: Value) -> None:
        """Puts a value in the place of another wherever it is used."""
        self.revisit_users(value)
        value.replace_all_uses_with(replacement)

    def move(self, ops: Iterable[Operation], block: Block, anchor: Operation | None = None) -> None:
        """Moves operations, one after the other, in front of another one of a block, or to its end."""
        for op in list(ops):
            op.remove()
            block.insert_before(op, anchor)
            self.revisit(op)

    def erase(self, op: Operation) -> None:
        """Erases an operation whose results have no uses."""
        op.erase()

    def modified(self, op: Operation) -> bool:
        """Tells that the operation was changed where it stands."""
        return True

    def take_back(self) -> None:
        """Erases what a pattern has built in vain."""
        created = self.builder.created
        for op in reversed(created):
            op.erase()
        created.clear()

    # What to look at again

    def revisit(self, op: Operation | None) -> None:
        """Tells that something around the operation has changed."""

    def revisit_users(self, value: Value) -> None:
        """Calls `revisit` for all users of a value that has changed."""
        for user in value.users:
            self.revisit(user)


def constant_op_for(op: Operation) -> str:
    """The op that holds a tensor's constant where such an operation stands."""
    if op.dialect in ("shape", "tensor", "arith", "math"):
        return "arith.constant"
    return "stablehlo.constant" if op.dialect in ("stablehlo", "chlo") else "tf.Const"
