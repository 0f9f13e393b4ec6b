"""Binary SPIR-V is read as the module that it was written of; what is damaged, or not in the dialect, is told with its place."""

import struct

import pytest
from damaged_spirv import read_damaged
from device_calls import lowered
from tfir.dialects import verify
from tfir.dialects.spirv.words import encode
from tfir.ir.diagnostics import Error

from tftranslate.spirv_reading import module_of

FUNCTION = "func.func @main({}) -> {} {{\n{}\n  return %r : {}\n}}"
PROGRAMS = {
    "elementwise": ("%x: tensor<37xf32>", "tensor<37xf32>", "%r = stablehlo.tanh %x : tensor<37xf32>"),
    "product": (
        "%x: tensor<33x64xf32>, %y: tensor<64x48xf32>", "tensor<33x48xf32>",
        "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<33x64xf32>, tensor<64x48xf32>) -> tensor<33x48xf32>",
    ),
    "doubles": ("%x: tensor<8xf64>", "tensor<8xf64>", "%r = stablehlo.exponential %x : tensor<8xf64>"),
    "whole numbers": ("%x: tensor<12xi64>", "tensor<12xi64>", "%r = stablehlo.divide %x, %x : tensor<12xi64>"),
    "narrow numbers": ("%x: tensor<12xi8>", "tensor<12xi8>", "%r = stablehlo.subtract %x, %x : tensor<12xi8>"),
    "halves": ("%x: tensor<16xf16>", "tensor<16xf16>", "%r = stablehlo.add %x, %x : tensor<16xf16>"),
    "sort": (
        "%x: tensor<3x100xf32>", "tensor<3x100xf32>",
        """%r = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1> }) : (tensor<3x100xf32>) -> tensor<3x100xf32>""",
    ),
    "open sizes": ("%x: tensor<?x7xf32>", "tensor<?x7xf32>", "%r = stablehlo.logistic %x : tensor<?x7xf32>"),
}  # fmt: skip


def kernels(program: str, targets: str = "lavapipe,gpu,portable") -> list:
    arguments, type, body = PROGRAMS[program]
    module = lowered(FUNCTION.format(arguments, type, body, type), targets, "vulkan")
    return [op for op in module.walk() if op.name == "spirv.module"]


def words(*instructions: tuple[int, ...]) -> bytes:
    """A module of instructions, each an opcode and the words behind it."""
    flat = [word for opcode, *rest in instructions for word in (len(rest) + 1 << 16 | opcode, *rest)]
    return struct.pack(f"<{5 + len(flat)}I", 0x07230203, 0x00010300, 0, 100, 0, *flat)


MODEL = (14, 0, 1)
# void, the type of functions, `main`, its only block
BEGIN = ((19, 1), (33, 2, 1), (54, 1, 3, 0, 2), (248, 4))
MAIN = (15, 5, 3, *struct.unpack("<2I", b"main\0\0\0\0"))


@pytest.mark.parametrize("program", PROGRAMS)
def test_words_come_back(program):
    for kernel in kernels(program):
        data = encode(kernel)
        module = module_of(data, "kernel.spv")
        verify(module)
        assert encode(module.body.first) == data


def test_words_of_the_other_byte_order():
    data = words(MODEL, MAIN, *BEGIN, (253,), (56,))
    swapped = struct.pack(f">{len(data) // 4}I", *struct.unpack(f"<{len(data) // 4}I", data))
    assert encode(module_of(swapped, "x").body.first) == encode(module_of(data, "x").body.first)


@pytest.mark.parametrize(
    "instructions, message",
    [
        ([(7000, 1)], "word 5: opcode 7000 outside of functions is none that the dialect has"),
        ([(17, 5000)], "word 5: capability 5000 is none"),
        ([(21, 1, 7, 0)], "word 5: numbers of 7 bits"),
        ([(32, 1, 12, 9)], "word 5: 9 is no type of a value"),
        ([MODEL, MAIN, *BEGIN], "a function has no end"),
        ([MODEL, MAIN, *BEGIN, (253,), (248, 4), (253,), (56,)], "block 4 stands twice"),
        ([MODEL, MAIN, *BEGIN, (249, 9), (56,)], "branches to 9, which is no block"),
        ([MODEL, MAIN, *BEGIN, (252,), (56,)], "OpKill at the end of a block"),
        (
            [(331, 3, 38, 7, 7, 7), MODEL, MAIN, (21, 7, 32, 0), *BEGIN, (253,), (56,)],
            "OpExecutionModeId gives a workgroup sizes that are specialization",
        ),
        ([(27, 7, 8)], "OpTypeSampledImage outside of functions"),
        ([MODEL, MAIN, *BEGIN, (7000,), (253,), (56,)], "opcode 7000 in a function"),
        ([MODEL, MAIN, (21, 7, 32, 0), *BEGIN, (128, 7, 8, 9, 9), (253,), (56,)], "9 is used where it is not known yet"),
        ([MODEL, MAIN], "there is no function 3"),
        ([MODEL, MAIN, *BEGIN, (249, 4), (56,)], "a branch leads to the first block of a function"),
        ([MODEL, MAIN, *BEGIN, (247, 9, 0), (249, 7), (248, 7), (253,), (56,)], "9, which is no block of the function"),
    ],
)
def test_what_is_not_in_the_dialect_is_told_with_its_place(instructions, message):
    with pytest.raises(Error, match=message):
        verify(module_of(words(*instructions), "x"))


def test_what_is_no_module():
    whole = words(MODEL, MAIN, *BEGIN, (253,), (56,))
    for data in (b"", b"text", whole[:-1], b"\0" * 40, whole[:4] + b"\xff" + whole[5:]):
        with pytest.raises(Error):
            module_of(data, "x")


@pytest.mark.parametrize("is_used", [False, True])
def test_a_branch_out_of_two_constructs_is_read_unless_what_stays_is_used_behind(is_used):
    """A loop whose body leaves it from inside of a selection, of which the other part computes something."""
    true, label = (41, 5, 6), 248
    loop = [(249, 10), (label, 10), (246, 13, 12, 0), (249, 11), (label, 11), (247, 15, 0), (250, 6, 14, 16)]
    parts = [(label, 14), (249, 13), (label, 16), (168, 5, 20, 6), (249, 15), (label, 15), (168, 5, 21, 20 if is_used else 6)]
    program = words(MODEL, MAIN, (20, 5), true, *BEGIN, *loop, *parts, (249, 12), (label, 12), (249, 10), (label, 13), (253,), (56,))
    if is_used:
        with pytest.raises(Error, match="block 14 branches to 13 out of its construct"):
            module_of(program, "x")
        return
    module = module_of(program, "x")
    verify(module)
    data = encode(module.body.first)
    assert encode(module_of(data, "x").body.first) == data


@pytest.mark.parametrize("program", ["product", "sort"])
def test_damaged_words_are_an_error_or_a_module(program):
    read_damaged(encode(kernels(program, "portable")[0]), 150)


# Numbers of the specification, section 3: Logical 0, Physical32 1, Physical64 2, PhysicalStorageBuffer64 5348; Simple 0, GLSL450 1, OpenCL 2, Vulkan 3.
MODELS = {
    ("Logical", "Simple"): (0, 0), ("Logical", "GLSL450"): (0, 1), ("Physical32", "OpenCL"): (1, 2), ("Physical64", "OpenCL"): (2, 2),
    ("PhysicalStorageBuffer64", "GLSL450"): (5348, 1), ("Logical", "Vulkan"): (0, 3),
}  # fmt: skip


@pytest.mark.parametrize("models", MODELS)
def test_models_of_addresses_and_memory_are_the_modules(models):
    data = words((14, *MODELS[models]), MAIN, *BEGIN, (253,), (56,))
    module = module_of(data, "x").body.first
    assert [module.attributes[name].text for name in ("addressing_model", "memory_model")] == [
        f"#spirv.addressing_model<{models[0]}>", f"#spirv.memory_model<{models[1]}>",
    ]  # fmt: skip
    encoded = struct.unpack(f"<{len(encode(module)) // 4}I", encode(module))
    assert encoded[5:8] == (3 << 16 | 14, *MODELS[models])


FLOAT, POINTER, UNSIGNED, DEVICE, WORKGROUP = 10, 11, 12, 13, 14
TYPES = [
    (22, FLOAT, 32),
    (32, POINTER, 12, FLOAT),
    (21, UNSIGNED, 32, 0),
    (43, UNSIGNED, DEVICE, 1),
    (43, UNSIGNED, WORKGROUP, 2),
    (59, POINTER, 20, 12),
]
# Of a mask's bits Volatile 1, Aligned 2, Nontemporal 4, MakePointerAvailable 8, MakePointerVisible 16, NonPrivatePointer 32 the second asks for a number behind it,
# the fourth and fifth for the id of a scope.
LOADS = {
    (): (),
    (0,): ("None",),
    (1,): ("Volatile",),
    (3, 16): ("Volatile|Aligned", 16),
    (52, DEVICE): ("Nontemporal|MakePointerVisible|NonPrivatePointer", None, "Device"),
}
STORES = {(4,): ("Nontemporal",), (42, 4, WORKGROUP): ("Aligned|MakePointerAvailable|NonPrivatePointer", 4, "Workgroup")}


def read_access(load=(), store=()):
    code = [(61, FLOAT, 21, 20, *load), (62, 20, 21, *store)]
    return module_of(words(MODEL, MAIN, *TYPES, *BEGIN, *code, (253,), (56,)), "x")


def stated(op):
    access = [
        op.attributes[name].text.partition("<")[2][:-1] if name in op.attributes else None for name in ("memory_access", "memory_scope")
    ]
    return access[0], op.get("alignment"), access[1]


@pytest.mark.parametrize("operands", [*[(words, ()) for words in LOADS], *[((), words) for words in STORES]])
def test_memory_operands_are_read_and_written(operands):
    module = read_access(*operands)
    verify(module)
    load, store = [op for op in module.walk() if op.name in ("spirv.Load", "spirv.Store")]
    told = [(*known.get(each, ()), None, None, None)[:3] for known, each in zip((LOADS, {(): (), **STORES}), operands)]
    assert [stated(load), stated(store)] == told
    again = module_of(encode(module.body.first), "x")
    assert encode(again.body.first) == encode(module.body.first)
    assert [stated(op) for op in again.walk() if op.name in ("spirv.Load", "spirv.Store")] == told
    lengths = [
        word >> 16 for word in struct.unpack(f"<{len(encode(module.body.first)) // 4}I", encode(module.body.first)) if word & 0xFFFF == 61
    ]
    assert 4 + len(operands[0]) in lengths


@pytest.mark.parametrize(
    "load, message",
    [
        ((2,), "Load has 0 words behind its memory operands' mask, which asks for 1"),
        ((1, 4), "Load has 1 words behind its memory operands' mask, which asks for 0"),
        ((16, FLOAT), "scope 10 is no constant"),
        ((64,), "memory_access 64 is none"),
        ((24, DEVICE, WORKGROUP), "Load has two scopes"),
    ],
)
def test_memory_operands_that_are_none(load, message):
    with pytest.raises(Error, match=message):
        read_access(load)
