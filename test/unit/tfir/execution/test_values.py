"""Values as text and as files."""

import zipfile

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tfir.execution.values import literal, load_file, parse_literal
from tfir.ir.diagnostics import Error

DTYPES = [
    np.float32,
    np.float64,
    np.float16,
    np.int8,
    np.int16,
    np.int32,
    np.int64,
    np.uint8,
    np.uint64,
    np.bool_,
]


@pytest.mark.parametrize(
    ("text", "dtype", "expected"),
    [
        ("4xf32=1,2,3,4", np.float32, [1, 2, 3, 4]),
        ("4xf32=1 2 3 4", np.float32, [1, 2, 3, 4]),
        ("2x2xi32=[1 2][3 4]", np.int32, [[1, 2], [3, 4]]),
        ("2x2xi64=1,2,3,4", np.int64, [[1, 2], [3, 4]]),
        ("f32=-2.5e3", np.float32, -2500),
        ("3xf32=7", np.float32, [7, 7, 7]),
        ("2xi1=true,0", np.bool_, [True, False]),
        ("2xui8=0xff,0", np.uint8, [255, 0]),
        ("0xf32=", np.float32, []),
        ("2xf64=nan,-inf", np.float64, [np.nan, -np.inf]),
        ("2xindex=7,-1", np.int64, [7, -1]),
        ("3xcomplex<f32>=1 (2-3j) 1j", np.complex64, [1, 2 - 3j, 1j]),
        ("2xi4=-8,7", ml_dtypes.int4, [-8, 7]),
        ("3xui2=3", ml_dtypes.uint2, [3, 3, 3]),
        ("2xf8E4M3FN=448,-0.5", ml_dtypes.float8_e4m3fn, [448, -0.5]),
        ("bf16=1.5", ml_dtypes.bfloat16, 1.5),
        ("dense<[1, -2]> : tensor<2xi8>", np.int8, [1, -2]),
        ("dense<0.5> : tensor<3xf16>", np.float16, [0.5, 0.5, 0.5]),
        ('dense<"0x0000803F"> : tensor<1xf32>', np.float32, [1]),
    ],
)
def test_text_means_an_array(text, dtype, expected):
    actual = parse_literal(text)
    assert actual.dtype == dtype
    np.testing.assert_array_equal(actual, np.array(expected, dtype))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4xf32=1,2,3", "3 elements; its type has 4"),
        ("2xi8=1,200", "200 .* does not fit into i8"),
        ("2xui8=1,-1", "-1 .* does not fit into ui8"),
        ("2xi32=1,2.5", "2.5.* is no value of type i32"),
        ("2xf31=1,2", "unknown element type 'f31'"),
        ("i7=1", "unknown element type 'i7'"),
        ("i4=8", "8 in 'i4=8' does not fit into i4"),
        ("complex<f32>=i", "'i' in .* is no value of type complex<f32>"),
        ("2xi1=2,0", "does not fit into i1"),
        (f"{10**23}xf32=1", "more elements or dimensions than an array may have"),
        (f"0x{10**23}xf32=", "more elements or dimensions than an array may have"),
        ("1x" * 65 + "f32=1", "more elements or dimensions than an array may have"),
    ],
)
def test_wrong_text_is_told(text, complaint):
    with pytest.raises(Error, match=complaint):
        parse_literal(text)


@pytest.mark.parametrize("text", ["x=@x.npy", "hello", "4xf32", "=1"])
def test_text_without_a_type_is_none(text):
    assert parse_literal(text) is None


@given(st.sampled_from(DTYPES).flatmap(lambda dtype: arrays.arrays(dtype, arrays.array_shapes(min_dims=0, min_side=1))))
def test_what_is_printed_can_be_given_as_input(array):
    result = parse_literal(literal(array))
    assert result.dtype == array.dtype
    np.testing.assert_array_equal(result, array)


def test_a_long_value_is_cut_only_where_nobody_asked_for_it():
    array = np.arange(2000, dtype=np.int32)
    assert literal(array, all_elements=False).endswith("1023 ... (976 more)")
    assert literal(array).endswith(" 1999")


class TestFiles:
    def test_an_array_and_an_archive(self, tmp_path):
        np.save(tmp_path / "a.npy", np.arange(3, dtype=">i4"))
        np.savez(tmp_path / "b.npz", **{"scope/x": np.ones(2)})
        loaded = load_file(str(tmp_path / "a.npy"))
        assert loaded.tolist() == [0, 1, 2] and loaded.dtype == np.dtype("int32")
        assert list(load_file(str(tmp_path / "b.npz"))) == ["scope/x"]

    def test_nothing_pickled_is_read(self, tmp_path):
        np.save(tmp_path / "o.npy", np.array([{}], dtype=object), allow_pickle=True)
        with pytest.raises(Error, match="no readable .npy or .npz file"):
            load_file(str(tmp_path / "o.npy"))

    def test_what_cannot_be_read_is_told(self, tmp_path):
        (tmp_path / "text.npy").write_text("hello")
        (tmp_path / "empty.npz").write_bytes(b"")
        np.savez(tmp_path / "whole.npz", a=np.ones(100))
        (tmp_path / "cut.npz").write_bytes((tmp_path / "whole.npz").read_bytes()[:200])
        for name in ("text.npy", "empty.npz", "cut.npz", "missing.npy", ""):
            with pytest.raises(Error):
                load_file(str(tmp_path / name))

    @pytest.mark.parametrize("old, new", [(b"{'descr'", b"{('desc'"), (b"(2, 3)", b"(2, 3_"), (b"'<f4'", b"'\\nf4"), (b"False", b"Fals(")])
    def test_a_damaged_header_is_an_error(self, old, new, tmp_path):
        np.save(tmp_path / "whole.npy", np.ones((2, 3), "f4"))
        content = (tmp_path / "whole.npy").read_bytes()
        assert old in content and len(old) == len(new)
        (tmp_path / "damaged.npy").write_bytes(content.replace(old, new))
        with pytest.raises(Error, match="no readable .npy or .npz file"):
            load_file(str(tmp_path / "damaged.npy"))

    def test_an_archive_of_another_program_is_an_error(self, tmp_path):
        with zipfile.ZipFile(tmp_path / "m.keras", "w") as archive:
            archive.writestr("config.json", "{}")
        with pytest.raises(Error, match="'config.json' in it is no array"):
            load_file(str(tmp_path / "m.keras"))


@pytest.mark.parametrize(
    "text, wanted",
    [
        ('2xstring="a b" "c,d"', [b"a b", b"c,d"]),
        ("2x2x!tf_type.string=[a b][c d]", [[b"a", b"b"], [b"c", b"d"]]),
        ('string="\\"\\\\\\n\\xff\\x00é"', b'"\\\n\xff\x00\xc3\xa9'),
        ('3xstring=""', [b"", b"", b""]),
    ],
)
def test_strings(text, wanted):
    array = parse_literal(text)
    assert array.dtype == object
    assert array.tolist() == wanted
    assert parse_literal(literal(array)).tolist() == wanted


def test_too_few_strings():
    with pytest.raises(Error, match="has 2 elements; its type has 3"):
        parse_literal('3xstring="a" "b"')


@pytest.mark.parametrize("dtype", [[("a", "f4")], "M8[ns]", "m8[s]"])
def test_arrays_of_neither_numbers_nor_texts(tmp_path, dtype):
    np.save(tmp_path / "odd.npy", np.zeros(4, dtype))
    with pytest.raises(Error, match="odd.npy' is no readable .npy or .npz file: it holds neither numbers nor texts"):
        load_file(str(tmp_path / "odd.npy"))
