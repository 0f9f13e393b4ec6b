"""Files of TensorFlow's converter, read and written: the same bytes again, what they are as programs, and what of a file is refused."""

import struct
from pathlib import Path

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tftranslate.recognition import kind_of
from tftranslate.tflite.export_module import export_module
from tftranslate.tflite.file_layout import CONSTANTS, FILE, kept_file, module_of_file
from tftranslate.tflite.operators import operators, options_table
from tftranslate.tflite.reading import read
from tftranslate.tflite.schema import schema
from tftranslate.tflite.writing import written

MODELS = sorted((Path(__file__).parents[3] / "models" / "tflite").glob("*/model.tflite"))
NAMES = [path.parent.name for path in MODELS]


def model(name):
    return (MODELS[0].parents[1] / name / "model.tflite").read_bytes()


def reparsed(module):
    return parse(Source("text", print_operation(module, lookup)), lookup, dialect)


def body(module):
    return print_operation(module, lookup).partition("func.func")[2]


def functions(module):
    return {func.get("sym_name"): func for func in module.body}


@pytest.mark.parametrize("path", MODELS, ids=NAMES)
def test_a_file_comes_back_byte_for_byte(path):
    data = path.read_bytes()
    module = module_of_file(data)
    verify(module)
    assert kept_file(reparsed(module)) == data


@pytest.mark.parametrize("path", MODELS, ids=NAMES)
def test_records_are_laid_out_as_the_converter_does(path):
    assert written(read(path.read_bytes())) == path.read_bytes()


@pytest.mark.parametrize("path", MODELS, ids=NAMES)
def test_a_file_made_of_the_program_alone_says_the_same(path):
    module = module_of_file(path.read_bytes())
    data = bytes(written(export_module(module)))
    assert body(module_of_file(data)) == body(module)
    assert len(data) <= len(path.read_bytes())


def test_a_changed_constant_changes_its_bytes_alone():
    data = model("cnn_float")
    module = module_of_file(data)
    text = print_operation(module, lookup).replace("dense<[1, 2]>", "dense<[2, 1]>")
    other = kept_file(parse(Source("text", text), lookup, dialect))
    assert len(other) == len(data)
    assert [(one, two) for one, two in zip(data, other) if one != two] == [(1, 2), (2, 1)]


def test_a_layout_is_not_followed_where_the_program_has_changed():
    module = module_of_file(model("cnn_float"))
    text = print_operation(module, lookup)
    assert kept_file(parse(Source("text", text.replace('"RELU6"', '"RELU"')), lookup, dialect)) is None
    module.set_attribute(FILE, StringAttr("lost"))
    assert kept_file(module) is None


def test_a_damaged_layout_is_not_followed():
    text = print_operation(module_of_file(model("cnn_float")), lookup)
    start = text.index(f"{CONSTANTS} = array<i64: ") + len(f"{CONSTANTS} = array<i64: ")
    wrong = text[:start] + "99999999" + text[text.index(",", start) :]
    assert kept_file(parse(Source("text", wrong), lookup, dialect)) is None


def test_ports_have_the_names_of_signatures():
    named = functions(module_of_file(model("two_signatures")))
    entry = named["decode"].attributes["tf.entry_function"].entries
    assert sorted(entry["inputs"].value.split(",")) == ["code", "scale"]
    assert sorted(entry["outputs"].value.split(",")) == ["size", "x"]
    assert {name for name, func in named.items() if func.get("sym_visibility") != "private"} == {"encode", "decode"}


def test_open_sizes_are_open():
    func = functions(module_of_file(model("two_signatures")))["encode"]
    assert func.attributes["function_type"].value.text == "(tensor<?x6xf32>) -> tensor<?x4xf32>"


def test_control_flow_calls_subgraphs():
    module = module_of_file(model("control_flow"))
    loops = [op for op in module.walk() if op.name in ("tfl.while", "tfl.if")]
    assert sorted({op.name for op in loops}) == ["tfl.if", "tfl.while"]
    called = {op.attributes["callee"].root for op in module.walk() if op.name == "func.call"}
    assert called == {name for name, func in functions(module).items() if func.get("sym_visibility") == "private"}


def test_recognized_by_content():
    assert kind_of(model("cnn_float"), "file") == "TensorFlow Lite model"
    assert kind_of(b"\x1c\0\0\0TFL4" + bytes(20), "file") != "TensorFlow Lite model"


def test_options_of_each_kind_of_the_schema_belong_to_an_operator():
    tables = {options_table(local) for local in operators().values()}
    unions = schema().unions["BuiltinOptions"] + schema().unions["BuiltinOptions2"]
    assert set(unions) - tables == set()


# What is refused


def with_operator(number):
    record = read(model("variables"))
    record["operator_codes"][0].update(builtin_code=number, deprecated_builtin_code=min(number, 127))
    return bytes(written(record))


def test_an_operator_of_a_newer_schema_is_refused_by_its_number():
    with pytest.raises(Error, match="an operator of number 231, which is newer than the schema"):
        module_of_file(with_operator(231))


def test_a_field_of_a_newer_schema_is_refused_by_its_number():
    # A layout of 14 fields, of which the last has a place; the model of today has 10.
    layout = struct.pack("<16H", 32, 8, *[0] * 13, 4)
    data = struct.pack("<I", 8 + len(layout)) + b"TFL3" + layout + struct.pack("<iI", len(layout), 7)
    with pytest.raises(Error, match="Model has a field of number 13, which is of a newer schema"):
        module_of_file(data)


@pytest.mark.parametrize("size", [4, 8, 12, 100, 1000])
def test_a_file_that_ends_early_is_refused(size):
    with pytest.raises(Error, match="byte "):
        module_of_file(model("cnn_float")[:size])
