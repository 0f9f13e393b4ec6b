"""Dialect conversion: a target says what must not be there afterwards, patterns take it away, and what is left is an error.

    target = ConversionTarget(legal=["func", "stablehlo"], illegal=["tf"], judged={"stablehlo.custom_call": is_known})
    apply_conversion(module, target, [tf.Neg(x) >> stablehlo.negate(x), *lowerings])

In a partial conversion, ops that the target does not mention may stay; in a full one they may not. What a pattern builds is
converted as well. On failure every op that is illegal is told, with its place and why no pattern has taken it away: by the error of
the only pattern that is about it, else in MLIR's words. The program is then half converted.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation, Value
from tfir.ods.control import data_results

from tfopt.rewrite import trace
from tfopt.rewrite.greedy import as_values
from tfopt.rewrite.pattern import RewritePattern
from tfopt.rewrite.rewriter import PatternRewriter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import TypeAlias

    from tfopt.rewrite.building import Operand

    Judge: TypeAlias = Callable[[Operation], str | None]  # None for an op that may stay, or the reason why it may not

LEGAL, ILLEGAL, UNKNOWN = "legal", "illegal", "unknown"
DEEPEST = 32  # how many patterns may follow each other in converting one operation
MOST_SHOWN = 50


class ConversionTarget:
    """The legality of ops. `legal` and `illegal` name dialects and ops; an op's own name counts before its dialect's.

    `judged` maps names of ops to functions: None for an op that may stay, or the reason why it may not.
    """

    def __init__(self, legal: Iterable[str] = (), illegal: Iterable[str] = (), judged: dict[str, Judge] | None = None):
        self.verdicts = dict.fromkeys(legal, LEGAL) | dict.fromkeys(illegal, ILLEGAL)
        self.judged = judged or {}

    def verdict(self, op: Operation) -> tuple[str, str | None]:
        """LEGAL, ILLEGAL or UNKNOWN, and the reason where a function gives one."""
        judge = self.judged.get(op.name)
        if judge is not None:
            reason = judge(op)
            return (LEGAL, None) if reason is None else (ILLEGAL, reason)
        return self.verdicts.get(op.name) or self.verdicts.get(op.dialect, UNKNOWN), None


def apply_conversion(root: Operation, target: ConversionTarget, patterns: Iterable[RewritePattern], full: bool = False) -> None:
    """Converts the operations inside `root`. Raises one error with a diagnostic for each op that is left and must not be."""
    raise_failures(Conversion(target, patterns, full).run(root))


def raise_failures(of_operations: dict[Operation, list[Diagnostic]]) -> None:
    failures = [failure for failures in of_operations.values() for failure in failures]
    if failures:
        hidden = len(failures) - MOST_SHOWN
        raise Error.of(failures[:MOST_SHOWN] + ([Diagnostic(f"{hidden} more operations failed to legalize")] if hidden > 0 else []))


class Conversion(PatternRewriter):
    """Converts operation after operation, inner ones first, each by the first pattern that takes it."""

    def __init__(self, target: ConversionTarget, patterns: Iterable[RewritePattern], full: bool):
        super().__init__()
        self.target, self.full = target, full
        self.patterns: dict[str, list[RewritePattern]] = {}
        for pattern in patterns:
            for name in pattern.roots:
                self.patterns.setdefault(name, []).append(pattern)
        self.failures: dict[Operation, list[Diagnostic]] = {}
        self.refusals: list[str] = []  # why patterns have not taken the operation that is being converted

    def run(self, root: Operation, staying: Collection[Operation] = ()) -> dict[Operation, list[Diagnostic]]:
        """Converts the operations inside `root` but for those that are `staying`; returns those that could not be converted, which are as
        they were, with the errors of each."""
        work = [(op, 0) for op in root.walk(post_order=True) if op is not root and op not in staying][::-1]
        with self:
            while work:
                op, depth = work.pop()
                if op.parent is not None:
                    work += [(created, depth + 1) for created in reversed(self._convert(op, depth))]
        return self.failures

    def _convert(self, op: Operation, depth: int) -> list[Operation]:
        """The operations built in the place of one that may not stay; none where it stays."""
        verdict, reason = self.target.verdict(op)
        if verdict == LEGAL or (verdict == UNKNOWN and not self.full):
            return []
        self.refusals = ["patterns go around in a circle"] if depth == DEEPEST else []
        patterns = self.patterns.get(op.name, ()) if depth < DEEPEST else ()
        for pattern in patterns:
            self.set_insertion_point(op)
            try:
                if pattern.match_and_rewrite(op, self):
                    return self.created
                if not self.refusals:
                    self.refuse(pattern, op, "declines")
            except Error as error:
                self.refuse(pattern, op, f"fails: {error}")
                if len(patterns) == 1:
                    self.failures[op] = error.diagnostics
                    return []
        self.failures[op] = [failure(op, verdict, reason, self.refusals)]
        return []

    def refuse(self, pattern: RewritePattern, op: Operation, reason: str) -> None:
        self.take_back()
        self.refusals.append(f"pattern {pattern.at} {reason}")
        trace.refused(pattern, op, reason)

    def replace_if_sound(self, pattern: RewritePattern, op: Operation, values: list[Operand | None]) -> bool:
        new = as_values(op, values)
        for number, (result, value) in enumerate(zip(data_results(op), new)):
            if value is None and result.uses or value is not None and value.type is not result.type:
                given = "no value" if value is None else str(value.type)
                self.refuse(pattern, op, f"gives {given} for result #{number}, which is {result.type}")
                return False
        trace.fired(pattern, op)
        for result, value in zip(op.results, new):
            if value is not None:
                hand_over(result, value)
        op.erase()
        return True


def hand_over(result: Value, value: Value) -> None:
    """The value is used in the place of the result, and called as it was if it has no name."""
    if value.name is None and value.op is not None:
        value.name = result.name
    result.replace_all_uses_with(value)


def failure(op: Operation, verdict: str, reason: str | None, refusals: list[str]) -> Diagnostic:
    """Worded as MLIR words it, with a note for each reason."""
    marked = " that was explicitly marked illegal" if verdict == ILLEGAL else ""
    notes = ([reason] if reason else []) + refusals
    shown = [Diagnostic(note, None, "note") for note in notes]
    return Diagnostic(f"failed to legalize operation '{op.name}'{marked}", op, "error", shown)
