"""Feeds of a function: their names, and which of them have no static shape."""

from __future__ import annotations

from tfir.analysis.exported_names import argument_names
from tfir.ir.attributes import DictAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import ShapedType, Type


def entry_names(function: Operation, which: str = "inputs") -> list[str]:
    """The names of an entry function's `inputs`, `outputs` or `control_outputs` as its model has them; of other functions none."""
    entry = function.attributes.get("tf.entry_function")
    names = entry.get(which) if isinstance(entry, DictAttr) else None
    return names.value.split(",") if isinstance(names, StringAttr) and names.value else []


def add_entry_names(function: Operation, which: str, names: list[str]) -> None:
    """Adds names to those that an entry function's `inputs` or `outputs` have; other functions have none."""
    if names:
        set_entry_names(function, which, [*entry_names(function, which), *names])


def set_entry_names(function: Operation, which: str, names: list[str]) -> None:
    """Gives an entry function's `inputs` or `outputs` other names; other functions have none."""
    entry = function.attributes.get("tf.entry_function")
    if isinstance(entry, DictAttr):
        function.set_attribute("tf.entry_function", DictAttr({**entry.entries, which: StringAttr(",".join(names))}))


def feed_names(function: Operation) -> list[str]:
    """What the user knows each argument by: the name in the model, else in its export from JAX, else as the text has it, else its number."""
    arguments, names = function.body.arguments, entry_names(function)
    if len(names) == len(arguments):
        return names
    exported = argument_names(function)
    return [name or argument.name or f"arg{number}" for number, (name, argument) in enumerate(zip(exported, arguments))]


def is_static(type: Type) -> bool:
    return not isinstance(type, ShapedType) or type.is_static


def require_static_feeds(function: Operation, names: list[str], complaint: str) -> None:
    """Raises an Error that begins with the complaint, names the feeds without a static shape, and the flag that gives them one."""
    pin = feeds_to_pin(function, names)
    if pin:
        raise Error(f"{complaint} {pin}", function)


def feeds_to_pin(function: Operation, names: list[str]) -> str:
    """In words, which feeds have no static shape, and the flag that gives them one; nothing where all have one."""
    types = [(name, value.type) for name, value in zip(names, function.body.arguments)]
    unknown = [(name, type) for name, type in types if isinstance(type, ShapedType) and not type.is_static]
    if not unknown:
        return ""
    feeds = ", ".join([f"'{name}' is {type}" for name, type in unknown])
    example = ",".join([f"{name}={shape_to_fill(type)}" for name, type in unknown])
    hint = " or --default-batch=1" if all([type.shape is not None and None not in type.shape[1:] for _, type in unknown]) else ""
    return f"{feeds}; give them with --input-shapes={example}{hint}"


def shape_to_fill(type: ShapedType) -> str:
    return "N" if type.shape is None else "x".join(["N" if size is None else str(size) for size in type.shape])
