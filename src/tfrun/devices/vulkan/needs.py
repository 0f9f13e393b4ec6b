"""What kernels need that a device may not have: features, operations of subgroups, limits. Drivers are free to crash on a kernel that needs more, so it is
checked before they see one, of all kernels of a program together, and all of it is told."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy
from tfir.execution.kernels import STORAGE, TEXELS, Binding

from tfrun.devices.vulkan.api import VulkanError
from tfrun.devices.vulkan.facts import SUBGROUP_OPERATIONS
from tfrun.devices.vulkan.memory import TEXEL_FORMATS


@dataclass(frozen=True)
class Needing:
    """A kernel's entry, its module, its bindings, how many bytes each dispatch gives it, and the size of subgroups that it was made for, if that is known."""

    entry: str
    code: bytes
    bindings: tuple[Binding, ...]
    pushed: int
    subgroup_size: int | None = None


MAGIC = 0x07230203
OP_EXECUTION_MODE, OP_CAPABILITY, OP_FUNCTION = 16, 17, 54
OP_BOOL, OP_INT, OP_FLOAT, OP_VECTOR, OP_ARRAY, OP_STRUCT, OP_POINTER, OP_CONSTANT, OP_VARIABLE = 20, 21, 22, 23, 28, 30, 32, 43, 59
WORKGROUP = 4  # the storage class of what a workgroup shares
LEAST_OPERANDS = {
    OP_CAPABILITY: 1, OP_EXECUTION_MODE: 2, OP_BOOL: 1, OP_INT: 2, OP_FLOAT: 2, OP_VECTOR: 3, OP_ARRAY: 3, OP_STRUCT: 1, OP_POINTER: 3, OP_CONSTANT: 3,
    OP_VARIABLE: 3,
}  # fmt: skip
LOCAL_SIZE = 17
# Execution modes whose operand is a width of floats, by the property that offers them.
FLOAT_MODES = {4459: "shaderDenormPreserveFloat", 4461: "shaderSignedZeroInfNanPreserveFloat"}
# Capabilities that a device must offer as a feature, by number (SPIR-V specification, section 3.31).
CAPABILITY_FEATURES = {
    9: "shaderFloat16", 10: "shaderFloat64", 11: "shaderInt64", 22: "shaderInt16", 39: "shaderInt8",
    4433: "storageBuffer16BitAccess", 4448: "storageBuffer8BitAccess", 5345: "vulkanMemoryModel", 5346: "vulkanMemoryModelDeviceScope",
}  # fmt: skip
CAPABILITY_SUBGROUP_OPERATIONS = dict(enumerate(SUBGROUP_OPERATIONS, 61))


def check(kernels: Iterable[Needing], device) -> None:
    """Raises VulkanError where kernels need what a device does not offer, or more than it allows: each thing with the kernels that need it."""
    needed: dict[str, list[str]] = {}
    for kernel in kernels:
        for what in lacking(kernel, device):
            names = needed.setdefault(what, [])
            if kernel.entry not in names:
                names.append(kernel.entry)
    if needed:
        raise VulkanError("; ".join([f"{device.facts.name} {what} ({kernels_text(names)})" for what, names in needed.items()]))


def kernels_text(names: Sequence[str]) -> str:
    return f"kernel{'s' * (len(names) > 1)} {', '.join(map(repr, names))}"


def lacking(kernel: Needing, device) -> Iterator[str]:
    """What a kernel needs and a device lacks, as the device's doing. Raises VulkanError for one that is no kernel."""
    entry, bindings = kernel.entry, kernel.bindings
    unknown = [binding.kind for binding in bindings if binding.kind != STORAGE and binding.kind not in TEXELS]
    if unknown:
        raise VulkanError(f"kernel '{entry}' has a binding of unknown kind '{unknown[0]}'")
    if len({binding.number for binding in bindings}) != len(bindings):
        raise VulkanError(f"kernel '{entry}' uses a binding number twice")
    stated, facts = [*preamble(entry, kernel.code)], device.facts
    for missing in dict.fromkeys([each for opcode, operands in stated for each in _missing(facts, opcode, operands)]):
        yield f"does not offer {missing}"
    for what, limit, needed in _exceeded(device.limits, stated, bindings, kernel.pushed):
        yield f"allows {what.format(limit)}, not {needed}"
    # One that was made for subgroups of another size gives wrong results.
    if kernel.subgroup_size not in (None, facts.subgroup_size) and uses_subgroups(stated):
        told = f"has subgroups of {facts.subgroup_size} invocations, not {kernel.subgroup_size}"
        yield f'{told}: compile with tf-opt --target="$(tf-run --describe-device)"'


def _missing(facts, opcode: int, operands):
    """What an instruction needs and a device does not offer."""
    feature = operation = None
    if opcode == OP_CAPABILITY:
        feature, operation = CAPABILITY_FEATURES.get(operands[0]), CAPABILITY_SUBGROUP_OPERATIONS.get(operands[0])
    elif opcode == OP_EXECUTION_MODE and operands[1] in FLOAT_MODES:
        feature = f"{FLOAT_MODES[operands[1]]}{''.join(map(str, operands[2:3]))}"
    if feature and feature not in facts.features:
        yield feature
    if operation and operation not in facts.subgroup_operations:
        yield f"subgroup operations '{operation}'"


def _exceeded(limits, stated, bindings, pushed: int):
    """(what a device allows less of than a kernel has, how much that is, how much it has)"""
    storage = sum(binding.kind == STORAGE for binding in bindings)
    counts = [
        ("{} storage buffers", limits.max_storage_bindings, storage),
        ("{} texel buffers", limits.max_texel_bindings, len(bindings) - storage),
        ("{} bindings", limits.max_bindings, len(bindings)),
        ("{} bytes of push constants", limits.max_push_constants, pushed),
        ("{} bytes that a workgroup shares", limits.max_shared_memory, _shared_bytes(stated)),
    ]
    for size in [operands[2:5] for opcode, operands in stated if opcode == OP_EXECUTION_MODE and operands[1] == LOCAL_SIZE]:
        counts.append(("{} invocations in a workgroup", limits.max_workgroup_invocations, prod(size)))
        if any(have > allowed for have, allowed in zip(size, limits.max_workgroup_size)):
            yield "workgroups of {}", limits.max_workgroup_size, tuple(size)
    yield from [each for each in counts if each[2] > each[1]]


def check_call(kernel: Needing, groups: Sequence[int], lengths: Sequence[int], device) -> None:
    """Raises VulkanError where the sizes of a call take more of a device than it allows: so many workgroups, and of each binding so many bytes."""
    limits, told = device.limits, []
    if any(count > limit for count, limit in zip(groups, limits.max_workgroup_count)):
        told.append(f"allows {limits.max_workgroup_count} workgroups, not {tuple(groups)}")
    for binding, length in zip(kernel.bindings, lengths):
        if binding.kind == STORAGE:
            limit, count, what = limits.max_storage_range, length, "bytes of a storage buffer"
        else:
            limit, count, what = limits.max_texel_elements, -(-length // TEXEL_FORMATS[binding.kind][1]), "elements of a texel buffer"
        if count > limit:
            told.append(f"allows {limit} {what}, not {count}")
    if told:
        raise VulkanError("; ".join([f"{device.facts.name} {what} ({kernels_text([kernel.entry])})" for what in dict.fromkeys(told)]))


def _shared_bytes(stated) -> int:
    """The bytes of all variables of a workgroup."""
    sizes: dict[int, int] = {}  # of types
    pointees: dict[int, int] = {}
    counts: dict[int, int] = {}  # constants
    total = 0
    for opcode, operands in stated:
        if opcode in (OP_BOOL, OP_INT, OP_FLOAT):
            sizes[operands[0]] = 4 if opcode == OP_BOOL else operands[1] // 8
        elif opcode == OP_VECTOR:
            sizes[operands[0]] = sizes.get(operands[1], 0) * operands[2]
        elif opcode == OP_ARRAY:
            sizes[operands[0]] = sizes.get(operands[1], 0) * counts.get(operands[2], 0)
        elif opcode == OP_STRUCT:
            sizes[operands[0]] = sum([sizes.get(each, 0) for each in operands[1:]])
        elif opcode == OP_POINTER:
            pointees[operands[0]] = operands[2]
        elif opcode == OP_CONSTANT:
            counts[operands[1]] = operands[2]
        elif opcode == OP_VARIABLE and operands[2] == WORKGROUP:
            total += sizes.get(pointees.get(operands[0], 0), 0)
    return total


def uses_subgroups(stated) -> bool:
    """Whether a module has invocations of a subgroup work together, and so may count on the subgroup's size."""
    return any([operands[0] in CAPABILITY_SUBGROUP_OPERATIONS for opcode, operands in stated if opcode == OP_CAPABILITY])


def preamble(entry: str, code: bytes):
    """The instructions before the first function, as opcode and operand words."""
    if len(code) < 20 or len(code) % 4 or int.from_bytes(code[:4], "little") != MAGIC:
        raise VulkanError(f"kernel '{entry}' is not a SPIR-V module")
    words = numpy.frombuffer(code, dtype="<u4").tolist()
    position = 5
    while position < len(words):
        count, opcode = words[position] >> 16, words[position] & 0xFFFF
        if count <= LEAST_OPERANDS.get(opcode, 0) or position + count > len(words):
            raise VulkanError(f"kernel '{entry}' is a damaged SPIR-V module (at word {position})")
        if opcode == OP_FUNCTION:
            return
        yield opcode, words[position + 1 : position + count]
        position += count
