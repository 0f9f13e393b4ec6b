"""The capabilities of a device, as an attribute: `#iree.target<name = "...", subgroup_size = 8, ...>`.

`format` is what the device runs: SPIRV, or LLVM for processors, of which there are further facts.

Every fact that is not written has the least value that Vulkan 1.1 grants, so `#iree.target<>` is any device at all.
Source: Vulkan 1.1 specification, "Required Limits"; sizes and alignments are in bytes.
"""

from __future__ import annotations

from operator import ge

from tfir.ir.attributes import ArrayAttr, Attribute, BoolAttr, IntegerAttr, StringAttr
from tfir.ir.location import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation

TARGET = "iree.target"  # of a module
STYLE, PLAIN = "iree.spirv_style", "plain"  # an attribute of a module, and what it may be: kernels as a person would write them
FALLBACK_TARGETS = "iree.fallback_targets"  # for machines that lack what the target has, the best first
ROWS_ALONG_X = "iree.rows_along_x"  # of a kernel whose workgroups along y read the same rows of an operand: how many along x are best together at least
CPU_FEATURES = "iree.cpu_features"  # of a kernel: what a processor needs for it beyond what its vectors tell, by LLVM's names
LEAST = {
    "name": "any device",
    "kind": "other",  # cpu, integrated, discrete, virtual, other
    "driver": "",
    "driver_info": "",
    "api_version": (1, 1, 0),
    "subgroup_size": 1,
    "subgroup_operations": (),
    "features": (),
    "max_storage_range": 1 << 27,
    "max_texel_elements": 65536,
    "max_push_constants": 128,
    "max_workgroup_count": (65535, 65535, 65535),
    "max_workgroup_size": (128, 128, 64),
    "max_workgroup_invocations": 128,
    "max_shared_memory": 16384,
    "max_storage_bindings": 4,
    "max_texel_bindings": 16,
    "max_bindings": 128,
    "max_allocation_size": 1 << 30,
    "storage_alignment": 256,
    "texel_alignment": 256,
    # For estimates of time; 0 where the device does not tell.
    "peak_flops": 0,
    "memory_bandwidth": 0,
    "memory_size": 0,
    # Of processors: what LLVM calls them and what they have, the registers for vectors, and caches, the nearest first.
    "format": "SPIRV",
    "triple": "",
    "cpu": "",
    "cpu_features": "",
    "vector_bytes": 16,
    "vector_registers": 16,
    "cache_sizes": (32768, 262144, 2097152),
    "cores": 1,
}

# Kinds of devices that keep up with any loop. Mesa's software devices leave a kernel's loops without a word once an invocation has gone
# around that often in all of them together (LP_MAX_TGSI_LOOP_ITERATIONS). Nothing may depend on how a device fails, so kernels stay below.
GPUS = ("discrete", "integrated", "virtual")
MOST_TRIPS = 65535


class TargetAttr(Attribute):
    """The facts of a device by name, as Python strings, integers and tuples of them."""

    __slots__ = ("facts",)

    def __init__(self, facts=None):
        self.facts, self._text = dict(facts or {}), None
        unknown = set(self.facts) - set(LEAST)
        if unknown:
            raise ValueError(f"a target has no fact named {', '.join(sorted(unknown))}")

    def __getattr__(self, fact: str):
        if fact.startswith("_") or fact not in LEAST:
            raise AttributeError(fact)
        return self.facts.get(fact, LEAST[fact])

    def has(self, feature: str) -> bool:
        """Whether the device offers a feature, or a property that is one, by Vulkan's name for it (`shaderInt64`)."""
        return feature in self.features

    def can(self, operations: str) -> bool:
        """Whether compute shaders have a group of subgroup operations (`shuffle`)."""
        return operations in self.subgroup_operations

    @property
    def is_processor(self) -> bool:
        """Whether kernels become machine code, which takes IEEE 754 at its word and goes around loops as often as it is told."""
        return self.format == "LLVM"

    @property
    def leaves_long_loops(self) -> bool:
        """Whether the device may end a kernel that goes around loops more than MOST_TRIPS times."""
        return self.kind not in GPUS and not self.is_processor

    def lacks(self, other: TargetAttr) -> list[str]:
        """The facts by which kernels for another target cannot run on this device, or are made for another kind of device."""
        return [fact for fact in other.facts if fact in NEEDED and not NEEDED[fact](getattr(self, fact), getattr(other, fact))]

    def lanes(self, bits: int) -> int:
        """How many numbers of so many bits a vector of a processor has."""
        return self.vector_bytes * 8 // bits

    def key(self):
        return frozenset(self.facts.items())

    def _spell(self):
        written = [f"{name} = {_fact_text(self.facts[name])}" for name in LEAST if name in self.facts]
        return f"#iree.target<{', '.join(written)}>"


def targets_of(module: Operation) -> dict[str | None, TargetAttr | None]:
    """What a module is compiled for, by the names that executables have for it: its own target without one, and then the others, the best
    first. None stands for no target in particular."""
    own = module.attributes.get(TARGET)
    others = [target for target in module.get(FALLBACK_TARGETS) or [] if isinstance(target, TargetAttr)]
    return {None: own if isinstance(own, TargetAttr) else None, **{target.name: target for target in others}}


def _fact_text(value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join([_fact_text(part) for part in value])}]"
    return quoted(value) if isinstance(value, str) else str(value)


def _is_of_kind(own: str, other: str) -> bool:
    return other in ("other", own) or (own in GPUS and other in GPUS)


def _reaches(own, other) -> bool:
    return all(map(ge, own, other)) if isinstance(own, tuple) else own >= other


def _includes(own: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return set(own) >= set(other)


# Whether a device has what kernels count on that were made for a target, by fact. Buffers lie as far apart as any device asks for, and what is
# only told or estimated by counts for nothing.
NEEDED = {
    "kind": _is_of_kind,
    "subgroup_size": lambda own, other: other in (1, own),
    "subgroup_operations": _includes,
    "features": _includes,
    **{fact: _reaches for fact in LEAST if fact.startswith("max_")},
}


def parse_target(parser) -> TargetAttr:
    facts: dict = {}
    parser.comma_list(lambda: _parse_fact(parser, facts), "<", ">")
    return TargetAttr(facts)


def _parse_fact(parser, facts: dict):
    at = parser.start
    name = parser.keyword()
    if name not in LEAST or name in facts:
        raise parser.error(f"'{name}' is no fact of a target, or stands here twice", at)
    parser.expect("=")
    at = parser.start
    value = _plain(parser.attribute())
    if not _is_like(value, LEAST[name]):
        raise parser.error(f"expected a value like {_fact_text(LEAST[name])} for '{name}'", at)
    facts[name] = value


def _plain(attribute: Attribute):
    if isinstance(attribute, ArrayAttr):
        return tuple([_plain(part) for part in attribute.elements])
    is_plain = isinstance(attribute, (StringAttr, IntegerAttr)) and not isinstance(attribute, BoolAttr)
    return attribute.value if is_plain else None


def _is_like(value, example) -> bool:
    """Whether a value has the type of the fact's least value; lists of names may have any length."""
    if not isinstance(example, tuple) or not isinstance(value, tuple):
        return type(value) is type(example)
    kind = type(example[0]) if example else str
    return all(type(part) is kind for part in value) and (not example or len(value) == len(example))


# The device that the continuous integration has: Mesa's CPU implementation, by the facts that it reports.
LAVAPIPE = TargetAttr({
    "name": "llvmpipe (LLVM 15.0.6, 256 bits)",
    "kind": "cpu",
    "driver": "llvmpipe",
    "driver_info": "Mesa 22.3.6 (LLVM 15.0.6)",
    "api_version": (1, 3, 230),
    "subgroup_size": 8,
    "subgroup_operations": ("basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "quad"),
    "features": (
        "shaderFloat16", "shaderFloat64", "shaderInt16", "shaderInt64", "shaderInt8", "shaderSignedZeroInfNanPreserveFloat16", "shaderSignedZeroInfNanPreserveFloat32",
        "shaderSignedZeroInfNanPreserveFloat64", "storageBuffer16BitAccess", "storageBuffer8BitAccess",
    ),
    "max_storage_range": 1 << 27,
    "max_texel_elements": 1 << 27,
    "max_push_constants": 128,
    "max_workgroup_size": (1024, 1024, 1024),
    "max_workgroup_invocations": 1024,
    "max_shared_memory": 32768,
    "max_storage_bindings": 32,
    "max_texel_bindings": 128,
    "max_bindings": 128,
    "max_allocation_size": 1 << 31,
    "storage_alignment": 16,
    "texel_alignment": 16,
})  # fmt: skip

# A desktop's graphics processor with subgroups of 32 invocations; those of another size, or that lack something, run what is made for any device.
GPU = TargetAttr({
    "name": "gpu",
    "kind": "discrete",
    "subgroup_size": 32,
    "subgroup_operations": ("basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative"),
    "features": ("shaderFloat16", "shaderInt16", "shaderInt64", "shaderInt8", "storageBuffer16BitAccess", "storageBuffer8BitAccess"),
    "max_storage_range": 1 << 30,
    "max_texel_elements": 1 << 27,
    "max_workgroup_size": (1024, 1024, 64),
    "max_workgroup_invocations": 1024,
    "max_shared_memory": 32768,
    "max_storage_bindings": 32,
    "max_texel_bindings": 64,
})  # fmt: skip


def processor(name: str, triple: str, cpu: str, features: str, vector_bytes: int, registers: int, **facts) -> TargetAttr:
    """A processor, which has all types of numbers, and no limits but that of memory."""
    return TargetAttr({
        "name": name, "kind": "cpu", "features": tuple([name for name in LAVAPIPE.features if "Preserve" not in name]),
        "max_storage_range": 1 << 31, "max_push_constants": 1 << 16, "max_texel_bindings": 0, "max_storage_bindings": 1 << 10, "max_bindings": 1 << 10,
        "max_workgroup_size": (1024, 1024, 1024), "max_workgroup_invocations": 1024, "max_allocation_size": 1 << 40, "storage_alignment": 64,
        "format": "LLVM", "triple": triple, "cpu": cpu, "cpu_features": features, "vector_bytes": vector_bytes, "vector_registers": registers, **facts,
    })  # fmt: skip


# Levels of instruction sets that most processors have by now (x86-64 psABI; Arm v8-A), by the sizes of caches that all of them have.
PROCESSORS = {
    "x86-64-v3": processor("x86-64-v3", "x86_64-unknown-linux-gnu", "x86-64-v3", "", 32, 16),
    "x86-64-v4": processor("x86-64-v4", "x86_64-unknown-linux-gnu", "x86-64-v4", "", 64, 32),
    "aarch64": processor("aarch64", "aarch64-unknown-linux-gnu", "generic", "+neon", 16, 32),
}
