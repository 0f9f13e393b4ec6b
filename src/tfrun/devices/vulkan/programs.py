"""Compute pipelines made from SPIR-V words, one for each distinct kernel."""

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from math import prod

import numpy
from tfir.execution.kernels import STORAGE, TEXELS, Binding

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, ffi, lib, text, vk
from tfrun.devices.vulkan.facts import SUBGROUP_OPERATIONS
from tfrun.devices.vulkan.pipeline_cache import PipelineCache

MAGIC = 0x07230203
OP_EXECUTION_MODE, OP_CAPABILITY, OP_FUNCTION = 16, 17, 54
LEAST_OPERANDS = {OP_CAPABILITY: 1, OP_EXECUTION_MODE: 2}
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
            _check_kernel(self.device, entry, code, bindings, pushed)
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


def _check_kernel(device, entry: str, code: bytes, bindings, pushed: int):
    """Rejects a kernel that needs what the device does not offer before its driver sees it: drivers are free to crash on it. All of that is
    named."""
    unknown = [binding.kind for binding in bindings if binding.kind != STORAGE and binding.kind not in TEXELS]
    if unknown:
        raise VulkanError(f"kernel '{entry}' has a binding of unknown kind '{unknown[0]}'")
    if len({binding.number for binding in bindings}) != len(bindings):
        raise VulkanError(f"kernel '{entry}' uses a binding number twice")
    preamble = [*_preamble(entry, code)]
    facts = device.facts
    missing = [each for opcode, operands in preamble for each in _missing(facts, opcode, operands)]
    told = [f"needs {', '.join(dict.fromkeys(missing))}, which {facts.name} does not offer"] if missing else []
    told += [f"{what}; {facts.name} allows {limit}" for what, limit in _exceeded(device.limits, preamble, bindings, pushed)]
    if told:
        raise VulkanError(f"kernel '{entry}' {'; it '.join(told)}")


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


def _exceeded(limits, preamble, bindings, pushed: int):
    """What a kernel has more of than a device allows, and how much that is."""
    storage = sum(binding.kind == STORAGE for binding in bindings)
    counts = [
        (storage, "storage buffers", limits.max_storage_bindings),
        (len(bindings) - storage, "texel buffers", limits.max_texel_bindings),
        (len(bindings), "bindings", limits.max_bindings),
        (pushed, "bytes of push constants", limits.max_push_constants),
    ]
    yield from [(f"needs {count} {what}", limit) for count, what, limit in counts if count > limit]
    for size in [operands[2:5] for opcode, operands in preamble if opcode == OP_EXECUTION_MODE and operands[1] == LOCAL_SIZE]:
        if (invocations := prod(size)) > limits.max_workgroup_invocations:
            yield f"has {invocations} invocations in a workgroup", limits.max_workgroup_invocations
        if any(have > allowed for have, allowed in zip(size, limits.max_workgroup_size)):
            yield f"has workgroups of {tuple(size)}", limits.max_workgroup_size


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
        if count <= LEAST_OPERANDS.get(opcode, 0) or position + count > len(words):
            raise VulkanError(f"kernel '{entry}' is a damaged SPIR-V module (at word {position})")
        if opcode == OP_FUNCTION:
            return
        yield opcode, words[position + 1 : position + count]
        position += count
