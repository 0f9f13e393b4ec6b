"""From the loader to a device that computes: the instance, the choice of a device, its queue."""

import re
from contextlib import AbstractContextManager, ExitStack, closing
from functools import partial

from tfir.hal.submission import FenceValue, SubmissionBatch
from tfir.hal.timelines import HostBinarySemaphore, HostQueue, Timeline

from tfrun.devices.vulkan import transfers
from tfrun.devices.vulkan.api import (
    INSTALL_HINT,
    NULL,
    Array,
    DeviceLost,
    ExtensionMissing,
    Struct,
    VulkanError,
    call,
    create,
    enumerate_all,
    ffi,
    lib,
    vk,
)
from tfrun.devices.vulkan.commands import CommandBuffer
from tfrun.devices.vulkan.events import Event
from tfrun.devices.vulkan.executables import Executables
from tfrun.devices.vulkan.facts import (
    FEATURES,
    HOST_MEMORY,
    MEMORY_MODEL,
    TIMELINES,
    DeviceFacts,
    chained,
    device_facts,
    feature_structures,
)
from tfrun.devices.vulkan.families import QueueFamily
from tfrun.devices.vulkan.imported import ImportingAllocator
from tfrun.devices.vulkan.lifetime import Closable
from tfrun.devices.vulkan.memory import Allocator, Slice
from tfrun.devices.vulkan.queue import BinarySemaphore, Fence, Queue, Semaphore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfrun.devices.vulkan.validation import Messenger

# Which device is chosen when none is named: the fastest kind first.
KIND_ORDER = ("discrete", "integrated", "virtual", "other", "cpu")
VULKAN_1_1 = 1 << 22 | 1 << 12
PORTABILITY = "VK_KHR_portability_enumeration"


class Instance(AbstractContextManager):
    """A connection to the loader: the driver of the hardware abstraction layer. Devices made from it must be closed before it. A `messenger`
    hears what the validation layer says."""

    def __init__(self, messenger: "Messenger | None" = None):
        try:
            self.handle = _created(messenger, [PORTABILITY])
        except ExtensionMissing:  # loaders before 1.3.207 show such devices unasked
            self.handle = _created(messenger, [])
        try:
            self._detach = None if messenger is None else messenger.attach(self.handle)
        except VulkanError:
            lib.vkDestroyInstance(self.handle, NULL)
            raise

    def __exit__(self, *_):
        if self._detach is not None:
            self._detach()
        lib.vkDestroyInstance(self.handle, NULL)

    name = "vulkan"

    def device_names(self) -> list[str]:
        return [facts.name for facts in sorted(self.devices(), key=_preference) if facts.usable]

    def create_device(self, which: str = "") -> "Device":
        return Device(choose_device(self.devices(), which))

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


def _created(messenger: "Messenger | None", extensions: list[str]):
    """An instance of the loader. What extensions there are is not asked: the loader would load all drivers for the answer, and once more then."""
    flags = vk.VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR if extensions else 0
    layers = [] if messenger is None else [messenger.layer]
    names = [*extensions, *([] if messenger is None else [messenger.extension])]
    information = Struct(
        "VkInstanceCreateInfo",
        pNext=NULL if messenger is None else messenger.information,
        flags=flags,
        pApplicationInfo=Struct("VkApplicationInfo", apiVersion=VULKAN_1_1),
        enabledLayerCount=len(layers),
        ppEnabledLayerNames=Array("char *", layers),
        enabledExtensionCount=len(names),
        ppEnabledExtensionNames=Array("char *", names),
    )
    try:
        return create("vkCreateInstance", "VkInstance", information)
    except ExtensionMissing:
        raise
    except VulkanError as reason:
        raise VulkanError(f"no Vulkan driver answers ({reason}); {INSTALL_HINT}") from None


class Device(AbstractContextManager):
    """A logical device with its queues; every feature that kernels may need is on where it exists. If it `is_timed`, commands run one
    after another, and command buffers have a clock. Without `has_timelines`, which not all devices have, the host waits for what is submitted
    before `submit` returns, and semaphores are the host's."""

    def __init__(self, facts: DeviceFacts, host_visible: bool = True, has_timelines: bool | None = None, is_timed: bool = False):
        self.facts, self.is_timed = facts, is_timed
        self.has_timelines = facts.has_timelines if has_timelines is None else has_timelines
        queues = [queue_information(family) for family in facts.opened_families]
        extensions = _device_extensions(facts)
        features = _enabled_features(facts)
        information = Struct(
            "VkDeviceCreateInfo",
            pNext=features[0],
            queueCreateInfoCount=len(queues),
            pQueueCreateInfos=Array("VkDeviceQueueCreateInfo", queues),
            enabledExtensionCount=len(extensions),
            ppEnabledExtensionNames=Array("char *", extensions),
        )
        self.handle = create("vkCreateDevice", "VkDevice", facts.handle, information)
        reads_host = host_visible and facts.unified_memory and facts.host_memory_alignment
        self.allocator = (ImportingAllocator if reads_host else Allocator)(self, host_visible)
        self._stack = ExitStack()
        self.is_lost = False
        self.open: set[Closable] = set()
        by_family = [[self._queue(family, number) for number in range(family.opened)] for family in facts.opened_families]
        self.dispatch_queues, self.transfer_queues = by_family[0], by_family[-1][-1:]
        self.queue = self.dispatch_queues[0]

    def _queue(self, family: QueueFamily, number: int) -> Queue | HostQueue:
        handle = ffi.new("VkQueue *")
        lib.vkGetDeviceQueue(self.handle, family.index, number, handle)
        queue = Queue(self, family, handle[0])
        return queue if self.has_timelines else HostQueue(partial(self._run, queue), family.computes)

    def __exit__(self, *_):
        self.settle()
        for each in [*self.open]:
            each.close()
        self._stack.close()
        lib.vkDestroyDevice(self.handle, NULL)

    @property
    def limits(self):
        return self.facts.limits

    # What the hardware abstraction layer asks for

    def executable_cache(self, digest: bytes | None = None) -> Executables:
        """With the `digest` of a module file the driver keeps what it compiles. It is closed with the device, if not before."""
        return self._stack.enter_context(Executables(self, digest))

    def command_buffer(self) -> CommandBuffer:
        return CommandBuffer(self)

    def semaphore(self, initial: int = 0) -> Semaphore | Timeline:
        return Semaphore(self, initial) if self.has_timelines else Timeline(initial)

    def binary_semaphore(self) -> BinarySemaphore | HostBinarySemaphore:
        return BinarySemaphore(self) if self.has_timelines else HostBinarySemaphore()

    def event(self) -> Event:
        return Event(self)

    def fence(self, initial: int = 0) -> Fence | Timeline:
        return Fence(self, initial) if self.has_timelines else Timeline(initial)

    def wait_idle(self):
        for queue in (*self.dispatch_queues, *self.transfer_queues):
            if isinstance(queue, HostQueue):
                queue.wait_idle()
        self.call("vkDeviceWaitIdle")

    def settle(self):
        """Waits, before something is destroyed, until nothing runs that may use it."""
        try:
            self.call("vkDeviceWaitIdle")
        except VulkanError:
            pass  # what can be done about it is to destroy things all the same

    def _run(self, queue: Queue, commands):
        """Runs command buffers to their end."""
        if commands:
            with closing(Fence(self, 0)) as fence:
                queue.send([SubmissionBatch((), commands)], FenceValue(fence, 1))
                fence.wait(1)

    def upload(self, target: Slice, content):
        transfers.upload(target, content)

    def download(self, source: Slice, content):
        transfers.download(source, content)

    # Objects of Vulkan

    def create(self, function: str, kind: str, information: Struct):
        """Make one object on this device; the caller destroys it before the device closes."""
        made = ffi.new(kind + " *")
        self.call(function, information, NULL, made)
        return made[0]

    def owned(self, stack: ExitStack, kind: str, information: Struct):
        """Make one object, such as a `Fence`, which the stack destroys when it closes."""
        made = self.create(f"vkCreate{kind}", f"Vk{kind}", information)
        stack.callback(getattr(lib, f"vkDestroy{kind}"), self.handle, made, NULL)
        return made

    def call(self, function: str, *arguments, of=None, pointer=None) -> int:
        """Call a function on the device, or on an object `of` it. Raises DeviceLost for all that comes after the device was lost."""
        if self.is_lost:
            raise DeviceLost(f"{self.facts.name} was lost (VK_ERROR_DEVICE_LOST)")
        try:
            return call(function, self.handle if of is None else of, *arguments, pointer=pointer)
        except DeviceLost:
            self.is_lost = True
            raise


def queue_information(family: QueueFamily) -> Struct:
    priorities = Array("float", [1.0] * family.opened)
    return Struct("VkDeviceQueueCreateInfo", queueFamilyIndex=family.index, queueCount=family.opened, pQueuePriorities=priorities)


def _device_extensions(facts: DeviceFacts) -> list[str]:
    """The extensions that must be enabled by name, as the instance speaks Vulkan 1.1: also those that later versions include."""
    extensions = {
        "VK_KHR_portability_subset", "VK_KHR_8bit_storage", "VK_KHR_shader_float16_int8", "VK_KHR_shader_float_controls",
        TIMELINES, HOST_MEMORY, MEMORY_MODEL,
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
