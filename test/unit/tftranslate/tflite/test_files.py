"""Files of TensorFlow's converter, read and written: the same bytes again, what they are as programs, and what of a file is refused."""

import struct
from pathlib import Path

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ods.arrays import array_of
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
def test_records_are_as_before_in_a_file_that_is_smaller(path):
    again = written(read(path.read_bytes()))
    assert read(again) == read(path.read_bytes())
    assert len(again) < path.stat().st_size  # vectors that are alike stand there once


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


STATE = """func.func @main(%x: tensor<1x4xf32>) -> tensor<1x2xf32> {
  %w = "tfl.pseudo_const"() {value = dense<0.5> : tensor<8x6xf32>} : () -> tensor<8x6xf32>
  %b = "tfl.pseudo_const"() {value = dense<0.25> : tensor<8xf32>} : () -> tensor<8xf32>
  %h = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x2xf32>, tfl.is_variable} : () -> tensor<1x2xf32>
  %c = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x2xf32>, tfl.is_variable} : () -> tensor<1x2xf32>
  %0:4 = "tfl.basic_lstm"(%x, %h, %w, %b, %c) {fused_activation_function = "TANH"}
    : (tensor<1x4xf32>, tensor<1x2xf32>, tensor<8x6xf32>, tensor<8xf32>, tensor<1x2xf32>)
    -> (tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x6xf32>, tensor<1x8xf32>)
  return %0#0 : tensor<1x2xf32>
}"""


LOOP = """
func.func @main(%a: tensor<i32>, %b: tensor<1x3xf32>) -> tensor<1x3xf32> attributes {tf.entry_function = {inputs = "a,b", outputs = "c"}} {
  %0:2 = "tfl.while"(%a, %b) ({
  ^bb0(%c: tensor<i32>, %d: tensor<SIZEx3xf32>):
    %1 = func.call @less(%c, %d) : (tensor<i32>, tensor<SIZEx3xf32>) -> tensor<i1>
    "tfl.yield"(%1) : (tensor<i1>) -> ()
  }, {
  ^bb0(%c: tensor<i32>, %d: tensor<SIZEx3xf32>):
    %1:2 = func.call @step(%c, %d) : (tensor<i32>, tensor<SIZEx3xf32>) -> (tensor<i32>, tensor<SIZEx3xf32>)
    "tfl.yield"(%1#0, %1#1) : (tensor<i32>, tensor<SIZEx3xf32>) -> ()
  }) : (tensor<i32>, tensor<1x3xf32>) -> (tensor<i32>, tensor<1x3xf32>)
  return %0#1 : tensor<1x3xf32>
}
func.func private @less(%a: tensor<i32>, %b: tensor<SIZEx3xf32>) -> tensor<i1> {
  %0 = "tfl.less"(%a, %a) : (tensor<i32>, tensor<i32>) -> tensor<i1>
  return %0 : tensor<i1>
}
func.func private @step(%a: tensor<i32>, %b: tensor<SIZEx3xf32>) -> (tensor<i32>, tensor<SIZEx3xf32>) {
  return %a, %b : tensor<i32>, tensor<SIZEx3xf32>
}
"""


@pytest.mark.parametrize("size", ["1", "?"])
def test_a_loop_may_leave_sizes_open_that_its_operands_have(size):
    """As in files of TensorFlow's converter where lists of tensors stay TensorFlow's."""
    module = module_of_file(bytes(written(export_module(parse(Source("loop", LOOP.replace("SIZE", size)), lookup, dialect)))))
    verify(module)
    (loop,) = [op for op in module.walk() if op.name == "tfl.while"]
    assert [str(argument.type) for argument in loop.regions[1].entry.arguments] == ["tensor<i32>", f"tensor<{size}x3xf32>"]
    assert str(loop.results[1].type) == "tensor<1x3xf32>"


def test_a_word_among_the_options_of_lstm_makes_another_op_of_it():
    data = bytes(written(export_module(parse(Source("t.mlir", STATE), lookup, dialect))))
    record = read(data)
    (code,), (graph,) = record["operator_codes"], record["subgraphs"]
    assert (code["builtin_code"], code["version"]) == (16, 2)
    assert graph["operators"][0]["builtin_options"][1]["kernel_type"] == "BASIC"
    (cell,) = [op for op in module_of_file(data).walk() if len(op.results) == 4]
    assert cell.name == "tfl.basic_lstm" and len(cell.operands) == 5


@pytest.mark.parametrize("storage, begins", [("i8", 5), ("u8", 0), ("i16", 0)])
def test_bytes_with_a_sign_begin_as_zeros_of_their_scale(storage, begins):
    """As TensorFlow Lite's interpreter has variables begin, which other integers do as 0."""
    type, stored = f"tensor<2x!quant.uniform<{storage}:f32, 0.5:5>>", f"tensor<2x{storage.replace('u', 'ui')}>"
    module = parse(Source("t.mlir", f"""func.func @main(%x: {type}) -> {type} {{
      %v = "tfl.pseudo_qconst"() {{qtype = {type}, value = dense<0> : {stored}, tfl.is_variable}} : () -> {type}
      %0 = tfl.add %x, %v {{fused_activation_function = "NONE"}} : {type}
      return %0 : {type}
    }}"""), lookup, dialect)  # fmt: skip
    back = module_of_file(bytes(written(export_module(module))))
    constant = next(op for op in back.walk() if op.name == "tfl.pseudo_qconst")
    assert "tfl.is_variable" in constant.attributes
    assert array_of(constant.get("value")).tolist() == [begins] * 2


@pytest.mark.parametrize("word", ["tfl.is_variable", "test.word"])
def test_an_operator_may_make_a_variable(word):
    """What TensorFlow Lite's interpreter takes as a state that begins anew in each call."""
    text = STATE.replace('%h = "tfl.pseudo_const"() {value = dense<0.0> : tensor<1x2xf32>, tfl.is_variable} : () ->',
                         f'%h = "tfl.zeros_like"(%c) {{{word}}} : (tensor<1x2xf32>) ->')  # fmt: skip
    lines = text.splitlines()
    lines[3], lines[4] = lines[4], lines[3]
    data = bytes(written(export_module(parse(Source("t.mlir", "\n".join(lines)), lookup, dialect))))
    (graph,) = read(data)["subgraphs"]
    made = graph["tensors"][graph["operators"][0]["outputs"][0]]
    assert made.get("is_variable", False) == (word == "tfl.is_variable")
    module = module_of_file(data)
    assert kept_file(reparsed(module)) == data
    (zeros,) = [op for op in module.walk() if op.name == "tfl.zeros_like"]
    assert ("tfl.is_variable" in zeros.attributes) == (word == "tfl.is_variable")


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


@pytest.mark.parametrize("count", [5, 12])
def test_no_more_intermediate_tensors_are_read_than_the_dialect_names(count):
    """A quantized LSTM has five; with twelve TensorFlow's kernel is another one, which computes other numbers."""
    record = read(model("lstm"))
    (cell,) = [each for graph in record["subgraphs"] for each in graph["operators"] if len(each["inputs"]) == 24]
    cell["intermediates"] = [cell["inputs"][1]] * count
    data = bytes(written(record))
    if count == 5:
        module_of_file(data)
        return
    with pytest.raises(Error, match="'tfl.unidirectional_sequence_lstm' with 12 intermediate tensors, where the dialect names 5"):
        module_of_file(data)


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
