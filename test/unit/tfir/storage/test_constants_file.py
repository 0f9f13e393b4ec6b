"""Constants of a program in a file beside its text."""

import json
import struct
from base64 import b64decode

import numpy
import pytest
from tfir.bytecode.source import parse_source
from tfir.dialects import lookup
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.storage.constants_file import put_back, take_out, write_constants
from tfir.text.printer import PrintOptions, print_pieces

from tfopt.main import main as tf_opt
from tfrun.main import main as tf_run
from tftranslate.main import main as tf_translate


def parsed(text: str):
    return parse_source(Source("(test)", text))


def printed(module) -> str:
    return "".join(print_pieces(module, lookup, PrintOptions()))


def constant(data: bytes, type: str) -> str:
    return f'"stablehlo.constant"() <{{value = dense<"0x{data.hex().upper()}"> : {type}}}> : () -> {type}'


def program(*constants: str) -> str:
    return "func.func @f() {\n" + "".join([f"  %{number} = {each}\n" for number, each in enumerate(constants)]) + "  return\n}\n"


NUMBERS = numpy.arange(120, dtype="<f4")


def read_by_hand(data: bytes) -> tuple[dict, bytes]:
    """A file by its format's description: the length of the header, the header, the bytes of all tensors."""
    (size,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8 : 8 + size]), data[8 + size :]


def test_a_file_holds_what_the_text_no_longer_says(tmp_path):
    text = program(constant(NUMBERS.tobytes(), "tensor<4x30xf32>"), constant(NUMBERS[:100].tobytes(), "tensor<100xf32>"))
    module = parsed(text)
    before = printed(module)
    taken = take_out(module)
    shown = printed(module)
    # A hundred elements stay, as they are printed as numbers; of more there is the name.
    assert len(taken) == 1 and shown.count("dense_resource<") == 1 and "dialect_resources" not in shown and "dense<[0.000000e+00" in shown
    path = tmp_path / "w.safetensors"
    write_constants(str(path), taken)
    header, data = read_by_hand(path.read_bytes())
    (name,) = header
    assert header[name] == {"dtype": "F32", "shape": [4, 30], "data_offsets": [0, 480]} and data == NUMBERS.tobytes()
    again = parsed(shown)
    put_back(again, str(path))
    assert printed(again) == before


TYPES = {
    "i1": bytes([0, 1] * 60), "i4": bytes([7, 0xF8] * 60), "ui8": bytes(range(120)), "bf16": bytes(range(240)), "i64": bytes(range(240)) * 4,
    "complex<f32>": NUMBERS.tobytes() * 2, "f8E4M3FN": bytes(range(120)), "i2": bytes([1, 0xFE] * 60),
    "complex<f64>": NUMBERS.tobytes() * 4, "f8E8M0FNU": bytes(range(120)), "f8E4M3": bytes(range(120)),
}  # fmt: skip


@pytest.mark.parametrize("element", TYPES)
def test_types(element, tmp_path):
    module = parsed(program(constant(TYPES[element], f"tensor<120x{element}>")))
    before = printed(module)
    write_constants(str(tmp_path / "w.safetensors"), take_out(module))
    assert "dense_resource<" in printed(module)
    put_back(module, str(tmp_path / "w.safetensors"))
    assert printed(module) == before


@pytest.mark.parametrize("text", [
    program(constant(NUMBERS.tobytes() * 4, "tensor<120xi128>")),
    program("stablehlo.constant dense<1.0> : tensor<1000xf32>"),
    program('"tf.Const"() {value = dense<"' + "a" * 3 + '"> : tensor<200x!tf_type.string>} : () -> tensor<200x!tf_type.string>'),
])  # fmt: skip
def test_what_the_format_does_not_have_stays(text):
    """And what is one element, which takes no room in the text."""
    module = parsed(text)
    before = printed(module)
    assert not take_out(module) and printed(module) == before


def test_indices_are_whole_numbers_of_64_bits(tmp_path):
    data = numpy.arange(120, dtype="<i8").tobytes()
    module = parsed(program(f'"arith.constant"() <{{value = dense<"0x{data.hex()}"> : tensor<120xindex>}}> : () -> tensor<120xindex>'))
    write_constants(str(tmp_path / "w.safetensors"), take_out(module))
    header, stored = read_by_hand((tmp_path / "w.safetensors").read_bytes())
    assert [each["dtype"] for each in header.values()] == ["I64"] and stored == data


def test_complex_numbers_of_128_bits_are_pairs(tmp_path):
    """For other readers an array of one more dimension, here of the numbers 1 + 2i, 3 + 4i and so on; and all alike, as a text may have them at its end."""
    path = tmp_path / "w.safetensors"
    pairs = numpy.arange(1, 241, dtype="<f8")
    write_constants(str(path), take_out(parsed(program(constant(pairs.tobytes(), "tensor<4x30xcomplex<f64>>")))))
    header, stored = read_by_hand(path.read_bytes())
    assert [(each["dtype"], each["shape"]) for each in header.values()] == [("F64", [4, 30, 2])] and stored == pairs.tobytes()
    for pair in ("000000000000F03F" * 2, "000000000000F03F0000000000000040"):
        text = (
            program("stablehlo.constant dense_resource<w> : tensor<2xcomplex<f64>>")
            + f'{{-# dialect_resources: {{ builtin: {{ w: "0x01000000{pair * 2}" }} }} #-}}\n'
        )
        module = parsed(text)
        write_constants(str(path), take_out(module))
        put_back(module, str(path))
        expected = "(1.000000e+00,1.000000e+00)" if pair[:16] == pair[16:] else "[(1.000000e+00,2.000000e+00), (1.000000e+00,2.000000e+00)]"
        assert f"dense<{expected}> : tensor<2xcomplex<f64>>" in printed(module)


@pytest.mark.parametrize("count, length, is_out", [(120, 3, True), (100, 3, False), (1, 2000, True), (1, 1000, False), (2, 600, True)])
def test_text_stands_in_the_metadata(count, length, is_out, tmp_path):
    """Where it takes room: of more elements than are printed as numbers, or of more than 1024 bytes."""
    words = [str(number).rjust(length, "x").encode() for number in range(count)]
    listed = ", ".join([f'"{word.decode()}"' for word in words])
    text = listed if count == 1 else f"[{listed}]"
    kind = f"tensor<{f'{count}x' if count > 1 else ''}!tf_type.string>"
    module = parsed(program(f'"tf.Const"() {{value = dense<{text}> : {kind}}} : () -> {kind}'))
    before, path = printed(module), tmp_path / "w.safetensors"
    write_constants(str(path), take_out(module))
    assert ("dense_resource<" in printed(module)) == is_out
    header, _ = read_by_hand(path.read_bytes())
    texts = [each["base64"] for each in json.loads(header.get("__metadata__", {}).get("tensorflow_strings", "[]"))]
    assert [[b64decode(text) for text in each] for each in texts] == ([words] if is_out else [])
    put_back(module, str(path))
    assert printed(module) == before


def test_equal_constants_are_one_and_other_names_are_free():
    """A name that the text has for data of its own is not given to a constant of a node that is called so."""
    one, other = constant(NUMBERS.tobytes(), "tensor<120xf32>"), constant(NUMBERS[::-1].tobytes(), "tensor<120xf32>")
    named = [f'{each} loc("w")' for each in (one, other, one)]
    module = parsed(program(*named, "stablehlo.constant dense_resource<w> : tensor<2xf32>"))
    assert [name for name, _ in take_out(module)] == ["w_1", "w_2"]


def test_data_at_the_end_of_a_text_go_out_too():
    text = (
        program("stablehlo.constant dense_resource<w> : tensor<2xf32>")
        + '\n{-# dialect_resources: { builtin: { w: "0x040000000000803F00000040" } } #-}\n'
    )
    ((name, taken),) = take_out(parsed(text))
    assert (name, bytes(taken.data)) == ("w", numpy.array([1, 2], "<f4").tobytes())


def test_what_is_wrong_with_a_file_is_told_by_name(tmp_path):
    path = str(tmp_path / "w.safetensors")
    names = [f"stablehlo.constant dense_resource<w{number}> : tensor<120xf32>" for number in range(6)]
    module = parsed(program(constant(NUMBERS.tobytes(), "tensor<120xf32>") + ' loc("w0")'))
    write_constants(path, take_out(module))
    for text, expected in (
        (program(*names), "w.safetensors does not have 'w1', 'w2', 'w3', 'w4' and 1 others"),
        (program(names[0].replace("120xf32", "2x60xf32")), "constant 'w0' is a tensor<2x60xf32> here, and a tensor<120xf32> in "),
        (program(names[0].replace("120xf32", "120xi32")), "constant 'w0' is a tensor<120xi32> here, and a tensor<120xf32> in "),
    ):
        with pytest.raises(Error) as raised:
            put_back(parsed(text), path)
        assert expected in str(raised.value)
    whole = (tmp_path / "w.safetensors").read_bytes()
    (tmp_path / "w.safetensors").write_bytes(whole[:-4])
    with pytest.raises(Error, match="a damaged .safetensors file: its tensors have 480 bytes, the file has 476"):
        put_back(parsed(program(names[0])), path)
    with pytest.raises(Error, match="cannot read .*nowhere.safetensors"):
        put_back(parsed(program(names[0])), "nowhere.safetensors")


def test_the_three_tools(tmp_path, monkeypatch, capfd):
    """From text to text, run, and run again with other numbers in a file of the same name: nothing that was kept stands for them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    body = "func.func @main(%a: tensor<120xf32>) -> tensor<120xf32> {{\n  %0 = {}\n  %1 = stablehlo.add %a, %0 : tensor<120xf32>\n  return %1 : tensor<120xf32>\n}}\n"
    (tmp_path / "x.mlir").write_text(body.format(constant(NUMBERS.tobytes(), "tensor<120xf32>")))
    (tmp_path / "y.mlir").write_text(body.format(constant(NUMBERS[::-1].tobytes(), "tensor<120xf32>")))
    assert tf_opt(["x.mlir", "--constants-output=@w.safetensors", "-o", "small.mlir"]) == 0
    assert tf_opt(["x.mlir", "-o", "whole.mlir"]) == tf_opt(["small.mlir", "--constants=@w.safetensors", "-o", "again.mlir"]) == 0
    assert (tmp_path / "whole.mlir").read_bytes() == (tmp_path / "again.mlir").read_bytes()
    numpy.save("ones.npy", numpy.ones(120, "<f4"))
    for name, sums in (("x", NUMBERS + 1), ("y", NUMBERS[::-1] + 1)):
        assert tf_opt([f"{name}.mlir", "--constants-output=@w.safetensors", "-o", "small.mlir"]) == 0
        numpy.save("sums.npy", sums)
        run = ["small.mlir", "--constants=@w.safetensors", "--device=cpu", "--input=@ones.npy", "--expected-output=@sums.npy"]
        assert tf_run(run) == 0, name
    assert tf_run(["small.mlir", "--device=interpreter", "--input=@ones.npy"]) == 1
    assert "--constants=@FILE.safetensors names one that has" in capfd.readouterr().err
    assert tf_translate(["--mlir-to-hlo-text", "small.mlir", "--constants=@w.safetensors", "-o", "x.hlo"]) == 0
    assert "constant({119, 118, " in (tmp_path / "x.hlo").read_text()


@pytest.mark.parametrize("tool, words, message", [
    (tf_opt, ["x.mlir", "--constants-output=@w.safetensors", "--emit-bytecode", "-o", "x"], "--emit-bytecode asks for something else"),
    (tf_opt, ["x.mlir", "--constants=@w.bin"], "the name of a file that ends in .safetensors"),
    (tf_run, ["x.pb", "--constants=@w.safetensors"], "is a file with its own"),
    (tf_translate, ["--graphdef-to-mlir", "x.pb", "--constants=@w.safetensors"], "--graphdef-to-mlir reads something else"),
    (tf_translate, ["--mlir-to-graphdef", "x.mlir", "--constants-output=@w.safetensors", "-o", "y.pb"], "writes something else"),
    (tf_translate, ["--graphdef-to-mlir", "x.pb", "--constants-output=@w.bin"], "of IR it is a file that ends in .safetensors"),
])  # fmt: skip
def test_flags_that_do_not_go_together(tool, words, message, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.mlir").write_text("module {}\n")
    (tmp_path / "x.pb").write_bytes(b"\n\x0c\n\x01x\x12\x05NoOp ")
    assert tool(words) == 2 and message in capfd.readouterr().err
