"""SavedModels from text alone: what TensorFlow's loader looks for is there, and read again they give TensorFlow's numbers.

That TensorFlow loads, trains and saves them is held by tools/check_saved_models.py and tools/check_savedmodel_training.py.
"""

import pathlib
import re
from collections import Counter

import pytest
from tfir.ir.diagnostics import Error
from tfir.proto import SavedModel, SavedObjectGraph, StructuredValue, TrackableObjectGraph
from tfir.storage.checkpoint.bundle import Bundle
from tfir.storage.datatypes import type_of

from tfrun.main import main as tf_run
from tftranslate.inspection.graph_facts import dtype_name, not_lowered
from tftranslate.main import main
from tftranslate.saved_model.structures import Leaf, argument_leaves, leaves, nested, signature_of_arguments

MODELS = pathlib.Path(__file__).parents[3] / "models"
COUNTER = """module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_seen", type = tensor<i64>, value = dense<3> : tensor<i64>}> : () -> ()
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_layer/w", type = tensor<2xf32>, value = dense<[1.0, 2.0]> : tensor<2xf32>}> {tfir.trainable = false} : () -> ()
  "tf_saved_model.asset"() <{filename = "assets/words.txt", sym_name = "words"}> {tfir.content = dense<"b\\0Aa\\0A"> : tensor<!tf_type.string>} : () -> ()
  "tf_saved_model.session_initializer"() <{initializers = [@start]}> : () -> ()
  tfg.func @Add(%x: tensor<?xf32> {tf_saved_model.index_path = ["Image/x"], tfg.name = "Image/x"},
                %w: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @"__sm_layer/w", tfg.name = "w"})
       -> (tensor<*xf32> {tf_saved_model.index_path = ["sum"], tfg.name = "sum"})
   attributes {tf_saved_model.exported_names = ["serving_default"]} {
    %r, %ctl = ReadVariableOp(%w) name("x") {dtype = f32} : (tensor<!tf_type.resource<tensor<2xf32>>>) -> (tensor<*xf32>)
    %s, %ctl_0 = AddV2(%x, %r) name("sum") {T = f32, _output_shapes = [#tf_type.shape<2>]} : (tensor<?xf32>, tensor<*xf32>) -> (tensor<*xf32>)
    return(%s) : tensor<*xf32>
  }
  tfg.func @count(%seen: tensor<!tf_type.resource<tensor<i64>>> {tf_saved_model.bound_input = @__sm_seen, tfg.name = "seen"})
       -> (tensor<*xi64> {tf_saved_model.index_path = [], tfg.name = "now"})
   attributes {tf_saved_model.exported_names = ["count"]} {
    %r, %ctl = ReadVariableOp(%seen) name("r") {dtype = i64} : (tensor<!tf_type.resource<tensor<i64>>>) -> (tensor<*xi64>)
    return(%r) : tensor<*xi64>
  }
  tfg.func @start(%file: tensor<!tf_type.string> {tf_saved_model.bound_input = @words, tfg.name = "file"})
   attributes {tf_saved_model.exported_names = ["tf_saved_model.session_initializer_init"], tf_saved_model.initializer_type = "init_op"} {
    %t, %ctl = HashTableV2 name("table") {key_dtype = !tf_type.string, value_dtype = i64} : () -> (tensor<*x!tf_type.resource>)
    %ctl_0 = InitializeTableFromTextFileV2(%t, %file) name("fill") {delimiter = "\\09", key_index = -2 : i64, offset = 0 : i64, value_index = -1 : i64, vocab_size = -1 : i64} : tensor<*x!tf_type.resource>, tensor<!tf_type.string>
    return [%ctl_0 {tfg.name = "fill"}]
  }
}
"""

# A file of words fills a table that two signatures look in; the last row of `emb` is for words that are not there.
VOCABULARY = (MODELS / "from_text" / "vocabulary.mlir").read_text()


def built(text: str, tmp_path) -> SavedModel:
    (tmp_path / "m.mlir").write_text(text)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new")]) == 0
    return SavedModel.FromString((tmp_path / "new" / "saved_model.pb").read_bytes())


def test_a_table_is_frozen_with_what_its_file_fills_it_with(tmp_path, capsys):
    """Words are lines, counted from 0, and 3 is for others; the directory is not needed anymore. Scores: the softmax of 1/4 and 1/2 is ..,
    with emb [1, 1/4, -1/2], which times w is [5/4, -7/8], and b on top [7/4, -11/8]: 1 / (1 + e ** -3.125) = 0.957912."""
    built(VOCABULARY, tmp_path)
    (tmp_path / "new" / "assets" / "vocabulary.txt").write_text("cat\ndog\nowl\n")
    for signature, shown in (("lookup", ["ids=2xi64=1 3", "size=i64=3"]), ("serving_default", ["scores=2x2xf32=[0.957912"])):
        frozen = str(tmp_path / f"{signature}.mlir")
        assert main(["--savedmodel-to-mlir", f"--signature={signature}", str(tmp_path / "new"), "-o", frozen]) == 0
        assert "asset" not in pathlib.Path(frozen).read_text() and "TextFile" not in pathlib.Path(frozen).read_text()
        assert tf_run([frozen, "--device=interpreter", '--input=2xstring="dog","cow"']) == 0
        out = capsys.readouterr().out
        assert all(line in out for line in shown), out


@pytest.mark.parametrize(
    "op, said",
    [
        ("%c9 = LookupTableInsertV2(%t, %words, %i) name(\"put\") {{Tin = !tf_type.string, Tout = i64}} : tensor<*x!tf_type.resource>, tensor<?x!tf_type.string>, tensor<?xi64>", "a table is written by node 'put' ('LookupTableInsertV2'); the form 'signatures' keeps tables that are written"),
        ('%u, %c9 = HashTableV2 name("other") {{key_dtype = i64, value_dtype = i64}} : () -> (tensor<*x!tf_type.resource>) %f, %c10 = LookupTableSizeV2(%u) name("n") : (tensor<*x!tf_type.resource>) -> (tensor<i64>) %c11 = NoOp [%c10] name("run")', "table 'other' cannot become a constant: nothing that initializes the model fills it"),
    ],
)  # fmt: skip
def test_a_table_that_is_written_or_never_filled_is_not_frozen(op, said, tmp_path, capsys):
    line = '    %n, %c3 = LookupTableSizeV2(%t) name("count") : (tensor<*x!tf_type.resource>) -> (tensor<i64>)\n'
    token = "%c9" if "Insert" in op else "%c11"
    text = VOCABULARY.replace(f"{line}    return(%i, %n)", f'{line}    {op.format()}\n    return(%i, %n) [{token} {{tfg.name = "kept"}}]')
    built(text, tmp_path)
    assert main(["--savedmodel-to-mlir", "--signature=lookup", str(tmp_path / "new")]) == 1
    assert said in capsys.readouterr().err


DENSE = """module attributes {tf_saved_model.semantics} {
  "tf_saved_model.session_initializer"() <{initializers = [@start]}> : () -> ()
  tfg.func @look(%k: tensor<?xi64> {tf_saved_model.index_path = ["k"], tfg.name = "k"})
       -> (tensor<?xi64> {tf_saved_model.index_path = ["v"], tfg.name = "v"}) attributes {tf_saved_model.exported_names = ["look"]} {
    TABLE
    %d, %c3 = Const name("no") {dtype = i64, value = dense<7> : tensor<i64>} : () -> (tensor<*xi64>)
    %v, %c4 = LookupTableFindV2(%t, %k, %d) name("v") {Tin = i64, Tout = i64} : (tensor<*x!tf_type.resource>, tensor<?xi64>, tensor<*xi64>) -> (tensor<?xi64>)
    return(%v) : tensor<?xi64>
  }
  tfg.func @start() attributes {tf_saved_model.exported_names = ["tf_saved_model.session_initializer_init"], tf_saved_model.initializer_type = "init_op"} {
    TABLE
    %k, %c3 = Const name("k") {dtype = i64, value = dense<[4, 5]> : tensor<2xi64>} : () -> (tensor<*xi64>)
    %c4 = LookupTableInsertV2(%t, %k, %k) name("put") {Tin = i64, Tout = i64} : tensor<*x!tf_type.resource>, tensor<*xi64>, tensor<*xi64>
    return [%c4 {tfg.name = "put"}]
  }
}
""".replace(
    "TABLE",
    """%a, %c0 = Const name("a") {dtype = i64, value = dense<-1> : tensor<i64>} : () -> (tensor<*xi64>)
    %b, %c1 = Const name("b") {dtype = i64, value = dense<-2> : tensor<i64>} : () -> (tensor<*xi64>)
    %t, %c2 = MutableDenseHashTableV2(%a, %b) name("t") {container = "", shared_name = "t", use_node_name_sharing = false, key_dtype = i64, value_dtype = i64, value_shape = #tf_type.shape<>, initial_num_buckets = 4 : i64, max_load_factor = 8.000000e-01 : f32} : (tensor<*xi64>, tensor<*xi64>) -> (tensor<*x!tf_type.resource>)""",
)


def test_a_dense_table_is_frozen_too(tmp_path, capsys):
    built(DENSE, tmp_path)
    assert main(["--savedmodel-to-mlir", str(tmp_path / "new"), "-o", str(tmp_path / "frozen.mlir")]) == 0
    assert tf_run([str(tmp_path / "frozen.mlir"), "--device=interpreter", "--input=k=3xi64=5,6,4"]) == 0
    assert capsys.readouterr().out == "v=3xi64=5 7 4\n"


def refused(text: str, tmp_path, capsys) -> str:
    (tmp_path / "m.mlir").write_text(text)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new")]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["m.mlir"]
    return capsys.readouterr().err


@pytest.mark.parametrize("model, signature", [("resources", "serving_default"), ("resources", "look"), ("unnamed", "serving_default"), ("partitioned", "serving_default"), ("words", "serving_default"), ("words", "find")])  # fmt: skip
@pytest.mark.parametrize("form", ["signatures", "objects"])
def test_a_model_gives_tensorflows_numbers_without_its_directory(model, signature, form, tmp_path):
    text, again = str(tmp_path / "text.mlir"), str(tmp_path / "again.mlir")
    assert main([f"--savedmodel-to-mlir={form}", str(MODELS / model / "saved_model"), "-o", text]) == 0
    assert main(["--mlir-to-savedmodel", text, "-o", str(tmp_path / "new")]) == 0
    assert main(["--savedmodel-to-mlir=signatures", str(tmp_path / "new"), "-o", again]) == 0
    arrays = [f"@{MODELS / model / f'{side}_{signature}.npz'}" for side in ("inputs", "outputs")]
    call = [f"--entry={signature}", f"--input={arrays[0]}", f"--expected-output={arrays[1]}"]
    assert tf_run([text, "--device=interpreter", "--rtol=1e-5", *call]) == 0
    assert tf_run([again, "--device=interpreter", "--rtol=1e-5", *call]) == 0


def test_objects_keep_their_names_and_functions_their_structures(tmp_path, capsys):
    text, again = str(tmp_path / "text.mlir"), str(tmp_path / "again.mlir")
    assert main(["--savedmodel-to-mlir=objects", str(MODELS / "unnamed" / "saved_model"), "-o", text]) == 0
    assert main(["--mlir-to-savedmodel", text, "-o", str(tmp_path / "new")]) == 0
    assert main(["--savedmodel-to-mlir=objects", str(tmp_path / "new"), "-o", again]) == 0
    before, after = pathlib.Path(text).read_text(), pathlib.Path(again).read_text()
    for part in (
        '"a", "alias"',
        '"b.0"',
        "index_path = [0, 1]",
        'index_path = ["y", 0]',
        "dense<[5.000000e+00, 6.000000e+00]>",
        '["nested"]',
    ):
        assert part in before and part in after


def test_what_a_model_has_that_no_symbol_stands_for(tmp_path):
    """Tables are inside of functions, also of those that others call; a composite tensor is its parts; a function with two concrete ones has
    two names and is one again; a list is a list; a variable's name is one that TensorFlow trains."""
    text = tmp_path / "text.mlir"
    assert main(["--savedmodel-to-mlir=objects", str(MODELS / "words" / "saved_model"), "-o", str(text)]) == 0
    written = text.read_text()
    names = set(re.findall(r'exported_names = \["([\w.]+)"\]', written))
    assert names >= {
        "scaled.trace_0",
        "scaled.trace_1",
        "signatures.find",
        "signatures.serving_default",
        "find",
        "embed",
        "ragged",
        "sparse",
    }
    spec = re.findall(r'index_path = \[0, (\d)\], tfg.name = "\w+", tfir.type_spec = "type_spec_class: (\w+)', written)
    assert spec == [("0", "RAGGED_TENSOR_SPEC"), ("1", "RAGGED_TENSOR_SPEC"), *[(part, "SPARSE_TENSOR_SPEC") for part in "012"]]
    assert main(["--mlir-to-savedmodel", str(text), "-o", str(tmp_path / "new")]) == 0
    meta = SavedModel.FromString((tmp_path / "new" / "saved_model.pb").read_bytes()).meta_graphs[0]
    assert sorted(meta.signature_def) == ["__saved_model_init_op", "find", "serving_default"]
    objects = meta.object_graph_def
    root = {child.local_name: objects.nodes[child.node_id] for child in objects.nodes[0].children}
    assert len(root["scaled"].function.concrete_functions) == 2
    assert root["_all"].user_object.identifier == "trackable_list_wrapper"
    assert {node.variable.name for node in objects.nodes if node.WhichOneof("kind") == "variable"} == {"rows", "of_all/1"}
    (trace,) = root["ragged"].function.concrete_functions
    (taken,) = objects.concrete_functions[trace].canonicalized_input_signature.tuple_value.values[0].tuple_value.values
    assert taken.type_spec_value.type_spec_class_name == "RaggedTensorSpec"
    assert not {"find", "embed"} & {call.attr["f"].func.name for call in meta.graph_def.node}


RAGGED = 'tfir.type_spec = "type_spec_class: RAGGED_TENSOR_SPEC type_state { tuple_value { values { tensor_shape_value { dim { size: -1 } dim { size: -1 } } } values { tensor_dtype_value: DT_FLOAT } values { int64_value: 1 } values { tensor_dtype_value: DT_INT64 } } } type_spec_class_name: \\22RaggedTensorSpec\\22"'


@pytest.mark.parametrize("second, message", [
    (f"tf_saved_model.index_path = [0, 1], {RAGGED}", ""),
    (f"tf_saved_model.index_path = [0, 2], {RAGGED}", "the paths [.., 0], [.., 1] to the last"),
    ("tf_saved_model.index_path = [0, 1]", "one 'tfir.type_spec'"),
    (f"tf_saved_model.index_path = [1, 0], {RAGGED}", "a RaggedTensorSpec has 2 parts, and 1 are given"),
])  # fmt: skip
def test_a_ragged_argument_by_hand(second, message, tmp_path, capsys):
    text = f"""module attributes {{tf_saved_model.semantics}} {{
  tfg.func @total(%x: tensor<?xf32> {{tf_saved_model.index_path = [0, 0], tfg.name = "x", {RAGGED}}},
                  %splits: tensor<?xi64> {{{second}, tfg.name = "splits"}}) -> (tensor<i64> {{tf_saved_model.index_path = [], tfg.name = "n"}})
   attributes {{tf_saved_model.exported_names = ["total"]}} {{
    %n, %c = Size(%x) name("n") {{T = f32, out_type = i64}} : (tensor<?xf32>) -> (tensor<i64>)
    return(%n) : tensor<i64>
  }}
}}"""
    (tmp_path / "m.mlir").write_text(text)
    assert (main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new")]) == 0) is (message == "")
    assert message in capsys.readouterr().err


def test_a_composite_tensor_is_what_its_text_says():
    with pytest.raises(Error, match="no TypeSpecProto in text form"):
        nested([Leaf((0,), None, "x", "what")])


def test_what_loaders_look_for(tmp_path):
    meta = built(COUNTER, tmp_path).meta_graphs[0]
    assert list(meta.meta_info_def.tags) == ["serve"]
    signature = meta.signature_def["serving_default"]
    assert signature.method_name == "tensorflow/serving/predict"
    assert (signature.inputs["Image/x"].dtype, [dim.size for dim in signature.inputs["Image/x"].tensor_shape.dim]) == (1, [-1])
    assert [dim.size for dim in signature.outputs["sum"].tensor_shape.dim] == [2]
    nodes = {node.name: node for node in meta.graph_def.node}
    assert nodes[signature.inputs["Image/x"].name.removesuffix(":0")].op == "Placeholder"
    assert (
        nodes[meta.saver_def.restore_op_name].op == "NoOp"
        and nodes[meta.signature_def["__saved_model_init_op"].outputs["__saved_model_init_op"].name]
    )
    assert (
        meta.asset_file_def[0].filename == "words.txt" and nodes[meta.asset_file_def[0].tensor_info.name.removesuffix(":0")].op == "Const"
    )
    assert (tmp_path / "new" / "assets" / "words.txt").read_bytes() == b"b\na\n"


def test_values_may_stand_at_the_end_of_the_text(tmp_path, capsys):
    """Four bytes tell their alignment, then come 1.0 and 2.0."""
    text = COUNTER.replace("dense<[1.0, 2.0]>", "dense_resource<w>")
    end = '{-#\n  dialect_resources: { builtin: { w: "0x040000000000803F00000040" } }\n#-}\n'
    built(text + end, tmp_path)
    bundle = Bundle(str(tmp_path / "new" / "variables" / "variables"))
    assert bundle.tensor("variables/1/.ATTRIBUTES/VARIABLE_VALUE").values() == [1.0, 2.0]
    (tmp_path / "new").rename(tmp_path.parent / f"{tmp_path.name}_new")
    assert "the file does not have the resource 'w'" in refused(text, tmp_path, capsys)


def test_functions_have_names_that_no_op_has(tmp_path):
    """@Add is an op's name, and an argument called as a node, x; a result that is no dictionary is `output_0` in a signature."""
    meta = built(COUNTER, tmp_path).meta_graphs[0]
    functions = {function.signature.name: function for function in meta.graph_def.library.function}
    (add,) = [name for name in functions if re.fullmatch(r"__inference_add_\d+", name)]
    assert "Add" not in functions
    assert [arg.name for arg in functions[add].signature.input_arg] == ["image_x", "w"]
    assert functions[add].signature.input_arg[1].handle_data[0].dtype == 1
    assert list(meta.signature_def["count"].outputs) == ["output_0"]


def test_arguments_and_results_are_listed_as_tensorflow_lists_them(tmp_path):
    """Keys of a dictionary as they sort: a before x, whatever the order in the text."""
    module = """module attributes {tf_saved_model.semantics} {
  tfg.func @f(%x: tensor<f32> {tf_saved_model.index_path = ["x"], tfg.name = "x"}, %a: tensor<i32> {tf_saved_model.index_path = ["a"], tfg.name = "a"})
       -> (tensor<f32> {tf_saved_model.index_path = ["y"], tfg.name = "y"}, tensor<i32> {tf_saved_model.index_path = ["b"], tfg.name = "b"})
   attributes {tf_saved_model.exported_names = ["f"]} {
    return(%x, %a) : tensor<f32>, tensor<i32>
  }
}"""
    meta = built(module, tmp_path).meta_graphs[0]
    signature = meta.graph_def.library.function[0].signature
    assert [arg.name for arg in signature.input_arg] == ["a", "x"] and [arg.name for arg in signature.output_arg] == ["b", "y"]
    assert dict(meta.graph_def.library.function[0].ret) == {"b": "a", "y": "x"}
    assert meta.signature_def["f"].outputs["b"].name.endswith(":0") and meta.signature_def["f"].outputs["b"].dtype == 3


@pytest.mark.parametrize("default", [True, False])
def test_a_signature_keeps_its_method_and_defaults(default, tmp_path, capsys):
    """An argument with a default need not be given, in a session of TensorFlow 1 or here: 2 * 3 and 2 * 5."""
    given = ", tfir.default = dense<3.0> : tensor<f32>" if default else ""
    module = f"""module attributes {{tf_saved_model.semantics}} {{
  tfg.func @f(%x: tensor<f32> {{tf_saved_model.index_path = ["x"], tfg.name = "x"}}, %k: tensor<f32> {{tf_saved_model.index_path = ["k"], tfg.name = "k"{given}}})
       -> (tensor<f32> {{tf_saved_model.index_path = ["y"], tfg.name = "y"}})
   attributes {{tf_saved_model.exported_names = ["f"], tfir.method = "tensorflow/serving/regress"}} {{
    %m, %c = Mul(%x, %k) name("m") {{T = f32}} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
    return(%m) : tensor<f32>
  }}
}}"""
    meta = built(module, tmp_path).meta_graphs[0]
    signature = meta.signature_def["f"]
    assert signature.method_name == "tensorflow/serving/regress"
    nodes = {node.name: node for node in meta.graph_def.node}
    fed = {key: nodes[info.name.removesuffix(":0")].op for key, info in signature.inputs.items()}
    assert fed == {"x": "Placeholder", "k": "PlaceholderWithDefault" if default else "Placeholder"}
    assert {key: list(value.float_val) for key, value in signature.defaults.items()} == ({"k": [3.0]} if default else {})
    again, stage = str(tmp_path / "again.mlir"), str(tmp_path / "tf.mlir")
    assert main(["--savedmodel-to-mlir=signatures", str(tmp_path / "new"), "-o", again]) == 0
    from tfopt.main import main as tf_opt

    assert tf_opt([again, "--pipeline=stablehlo", "-o", stage]) == 0
    for file in (again, stage):
        assert "tensorflow/serving/regress" in pathlib.Path(file).read_text()
        assert tf_run([file, "--device=interpreter", "--input=x=f32=2", "--input=k=f32=5"]) == 0
        assert capsys.readouterr().out == "y=f32=10\n"
        assert tf_run([file, "--device=interpreter", "--input=x=f32=2"]) == (0 if default else 2)
        printed = capsys.readouterr()
        assert printed.out == "y=f32=6\n" if default else "no input is given for 'k'" in printed.err


def test_what_is_said_of_signatures(tmp_path, capsys):
    """An op on references lowers where its twin on handles does: AssignAdd and ApplyAdam, but not CountUpTo."""
    text = COUNTER.replace('["serving_default"]', '["serving_default"], tfir.method = "tensorflow/serving/classify"')
    text = text.replace('tfg.name = "Image/x"}', 'tfg.name = "Image/x", tfir.default = dense<0.0> : tensor<2xf32>}')
    built(text, tmp_path)
    assert main(["--inspect", str(tmp_path / "new")]) == 0
    page = capsys.readouterr().out
    assert (
        "signature 'serving_default' for tensorflow/serving/classify" in page and "signature 'count' for tensorflow/serving/predict" in page
    )
    assert [line.split("  from")[0].strip() for line in page.splitlines() if "has a default" in line] == ["Image/x: float32[?]"]
    ops = Counter(["AssignAdd", "ApplyAdam", "ResourceApplyAdam", "AssignVariableOp", "CountUpTo", "SaveV2"])
    assert not_lowered(ops, []) == {"CountUpTo": 1, "SaveV2": 1}
    assert dtype_name(type_of(109)) == "int64_ref" and dtype_name(type_of(9)) == "int64"


def test_nodes_have_names_that_tensorflow_takes(tmp_path):
    """The names of signatures, arguments and variables may be any text."""
    text = COUNTER.replace('"serving_default"', '"my sig"').replace("Image/x", "_größe").replace("__sm_layer/w", "__sm__w w")
    meta = built(text, tmp_path).meta_graphs[0]
    assert list(meta.signature_def["my sig"].inputs) == ["_größe"]
    assert all(re.fullmatch(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*", node.name) for node in meta.graph_def.node)
    assert {node.attr["shared_name"].s for node in meta.graph_def.node if node.op == "VarHandleOp"} == {b"seen", b"of_w_w"}


def test_tables_are_shared_by_name(tmp_path):
    meta = built(COUNTER, tmp_path).meta_graphs[0]
    table = next(node for function in meta.graph_def.library.function for node in function.node_def if node.op == "HashTableV2")
    assert table.attr["shared_name"].s == b"table" and table.attr["use_node_name_sharing"].b


def test_signatures_that_look_in_one_table(tmp_path, capsys):
    """TensorFlow 2.21 loads and serves it with these numbers, in TensorFlow 1's sessions too, and trains all three variables."""
    built(VOCABULARY, tmp_path)
    again, words = str(tmp_path / "again.mlir"), '--input=words=3xstring="owl","cat","emu"'
    assert main(["--savedmodel-to-mlir=signatures", str(tmp_path / "new"), "-o", again]) == 0
    assert tf_run([again, "--device=interpreter", "--entry=lookup", words]) == 0
    assert capsys.readouterr().out.splitlines() == ["ids=3xi64=2 0 3", "size=i64=3"]
    scores = "--expected-output=3x2xf32=[0.00522013 0.99477994][0.8175745 0.18242553][0.29421493 0.70578504]"
    assert tf_run([again, "--device=interpreter", "--entry=serving_default", words, scores, "--rtol=1e-5"]) == 0


def test_functions_come_back_from_every_stage(tmp_path):
    """Out of tfg, canonicalized as tf, and back; the numbers are TensorFlow's."""
    from tfopt.main import main as tf_opt

    model, names = MODELS / "resources", [str(tmp_path / name) for name in ("a.mlir", "b.mlir", "new", "c.mlir")]
    assert main(["--savedmodel-to-mlir=signatures", str(model / "saved_model"), "-o", names[0]]) == 0
    there = ["--tfg-to-executor", "--executor-to-tf", "--canonicalize"]
    back = ["--tf-functional-to-executor-conversion", "--tf-executor-split-into-island-per-op", "--executor-to-tfg"]
    assert tf_opt([names[0], *there, *back, "-o", names[1]]) == 0
    assert main(["--mlir-to-savedmodel", names[1], "-o", names[2]]) == 0
    assert main(["--savedmodel-to-mlir=signatures", names[2], "-o", names[3]]) == 0
    call = [f"--input=@{model}/inputs_look.npz", f"--expected-output=@{model}/outputs_look.npz"]
    assert tf_run([names[3], "--device=interpreter", "--entry=look", *call]) == 0


def objects_of(graph: SavedObjectGraph, number: int = 0) -> dict[str, int]:
    return {child.local_name: child.node_id for child in graph.nodes[number].children}


def test_objects(tmp_path):
    meta = built(COUNTER, tmp_path).meta_graphs[0]
    graph = meta.object_graph_def
    root = objects_of(graph)
    assert sorted(root) == ["_initializer", "count", "signatures", "trainable_variables", "variables"]
    variables = [graph.nodes[number].variable for number in objects_of(graph, root["variables"]).values()]
    assert [(variable.name, variable.trainable) for variable in variables] == [("seen", False), ("layer/w", False)]
    assert not objects_of(graph, root["trainable_variables"])
    assert sorted(objects_of(graph, root["signatures"])) == ["count", "serving_default"]
    assert {"_create_resource", "_initialize"} < set(objects_of(graph, root["_initializer"]))
    count = graph.nodes[root["count"]].function.concrete_functions[0]
    assert [graph.nodes[number].variable.name for number in graph.concrete_functions[count].bound_inputs] == ["seen"]


def test_the_checkpoint_has_variables_by_path_and_by_name(tmp_path):
    built(COUNTER, tmp_path)
    bundle = Bundle(str(tmp_path / "new" / "variables" / "variables"))
    assert bundle.tensor("variables/0/.ATTRIBUTES/VARIABLE_VALUE").values() == [3]
    graph = TrackableObjectGraph.FromString(bundle.tensor("_CHECKPOINTABLE_OBJECT_GRAPH").values()[0])
    stored = [attribute for node in graph.nodes for attribute in node.attributes]
    assert [(one.full_name, one.checkpoint_key) for one in stored][1] == ("layer/w", "variables/1/.ATTRIBUTES/VARIABLE_VALUE")


@pytest.mark.parametrize(
    "old, new, message",
    [
        (", value = dense<3> : tensor<i64>", "", "has no value, which a checkpoint could hold"),
        (' {tfir.content = dense<"b\\0Aa\\0A"> : tensor<!tf_type.string>}', "", "the text does not have the content of 'assets/words.txt'"),
        ("assets/words.txt", "assets/../../words.txt", "is no asset of the model"),
        ("ReadVariableOp(%w)", "ReadNothing(%w)", "ReadNothing"),
        (
            "attributes {tf_saved_model.semantics} {",
            "attributes {tf_saved_model.semantics} { func.func private @g()",
            "'func.func' op cannot be exported",
        ),
    ],
)
def test_what_cannot_be_written(old, new, message, tmp_path, capsys):
    assert old in COUNTER
    assert message in refused(COUNTER.replace(old, new), tmp_path, capsys)


def test_an_output_that_is_there_or_not_named(tmp_path, capsys):
    (tmp_path / "m.mlir").write_text(COUNTER)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path)]) == 1
    assert "it exists; a SavedModel is written to a new directory" in capsys.readouterr().err
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir")]) == 2


def same(value: StructuredValue, other: StructuredValue) -> bool:
    return value.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True)


def test_structures_of_arguments_and_results():
    """Read and written again: a missing place is None, a list stays a list among arguments."""
    tensor = StructuredValue()
    tensor.tensor_spec_value.dtype = 1
    tensor.tensor_spec_value.shape.unknown_rank = True
    arguments = StructuredValue()
    positional, keyword = arguments.tuple_value.values.add(), arguments.tuple_value.values.add()
    positional.tuple_value.values.add().list_value.values.extend([tensor, tensor])
    positional.tuple_value.values.add().none_value.SetInParent()
    positional.tuple_value.values.append(tensor)
    keyword.dict_value.fields["k"].CopyFrom(tensor)
    assert same(signature_of_arguments(argument_leaves(arguments)), arguments)
    results = StructuredValue()
    results.dict_value.fields["y"].tuple_value.values.extend([tensor, tensor])
    results.dict_value.fields["z"].CopyFrom(tensor)
    assert same(nested(leaves(results)), results)
    assert same(nested(leaves(tensor)), tensor)


GRAPHS = """module {
  module attributes {tf_saved_model.semantics, tfir.tags = ["train"]} {
    "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_w", type = tensor<2xf32>, value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> ()
    "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_step", type = tensor<i64>, value = dense<3> : tensor<i64>}> : () -> ()
    "tf_saved_model.asset"() <{filename = "assets.extra/warm/up", sym_name = "warm"}> {tfir.content = dense<"\\00\\01"> : tensor<!tf_type.string>} : () -> ()
    tfg.func @read(%w: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @__sm_w, tfg.name = "w"},
                   %s: tensor<!tf_type.resource<tensor<i64>>> {tf_saved_model.bound_input = @__sm_step, tfg.name = "s"})
         -> (tensor<*xf32> {tf_saved_model.index_path = ["w"], tfg.name = "w"}, tensor<*xi64> {tf_saved_model.index_path = ["step"], tfg.name = "step"})
     attributes {tf_saved_model.exported_names = ["read"]} {
      %r, %c = ReadVariableOp(%w) name("r") {dtype = f32} : (tensor<!tf_type.resource<tensor<2xf32>>>) -> (tensor<*xf32>)
      %i, %c0 = ReadVariableOp(%s) name("i") {dtype = i64} : (tensor<!tf_type.resource<tensor<i64>>>) -> (tensor<*xi64>)
      return(%r, %i) : tensor<*xf32>, tensor<*xi64>
    }
  }
  module attributes {tf_saved_model.semantics, tfir.tags = ["serve", "gpu"]} {
    "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "__sm_w", type = tensor<2xf32>, value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> ()
    tfg.func @double(%w: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @__sm_w, tfg.name = "w"})
         -> (tensor<*xf32> {tf_saved_model.index_path = ["y"], tfg.name = "y"})
     attributes {tf_saved_model.exported_names = ["double"]} {
      %r, %c = ReadVariableOp(%w) name("r") {dtype = f32} : (tensor<!tf_type.resource<tensor<2xf32>>>) -> (tensor<*xf32>)
      %y, %cy = AddV2(%r, %r) name("y") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
      return(%y) : tensor<*xf32>
    }
  }
  module attributes {tf_saved_model.semantics, tfir.tags = ["plain"]} {
    tfg.func @same(%x: tensor<f32> {tf_saved_model.index_path = ["x"], tfg.name = "x"}) -> (tensor<f32> {tf_saved_model.index_path = ["y"], tfg.name = "y"})
     attributes {tf_saved_model.exported_names = ["same"]} {
      return(%x) : tensor<f32>
    }
  }
}
"""


def test_a_model_of_several_graphs(tmp_path, capsys):
    """They have their tags, share variables by name, and come back with the files that no graph reads."""
    (tmp_path / "m.mlir").write_text(GRAPHS)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "assets.extra" / "warm" / "up").read_bytes() == b"\0\1"
    model = SavedModel.FromString((tmp_path / "new" / "saved_model.pb").read_bytes())
    assert [list(graph.meta_info_def.tags) for graph in model.meta_graphs] == [["train"], ["serve", "gpu"], ["plain"]]
    assert [graph.saver_def.restore_op_name for graph in model.meta_graphs] == ["save/restore_all", "save/restore_all", ""]
    assert not any(graph.asset_file_def or graph.object_graph_def.nodes for graph in model.meta_graphs)
    assert sorted(Bundle(str(tmp_path / "new" / "variables" / "variables")).names) == ["step", "w"]
    assert main(["--savedmodel-to-mlir=signatures", "--tags=*", str(tmp_path / "new"), "-o", str(tmp_path / "again.mlir")]) == 0
    again = (tmp_path / "again.mlir").read_text()
    assert (
        re.findall(r"tfir.tags = (\[.*?\])", again) == ['["train"]', '["serve", "gpu"]', '["plain"]']
        and again.count("assets.extra/warm/up") == 1
    )
    one = tmp_path / "one.mlir"
    assert main(["--savedmodel-to-mlir=signatures", "--tags=gpu,serve", str(tmp_path / "new"), "-o", str(one)]) == 0
    assert tf_run([str(one), "--device=interpreter", "--entry=double"]) == 0
    assert capsys.readouterr().out == "y=2xf32=2 4\n"
    assert main(["--mlir-to-savedmodel", str(one), "-o", str(tmp_path / "alone")]) == 0
    alone = SavedModel.FromString((tmp_path / "alone" / "saved_model.pb").read_bytes())
    assert [list(graph.meta_info_def.tags) for graph in alone.meta_graphs] == [["serve", "gpu"]]


@pytest.mark.parametrize("old, new, message", [
    ('["plain"]', '["gpu", "serve"]', "two graphs have the tags gpu, serve"),
    ('tfir.tags = ["plain"]', 'tfir.tags = ["train"]', "two graphs have the tags train"),
    ("dense<[1.0, 2.0]>", "dense<[1.0, 3.0]>", "two graphs have other values of variable 'w'"),
    ("assets.extra/warm", "assets.extra/../warm", "is no asset of the model"),
])  # fmt: skip
def test_graphs_that_contradict_each_other(old, new, message, tmp_path, capsys):
    assert message in refused(GRAPHS.replace(old, new, 1), tmp_path, capsys)
