"""Constants in the metadata of Relay's text and in files of parameters, whole and damaged."""

import base64
import json
import random
from struct import pack

import numpy as np
import pytest
from damage import damaged
from tfir.execution.program import Program
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ir.types import BF16, F16, F32, F64, I1, I8, I16, UI8, TensorType

from tftranslate.main import main
from tftranslate.relay.ndarrays import params_bytes, read_params
from tftranslate.relay.parameters import bind_parameters, read_parameters
from tftranslate.relay.reader import read_module
from tftranslate.relay.writer import module_text

HEADER = '#[version = "0.0.5"]\n'
# As TVM's NDArray::Save writes it, number by number: magic, reserved, CPU 0, 2 dimensions, float of 32 bits, 1 lane, 2 x 1, 8 bytes.
ARRAY = pack("<QQiiiBBHqqq", 0xDD5E40F096B4A13F, 0, 1, 0, 2, 2, 32, 1, 2, 1, 8) + pack("<2f", 1.5, -2.0)
FILE = pack("<QQQ", 0xF7E58D4F05049CB7, 0, 1) + pack("<Q", 1) + b"w" + pack("<Q", 1) + ARRAY


def metadata(*arrays, nodes=None):
    count = len(arrays)
    nodes = nodes or [
        {"type_key": ""}, {"type_key": "Map", "keys": ["relay.Constant"], "data": [2]},
        {"type_key": "Array", "data": list(range(3, 3 + count))},
        *[{"type_key": "relay.Constant", "attrs": {"data": str(n), "span": "0", "virtual_device_": "0", "_checked_type_": "0"}} for n in range(count)],
    ]  # fmt: skip
    return "#[metadata]\n" + json.dumps({"root": 1, "nodes": nodes, "b64ndarrays": [base64.b64encode(each).decode() for each in arrays]})


def constant_of(array, **rest):
    module = read_module(Source("t.relay", f"{HEADER}def @main() {{ meta[relay.Constant][0] }}\n{metadata(array, **rest)}"))
    return next(op for op in module.walk() if op.name == "relay.constant").attributes["value"]


def test_meta_data():
    constant = constant_of(ARRAY)
    assert constant.type.text == "tensor<2x1xf32>" and constant.values() == [1.5, -2.0]


def test_sizes_in_the_metadata():
    nodes = [
        {"type_key": ""}, {"type_key": "Map", "keys": ["tir.SizeVar", "IntImm"], "data": [2, 3]}, {"type_key": "Array", "data": [4]},
        {"type_key": "Array", "data": [5]}, {"type_key": "tir.SizeVar", "attrs": {"name": "6"}}, {"type_key": "IntImm", "attrs": {"value": "7"}},
    ]  # fmt: skip
    text = f"{HEADER}def @main(%x: Tensor[(meta[tir.SizeVar][0], meta[IntImm][0]), float32]) {{ %x }}\n{metadata(nodes=nodes)}"
    (function,) = [op for op in read_module(Source("t.relay", text)).body]
    assert function.get("function_type").inputs[0].text == "tensor<?x7xf32>"


@pytest.mark.parametrize("element", [I1, I8, I16, UI8, F16, BF16, F32, F64])
def test_mlp_inlined_params(element):
    """Constants of each type come back from what is written."""
    constant = DenseAttr.of([1, 0, 1, 1, 0, 0], TensorType((3, 2), element))
    data = b"".join(params_bytes({"a": constant}))
    assert read_params(data, "p")["a"].values() == constant.values() and read_params(data, "p")["a"].type is constant.type


def test_equal_constants_stand_once():
    text = f"{HEADER}def @main() {{ (meta[relay.Constant][0], meta[relay.Constant][1]) }}\n{metadata(ARRAY, ARRAY)}"
    once = "".join(module_text(read_module(Source("t.relay", text))))
    assert "(meta[relay.Constant][0], meta[relay.Constant][0])" in once and once.count('"relay.Constant",\n    "attrs"') == 1
    assert base64.b64encode(ARRAY).decode() in once


def test_numbers_without_a_literal():
    """TVM's lexer knows infinity of 32 bits alone, and no NaN."""
    text = f"{HEADER}def @main() {{ (inff64, nanf, inff) }}"
    once = "".join(module_text(read_module(Source("t.relay", text))))
    assert "(meta[relay.Constant][0], meta[relay.Constant][1], inff)" in once


@pytest.mark.parametrize(
    "array, complaint",
    [
        (b"", "ends at byte 0, 8 too early"),
        (b"x" * 100, "does not begin as an array"),
        (ARRAY[:-1], "ends at byte 63, 1 too early"),
        (pack("<QQiiiBBH", 0xDD5E40F096B4A13F, 0, 2, 0, 0, 2, 32, 1), "is on a device of kind 2, and no CPU's"),
        (pack("<QQiiiBBH", 0xDD5E40F096B4A13F, 0, 1, 0, 0, 2, 31, 1), "has elements of the unknown type (2, 31, 1)"),
        (pack("<QQiiiBBH", 0xDD5E40F096B4A13F, 0, 1, 0, 0, 2, 32, 4), "has elements of the unknown type (2, 32, 4)"),
        (pack("<QQiiiBBH", 0xDD5E40F096B4A13F, 0, 1, 0, 1 << 30, 2, 32, 1), "has 1073741824 dimensions"),
        (pack("<QQiiiBBHqqq", 0xDD5E40F096B4A13F, 0, 1, 0, 2, 2, 32, 1, 1 << 40, 1 << 20, 1 << 62), "too early"),
        (pack("<QQiiiBBHqq", 0xDD5E40F096B4A13F, 0, 1, 0, 1, 2, 32, 1, -1, 0), "has a negative size"),
        (pack("<QQiiiBBHqq", 0xDD5E40F096B4A13F, 0, 1, 0, 1, 2, 32, 1, 3, 8) + b"x" * 8, "has 8 bytes for a 'tensor<3xf32>'"),
        (pack("<QQiiiBBHqq", 0xDD5E40F096B4A13F, 0, 1, 0, 1, 1, 1, 1, 2, 2) + b"\1\2", "has truth values that are neither 0 nor 1"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_damaged_arrays(array, complaint):
    with pytest.raises(Error, match=r"in the metadata: array 0 ") as caught:
        constant_of(array)
    assert complaint in str(caught.value)
    assert caught.value.diagnostics[0].place().line == 3


@pytest.mark.parametrize(
    "section, complaint",
    [
        ("#[metadata]\n{", "Expecting property name"),
        ("#[metadata]\n[1]", "expected an object with 'nodes'"),
        ('#[metadata]\n{"nodes": [], "root": 3}', "there is no node 3"),
        ('#[metadata]\n{"nodes": [{"keys": ["relay.Constant"], "data": [0]}], "root": 0, "b64ndarrays": 3}', "expected a list"),
        ('#[metadata]\n{"nodes": [{"keys": ["relay.Constant"], "data": [0]}], "root": 0}', "has no number 'data'"),
        ('#[metadata]\n{"nodes": [{"keys": ["relay.Constant"], "data": []}], "root": 0}', "another number of keys"),
        ("#[metadata]\n" + "[" * 100_000, "nested too deeply"),
        ("", "the metadata has no meta[relay.Constant][0]"),
    ],
)  # fmt: skip
def test_damaged_metadata(section, complaint):
    with pytest.raises(Error) as caught:
        read_module(Source("t.relay", f"{HEADER}def @main() {{ meta[relay.Constant][0] }}\n{section}"))
    assert complaint in str(caught.value) and caught.value.diagnostics[0].place() is not None


# Files of parameters


def test_a_file_of_parameters():
    arrays = read_params(FILE, "w.params")
    assert list(arrays) == ["w"] and arrays["w"].values() == [1.5, -2.0]
    assert b"".join(params_bytes(arrays)) == FILE


@pytest.mark.parametrize(
    "data, complaint",
    [
        (FILE[:20], "ends at byte 20"),
        (FILE[:16] + pack("<Q", 1 << 60) + FILE[24:], "entries in"),
        (FILE[:24] + pack("<Q", 1 << 60) + FILE[32:], "too early"),
        (FILE[:33] + pack("<Q", 0), "1 names, 1 of them different, for 0 arrays"),
        (FILE[:8] + FILE[:8], "ends at byte 16"),
    ],
)
def test_damaged_files_of_parameters(data, complaint):
    with pytest.raises(Error, match=r"w\.params") as caught:
        read_params(data, "w.params")
    assert complaint in str(caught.value)


PROGRAM = HEADER + "def @main(%x: Tensor[(2, 1), float32], %w: Tensor[(2, 1), float32]) { %x * %w }\n"


@pytest.mark.parametrize("kind", ["params", "npz"])
def test_parameters_become_constants(kind, tmp_path, capsys):
    (tmp_path / "m.relay").write_text(PROGRAM)
    path = tmp_path / f"w.{kind}"
    if kind == "params":
        path.write_bytes(FILE)
    else:
        np.savez(path, w=np.float32([[1.5], [-2]]))
    assert main(["--relay-to-mlir", str(tmp_path / "m.relay"), f"--params={path}"]) == 0
    printed = capsys.readouterr().out
    assert (
        "func.func @main(%x: tensor<2x1xf32>) -> tensor<2x1xf32>" in printed
        and "relay.constant dense<[[1.500000e+00], [-2.000000e+00]]>" in printed
    )


@pytest.mark.parametrize(
    "program, complaint",
    [
        (PROGRAM.replace("%w:", "%v:").replace("* %w", "* %v"), "@main has no argument %w"),
        (PROGRAM.replace("(2, 1)", "(2, 2)"), "%w has type 'tensor<2x2xf32>', the parameter of that name in"),
        (PROGRAM.replace("@main", "@other"), "no function @main"),
    ],
)
def test_parameters_that_do_not_fit(program, complaint, tmp_path, capsys):
    (tmp_path / "m.relay").write_text(program)
    (tmp_path / "w.params").write_bytes(FILE)
    assert main(["--relay-to-mlir", str(tmp_path / "m.relay"), f"--params={tmp_path / 'w.params'}"]) == 1
    assert complaint in capsys.readouterr().err


LONG = ", ".join(map(str, range(65)))
LONG_CONSTANTS = f"""func.func @main(%x: tensor<65xi32>) -> tensor<65xi32> {{
  %w = relay.constant dense<[{LONG}]> : tensor<65xi32>
  %short = relay.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %y = relay.add %x, %w : (tensor<65xi32>, tensor<65xi32>) -> tensor<65xi32>
  %again = relay.constant dense<[{LONG}]> : tensor<65xi32>
  %z = relay.add %y, %again : (tensor<65xi32>, tensor<65xi32>) -> tensor<65xi32>
  %sum = relay.sum %short {{axis = array<i64: 0, 1>}} : (tensor<1x2xi32>) -> tensor<i32>
  %last = relay.add %z, %sum : (tensor<65xi32>, tensor<i32>) -> tensor<65xi32>
  return %last : tensor<65xi32>
}}
"""


@pytest.mark.parametrize("kind", ["params", "npz"])
def test_long_constants_become_parameters_and_come_back(kind, tmp_path, capsys):
    """Equal ones are one parameter; x + w + w + 3 is computed of the text and the file as of the module."""
    (tmp_path / "m.mlir").write_text(LONG_CONSTANTS)
    path, text = tmp_path / f"w.{kind}", tmp_path / "m.relay"
    assert main(["--mlir-to-relay", str(tmp_path / "m.mlir"), f"--params-output={path}", "-o", str(text)]) == 0
    assert "def @main(%x: Tensor[(65), int32], %w: Tensor[(65), int32])" in text.read_text()
    assert text.read_text().count("meta[relay.Constant][0]") == 1 and "meta[relay.Constant][1]" not in text.read_text()
    module = read_module(Source("m.relay", text.read_text()))
    bind_parameters(module, read_parameters(str(path)), "w")
    program = Program(module, "main")
    (result,) = program.run({program.feeds[0].name: np.arange(65, dtype=np.int32)}).values()
    np.testing.assert_array_equal(result, 3 * np.arange(65) + 3)


def test_other_files_are_no_parameters(tmp_path, capsys):
    (tmp_path / "m.relay").write_text(PROGRAM)
    assert main(["--relay-to-mlir", str(tmp_path / "m.relay"), f"--params={tmp_path / 'm.relay'}"]) == 1
    assert "neither a file of parameters" in capsys.readouterr().err


def test_damage_ends_in_errors():
    """A few of the attempts of tools/fuzz_relay.py."""
    source, refused = random.Random(5), 0
    for _ in range(150):
        try:
            read_params(damaged(FILE, source), "w.params")
        except Error:
            refused += 1
        try:
            constant_of(damaged(ARRAY, source))
        except Error:
            refused += 1
    assert refused > 150
