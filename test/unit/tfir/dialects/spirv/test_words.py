"""The binary form, word for word where the specification fixes the words, and by the validator where it is installed."""

import shutil
import struct
import subprocess

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

HEAD = "spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>"


def encoded(text: str) -> list[int]:
    from tfir.dialects.spirv.words import encode

    data = encode(parse(Source("test", text), lookup, dialect).body.first)
    return list(struct.unpack(f"<{len(data) // 4}I", data))


def instructions(words) -> list[tuple]:
    """(opcode, operand words) of each instruction after the header."""
    found, at = [], 5
    while at < len(words):
        length = words[at] >> 16
        found.append((words[at] & 0xFFFF, *words[at + 1 : at + length]))
        at += length
    return found


def validated(words) -> None:
    validator = shutil.which("spirv-val")
    if validator is None:
        pytest.skip("needs spirv-val")
    data = struct.pack(f"<{len(words)}I", *words)
    done = subprocess.run([validator, "--target-env", "vulkan1.1", "-"], input=data, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode() + done.stdout.decode()


def kernel(body: str, variables: str = "", interface: str = "") -> str:
    return f"""{HEAD} {{
      {variables}
      spirv.func @main() "None" {{
        {body}
        spirv.Return
      }}
      spirv.EntryPoint "GLCompute" @main{interface}
      spirv.ExecutionMode @main "LocalSize", 8, 4, 1
    }}"""


def test_the_smallest_module():
    """Section by section, with the opcodes of the specification's section 3.32."""
    words = encoded(kernel(""))
    assert words[:3] == [0x07230203, 0x00010300, 0] and words[4] == 0
    decoded = instructions(words)
    name = struct.unpack("<2I", b"main\0\0\0\0")
    function = decoded[-4][2]
    assert decoded[0] == (17, 1)  # OpCapability Shader
    assert decoded[1][0] == 10  # OpExtension
    assert decoded[2] == (14, 0, 1)  # OpMemoryModel Logical GLSL450
    assert decoded[3] == (15, 5, function, *name)  # OpEntryPoint GLCompute
    assert decoded[4] == (16, function, 17, 8, 4, 1)  # OpExecutionMode LocalSize
    assert [one[0] for one in decoded[5:]] == [19, 33, 54, 248, 253, 56]  # void, its function type, OpFunction .. OpFunctionEnd
    assert words[3] > max(max(one[1:], default=0) for one in decoded[5:])  # the bound
    validated(words)


BUFFERS = """
      spirv.GlobalVariable @id built_in("LocalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
      spirv.GlobalVariable @a bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
      spirv.GlobalVariable @b bind(1, 5) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>"""
LOAD = """%0 = spirv.mlir.addressof @id : !spirv.ptr<vector<3xi32>, Input>
        %1 = spirv.Load "Input" %0 : vector<3xi32>
        %2 = spirv.CompositeExtract %1[0 : i32] : vector<3xi32>
        %c0 = spirv.Constant 0 : i32
        %c8 = spirv.Constant 8 : i32
        %3 = spirv.mlir.addressof @a : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
        %4 = spirv.AccessChain %3[%c0, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>
        %5 = spirv.Load "StorageBuffer" %4 : f32
        %6 = spirv.mlir.addressof @b : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>
        %7 = spirv.AccessChain %6[%c0, %2] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x f32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<f32, StorageBuffer>"""


def test_buffers_are_decorated():
    words = encoded(kernel(f'{LOAD}\nspirv.Store "StorageBuffer" %7, %5 : f32', BUFFERS, ", @id"))
    decoded = instructions(words)
    decorations = {one[2:] for one in decoded if one[0] == 71}
    assert {(11, 27), (34, 0), (33, 0), (34, 1), (33, 5), (6, 4), (2,)} == decorations  # built-in, sets and bindings, stride, block
    assert [one[2:] for one in decoded if one[0] == 72] == [(0, 35, 0)]  # the member's offset
    assert len([one for one in decoded if one[0] == 30]) == 1  # equal types are one
    validated(words)


LOOP = """%sum = spirv.mlir.loop -> f32 {
          spirv.Branch ^header(%c0, %5 : i32, f32)
        ^header(%i: i32, %s: f32):
          %go = spirv.SLessThan %i, %c8 : i32
          spirv.BranchConditional %go, ^body, ^end
        ^body:
          %cond = spirv.FOrdLessThan %s, %5 : f32
          %chosen = spirv.mlir.selection -> f32 {
            spirv.BranchConditional %cond, ^then, ^meet(%s : f32)
          ^then:
            %twice = spirv.FAdd %s, %s : f32
            spirv.Branch ^meet(%twice : f32)
          ^meet(%m: f32):
            spirv.mlir.merge %m : f32
          }
          spirv.Branch ^continue
        ^continue:
          %i1 = spirv.IAdd %i, %c8 : i32
          spirv.Branch ^header(%i1, %chosen : i32, f32)
        ^end:
          spirv.mlir.merge %s : f32
        }
        spirv.Store "StorageBuffer" %7, %sum : f32"""


def test_arguments_of_blocks_are_phis():
    """A loop's header has two ways in; the way back comes from the continue block although a selection opened others."""
    words = encoded(kernel(f"{LOAD}\n{LOOP}", BUFFERS, ", @id"))
    decoded = instructions(words)
    code = [one[0] for one in decoded]
    labels = [one[1] for one in decoded if one[0] == 248]
    merge = next(one for one in decoded if one[0] == 246)  # OpLoopMerge
    phis = [one for one in decoded if one[0] == 245]
    entry, header = labels[0], labels[1]
    assert [one[4] for one in phis[:2]] == [entry, entry] and [one[6] for one in phis[:2]] == [merge[2]] * 2
    assert phis[2][4] == labels[2] and len(phis[2]) == 7  # the selection's: straight from where it was opened, and from its branch
    assert code[code.index(246) + 1] == 250 and header == decoded[code.index(246) - len(phis[:2]) - 2][1]
    validated(words)


def test_constants_are_written_once():
    body = """%0 = spirv.Constant 7 : i32
        %1 = spirv.Constant 7 : i32
        %2 = spirv.Constant -1 : i32
        %3 = spirv.Constant 4294967301 : i64
        %4 = spirv.Constant 0x7FC00000 : f32
        %5 = spirv.Constant dense<[1, 7]> : vector<2xi32>
        %6 = spirv.Constant true
        %7 = spirv.IAdd %0, %1 : i32"""
    decoded = instructions(encoded(kernel(body).replace("[Shader]", "[Shader, Int64]")))
    numbers = sorted(one[3:] for one in decoded if one[0] == 43)
    assert numbers == [(1,), (5, 1), (7,), (0x7FC00000,), (0xFFFFFFFF,)]
    seven = next(one[2] for one in decoded if one[0] == 43 and one[3:] == (7,))
    assert next(one for one in decoded if one[0] == 128)[3:] == (seven, seven)
    assert next(one for one in decoded if one[0] == 44)[4] == seven  # the vector's second component


def test_what_a_module_requires_must_be_known():
    with pytest.raises(Error, match="requires Linkage, which cannot be encoded"):
        encoded(kernel("").replace("[Shader]", "[Shader, Linkage]"))
    with pytest.raises(Error, match="to be encoded"):
        encoded("spirv.module Logical GLSL450 {}")


def test_a_module_of_nothing():
    """Its capability, OpMemoryModel Logical GLSL450, by the numbers of the specification."""
    decoded = instructions(encoded("spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {}"))
    assert decoded[0] == (17, 1) and decoded[-1] == (14, 0, 1) and {opcode for opcode, *_ in decoded} <= {17, 14, 11}
