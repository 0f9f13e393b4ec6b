"""Conversions to LLVM fold each operation before they convert it, as upstream's driver does: by what its operands were before, so that what
folds into a constant is none yet for what reads it. A constant that is not converted is not built."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.rewrite.greedy import as_values
from tfopt.rewrite.pattern import RewritePattern
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.rewrite.type_conversion import convert_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfir.ir.types import Type

    from tfopt.rewrite.building import Operand

MOST_IN_PLACE = 8  # how often an operation is folded in its place, as by constants that become attributes


def convert_folded(
    root: Operation, types: Mapping[Type, Type | None], patterns: Iterable[RewritePattern], illegal: Iterable[str] = ()
) -> None:
    """`convert_types` of what is folded."""
    patterns = list(patterns)
    converted = {name for pattern in patterns for name in pattern.roots}
    FoldOnce(folders_about({op.name for op in root.inside()}), converted).run(root)
    convert_types(root, types, patterns, illegal)


class FoldOnce(PatternRewriter):
    """Folds operation after operation. Values take the place of results when all are folded. `converted` are the names of what is converted."""

    def __init__(self, folders: Iterable[RewritePattern], converted: set[str]):
        super().__init__()
        self.converted = converted
        self.folders: dict[str, list[RewritePattern]] = {}
        for folder in folders:
            for name in folder.roots:
                self.folders.setdefault(name, []).append(folder)
        self.folded: dict[Operation, list[Value]] = {}

    def run(self, root: Operation) -> None:
        with self:
            for op in [op for op in root.inside() if op.name in self.folders]:
                for _ in range(MOST_IN_PLACE):
                    if op in self.folded or not self.fold(op):
                        break
        taken = {result: value for op, values in self.folded.items() for result, value in zip(op.results, values)}
        for op, values in self.folded.items():
            op.replace_with([last_of(value, taken) for value in values])

    def fold(self, op: Operation) -> bool:
        """Whether an operation was folded, to values or in its place."""
        self.set_insertion_point(op)
        if not any(folder.match_and_rewrite(op, self) for folder in self.folders[op.name]):
            return False
        if op not in self.folded or all(
            [made.name in self.converted and not isinstance(made.results[0].type, TensorType) for made in self.created]
        ):
            return True
        del self.folded[op]
        self.take_back()
        return False

    def replace(self, op: Operation, values: Iterable[Value]) -> bool:
        self.folded[op] = list(values)
        return True

    def replace_if_sound(self, pattern: RewritePattern, op: Operation, values: list[Operand | None]) -> bool:
        new = [value for value in as_values(op, values) if value is not None]
        return [value.type for value in new] == [result.type for result in op.results] and self.replace(op, new)


def last_of(value: Value, taken: Mapping[Value, Value]) -> Value:
    while value in taken:
        value = taken[value]
    return value
