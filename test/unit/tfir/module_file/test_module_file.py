"""Programs as module files: the same text comes back, the same numbers are computed, and damage is told."""

import random
from pathlib import Path

import numpy as np
import pytest
from device_calls import DEVICES, call, lowered
from module_files import file_of, signed, text_of, through_file
from tfir.dialects import lookup
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.module_file.functions import fill, functions_of
from tfir.module_file.reading import ModuleFile
from tfir.text.printer import PrintOptions, print_operation

ROOT = Path(__file__).parents[4]
NETWORK = """
func.func @main(%image: tensor<2x5x5x4xf32>, %scale: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %w = stablehlo.constant dense<%WEIGHTS%> : tensor<4x32xf32>
  %v = stablehlo.constant dense<%WEIGHTS%> : tensor<32x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%image init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<2x5x5x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x32xf32>) -> tensor<2x32xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<2x32xf32>, tensor<32x4xf32>) -> tensor<2x4xf32>
  %3 = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<2x4xf32>
  return %4, %0 : tensor<2x4xf32>, tensor<2x4xf32>
}
""".replace("%WEIGHTS%", f'"0x{np.linspace(-1, 1, 128, dtype=np.float32).tobytes().hex().upper()}"')
OPEN = """
func.func @main(%a: tensor<?x3xf32>, %b: tensor<3xf32>) -> tensor<?x3xf32> {
  %size = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %0 = stablehlo.reshape %size : (tensor<i32>) -> tensor<1xi32>
  %three = stablehlo.constant dense<3> : tensor<1xi32>
  %shape = stablehlo.concatenate %0, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %1 = stablehlo.dynamic_broadcast_in_dim %b, %shape, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %2 = stablehlo.add %a, %1 : tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}
"""
LOOP = """
func.func @main(%n: tensor<i32>, %x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<3xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.add %y, %x : tensor<3xf32>
      stablehlo.return %j, %z : tensor<i32>, tensor<3xf32>
    }
  return %0#1 : tensor<3xf32>
}
"""
PROGRAMS = {"network": NETWORK, "open": OPEN, "loop": LOOP}
CALLS = {
    "network": [[np.arange(200, dtype=np.float32).reshape(2, 5, 5, 4), np.array([1, 2, 3, 4], np.float32)]],
    "open": [[np.ones((n, 3), np.float32), np.array([1, 2, 3], np.float32)] for n in (2, 5)],
    "loop": [[np.array(4, np.int32), np.array([1, 2, 3], np.float32)]],
}


def printed(program: str, target: str, keep_names: bool = False, pipeline: str = "") -> str:
    return print_operation(lowered(PROGRAMS[program], target, pipeline), lookup, PrintOptions(keep_names=keep_names))


@pytest.mark.parametrize("keep_names", [False, True])
@pytest.mark.parametrize("target", ["lavapipe", "x86-64-v3"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_same_text_comes_back(program, target, keep_names):
    text = printed(program, target, keep_names)
    assert through_file(text) == text


def test_locations_come_back_where_the_text_has_them():
    module = lowered(NETWORK, "lavapipe")
    text = print_operation(module, lookup, PrintOptions(debug_info=True))
    assert "loc(" in text
    assert through_file(text) == text


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_numbers_are_those_of_the_text(program, device):
    module = lowered(PROGRAMS[program], DEVICES[device])
    file = ModuleFile(file_of(print_operation(module, lookup)), "a.tfm")
    for ours, others in zip(call(file.module, device, CALLS[program]), call(module, device, CALLS[program]), strict=True):
        assert [one.tobytes() for one in ours] == [other.tobytes() for other in others]


def test_numbers_are_those_of_paper():
    file = ModuleFile(file_of(printed("loop", "lavapipe")), "a.tfm")
    assert call(file.module, "interpreter", CALLS["loop"])[0][0].tolist() == [5, 10, 15]


def test_equal_constants_are_one_and_aligned():
    file = ModuleFile(file_of(printed("network", "lavapipe")), "a.tfm")
    # For lavapipe in panels of 32 columns, 4 times as many, and as the program has them.
    assert [len(each) for each in file.container.constants] == [2048, 512]
    assert all(record["offset"] % 64 == 0 for record in file.container.tables["constants"])


def test_kernels_are_read_without_their_programs():
    """What a device asks of a kernel, it finds without the content of its executable being made; and it is what the content says."""
    from tfir.execution.kernels import kernel_of
    from tfir.ir.lazy_region import content_of

    for program in ("network", "open"):
        module = lowered(PROGRAMS[program], "lavapipe")
        file = ModuleFile(file_of(print_operation(module, lookup)), "a.tfm")
        for stored, whole in zip(executables(file.module), executables(module), strict=True):
            entry = next(op.get("sym_name") for op in whole.walk() if op.name == "spirv.func")
            assert kernel_of(stored, entry) == kernel_of(whole, entry)
            assert all(content_of(each.region) is not None for each in stored.body)


def executables(module):
    return [op for op in module.body if op.name == "iree.multi_arch_executable"]


# Damage


@pytest.fixture(scope="module")
def file() -> bytes:
    return file_of(printed("network", "lavapipe"))


def looked_at(data: bytes) -> None:
    """Reads everything in a file."""
    read = ModuleFile(data, "a.tfm")
    for constant in read.container.constants:
        constant.bytes()
    print_operation(read.module, lookup)


def test_a_bit_is_missed_nowhere(file):
    """Whichever bit is another one, it is told before anything is computed with it."""
    source = random.Random(1)
    for at in [*range(64), *[source.randrange(len(file)) for _ in range(150)]]:
        changed = bytearray(file)
        changed[at] ^= 1 << source.randrange(8)
        with pytest.raises(Error):
            looked_at(bytes(changed))


def test_what_is_cut_off_or_added_is_told(file):
    for data in (file[:-1], file[: len(file) // 2], file[:8], file + b"\0", b""):
        with pytest.raises(Error):
            looked_at(data)


def test_tables_that_lie_are_errors(file):
    """Also of a file that was made to look right: nothing ends otherwise than with an error, or with a program."""
    size = ModuleFile(file, "a.tfm").container.tables["tables_size"]
    source = random.Random(2)
    for _ in range(150):
        tables = bytearray(file[:size])
        for _ in range(source.choice([1, 1, 2, 4])):
            tables[source.randrange(size)] = source.choice([0, 1, 127, 255, source.randrange(256)])
        try:
            looked_at(signed(tables, file[size:]))
        except Error:
            pass


def test_the_model_of_the_readme_comes_back():
    from tfir.storage.graphdef.import_graphdef import import_graphdef
    from tfir.text.printer import print_operation as text

    from tftranslate.graphdef_file import read_graphdef

    graph = import_graphdef(read_graphdef((ROOT / "test/models/small_cnn/model.pb").read_bytes(), "model.pb"))
    for target in ("lavapipe", "x86-64-v3"):
        printed = print_operation(lowered(text(graph, lookup), target), lookup)
        assert text_of(file_of(printed)) == printed


def test_functions_are_bytecode():
    """Of each program above, and of one with text, which bytecode has no type for, not."""
    for program in PROGRAMS:
        tables = ModuleFile(file_of(printed(program, "lavapipe")), "a.tfm").container.tables
        assert [each["bytecode"] is not None for each in tables["function_table"]["functions"]] == [True]


def test_constants_of_functions_stand_in_the_table():
    contents = ModuleFile(file_of(printed("network", "lavapipe")), "a.tfm").container.tables["function_table"]["functions"][0]["bytecode"][
        "contents"
    ]
    assert bytes(contents).count(bytes([0x00, 5, 2]) + b"\x04\0\0\0\x20\0\0\0" + b"\x02\x01\0\0\0") == 1  # constant, f32, 4x32, number 1
    assert len(contents) < 512


def test_a_function_whose_type_is_text_is_an_error(file):
    """Its declaration is part of the program in the file; the bytecode beside it is whole."""
    stored = ModuleFile(file, "a.tfm")
    fill(stored.read(stored.container.tables["program"]), stored.container.tables)
    program = stored.read(stored.container.tables["program"])
    (declared,) = functions_of(program)
    declared.set_attribute("function_type", StringAttr("() -> ()"))
    with pytest.raises(Error, match="no declaration of @main, of which the file has bytecode"):
        fill(program, stored.container.tables)
