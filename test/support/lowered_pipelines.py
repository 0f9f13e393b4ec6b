"""Pipelines of datasets (`pipeline_case.py`) on devices: each call of a session is a function, and all of them are lowered together."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from pipeline_case import Pipeline
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error, Listening
from tfir.ir.location import Source
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.description import load_pipeline, steps_in
from tfopt.pipeline.execution import Runner
from tfopt.tfg.tfg_lift_graph_to_func import tfg_lift_graph_to_func
from tfrun.devices import session


def answers_on(pipeline: Pipeline, name: str, device: str) -> list:
    """What the calls of a session answer on a device, after the pipeline of that name: arrays, or an error as text."""
    text = lowered(pipeline, name)
    module = parse(Source("lowered", text), lookup, dialect)
    with tempfile.TemporaryDirectory() as folder:
        for path, content in pipeline.files.items():
            Path(folder, path).write_bytes(content)
        with session(module, device, None, disk=folder) as program_of:
            programs = {number: program_of(find_entry(module, f"call{number}")) for number in range(len(distinct(pipeline)))}
            return [answer(programs[distinct(pipeline).index(call)]) for call in pipeline.calls]


def answer(program) -> list | str:
    try:
        return [np.asarray(value) for value in program([])]
    except Error as error:
        return str(error)


def distinct(pipeline: Pipeline) -> list:
    return [call for at, call in enumerate(pipeline.calls) if call not in pipeline.calls[:at]]


def lowered(pipeline: Pipeline, name: str) -> str:
    """The program as text, which has a function `callN` for each different call."""
    module = import_graphdef(GraphDef.FromString(pipeline.graph))
    graph, calls = next(op for op in module.body if op.name == "tfg.graph"), distinct(pipeline)
    for _ in calls[1:]:
        module.body.insert_before(graph.clone(), graph)
    steps = load_pipeline(name)
    for step in steps_in(steps):
        if "allow-host-ops" in step.run.options:
            step.keywords["allow_host_ops"] = True
    for number, (fetches, targets) in enumerate(calls):
        tfg_lift_graph_to_func(module, fetches=tuple(fetches), control_rets=tuple(targets), name=f"call{number}")
    with Listening():  # to which steps are the host's
        Runner(verify).run(steps, module)
    return print_operation(module, lookup)
