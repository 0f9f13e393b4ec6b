"""From the loader to a device that computes: the instance, the choice of a device, its queue."""

import re
from contextlib import AbstractContextManager, ExitStack

from tfrun.devices.vulkan.api import INSTALL_HINT, NULL, Array, Struct, VulkanError, call, create, enumerate_all, ffi, lib, vk
from tfrun.devices.vulkan.facts import FEATURES, DeviceFacts, chained, device_facts, feature_structures

# Which device is chosen when none is named: the fastest kind first.
KIND_ORDER = ("discrete", "integrated", "virtual", "other", "cpu")
VULKAN_1_1 = 1 << 22 | 1 << 12
PORTABILITY = "VK_KHR_portability_enumeration"


class Instance(AbstractContextManager):
    """A connection to the loader. Devices made from it must be closed before it."""

    def __init__(self):
        extensions = [PORTABILITY] if PORTABILITY in _instance_extensions() else []
        application = Struct("VkApplicationInfo", apiVersion=VULKAN_1_1)
        information = Struct(
            "VkInstanceCreateInfo",
            flags=vk.VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR if extensions else 0,
            pApplicationInfo=application,
            enabledExtensionCount=len(extensions),
            ppEnabledExtensionNames=Array("char *", extensions),
        )
        try:
            self.handle = create("vkCreateInstance", "VkInstance", information)
        except VulkanError as reason:
            raise VulkanError(f"no Vulkan driver answers ({reason}); {INSTALL_HINT}") from None

    def __exit__(self, *_):
        lib.vkDestroyInstance(self.handle, NULL)

    def devices(self) -> list[DeviceFacts]:
        """All physical devices, in the order of the loader, which is the order of `vulkan:N`."""
        handles = enumerate_all("vkEnumeratePhysicalDevices", "VkPhysicalDevice", self.handle)
        return [device_facts(handle, index) for index, handle in enumerate(handles)]


def choose_device(devices: list[DeviceFacts], name: str = "") -> DeviceFacts:
    """The device of an index, a UUID or a part of a name; the fastest kind when `name` is empty."""
    if not devices:
        raise VulkanError(f"there is no Vulkan device; {INSTALL_HINT}")
    matching = _matching(devices, name) if name else sorted(devices, key=_preference)
    if not matching:
        listed = ", ".join(f"{device.index}: {device.name}" for device in devices)
        raise VulkanError(f"no Vulkan device matches '{name}'; there is {listed}")
    if not matching[0].usable:
        version = ".".join(map(str, matching[0].api_version))
        raise VulkanError(f"{matching[0].name} speaks Vulkan {version}; needed are Vulkan 1.1 and a compute queue")
    return matching[0]


def _preference(device: DeviceFacts):
    return not device.usable, KIND_ORDER.index(device.kind)


def _matching(devices, name: str) -> list[DeviceFacts]:
    if name.isdecimal():
        return [device for device in devices if device.index == int(name)]
    plain = name.replace("-", "").lower()
    if re.fullmatch("[0-9a-f]{32}", plain):
        return [device for device in devices if device.uuid == plain]
    return sorted((device for device in devices if name.lower() in device.name.lower()), key=_preference)


def _instance_extensions() -> set[str]:
    extensions = enumerate_all("vkEnumerateInstanceExtensionProperties", "VkExtensionProperties", NULL)
    return {ffi.string(extension.extensionName).decode() for extension in extensions}


class Device(AbstractContextManager):
    """A logical device with one compute queue; every feature that kernels may need is on where it exists."""

    def __init__(self, facts: DeviceFacts):
        self.facts = facts
        queue = Struct(
            "VkDeviceQueueCreateInfo",
            queueFamilyIndex=facts.queue_family,
            queueCount=1,
            pQueuePriorities=Array("float", [1.0]),
        )
        extensions = _device_extensions(facts)
        features = _enabled_features(facts)
        information = Struct(
            "VkDeviceCreateInfo",
            pNext=features[0],
            queueCreateInfoCount=1,
            pQueueCreateInfos=queue,
            enabledExtensionCount=len(extensions),
            ppEnabledExtensionNames=Array("char *", extensions),
        )
        self.handle = create("vkCreateDevice", "VkDevice", facts.handle, information)
        queues = ffi.new("VkQueue *")
        lib.vkGetDeviceQueue(self.handle, facts.queue_family, 0, queues)
        self.queue = queues[0]

    def __exit__(self, *_):
        lib.vkDeviceWaitIdle(self.handle)
        lib.vkDestroyDevice(self.handle, NULL)

    @property
    def limits(self):
        return self.facts.limits

    def create(self, function: str, kind: str, information: Struct):
        """Make one object on this device; the caller destroys it before the device closes."""
        return create(function, kind, self.handle, information)

    def owned(self, stack: ExitStack, kind: str, information: Struct):
        """Make one object, such as a `Fence`, which the stack destroys when it closes."""
        made = self.create(f"vkCreate{kind}", f"Vk{kind}", information)
        stack.callback(getattr(lib, f"vkDestroy{kind}"), self.handle, made, NULL)
        return made

    def call(self, function: str, *arguments) -> int:
        return call(function, self.handle, *arguments)


def _device_extensions(facts: DeviceFacts) -> list[str]:
    """The extensions that must be enabled by name, as the instance speaks Vulkan 1.1: also those that later versions include."""
    extensions = {
        "VK_KHR_portability_subset", "VK_KHR_8bit_storage", "VK_KHR_shader_float16_int8", "VK_KHR_shader_float_controls",
    }  # fmt: skip
    return sorted(extensions & facts.extensions)


def _enabled_features(facts: DeviceFacts) -> list[Struct]:
    kinds = feature_structures(facts.api_version, facts.extensions)
    chain = chained("VkPhysicalDeviceFeatures2", kinds)
    targets = [chain[0].pointer.features, *(part.pointer for part in chain[1:])]
    for kind, target in zip(["VkPhysicalDeviceFeatures", *kinds], targets):
        for name in facts.features.intersection(FEATURES[kind]):
            setattr(target, name, 1)
    return chain
