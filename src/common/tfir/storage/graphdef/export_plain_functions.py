"""Functions of tf, as programs have them that are lowered, to the functions of a library: one node for each op, and what has effects in order."""

from __future__ import annotations

from tfir.conversion.node_attributes import node_attributes
from tfir.dialects import has_trait
from tfir.dialects.tf_type import FuncAttr
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, SymbolRefAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import nearest_symbol
from tfir.proto import FunctionDef, NodeDef
from tfir.storage.datatypes import number_of
from tfir.storage.graphdef.attribute_values import write_value
from tfir.storage.graphdef.node_results import TABLE, results_of

CALL = "func.call"


def write_plain_function(function: Operation, written: FunctionDef) -> None:
    """Raises Error where the function has what nodes do not stand for."""
    block, writer = function.body, Writer(written)
    written.signature.name = function.get("sym_name")
    for number, argument in enumerate(block.arguments):
        written.signature.input_arg.add(name=f"arg{number}", type=type_number(argument))
        writer.spelled[argument] = f"arg{number}"
    for op in block:
        if not has_trait(op, "terminator"):
            writer.write(op)
    for number, value in enumerate(block.last.operands):
        written.signature.output_arg.add(name=f"result{number}", type=type_number(value))
        written.ret[f"result{number}"] = writer.spelled[value]
    if writer.before is not None:
        written.signature.is_stateful = True
        written.signature.control_output.append(writer.before)
        written.control_ret[writer.before] = writer.before


def type_number(value: Value) -> int:
    number = number_of(getattr(value.type, "element", value.type))
    if number is None:
        raise Error(f"TensorFlow has no dtype for the type {value.type}")
    return number


class Writer:
    """Writes nodes. `spelled` says how inputs call values, `before` which node has had an effect last."""

    def __init__(self, written: FunctionDef):
        self.written, self.numbered = written, 0
        self.spelled: dict[Value, str] = {}
        self.before: str | None = None

    def write(self, op: Operation) -> None:
        keeps_state = has_state(op, set())
        local = op.name.removeprefix("tf.") if op.name != CALL else "StatefulPartitionedCall" if keeps_state else "PartitionedCall"
        if local not in TABLE or op.regions:
            kept = "tf-opt --tf-keep-function-defs, before it is lowered, keeps what it was"
            raise Error.on(op, f"stands in a function of a dataset, and no node does what it does; {kept}")
        node = self.written.node_def.add(name=f"{local}_{self.numbered}", op=local)
        self.numbered += 1
        node.input.extend([self.spelled[value] for value in op.operands])
        attributes = call_attributes(op) if op.name == CALL else node_attributes(op, local)
        for name, attribute in attributes.items():
            if name in TABLE[local].attributes:
                write_value(node.attr[name], attribute)
        if keeps_state:
            self.order(node)
        names = [f"{node.name}:{slot}:{at}" for slot, types in results_of(TABLE[local], attributes) for at in range(len(types))]
        self.spelled.update(zip(op.results, names))

    def order(self, node: NodeDef) -> None:
        """What has effects runs behind what had one before."""
        if self.before is not None:
            node.input.append(f"^{self.before}")
        self.before = node.name


def has_state(op: Operation, seen: set[Operation]) -> bool:
    """Whether an op keeps a state, or a function that it calls has such an op."""
    if op.name != CALL:
        return has_trait(op, "stateful") or has_trait(op, "effects")
    callee = nearest_symbol(op, str(op.get("callee")), lambda around: around.name == "builtin.module")
    if callee is None or callee in seen:
        return False
    seen.add(callee)
    return any([has_state(inner, seen) for inner in callee.body])


def call_attributes(op: Operation) -> dict[str, Attribute]:
    sides = {
        name: ArrayAttr([TypeAttr(value.type.element) for value in values]) for name, values in (("Tin", op.operands), ("Tout", op.results))
    }
    return {**sides, "f": FuncAttr(SymbolRefAttr(str(op.get("callee"))), DictAttr())}
