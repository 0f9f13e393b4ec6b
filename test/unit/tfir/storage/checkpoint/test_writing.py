"""Checkpoints that we write are TensorFlow's to the byte; tensors come through .npz and .safetensors and back."""

import json
import pathlib
import re

import ml_dtypes
import numpy
import pytest
from tfir.dialects.tf_type import STRING
from tfir.execution.checkpoints import restored
from tfir.ir.dense import DenseAttr, DenseStringsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import IntegerType, TensorType
from tfir.ods.arrays import array_of, dense_of
from tfir.storage.checkpoint import npz, safetensors
from tfir.storage.checkpoint.bundle import Bundle
from tfir.storage.checkpoint.opening import open_checkpoint
from tfir.storage.checkpoint.table import read_table
from tfir.storage.checkpoint.write_bundle import write_bundle
from tfir.storage.checkpoint.write_table import BLOCK_SIZE, separator, successor, table_bytes

from tfrun.main import main as tf_run
from tftranslate.main import main

MODELS = pathlib.Path(__file__).parents[4] / "models"
PARTS = (".index", ".data-00000-of-00001")


def strings(*texts: bytes) -> DenseStringsAttr:
    return DenseStringsAttr(TensorType((len(texts),), STRING), texts)


def same_files(one: str, other: str) -> bool:
    return all(pathlib.Path(one + part).read_bytes() == pathlib.Path(other + part).read_bytes() for part in PARTS)


@pytest.mark.parametrize("model", ["resources", "unnamed"])
@pytest.mark.parametrize("form", ["npz", "safetensors"])
def test_a_checkpoint_of_tensorflow_comes_back_to_the_byte(model, form, tmp_path):
    prefix, file, back = str(MODELS / model / "saved_model" / "variables" / "variables"), str(tmp_path / f"a.{form}"), str(tmp_path / "b")
    assert main([f"--checkpoint-to-{form}", prefix, "-o", file]) == 0
    assert main([f"--{form}-to-checkpoint", file, "-o", back]) == 0
    assert same_files(prefix, back)


def test_a_saved_model_stands_for_its_checkpoint(tmp_path):
    file = tmp_path / "a.npz"
    assert main(["--checkpoint-to-npz", str(MODELS / "resources" / "saved_model"), "-o", str(file)]) == 0
    assert numpy.load(file)["w/.ATTRIBUTES/VARIABLE_VALUE"].tolist() == [[0.0, 0.25, 0.5], [0.75, 1.0, 1.25]]


def test_parts_of_a_variable_are_written_as_one(tmp_path):
    parted = Bundle(str(MODELS / "partitioned" / "saved_model" / "variables" / "variables"))
    write_bundle(str(tmp_path / "a"), parted.in_order())
    whole = Bundle(str(tmp_path / "a"))
    assert not whole.entry("weights").slices and whole.tensor("weights") == parted.tensor("weights")
    assert whole.tensor("names").values() == [b"zero", b"one", b"two", b"three"]


def test_tables_have_blocks_of_bounded_size():
    entries = [(b"key/%08d" % number, b"v" * 100) for number in range(3 * BLOCK_SIZE // 100)]
    assert list(read_table(table_bytes(entries), "t").items()) == entries
    assert read_table(table_bytes([]), "t") == {}


@pytest.mark.parametrize(
    "last, following, expected",
    [
        (b"abcd", b"abzz", b"abd"),  # c and z part them, and d lies between
        (b"abc", b"abd", b"abc"),  # nothing shorter does
        (b"ab", b"abc", b"ab"),  # a prefix
        (b"a\xffc", b"b", b"a\xffc"),
    ],
)
def test_the_index_has_short_keys(last, following, expected):
    assert separator(last, following) == expected and last <= separator(last, following) < following


def test_the_last_key_of_an_index_is_short_too():
    assert (successor(b"abc"), successor(b"\xff\xffa"), successor(b"\xff")) == (b"b", b"\xff\xffb", b"\xff")


TYPES = ["bool", "int8", "uint8", "int16", "uint16", "float16", "int32", "uint32", "float32", "int64", "uint64", "float64", "complex64"]
EXTENDED = [ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]


def tensors() -> list:
    arrays = [(f"t/{numpy.dtype(each)}", numpy.array([[0, 1], [2, 3], [1, 1]]).astype(each)) for each in [*TYPES, *EXTENDED]]
    arrays += [("scalar", numpy.float32(7)), ("none", numpy.zeros((0, 3), "int64"))]
    return [
        *[(name, dense_of(array)) for name, array in arrays],
        ("words", strings(b"", b"a" * 300, b"\xff")),
        ("é", dense_of(numpy.int8(1))),
    ]


def test_every_type_goes_through_every_form(tmp_path):
    given, prefix = tensors(), str(tmp_path / "a")
    write_bundle(prefix, given)
    assert list(Bundle(prefix).in_order()) == given
    data = b"".join(bytes(piece) for piece in safetensors.pieces(given))
    assert safetensors.tensors_of(data, "f") == given
    assert list(npz.tensors_of(dict(npz.arrays(given)), "f")) == given


def test_small_integers_have_a_byte_each(tmp_path):
    """Whose upper bits are zeros, as TensorFlow writes them."""
    write_bundle(str(tmp_path / "a"), [("x", DenseAttr.of([7, -4, -1], TensorType((3,), IntegerType(4, "s"))))])
    assert (tmp_path / "a.data-00000-of-00001").read_bytes()[:3] == bytes([7, 12, 15])
    assert Bundle(str(tmp_path / "a")).tensor("x").values() == [7, -4, -1]
    assert main(["--checkpoint-to-npz", str(tmp_path / "a"), "-o", str(tmp_path / "a.npz")]) == 0
    assert main(["--npz-to-checkpoint", str(tmp_path / "a.npz"), "-o", str(tmp_path / "b")]) == 0
    assert same_files(str(tmp_path / "a"), str(tmp_path / "b"))


def test_zeros_at_the_end_of_strings(tmp_path):
    """NumPy cuts them off; records keep them, with their lengths where these differ."""
    alone = [("a", DenseStringsAttr(TensorType((), STRING), [b"x\0"], True))]
    assert list(npz.tensors_of(dict(npz.arrays(alone)), "f")) == alone
    several = [("b", strings(b"x\0", b"yyy", b""))]
    assert list(npz.tensors_of(dict(npz.arrays(several)), "f")) == several
    with pytest.raises(Error, match="f: array 'b': its elements do not end in their lengths"):
        list(npz.tensors_of({"b": numpy.zeros(1, [("strings", "V9")]).view("u1").__iadd__(9).view([("strings", "V9")])}, "f"))
    data = b"".join(bytes(piece) for piece in safetensors.pieces([("b", strings(b"x\0", b"yyy"))]))
    assert safetensors.tensors_of(data, "f") == [("b", strings(b"x\0", b"yyy"))]


ODD = MODELS / "odd_types"
QUANTIZED = {
    "qint8": [-128, 0, 127], "quint8": [255, 1, 0], "qint16": [-32768, 5, 32767], "quint16": [65535, 1, 0], "qint32": [-(2**31), 7, 2**31 - 1],
}  # fmt: skip
WORDS = [b"a", b"bc", b"", b"\0d\0", b"eee", b"f" * 200]


def test_quantized_numbers_and_what_is_in_parts():
    """As tools/make_saved_models.py saved them with TensorFlow."""
    bundle, first = open_checkpoint(str(ODD / "all")), open_checkpoint(str(ODD / "first_format"))
    for name, numbers in QUANTIZED.items():
        assert bundle.tensor(name).type.element.text == f"!tf_type.{name}" and array_of(bundle.tensor(name)).tolist() == numbers
        assert name.endswith("16") or array_of(first.tensor(name)).tolist() == numbers
    assert array_of(bundle.tensor("scalar")).tolist() == -3
    assert array_of(bundle.tensor("rows")).tolist() == numpy.arange(-6, 6).reshape(3, 4).tolist()
    assert bundle.tensor("words").values() == first.tensor("words").values() == WORDS
    assert bundle.tensor("words").type.shape == (3, 2)


@pytest.mark.parametrize("form", ["npz", "safetensors"])
def test_odd_types_come_back_to_the_byte(form, tmp_path):
    """What is in parts once, since it is written as a whole."""
    given, whole = str(ODD / "all"), str(tmp_path / "whole")
    write_bundle(whole, Bundle(given).in_order())
    file, back = str(tmp_path / f"a.{form}"), str(tmp_path / "b")
    for prefix in (given, whole):
        assert main([f"--checkpoint-to-{form}", prefix, "-o", file]) == 0
        assert main([f"--{form}-to-checkpoint", file, "-o", back]) == 0
        assert same_files(whole, back)
    assert [Bundle(given).stored("pairs", Bundle(given).entry("pairs"), False)] == [
        Bundle(back).stored("pairs", Bundle(back).entry("pairs"), False)
    ]
    assert Bundle(back).entry("pairs").crc32c == Bundle(given).entry("pairs").crc32c


SAVES = """tfg.graph #tf_type.version<producer = 2474, min_consumer = 12> {
  %x, %c0 = Const name("x") {dtype = i8, value = dense<[-128, 0, 127]> : tensor<3xi8>} : () -> (tensor<*xi8>)
  %q, %c1 = Bitcast(%x) name("q") {T = i8, type = !tf_type.qint8} : (tensor<*xi8>) -> (tensor<*x!tf_type.qint8>)
  %file, %c2 = Const name("file") {dtype = !tf_type.string, value = dense<"a"> : tensor<!tf_type.string>} : () -> (tensor<*x!tf_type.string>)
  %name, %c3 = Const name("name") {dtype = !tf_type.string, value = dense<"qint8"> : tensor<1x!tf_type.string>} : () -> (tensor<*x!tf_type.string>)
  %all, %c4 = Const name("all") {dtype = !tf_type.string, value = dense<""> : tensor<1x!tf_type.string>} : () -> (tensor<*x!tf_type.string>)
  %save = SaveV2(%file, %name, %all, %q) name("save") {dtypes = [!tf_type.qint8]} : tensor<*x!tf_type.string>, tensor<*x!tf_type.string>, tensor<*x!tf_type.string>, tensor<*x!tf_type.qint8>
  %i, %c5 = RestoreV2(%file, %name, %all) name("i") {dtypes = [i8]} : (tensor<*x!tf_type.string>, tensor<*x!tf_type.string>, tensor<*x!tf_type.string>) -> (tensor<*xi8>)
}
"""


def test_a_program_saves_quantized_numbers_as_what_they_are(tmp_path, capsys):
    """And does not restore them as integers, nor strings in parts as a whole, as TensorFlow does not."""
    (tmp_path / "m.mlir").write_text(SAVES)
    assert tf_run([str(tmp_path / "m.mlir"), "--device=interpreter", f"--files-dir={tmp_path}", "--fetch=^save"]) == 0
    saved = Bundle(str(tmp_path / "a"))
    assert saved.tensor("qint8") == Bundle(str(ODD / "all")).tensor("qint8")
    assert tf_run([str(tmp_path / "m.mlir"), "--device=interpreter", f"--files-dir={tmp_path}", "--fetch=i"]) == 1
    assert "tensor_name = qint8; expected dtype int8 does not equal original dtype qint8" in capsys.readouterr().err
    with pytest.raises(Error, match="Dtype string not supported."):
        restored(str(ODD / "all"), "all", "words", "", STRING)
    assert restored(str(ODD / "all"), "all", "words", "3 2 0,1:-", STRING).tolist() == [[b"a", b"bc"]]


def test_the_first_format_has_not_all_of_them(tmp_path, capsys):
    assert main(["--checkpoint-to-npz", str(ODD / "all"), "-o", str(tmp_path / "a.npz")]) == 0
    assert main(["--npz-to-checkpoint", "--first-format", str(tmp_path / "a.npz"), "-o", str(tmp_path / "b")]) == 1
    assert "Saving data type qint16 not yet supported" in capsys.readouterr().err
    assert main(["--checkpoint-to-safetensors", str(ODD / "first_format"), "-o", str(tmp_path / "a.safetensors")]) == 0
    assert main(["--safetensors-to-checkpoint", "--first-format", str(tmp_path / "a.safetensors"), "-o", str(tmp_path / "b")]) == 0
    back = open_checkpoint(str(tmp_path / "b"))
    assert array_of(back.tensor("quint8")).tolist() == [255, 1, 0] and back.tensor("words").values() == WORDS


def test_every_byte_of_variants_is_guarded(tmp_path):
    data = bytearray((ODD / "all.data-00000-of-00001").read_bytes())
    (tmp_path / "all.index").write_bytes((ODD / "all.index").read_bytes())
    entry = Bundle(str(ODD / "all")).entry("pairs")
    for at in range(entry.offset, entry.offset + entry.size):
        data[at] ^= 4
        (tmp_path / "all.data-00000-of-00001").write_bytes(data)
        with pytest.raises(Error, match="tensor 'pairs' is damaged"):
            Bundle(str(tmp_path / "all")).tensor("pairs")
        data[at] ^= 4


@pytest.mark.parametrize("types, message", [
    ('{"a": "DT_QINT16"}', "tensor 'a' is of type I8, and of DT_QINT16 in '__metadata__'"),
    ('{"a": "DT_FLOAT"}', "tensor 'a' is of type I8, and of DT_FLOAT in '__metadata__'"),
    ('{"a": "DT_NONE"}', "'tensorflow_types' in its '__metadata__' is damaged"),
    ("[]", "'tensorflow_types' in its '__metadata__' is damaged"),
])  # fmt: skip
def test_a_type_that_the_numbers_are_not_of(types, message):
    header = {"__metadata__": {"tensorflow_types": types}, "a": {"dtype": "I8", "shape": [2], "data_offsets": [0, 2]}}
    text = json.dumps(header).encode()
    with pytest.raises(Error, match=re.escape(message)):
        safetensors.tensors_of(len(text).to_bytes(8, "little") + text + b"ab", "f")


def test_safetensors_are_laid_out_by_alignment():
    """By hand: i8 behind f32, although it comes first; the header padded to eight bytes."""
    given = [("b", dense_of(numpy.array([1, 2, 3], "int8"))), ("a", dense_of(numpy.array([1.0, -1.0], "float32")))]
    data = b"".join(bytes(piece) for piece in safetensors.pieces(given))
    size = int.from_bytes(data[:8], "little")
    assert size % 8 == 0 and json.loads(data[8 : 8 + size]) == {
        "b": {"dtype": "I8", "shape": [3], "data_offsets": [8, 11]}, "a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
    }  # fmt: skip
    assert data[8 + size :] == bytes.fromhex("0000803f 000080bf 010203")


def file_of(header: dict, content: bytes) -> bytes:
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + content


@pytest.mark.parametrize(
    "header, content, message",
    [
        ({"a": {"dtype": "I8", "shape": [2], "data_offsets": [0, 2]}}, b"abc", "its tensors have 2 bytes, the file has 3 for them"),
        ({"a": {"dtype": "I8", "shape": [2], "data_offsets": [1, 3]}}, b"abc", "bytes 0 to 1 belong to no tensor"),
        ({"a": {"dtype": "I8", "shape": [3], "data_offsets": [0, 2]}}, b"ab", "tensor 'a' of tensor<3xi8> has 2 bytes"),
        ({"a": {"dtype": "F8_E8M0", "shape": [2], "data_offsets": [0, 2]}}, b"ab", "type F8_E8M0, which TensorFlow does not have"),
        ({"a": {"dtype": "I8", "shape": [-1], "data_offsets": [0, 2]}}, b"ab", "tensor 'a' has a damaged shape"),
        ({"a": {"dtype": "I8", "data_offsets": [0, 2]}}, b"ab", "tensor 'a' has no 'shape'"),
        ({"a": 3}, b"", "tensor 'a' is not described"),
        (
            {"__metadata__": {"tensorflow_strings": '[{"name": "s", "shape": [2], "position": 0, "base64": ["!"]}]'}},
            b"",
            "'tensorflow_strings' in its '__metadata__' is damaged",
        ),
    ],
)
def test_damaged_safetensors(header, content, message):
    with pytest.raises(Error, match=message):
        safetensors.tensors_of(file_of(header, content), "f")


def test_a_cut_file_is_damaged():
    data = b"".join(bytes(piece) for piece in safetensors.pieces(tensors()))
    for size in range(0, len(data), 7):
        with pytest.raises(Error, match="f: a damaged .safetensors file"):
            safetensors.tensors_of(data[:size], "f")


def test_what_is_no_tensor_of_tensorflow(tmp_path):
    with pytest.raises(Error, match="f: array 'a': bytes of no type may be any float8"):
        list(npz.tensors_of({"a": numpy.zeros(2, "V1")}, "f"))
    with pytest.raises(Error, match="f: array 'a': no element type stands for"):
        list(npz.tensors_of({"a": numpy.zeros(2, "datetime64[s]")}, "f"))
    with pytest.raises(Error, match=r"tensor 'a' of type tensor<complex<f64>>: .safetensors has no such element type"):
        list(safetensors.pieces([("a", dense_of(numpy.complex128(1)))]))


def test_command_lines(tmp_path, capsys):
    prefix = str(MODELS / "resources" / "saved_model" / "variables" / "variables")
    file = str(tmp_path / "a.safetensors")
    assert main(["--checkpoint-to-safetensors", prefix, "-o", file]) == 0
    assert main(["--inspect", file]) == 0
    assert "w/.ATTRIBUTES/VARIABLE_VALUE: float32[2x3]  24 bytes" in capsys.readouterr().out
    assert main(["--safetensors-to-checkpoint", file]) == 2
    assert "-o PREFIX says how their names begin" in capsys.readouterr().err
    assert main(["--checkpoint-to-npz", file, "-o", "-"]) == 1
    assert "not a checkpoint but a safetensors; --safetensors-to-checkpoint reads that" in capsys.readouterr().err
