"""Results in files, and compared with what was expected."""

import numpy as np
import pytest
from tfir.cli.process import UsageError
from tfir.dialects.tf_type import STRING
from tfir.execution.entry import Port
from tfir.execution.inputs import Given, read_values
from tfir.ir.diagnostics import Error
from tfir.ir.types import BF16, F32, TensorType

from tfrun.outputs import Destination, Top, check_destinations, compare, write_outputs

KIND = TensorType((2,), F32)
PORTS = [Port("a/b", KIND, True), Port("file", KIND, True)]
VALUES = [np.array([1, 2], np.float32), np.array([3, 4], np.float32)]


def written(tmp_path, *texts):
    destinations = [Destination(text.format(tmp_path)) for text in texts]
    check_destinations(destinations, PORTS)
    write_outputs([(destinations, PORTS, VALUES, "")])


def test_all_outputs_in_an_archive(tmp_path):
    written(tmp_path, "@{}/out.npz")
    with np.load(tmp_path / "out.npz") as result:
        assert {name: result[name].tolist() for name in result.files} == {"a/b": [1, 2], "file": [3, 4]}


def test_the_same_outputs_are_the_same_bytes(tmp_path):
    written(tmp_path, "@{}/1.npz", "@{}/2.npz")
    assert (tmp_path / "1.npz").read_bytes() == (tmp_path / "2.npz").read_bytes()


def test_one_output_by_name(tmp_path):
    written(tmp_path, "file:0=@{}/f.npy")
    assert np.load(tmp_path / "f.npy").tolist() == [3, 4]


def test_a_failure_leaves_no_file(tmp_path):
    with pytest.raises(Error):
        written(tmp_path, "@{}/first.npz", "@{}/missing/second.npz")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "kind", "complaint"),
    [
        ("@out.npy", Error, "holds one output, but there are 'a/b', 'file'"),
        ("z=@out.npy", Error, "no output 'z'"),
        ("@out.txt", UsageError, "ends in .npy or .npz"),
        ("out.npz", UsageError, "expected -"),
    ],
)
def test_what_is_wrong_is_told_before_anything_runs(tmp_path, text, kind, complaint):
    with pytest.raises(kind, match=complaint):
        check_destinations([Destination(text)], PORTS)


def complaints(actual, expected, rtol=0.0, atol=0.0):
    actual, expected = np.asarray(actual), np.asarray(expected)
    return compare([Port("y", KIND, True)], [actual], [Given("y", expected, "@e.npz")], rtol, atol)


@pytest.mark.parametrize(
    ("found", "wanted", "rtol", "atol"),
    [
        ([1.0, 2.0], [1.0, 2.0], 0, 0),
        ([1.0, 2.01], [1.0, 2.0], 0.01, 0),
        ([1.0, 2.02], [1.0, 2.0], 0, 0.021),
        ([np.nan, np.inf, -np.inf], [np.nan, np.inf, -np.inf], 0, 0),
        ([1, 2], [1, 2], 0, 0),
    ],
)
def test_agreement(found, wanted, rtol, atol):
    assert complaints(found, wanted, rtol, atol) == []


@pytest.mark.parametrize(
    ("found", "wanted", "rtol", "atol"),
    [
        ([1.0, 2.03], [1.0, 2.0], 0.01, 0),
        ([1.0, 2.03], [1.0, 2.0], 0, 0.02),
        ([1.0], [np.nan], 1, 1),
        ([np.nan], [1.0], 1, 1),
        ([np.inf], [1e30], 1, 1),
        ([1e30], [np.inf], 1, 1),
        ([np.inf], [-np.inf], 1, 1),
        ([1, 3], [1, 2], 1, 1),
        ([1.0, 2.0], [1.0], 1, 1),
        ([1.0], [1], 1, 1),
    ],
)
def test_difference(found, wanted, rtol, atol):
    assert len(complaints(found, wanted, rtol, atol)) == 1


def test_the_first_and_the_worst_difference_are_shown():
    (text,) = complaints([0.0, 1.5, 9.0, 3.0], [0.0, 1.0, 2.0, 3.0], atol=0.1)
    assert text.splitlines() == [
        "output 'y': 2 of 4 elements differ",
        "  first at [1]: found 1.5, expected 1.0",
        "  worst at [2]: found 9.0, expected 2.0",
    ]


def test_an_expected_value_for_no_output():
    with pytest.raises(Error, match="no output 'z' to compare"):
        compare(PORTS, VALUES, [Given("z", VALUES[0], "@e.npz")], 0, 0)


def test_bfloat16_comes_back_from_a_file(tmp_path):
    bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
    value = np.array([1, 2.5], bfloat16)
    ports = [Port("y", TensorType((2,), BF16), True)]
    write_outputs([([Destination(f"@{tmp_path}/y.npz")], ports, [value], "")])
    expected = read_values([f"@{tmp_path}/y.npz"])
    assert compare(ports, [value], expected, 0, 0) == []
    assert len(compare(ports, [value + bfloat16(1)], expected, 0, 0)) == 1


STRING_PORTS = [Port("words", TensorType((2,), STRING), True)]


def test_zero_bytes_at_the_ends_of_strings_are_not_lost(tmp_path):
    """A .npz file keeps those inside of strings alone."""
    destinations = [Destination(f"@{tmp_path}/out.npz")]
    write_outputs([(destinations, STRING_PORTS, [np.array([b"a\0b", b""], object)], "")])
    with np.load(tmp_path / "out.npz") as result:
        assert result["words"].tolist() == [b"a\0b", b""]
    (tmp_path / "out.npz").unlink()
    with pytest.raises(Error, match="output 'words' has strings that end in zero bytes"):
        write_outputs([(destinations, STRING_PORTS, [np.array([b"ab", b"a\0"], object)], "")])
    assert not (tmp_path / "out.npz").exists()


def test_strings_that_differ_in_zero_bytes_at_their_ends():
    actual, expected = np.array([b"a\0", b"b"], object), np.array([b"a", b"b"], object)
    assert compare(STRING_PORTS, [actual], [Given("words", actual, "2xstring")], 0, 0) == []
    assert len(compare(STRING_PORTS, [actual], [Given("words", expected, "2xstring")], 0, 0)) == 1
    assert compare(STRING_PORTS, [actual], [Given("words", expected.astype("S"), "@e.npz")], 0, 0) == []


def test_the_greatest_numbers(tmp_path):
    """Of equal numbers the first comes first; NaN is the least; rows are told apart."""
    (tmp_path / "labels").write_text("ant\nbee\ncat\n")
    top = Top(2, str(tmp_path / "labels"))
    assert [line.split() for line in top.lines(np.float32([[0.5, 2, 0.5]]))] == [["2.0", "1", "bee"], ["0.5", "0", "ant"]]
    assert [line.split() for line in top.lines(np.float32([np.nan, -1, -2]))] == [["-1.0", "1", "bee"], ["-2.0", "2", "cat"]]
    assert [line.split()[:2] for line in Top(1, None).lines(np.uint8([[1, 2], [4, 3]]))] == [["row", "0:"], ["row", "1:"]]
    assert top.lines(np.int64([7])) is top.lines(np.float32(1)) is top.lines(np.array([True, False])) is None
    with pytest.raises(Error, match="has 3 labels, and a row of the output 4 numbers"):
        top.lines(np.zeros(4))
