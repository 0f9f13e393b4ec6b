"""Compute shaders of glslang with instructions, and ways out of constructs, that MLIR's dialect has no form for, or not with these types.

`glslang/beyond_mlir/NAME.spv` is what glslang made of a shader for Vulkan 1.1 as base64.
"""

import struct
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
from damaged_spirv import read_damaged
from device_calls import call, read
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.spirv import numbers as n
from tfir.dialects.spirv.words import encode
from tfir.ir.diagnostics import Error, Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tftranslate.spirv_reading import module_of

SHADERS = sorted((Path(__file__).with_name("glslang") / "beyond_mlir").glob("*.spv"))
EXITS = next(path for path in SHADERS if path.stem == "exits")


def data_of(path: Path) -> bytes:
    return b64decode(path.read_text())


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_text_of_shaders_is_written_to_words_that_come_back(path):
    module = module_of(data_of(path), path.name)
    verify(module)
    data = encode(parse(Source("x.mlir", print_operation(module.body.first, lookup)), lookup, dialect).body.first)
    assert encode(module_of(data, "x.spv").body.first) == data


@pytest.mark.parametrize("path", SHADERS, ids=lambda path: path.stem)
def test_damaged_shaders_are_an_error_or_a_module(path):
    read_damaged(data_of(path), 40)


def computed(a: list[int]) -> int:
    """What the shader `exits` computes: `break` and `continue` in branches of loops, in a switch and in loops with their condition at the end."""
    s = 0
    for value in a:
        if value < 0:
            break
        if value == 1:
            if s > 5:
                continue
            s += 100
        elif value == 2:
            s -= 1
            if s == 3:
                break
        for j in range(1, value + 1):
            if j == 1:
                s += 1
            elif j == 2 and s > 4:
                s += 7
            elif j <= 3:
                s += 3 + 2 * (j == 2)
            elif j > 4:
                continue
            else:
                s += 1
            if j == 6:
                break
        while True:
            s += 1
            if s % 2 and s > 50:
                break
            if s % 3 == 0:
                break
    return s + with_return(s, a)


def with_return(x: int, a: list[int]) -> int:
    for value in a[:5]:
        if x > 10:
            if x > 20:
                return 3
            break
        x += value
    return x


def test_what_leaves_constructs_gives_the_shaders_numbers():
    kernel = print_operation(module_of(data_of(EXITS), "exits.spv").body.first, lookup)
    module = read(f"""
        iree.multi_arch_executable @ex[0]() {{
          iree.executable(SPIRV) {{
            {kernel}
          }}
        }}
        func.func @run(%a: memref<8xi32>) -> memref<8xi32> attributes {{iree.module.export, iree.ordinal = 0 : i32}} {{
          %0 = "iree_ll_seq.alloc_heap"() : () -> memref<8xi32>
          iree_ll_seq.static_dispatch ex::main[dense<[8, 1, 1]> : tensor<3xi32>](%a, %0) : (memref<8xi32>, memref<8xi32>) -> ()
          iree_ll_seq.return %0 : memref<8xi32>
        }}""")
    random = np.random.default_rng(1)
    inputs = [random.integers(-(at % 2), 8, 8).astype("i4") for at in range(12)]
    for (result,), given in zip(call(module, "vulkan", [[each] for each in inputs]), inputs):
        assert result.tolist() == [computed(given.tolist())] * 8


def test_constants_that_a_pipeline_decides_are_none_that_the_dialect_has():
    data = data_of(EXITS)
    words = list(struct.unpack(f"<{len(data) // 4}I", data))
    at = next(at for at in range(5, len(words)) if words[at] == 4 << 16 | n.CONSTANT)
    words[at] = 4 << 16 | 50  # OpSpecConstant
    with pytest.raises(Error, match="opcode 50 outside of functions is none that the dialect has"):
        module_of(struct.pack(f"<{len(words)}I", *words), "x.spv")
