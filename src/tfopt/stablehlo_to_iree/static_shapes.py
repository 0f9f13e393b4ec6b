"""Refusing dynamic shapes, by the names of the feeds that they come from."""

from __future__ import annotations

from tfir.analysis.feeds import entry_names, is_static, require_static_feeds
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation


def require_static_arguments(func: Operation) -> None:
    """Raise an Error that names the feeds of unknown shape and the flag that gives them one."""
    names, count = entry_names(func), len(func.body.arguments)
    names = names if len(names) == count else [f"arg{index}" for index in range(count)]
    require_static_feeds(func, names, "static shapes are needed, but")


def require_static_shapes(func: Operation) -> None:
    """Raise an Error for feeds of unknown shape, and for what a device would compute of one."""
    require_static_arguments(func)
    for op in [op for block in func.region.blocks for op in block if op.name != "iree.host_region"]:
        for value in op.results:
            if not is_static(value.type):
                raise Error.on(op, f"has a result of type {value.type}; static shapes are needed (see --input-shapes)")
