"""What the HAL's header says of Vulkan's C interface is what the `vulkan` package has of it; its floats of 16 bits are IEEE's."""

import re
import subprocess

import numpy as np
import pytest
from cpp_programs import COMPILER, WARNINGS, header_folder

from tftranslate.cpp_code.header import hal_header, part_of_header

pytestmark = pytest.mark.skipif(COMPILER is None, reason="needs a compiler of C++")
PADDING = ("before", "between", "among", "ahead", "behind", "rest")  # fields that are not read, as bytes


def structures() -> dict[str, list[str]]:
    text = part_of_header("vulkan_api")
    found = re.findall(r"struct (\w+)(?: : Tagged<\w+>)? \{(.*?)\n\};", text, re.DOTALL)
    return {name: [field for field in re.findall(r"(\w+)(?:\[\w+\])?(?: = \w+)?;", body) if field not in PADDING] for name, body in found
            if name not in ("Tagged", "Api")}  # fmt: skip


# What the program prints, by the word that it is given. One program, since each would compile the header again.
PLACES = [(name, field) for name, fields in structures().items() for field in fields]
VALUES = [1 + 2**-11, 1 + 3 * 2**-11, 65519.99, 65520.0, 2**-25, 2**-25 * 1.01, 2**-14 - 2**-25, -(2**-24), 3.1415926, -0.0, 1e300]
PRINTED = {
    "structures": [
        *[f'printf("%zu\\n", sizeof(iree::hal::vulkan::{name}));' for name in structures()],
        *[f'printf("%zu\\n", offsetof(iree::hal::vulkan::{name}, {field}));' for name, field in PLACES],
    ],
    "halves": [
        "for (uint32_t bits = 0; bits < 0x10000; ++bits) {", "const uint16_t narrow = static_cast<uint16_t>(bits); iree::half value; memcpy(&value, &narrow, 2);",
        'const float wide = value; uint32_t words; memcpy(&words, &wide, 4); printf("%u\\n", words); }',
        f"for (double value : {{{', '.join([float(value).hex() for value in VALUES])}}}) {{",
        'const iree::half made(value); uint16_t bits; memcpy(&bits, &made, 2); printf("%u\\n", unsigned{bits}); }',
    ],
    "buffers": [
        "using namespace iree::hal; auto made = CreateHostDevice(); Device* device = made.value().get();",
        "const float numbers[4] = {1, 2, 3, 4}; auto view = MakeBufferView<float>(device, {4}, numbers).value();",
        'const auto shown = [](const iree::Status& status) { printf("%d ", static_cast<int>(status.code())); };',
        "const int64_t huge = int64_t{1} << 62;",
        "for (const Shape& shape : {Shape{4, 1}, Shape{-1, -1}, Shape{huge, 4}, Shape{huge, huge, 0}, Shape{3, -1}}) {",
        '  shown(CheckView("x", BufferView(view.buffer, shape, 4), Shape(shape.size(), -1), 4));', "}",
        "float read[4]; const auto part = Subview(view, 8, {4}, 4);", 'printf("%zu ", part.buffer->byte_length());',
        "shown(part.buffer->ReadData(0, read, 16)); shown(part.buffer->ReadData(0, read, 8));",
        "shown(Subview(view, 99, {1}, 4).buffer->ReadData(0, read, 4));",
        "auto commands = device->CreateCommandBuffer(CommandBufferMode::kOneShot, CommandCategory::kTransfer).value();",
        "shown(commands->FillBuffer(view.buffer, 8, 12, 0)); shown(commands->FillBuffer(view.buffer, 8, 8, 0));",
        "shown(commands->CopyBuffer(view.buffer, SIZE_MAX, view.buffer, 0, 2)); shown(commands->CopyBuffer(view.buffer, 0, view.buffer, 12, 8));",
        "shown(AllocateView(device, MemoryType::kDeviceLocal, BufferUsage::kDispatch, {huge, 4}, 4).status());",
        "shown(AllocateView(device, MemoryType::kDeviceLocal, BufferUsage::kDispatch, {-1}, 4).status());",
    ],
    "arena": [
        "iree::hal::ArenaPlan plan({{0, 0, 0, 1}, {1, 1, 1, 2}, {2, 0, 2, 3}}, 8);",
        "for (int64_t size : {10, 10, 40, 10}) {", "for (int64_t place : plan.PlacesFor({size, 24})) printf(\"%d \", static_cast<int>(place));",
        'printf("%zu ", plan.searches()); }',
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What the program prints for a word."""
    folder = tmp_path_factory.mktemp("header")
    lines = ['#include "tfir_hal.h"', "int main(int, char** arguments) {", "const std::string word = arguments[1];"]
    for word, body in PRINTED.items():
        lines += [f'if (word == "{word}") {{', *body, "}"]
    (folder / "main.cpp").write_text("\n".join([*lines, "}"]))
    flags = ["-std=c++17", *WARNINGS, "-Wno-invalid-offsetof", f"-I{header_folder()}"]
    subprocess.run([COMPILER, *flags, "-o", folder / "main", folder / "main.cpp", "-ldl"], check=True)
    return lambda word: subprocess.run([folder / "main", word], check=True, capture_output=True, text=True).stdout.split()


def test_structures_are_vulkans(printed):
    ffi = pytest.importorskip("vulkan._vulkan", exc_type=(ImportError, OSError)).ffi
    assert len(structures()) > 35
    expected = [ffi.sizeof(f"Vk{name}") for name in structures()] + [ffi.offsetof(f"Vk{name}", field) for name, field in PLACES]
    assert list(map(int, printed("structures"))) == expected


def test_arenas_are_planned_once_for_sizes(printed):
    """The first and the last of three buffers share memory: none is needed beside the other. Of 10 bytes, which take 16, behind one of 24; of 40 in front of it."""
    small, large = [24, 0, 24, 40], [0, 40, 0, 64]
    assert list(map(int, printed("arena"))) == [*small, 1, *small, 1, *large, 2, *small, 3]


def test_numbers_are_vulkans():
    """The tags that structures begin with."""
    ffi = pytest.importorskip("vulkan._vulkan", exc_type=(ImportError, OSError)).ffi
    numbers = {
        name.replace("_", "").removeprefix("VKSTRUCTURETYPE"): number for name, number in ffi.typeof("VkStructureType").relements.items()
    }
    tags = re.findall(r"  k(\w+) = (\d+),", part_of_header("vulkan_api"))
    assert len(tags) > 25
    for name, number in tags:
        full = f"PHYSICALDEVICE{name.upper()}" if name.endswith(("Features", "Features2")) else name.upper()
        assert numbers[full] == int(number), name


def test_floats_of_sixteen_bits(printed):
    """Each as a float, and the nearest to numbers between and beside them."""
    halves = np.arange(0x10000, dtype="u2").view("f2").astype("f4")
    words = np.array(printed("halves"), "u4")
    np.testing.assert_array_equal(words[:0x10000].view("f4"), halves)
    with np.errstate(over="ignore"):
        assert words[0x10000:].tolist() == np.array(VALUES, "f8").astype("f2").view("u2").tolist()


def test_what_does_not_lie_in_a_buffer(printed):
    """Of views whose sizes overflow or are below 0, of parts, copies and fills, and of memory that there is not."""
    bad, exhausted = "1", "4"
    expected = ["0", bad, bad, "0", bad, "8", bad, "0", bad, bad, "0", bad, bad, exhausted, bad]
    assert printed("buffers") == expected


def test_the_header_is_one_file():
    text = hal_header()
    assert text.count("#ifndef TFIR_HAL_H_") == 1 and text.rstrip().endswith("#endif  // TFIR_HAL_H_")
    assert not re.findall(r'#include "', text)
