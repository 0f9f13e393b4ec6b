"""`--mlir-pass-statistics`: what passes did, counted. A pass calls `count("ops-dropped", 3)`; nothing is kept unless it is asked for.

What a number counts may be said at the head of the pass's file: `STATISTICS = {"num-cse'd": "Number of operations CSE'd"}`.
"""

from __future__ import annotations

from tfopt.pipeline.description import Nest, Step, steps_in
from tfopt.pipeline.execution import Observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.ir.operations import Operation

    from tfopt.pipeline.description import Pipeline
    from tfopt.pipeline.discovery import Pass

_counts: list[dict[str, int]] = []


def count(name: str, number: int = 1) -> None:
    """Adds to a number of the pass that runs."""
    if _counts and number:
        _counts[-1][name] = _counts[-1].get(name, 0) + number


class Statistics(Observer):
    """Numbers by step, over all ops that it ran on. How many ops came and went is counted for every pass."""

    def __init__(self) -> None:
        self.numbers: dict[Step, dict[str, int]] = {}
        self.ops_before = 0

    def before(self, step: Step, target: Operation) -> None:
        self.ops_before = sum(1 for _ in target.walk())
        _counts.append(self.numbers.setdefault(step, {}))

    def after(self, step: Step, target: Operation) -> None:
        now = sum(1 for _ in target.walk())
        count("ops-before", self.ops_before)
        count("ops-after", now)
        _counts.pop()

    def failed(self, step: Step, target: Operation) -> None:
        _counts.pop()

    def report(self, pipeline: Pipeline, display: str = "pipeline", form: str = "text") -> str:
        """The statistics as a tree of pipelines, or as a list of passes by name with their numbers added up; as JSON step by step."""
        from tfopt.pipeline.timing import heading

        if form == "json":
            from json import dumps

            steps = [
                {"pass": step.run.name, "statistics": dict.fromkeys(step.run.statistics, 0) | self.numbers.get(step, {})}
                for step in steps_in(pipeline)
            ]
            return dumps(steps, indent=2)

        lines = self._lines(pipeline, 0) if display == "pipeline" else self._listed()
        return "\n".join([*heading("Pass statistics report"), *lines])

    def _listed(self) -> Iterator[str]:
        totals: dict[str, tuple[Pass, dict[str, int]]] = {}
        for step, numbers in self.numbers.items():
            _, sums = totals.setdefault(step.run.title, (step.run, {}))
            for name, number in numbers.items():
                sums[name] = sums.get(name, 0) + number
        for title in sorted(totals):
            yield f"  {title}"
            run, sums = totals[title]
            yield from numbers_shown(run, sums, "    ")

    def _lines(self, pipeline: Pipeline, depth: int) -> Iterator[str]:
        for part in pipeline:
            if isinstance(part, Nest):
                yield f"{'  ' * depth}'{part.anchor}' Pipeline"
                yield from self._lines(part.steps, depth + 1)
                continue
            yield f"{'  ' * depth}{part.run.title}"
            yield from numbers_shown(part.run, self.numbers.get(part, {}), "  " * depth + "  ")


def numbers_shown(run: Pass, numbers: dict[str, int], indent: str) -> Iterator[str]:
    """Lines for the statistics of a pass, zeros included, and for what else was counted."""
    shown = dict.fromkeys(run.statistics, 0) | numbers
    width = max([len(str(number)) for number in shown.values()], default=0)
    for name, number in shown.items():
        semantics = run.statistics.get(name) or ALWAYS.get(name)
        yield f"{indent}(S) {number:{width}} {name}" + (f" - {semantics}" if semantics else "")


ALWAYS = {
    "ops-before": "Number of operations that the pass was given",
    "ops-after": "Number of operations that it left",
    "rules-fired": "Number of times a rewrite rule fired",
    "ops-folded": "Number of operations folded into constants",
    "ops-dropped": "Number of operations dropped for want of uses",
}
