"""Compute pipelines made from SPIR-V words, one for each distinct kernel."""

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

import numpy
from tfir.execution.kernels import STORAGE, TEXELS, Binding

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, ffi, lib, text, vk
from tfrun.devices.vulkan.facts import SUBGROUP_OPERATIONS
from tfrun.devices.vulkan.pipeline_cache import PipelineCache

MAGIC = 0x07230203
OP_EXECUTION_MODE, OP_CAPABILITY, OP_FUNCTION = 16, 17, 54
LOCAL_SIZE = 17
# Execution modes whose operand is a width of floats, by the property that offers them.
FLOAT_MODES = {4459: "shaderDenormPreserveFloat", 4461: "shaderSignedZeroInfNanPreserveFloat"}
# Capabilities that a device must offer as a feature, by number (SPIR-V specification, section 3.31).
CAPABILITY_FEATURES = {
    9: "shaderFloat16", 10: "shaderFloat64", 11: "shaderInt64", 22: "shaderInt16", 39: "shaderInt8",
    4433: "storageBuffer16BitAccess", 4448: "storageBuffer8BitAccess",
}  # fmt: skip
CAPABILITY_SUBGROUP_OPERATIONS = dict(enumerate(SUBGROUP_OPERATIONS, 61))


def descriptor_type(binding: Binding) -> int:
    return vk.VK_DESCRIPTOR_TYPE_STORAGE_BUFFER if binding.kind == STORAGE else vk.VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER


@dataclass(frozen=True, eq=False)
class Program:
    """A pipeline with the layout its arguments are bound through."""

    name: str
    pipeline: object
    layout: object
    set_layout: object
    bindings: tuple[Binding, ...]
    pushed: int


class Programs(AbstractContextManager):
    """The pipelines of one device. The same words, entry and bindings are compiled once; `pushed` bytes are given to each dispatch. With the
    `digest` of a module file the driver keeps what it has compiled."""

    def __init__(self, device, digest: bytes | None = None):
        self.device = device
        self._stack = ExitStack()
        self._cache = self._stack.enter_context(PipelineCache(device, digest))
        self._programs: dict = {}
        self._layouts: dict = {}

    def __exit__(self, *_):
        self._stack.close()

    def get(self, words, entry: str, bindings: Sequence[Binding], pushed: int = 0) -> Program:
        """The program of an entry point. `words` is a whole module as 32-bit words or as bytes."""
        code = bytes(words)
        key = hashlib.sha256(code).digest(), entry, tuple(bindings)
        if key not in self._programs:
            _check_bindings(self.device, entry, bindings)
            _check_limit(self.device, entry, "bytes of push constants", pushed, self.device.limits.max_push_constants)
            _check_module(self.device.facts, entry, code)
            self._programs[key] = self._compile(code, entry, tuple(bindings), pushed)
        return self._programs[key]

    def _compile(self, code: bytes, entry: str, bindings, pushed: int) -> Program:
        set_layout, layout = self._layout(bindings, pushed)
        with ExitStack() as temporary:
            stage = Struct(
                "VkPipelineShaderStageCreateInfo",
                stage=vk.VK_SHADER_STAGE_COMPUTE_BIT,
                module=self._shader_module(code, temporary),
                pName=text(entry),
            )
            information = Struct("VkComputePipelineCreateInfo", stage=stage, layout=layout, basePipelineIndex=-1)
            made = ffi.new("VkPipeline *")
            try:
                self.device.call("vkCreateComputePipelines", self._cache.handle, 1, information, NULL, made)
            except VulkanError as reason:
                raise VulkanError(f"kernel '{entry}' was not accepted by {self.device.facts.name}: {reason}") from None
        self._stack.callback(lib.vkDestroyPipeline, self.device.handle, made[0], NULL)
        return Program(entry, made[0], layout, set_layout, bindings, pushed)

    def _shader_module(self, code: bytes, temporary: ExitStack):
        words = ffi.from_buffer("uint32_t[]", code)
        information = Struct("VkShaderModuleCreateInfo", codeSize=len(code), pCode=words)
        return self.device.owned(temporary, "ShaderModule", information)

    def _layout(self, bindings, pushed: int):
        key = bindings, pushed
        if key not in self._layouts:
            set_layout = self._set_layout(bindings)
            self._layouts[key] = set_layout, self._pipeline_layout(set_layout, pushed)
        return self._layouts[key]

    def _set_layout(self, bindings):
        slots = [
            Struct(
                "VkDescriptorSetLayoutBinding",
                binding=binding.number,
                descriptorType=descriptor_type(binding),
                descriptorCount=1,
                stageFlags=vk.VK_SHADER_STAGE_COMPUTE_BIT,
            )
            for binding in bindings
        ]
        array = Array("VkDescriptorSetLayoutBinding", slots)
        information = Struct("VkDescriptorSetLayoutCreateInfo", bindingCount=len(slots), pBindings=array)
        return self.device.owned(self._stack, "DescriptorSetLayout", information)

    def _pipeline_layout(self, set_layout, pushed: int):
        array = Array("VkDescriptorSetLayout", [set_layout])
        information = Struct("VkPipelineLayoutCreateInfo", setLayoutCount=1, pSetLayouts=array)
        if pushed:
            whole = Struct("VkPushConstantRange", stageFlags=vk.VK_SHADER_STAGE_COMPUTE_BIT, offset=0, size=pushed)
            ranges = Array("VkPushConstantRange", [whole])
            information = Struct(
                "VkPipelineLayoutCreateInfo", setLayoutCount=1, pSetLayouts=array, pushConstantRangeCount=1, pPushConstantRanges=ranges
            )
        return self.device.owned(self._stack, "PipelineLayout", information)


def _check_bindings(device, entry: str, bindings):
    limits = device.limits
    storage = sum(binding.kind == STORAGE for binding in bindings)
    unknown = [binding.kind for binding in bindings if binding.kind != STORAGE and binding.kind not in TEXELS]
    if unknown:
        raise VulkanError(f"kernel '{entry}' has a binding of unknown kind '{unknown[0]}'")
    if len({binding.number for binding in bindings}) != len(bindings):
        raise VulkanError(f"kernel '{entry}' uses a binding number twice")
    _check_limit(device, entry, "storage buffers", storage, limits.max_storage_bindings)
    _check_limit(device, entry, "texel buffers", len(bindings) - storage, limits.max_texel_bindings)
    _check_limit(device, entry, "bindings", len(bindings), limits.max_bindings)


def _check_limit(device, entry: str, what: str, count: int, limit: int):
    if count > limit:
        raise VulkanError(f"kernel '{entry}' needs {count} {what}; {device.facts.name} allows {limit}")


def _check_module(facts, entry: str, code: bytes):
    """Rejects a module that needs what the device does not offer before its driver sees it: drivers are free to crash on it."""
    for opcode, operands in _preamble(entry, code):
        if opcode == OP_CAPABILITY:
            _check_capability(facts, entry, operands[0])
        elif opcode == OP_EXECUTION_MODE and operands[1] == LOCAL_SIZE:
            _check_local_size(facts, entry, operands[2:5])
        elif opcode == OP_EXECUTION_MODE and operands[1] in FLOAT_MODES:
            _check_feature(facts, entry, f"{FLOAT_MODES[operands[1]]}{operands[2]}")


def uses_subgroups(entry: str, code: bytes) -> bool:
    """Whether a module has invocations of a subgroup work together, and so may count on the subgroup's size."""
    capabilities = [operands[0] for opcode, operands in _preamble(entry, code) if opcode == OP_CAPABILITY]
    return any(capability in CAPABILITY_SUBGROUP_OPERATIONS for capability in capabilities)


def _preamble(entry: str, code: bytes):
    """The instructions before the first function, as opcode and operand words."""
    if len(code) < 20 or len(code) % 4 or int.from_bytes(code[:4], "little") != MAGIC:
        raise VulkanError(f"kernel '{entry}' is not a SPIR-V module")
    words = numpy.frombuffer(code, dtype="<u4").tolist()
    position = 5
    while position < len(words):
        count, opcode = words[position] >> 16, words[position] & 0xFFFF
        if count == 0 or position + count > len(words):
            raise VulkanError(f"kernel '{entry}' is a damaged SPIR-V module (at word {position})")
        if opcode == OP_FUNCTION:
            return
        yield opcode, words[position + 1 : position + count]
        position += count


def _check_capability(facts, entry: str, capability: int):
    feature = CAPABILITY_FEATURES.get(capability)
    operation = CAPABILITY_SUBGROUP_OPERATIONS.get(capability)
    if feature:
        _check_feature(facts, entry, feature)
    if operation and operation not in facts.subgroup_operations:
        missing = f"subgroup operations '{operation}'"
        raise VulkanError(f"kernel '{entry}' needs {missing}, which {facts.name} does not offer")


def _check_feature(facts, entry: str, feature: str):
    if feature not in facts.features:
        raise VulkanError(f"kernel '{entry}' needs {feature}, which {facts.name} does not offer")


def _check_local_size(facts, entry: str, size):
    limits = facts.limits
    invocations = size[0] * size[1] * size[2]
    if invocations > limits.max_workgroup_invocations:
        limit = limits.max_workgroup_invocations
        raise VulkanError(f"kernel '{entry}' has {invocations} invocations in a workgroup; {facts.name} allows {limit}")
    if any(have > allowed for have, allowed in zip(size, limits.max_workgroup_size)):
        limit = limits.max_workgroup_size
        raise VulkanError(f"kernel '{entry}' has workgroups of {tuple(size)}; {facts.name} allows {limit}")
