"""Compute shaders of glslang with instructions, and ways out of constructs, that MLIR's dialect has no form for, or not with these types.

`glslang/beyond_mlir/NAME.spv` is what glslang made of a shader for Vulkan 1.1 as base64; `copies` is for 1.2, `sizes_by_id` for 1.3, `switch_of_values` what `spirv-opt -O` made of that.
"""

from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
from damaged_spirv import read_damaged
from device_calls import call, read
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.spirv.words import encode
from tfir.ir.diagnostics import Source
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


def two_ways_out(r: int) -> int:
    """A branch is left for the end of its loop, and another for where the loop goes on."""
    while True:
        if r > 50:
            if r & 1:
                return r + 3
            r -= 1
        else:
            r += 7
            if r == 49:
                return r
            continue
        r += 11
        if r > 200:
            return r


def switch_of_values(a: int) -> int:
    """A case goes on with the loop, another leaves the switch early; no variable is left, only values that blocks pass on."""
    r = 0
    for k in range(8):
        kind = (a + k) % 4
        if kind == 0:
            continue
        r = r + 1 if kind == 1 else r * 2 if kind == 3 else r + k if r + k > 9 else r + k + 2
        r += 10
    return r


def condition_of_several_blocks(values: list[int]) -> list[int]:
    """`do { k1++; x = y; y = x; } while (k1 < 1 && ..)` goes around once: `x * 31 + y + 1` is left of i, which x and y are."""
    return [i * 32 + 1 for i in range(len(values))]


def numbers(name: str, shape: str, groups: str, inputs: list) -> list:
    """What a shader computes of arrays on Vulkan, each a call of its own."""
    kernel = print_operation(module_of(data_of(EXITS.with_stem(name)), name).body.first, lookup)
    module = read(f"""
        iree.multi_arch_executable @ex[0]() {{
          iree.executable(SPIRV) {{
            {kernel}
          }}
        }}
        func.func @run(%a: memref<{shape}>) -> memref<{shape}> attributes {{iree.module.export, iree.ordinal = 0 : i32}} {{
          %0 = "iree_ll_seq.alloc_heap"() : () -> memref<{shape}>
          iree_ll_seq.static_dispatch ex::main[dense<[{groups}]> : tensor<3xi32>](%a, %0) : (memref<{shape}>, memref<{shape}>) -> ()
          iree_ll_seq.return %0 : memref<{shape}>
        }}""")
    return [result.tolist() for (result,) in call(module, "vulkan", [[each] for each in inputs])]


def test_what_leaves_constructs_gives_the_shaders_numbers():
    random = np.random.default_rng(1)
    inputs = [random.integers(-(at % 2), 8, 8).astype("i4") for at in range(12)]
    assert numbers("exits", "8xi32", "8, 1, 1", inputs) == [[computed(given.tolist())] * 8 for given in inputs]


@pytest.mark.parametrize("python", [two_ways_out, switch_of_values])
def test_constructs_that_are_left_for_two_places_give_the_shaders_numbers(python):
    given = np.arange(64, dtype="i4")
    assert numbers(python.__name__, "64xi32", "64, 1, 1", [given]) == [list(map(python, given.tolist()))]


def test_a_loop_whose_condition_is_a_branch_gives_the_shaders_numbers():
    """What `&&` is made of stands in the part of a loop that goes on."""
    given = np.arange(64, dtype="i4")
    assert numbers("condition_of_several_blocks", "64xi32", "64, 1, 1", [given]) == [condition_of_several_blocks(given.tolist())]


def test_constants_that_a_pipeline_decides_stand_beside_the_variables():
    """`K * 3 + 1` is computed when a pipeline is made. Numbers as the shader has them: K = 7, F = 1.5, T = true."""
    text = print_operation(module_of(data_of(EXITS.with_stem("specialized")), "x").body.first, lookup)
    for line in ("spirv.SpecConstant @K spec_id(0) = 7 : i32", "@F spec_id(1) = 1.500000e+00 : f32", "@T spec_id(2) = true"):
        assert line in text
    assert 'spirv.SpecConstantOperation wraps "spirv.IAdd"' in text and "spirv.mlir.referenceof @K : i32" in text


def test_sizes_of_workgroups_by_constants_are_numbers():
    """Vulkan 1.3: `local_size_x = 64`, by the ids of constants behind it."""
    text = print_operation(module_of(data_of(EXITS.with_stem("sizes_by_id")), "x").body.first, lookup)
    assert 'spirv.ExecutionMode @main "LocalSize", 64, 1, 1' in text
