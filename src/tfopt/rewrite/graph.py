"""The particulars of a `tfg` graph: nodes have names, devices and control tokens. Rules never mention any of it; Grappler's driver
(`grappler/rewriting.py`) looks after it, and no other driver rewrites nodes."""

from __future__ import annotations

from tfir.ir.attributes import attribute
from tfir.ir.operations import Operation, Value
from tfir.ods.binding import attribute_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.ods.dialect import OpDefinition


def is_graph(op: Operation) -> bool:
    """Whether an operation is a node."""
    return op.name.startswith("tfg.")


def makers(values: Iterable[Value]) -> list[Operation]:
    """The operation that makes each value; of arguments, which none makes, nothing."""
    return [value.owner for value in values if isinstance(value.owner, Operation)]


def readers(op: Operation) -> list[Operation]:
    """The operations that read a result of one or wait for it, once for each use."""
    return [user for result in op.results for user in result.uses]


def complete_attributes(node: Operation, definition: OpDefinition) -> None:
    """Gives a node what only repeats its types, and defaults: a NodeDef has all attributes."""
    for name in definition.declaration.attributes:
        if name not in node.attributes:
            value = attribute_value(definition, node, name)
            if value is not None:
                node.set_attribute(name, attribute(list(value) if isinstance(value, tuple) else value))
