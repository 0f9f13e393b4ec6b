"""Runs a pipeline on a module: each pass on the ops it is for, with verification, dumps and timing around it."""

from __future__ import annotations

import sys
from time import perf_counter

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation

from tfopt.pipeline.description import Nest, Step


class Runner:
    """Runs steps. `verify(op)` raises `Error` where an op is broken, or is None; `print_op(op)` is the op as text.

    `dump_before` and `dump_after` are names of passes, or None for all of them. `times` holds (name, seconds) as they came,
    `current` is the pass that runs.
    """

    def __init__(self, verify=None, print_op=str, dump_before=(), dump_after=(), input_shapes=None):
        self.verify, self.print_op, self.input_shapes = verify, print_op, input_shapes
        self.dump_before, self.dump_after = dump_before, dump_after
        self.times: list[tuple[str, float]] = []
        self.current: str | None = None

    def run(self, pipeline, root: Operation) -> None:
        for part in pipeline:
            if isinstance(part, Nest):
                self._run_nest(part, root)
            else:
                self._run_step(part, root)

    def _run_nest(self, nest: Nest, root: Operation) -> None:
        targets = [root] if nest.anchor in ("any", root.name) else list(outermost(root, (nest.anchor,)))
        for target in targets:
            self.run(nest.steps, target)

    def _run_step(self, step: Step, root: Operation) -> None:
        anchors = step.run.anchors
        if anchors is None or root.name in anchors:
            return self._run_on(step, root)
        if any(around.name in anchors for around in root.ancestors()):
            raise Error(f"pass '{step.run.name}' runs on {' or '.join(anchors)}, not on what is inside {root.name}", step.at)
        for target in list(outermost(root, anchors)):
            self._run_on(step, target)

    def _run_on(self, step: Step, target: Operation) -> None:
        name = step.run.name
        self._dump("Before", step, target, self.dump_before)
        keywords = dict(step.keywords)
        if step.run.takes_input_shapes and self.input_shapes is not None:
            keywords["input_shapes"] = self.input_shapes
        self.current, began = name, perf_counter()
        step.run.function(target, **keywords)
        self.times.append((name, perf_counter() - began))
        self._dump("After", step, target, self.dump_after)
        if self.verify is not None:
            self._verify_after(name, target)

    def _verify_after(self, name: str, target: Operation) -> None:
        began = perf_counter()
        try:
            self.verify(target)
        except Error as error:
            error.diagnostics[0].notes.append(Diagnostic(f"this came out of pass '{name}'", None, "note"))
            raise
        finally:
            self.times.append(("(verification)", perf_counter() - began))

    def _dump(self, when: str, step: Step, target: Operation, names) -> None:
        if names is None or step.run.name in names:
            head = f"// -----// IR Dump {when} {step.run.title} ({step.run.name}) //----- //"
            print(f"{head}\n{self.print_op(target).rstrip()}\n", file=sys.stderr)


def outermost(root: Operation, names):
    """The ops of these names inside `root` that stand in no other of them."""
    for region in root.regions:
        for block in region.blocks:
            for op in block:
                if op.name in names:
                    yield op
                elif op.regions:
                    yield from outermost(op, names)


def timing_report(times, total: float) -> str:
    """Seconds by name, in the order of first appearance, as MLIR's list report has them."""
    sums: dict[str, float] = {}
    for name, seconds in times:
        sums[name] = sums.get(name, 0.0) + seconds
    sums["Rest"] = max(0.0, total - sum(sums.values()))
    rule = f"===-{'-' * 71}-==="
    lines = [rule, "... Execution time report ...".center(79), rule, f"  Total Execution Time: {total:.4f} seconds", ""]
    lines.append("  ----Wall Time----  ----Name----")
    for name, seconds in [*sums.items(), ("Total", total)]:
        lines.append(f"  {seconds:9.4f} ({100 * seconds / total if total else 0:5.1f}%)  {name}")
    return "\n".join(lines)
