"""Makes variables behind handles of the reference variables of TensorFlow 1.

What takes a reference becomes its counterpart that takes a handle (`Assign` is `AssignVariableOp`, `ApplyAdam` is `ResourceApplyAdam`); what
takes the value reads it where it stands. Temporary variables stay.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf.references import MAKERS, twin
from tfir.dialects.tf_type import SubtypedType, referred
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.attributes import BoolAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.location import NameLocation
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType
from tfir.ods.signature import Signature

from tfopt.tf.tf_decompose_resource_ops import READ

VARIABLES = tuple([f"tf.{name}" for name in MAKERS])


def tf_references_to_resources(root: Operation):
    handles: dict[Value, Value] = {}
    replaced = []
    for op in list(root.walk()):
        if op.name in VARIABLES:
            handles[op.results[0]] = handle_of(op)
            replaced.append(op)
        elif any([operand in handles for operand in op.operands]) and not take_values(op, handles):
            take_handles(op, handles)
            replaced.append(op)
    for op in reversed(replaced):
        op.erase()


def shared_name(variable: Operation) -> str:
    """The name of a reference variable: that of its node, if nothing else is said."""
    where = variable.location
    return variable.get("shared_name") or node_name(variable) or (where.name if isinstance(where, NameLocation) else "")


def handle_of(variable: Operation) -> Value:
    held = TensorType(variable.attributes["shape"].sizes, referred(variable.results[0].type.element))
    attributes = {"container": variable.attributes.get("container", StringAttr("")), "shared_name": StringAttr(shared_name(variable))}
    return Builder.before(variable).value("tf.VarHandleOp", [], TensorType((), SubtypedType("resource", [held])), attributes)


def take_values(op: Operation, handles: dict[Value, Value]) -> bool:
    """Reads the variables whose values an op takes; whether it takes no references besides."""
    slots = signature_of(op.name).operands if signature_of(op.name) is not None else ()
    build, operands, is_done = Builder.before(op), [], True
    for at, operand in enumerate(op.operands):
        is_reference = operand in handles and at < len(slots) and slots[at].ref
        is_done = is_done and not is_reference
        operands.append(operand if is_reference or operand not in handles else read(build, handles[operand]))
    op.set_operands(operands)
    return is_done


def read(build: Builder, handle: Value) -> Value:
    (held,) = handle.type.element.subtypes
    return build.value(READ, [handle], held, {})


def take_handles(op: Operation, handles: dict[Value, Value]) -> None:
    """Puts in an op's place its counterpart, whose reference results are the handle of the first. Raises Error where there is none."""
    own, name = signature_of(op.name), twin(op.name.removeprefix("tf."))
    is_passage = name is not None and op.name == f"tf.Ref{name}"
    if name is None or is_passage or any([slot.ref and operand not in handles for slot, operand in zip(own.operands, op.operands)]):
        raise Error.on(op, "takes references of variables, and no op takes their handles instead")
    other = signature_of(f"tf.{name}")
    kept = {each: value for each, value in op.attributes.items() if each in other.attributes or each not in own.attributes}
    if op.name == "tf.Assign":  # whose twin checks nothing where nothing is said
        kept["validate_shape"] = BoolAttr(op.get("validate_shape", True))
    operands = [handles.get(operand, operand) for operand in op.operands]
    types = [result.type for result, slot in zip(op.results, own.results) if not slot.ref]
    values = iter(Builder.before(op).create(f"tf.{name}", operands, types, kept).results)
    for result, slot in zip(op.results, own.results):
        if slot.ref:
            handles[result] = operands[0]
        else:
            result.replace_all_uses_with(next(values))


def signature_of(name: str) -> Signature | None:
    definition = lookup(name)
    return None if definition is None else definition.signature
