"""Warnings of passes that find nothing to work on: most often the program is still in another dialect.

Only passes that were asked for one by one are looked at. A named pipeline skips the stages that its input is past.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, emit
from tfir.ir.operations import Operation

from tfopt.pipeline.description import Nest, Step, steps_in
from tfopt.pipeline.execution import Observer, outermost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tfopt.pipeline.description import Pipeline

# From dialect to dialect: the passes that lead there.
ARROWS = {
    ("tfg", "tf_executor"): "--tfg-lift-graph-to-func --tfg-to-executor",
    ("tf_executor", "tf"): "--tf-functionalize-control-flow --executor-to-tf",
    ("tf_executor", "tfg"): "--executor-to-tfg",
    ("tf", "stablehlo"): "--infer-shapes --tf-to-stablehlo",
    ("tf", "tf_executor"): "--tf-functional-to-executor-conversion",
    ("stablehlo", "iree"): "--iree-identify-dispatch-regions",
    ("iree", "iree_hl_seq"): "--iree-outline-dispatch-regions",
    ("iree_hl_seq", "iree_ll_seq"): "--iree-lower-sequencer-dialect",
}
FORMS = tuple(dict.fromkeys([dialect for arrow in ARROWS for dialect in arrow]))
ANCHOR_MADE_BY = {("tfg.graph", "tfg.func"): "--tfg-lift-graph-to-func", ("tfg.func", "tfg.graph"): "--tfg-lower-func-to-graph"}


class Applicability(Observer):
    """`asked` are the steps and nests to look at, with what stands inside of these."""

    def __init__(self, asked: Pipeline):
        self.asked: set[Step | Nest] = {*nests_in(asked), *steps_in(asked)}

    def starts(self, part: Step | Nest, root: Operation) -> None:
        if part in self.asked and root.parent is None:
            missing = missing_for_nest(part, root) if isinstance(part, Nest) else missing_for_step(part, root)
            if missing:
                emit(Diagnostic(missing, None if isinstance(part, Nest) else part.at, "warning"))


def nests_in(pipeline: Pipeline) -> Iterator[Nest]:
    for part in pipeline:
        if isinstance(part, Nest):
            yield part
            yield from nests_in(part.steps)


def missing_for_nest(nest: Nest, root: Operation) -> str | None:
    if nest.anchor in ("any", root.name) or any([True for _ in outermost(root, (nest.anchor,))]) or not root.body.first:
        return None
    return f"passes are to run on '{nest.anchor}', and there is none; there is {present_in_words(root)}"


def missing_for_step(step: Step, root: Operation) -> str | None:
    """The warning that a module has nothing that the pass works on, or None."""
    dialects, anchors = step.run.works_on, step.run.anchors
    if dialects and not has_any(root, dialects) and (present := forms_of(root)):
        there = f"pass '{step.run.name}' works on {' or '.join(dialects)}, and there is none; the program is in {' and '.join(present)}"
        return f"{there}{ways(present, dialects)}"
    if anchors is None or root.name in anchors or not root.body.first or any([True for _ in outermost(root, anchors)]):
        return None
    made = [ANCHOR_MADE_BY[op.name, anchor] for op in root.body for anchor in anchors if (op.name, anchor) in ANCHOR_MADE_BY]
    makes = f"; {made[0]} makes one" if made else ""
    return f"pass '{step.run.name}' works on {' or '.join(anchors)}, and there is none; there is {present_in_words(root)}{makes}"


def has_any(root: Operation, dialects: Collection[str]) -> bool:
    return next((True for op in root.walk() if op.dialect in dialects), False)


def forms_of(root: Operation) -> list[str]:
    """The dialects on the way from graphs to kernels in which the program is. Islands hold ops of tf, executables those of stablehlo."""
    present = {op.dialect for op in root.walk()}
    return [dialect for dialect in FORMS if dialect in present and not (dialect == "tf" and "tf_executor" in present)]


def present_in_words(root: Operation) -> str:
    return " and ".join(dict.fromkeys([op.name for op in root.body]))


def ways(present: list[str], dialects: Collection[str]) -> str:
    """The passes that lead from the dialects that are present to one that is needed, as text; empty where none do."""
    reached = {dialect: "" for dialect in present}
    waiting = list(present)
    while waiting:
        here = waiting.pop(0)
        for (source, target), passes in ARROWS.items():
            if source == here and target not in reached:
                reached[target] = f"{reached[here]} {passes}"
                waiting.append(target)
    chains = [reached[dialect] for dialect in dialects if dialect in reached]
    return f"; what leads there:{chains[0]}" if chains else ""
