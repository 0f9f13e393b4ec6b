"""SavedModels from a tfg.graph, or from a function that it was lifted to: what is fed and fetched becomes a signature."""

import pathlib
import re

import numpy
import pytest
from tfir.proto import MetaGraphDef, SavedModel

from tfopt.main import main as tf_opt
from tfrun.main import main as tf_run
from tftranslate.main import main

GRAPH = """tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %x, %ctl = Placeholder name("in/x") {dtype = f32, shape = #tf_type.shape<?x2>} : () -> (tensor<*xf32>)
  %v, %ctl_0 = VariableV2 name("v") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %c, %ctl_1 = Const name("c") {dtype = f32, value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %a, %ctl_2 = Assign(%v, %c) name("v/Assign") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_3 = NoOp [%ctl_2] name("init")
  %y, %ctl_4 = Mul(%x, %v) name("y") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %t, %ctl_5 = Mul(%x, %c) name("t") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
}
"""


def built(text: str, tmp_path, *flags: str) -> MetaGraphDef:
    (tmp_path / "m.mlir").write_text(text)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new"), *flags]) == 0
    return SavedModel.FromString((tmp_path / "new" / "saved_model.pb").read_bytes()).meta_graphs[0]


def refused(text: str, tmp_path, capsys, *flags: str) -> str:
    (tmp_path / "m.mlir").write_text(text)
    assert main(["--mlir-to-savedmodel", str(tmp_path / "m.mlir"), "-o", str(tmp_path / "new"), *flags]) != 0
    assert not (tmp_path / "new").exists()
    return capsys.readouterr().err


def results(tmp_path, capsys, *flags: str) -> list[str]:
    text = str(tmp_path / "again.mlir")
    assert main(["--savedmodel-to-mlir=signatures", str(tmp_path / "new"), "-o", text]) == 0
    assert tf_run([text, "--device=interpreter", *flags]) == 0
    return capsys.readouterr().out.splitlines()


def test_what_is_asked_is_a_signature(tmp_path, capsys):
    """t is x * [3, 4]."""
    meta = built(GRAPH, tmp_path, "--outputs=t", "--signature=scale")
    signature = meta.signature_def["scale"]
    assert list(signature.inputs) == ["in/x"] and [dim.size for dim in signature.inputs["in/x"].tensor_shape.dim] == [-1, 2]
    assert meta.graph_def.versions.producer == 1087 and meta.graph_def.versions.min_consumer == 12
    assert results(tmp_path, capsys, "--input=1x2xf32=10,100") == ["t=1x2xf32=[30 400]"]


STEP = """tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %v, %ctl_0 = VarHandleOp name("v") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*x!tf_type.resource>)
  %r, %ctl_1 = ReadVariableOp(%v) name("r") {dtype = f32} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
  %y, %ctl_2 = Mul(%x, %r) name("y") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_3 = AssignAddVariableOp(%v, %y) name("step/add") {dtype = f32} : tensor<*x!tf_type.resource>, tensor<*xf32>
  %ctl_4 = NoOp [%ctl_3] name("step")
}
"""


@pytest.mark.parametrize("outputs, called", [("y,^step", ["y=2xf32=5 12", "y=2xf32=30 84"]), ("y", ["y=2xf32=5 12"] * 2)])
def test_a_node_to_run_is_run_with_what_is_fetched(outputs, called, tmp_path, capsys):
    """v is [5, 6] and y is x * v, which the step adds to v: x = [1, 2] makes [10, 18] of it, and so on where x = [3, 14 / 3]."""
    numpy.savez(tmp_path / "v.npz", v=numpy.float32([5, 6]))
    assert main(["--npz-to-checkpoint", str(tmp_path / "v.npz"), "-o", str(tmp_path / "ckpt")]) == 0
    meta = built(STEP, tmp_path, f"--outputs={outputs}", f"--checkpoint={tmp_path / 'ckpt'}")
    assert list(meta.signature_def["serving_default"].outputs) == ["y"]
    second = "--input=2xf32=3,4.6666665" if "^" in outputs else "--input=2xf32=1,2"
    calls = ["--entry=serving_default", "--input=2xf32=1,2", "--entry=serving_default", second]
    assert [line.removeprefix("serving_default: ") for line in results(tmp_path, capsys, *calls)] == called


def test_sinks_are_fetched_where_nothing_is_asked(tmp_path):
    without_variable = "\n".join([line for line in GRAPH.splitlines() if "%v" not in line and "init" not in line])
    meta = built(without_variable, tmp_path)
    assert list(meta.signature_def["serving_default"].outputs) == ["t"]


def test_a_function_that_it_was_lifted_to(tmp_path, capsys):
    function = """tfg.func @main(%x: tensor<2xf32> {tfg.name = "x"}) -> (tensor<2xf32> {tfg.name = "y"}) attributes {tfg.lifted_graph_version = #tf_type.version<producer = 7, min_consumer = 0>} {
  return(%x) : tensor<2xf32>
}
"""
    meta = built(function, tmp_path)
    assert list(meta.signature_def["serving_default"].inputs) == ["x"] and meta.graph_def.versions.producer == 7
    assert results(tmp_path, capsys, "--input=2xf32=1,2") == ["y=2xf32=1 2"]


def test_variables_of_a_checkpoint_or_of_nodes_that_initialize(tmp_path, capsys):
    """v is [3, 4] by its Assign; y is x * v. Then it is [3, 4] in a checkpoint that is made of that model."""
    for node in ("init", "v/Assign"):
        meta = built(GRAPH, tmp_path, "--outputs=y", f"--init={node}")
        assert tracked(meta) == ["v"] and not {"Assign", "AssignVariableOp"} & ops_of(meta, node)
        assert results(tmp_path, capsys, "--input=1x2xf32=2,2") == ["y=1x2xf32=[6 8]"]
        (tmp_path / "new").rename(tmp_path / f"by_{node[:4]}".replace("/", "_"))
    message = "variable 'v' has no value; --checkpoint=PREFIX says where it has one, --init=NODE what gives it one"
    assert message in refused(GRAPH, tmp_path, capsys, "--outputs=y")

    numpy.savez(tmp_path / "v.npz", v=numpy.float32([5, 6]))
    assert main(["--npz-to-checkpoint", str(tmp_path / "v.npz"), "-o", str(tmp_path / "ckpt")]) == 0
    meta = built(GRAPH, tmp_path, "--outputs=y", f"--checkpoint={tmp_path / 'ckpt'}")
    assert tracked(meta) == ["v"]
    assert results(tmp_path, capsys, "--input=1x2xf32=2,2") == ["y=1x2xf32=[10 12]"]
    (tmp_path / "new").rename(tmp_path / "second")
    meta = built(GRAPH, tmp_path, "--outputs=y", f"--checkpoint={tmp_path / 'ckpt'}", "--init=init")
    assert tracked(meta) == ["v"]
    assert results(tmp_path, capsys, "--input=1x2xf32=2,2") == ["y=1x2xf32=[10 12]"]


def tracked(meta: MetaGraphDef) -> list[str]:
    return [node.variable.name for node in meta.object_graph_def.nodes if node.WhichOneof("kind") == "variable"]


def ops_of(meta: MetaGraphDef, init: str) -> set[str]:
    """The ops of what is run when the model is loaded."""
    functions = {function.signature.name: function for function in meta.graph_def.library.function}
    return {node.op for name, function in functions.items() if "init" in name for node in function.node_def}


def test_what_is_drawn_without_a_seed_is_drawn_when_the_model_is_loaded(tmp_path):
    """So it is in TensorFlow; nothing here can say what it will be."""
    drawn = (
        'RandomStandardNormal(%s) name("c") {dtype = f32, T = i32, seed = 0 : i64, seed2 = 0 : i64} : (tensor<*xi32>) -> (tensor<*xf32>)'
    )
    shape = '%s, %sc = Const name("s") {dtype = i32, value = dense<2> : tensor<1xi32>} : () -> (tensor<*xi32>)'
    constant = 'Const name("c") {dtype = f32, value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)'
    assert constant in GRAPH
    meta = built(GRAPH.replace(f"  %c, %ctl_1 = {constant}", f"  {shape}\n  %c, %ctl_1 = {drawn}"), tmp_path, "--outputs=y", "--init=init")
    assert tracked(meta) == [] and {"RandomStandardNormal", "AssignVariableOp"} <= ops_of(meta, "init")


@pytest.mark.parametrize(
    "text, flags, message",
    [
        ("module {}", [], "expected a tfg.graph, one function of tfg, or a module of tf_saved_model"),
        ("func.func @f() { return }", [], "--tf-functional-to-executor-conversion"),
        ("module {}", ["--outputs=y"], "are about a tfg.graph, and the text has none"),
        ("module attributes {tf_saved_model.semantics} {}", ["--signature=s"], "in tf_saved_model functions have names"),
        ("tfg.graph #tf_type.version<producer = 7, min_consumer = 0> { }", [], "the graph has nothing to fetch"),
        (GRAPH, ["--outputs=z"], "the graph has no node 'z'"),
        (GRAPH, ["--outputs=t,^inits"], "the graph has no node 'inits', which is to be run; did you mean 'init'?"),
        (GRAPH, ["--outputs=t", "--template=x"], "go without it"),
    ],
)
def test_what_is_no_model(text, flags, message, tmp_path, capsys):
    assert message in refused(text, tmp_path, capsys, *flags)


@pytest.mark.parametrize("shape, kept", [("?x2", [-1, 2]), ("2x2", [2, 2]), ("2x?", [2, -1])])
def test_sizes_that_a_variable_leaves_open_stay_open(shape, kept, tmp_path, capsys):
    """A variable of two rows that are read, and one of more rows later: TensorFlow folds the shape of what is read where it is told one."""
    written = "#tf_type.shape<" + shape.replace("?", "-1") + ">"
    graph = f"""tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {{
  %v, %c = VarHandleOp name("v") {{dtype = f32, shape = {written}, shared_name = "v"}} : () -> (tensor<*x!tf_type.resource>)
  %r, %c0 = ReadVariableOp(%v) name("y") {{dtype = f32}} : (tensor<*x!tf_type.resource>) -> (tensor<*xf32>)
}}
"""
    numpy.savez(tmp_path / "v.npz", v=numpy.float32([[5, 6], [7, 8]]))
    assert main(["--npz-to-checkpoint", str(tmp_path / "v.npz"), "-o", str(tmp_path / "ckpt")]) == 0
    meta = built(graph, tmp_path, "--outputs=y", f"--checkpoint={tmp_path / 'ckpt'}")
    (variable,) = [node.variable for node in meta.object_graph_def.nodes if node.WhichOneof("kind") == "variable"]
    (handle,) = [node for node in meta.graph_def.node if node.op == "VarHandleOp"]
    assert [dim.size for dim in variable.shape.dim] == [dim.size for dim in handle.attr["shape"].shape.dim] == kept
    assert results(tmp_path, capsys) == ["y=2x2xf32=[5 6][7 8]"]


FROZEN = """tfg.graph #tf_type.version<producer = 1087, min_consumer = 12> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<2>} : () -> (tensor<*xf32>)
  %w, %ctl_0 = Const name("layer/w") {dtype = f32, value = dense<[3.0, 4.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %two, %ctl_1 = Const name("layer/two") {dtype = f32, value = dense<2.0> : tensor<f32>} : () -> (tensor<*xf32>)
  %late, %ctl_2 = Const [%ctl] name("layer/late") {dtype = f32, value = dense<[1.0, 1.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %order, %ctl_3 = Const name("layer/order") {dtype = i32, value = dense<[1, 0]> : tensor<2xi32>} : () -> (tensor<*xi32>)
  %p, %ctl_4 = Mul(%x, %w) name("p") {T = f32, _class = ["loc:@layer/w"]} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %q, %ctl_5 = Mul(%p, %two) name("q") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %r, %ctl_6 = AddV2(%q, %late) name("r") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %y, %ctl_7 = GatherV2(%r, %order, %axis) name("y") {Taxis = i32, Tindices = i32, Tparams = f32, batch_dims = 0 : i64} : (tensor<*xf32>, tensor<*xi32>, tensor<*xi32>) -> (tensor<*xf32>)
  %axis, %ctl_8 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<*xi32>)
}
"""


@pytest.mark.parametrize(
    "flag, variables",
    [("", ["layer/w"]), ("=^layer/", ["layer/two", "layer/w"]), ("=two$", ["layer/two"]), ("=.", ["layer/two", "layer/w"])],
)
def test_constants_of_a_frozen_graph_are_variables(flag, variables, tmp_path, capsys):
    """Those of floats that wait for nothing: numbers that say where elements go, and literals of a branch, stay. [10, 100] times [3, 4] times 2 and
    1 added is [61, 801], which are exchanged."""
    meta = built(FROZEN, tmp_path, "--outputs=y", f"--variables-of-constants{flag}")
    assert sorted(tracked(meta)) == variables
    assert results(tmp_path, capsys, "--input=2xf32=10,100") == ["y=2xf32=801 61"]


def test_constants_stay_where_that_is_not_asked(tmp_path):
    assert tracked(built(FROZEN, tmp_path, "--outputs=y")) == []


def test_a_variable_of_the_name_of_a_constant_keeps_it(tmp_path, capsys):
    """The constant's is another one. r is 3 times x + 1, with 1 from the checkpoint, which has no second variable."""
    text = STEP.replace('name("v") {', 'name("handle") {shared_name = "c", ').replace(
        "  %ctl_4 =",
        """  %c, %ctl_8 = Const name("c") {dtype = f32, value = dense<[3.0, 3.0]> : tensor<2xf32>} : () -> (tensor<*xf32>)
  %t, %ctl_9 = AddV2(%y, %c) name("t") {T = f32} : (tensor<*xf32>, tensor<*xf32>) -> (tensor<*xf32>)
  %ctl_4 =""",
    )
    numpy.savez(tmp_path / "v.npz", c=numpy.float32([5, 6]))
    assert main(["--npz-to-checkpoint", str(tmp_path / "v.npz"), "-o", str(tmp_path / "ckpt")]) == 0
    meta = built(text, tmp_path, "--outputs=t", f"--checkpoint={tmp_path / 'ckpt'}", "--variables-of-constants=c")
    assert sorted(tracked(meta)) == ["c", "c_1"]
    assert results(tmp_path, capsys, "--input=2xf32=1,2") == ["t=2xf32=8 15"]


def test_constants_of_a_function_that_a_graph_was_lifted_to(tmp_path, capsys):
    (tmp_path / "graph.mlir").write_text(FROZEN)
    assert tf_opt([str(tmp_path / "graph.mlir"), "--tfg-lift-graph-to-func=feeds=x fetches=r", "-o", str(tmp_path / "f.mlir")]) == 0
    meta = built((tmp_path / "f.mlir").read_text(), tmp_path, "--variables-of-constants=w$")
    assert tracked(meta) == ["layer/w"]
    assert results(tmp_path, capsys, "--input=2xf32=10,100") == ["r=2xf32=61 801"]


@pytest.mark.parametrize(
    "text, flags, message",
    [
        (FROZEN, ["--variables-of-constants=axis|late"], "the graph has no constant of floats whose name matches 'axis|late'"),
        (STEP.replace("%ctl_3", "%ctl_9"), ["--variables-of-constants"], "the graph has no constant of floats of more than one element"),
        (FROZEN, ["--variables-of-constants=("], "'(': expected REGEX: missing )"),
        ("module attributes {tf_saved_model.semantics} {\n}\n", ["--variables-of-constants"], "which has variables"),
        (FROZEN, ["--variables-of-constants", "--template=there"], "--init and --variables-of-constants go without it"),
    ],
)
def test_constants_that_cannot_be_variables(text, flags, message, tmp_path, capsys):
    assert message in refused(text, tmp_path, capsys, "--outputs=y", *flags) or message in refused(text, tmp_path, capsys, *flags)


BY_HAND = pathlib.Path(__file__).parents[3] / "models" / "from_text"


@pytest.mark.parametrize(
    "name, variables, called",
    [
        ("loop", ["w"], ["y=2x2xf32=[0.125 8][0.375 -8]"]),  # 0.5 and 2 to the third, times [[1, 1], [3, -1]]
        ("step", ["v"], ["loss=f32=8", "loss=f32=6.17"]),
    ],
)
def test_texts_that_tensorflow_trains(name, variables, called, tmp_path, capsys):
    """Of a step: v is [1, 2] and x is [1, 1/2], so the loss is 4 + 4, and v - 0.2 * x * (v * x - 3) = [1.4, 2.2], with 1.6 ** 2 + 1.9 ** 2."""
    text = (BY_HAND / f"{name}.mlir").read_text()
    meta = built(text, tmp_path, *re.findall(r"--\S+", text.partition("\n")[0]))
    assert tracked(meta) == variables
    shown = results(tmp_path, capsys, *["--entry=serving_default", f"--input=@{BY_HAND / name}.npz"] * len(called))
    assert [line.removeprefix("serving_default: ") for line in shown] == called
