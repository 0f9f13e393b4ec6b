"""Walks a sequencer function once and tells a device, step by step, what to prepare.

Both levels of the sequencer are understood: `iree_ll_seq` as it leaves the compiler, `iree_hl_seq` for looking at the
stage before. What a buffer is, the device decides; the walk only passes it on.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
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
    """Whether a function has been lowered to the sequencer."""
    return func.body.terminator is not None and func.body.terminator.name.startswith(LEVELS)


def walk(func: Operation, arguments, device: Device) -> list:
    """Tell a device, in order, all that a function does with the buffers `arguments`; returns the buffers of its results.

    Raises Error for an op that is not of the sequencer.
    """
    walker = _Walk(func, device)
    for value, buffer in zip(func.body.arguments, arguments, strict=True):
        walker.buffers[value] = buffer
    for op in func.body:
        if op is not func.body.terminator:
            walker.step(op)
    return [walker.buffers[value] for value in func.body.terminator.operands]


class _Walk:
    """The state of a walk: which buffer stands for which value. Each operation has a rule, by its local name."""

    def __init__(self, func: Operation, device: Device):
        self.device = device
        self.symbols = SymbolTable(func.parent_op)
        self.buffers: dict[Value, object] = {}

    def step(self, op: Operation):
        level, _, local = op.name.partition(".")
        rule = RULES.get(local) if f"{level}." in LEVELS or op.name == INTERPRETED else None
        if rule is None:
            raise Error.on(op, "cannot be executed by the sequencer")
        result = rule(self, op, [self.buffers[value] for value in op.operands])
        if op.results:
            self.buffers[op.results[0]] = result

    def constant(self, op, _):
        return self.device.constant(op.attributes["value"], op.result.type)

    def alloc_heap(self, op, _):
        return self.device.allocate(op.result.type)

    def static_slice(self, op, buffers):
        return self.device.slice(buffers[0], op.get("offset"), op.get("length"), op.result.type)

    def reshape(self, op, buffers):
        return self.device.reshape(buffers[0], op.result.type)

    def dispatch(self, op, buffers):
        self.static_dispatch(op, buffers[1:])

    def static_dispatch(self, op, buffers):
        callee = op.attributes["callee"]
        executable = self.symbols.get(callee.root)
        if executable is None or executable.name != "iree.multi_arch_executable":
            raise Error.on(op, f"refers to @{callee.root}, which is no executable of this module")
        self._check_arguments(op, executable, callee.leaf)
        self.device.dispatch(op, executable, callee.leaf, buffers)

    def _check_arguments(self, op, executable, name: str):
        """Checks the types of operands against the portable form of an entry; without one only the device can."""
        entry = portable_entry(executable, name)
        types = [value.type for value in op.operands[op.name == "iree_hl_seq.dispatch" :]]
        if entry is not None and types != [argument.type for argument in entry.body.arguments]:
            declared = ", ".join(str(argument.type) for argument in entry.body.arguments)
            raise Error.on(op, f"gives ({', '.join(map(str, types))}) to @{name}, which takes ({declared})")

    def static_copy(self, op, buffers):
        source, target = buffers
        offsets = op.get("source_offset"), op.get("target_offset")
        self.device.copy(source, offsets[0], target, offsets[1], op.get("length"))

    def static_fill(self, op, buffers):
        self.device.fill(buffers[0], op.get("offset"), op.get("length"), op.get("value"))


RULES = {
    rule.__name__: rule
    for rule in (
        _Walk.constant, _Walk.alloc_heap, _Walk.static_slice, _Walk.reshape, _Walk.dispatch, _Walk.static_dispatch, _Walk.static_copy,
        _Walk.static_fill,
    )
}  # fmt: skip


def portable_entry(executable: Operation, name: str) -> Operation | None:
    """The function that says in StableHLO what an entry of an executable computes, or None."""
    general = architecture(executable, UNSPECIFIED)
    inside = general.walk() if general is not None else ()
    return next((op for op in inside if op.name == "func.func" and op.get("sym_name") == name), None)


def architecture(executable: Operation, format: str) -> Operation | None:
    """The executable in one format (`SPIRV`, ...), or None."""
    return next((op for op in executable.body if op.name == "iree.executable" and op.get("format") == format), None)
