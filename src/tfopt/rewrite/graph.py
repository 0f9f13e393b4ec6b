"""What is different in a `tfg` graph: nodes have names, devices and control tokens. Rules never mention any of it; Grappler's driver
(`grappler/rewriting.py`) looks after it, and no other driver rewrites nodes."""

from __future__ import annotations

from tfir.ir.attributes import attribute
from tfir.ir.operations import Operation, Value
from tfir.ods.binding import CONTROL, attribute_value


def is_graph(op: Operation) -> bool:
    return op.name.startswith("tfg.")


def data(values) -> tuple[Value, ...]:
    return tuple([value for value in values if value.type is not CONTROL])


def complete_attributes(node: Operation, definition) -> None:
    for name in definition.signature.attributes:
        if name not in node.attributes:
            value = attribute_value(definition, node, name)
            if value is not None:
                node.set_attribute(name, attribute(list(value) if isinstance(value, tuple) else value))
