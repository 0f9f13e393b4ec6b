"""What a kernel takes of a device, held against what its target says that it has: a driver may crash on more than it allows.

Storage buffers, of which Vulkan grants four and all desktop devices offer eight or more, count where the target states how many there are.
Source: Vulkan specification, "Limits": maxPerStageDescriptorStorageBuffers, maxComputeSharedMemorySize and the others by their facts' names.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.iree.target import TargetAttr
from tfir.dialects.spirv.types import ArrayType, PointerType, RuntimeArrayType, StructType
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import Type, VectorType

LOCAL_SIZE = "#spirv.execution_mode<LocalSize>"
WORDS = {
    "max_storage_bindings": "storage buffers", "max_texel_bindings": "texel buffers", "max_push_constants": "bytes of push constants",
    "max_shared_memory": "bytes of shared memory", "max_workgroup_invocations": "invocations in a workgroup", "max_bindings": "bindings",
}  # fmt: skip


def check_limits(module: Operation, target: TargetAttr, entry: Operation) -> None:
    """Raises Error, which names the limit, where a `spirv.module` takes more than the target has."""
    variables = [op for op in module.body if op.name == "spirv.GlobalVariable"]
    if exceeded(module, variables, target) is not None:
        used = {op.attributes["variable"].leaf for op in module.walk() if op.name == "spirv.mlir.addressof"}
        excess = exceeded(module, [op for op in variables if op.get("sym_name") in used], target)  # no more is bound
        if excess is not None:
            fact, taken = excess
            raise Error.on(entry, f"needs {taken} {WORDS[fact]}, of which the target ({target.name}) allows {getattr(target, fact)}")


def exceeded(module: Operation, variables: list[Operation], target: TargetAttr) -> tuple[str, int] | None:
    """The first limit that a `spirv.module` with these variables exceeds, and by what it does."""
    for fact, taken in takes(module, variables).items():
        if taken > getattr(target, fact) and (fact != "max_storage_bindings" or fact in target.facts):
            return fact, taken
    return None


def takes(module: Operation, variables: list[Operation]) -> dict[str, int]:
    """What variables and modes of a `spirv.module` take of a device, by the facts that limit it."""
    classes = [(type.storage_class, type.pointee) for type in [op.get("type") for op in variables] if isinstance(type, PointerType)]
    storage, texels = (len([it for it, _ in classes if it == name]) for name in ("StorageBuffer", "UniformConstant"))
    modes = [op for op in module.body if op.name == "spirv.ExecutionMode" and op.attributes["execution_mode"].text == LOCAL_SIZE]
    return {
        "max_storage_bindings": storage,
        "max_texel_bindings": texels,
        "max_bindings": storage + texels,
        "max_push_constants": sum([bytes_of(pointee) for it, pointee in classes if it == "PushConstant"]),
        "max_shared_memory": sum([bytes_of(pointee) for it, pointee in classes if it == "Workgroup"]),
        "max_workgroup_invocations": max([prod([part.value for part in mode.get("values")]) for mode in modes], default=1),
    }


def bytes_of(type: Type) -> int:
    """How many bytes a value of a type takes."""
    if isinstance(type, ArrayType):
        return type.count * (type.stride or bytes_of(type.element))
    if isinstance(type, StructType):
        return sum([bytes_of(member) for member in type.members])
    if isinstance(type, VectorType):
        return prod(type.sizes) * bytes_of(type.element)
    return 0 if isinstance(type, RuntimeArrayType) else getattr(type, "width", 32) // 8
