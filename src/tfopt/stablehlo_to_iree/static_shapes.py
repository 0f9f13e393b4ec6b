"""Refusing dynamic shapes, by the names of the feeds that they come from."""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType


def require_static_shapes(func: Operation):
    """Raise an Error that names the feeds of unknown shape and the flag that gives them one."""
    arguments = func.body.arguments
    names = feed_names(func)
    unknown = [(name, value.type) for name, value in zip(names, arguments) if not _is_static(value.type)]
    if unknown:
        types = ", ".join(f"'{name}' is {kind}" for name, kind in unknown)
        example = ",".join(f"{name}={_example(kind)}" for name, kind in unknown)
        raise Error(f"static shapes are needed, but {types}; give them with --input-shapes={example}", func)
    for op in func.body:
        for value in op.results:
            if not _is_static(value.type):
                raise Error.on(op, f"has a result of type {value.type}; static shapes are needed (see --input-shapes)")


def feed_names(func: Operation) -> list[str]:
    """The names of a function's inputs as its model has them, or argument positions."""
    entry = func.attributes.get("tf.entry_function")
    inputs = entry.get("inputs") if entry is not None else None
    names = inputs.value.split(",") if inputs is not None and inputs.value else []
    arguments = func.body.arguments
    return names if len(names) == len(arguments) else [f"arg{index}" for index in range(len(arguments))]


def _is_static(kind) -> bool:
    return not isinstance(kind, ShapedType) or kind.is_static


def _example(kind: ShapedType) -> str:
    if kind.shape is None:
        return "AxB"
    return "x".join("N" if size is None else str(size) for size in kind.shape)
