"""What has no room in the last cache is asked for in advance and stored past it; numbers stay what they are, wherever results begin."""

import ctypes
import platform
import shutil

import numpy as np
import pytest
from device_calls import lowered
from tfir.execution.entry import find_entry

from tfopt.iree_to_spirv.schedules import setting
from tfrun.devices import session

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None or platform.system() != "Linux", reason="needs a C compiler on Linux")
FEATURES = '"shaderFloat16", "shaderInt16", "shaderInt64", "shaderInt8", "storageBuffer16BitAccess", "storageBuffer8BitAccess"'
TARGET = (
    f'#iree.target<name = "small", kind = "cpu", features = [{FEATURES}], max_storage_range = 2147483648, max_storage_bindings = 1024, '
    'format = "LLVM", triple = "x86_64-unknown-linux-gnu", cpu = "x86-64-v3", vector_bytes = 32, cache_sizes = [1024, 2048, 4096]>'
)
DIFFERENCE = """func.func @main(%x: tensor<70001xELEMENT>, %y: tensor<70001xELEMENT>) -> tensor<70001xELEMENT> {
  %0 = stablehlo.subtract %x, %y : tensor<70001xELEMENT>
  return %0 : tensor<70001xELEMENT>
}"""
BY_COLUMNS = """func.func @main(%x: tensor<40x512xf32>, %y: tensor<512xf32>) -> tensor<40x512xf32> {
  %0 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<512xf32>) -> tensor<40x512xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<40x512xf32>
  return %1 : tensor<40x512xf32>
}"""
LARGEST_OF_ROWS = """func.func @main(%x: tensor<30x40000xf32>) -> tensor<30xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<30x40000xf32>, tensor<f32>) -> tensor<30xf32>
  return %0 : tensor<30xf32>
}"""
# Of columns in the middle, less a number of each.
OF_COLUMNS = """func.func @main(%x: tensor<2x{length}x{width}xf32>, %y: tensor<{width}xf32>) -> tensor<2x{width}xf32> {{
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %y, dims = [2] : (tensor<{width}xf32>) -> tensor<2x{length}x{width}xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<2x{length}x{width}xf32>
  %2 = stablehlo.reduce(%1 init: %five) applies stablehlo.{name} across dimensions = [1]
    : (tensor<2x{length}x{width}xf32>, tensor<f32>) -> tensor<2x{width}xf32>
  return %2 : tensor<2x{width}xf32>
}}"""


@pytest.fixture
def compiled(monkeypatch, tmp_path):
    """Lowers a program for a processor whose last cache has 4096 bytes."""
    monkeypatch.setattr(setting, "LEAST_LAST_CACHE", 0)
    (tmp_path / "target").write_text(TARGET)
    return lambda text: lowered(text, f"@{tmp_path / 'target'}", "cpu")


def schedules(module) -> list[str]:
    return [op.attributes["iree.schedule"].text for op in module.walk() if "iree.schedule" in op.attributes]


def results(module, *arrays) -> np.ndarray:
    with session(module, "cpu") as program_of:
        return program_of(find_entry(module))(list(arrays))[0]


def numbers(*shape: int, kind="f4") -> np.ndarray:
    return np.random.default_rng(len(shape)).integers(-60, 60, shape).astype(kind)


@pytest.mark.parametrize("element, kind", [("f32", "f4"), ("i8", "i1"), ("i16", "i2"), ("f16", "f2")])
def test_elements_are_stored_past_caches(compiled, element, kind):
    module, x, y = compiled(DIFFERENCE.replace("ELEMENT", element)), numbers(70001, kind=kind), numbers(70001, kind=kind)[::-1]
    assert "stores = nontemporal" in schedules(module)[0]
    np.testing.assert_array_equal(results(module, x, y), x - y)


def test_so_are_whole_rows(compiled):
    module, x, y = compiled(BY_COLUMNS), numbers(40, 512), numbers(512)
    assert "stores = nontemporal" in schedules(module)[0]
    np.testing.assert_array_equal(results(module, x, y), x - y)


def test_rows_that_end_within_a_line_are_not(compiled):
    module, x, y = compiled(BY_COLUMNS.replace("512", "500")), numbers(40, 500), numbers(500)
    assert "nontemporal" not in schedules(module)[0]
    np.testing.assert_array_equal(results(module, x, y), x - y)


def test_what_is_reduced_is_asked_for_in_advance(compiled):
    module, x = compiled(LARGEST_OF_ROWS.replace("40000", "39996")), numbers(30, 39996)
    assert "loads = ahead" in schedules(module)[0]
    np.testing.assert_array_equal(results(module, x), x.max(axis=1))


@pytest.mark.parametrize("name", ["add", "maximum"])
def test_long_rows_are_read_in_parts_by_turns(compiled, name):
    """Whole numbers, whose sums are the same in any order, with the largest one in each part of a row."""
    text = LARGEST_OF_ROWS.replace("maximum", name).replace("0xFF800000", "0.0")
    module, x = compiled(text), np.arange(30 * 40000, dtype=np.float32).reshape(30, 40000) % 97
    x[np.arange(30), np.arange(30) * 1300 + 17] = 1000
    assert "parts = 8" in schedules(module)[0]
    np.testing.assert_array_equal(results(module, x), x.sum(axis=1) if name == "add" else x.max(axis=1))


@pytest.mark.parametrize("name, function", [("add", np.sum), ("maximum", np.max)])
@pytest.mark.parametrize("length, width", [(8, 256), (15, 300), (264, 1000), (517, 2500)])
def test_columns_are_added_up_in_wide_parts(compiled, name, function, length, width):
    """Lengths and widths that are multiples of the rows at a time, of the columns of a part and of the rows of a part of the sums, and such as are not."""
    module = compiled(OF_COLUMNS.format(length=length, width=width, name=name))
    assert "rows = 8" in schedules(module)[0]
    x, y = numbers(2, length, width), numbers(width)
    of_columns = function(x - y, axis=1)
    np.testing.assert_array_equal(results(module, x, y), of_columns + 5 if name == "add" else np.maximum(of_columns, 5))


@pytest.mark.parametrize("length, width", [(7, 256), (264, 255)])
def test_few_rows_or_columns_are_not(compiled, length, width):
    module = compiled(OF_COLUMNS.format(length=length, width=width, name="add"))
    assert "column_reduction" in schedules(module)[0] and "rows" not in schedules(module)[0]
    x, y = numbers(2, length, width), numbers(width)
    np.testing.assert_array_equal(results(module, x, y), (x - y).sum(axis=1) + 5)


def test_sums_of_wide_parts_are_taken_in_parts(compiled):
    """2 ** 24 and as many ones as would get lost beside it, one after the other."""
    x, y = np.ones((2, 4096, 256), "f4"), np.zeros(256, "f4")
    x[:, 0] = 2**24
    module = compiled(OF_COLUMNS.format(length=4096, width=256, name="add"))
    np.testing.assert_allclose(results(module, x, y), 2**24 + 4100, rtol=0, atol=300)


def test_what_has_room_is_left_to_caches(compiled):
    (schedule,) = schedules(compiled(DIFFERENCE.replace("ELEMENT", "f32").replace("70001", "200")))
    assert "nontemporal" not in schedule and "ahead" not in schedule


@needs_compiler
@pytest.mark.parametrize("offset", [0, 4, 32])
def test_results_may_begin_anywhere(compiled, run, tmp_path, offset):
    from tfir.dialects import lookup
    from tfir.text.printer import print_operation

    (tmp_path / "difference.mlir").write_text(print_operation(compiled(DIFFERENCE.replace("ELEMENT", "f32")), lookup))
    assert run(tmp_path / "difference.mlir", "--emit=shared-library", f"--emit-to={tmp_path / 'difference.so'}")[0] == 0
    x, y, room = numbers(70001), numbers(70001)[::-1].copy(), np.full(70001 + 64, 7, "f4")
    begin = -room.ctypes.data % 64 + offset
    function = ctypes.CDLL(str(tmp_path / "difference.so")).difference
    pointers = ctypes.c_void_p * 2
    memory = np.empty(1 << 20, np.uint8)
    function(pointers(x.ctypes.data, y.ctypes.data), pointers(room.ctypes.data + begin), ctypes.c_void_p(memory.ctypes.data))
    first = begin // 4
    np.testing.assert_array_equal(room[first : first + 70001], x - y)
    assert (np.delete(room, np.s_[first : first + 70001]) == 7).all()
