import io
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from tfir.execution.npz import arrays_of, arrays_of_file
from tfir.execution.values import load_file
from tfir.ir.diagnostics import Error

ARRAYS = {
    "scope/x": np.arange(6, dtype=">i2").reshape(2, 3),
    "größe": np.asfortranarray(np.linspace(0, 1, 12, dtype="f4").reshape(3, 4)),
    "none": np.zeros((0, 5), "f8"),
    "scalar": np.array(3 + 4j),
    "texts": np.array(["a", "bc"]),
    "truth": np.array([True, False]),
    "large": np.random.default_rng(7).standard_normal(70_000),
}


def archive(save, arrays=ARRAYS) -> bytes:
    file = io.BytesIO()
    save(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_arrays_as_numpy_reads_them(save, tmp_path):
    path = tmp_path / "a.npz"
    path.write_bytes(archive(save))
    with np.load(path) as expected:
        for arrays in (arrays_of_file(path), arrays_of(path.read_bytes())):
            assert list(arrays) == expected.files == list(ARRAYS)
            for name, array in arrays.items():
                np.testing.assert_array_equal(array, expected[name])
                assert (array.dtype, array.flags.f_contiguous) == (expected[name].dtype, expected[name].flags.f_contiguous)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_damage_is_told_or_changes_no_number(save, tmp_path):
    whole = archive(save, {"x": np.arange(5, dtype="f4"), "y": np.array([7])})
    path, told = tmp_path / "damaged.npz", 0
    for at in range(len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        arrays = arrays_of_file(path)
        assert arrays is None or [array.tolist() for array in arrays.values()] == [[0, 1, 2, 3, 4], [7]]
        try:
            load_file(str(path))
        except Error as error:
            assert "damaged.npz" in str(error)
            told += 1
    assert told > len(whole) // 4


def member(name: str, content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as written:
        written.writestr(name, content)
    return file.getvalue()


def test_what_is_left_to_numpy():
    array = io.BytesIO()
    np.save(array, np.ones(2))
    commented = io.BytesIO(member("x.npy", array.getvalue()))
    with zipfile.ZipFile(commented, "a") as written:
        written.comment = b"of another program"
    assert arrays_of(member("x.npy", array.getvalue()))["x"].tolist() == [1, 1]
    assert arrays_of(commented.getvalue()) is None
    assert arrays_of(member("config.json", b"{}")) is None
    assert arrays_of(member("x.npy", b"no array")) is None
    assert arrays_of(member("x.npy", array.getvalue() + b"more")) is None
    assert arrays_of(array.getvalue()) is None
    assert arrays_of(b"") is None


def test_zipfile_is_not_imported(tmp_path):
    (tmp_path / "a.npz").write_bytes(archive(np.savez))
    program = f"import sys; from tfir.execution.values import load_file; print(len(load_file({str(tmp_path / 'a.npz')!r})), 'zipfile' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout.split() == [str(len(ARRAYS)), "False"]
