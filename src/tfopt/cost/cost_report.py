"""Tells what the graph costs on a cluster: by op type and by node, simulated time, critical path, memory; leaves the graph alone.

Nodes run on the devices that they ask for, others on the first accelerator, or where there is none on the first device. The report
goes to standard error or into `file`, a trace for ui.perfetto.dev into `trace`. Unknown sizes count as `unknown-size`;
`--input-shapes` gives feeds theirs. Times that `tf-run --measure` wrote are set beside the estimates by `measured`.
"""

from __future__ import annotations

import sys

from tfopt.cost.setting import Setting

OPTIONS = {
    "nodes": "How many of the most expensive nodes are listed.",
    "json": "Write the report as JSON.",
    "file": "Where the report goes, instead of to standard error.",
    "trace": "A file for the simulated run, which ui.perfetto.dev shows.",
    "measured": "A file that tf-run --measure wrote, whose times stand beside the estimates.",
}


def cost_report(
    module: "Module", *, cluster: str = "", fetches: tuple[str, ...] = (), overlap: bool = True, unknown_size: int = 1, loop_turns: int = 1,
    manager: "fifo|lifo|first-ready|priority|composite" = "first-ready",  # type: ignore[valid-type]  # noqa: F821 - the choices, no type
    nodes: int = 20, json: bool = False, file: str = "", trace: str = "", measured: str = "", input_shapes: dict | None = None,
):  # fmt: skip
    from tfir.cost.measured import read_measured
    from tfir.cost.report import report
    from tfir.cost.summary import summary_of
    from tfir.cost.trace import trace_of

    table = read_measured(measured) if measured else None
    setting = Setting(module, cluster, fetches, manager, overlap, input_shapes, unknown_size, loop_turns)
    schedule = setting.simulated(setting.devices_asked_for())
    summary = summary_of(schedule, manager, table)
    if trace:
        written(trace, trace_of(schedule))
    if json:
        from json import dumps

        text = dumps(summary, indent=1) + "\n"
    else:
        text = report(summary, nodes)
    written(file or "-", text)


def written(path: str, text: str) -> None:
    from tfir.cli.files import Output

    if path == "-":
        sys.stderr.write(text)
    else:
        with Output(path) as out:
            out.write(text)
