"""Whatever a GraphDef says survives: bytes to tfg, tfg to text, text to tfg, tfg to the same bytes."""

import pathlib
import struct

import pytest
from google.protobuf import text_format
from hypothesis import given
from hypothesis import strategies as st
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.proto import AttrValue, GraphDef
from tfir.storage.graphdef.export_graphdef import export_graphdef
from tfir.storage.graphdef.graph_bytes import binary
from tfir.storage.graphdef.import_graphdef import import_graphdef
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tftranslate.graphdef_file import read_graphdef


def through_text(graph: GraphDef) -> tuple[str, bytes]:
    """The tfg text of a graph, and the bytes of the graph that is read from it."""
    text = print_operation(import_graphdef(graph), lookup)
    return text, binary(export_graphdef(parse(Source("test", text), lookup, dialect)))


def check(graph: GraphDef) -> str:
    text, data = through_text(graph)
    assert data == binary(graph), text
    return text


def graph_of(text: str) -> GraphDef:
    return text_format.Parse(text, GraphDef())


def constant(tensor: str) -> GraphDef:
    return graph_of(f'node {{ name: "c" op: "NoOp" attr {{ key: "value" value {{ tensor {{ {tensor} }} }} }} }}')


# What is written as this tool writes it leaves no trace in the text; what is not, does.


@pytest.mark.parametrize(
    "tensor",
    [
        "dtype: DT_FLOAT tensor_shape {} float_val: 1.5",
        "dtype: DT_FLOAT tensor_shape {} float_val: nan",
        "dtype: DT_FLOAT tensor_shape {} float_val: -0.0",
        'dtype: DT_FLOAT tensor_shape { dim { size: 2 } } tensor_content: "\\000\\000\\200\\077\\000\\000\\000\\100"',
        'dtype: DT_INT32 tensor_shape { dim { size: 2 } } tensor_content: "\\001\\000\\000\\000\\001\\000\\000\\000"',
        "dtype: DT_FLOAT tensor_shape { dim { size: 32 } } float_val: 0.1",
        "dtype: DT_FLOAT tensor_shape { dim { size: 0 } }",
        "dtype: DT_BOOL tensor_shape { dim { size: 2 } } bool_val: true bool_val: false",
        "dtype: DT_COMPLEX64 tensor_shape { dim { size: 2 } } scomplex_val: 1 scomplex_val: 2 scomplex_val: 3 scomplex_val: 4",
        "dtype: DT_BFLOAT16 tensor_shape { dim { size: 2 } } half_val: 16256 half_val: 16384",
        'dtype: DT_STRING tensor_shape { dim { size: 2 } } string_val: "a\\000\\377" string_val: ""',
        "dtype: DT_UINT64 tensor_shape {} uint64_val: 18446744073709551615",
        "dtype: DT_INT8 tensor_shape {} int_val: -128",
        'dtype: DT_FLOAT8_E5M2 tensor_shape { dim { size: 2 } } float8_val: "<="',
        "dtype: DT_QINT8 tensor_shape { dim { size: 2 } } int_val: 1 int_val: -1",
        'dtype: DT_RESOURCE tensor_shape {} resource_handle_val { device: "d" name: "n" hash_code: 7 }',
        'dtype: DT_VARIANT tensor_shape {} variant_val { type_name: "t" metadata: "\\001" }',
    ],
)
def test_a_usual_constant_leaves_no_trace(tensor):
    assert "tfg.wire" not in check(constant(tensor))


@pytest.mark.parametrize(
    "tensor",
    [
        'dtype: DT_FLOAT tensor_shape {} tensor_content: "\\000\\000\\200\\077"',
        "dtype: DT_FLOAT tensor_shape { dim { size: 2 } } float_val: 1 float_val: 2",
        "dtype: DT_FLOAT tensor_shape { dim { size: 4 } } float_val: 1 float_val: 2",
        "dtype: DT_FLOAT tensor_shape { dim { size: 4 } } float_val: 1",
        "dtype: DT_FLOAT tensor_shape { dim { size: 4 } }",
        "dtype: DT_FLOAT float_val: 1",
        "dtype: DT_FLOAT tensor_shape { dim { size: 1 } } float_val: 1 float_val: 2",
        'dtype: DT_FLOAT tensor_shape { dim { size: 1 name: "n" } } float_val: 1',
        "dtype: DT_FLOAT tensor_shape {} float_val: 1 int_val: 3",
        "dtype: DT_FLOAT tensor_shape {} float_val: 1 version_number: 2",
        "dtype: DT_INT8 tensor_shape {} int_val: 300",
        'dtype: DT_BOOL tensor_shape { dim { size: 2 } } tensor_content: "\\001\\000"',
        'dtype: DT_BOOL tensor_shape { dim { size: 2 } } tensor_content: "\\002\\000"',
        'dtype: DT_STRING tensor_shape { dim { size: 3 } } string_val: "a" string_val: "b"',
        "dtype: DT_STRING tensor_shape { dim { size: 3 } }",
        "dtype: DT_COMPLEX64 tensor_shape { dim { size: 2 } } scomplex_val: 1 scomplex_val: 2 scomplex_val: 3",
    ],
)
def test_an_unusual_constant_is_remembered(tensor):
    assert "tfg.wire" in check(constant(tensor))


@pytest.mark.parametrize("bits", [0x7FC00000, 0x7FC00001, 0xFFC00000, 0x7F800001, 0xFF812345, 0x80000000, 0x7F800000])
def test_every_float_keeps_its_bits(bits):
    data = struct.pack("<I", bits)
    graph = GraphDef()
    node = graph.node.add(name="c", op="NoOp")
    node.attr["alone"].CopyFrom(AttrValue.FromString(b"\x25" + data))
    node.attr["list"].CopyFrom(AttrValue.FromString(b"\x0a\x06\x22\x04" + data))
    tensor = b"\x08\x01" + b"\x12\x00" + b"\x2a\x04" + data
    node.attr["tensor"].CopyFrom(AttrValue.FromString(b"\x42" + bytes([len(tensor)]) + tensor))
    check(graph)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "versions {}",
        "versions { producer: 5 min_consumer: 1 bad_consumers: 2 bad_consumers: 3 }",
        "version: 7",
        "library {}",
        'library { registered_gradients { gradient_func: "g" registered_op_type: "o" } }',
        'debug_info { files: "a.py" traces { key: "n" value { file_line_cols { line: 3 } } } }',
        'node { op: "NoOp" } node { op: "NoOp" }',
        'node { name: "a" op: "NoOp" input: "^b" } node { name: "b" op: "NoOp" input: "^a" }',
        'node { name: "a" op: "NoOp" device: "/cpu:0" }',
        'node { name: "a" op: "NoOp" experimental_debug_info { original_node_names: "x" } }',
        'node { name: "a" op: "NoOp" experimental_type { type_id: TFT_TENSOR args { type_id: TFT_VAR s: "T" } } }',
        'node { name: "a" op: "NoOp" experimental_type { type_id: TFT_TENSOR args { type_id: TFT_LITERAL i: 4 } } }',
        'node { name: "a" op: "NoOp" experimental_type { type_id: 4242 } }',
        'node { name: "a" op: "NoOp" experimental_type {} }',
        'node { name: "a" op: "NoOp" attr { key: "_mlir_name" value { s: "b" } } }',
        'node { name: "a" op: "NoOp" attr { key: "tfg.wire" value { i: 3 } } }',
        'node { name: "a" op: "NoOp" attr { key: "a b" value { i: 3 } } attr { key: "none" value {} } }',
        'node { name: "a\\n\\"b\\303\\251" op: "NoOp" }',
        'node { name: "a" op: "Addons>Thing" }',
    ],
)
def test_graphs_with_something_unusual(text):
    check(graph_of(text))


PRODUCERS = """
node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "s" op: "Split" input: "p" input: "p" attr { key: "T" value { type: DT_FLOAT } } attr { key: "num_split" value { i: 3 } } }
"""


@pytest.mark.parametrize(
    "inputs",
    [["s"], ["s:0"], ["s:1"], ["s:01"], ["s:output:2"], ["^p", "s"], ["s", "^p", "^p"], ["s:0", "^p", "s:2", "^s"], ["u:1", "u:3"]],
)
def test_inputs_keep_their_spelling_and_order(inputs):
    graph = graph_of(PRODUCERS + 'node { name: "u" op: "Unknown" }')
    graph.node.add(name="n", op="AnotherUnknown", input=inputs)
    check(graph)


def test_unknown_fields_are_kept_wherever_they_are():
    unknown = b"\xfa\x7f\x01x"
    library = 'library { function { signature { name: "f" } } gradient { function_name: "f" gradient_func: "g" } }'
    graph = graph_of(PRODUCERS + "versions { producer: 3 }" + library)
    for message in (graph, graph.versions, graph.library, graph.library.gradient[0], graph.node[0], graph.node[1].attr["T"]):
        message.MergeFromString(unknown)
    graph.node[0].experimental_type.type_id = 1000
    graph.node[0].experimental_type.MergeFromString(unknown)
    graph.node[0].attr["t"].tensor.MergeFromString(b"\x08\x01" + b"\x12\x00" + b"\x2a\x04\x00\x00\x00\x00" + unknown)
    assert binary(graph).count(unknown) == 8
    check(graph)


FUNCTIONS = """
library {
  function {
    signature { name: "F" description: "d" is_stateful: true
                input_arg { name: "a" type: DT_FLOAT description: "arg" } input_arg { name: "r" type: DT_RESOURCE handle_data { dtype: DT_FLOAT shape { dim { size: -1 } } } }
                output_arg { name: "o" type: DT_FLOAT } control_output: "done" }
    node_def { name: "m" op: "Mul" input: "a" input: "n:y:0" input: "^r" attr { key: "T" value { type: DT_FLOAT } } }
    node_def { name: "n" op: "Neg" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
    ret { key: "o" value: "m:z:0" } control_ret { key: "done" value: "n" }
    attr { key: "_noinline" value { b: true } } arg_attr { key: 0 value { attr { key: "_user" value { s: "u" } } } }
    resource_arg_unique_id { key: 1 value: 4294967295 }
  }
  function {
    signature { name: "G" input_arg { name: "x" type_attr: "T" number_attr: "N" } output_arg { name: "y" type_attr: "T" }
                attr { name: "T" type: "type" allowed_values { list { type: DT_FLOAT } } } attr { name: "N" type: "int" has_minimum: true minimum: 1 default_value { i: 2 } } control_output: "c" }
    node_def { name: "s" op: "AddN" input: "x" attr { key: "T" value { placeholder: "T" } } attr { key: "N" value { placeholder: "N" } } }
    node_def { name: "i" op: "Identity" input: "s:sum:0" attr { key: "T" value { placeholder: "T" } } }
    ret { key: "y" value: "i:output:0" } control_ret { key: "c" value: "s" }
  }
  gradient { function_name: "F" gradient_func: "G" } gradient { function_name: "G" gradient_func: "F" }
}
node { name: "p" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "call" op: "G" input: "p" input: "p" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "use" op: "Neg" input: "call" attr { key: "T" value { type: DT_FLOAT } } }
"""


def test_functions():
    text = check(graph_of(FUNCTIONS))
    assert text.count("tfg.wire") == 1 and 'tfg.wire = {attr_order = ["T", "N"]}' in text
    assert 'return(%Mul) [%ctl_0 {tfg.name = "done"}] : tensor<*xf32>' in text
    assert 'get_result(%AddN) "sum" : 0' in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('name: "F" description: "d"', 'name: "F" summary: "s" is_commutative: true'),
        ('name: "r" type: DT_RESOURCE', 'name: "r" type: DT_RESOURCE is_ref: true experimental_full_type { type_id: TFT_ANY }'),
        ('ret { key: "o" value: "m:z:0" }', 'ret { key: "o" value: "m:z:0" } ret { key: "more" value: "n:y:0" }'),
        ("shape { dim { size: -1 } }", 'shape { dim { size: -1 name: "n" } }'),
        ('value: "m:z:0"', 'value: "m:z"'),
        ('value: "m:z:0"', 'value: "m"'),
        ('input: "n:y:0"', 'input: "n"'),
        ("arg_attr { key: 0", "arg_attr { key: 9"),
        ('gradient { function_name: "F" gradient_func: "G" }', 'gradient { function_name: "X" gradient_func: "G" }'),
        ('control_ret { key: "done" value: "n" }', 'control_ret { key: "done" value: "n" } control_ret { key: "z" value: "m" }'),
    ],
)
def test_functions_with_something_unusual(before, after):
    assert before in FUNCTIONS
    check(graph_of(FUNCTIONS.replace(before, after)))


def test_gradients_keep_their_order():
    graph = graph_of(FUNCTIONS)
    graph.library.gradient.add(function_name="F", gradient_func="F")
    graph.library.gradient.reverse()
    check(graph)


# Anything at all.

names = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), min_size=1, max_size=6)
dtypes = st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14, 17, 18, 19, 20, 21, 22, 23, 24, 28, 29, 101, 120])
int64s = st.integers(-(1 << 63), (1 << 63) - 1)
int32s = st.integers(-(1 << 31), (1 << 31) - 1)
floats = st.floats(width=32)
shapes = st.one_of(
    st.just({"unknown_rank": True}),
    st.builds(lambda sizes: {"dim": [{"size": size} for size in sizes]}, st.lists(st.integers(-3, 5), max_size=3)),
    st.builds(lambda size, name: {"dim": [{"size": size, "name": name}]}, int64s, names),
)
LISTED = {
    "float_val": floats, "double_val": st.floats(), "int_val": int32s, "string_val": st.binary(max_size=3), "int64_val": int64s,
    "bool_val": st.booleans(), "half_val": st.integers(0, 70000), "scomplex_val": floats, "dcomplex_val": st.floats(),
    "uint32_val": st.integers(0, (1 << 32) - 1), "uint64_val": st.integers(0, (1 << 64) - 1),
}  # fmt: skip
FIELD = {1: "float_val", 2: "double_val", 7: "string_val", 8: "scomplex_val", 9: "int64_val", 10: "bool_val", 14: "half_val", 18: "dcomplex_val", 19: "half_val",
         22: "uint32_val", 23: "uint64_val"}  # fmt: skip
WIDTH = {1: 4, 2: 8, 3: 4, 4: 1, 5: 2, 6: 1, 8: 8, 9: 8, 10: 1, 14: 2, 17: 2, 18: 16, 19: 2, 22: 4, 23: 8, 24: 1, 28: 1}


@st.composite
def tensors(draw):
    dtype = draw(st.sampled_from([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 14, 17, 18, 19, 22, 23, 24, 28]))
    sizes = draw(st.lists(st.integers(0, 4), max_size=3))
    count = 1
    for size in sizes:
        count *= size
    tensor = {"dtype": dtype, "tensor_shape": {"dim": [{"size": size} for size in sizes]}}
    if dtype in WIDTH and draw(st.booleans()):
        unit = draw(st.binary(min_size=WIDTH[dtype], max_size=WIDTH[dtype]))
        whole = st.binary(min_size=count * WIDTH[dtype], max_size=count * WIDTH[dtype])
        tensor["tensor_content"] = draw(st.one_of(st.just(unit * count), whole))
    elif dtype not in (24, 28):
        field = FIELD.get(dtype, "int_val")
        tensor[field] = draw(st.lists(LISTED[field], max_size=count + 1))
    return tensor


values = st.deferred(lambda: st.one_of(scalars, st.builds(lambda v: {"list": v}, lists), st.builds(lambda f: {"func": f}, functions)))
scalars = st.one_of(
    st.just({}),
    st.builds(lambda v: {"s": v}, st.binary(max_size=5)),
    st.builds(lambda v: {"i": v}, int64s),
    st.builds(lambda v: {"f": v}, floats),
    st.builds(lambda v: {"b": v}, st.booleans()),
    st.builds(lambda v: {"type": v}, dtypes),
    st.builds(lambda v: {"shape": v}, shapes),
    st.builds(lambda v: {"placeholder": v}, st.text(max_size=3)),
    st.builds(lambda v: {"tensor": v}, tensors()),
)
lists = st.one_of(
    st.just({}),
    st.builds(lambda v: {"s": v}, st.lists(st.binary(max_size=3), max_size=3)),
    st.builds(lambda v: {"i": v}, st.lists(int64s, max_size=3)),
    st.builds(lambda v: {"f": v}, st.lists(floats, max_size=3)),
    st.builds(lambda v, w: {"type": v, "b": w}, st.lists(dtypes, max_size=3), st.lists(st.booleans(), max_size=2)),
    st.builds(lambda v: {"shape": v}, st.lists(shapes, max_size=3)),
    st.builds(lambda v: {"tensor": v}, st.lists(tensors(), max_size=2)),
    st.builds(lambda v: {"func": v}, st.lists(st.deferred(lambda: functions), max_size=2)),
)
functions = st.builds(lambda name, attr: {"name": name, "attr": attr}, names, st.dictionaries(names, scalars, max_size=2))


@given(st.dictionaries(names, values, max_size=4))
def test_any_attributes(attributes):
    graph = GraphDef()
    node = graph.node.add(name="n", op="NoOp")
    for name, value in attributes.items():
        node.attr[name].CopyFrom(AttrValue(**value))
    check(graph)


MODELS = sorted((pathlib.Path(__file__).parents[4] / "models").glob("*/model.pb"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.parent.name)
def test_models(path):
    data = path.read_bytes()
    text, again = through_text(read_graphdef(data, path.name))
    assert again == data
    # For an empty library, and for zeros that gradients made and wrote as one number: frozen models are written as we write them
    assert text.count("tfg.wire") <= 1 + text.count('tfg.wire = {encodings = {value = "list:1"}}')
