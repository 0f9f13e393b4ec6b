"""The greedy driver: applies patterns, folds constants and drops what is dead, until nothing changes or a bound is reached."""

from __future__ import annotations

from tfir.analysis.effects import is_dead
from tfir.dialects import is_pure
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_operands, data_results

from tfopt.pipeline.statistics import count
from tfopt.rewrite import building, graph, trace
from tfopt.rewrite.constant_pool import ConstantPool
from tfopt.rewrite.constants import elements_made_by
from tfopt.rewrite.pattern import RewritePattern
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tfopt.rewrite.building import Operand


REWRITES_PER_OP = 10


class PatternsOfOp:
    """The patterns for one op's name, in order: all of them, and those that may match whatever makes the operands.

    `makers` are the ops that the others look for among the makers of operands. Most ops have none of them there.
    """

    __slots__ = ("all", "unconditional", "makers", "_by_makers")

    def __init__(self) -> None:
        self.all: list[RewritePattern] = []
        self.unconditional: list[RewritePattern] = []
        self.makers: set[str] = set()
        self._by_makers: dict[frozenset[str], list[RewritePattern]] = {}

    def add(self, pattern: RewritePattern) -> None:
        self.all.append(pattern)
        if pattern.required:
            self.makers.update(pattern.required[0])
        else:
            self.unconditional.append(pattern)

    def candidates(self, op: Operation) -> list[RewritePattern]:
        makers = self.makers
        for value in op.operands:
            if value.owner.__class__ is Operation and value.owner.name in makers:
                candidates = self._of_makers(op)
                break
        else:
            candidates = self.unconditional
        return [each for each in candidates if not each.has_more_to_fit or each.may_fit(op)] if candidates else candidates

    def _of_makers(self, op: Operation) -> list[RewritePattern]:
        makers = frozenset([value.owner.name for value in op.operands if value.owner.__class__ is Operation])
        candidates = self._by_makers.get(makers)
        if candidates is None:
            candidates = self._by_makers[makers] = [pattern for pattern in self.all if pattern.may_match(makers)]
        return candidates


class GreedyDriver(PatternRewriter):
    """One run over an operation and all inside it.

    patterns           in the order in which they are tried
    folds, drops       whether constants are evaluated, and whether pure ops without uses go
    iterations         how often all operations are looked at, while that changes anything; -1 for any number
    simplify_regions   what is done with blocks after each iteration; answers whether it changed anything
    pooled             the constants of which each function keeps one of a kind, at its front
    top_down           whether what stands first is looked at first
    max_rewrites       how many there may be; None for `REWRITES_PER_OP` in each iteration

    `fired` counts patterns by where they are written. Nodes of graphs are left alone: those are for Grappler's driver.
    """

    def __init__(
        self, patterns: Iterable[RewritePattern], *, folds: bool = True, drops: bool = True, iterations: int = 1,
        simplify_regions: Callable[[Operation], bool] | None = None, pooled: frozenset[str] = frozenset(), top_down: bool = True,
        rewrites_per_op: int = REWRITES_PER_OP, max_rewrites: int | None = None,
    ):  # fmt: skip
        super().__init__()
        self.patterns: dict[str, PatternsOfOp] = {}
        for pattern in patterns:
            for name in pattern.roots:
                if name.startswith("tfg.") is self.builds_nodes:
                    self.patterns.setdefault(name, PatternsOfOp()).add(pattern)
        self.folds, self.drops, self.iterations, self.top_down = folds, drops, iterations, top_down
        self.simplify_regions, self.pooled = simplify_regions, pooled
        self.rewrites_per_op, self.max_rewrites = rewrites_per_op, max_rewrites
        self.left = 0  # how many rewrites there may still be
        self.fired: dict[str, int] = {}
        self.worklist: list[Operation] = []
        self.waiting: set[Operation] = set()
        self.gone: set[Operation] = set()  # what was inside of operations that are erased
        self.pool: ConstantPool | None = None
        self.pattern: RewritePattern | None = None  # the one that is tried

    def run(self, root: Operation) -> bool:
        """Whether anything changed. Afterwards `left` and `iterations` are what was not used up of either."""
        changed = False
        if self.max_rewrites is not None:
            self.left = self.max_rewrites
        with self:
            while self.iterations != 0 and self._iterate(root):
                changed = True
                self.iterations -= 1
        return changed

    def _iterate(self, root: Operation) -> bool:
        ops = root.inside()
        changed = False
        if self.pooled:
            self.pool = ConstantPool(root, self.pooled)
            before = len(ops)
            ops = self.pool.gather(ops)
            changed = len(ops) < before
        self._start(ops)
        changed |= self._drain()
        if self.simplify_regions is not None and self.simplify_regions(root):
            changed = True
        return changed

    def _start(self, ops: list[Operation]) -> None:
        self.worklist, self.waiting, self.gone = ops[::-1] if self.top_down else ops, set(ops), set()
        if self.max_rewrites is None:
            self.left = self.rewrites_per_op * len(ops) + 100

    def _drain(self) -> bool:
        """Visits the operations on the worklist until it is empty, or the bound is reached. Whether anything changed."""
        worklist, waiting, gone, visit, before = self.worklist, self.waiting, self.gone, self._visit, self.left
        while True:  # not `while condition`: Python 3.11 specializes what runs once only at unconditional jumps back
            if not worklist or self.left <= 0:
                break
            op = worklist.pop()
            waiting.discard(op)
            if op.parent is not None and op not in gone and visit(op):
                self.left -= 1
        return self.left < before

    def _visit(self, op: Operation) -> bool:
        results, operands = op.results, op.operands
        if self.drops and not (results and results[0].uses) and is_dead(op):
            self.erase(op)
            count("ops-dropped")
            return True
        if self.folds and operands and may_fold(op) and self._fold(op):
            count("ops-folded")
            return True
        return op.name in self.patterns and self._apply(op)

    def _fold(self, op: Operation) -> bool:
        from tfopt.rewrite.folding import fold

        contents = fold(op)
        if contents is None:
            return False
        self.set_insertion_point(op)
        self._put(op, [building.constant(elements) for elements in contents], [])  # nothing looks at a constant
        return True

    def _apply(self, op: Operation) -> bool:
        candidates = self._candidates(op)
        if candidates:
            self.set_insertion_point(op)
        for pattern in candidates:
            self.pattern = pattern
            try:
                if pattern.match_and_rewrite(op, self):
                    self.fired[pattern.at] = self.fired.get(pattern.at, 0) + 1
                    count("rules-fired")
                    return True
            except Error as error:  # the meaning of an op that was to be built refuses its operands: no match
                self.refuse(pattern, op, str(error))
                self.take_back()
        return False

    def _candidates(self, op: Operation) -> list[RewritePattern]:
        return self.patterns[op.name].candidates(op)

    # Edits

    def replace_if_sound(self, pattern: RewritePattern, op: Operation, values: list[Operand | None]) -> bool:
        new = as_values(op, values)
        if self._is_sound(op, new):
            trace.fired(pattern, op)
            self._put(op, new, list(self.created))
            return True
        self.refuse(pattern, op, "the replacement need not have the type of what it replaces")
        self.take_back()
        return False

    def refuse(self, pattern: RewritePattern, op: Operation, reason: str) -> None:
        trace.refused(pattern, op, reason)

    def _is_sound(self, op: Operation, new: list[Value | None]) -> bool:
        results = data_results(op)
        if len(new) != len(results) or all([value is None or value is result for value, result in zip(new, results)]):
            return False
        from tfopt.rewrite.proof import same_type  # needs the analysis of shapes; most runs over small modules do not

        matched = {op, *self.created}
        matched |= {value.op for value in data_operands(op) if value.op is not None and elements_made_by(value.op) is None}
        return all([value is None or same_type(result, value, matched) for result, value in zip(results, new)])

    def _put(self, op: Operation, new: Sequence[Value | None], created: Iterable[Operation | None]) -> None:
        """Values in the place of results, under the same names. What was `created` for them is looked at as well."""
        touched = [user for result in op.results for user in result.users]
        makers = [value.op for value in op.operands]
        self._leave(op)
        replace_results(op, new)
        for value in new:
            if value is not None and value.name is None and op.results and op.results[0].name:
                value.name = op.results[0].name
        for again in (*touched, *makers, *created, op):
            self.revisit(again)

    def replace(self, op: Operation, values: Iterable[Value]) -> bool:
        new = list(values)
        self._put(op, new, [value.op for value in new])
        return True

    def erase(self, op: Operation) -> None:
        makers = [value.op for value in op.operands]
        if op.regions:
            makers = [value.op for each in op.walk() for value in each.operands]
            self._leave(op)
        if self.pool is not None:
            self.pool.forget(op)
        op.erase()
        for maker in makers:
            self.revisit(maker)

    def modified(self, op: Operation) -> bool:
        self.revisit(op)
        for result in op.results:
            self.revisit_users(result)
        return True

    def _leave(self, op: Operation) -> None:
        """Excludes the operations inside `op` from being looked at again."""
        if op.regions:
            self.gone.update(op.inside())

    def revisit(self, op: Operation | None) -> None:
        if op is not None and op not in self.waiting and op.parent is not None:
            self.worklist.append(op)
            self.waiting.add(op)


def may_fold(op: Operation) -> bool:
    """A cheap look before folding is tried: the op that makes the first operand carries a value. Graphs fold in passes of their
    own, since a node's name and control edges stay."""
    maker = op.operands[0].owner
    return isinstance(maker, Operation) and "value" in maker.attributes and not graph.is_graph(op)


def as_values(op: Operation, values: list[Operand | None]) -> list[Value | None]:
    """A pattern's answer with numbers and arrays made constants."""
    like = list(data_results(op))
    return [value if value is None or isinstance(value, Value) else building.as_value(value, like, op.name) for value in values]


def replace_results(op: Operation, new: Sequence[Value | None]) -> None:
    """Puts values in the place of results (None: it stays), and erases the operation where nothing uses it any more."""
    for result, value in zip(op.results, new, strict=True):
        if value is not None:
            result.replace_all_uses_with(value)
    if not any([result.uses for result in op.results]) and (is_pure(op) or None not in new):
        op.erase()
