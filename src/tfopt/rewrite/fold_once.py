"""Operations folded once each, as upstream's conversions fold what they meet before they convert it: by what its operands were before, so that
what folds into a constant is none yet for what reads it."""

from __future__ import annotations

from tfir.ir.operations import Operation, Value

from tfopt.rewrite.greedy import as_values
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tfopt.rewrite.building import Operand
    from tfopt.rewrite.pattern import RewritePattern

MOST_IN_PLACE = 8  # how often an operation is folded in its place, as by constants that become attributes


class FoldOnce(PatternRewriter):
    """Folds operation after operation. Values take the place of results when all are folded. An operation stays where its folding would make
    one that `may_be_made` says no of."""

    def __init__(self, folders: Iterable[RewritePattern], may_be_made: Callable[[Operation], bool]):
        super().__init__()
        self.may_be_made = may_be_made
        self.folders: dict[str, list[RewritePattern]] = {}
        for folder in folders:
            for name in folder.roots:
                self.folders.setdefault(name, []).append(folder)
        self.folded: dict[Operation, list[Value]] = {}

    def run(self, root: Operation, may_be_folded: Callable[[Operation], bool] | None = None) -> None:
        with self:
            for op in [op for op in root.inside() if op.name in self.folders and (may_be_folded is None or may_be_folded(op))]:
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
        if op not in self.folded or all(map(self.may_be_made, self.created)):
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
