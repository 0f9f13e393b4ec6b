"""Compute pipelines made from SPIR-V words, one for each distinct kernel."""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from tfir.cli import progress
from tfir.execution.kernels import STORAGE, Binding

from tfrun.devices.vulkan.api import NULL, Array, Struct, VulkanError, ffi, lib, text, vk
from tfrun.devices.vulkan.needs import Needing, check
from tfrun.devices.vulkan.pipeline_cache import PipelineCache


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
        self._checked: set[Needing] = set()
        self._layouts: dict = {}

    def __exit__(self, *_):
        self._stack.close()

    def get(self, words, entry: str, bindings: Sequence[Binding], pushed: int = 0) -> Program:
        """The program of an entry point. `words` is a whole module as 32-bit words or as bytes."""
        return self.of(Needing(entry, bytes(words), tuple(bindings), pushed))

    def of(self, kernel: Needing) -> Program:
        key = hashlib.sha256(kernel.code).digest(), kernel.entry, kernel.bindings
        if key not in self._programs:
            self.check([kernel])
            self._programs[key] = self._compile(kernel.code, kernel.entry, kernel.bindings, kernel.pushed)
        return self._programs[key]

    def check(self, kernels: Iterable[Needing]) -> None:
        """Raises VulkanError for all that kernels need and the device lacks. Each kernel is looked at once."""
        new = [kernel for kernel in kernels if kernel not in self._checked]
        check(new, self.device)
        self._checked.update(new)

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
                with progress.stage(f"compiling kernel {entry}"):
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
