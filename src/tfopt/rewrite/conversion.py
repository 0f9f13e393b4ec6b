"""Dialect conversion: what must not be there afterwards is said as a target, rules take it away, and what is left is an error.

    target = Target(legal=["func", "stablehlo"], illegal=["tf"], judged={"stablehlo.custom_call": is_known})
    convert(module, target, [tf.Neg(x) >> stablehlo.negate(x), lower_softmax])

In a partial conversion, ops that the target does not mention may stay; in a full one they may not. What a rule builds is
converted in its turn. On failure every op that is illegal is told, with its place and why no rule has taken it away; the program
is then half converted.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation

from tfopt.rewrite import building, trace
from tfopt.rewrite.greedy import as_values, take_back

LEGAL, ILLEGAL, UNKNOWN = "legal", "illegal", "unknown"
MOST_TURNS = 32
MOST_SHOWN = 50


class Target:
    """What is legal. `legal` and `illegal` name dialects and ops; an op's own name counts before its dialect's.

    `judged` maps names of ops to functions: None for an op that may stay, or the reason why it may not.
    """

    def __init__(self, legal=(), illegal=(), judged=None):
        self.verdicts = dict.fromkeys(legal, LEGAL) | dict.fromkeys(illegal, ILLEGAL)
        self.judged = judged or {}

    def verdict(self, op: Operation) -> tuple[str, str | None]:
        """LEGAL, ILLEGAL or UNKNOWN, and the reason where somebody gives one."""
        judge = self.judged.get(op.name)
        if judge is not None:
            reason = judge(op)
            return (LEGAL, None) if reason is None else (ILLEGAL, reason)
        return self.verdicts.get(op.name) or self.verdicts.get(op.dialect, UNKNOWN), None


def convert(root: Operation, target: Target, rules, full: bool = False) -> None:
    """Converts what is inside `root`. Raises one error with a diagnostic for each op that is left and must not be."""
    failures = Conversion(target, rules, full).run(root)
    if failures:
        hidden = len(failures) - MOST_SHOWN
        raise Error.of(failures[:MOST_SHOWN] + ([Diagnostic(f"{hidden} more operations failed to legalize")] if hidden > 0 else []))


class Conversion:
    def __init__(self, target: Target, rules, full: bool):
        self.target, self.full = target, full
        self.rules: dict[str, list] = {}
        for rule in rules:
            for name in rule.roots:
                self.rules.setdefault(name, []).append(rule)
        self.failures: list[Diagnostic] = []

    def run(self, root: Operation) -> list[Diagnostic]:
        work = [(op, 0) for op in root.walk(post_order=True) if op is not root][::-1]
        while work:
            op, turn = work.pop()
            if op.parent is None:
                continue
            verdict, reason = self.target.verdict(op)
            if verdict == LEGAL or (verdict == UNKNOWN and not self.full):
                continue
            created, refusals = self._apply(op) if turn < MOST_TURNS else (None, ["rules go around in a circle"])
            if created is None:
                self.failures.append(failure(op, verdict, reason, refusals))
            else:
                work += [(new, turn + 1) for new in reversed(created)]
        return self.failures

    def _apply(self, op: Operation) -> tuple[list[Operation] | None, list[str]]:
        """What the first rule that fits has built; or None, and why each has not."""
        refusals = []
        for rule in self.rules.get(op.name, ()):
            with building.building_before(op) as created:
                why = self._try(rule, op, created)
                if why is None:
                    return list(created), []
                take_back(created)
            refusals.append(f"rule {rule.at} {why}")
            trace.refused(rule, op, why)
        return None, refusals

    def _try(self, rule, op: Operation, created) -> str | None:
        """None when the rule has replaced the op."""
        try:
            new = next(iter(rule.replacements(op)), None)
        except Error as error:
            return f"fails: {error}"
        if new is None:
            return "declines"
        new = as_values(op, new)
        results = building.data_results(op)
        for number, (result, value) in enumerate(zip(results, new)):
            if value is None and result.uses:
                return f"gives no value for result #{number}"
            if value is not None and value.type is not result.type:
                return f"gives {value.type} for result #{number}, which is {result.type}"
        trace.fired(rule, op)
        for result, value in zip(results, new):
            if value is not None:
                result.replace_by(value)
        op.erase()
        return None


def failure(op: Operation, verdict: str, reason: str | None, refusals) -> Diagnostic:
    """Worded as MLIR words it, with a note for each reason."""
    marked = " that was explicitly marked illegal" if verdict == ILLEGAL else ""
    notes = ([reason] if reason else []) + refusals or ["no rule is about this operation"]
    shown = [Diagnostic(note, None, "note") for note in notes]
    return Diagnostic(f"failed to legalize operation '{op.name}'{marked}", op, "error", shown)
