"""Runs a pipeline on a module: each pass on the ops it is for, with verification after it and observers around it."""

from __future__ import annotations

from time import perf_counter

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.edits import Edits
from tfir.ir.operations import Operation

from tfopt.pipeline.description import Nest, Step

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import TypeAlias

    from tfopt.pipeline.description import Pipeline

    InputShapes: TypeAlias = dict[str, tuple[int | None, ...]]  # by the name of a feed


class Observer:
    """The interface of objects that are told of every pass that runs. `target` is the op that it runs on."""

    def wants(self, step: Step, target: Operation) -> bool:
        """Whether the pass is to run at all."""
        return True

    def starts(self, part: Step | Nest, root: Operation) -> None:
        """The part is about to run on the ops that it is for inside `root`, or on `root` itself."""

    def before(self, step: Step, target: Operation) -> None: ...

    def after(self, step: Step, target: Operation) -> None: ...

    def failed(self, step: Step, target: Operation) -> None:
        """The pass, or the verification of what came out of it, has raised."""

    def left(self, root: Operation) -> None:
        """Passes have run on ops inside `root`, and the next ones run on another or on itself."""


class Runner:
    """Runs steps. `verify(op)` raises `Error` where an op is broken, or is None. With `leaves_out_idle` a step does not run, and its pass need
    not be loaded, where the program has none of the dialects that it needs.

    `times` holds (path, seconds) as they came, a path being the names of the pipelines around a pass and its own; `current` is
    the pass that runs.
    """

    def __init__(
        self,
        verify: Callable[[Operation], None] | None = None,
        observers: Sequence[Observer] = (),
        input_shapes: InputShapes | None = None,
        leaves_out_idle: bool = False,
    ):
        self.verify, self.observers, self.input_shapes, self.leaves_out_idle = verify, observers, input_shapes, leaves_out_idle
        self.dialects: tuple[Operation, set[str]] | None = None  # of a program, as long as it stays as it is
        self.times: list[tuple[tuple[str, ...], float]] = []
        self.path: tuple[str, ...] = ()
        self.current: str | None = None

    def run(self, pipeline: Pipeline, root: Operation) -> None:
        for part in pipeline:
            for observer in self.observers:
                observer.starts(part, root)
            if isinstance(part, Nest):
                self._run_nest(part, root)
            else:
                self._run_step(part, root)

    def _run_nest(self, nest: Nest, root: Operation) -> None:
        targets = [root] if nest.anchor in ("any", root.name) else list(outermost(root, (nest.anchor,)))
        around = self.path
        if root.parent is not None or targets != [root]:
            self.path = (*around, f"'{nest.anchor}' Pipeline")
        for target in targets:
            self.run(nest.steps, target)
        self.path = around
        self._left(root)

    def _left(self, root: Operation) -> None:
        for observer in self.observers:
            observer.left(root)

    def _is_idle(self, step: Step, root: Operation) -> bool:
        if not (self.leaves_out_idle and root.parent is None and step.needs):
            return False
        if self.dialects is None or self.dialects[0] is not root:
            self.dialects = root, {op.dialect for op in root.walk()}
        return self.dialects[1].isdisjoint(step.needs)

    def _run_step(self, step: Step, root: Operation) -> None:
        if self._is_idle(step, root):
            return
        anchors = step.run.anchors
        if anchors is None or root.name in anchors:
            return self._run_on(step, root)
        if any(around.name in anchors for around in root.ancestors()):
            raise Error(f"pass '{step.run.name}' runs on {' or '.join(anchors)}, not on what is inside {root.name}", step.at)
        for target in list(outermost(root, anchors)):
            self._run_on(step, target)
        self._left(root)

    def _run_on(self, step: Step, target: Operation) -> None:
        """Runs a step, and tells the observers. A pass may run others, which are told of in the same way: see `inside`."""
        if not all([observer.wants(step, target) for observer in self.observers]):
            return
        for observer in self.observers:
            observer.before(step, target)
        try:
            with Edits() as edits:
                self._call(step, target)
            if edits.happened:
                self.dialects = None
                self._verify_after(step, target)
        except BaseException:
            for observer in self.observers:
                observer.failed(step, target)
            raise
        for observer in self.observers:
            observer.after(step, target)

    def _call(self, step: Step, target: Operation) -> object:
        keywords = dict(step.keywords)
        if step.run.takes_input_shapes and self.input_shapes is not None:
            keywords["input_shapes"] = self.input_shapes
        around = self.path
        self.current, self.path = step.run.name, (*around, step.run.title)
        began, timed = perf_counter(), len(self.times)
        _running.append(self)
        try:
            answer = step.run.function(target, **keywords)
        finally:
            _running.pop()
            self.path = around
        inside = sum([seconds for path, seconds in self.times[timed:] if len(path) > len(around) + 1])
        self.times.append(((*around, step.run.title), perf_counter() - began - inside))
        return answer

    def _verify_after(self, step: Step, target: Operation) -> None:
        if self.verify is None:
            return
        began = perf_counter()
        try:
            self.verify(target)
        except Error as error:
            error.diagnostics[0].notes.append(Diagnostic(f"this came out of pass '{step.run.name}'", None, "note"))
            raise
        finally:
            self.times.append(((*self.path, "(verification)"), perf_counter() - began))


_running: list[Runner] = []


def inside(step: Step, target: Operation) -> None:
    """Runs one pass from inside another, whose observers are told of it."""
    if _running:
        _running[-1]._run_on(step, target)
    else:
        step.run.function(target, **step.keywords)


def outermost_around(op: Operation) -> Operation:
    """The operation that stands in no other: most often the module."""
    return [op, *op.ancestors()][-1]


def outermost(root: Operation, names: Collection[str]) -> Iterator[Operation]:
    """The ops of these names inside `root` that stand in no other of them."""
    for region in root.regions:
        for block in region.blocks:
            for op in block:
                if op.name in names:
                    yield op
                elif op.regions:
                    yield from outermost(op, names)
