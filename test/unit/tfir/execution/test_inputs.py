"""From flags to one array for each feed."""

import numpy as np
import pytest
from tfir.dialects.tf_type import STRING
from tfir.execution.entry import Entry, find_entry
from tfir.execution.inputs import bind, read_values
from tfir.execution.random_inputs import filling, given_filling
from tfir.execution.values import storable
from tfir.ir.builder import module_op, single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I32, FunctionType, TensorType

X, Y = TensorType((2,), F32), TensorType((), I32)


def function(name="main", types=(X, Y), inputs="scope/x,y:0", unused=(), **attributes):
    region, block = single_block_region(types)
    block.append(Operation("func.return", [value for at, value in enumerate(block.arguments) if at not in unused]))
    attributes |= {"sym_name": name, "function_type": FunctionType(types, [])}
    attributes |= {"tf.entry_function": {"inputs": inputs, "outputs": ""}} if inputs else {}
    return Operation("func.func", attributes=attributes, regions=[region])


def bound(*flags, entry=None):
    return [array.tolist() for array in bind(entry or Entry(function()), read_values(list(flags)))]


def module(*functions):
    made = module_op()
    for func in functions:
        made.body.append(func)
    return made


def test_in_order():
    assert bound("2xf32=1,2", "i32=3") == [[1, 2], 3]


def test_by_name_in_any_order():
    assert bound("y=i32=3", "scope/x:0=2xf32=1,2") == [[1, 2], 3]


def test_what_has_no_name_goes_to_the_next_feed_without_a_value():
    assert bound("scope/x=2xf32=1,2", "i32=3") == [[1, 2], 3]


def test_an_archive_binds_every_array_by_name(tmp_path):
    path = tmp_path / "inputs.npz"
    np.savez(path, **{"scope/x": np.array([1, 2], np.float32), "y:0": np.int32(3)})
    assert bound(f"@{path}") == [[1, 2], 3]


@pytest.mark.parametrize("element, bytes_of_two", [("bf16", b"\x80\x3f\0\xc0"), ("f8E5M2", b"\x3c\xc0"), ("f8E4M3FN", b"\x38\xc0")])
def test_files_keep_the_bytes_of_what_numpy_has_no_type_for(element, bytes_of_two, tmp_path):
    """1 and -2, by the formats' definitions; what is written by us is taken under its type, and under no other of the same size."""
    path = tmp_path / "x.npy"
    (value,) = read_values([f"2x{element}=1,-2"])
    np.save(path, storable(value.array))
    assert np.load(path).tobytes() == bytes_of_two
    (again,) = read_values([f"2x{element}=@{path}"])
    assert again.array.dtype == value.array.dtype and again.array.astype("f4").tolist() == [1, -2]
    for text, complaint in (
        (f"f16=@{path}", "no array of numbers that could be made f16"),
        (f"3x{element}=@{path}", f"3x{element} has other sizes"),
    ):
        with pytest.raises(Error, match=complaint):
            read_values([text])


def test_feeds_without_names_go_by_position():
    entry = Entry(function(inputs=None))
    assert [port.name for port in entry.feeds] == ["arg0", "arg1"]
    assert bound("2xf32=1,2", "i32=3", entry=entry) == [[1, 2], 3]


@pytest.mark.parametrize("kind", [TensorType((2, None), STRING), TensorType((3,), F32)])
def test_what_nothing_reads_need_not_be_given(kind):
    entry = Entry(function(types=(kind, Y), unused=[0]))
    array, number = bind(entry, read_values(["y=i32=3"]))
    assert array.shape == tuple([size or 0 for size in kind.shape])
    assert number == 3


def test_what_nothing_reads_may_be_given_and_is_checked():
    entry = Entry(function(unused=[0]))
    assert bound("2xf32=1,2", "i32=3", entry=entry) == [[1, 2], 3]
    with pytest.raises(Error, match=r"input 'scope/x' must be tensor<2xf32>"):
        bound("scope/x=3xf32=1,2,3", "y=i32=3", entry=entry)


@pytest.mark.parametrize(
    ("flags", "complaint"),
    [
        (["2xf32=1,2"], r"no input is given for 'y': tensor<i32>"),
        ([], r"no input is given for 'scope/x': tensor<2xf32>, 'y': tensor<i32>"),
        (
            ["3xf32=1,2,3", "i32=3"],
            r"input 'scope/x' must be tensor<2xf32>, but 3xf32=1,2,3 is tensor<3xf32>",
        ),
        (["2xf64=1,2", "i32=3"], r"input 'scope/x' must be tensor<2xf32>, but .* is tensor<2xf64>"),
        (["z=i32=3"], r"there is no input 'z' .*; the feeds are 'scope/x': tensor<2xf32>, 'y': tensor<i32>"),
        (["2xf32=1,2", "i32=3", "i32=4"], r"more inputs than feeds"),
        (["y=i32=3", "y=i32=4"], r"input 'y' is given twice"),
        (["nonsense"], r"cannot read --input=nonsense"),
        (["y=nonsense"], r"cannot read --input=y=nonsense"),
    ],
)
def test_what_is_wrong_is_told(flags, complaint):
    with pytest.raises(Error, match=complaint):
        bound(*flags)


class TestEntry:
    def test_the_only_public_function(self):
        helper = function("helper", inputs=None, sym_visibility="private")
        assert find_entry(module(helper, function("f", inputs=None))).name == "f"

    def test_the_one_that_has_the_models_names(self):
        assert find_entry(module(function("f", inputs=None), function("g"))).name == "g"

    def test_main_among_several(self):
        functions = [function(name, inputs=None) for name in ("f", "main")]
        assert find_entry(module(*functions)).name == "main"

    def test_the_one_that_is_asked_for(self):
        functions = [function(name, inputs=None) for name in ("f", "g")]
        assert find_entry(module(*functions), "g").name == "g"

    @pytest.mark.parametrize(
        ("wanted", "complaint"),
        [(None, "several functions .@f, @g.; choose one"), ("h", "no function @h; it has @f, @g")],
    )
    def test_what_is_not_clear_is_told(self, wanted, complaint):
        functions = [function(name, inputs=None) for name in ("f", "g")]
        with pytest.raises(Error, match=complaint):
            find_entry(module(*functions), wanted)

    def test_an_empty_module(self):
        with pytest.raises(Error, match="no function to run"):
            find_entry(module())


@pytest.mark.parametrize("flag, array, result", [
    ("2xf32=@a.npy", np.array([1, 1 / 3]), np.float32([1, 1 / 3])),  # rounded as C rounds a double
    ("f32=@a.npy", np.array([1, -2], np.int64), np.float32([1, -2])),
    ("2xi8=@a.npy", np.array([127.0, -128.0]), np.int8([127, -128])),
    ("2xi64=@a.npy", np.array([-(2.0**63), 2.0**62]), np.int64([-(2**63), 2**62])),
    ("2xui8=@a.npy", np.array([0, 255], np.uint64), np.uint8([0, 255])),
    ("2xi1=@a.npy", np.array([0.0, 1.0]), np.array([False, True])),
    ("2xf32=@a.npy", np.array([np.inf, np.nan]), np.float32([np.inf, np.nan])),
])  # fmt: skip
def test_a_file_as_a_stated_type(flag, array, result, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("a.npy", array)
    (value,) = read_values([f"x={flag}"])
    assert value.name == "x" and value.array.dtype == result.dtype
    assert np.array_equal(value.array, result, equal_nan=result.dtype.kind == "f")


@pytest.mark.parametrize("flag, array, said", [
    ("2xf32=@a.npy", np.array([1, 1e300]), "1e+300 does not fit into f32"),
    ("2xi8=@a.npy", np.array([1, 128]), "128 does not fit into i8"),
    ("2xi8=@a.npy", np.array([1, 0.5]), "0.5 does not fit into i8"),
    ("2xi64=@a.npy", np.array([1, 2.0**63]), "does not fit into i64"),
    ("2xi32=@a.npy", np.array([1, np.nan]), "nan does not fit into i32"),
    ("2xi1=@a.npy", np.array([1, 2]), "2 does not fit into i1"),
    ("2xui8=@a.npy", np.array([1, -1]), "-1 does not fit into ui8"),
    ("2xf32=@a.npy", np.array([1, 2j]), "complex numbers are not made f32"),
    ("2xf32=@a.npy", np.array(["a", "b"]), "no array of numbers"),
    ("3xf32=@a.npy", np.array([1.0, 2.0]), "'a.npy' is tensor<2xf64>, and 3xf32 has other sizes"),
    ("2x1xf32=@a.npy", np.array([1.0, 2.0]), "has other sizes"),
])  # fmt: skip
def test_a_file_that_is_not_of_a_stated_type(flag, array, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    np.save("a.npy", array)
    with pytest.raises(Error, match=said.replace("+", r"\+")):
        read_values([flag])


def test_what_is_not_given_is_filled():
    """Variables keep what they have, and what is given stays; sizes that are open are 2."""
    entry = Entry(function(types=(TensorType((None, 3), F32), Y), inputs="x,y"))
    filled = bind(entry, read_values(["y=i32=7"]), rest=filling("zeros"))
    assert filled[0].tolist() == [[0, 0, 0]] * 2 and filled[1].tolist() == 7
    first, again, other = [bind(entry, [], rest=filling(text)) for text in ("random", "random:0", "random:1")]
    assert first[0].shape == (2, 3) and np.array_equal(first[0], again[0]) and not np.array_equal(first[0], other[0])
    assert filling("x=random") is filling("randomly") is filling("random:") is None


def test_one_feed_is_filled_in_sizes_of_its_own():
    entry = Entry(function(types=(TensorType((None, 3), F32), Y), inputs="x,y"))
    values = [given_filling(text) for text in ("x=4x3xf32=random:2", "y=zeros")]
    x, y = bind(entry, values)
    assert x.shape == (4, 3) and x.dtype == np.float32 and len(set(x.ravel())) > 4 and y.tolist() == 0
    assert given_filling("x=f32=1") is given_filling("random") is None
