"""Kernels of SPIR-V in a module file: words, and all that is asked of a kernel beside them."""

from __future__ import annotations

from tfir.execution.kernels import STORAGE, TEXELS, Binding, Kernel, kernel_in
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.module_file.records import SPIRV, Record, checked, encoded
from tfir.text.affine import AffineAttr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Data = bytes | memoryview

TAG = "SPVE"
COMPUTE = 0x20  # VK_SHADER_STAGE_COMPUTE_BIT
TEXEL_BUFFER, STORAGE_BUFFER = 4, 7  # VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, .._STORAGE_BUFFER


def contents_of(executable: Operation) -> bytes:
    """The kernel of an `iree.executable` for SPIR-V; nothing where it has not exactly one that can be told."""
    modules = [op for op in executable.walk() if op.name == "spirv.module"]
    entries = [op.get("fn") for module in modules for op in module.body if op.name == "spirv.EntryPoint"]
    if len(modules) != 1 or len(entries) != 1:
        return b""
    funcs = [op for op in modules[0].body if op.name == "spirv.func" and op.get("sym_name") == entries[0]]
    try:
        return bytes(encoded(SPIRV, values_of(kernel_in(modules[0], funcs[0])))) if len(funcs) == 1 else b""
    except Error:
        return b""  # the device says it, when the kernel is asked for


def values_of(kernel: Kernel) -> dict[str, Any]:
    map = kernel.workgroups if isinstance(kernel.workgroups, AffineAttr) else None
    pushed = [{"stage_flags": COMPUTE, "offset": 0, "size": kernel.pushed}] if kernel.pushed else []
    bindings = [binding_values(kernel, binding) for binding in kernel.bindings]
    return {
        "tag": TAG,
        "entry_points": [kernel.name],
        "code": memoryview(kernel.words).cast("I").tolist(),
        "pipeline_layout": {"descriptor_set_layouts": [{"bindings": bindings}], "push_constant_ranges": pushed},
        "local_size": list(kernel.local_size),
        "workgroups": [] if kernel.workgroups is None or map is not None else list(kernel.workgroups),
        "workgroup_map": "" if map is None else map.text,
        "trips": "" if kernel.trips is None else kernel.trips.text,
    }


def binding_values(kernel: Kernel, binding: Binding) -> dict[str, Any]:
    return {
        "binding": binding.number,
        "descriptor_type": STORAGE_BUFFER if binding.kind == STORAGE else TEXEL_BUFFER,
        "descriptor_count": 1,
        "stage_flags": COMPUTE,
        "format": "" if binding.kind == STORAGE else binding.kind,
        "argument": binding.argument,
        "offset": binding.offset,
        "size": kernel.sizes[binding.number],
        "is_part": int(binding.part_of is not None),
        "is_written": int(binding.number in kernel.written),
    }


def kernel_from(contents: Data) -> Kernel:
    """The kernel that `contents_of` wrote. Raises Error for what is none."""
    record = checked(SPIRV, contents)
    entries, layout = record["entry_points"], record["pipeline_layout"]
    sets = layout["descriptor_set_layouts"] if layout is not None else []
    if len(entries) != 1 or len(sets) != 1:
        raise Error("a kernel has one entry point and one set of bindings")
    bindings = sets[0]["bindings"]
    local_size, groups = record["local_size"], record["workgroups"]
    map, trips = [map_of(record[field]) for field in ("workgroup_map", "trips")]
    if len(local_size) != 3 or 0 in local_size or len(groups) not in (0, 3) or (map is not None and len(map.results) != 3):
        raise Error(f"kernel '{entries[0]}' has no local size and workgroups of three dimensions")
    return Kernel(
        name=entries[0],
        words=bytes(record.view("code")),
        bindings=tuple([binding_from(each) for each in bindings]),
        workgroups=map or (tuple(groups) if groups else None),
        local_size=tuple(local_size),
        written=frozenset([each["binding"] for each in bindings if each["is_written"]]),
        sizes={each["binding"]: each["size"] for each in bindings},
        pushed=sum([each["size"] for each in layout["push_constant_ranges"]]),
        trips=trips,
    )


def binding_from(record: Record) -> Binding:
    kind = record["format"] or STORAGE
    if kind not in (STORAGE, *TEXELS):
        raise Error(f"a binding has texels of the unknown format '{kind}'")
    return Binding(record["binding"], kind, record["argument"] if record["is_part"] else None, record["offset"])


def map_of(text: str) -> AffineAttr | None:
    """The map of a text; reading one loads the parser, so that only kernels of open sizes have any."""
    if not text:
        return None
    from tfir.dialects import dialect, lookup
    from tfir.ir.location import Source
    from tfir.text.parser import parse

    map = parse(Source("a module file", f"module attributes {{map = {text}}} {{}}"), lookup, dialect).attributes.get("map")
    if not isinstance(map, AffineAttr) or map.dimensions:
        raise Error(f"expected a map of sizes, and it is {text}")
    return map
