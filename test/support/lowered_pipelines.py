"""Graphs on devices, pipelines of datasets (`pipeline_case.py`) among them: each call of a session is a function, and all of them are lowered together."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from device_calls import with_host_ops
from pipeline_case import Pipeline
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.inputs import Given, check_fits, initial_value
from tfir.ir.diagnostics import Error, Listening
from tfir.ir.location import Source
from tfir.ir.operations import Operation
from tfir.proto import GraphDef
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.pipeline.execution import Runner
from tfopt.tfg.tfg_lift_graph_to_func import tfg_lift_graph_to_func
from tfrun.devices import session


def answers_on(pipeline: Pipeline, name: str, device: str) -> list:
    """What the calls of a session answer on a device, after the pipeline of that name: arrays, or an error as text."""
    calls = distinct(pipeline.calls)
    with tempfile.TemporaryDirectory() as folder:
        for path, content in pipeline.files.items():
            Path(folder, path).write_bytes(content)
        return answers_of(lowered(pipeline.graph, calls, name), device, [calls.index(call) for call in pipeline.calls], folder)


def answers_of(text: str, device: str, numbers: list[int], folder: str | None = None) -> list:
    """What functions `callN` answer, one after the other. Variables go from call to call."""
    module, variables = parse(Source("lowered", text), lookup, dialect), dict[str, np.ndarray]()
    with session(module, device, None, disk=folder) as program_of:
        return [answer(module, program_of, find_entry(module, f"call{number}"), variables) for number in numbers]


def answer(module, program_of, entry, variables: dict) -> list | str:
    try:
        for feed in entry.feeds:
            if feed.variable not in variables:
                variables[feed.variable] = initial_value(module, feed.initial)
        for feed in entry.feeds:
            check_fits(feed, Given(feed.name, variables[feed.variable], "the variable by now"))
        values = program_of(entry)([variables[feed.variable] for feed in entry.feeds])
    except Error as error:
        return str(error)
    variables |= {port.variable: value for port, value in zip(entry.fetches, values) if port.variable is not None}
    return [np.asarray(value) for port, value in zip(entry.fetches, values) if port.variable is None]


def distinct(calls: list) -> list:
    return [call for at, call in enumerate(calls) if call not in calls[:at]]


def lowered(content: bytes, calls: list, name: str) -> str:
    """The program of a GraphDef as text, which has a function `callN` for each call."""
    return lowered_module(import_graphdef(GraphDef.FromString(content)), calls, name)


def lowered_module(module: Operation, calls: list, name: str) -> str:
    graph = next(op for op in module.body if op.name == "tfg.graph")
    for _ in calls[1:]:
        module.body.insert_before(graph.clone(), graph)
    steps = with_host_ops(name)
    for number, (fetches, targets) in enumerate(calls):
        tfg_lift_graph_to_func(module, fetches=tuple(fetches), control_rets=tuple(targets), name=f"call{number}")
    with Listening():  # to which steps are the host's
        Runner(verify).run(steps, module)
    return print_operation(module, lookup)
