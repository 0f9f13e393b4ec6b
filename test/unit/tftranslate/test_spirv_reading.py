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
        ([MODEL, MAIN, *BEGIN, (255,), (56,)], "opcode 255 at the end of a block"),
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


def test_a_branch_out_of_two_constructs_is_refused():
    """A loop whose body leaves it from inside of a selection."""
    true, label = (41, 5, 6), 248
    loop = [(249, 10), (label, 10), (246, 13, 12, 0), (249, 11), (label, 11), (247, 15, 0), (250, 6, 14, 15)]
    rest = [(label, 14), (249, 13), (label, 15), (249, 12), (label, 12), (249, 10), (label, 13), (253,), (56,)]
    with pytest.raises(Error, match="block 14 branches to 13 out of its construct"):
        module_of(words(MODEL, MAIN, (20, 5), true, *BEGIN, *loop, *rest), "x")


@pytest.mark.parametrize("program", ["product", "sort"])
def test_damaged_words_are_an_error_or_a_module(program):
    read_damaged(encode(kernels(program, "portable")[0]), 150)
