"""Walks a sequencer function once and tells a device, step by step, what to prepare.

Both levels of the sequencer are understood: `iree_ll_seq` as it leaves the compiler, `iree_hl_seq` for looking at the
stage before. What a buffer is, the device decides; the walk only passes it on.
"""

from __future__ import annotations

from collections.abc import Callable

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import SymbolTable

# The formats of `iree.executable`: what every device could be compiled for, and what a device runs.
UNSPECIFIED, SPIRV = "Unspecified", "SPIRV"

LEVELS = ("iree_ll_seq.", "iree_hl_seq.")
INTERPRETED = "iree_interp.constant"


class Device:
    """The interface of a device. Buffers are the device's own objects; `kind` is a memref type."""

    def constant(self, value, kind):
        """A buffer that holds a constant."""
        raise NotImplementedError

    def allocate(self, kind):
        """A new buffer, its content undefined."""
        raise NotImplementedError

    def slice(self, buffer, offset: int, length: int, kind):
        """A part of a buffer, in bytes, under another type."""
        raise NotImplementedError

    def reshape(self, buffer, kind):
        """The same buffer under another memref type of the same size in bytes."""
        raise NotImplementedError

    def dispatch(self, op: Operation, executable: Operation, entry: str, buffers):
        """Run an entry of an executable on `buffers`, in the order of its arguments. The device chooses among the executable's
        architectures."""
        raise NotImplementedError

    def copy(self, source, source_offset: int, target, target_offset: int, length: int):
        """Copy `length` bytes between two buffers; offsets are in bytes."""
        raise NotImplementedError

    def fill(self, buffer, offset: int, length: int, value: int):
        """Fill `length` bytes of a buffer, from byte `offset` on, with the 32-bit pattern `value`."""
        raise NotImplementedError


def is_sequence(func: Operation) -> bool:
    last = func.body.last
    return last is not None and last.name.startswith(LEVELS)


def walk(func: Operation, arguments, device: Device) -> list:
    """Tell a device, in order, all that a function does with the buffers `arguments`; returns the buffers of its results.

    Raises Error for an op that is not of the sequencer.
    """
    buffers, executables = dict(zip(func.body.arguments, arguments, strict=True)), SymbolTable(func.parent_op)
    *steps, last = func.body
    for op in steps:
        operands = [buffers[value] for value in op.operands]
        local = op.name.partition(".")[2] if op.name.startswith(LEVELS) or op.name == INTERPRETED else ""
        if local in ("dispatch", "static_dispatch"):
            device.dispatch(*dispatched(op, executables), operands[local == "dispatch" :])
        elif local in RULES:
            result = RULES[local](device, op, *operands)
            buffers.update(dict.fromkeys(op.results, result))
        else:
            raise Error.on(op, "cannot be executed by the sequencer")
    return [buffers[value] for value in last.operands]


# What a device is told, by an operation's local name.
RULES: dict[str, Callable[..., object]] = {
    "constant": lambda device, op: device.constant(op.attributes["value"], op.result.type),
    "alloc_heap": lambda device, op: device.allocate(op.result.type),
    "static_slice": lambda device, op, buffer: device.slice(buffer, op.get("offset"), op.get("length"), op.result.type),
    "reshape": lambda device, op, buffer: device.reshape(buffer, op.result.type),
    "static_copy": lambda device, op, source, target: device.copy(
        source, op.get("source_offset"), target, op.get("target_offset"), op.get("length")
    ),
    "static_fill": lambda device, op, buffer: device.fill(buffer, op.get("offset"), op.get("length"), op.get("value")),
}


def dispatched(op: Operation, executables: SymbolTable) -> tuple[Operation, Operation, str]:
    """The op, the executable and the entry that it runs. Checks the types of operands against the portable form of the entry, where there
    is one: without it only the device can."""
    callee = op.attributes["callee"]
    executable, name = executables.get(callee.root), callee.leaf
    if executable is None or executable.name != "iree.multi_arch_executable":
        raise Error.on(op, f"refers to @{callee.root}, which is no executable of this module")
    entry = portable_entry(executable, name)
    types = [value.type for value in op.operands[op.name == "iree_hl_seq.dispatch" :]]
    if entry is not None and types != [argument.type for argument in entry.body.arguments]:
        declared = ", ".join(str(argument.type) for argument in entry.body.arguments)
        raise Error.on(op, f"gives ({', '.join(map(str, types))}) to @{name}, which takes ({declared})")
    return op, executable, name


def portable_entry(executable: Operation, name: str) -> Operation | None:
    """The function that says in StableHLO what an entry of an executable computes, or None."""
    general = architecture(executable, UNSPECIFIED)
    inside = general.walk() if general is not None else ()
    return next((op for op in inside if op.name == "func.func" and op.get("sym_name") == name), None)


def architecture(executable: Operation, format: str) -> Operation | None:
    """The executable in one format (`SPIRV`, ...), or None."""
    return next((op for op in executable.body if op.name == "iree.executable" and op.get("format") == format), None)
