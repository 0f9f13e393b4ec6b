"""Tells the line of a terminal which pass runs, of how many."""

from __future__ import annotations

from tfir.cli.progress import tell
from tfir.ir.operations import Operation

from tfopt.pipeline.description import Step, steps_in
from tfopt.pipeline.execution import Observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.pipeline.description import Pipeline


class ShownProgress(Observer):
    def __init__(self, pipeline: Pipeline) -> None:
        self.steps = [*steps_in(pipeline)]

    def before(self, step: Step, target: Operation) -> None:
        tell(self.text(step))

    def text(self, step: Step) -> str:
        """A pass that another one runs has no number."""
        number = next((at for at, each in enumerate(self.steps, 1) if each is step), None)
        return step.run.name if number is None else f"pass {number} of {len(self.steps)}, {step.run.name}"
