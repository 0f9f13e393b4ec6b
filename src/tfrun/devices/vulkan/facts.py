"""The facts of a Vulkan device: identity, limits, features, subgroups, memory, as plain values."""

from dataclasses import dataclass, replace
from types import SimpleNamespace

from tfir.dialects.iree.target import LEAST, TargetAttr

from tfrun.devices.vulkan.api import Struct, enumerate_all, ffi, lib, vk
from tfrun.devices.vulkan.families import QueueFamily, computing, copying, queue_families

KINDS = {0: "other", 1: "integrated", 2: "discrete", 3: "virtual", 4: "cpu"}
SUBGROUP_OPERATIONS = (
    "basic", "vote", "arithmetic", "ballot", "shuffle", "shuffle_relative", "clustered", "quad",
)  # fmt: skip
# Features a kernel may need, by the structure that reports and enables them.
FEATURES = {
    "VkPhysicalDeviceFeatures": ("shaderFloat64", "shaderInt64", "shaderInt16"),
    "VkPhysicalDevice16BitStorageFeatures": ("storageBuffer16BitAccess",),
    "VkPhysicalDevice8BitStorageFeatures": ("storageBuffer8BitAccess",),
    "VkPhysicalDeviceShaderFloat16Int8Features": ("shaderFloat16", "shaderInt8"),
    "VkPhysicalDeviceTimelineSemaphoreFeatures": ("timelineSemaphore",),
    "VkPhysicalDeviceVulkanMemoryModelFeatures": ("vulkanMemoryModel", "vulkanMemoryModelDeviceScope"),
}
NO_KERNEL_ASKS = {
    "timelineSemaphore",
    "vulkanMemoryModel",
    "vulkanMemoryModelDeviceScope",
}  # queues', and what kernels of other compilers use
MEMORY_MODEL = "VK_KHR_vulkan_memory_model"
TIMELINES = "VK_KHR_timeline_semaphore"
HOST_MEMORY = "VK_EXT_external_memory_host"
# What a driver keeps of floats where a kernel asks for it: nothing to enable, but a kernel may need it all the same.
FLOAT_CONTROLS = tuple(f"shader{what}Float{bits}" for what in ("SignedZeroInfNanPreserve", "DenormPreserve") for bits in (16, 32, 64))
# Structures that are no part of Vulkan 1.1: the extensions that bring them to it.
EXTENSIONS_BEFORE_1_2 = {
    "VkPhysicalDevice8BitStorageFeatures": "VK_KHR_8bit_storage",
    "VkPhysicalDeviceShaderFloat16Int8Features": "VK_KHR_shader_float16_int8",
    "VkPhysicalDeviceDriverProperties": "VK_KHR_driver_properties",
    "VkPhysicalDeviceFloatControlsProperties": "VK_KHR_shader_float_controls",
    "VkPhysicalDeviceTimelineSemaphoreFeatures": TIMELINES,
    "VkPhysicalDeviceVulkanMemoryModelFeatures": MEMORY_MODEL,
}
ONLY_EXTENSIONS = {"VkPhysicalDeviceExternalMemoryHostPropertiesEXT": HOST_MEMORY}  # that no version of Vulkan includes


# Limits that this project checks itself or computes with, and Vulkan's names for them. Sizes and alignments are in bytes, periods in nanoseconds.
LIMITS = {
    "max_storage_range": "maxStorageBufferRange",
    "max_texel_elements": "maxTexelBufferElements",
    "max_push_constants": "maxPushConstantsSize",
    "max_workgroup_count": "maxComputeWorkGroupCount",
    "max_workgroup_size": "maxComputeWorkGroupSize",
    "max_workgroup_invocations": "maxComputeWorkGroupInvocations",
    "max_shared_memory": "maxComputeSharedMemorySize",
    "max_storage_bindings": "maxPerStageDescriptorStorageBuffers",
    "max_texel_bindings": "maxPerStageDescriptorSampledImages",
    "max_bindings": "maxPerStageResources",
    "max_allocations": "maxMemoryAllocationCount",
    "storage_alignment": "minStorageBufferOffsetAlignment",
    "texel_alignment": "minTexelBufferOffsetAlignment",
    "non_coherent_atom": "nonCoherentAtomSize",
    "timestamp_period": "timestampPeriod",
}


class Limits(SimpleNamespace):
    """A device's limits by their names in LIMITS, and `max_allocation_size`."""


@dataclass(frozen=True)
class MemoryType:
    """One kind of memory: its property flags and the size of the heap it is taken from."""

    index: int
    flags: int
    heap: int
    heap_size: int

    def has(self, flags: int) -> bool:
        return self.flags & flags == flags


@dataclass(frozen=True)
class DeviceFacts:
    """A physical device as the rest of the tool sees it."""

    index: int
    name: str
    uuid: str
    kind: str
    driver: str
    driver_info: str
    api_version: tuple[int, int, int]
    subgroup_size: int
    subgroup_operations: tuple[str, ...]
    features: frozenset[str]
    extensions: frozenset[str]
    limits: Limits
    memory_types: tuple[MemoryType, ...]
    queue_families: tuple[QueueFamily, ...]
    handle: object
    host_memory_alignment: int = 0  # bytes of a page of the host's that it takes for its own memory; 0 where it takes none

    @property
    def usable(self) -> bool:
        """Whether kernels of this project can run: Vulkan 1.1 and a queue that computes."""
        return self.api_version >= (1, 1, 0) and computing(self.queue_families) is not None

    @property
    def dispatch_family(self) -> QueueFamily:
        family = computing(self.queue_families)
        assert family is not None, "a device is usable before it is opened"
        return family

    @property
    def opened_families(self) -> list[QueueFamily]:
        """The families of which it has queues: the one that computes, and one that only copies where there is one."""
        copies = copying(self.queue_families)
        return [self.dispatch_family, *([] if copies is None else [copies])]

    @property
    def has_timelines(self) -> bool:
        """Whether it has semaphores with values, by the names of the extension."""
        return "timelineSemaphore" in self.features and TIMELINES in self.extensions

    @property
    def unified_memory(self) -> bool:
        """Whether the host reaches all of the device's own memory, so that nothing needs staging."""
        device_local = [memory for memory in self.memory_types if memory.has(vk.VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT)]
        visible_heaps = {memory.heap for memory in self.memory_types if memory.has(vk.VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT)}
        return self.kind in ("cpu", "integrated") and all(memory.heap in visible_heaps for memory in device_local)


def device_facts(handle, index: int) -> DeviceFacts:
    """Ask a physical device for everything in DeviceFacts; one older than Vulkan 1.1 tells less."""
    properties = _basic_properties(handle)
    facts = DeviceFacts(
        index, _string(properties.deviceName), "", KINDS.get(properties.deviceType, "other"), f"vendor {properties.vendorID:#x}", "",
        _version(properties.apiVersion), 0, (), frozenset(), _extensions(handle), _limits(properties.limits, 0), _memory_types(handle),
        queue_families(handle), handle,
    )  # fmt: skip
    return facts if facts.api_version < (1, 1, 0) else _with_extended_properties(facts)


def _with_extended_properties(facts: DeviceFacts) -> DeviceFacts:
    kinds = ["VkPhysicalDeviceIDProperties", "VkPhysicalDeviceSubgroupProperties", "VkPhysicalDeviceMaintenance3Properties"]
    optional = ("VkPhysicalDeviceDriverProperties", "VkPhysicalDeviceFloatControlsProperties", *ONLY_EXTENSIONS)
    kinds += [kind for kind in optional if available(kind, facts.api_version, facts.extensions)]
    chain = chained("VkPhysicalDeviceProperties2", kinds)
    lib.vkGetPhysicalDeviceProperties2(facts.handle, chain[0].pointer)
    parts = dict(zip(["properties", *kinds], (part.pointer for part in chain)))
    subgroup = parts["VkPhysicalDeviceSubgroupProperties"]
    computes = subgroup.supportedStages & vk.VK_SHADER_STAGE_COMPUTE_BIT
    driver = parts.get("VkPhysicalDeviceDriverProperties")
    controls = parts.get("VkPhysicalDeviceFloatControlsProperties")
    kept = [name for name in FLOAT_CONTROLS if getattr(controls, name)] if controls else ()
    pages = parts.get("VkPhysicalDeviceExternalMemoryHostPropertiesEXT")
    largest = parts["VkPhysicalDeviceMaintenance3Properties"].maxMemoryAllocationSize
    return replace(
        facts,
        uuid=bytes(parts["VkPhysicalDeviceIDProperties"].deviceUUID).hex(),
        driver=_string(driver.driverName) if driver else facts.driver,
        driver_info=_string(driver.driverInfo) if driver else "",
        subgroup_size=subgroup.subgroupSize,
        subgroup_operations=_names(SUBGROUP_OPERATIONS, subgroup.supportedOperations) if computes else (),
        features=_features(facts.handle, facts.api_version, facts.extensions).union(kept),
        limits=_limits(parts["properties"].properties.limits, largest),
        host_memory_alignment=pages.minImportedHostPointerAlignment if pages else 0,
    )


def chained(head: str, kinds) -> list[Struct]:
    """A structure followed by extending structures, each reached through pNext; keep the whole list alive."""
    chain = [Struct(head), *(Struct(kind) for kind in kinds)]
    for part, following in zip(chain, chain[1:]):
        part.pointer.pNext = following.pointer
    return chain


def available(structure: str, version, extensions) -> bool:
    """Whether a device of this version and these extensions knows an extending structure."""
    extension = EXTENSIONS_BEFORE_1_2.get(structure)
    included = extension is None or version >= (1, 2, 0)
    return ONLY_EXTENSIONS[structure] in extensions if structure in ONLY_EXTENSIONS else included or extension in extensions


def feature_structures(version, extensions) -> list[str]:
    return [kind for kind in list(FEATURES)[1:] if available(kind, version, extensions)]


def _features(handle, version, extensions) -> frozenset[str]:
    kinds = feature_structures(version, extensions)
    chain = chained("VkPhysicalDeviceFeatures2", kinds)
    lib.vkGetPhysicalDeviceFeatures2(handle, chain[0].pointer)
    reported = {"VkPhysicalDeviceFeatures": chain[0].pointer.features}
    reported |= {kind: part.pointer for kind, part in zip(kinds, chain[1:])}
    return frozenset(name for kind, struct in reported.items() for name in FEATURES[kind] if getattr(struct, name))


def _basic_properties(handle):
    properties = ffi.new("VkPhysicalDeviceProperties *")
    lib.vkGetPhysicalDeviceProperties(handle, properties)
    return properties


def _limits(limits, max_allocation_size: int) -> Limits:
    values = {name: getattr(limits, field) for name, field in LIMITS.items()}
    plain = {name: tuple(value) if isinstance(value, ffi.CData) else value for name, value in values.items()}
    return Limits(**plain, max_allocation_size=max_allocation_size)


def _memory_types(handle) -> tuple[MemoryType, ...]:
    memory = ffi.new("VkPhysicalDeviceMemoryProperties *")
    lib.vkGetPhysicalDeviceMemoryProperties(handle, memory)
    types = [memory.memoryTypes[index] for index in range(memory.memoryTypeCount)]
    sizes = [memory.memoryHeaps[kind.heapIndex].size for kind in types]
    return tuple(MemoryType(index, kind.propertyFlags, kind.heapIndex, size) for index, (kind, size) in enumerate(zip(types, sizes)))


def _extensions(handle) -> frozenset[str]:
    extensions = enumerate_all("vkEnumerateDeviceExtensionProperties", "VkExtensionProperties", handle, ffi.NULL)
    return frozenset(_string(extension.extensionName) for extension in extensions)


def _names(names, flags: int) -> tuple[str, ...]:
    return tuple(name for bit, name in enumerate(names) if flags >> bit & 1)


def _version(packed: int) -> tuple[int, int, int]:
    return packed >> 22 & 0x7F, packed >> 12 & 0x3FF, packed & 0xFFF


def _string(array) -> str:
    return ffi.string(array).decode("utf-8", "replace")


def target_attribute(facts: DeviceFacts) -> TargetAttr:
    """The attribute with the facts of a device that tf-opt compiles for."""
    described = {name: getattr(facts, name) for name in LEAST if hasattr(facts, name)}
    described |= {name: getattr(facts.limits, name) for name in LEAST if hasattr(facts.limits, name)}
    described["features"] = tuple(sorted(facts.features - NO_KERNEL_ASKS))
    return TargetAttr(described)
