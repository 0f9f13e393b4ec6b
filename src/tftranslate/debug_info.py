"""Where nodes came from, as locations: the names that they had before passes renamed or fused them, and the calls that made them.

A trace is looked up under `node@function`, or the node's name alone; its frames begin with the innermost call.
"""

from __future__ import annotations

from tfir.cli.files import read_bytes, shown_name
from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, Location, NameLocation, fused
from tfir.ir.operations import Operation
from tfir.proto import GraphDebugInfo, NodeDef
from tfir.storage.graphdef.messages import read_message
from tfir.storage.graphdef.wire import NAME, recorded, restore

MOST_FRAMES = 200


def read_debug_info(path: str) -> GraphDebugInfo:
    return read_message(read_bytes(path), GraphDebugInfo(), shown_name(path), "a GraphDebugInfo")


def locate(module: Operation, info: GraphDebugInfo) -> None:
    """Gives every node the location that its debug information tells."""
    for top in module.body:
        function = top.get("sym_name") if top.name == "tfg.func" else ""
        for op in top.body:
            if op.get(NAME) is not None:
                op.set_location(location_of(op, function, info))


def location_of(op: Operation, function: str, info: GraphDebugInfo):
    node = NodeDef()
    if not restore(node.experimental_debug_info, recorded(op.attributes), "experimental_debug_info"):
        return traced(op.get(NAME), (f"{op.get(NAME)}@{function}", op.get(NAME)), info)
    names = node.experimental_debug_info.original_node_names
    functions = [*node.experimental_debug_info.original_func_names, *[""] * len(names)]
    full = [f"{name}@{of}" if of else name for name, of in zip(names, functions)]
    location = fused(*[traced(name, (name, f"{name}@"), info) for name in full])
    return NameLocation(op.get(NAME)) if location is UNKNOWN else location


def traced(name: str, keys, info: GraphDebugInfo) -> NameLocation:
    """The name, and behind it the calls that made the node."""
    for key in keys:
        if key in info.traces:
            return NameLocation(name, called(info.traces[key], info))
        if key in info.name_to_trace_id:
            return NameLocation(name, called(info.traces_by_id[info.name_to_trace_id[key]], info))
    return NameLocation(name)


def called(trace: GraphDebugInfo.StackTrace, info: GraphDebugInfo):
    frames = [*trace.file_line_cols, *[info.frames_by_id[number] for number in trace.frame_id if number in info.frames_by_id]]
    places = [place(frame, info) for frame in frames[:MOST_FRAMES]]
    if not places:
        return None
    location: Location = places[-1]
    for inner in reversed(places[:-1]):
        location = CallSite(inner, location)
    return location


def place(frame: GraphDebugInfo.FileLineCol, info: GraphDebugInfo) -> FileLineCol:
    file = info.files[frame.file_index] if 0 <= frame.file_index < len(info.files) else ""
    return FileLineCol(file, max(frame.line, 0), max(frame.col, 0))
