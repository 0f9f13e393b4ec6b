"""Puts a probe behind each operation, constants aside, so that the interpreter writes every tensor on the way to a file."""

from __future__ import annotations

from tfir.ir.builder import Builder
from tfir.ir.location import AnyLocation, NameLocation
from tfir.ir.operations import Operation, Value
from tfir.ir.types import ComplexType, FloatType, IntegerType, TensorType

TITLE = "InterpreterInstrumentWithProbePass"
OPTIONS = {"use-debug-info": "Call probes as the locations of what they look at are called."}
WORKS_ON = ("stablehlo", "chlo", "tf")


def interpreter_instrument_with_probe(module: "Module", *, use_debug_info: bool = False) -> bool:
    """Numbers the probes from 1, in the order of the text with what stands inside of an operation before its results."""
    observed = [op for op in module.walk(post_order=True) if op.name != "stablehlo.constant"]
    values = [value for op in observed for value in op.results if can_be_written(value)]
    for number, value in enumerate(values, 1):
        probe(value, f"{name_of(value.op.location) if use_debug_info else 'probe'}{number}")
    return bool(values)


def can_be_written(value: Value) -> bool:
    type = value.type
    return isinstance(type, TensorType) and type.is_static and isinstance(type.element, (IntegerType, FloatType, ComplexType))


def name_of(location: AnyLocation) -> str:
    """The name that a location gives, up to where it says of which file, and a dot."""
    return f"{location.name.partition('@')[0]}." if isinstance(location, NameLocation) else "probe"


def probe(value: Value, name: str) -> None:
    """All uses of the value are of what the probe hands on."""
    users: list[Operation] = list(value.users)
    result = Builder.after(value.op).value("interpreter.probe", [value], value.type, {"probe_id": name}, location=value.op.location)
    for user in users:
        user.set_operands([result if operand is value else operand for operand in user.operands])
