"""`--pass-bisect-limit=N`: only the first N runs of passes happen. Halving N finds the pass from which on something is wrong."""

from __future__ import annotations

import sys

from tfopt.pipeline.dumps import op_title
from tfopt.pipeline.execution import Observer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation

    from tfopt.pipeline.description import Step


class Bisection(Observer):
    """Says of each run of a pass its number and whether it happens. A limit of -1 lets all of them happen."""

    def __init__(self, limit: int):
        self.limit, self.count = limit, 0

    def wants(self, step: Step, target: Operation) -> bool:
        self.count += 1
        runs = self.limit < 0 or self.count <= self.limit
        print(f"BISECT: {'running' if runs else 'NOT running'} pass ({self.count}) {step.run.name} on {op_title(target)}", file=sys.stderr)
        return runs
