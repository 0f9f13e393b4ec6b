"""`--check-equivalence`: the module runs on the interpreter before and after every pass, and must answer the same.

Inputs are given, or drawn by a seed. A graph is run as the function that lifting makes of it. Every public function that both modules
have is run: graph functions, executor graphs, TensorFlow's ops, StableHLO, dispatches and sequences. A pass is exact to the bit unless
its file says `EXACT = False`; then results may differ by `atol + rtol * |expected|`. Functions that the interpreter cannot run are
counted, not compared.
"""

from __future__ import annotations

from tfir.execution.comparison import difference
from tfir.execution.computation import LaidOut
from tfir.execution.entry import Entry, functions_with_bodies
from tfir.execution.program import interpreted
from tfir.execution.random_inputs import RandomInputs
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType

from tfopt.pipeline import discovery
from tfopt.pipeline.description import Step
from tfopt.pipeline.execution import Observer, outermost_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from numpy import ndarray

    from tfopt.pipeline.execution import InputShapes

MOST_NAMED = 3


class Answers:
    """The results of a module's functions: name of function -> name of result -> array; and the reasons why others have none."""

    __slots__ = ("after", "of_graph", "results", "refusals")

    def __init__(self, after: str | None, of_graph: bool):
        self.after, self.of_graph = after, of_graph
        self.results: dict[str, dict[str, ndarray]] = {}
        self.refusals: dict[str, str] = {}


class Equivalence(Observer):
    """Raises at the first pass that changes what the program computes."""

    def __init__(
        self, seed: int = 0, inputs: str | None = None, rtol: float = 1e-4, atol: float = 1e-5, input_shapes: InputShapes | None = None,
        default_batch: int | None = None,
    ):  # fmt: skip
        self.rtol, self.atol = rtol, atol
        self.inputs = RandomInputs(seed, inputs, input_shapes, default_batch)
        self.module: Operation | None = None
        self.last = Answers(None, False)
        self.compared: dict[Step, None] = {}
        self.passed_over: dict[str, str] = {}

    def before(self, step: Step, target: Operation) -> None:
        module = outermost_around(target)
        if module is not self.module:  # the first, or the next part of a file
            self.module, self.last = module, self._answers(module, None)

    def after(self, step: Step, target: Operation) -> None:
        now = self._answers(outermost_around(target), step.run.name)
        common = [name for name in now.results if name in self.last.results and self._share(name, now)]
        for name in common:
            self._compare(name, now, step, target)
        if common:
            self.compared[step] = None
        else:
            self.passed_over[step.run.name] = next(iter((now.refusals or self.last.refusals).values()), "no function to run")
        lost = {name: results for name, results in self.last.results.items() if name in now.refusals}
        now.results |= lost  # the next module that can be computed is compared with the last that could
        self.last = now

    def _answers(self, module: Operation, after: str | None) -> Answers:
        of_graph = any(op.name == "tfg.graph" for op in module.body) if module.name == "builtin.module" else False
        answers = Answers(after, of_graph)
        try:
            module = lifted(module) if of_graph else module
        except Error as error:
            answers.refusals["main"] = str(error)
            return answers
        for entry in entries(module):
            try:
                with LaidOut():
                    arrays = interpreted(module, entry)(self.inputs.arrays(entry))
                answers.results[entry.name] = {port.name: value for port, value in zip(entry.fetches, arrays)}
            except Error as error:
                answers.refusals[entry.name] = str(error)
        return answers

    def _share(self, name: str, now: Answers) -> bool:
        """Whether there is anything to compare: a pass that renames the nodes of a graph leaves no result under its name."""
        return not now.of_graph or bool(now.results[name].keys() & self.last.results[name].keys())

    def _compare(self, name: str, now: Answers, step: Step, target: Operation) -> None:
        before, after = self.last.results[name], now.results[name]
        tolerances = (None, None) if step.run.exact else (self.rtol, self.atol)
        for number, (result, expected) in enumerate(before.items()):
            if result not in after and now.of_graph:
                continue  # what has no reader is a result of a graph; a pass may drop it, or give it a reader
            if result not in after:
                if len(after) != len(before):
                    raise self._changed(step, name, f"has no result '{result}' any more", target)
                result = list(after)[number]
            mismatch = difference(after[result], expected, *tolerances)
            if mismatch:
                raise self._changed(step, name, f"result '{result}'{mismatch}", target)

    def _changed(self, step: Step, function: str, what: str, target: Operation) -> Error:
        how = f"seed={self.inputs.seed}" if self.inputs.path is None else f"inputs=@{self.inputs.path}"
        note = f"found by --check-equivalence={how}; --mlir-print-ir-before={step.run.name} shows what the pass was given"
        place = next((entry.func for entry in entries(outermost_around(target)) if entry.name == function), None)
        return Error(f"pass '{step.run.name}' changes what the program computes: @{function}, {what}", place, [(note, None)])

    def report(self) -> None:
        """Says what was compared, as a remark: a check that checked nothing must not look like one that passed."""
        text = f"equivalence holds across {len(self.compared)} pass{'es' * (len(self.compared) != 1)}"
        over = [f"{name} ({why})" for name, why in self.passed_over.items()]
        if over:
            more = f" and {len(over) - MOST_NAMED} more" if len(over) > MOST_NAMED else ""
            text += f"; not compared: {', '.join(over[:MOST_NAMED])}{more}"
        emit(Diagnostic(text, None, "remark" if self.compared else "warning"))


def lifted(module: Operation) -> Operation:
    """A copy in which the graph is a function that can be run."""
    copy = module.clone({})
    discovery.load("tfg-lift-graph-to-func").function(copy)
    return copy


def entries(module: Operation) -> list[Entry]:
    """The functions with a body that may be called from outside."""
    if module.name != "builtin.module":
        return []
    public = [function for function in functions_with_bodies(module) if function.get("sym_visibility") != "private"]
    return [entry for entry in map(Entry, public) if all(isinstance(port.type, TensorType) for port in entry.feeds)]


def settings(text: str) -> dict[str, Any]:
    """`seed=N,inputs=@f.npz,rtol=R,atol=A` as keyword arguments of `Equivalence`."""
    options: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if name not in KINDS or not equals:
            raise ValueError(f"'{part}' is none of {', '.join(f'{kind}=..' for kind in KINDS)}")
        options[name] = KINDS[name](value)
    return options


def file_name(text: str) -> str:
    if not text.startswith("@"):
        raise ValueError(f"'{text}' is no file; a file is written as @{text}")
    return text[1:]


KINDS: dict[str, Callable[[str], Any]] = {"seed": int, "inputs": file_name, "rtol": float, "atol": float}
