"""The Vulkan loader as this room uses it: raw functions, structures that own their parts, results by name.

Only the raw layer of the `vulkan` package is used: its wrappers drop nested pointers and cost several times
more. Importing this module needs a Vulkan loader; without one it raises an Error that says what to install.
"""

from tfir.ir.diagnostics import Error

INSTALL_HINT = "on Debian or Ubuntu: apt install libvulkan1 mesa-vulkan-drivers; or use --device=interpreter"

try:
    from vulkan import _vulkan as vk
except OSError:
    raise Error(f"no Vulkan loader (libvulkan.so.1) was found; {INSTALL_HINT}") from None
except ImportError as reason:
    raise Error(f"the Python package 'vulkan' cannot be imported ({reason}); pip install vulkan") from None

lib, ffi = vk.lib, vk.ffi
NULL = ffi.NULL
RESULT_NAMES = ffi.typeof("VkResult").elements

# The type tags that structures begin with: VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO is that of VkBufferCreateInfo.
TAGS = {
    name.removeprefix("VK_STRUCTURE_TYPE").replace("_", "").lower(): tag
    for name, tag in ffi.typeof("VkStructureType").relements.items()
}  # fmt: skip


class VulkanError(Error):
    """The device or its driver refused something, or a limit of the device would be exceeded."""


class DeviceLost(VulkanError):
    """The device does no more, and nothing of it is to be waited for."""


class ExtensionMissing(VulkanError):
    """The loader does not know an extension that was asked for."""


KINDS_OF_ERRORS = {vk.VK_ERROR_DEVICE_LOST: DeviceLost, vk.VK_ERROR_EXTENSION_NOT_PRESENT: ExtensionMissing}


class Struct:
    """A Vulkan structure with everything it points to: keep it until the call that reads it has returned."""

    __slots__ = ("parts", "pointer")

    def __init__(self, kind: str, **fields):
        self.pointer = ffi.new(kind + " *")
        self.parts = list(fields.values())
        members = dict(ffi.typeof(kind).fields)
        if "sType" in members:
            self.pointer.sType = TAGS[kind.removeprefix("Vk").lower()]
        for name, value in fields.items():
            by_value = members[name].type.kind == "struct"
            setattr(self.pointer, name, _raw(value)[0] if by_value else _raw(value))


class Array(Struct):
    """A C array of structures, handles, numbers or strings, owned like a structure."""

    __slots__ = ()

    def __init__(self, kind: str, values):
        self.parts = [text(value) if isinstance(value, str) else value for value in values]
        by_pointer = kind.endswith("*")
        items = [_raw(value) for value in self.parts]
        if values and isinstance(values[0], Struct) and not by_pointer:
            items = [item[0] for item in items]
        self.pointer = ffi.new(kind + "[]", items)


def _raw(value):
    return value.pointer if isinstance(value, Struct) else value


def text(value: str):
    """A C string that the caller keeps alive."""
    return ffi.new("char[]", value.encode())


def result_name(code: int) -> str:
    return RESULT_NAMES.get(code, f"VkResult {code}")


def call(function: str, *arguments, pointer=None) -> int:
    """Call a function of the loader, or one of an extension by its pointer; a negative result raises VulkanError, other results are returned."""
    code = (pointer or getattr(lib, function))(*(_raw(argument) for argument in arguments))
    if code is not None and code < 0:
        raise KINDS_OF_ERRORS.get(code, VulkanError)(f"{function} failed: {result_name(code)}")
    return code


def create(function: str, kind: str, *arguments):
    """Call a function that makes one object through its last parameter, and return that object."""
    made = ffi.new(kind + " *")
    call(function, *arguments, NULL, made)
    return made[0]


def enumerate_all(function: str, kind: str, *arguments):
    """The C array of all that a `count, array` function of Vulkan enumerates."""
    count = ffi.new("uint32_t *")
    call(function, *arguments, count, NULL)
    items = ffi.new(kind + "[]", count[0])
    if count[0]:
        call(function, *arguments, count, items)
    return items
