"""What is different in a `tfg` graph: nodes have names, devices and control tokens, and whoever waited for a node goes on waiting.

Rules never mention any of it. A node that is built gets the device of the node that the rule fired on, and a name made from its
name. Control inputs of a node that goes away become control inputs of what takes its place.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.ir.attributes import StringAttr, attribute
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import unused_name
from tfir.ir.types import OpaqueType, TensorType
from tfir.ods.binding import attribute_value
from tfir.ods.inference import result_types

CONTROL = OpaqueType("!tf_type.control")
NAME, DEVICE = "_mlir_name", "_mlir_device"


def is_graph(op: Operation) -> bool:
    return op.name.startswith("tfg.")


def is_control(value: Value) -> bool:
    return value.type is CONTROL


def data(values) -> tuple[Value, ...]:
    return tuple([value for value in values if value.type is not CONTROL])


def controls(op: Operation) -> tuple[Value, ...]:
    """The control tokens that a node waits for."""
    return tuple([value for value in op.operands if value.type is CONTROL])


def token(op: Operation) -> Value:
    """A node's own control token."""
    return op.results[-1]


def node_name(op: Operation) -> str | None:
    found = op._attributes.get(NAME)
    return found.value if found is not None else None


def create(here, name: str, operands, attributes: dict, wanted) -> Operation:
    """A node in the graph of the site's root. Attributes that repeat types are stored, as a NodeDef has them."""
    stored = {key: attribute(value) for key, value in attributes.items()}
    types = [wanted] if wanted is not None else unranked_unless_known(result_types(lookup(name), operands, stored))
    node = Operation("tfg" + name[2:], operands, [*types, CONTROL], stored, location=here.builder.location)
    complete_attributes(node, lookup(name))
    node.attributes[NAME] = StringAttr(name_beside(here.root, name[3:]))
    if DEVICE in here.root.attributes:
        node.attributes[DEVICE] = here.root.attributes[DEVICE]
    return here.builder.insert(node)


def unranked_unless_known(types) -> list:
    return [type if isinstance(type, TensorType) else TensorType(None, type) for type in types]


def complete_attributes(node: Operation, definition) -> None:
    for name in definition.signature.attributes:
        if name not in node.attributes:
            value = attribute_value(definition, node, name)
            if value is not None:
                node.attributes[name] = attribute(list(value) if isinstance(value, tuple) else value)


def name_beside(root: Operation, suffix: str) -> str:
    """A name that no node of the graph has: the root's, and what is built for it."""
    return unused_name(f"{node_name(root) or 'node'}/{suffix}", {node_name(op) for op in root.parent})


def replace(op: Operation, new: list[Value | None], created: list[Operation]) -> bool:
    """Puts values in the place of a node's results. The node goes when nothing of it is left; True then.

    A node built for it takes over its name. What the node waited for is waited for by what was built, else by its readers.
    """
    results = data(op.results)
    waited = controls(op)
    readers = [user for result, value in zip(results, new) if value is not None for user in result.users]
    for result, value in zip(results, new):
        if value is not None:
            result.replace_by(value)
    replacements = [value.op for value in new if value is not None and value.op in created] or readers
    for replacement in dict.fromkeys(replacements):
        wait_for(replacement, waited)
    if any(value is None for value in new) and any(result.uses for result in results):
        return False
    source = next((value.op for value in new if value is not None and value.op is not None), None)
    if token(op).uses:
        if source is None or source.dialect != "tfg":
            return False
        for user in token(op).users:
            wait_for(user, waited)
        token(op).replace_by(token(source))
    replacement = next((value.op for value in new if value is not None and value.op in created), None)
    if replacement is not None and NAME in op.attributes:
        replacement.attributes[NAME] = op.attributes[NAME]
    op.erase()
    return True


def wait_for(node: Operation, tokens) -> None:
    missing = [value for value in tokens if value not in node.operands]
    if missing and node.results and node.results[-1].type is CONTROL:
        node.operands = (*node.operands, *missing)
