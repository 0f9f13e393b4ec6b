"""From an executable of the module to what a pipeline is made of: words, bindings, workgroups, what is written. A module file has that ready, and
running one does without the dialect of kernels, which is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tfir.execution.sequencer import SPIRV, architecture
from tfir.ir.diagnostics import Error
from tfir.ir.lazy_region import content_of
from tfir.ir.operations import Operation
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import evaluated

STORAGE = "storage"
# The formats of a SPIR-V image that a binding may read memory by, which is `STORAGE` otherwise.
TEXELS = ("R32f", "Rgba32f", "R32i", "Rgba32i", "R32ui", "Rgba32ui")
OF_BUFFERS = ("StorageBuffer", "Uniform", "PhysicalStorageBuffer")  # classes of storage that are memory of bindings
WORKGROUPS, TRIPS, LOCAL_SIZE = "iree.workgroups", "iree.trips", "#spirv.execution_mode<LocalSize>"


@dataclass(frozen=True)
class Binding:
    """The resource that a kernel expects at a binding number of set 0: `storage`, or a format of `TEXELS`.

    It is a part of an argument of its dispatches, from a byte on, where that is too large to be bound as a whole.
    """

    number: int
    kind: str = STORAGE
    part_of: int | None = None
    offset: int = 0

    @property
    def argument(self) -> int:
        """The position of the bound resource among the arguments of a dispatch."""
        return self.number if self.part_of is None else self.part_of


@dataclass(frozen=True)
class Kernel:
    """An entry point. Binding numbers are positions among the arguments of its dispatches unless they bind a part of one.

    `sizes` are the bytes that each binding of a known extent reaches. `workgroups` is None where the kernel wants one invocation for each unit of a dispatch's workload,
    and a map where they depend on the `pushed` sizes that a dispatch gives; so may `trips`, how often an invocation goes around loops.
    """

    name: str
    words: bytes
    bindings: tuple[Binding, ...]
    workgroups: tuple[int, int, int] | AffineAttr | None
    local_size: tuple[int, int, int]
    written: frozenset[int]
    sizes: dict[int, int]
    pushed: int
    trips: AffineAttr | None

    def groups(self, workload, sizes: Sequence[int]) -> tuple[int, int, int]:
        """How many workgroups a dispatch of this workload, or of these sizes, takes."""
        if isinstance(self.workgroups, AffineAttr):
            x, y, z = numbers_of(self.workgroups, sizes)
            return x, y, z
        if self.workgroups is not None:
            return self.workgroups
        return tuple(-(-count // size) for count, size in zip(workload, self.local_size, strict=True))


def kernel_of(executable: Operation, entry: str, targets: Sequence[str | None] = (None,)) -> tuple[Kernel, str | None]:
    """The SPIR-V kernel of an entry of a `iree.multi_arch_executable`, for the first of these targets that has one, and which that is."""
    spirv, target = spirv_for(executable, targets)
    content = content_of(spirv.region)
    ready: Kernel | None = content.kernel(entry) if content is not None else None
    return (kernel_in(*entry_in(spirv, entry)) if ready is None else ready), target


def spirv_for(executable: Operation, targets: Sequence[str | None] = (None,)) -> tuple[Operation, str | None]:
    """The executable in SPIR-V for the first of these targets that has one, and which that is."""
    for target in targets:
        spirv = architecture(executable, SPIRV, target)
        if spirv is not None:
            return spirv, target
    raise Error.on(executable, "has no SPIRV executable; lower it with tf-opt --pipeline=vulkan")


def entry_in(spirv: Operation, entry: str) -> tuple[Operation, Operation]:
    """The `spirv.module` and the function in it that an entry of an executable is."""
    for module in [op for op in spirv.walk() if op.name == "spirv.module"]:
        for func in module.body:
            if func.name == "spirv.func" and func.get("sym_name") == entry:
                return module, func
    raise Error.on(spirv, f"has no SPIR-V entry point named @{entry}")


def kernel_in(module: Operation, func: Operation) -> Kernel:
    """The kernel that a function of a `spirv.module` is."""
    from tfir.dialects.spirv.words import encode

    groups = func.attributes.get(WORKGROUPS)
    if groups is not None and (len(groups.results) if isinstance(groups, AffineAttr) else groups.type.size) != 3:
        raise Error.on(func, f"expects three numbers in {WORKGROUPS}, found {groups}")
    variables = {op.get("sym_name"): op for op in module.body if op.name == "spirv.GlobalVariable"}
    used = {_variable(op) for op in func.walk() if op.name == "spirv.mlir.addressof"}
    bound = {name: variables[name] for name in variables if name in used and "binding" in variables[name].attributes}
    written = _written(func, bound)
    return Kernel(
        name=func.get("sym_name"),
        words=encode(module),
        bindings=tuple(sorted((_binding(op) for op in bound.values()), key=lambda binding: binding.number)),
        workgroups=groups if groups is None or isinstance(groups, AffineAttr) else tuple(groups.values()),
        local_size=_local_size(module, func),
        written=frozenset(bound[name].get("binding") for name in written),
        sizes={op.get("binding"): _extent(op.get("type").pointee) for op in bound.values()},
        pushed=sum([_extent(op.get("type").pointee) for op in variables.values() if op.get("type").storage_class == "PushConstant"]),
        trips=trips if isinstance(trips := func.attributes.get(TRIPS), AffineAttr) else None,
    )


def numbers_of(map: AffineAttr, symbols: Sequence[int]) -> tuple[int, ...]:
    """The results of a map of symbols."""
    return tuple([evaluated(expression, symbols) for expression in map.results])


def _local_size(module: Operation, func: Operation) -> tuple[int, int, int]:
    for op in module.body:
        if op.name == "spirv.ExecutionMode" and op.attributes["fn"].leaf == func.get("sym_name"):
            if op.attributes["execution_mode"].text == LOCAL_SIZE:
                return tuple(part.value for part in op.get("values"))
    raise Error.on(func, "has no execution mode LocalSize")


def _binding(variable: Operation) -> Binding:
    from tfir.dialects.spirv.types import ImageType, PointerType

    if variable.get("descriptor_set", 0) != 0:
        raise Error.on(variable, "is bound to a descriptor set other than 0")
    pointer = variable.get("type")
    if not isinstance(pointer, PointerType):
        raise Error.on(variable, f"is bound, but of type {pointer}")
    pointee = pointer.pointee
    if pointer.storage_class == "UniformConstant" and isinstance(pointee, ImageType):
        if pointee.format not in TEXELS:
            raise Error.on(variable, f"has texels of the unknown format {pointee.format}")
        return Binding(variable.get("binding"), pointee.format)
    if pointer.storage_class != "StorageBuffer":
        raise Error.on(variable, f"is bound, but in storage class {pointer.storage_class}")
    return Binding(variable.get("binding"), part_of=variable.get("iree.argument"), offset=variable.get("iree.offset", 0))


def _extent(kind) -> int:
    """The size of a type in bytes; 0 for one with a runtime array, whose length is not known."""
    from tfir.dialects.spirv.types import ArrayType, StructType

    if isinstance(kind, ArrayType):
        return kind.count * kind.stride
    if isinstance(kind, StructType):
        return max((offset + _extent(member) for offset, member in zip(kind.offsets, kind.members)), default=0)
    return 0


def _variable(address: Operation) -> str:
    return address.attributes["variable"].root


def _written(func: Operation, bound) -> set[str]:
    """The buffers that a kernel stores to; all of them when it stores to one through a pointer that cannot be traced to a variable. Memory of
    an invocation's own, or of a workgroup, is none."""
    written = set()
    for op in func.walk():
        if (op.name == "spirv.Store" or op.name.startswith("spirv.Atomic")) and op.operands[0].type.storage_class in OF_BUFFERS:
            base = _base(op.operands[0].op)
            if base is None:
                return set(bound)
            written.add(base)
    return written & set(bound)


def _base(pointer: Operation | None) -> str | None:
    while pointer is not None and pointer.name == "spirv.AccessChain":
        pointer = pointer.operands[0].op
    return _variable(pointer) if pointer is not None and pointer.name == "spirv.mlir.addressof" else None
