"""Executables: the modules that dispatches run, found by the references that dispatches hold."""

from __future__ import annotations

from tfir.execution.sequencer import HOST, UNSPECIFIED
from tfir.ir.attributes import StringAttr, UnitAttr
from tfir.ir.builder import Builder, module_op, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region
from tfir.ir.types import FunctionType, MemRefType, ShapedType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def make_executable(name: str, entry: Operation) -> Operation:
    """A `iree.multi_arch_executable` whose only executable holds `entry` for no target in particular."""
    return _executable(name, UNSPECIFIED, [entry])


def make_host_executable(name: str, entry: Operation, functions: Iterable[Operation]) -> Operation:
    """One whose only executable holds `entry` for the host, with the functions that it calls."""
    return _executable(name, HOST, [entry, *functions])


def _executable(name: str, format: str, functions: list[Operation]) -> Operation:
    return _holding("iree.multi_arch_executable", executable_of(format, functions), {"sym_name": StringAttr(name)})


def executable_of(format: str, functions: list[Operation]) -> Operation:
    """The `iree.executable` of a format that holds functions."""
    inner = module_op(functions[0].location)
    for function in functions:
        inner.body.append(function)
    return _holding("iree.executable", inner, {"format": StringAttr(format)})


def _holding(name: str, inner: Operation, attributes) -> Operation:
    region, block = single_block_region()
    block.append(inner)
    return Operation(name, attributes=attributes, regions=[region], location=inner.location)


def entry_function(name: str, region: Region, location) -> Operation:
    """The function of a dispatch region under the ABI of executables: buffers in, then buffers out, nothing returned."""
    body = region.entry
    results = list(body.terminator.operands)
    inputs = [memref(value.type) for value in body.arguments]
    outputs = [memref(value.type) for value in results]
    _load_inputs(body, inputs)
    _store_outputs(body, results, outputs)
    return function_of_buffers(name, region, location)


def function_of_buffers(name: str, region: Region, location) -> Operation:
    """The function of a body that loads its arguments and stores to them."""
    attributes = {
        "sym_name": name,
        "function_type": FunctionType([argument.type for argument in region.entry.arguments], []),
        "iree.executable.export": UnitAttr(),
    }
    return Operation("func.func", attributes=attributes, regions=[region], location=location)


def _load_inputs(body, inputs):
    start = body.first
    arguments = list(body.arguments)
    for value, kind in zip(arguments, inputs):
        tensor = value.type
        value.retype(kind)
        loads = Builder(body, start, start.location)
        load = loads.create("iree.load_input", [], [tensor])
        value.replace_all_uses_with(load.result)
        load.set_operands([value])


def _store_outputs(body, results, outputs):
    terminator = body.terminator
    end = Builder.before(terminator)
    for value, kind in zip(results, outputs):
        end.create("iree.store_output", [value, body.add_argument(kind)])
    terminator.set_operands([])


def memref(kind: Type) -> MemRefType:
    """The buffer type of a tensor type. Raises Error for what is none."""
    if not isinstance(kind, ShapedType):
        raise Error(f"{kind} cannot be kept in a buffer; expected a tensor")
    return MemRefType(kind.shape, kind.element)
