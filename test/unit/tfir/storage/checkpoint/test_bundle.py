"""Checkpoints that TensorFlow wrote: values, parts of partitioned variables, strings; and what is damaged."""

import pathlib
import shutil

import pytest
from tfir.ir.diagnostics import Error
from tfir.proto import BundleEntryProto
from tfir.storage.checkpoint.bundle import Bundle
from tfir.storage.checkpoint.opening import latest_of
from tfir.storage.checkpoint.parts import stretches
from tfir.storage.checkpoint.slices import slice_key
from tfir.storage.checkpoint.table import MAGIC, read_table
from tfir.storage.checkpoint.write_bundle import header
from tfir.storage.checkpoint.write_table import table_bytes
from tfir.storage.checksums import masked_crc32c

MODELS = pathlib.Path(__file__).parents[4] / "models"


@pytest.fixture
def prefix(tmp_path):
    for file in (MODELS / "resources" / "saved_model" / "variables").iterdir():
        shutil.copy(file, tmp_path / file.name.replace("variables", "v"))
    return str(tmp_path / "v")


def damaged(path: str, at: int) -> None:
    data = bytearray(pathlib.Path(path).read_bytes())
    data[at] ^= 1
    pathlib.Path(path).write_bytes(bytes(data))


@pytest.mark.parametrize(
    "shape, box, expected",
    [
        ((3, 4), [(1, 2), (1, 2)], [(10, 14), (18, 22)]),  # the second and third of the last two rows, 2 bytes each
        ((3, 4), [(1, 2), (0, 4)], [(8, 24)]),  # whole rows lie side by side
        ((2, 2, 2), [(0, 2), (1, 1), (0, 2)], [(4, 8), (12, 16)]),
        ((5,), [(2, 3)], [(4, 10)]),
        ((), [], [(0, 2)]),
        ((3, 4), [(1, 0), (1, 2)], []),
    ],
)
def test_a_part_lies_in_stretches_of_the_whole(shape, box, expected):
    assert list(stretches(shape, box, 2)) == [slice(*stretch) for stretch in expected]


def test_numbers(prefix):
    bundle = Bundle(prefix)
    assert bundle.tensor("w/.ATTRIBUTES/VARIABLE_VALUE").values() == [0.0, 0.25, 0.5, 0.75, 1.0, 1.25]
    assert str(bundle.type("table/.ATTRIBUTES/VARIABLE_VALUE")) == "tensor<5x2xf32>"
    assert bundle.tensor("on/.ATTRIBUTES/VARIABLE_VALUE").values() == [True]


def test_strings_and_parts():
    bundle = Bundle(str(MODELS / "partitioned" / "saved_model" / "variables" / "variables"))
    assert bundle.tensor("names").values() == [b"zero", b"one", b"two", b"three"]
    assert bundle.entry("weights").slices and len(bundle.tensor("weights").data) == 6 * 4 * 4


def test_a_name_that_is_not_there(prefix):
    with pytest.raises(Error, match="has no tensor 'w/.ATTRIBUTES/VARIABLE_VALU'; did you mean 'w/.ATTRIBUTES/VARIABLE_VALUE'"):
        Bundle(prefix).tensor("w/.ATTRIBUTES/VARIABLE_VALU")


def test_every_byte_of_the_data_is_guarded(prefix):
    size = len(pathlib.Path(prefix + ".data-00000-of-00001").read_bytes())
    for at in range(size):
        damaged(prefix + ".data-00000-of-00001", at)
        with pytest.raises(Error, match="is damaged"):
            bundle = Bundle(prefix)
            for name in bundle.names:
                bundle.tensor(name)
        damaged(prefix + ".data-00000-of-00001", at)


def test_damage_of_the_index_is_an_error_or_harmless(prefix):
    whole = {name: Bundle(prefix).tensor(name) for name in Bundle(prefix).names}
    for at in range(len(pathlib.Path(prefix + ".index").read_bytes())):
        damaged(prefix + ".index", at)
        try:
            bundle = Bundle(prefix)
            assert {name: bundle.tensor(name) for name in bundle.names} == whole
        except Error:
            pass
        damaged(prefix + ".index", at)


def test_a_missing_shard_is_named(prefix):
    pathlib.Path(prefix + ".data-00000-of-00001").unlink()
    with pytest.raises(Error, match="v.data-00000-of-00001': No such file"):
        Bundle(prefix).tensor("b/.ATTRIBUTES/VARIABLE_VALUE")


def test_a_length_beyond_all_numbers_is_damage(tmp_path):
    """Of a tensor of one string: a varint of 70 bits."""
    entry = BundleEntryProto(dtype=7, size=14, offset=0)
    entry.shape.SetInParent()
    (tmp_path / "c.index").write_bytes(table_bytes([(b"", header(1)), (b"s", entry.SerializeToString())]))
    (tmp_path / "c.data-00000-of-00001").write_bytes(b"\xff" * 9 + b"\x7f" + bytes(4))
    with pytest.raises(Error, match="tensor 's' is damaged"):
        Bundle(str(tmp_path / "c")).tensor("s")


@pytest.mark.parametrize(
    "written, path", [(r'"m\303\274.ckpt-3"', "mü.ckpt-3"), (r'"\377"', "\udcff"), (r'"a\000b"', None), (r'"\xZ"', None)]
)
def test_the_path_of_the_latest_checkpoint(written, path):
    for text in (f"model_checkpoint_path: {written}\n".encode(), f"other: {written}".encode()):
        assert latest_of(text) == (path if text[:1] == b"m" else None)
    assert latest_of('model_checkpoint_path: "mü"'.encode()) == "mü" and latest_of(b'model_checkpoint_path: "\xff"') == "\udcff"


def test_another_file_is_no_index():
    with pytest.raises(Error, match="does not end in a table's magic number"):
        read_table(b"PK" + bytes(100), "file")


def table(block: bytes, kind: int) -> bytes:
    """A table of one block, put together by hand."""

    def stored(content, kind):
        return content + bytes([kind]) + masked_crc32c(content, bytes([kind])).to_bytes(4, "little")

    restarts = bytes(4) + (1).to_bytes(4, "little")
    index = bytes([0, 1, 2]) + b"z" + bytes([0, len(block)]) + restarts
    footer = bytes([0, 0]) + bytes([len(block) + 5, len(index)])
    return stored(block, kind) + stored(index, 0) + footer.ljust(40, b"\0") + MAGIC


ENTRIES = bytes([0, 3, 1]) + b"abcX" + bytes([2, 1, 1]) + b"dY" + bytes(4) + (1).to_bytes(4, "little")


def test_keys_share_their_beginnings():
    assert read_table(table(ENTRIES, 0), "t") == {b"abc": b"X", b"abd": b"Y"}


def test_blocks_may_be_compressed():
    compressed = bytes([len(ENTRIES), len(ENTRIES) - 1 << 2]) + ENTRIES
    assert read_table(table(compressed, 1), "t") == {b"abc": b"X", b"abd": b"Y"}


def test_an_unknown_compression_is_refused():
    with pytest.raises(Error, match=r"compressed in a way that is not known \(2\)"):
        read_table(table(ENTRIES, 2), "t")


def test_keys_of_parts():
    # 0, "ab" with its end, two dimensions, start and length of each: one byte below 64, two up to 8191, -1 for all
    assert slice_key("ab", [(3, 64), (0, None)]) == b"\x00" + b"ab\x00\x01" + b"\x01\x02" + b"\x83" + b"\xc0\x40" + b"\x80\x7f"
