"""`--validate`: what the validation layer says of how Vulkan is used.

The layer (VK_LAYER_KHRONOS_validation) checks each call and each kernel against the specification. It reports through a messenger of
VK_EXT_debug_utils, which is called from whatever thread meets a fault.
"""

from __future__ import annotations

import sys

from tfrun.devices.vulkan.api import NULL, Struct, VulkanError, enumerate_all, ffi, lib, result_name, vk

ERROR, WARNING = vk.VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, vk.VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT
TYPES = vk.VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT | vk.VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT


class Messenger:
    """Prints each different message of the layer once, on standard error, and counts those that are errors. Raises VulkanError where the
    layer is not installed."""

    layer, extension = "VK_LAYER_KHRONOS_validation", "VK_EXT_debug_utils"

    def __init__(self):
        layers = enumerate_all("vkEnumerateInstanceLayerProperties", "VkLayerProperties")
        if self.layer not in [ffi.string(each.layerName).decode() for each in layers]:
            raise VulkanError(f"--validate needs {self.layer}; on Debian or Ubuntu: apt install vulkan-validationlayers")
        self.told: set[str] = set()
        self.errors = 0
        self._callback = ffi.callback("PFN_vkDebugUtilsMessengerCallbackEXT", self._hear)
        self.information = Struct(
            "VkDebugUtilsMessengerCreateInfoEXT", messageSeverity=ERROR | WARNING, messageType=TYPES, pfnUserCallback=self._callback
        )

    def _hear(self, severity, kinds, data, _) -> int:
        message = ffi.string(data.pMessage).decode(errors="replace")
        self.errors += severity >= ERROR
        if message not in self.told:
            self.told.add(message)
            print(f"tf-run: {'error' if severity >= ERROR else 'warning'}: {message}", file=sys.stderr, flush=True)
        return 0

    def attach(self, instance):
        """Listens to an instance; what ends that is returned."""
        handle = ffi.new("VkDebugUtilsMessengerEXT *")
        made = _function(instance, "vkCreateDebugUtilsMessengerEXT")(instance, self.information.pointer, NULL, handle)
        if made < 0:
            raise VulkanError(f"vkCreateDebugUtilsMessengerEXT failed: {result_name(made)}")
        return lambda: _function(instance, "vkDestroyDebugUtilsMessengerEXT")(instance, handle[0], NULL)

    def check(self) -> None:
        """Raises VulkanError where an error was reported."""
        if self.errors:
            raise VulkanError(f"the validation layer reported {self.errors} error{'s' * (self.errors > 1)}")


def _function(instance, name: str):
    return ffi.cast(f"PFN_{name}", lib.vkGetInstanceProcAddr(instance, name.encode()))
