"""A Vulkan device for the tests of this folder, which are skipped and say why where there is none; and kernels that
are assembled by hand from the SPIR-V specification, so that no encoder of ours is trusted here."""

import os
import struct

import pytest
from tfir.ir.diagnostics import Error

os.environ.setdefault("LP_NUM_THREADS", "1")


def open_instance():
    try:
        from tfrun.devices.vulkan.device import Instance, choose_device

        instance = Instance()
        return instance, choose_device(instance.devices())
    except Error as reason:
        pytest.skip(f"needs a Vulkan device: {reason}")


@pytest.fixture(scope="session")
def facts():
    instance, chosen = open_instance()
    with instance:
        yield chosen


@pytest.fixture
def device(facts):
    from tfrun.devices.vulkan.device import Device

    with Device(facts) as opened:
        yield opened


OPCODES = {
    "ExtInstImport": 11, "MemoryModel": 14, "EntryPoint": 15, "ExecutionMode": 16, "Capability": 17, "TypeVoid": 19,
    "TypeInt": 21, "TypeFloat": 22, "TypeVector": 23, "TypeImage": 25, "TypeRuntimeArray": 29, "TypeStruct": 30,
    "TypePointer": 32, "TypeFunction": 33, "Constant": 43, "Function": 54, "FunctionEnd": 56, "Variable": 59,
    "Load": 61, "Store": 62, "AccessChain": 65, "Decorate": 71, "MemberDecorate": 72, "CompositeExtract": 81,
    "ImageFetch": 95, "FAdd": 129, "Label": 248, "Return": 253,
}  # fmt: skip


def assemble(*instructions, bound: int = 100) -> bytes:
    """SPIR-V 1.3 words of instructions given as (name, operand, ...); a string operand is padded to words."""
    words = [0x07230203, 0x00010300, 0, bound, 0]
    for name, *operands in instructions:
        encoded = [word for operand in operands for word in _operand_words(operand)]
        words += [(len(encoded) + 1) << 16 | OPCODES[name], *encoded]
    return struct.pack(f"<{len(words)}I", *words)


def _operand_words(operand):
    if isinstance(operand, int):
        return [operand]
    padded = operand.encode() + b"\0" * (4 - len(operand) % 4)
    return struct.unpack(f"<{len(padded) // 4}I", padded)


def _module(capabilities, variables, body, local_size):
    """A kernel `main` over GlobalInvocationId.x (%20); ids 1..29 are common to all kernels here."""
    return assemble(
        *[("Capability", number) for number in capabilities],
        ("MemoryModel", 0, 1),
        ("EntryPoint", 5, 1, "main", 2),
        ("ExecutionMode", 1, 17, *local_size),
        ("Decorate", 2, 11, 28),  # BuiltIn GlobalInvocationId
        ("Decorate", 8, 6, 4),  # ArrayStride 4
        ("MemberDecorate", 9, 0, 35, 0),
        ("Decorate", 9, 2),  # Block
        *[("Decorate", variable, *what) for variable, number in variables for what in ((34, 0), (33, number))],
        ("TypeVoid", 3), ("TypeFunction", 4, 3), ("TypeInt", 5, 32, 0), ("TypeFloat", 6, 32), ("TypeVector", 7, 5, 3),
        ("TypeRuntimeArray", 8, 6), ("TypeStruct", 9, 8), ("TypePointer", 10, 12, 9), ("TypePointer", 11, 12, 6),
        ("TypePointer", 12, 1, 7), ("Constant", 5, 13, 0), ("Variable", 12, 2, 1),
        *body,
        ("Return",), ("FunctionEnd",),
    )  # fmt: skip


ENTRY = [("Function", 3, 1, 0, 4), ("Label", 18), ("Load", 7, 19, 2), ("CompositeExtract", 5, 20, 19, 0)]


def assemble_add(local_size=(4, 1, 1), capabilities=(1,)) -> bytes:
    """out[i] = a[i] + b[i], storage buffers at bindings 0, 1, 2."""
    body = [
        *[("Variable", 10, variable, 12) for variable in (30, 31, 32)],
        *ENTRY,
        *[("AccessChain", 11, 40 + at, 30 + at, 13, 20) for at in range(3)],
        ("Load", 6, 50, 40), ("Load", 6, 51, 41), ("FAdd", 6, 52, 50, 51), ("Store", 42, 52),
    ]  # fmt: skip
    return _module(capabilities, [(30, 0), (31, 1), (32, 2)], body, local_size)


def assemble_texel(component: int) -> bytes:
    """out[i] = a component of texel i of binding 0; the result is a storage buffer at binding 1."""
    body = [
        ("TypeImage", 60, 6, 5, 0, 0, 0, 1, 0), ("TypePointer", 61, 0, 60), ("TypeVector", 62, 6, 4),
        ("Variable", 61, 30, 0), ("Variable", 10, 31, 12),
        *ENTRY,
        ("Load", 60, 41, 30), ("ImageFetch", 62, 42, 41, 20), ("CompositeExtract", 6, 43, 42, component),
        ("AccessChain", 11, 44, 31, 13, 20), ("Store", 44, 43),
    ]  # fmt: skip
    return _module((1, 46), [(30, 0), (31, 1)], body, (4, 1, 1))


@pytest.fixture
def add_kernel():
    return assemble_add


@pytest.fixture
def texel_kernel():
    return assemble_texel
