"""Graphs of TensorFlow 1 with a checkpoint beside them: reference variables and tables become resources; numbers are worked out by hand."""

import pathlib

import numpy
import pytest
from google.protobuf import text_format
from tfir.dialects.tf.references import twin
from tfir.ods.arrays import dense_of
from tfir.proto import MetaGraphDef
from tfir.storage.checkpoint.write_bundle import write_bundle
from tfir.storage.graphdef.node_results import TABLE

from tfrun.main import main as tf_run
from tftranslate.main import main


def attribute(name: str, value: str) -> str:
    return f'attr {{ key: "{name}" value {{ {value} }} }}'


def node(name: str, op: str, inputs=(), **attributes: str) -> str:
    listed = " ".join([f'input: "{one}"' for one in inputs])
    return f'node {{ name: "{name}" op: "{op}" {listed} {" ".join([attribute(*one) for one in attributes.items()])} }}\n'


F32, I32, I64, STRING = "type: DT_FLOAT", "type: DT_INT32", "type: DT_INT64", "type: DT_STRING"


def variable(name: str, op: str = "VariableV2", dtype: str = F32, shape: str = "shape { dim { size: 2 } }") -> str:
    return node(name, op, dtype=dtype, shape=shape)


X = node("x", "Placeholder", dtype=F32, shape="shape { dim { size: 2 } }")


def constant(name: str, dtype: str, value: str) -> str:
    return node(name, "Const", dtype=f"type: {dtype}", value=f"tensor {{ dtype: {dtype} tensor_shape {{ }} {value} }}")


def written(folder, nodes: str, collections: str = "", suffix: str = ".meta") -> pathlib.Path:
    """A .meta with the graph, and a checkpoint in which v is [1, 2] and n is 7."""
    text = f'meta_info_def {{ tensorflow_version: "1.15.0" }} graph_def {{ {nodes} versions {{ producer: 27 }} }} {collections}'
    path = folder / f"model{suffix}"
    data = text_format.Parse(text, MetaGraphDef()).SerializeToString() if suffix == ".meta" else text.encode()
    path.write_bytes(data)
    write_bundle(str(folder / "model"), [("v", dense_of(numpy.float32([1, 2]))), ("n", dense_of(numpy.int64(7)))])
    return path


def imported(path: pathlib.Path, outputs: str, *flags: str, form: str = "signatures") -> str:
    out = path.parent / "out.mlir"
    assert main([f"--metagraph-to-mlir={form}", str(path), f"--outputs={outputs}", "-o", str(out), *flags]) == 0
    return out.read_text()


def runs(folder, *calls: str, capsys) -> list[str]:
    assert tf_run([str(folder / "out.mlir"), "--device=interpreter", *calls]) == 0
    return capsys.readouterr().out.splitlines()


def test_reads_and_writes_as_a_session_of_tensorflow_1_has_them(tmp_path, capsys):
    """v is [1, 2], x [10, 20]. An Identity of v has the memory of v: fetched, and added to after AssignAdd, it is the sum. (TensorFlow
    2.21, with reference variables and without its optimizers, gave these numbers in two runs.)"""
    nodes = X + variable("v") + node("before", "Identity", ["v"], T=F32)
    nodes += node("add", "AssignAdd", ["v", "x", "^before"], T=F32) + constant("two", "DT_FLOAT", "float_val: 2")
    nodes += node("out", "Mul", ["add", "two"], T=F32) + constant("zero", "DT_FLOAT", "float_val: 0")
    nodes += node("late", "AddV2", ["before", "zero", "^add"], T=F32)
    text = imported(written(tmp_path, nodes), "before,out,late")
    assert "VariableV2" not in text and 'sym_name = "__sm_v", type = tensor<2xf32>, value = dense<[1.000000e+00, 2.000000e+00]>' in text
    call = ["--entry=serving_default", "--input=x=2xf32=10,20"]
    lines = runs(tmp_path, *call, *call, capsys=capsys)
    assert [line.partition("2xf32=")[2] for line in lines] == ["11 22", "22 44", "11 22", "21 42", "42 84", "21 42"]


def test_a_value_is_read_when_what_it_meets_is_there(tmp_path, capsys):
    """v is [1, 2], x [10, 20]: v times what AssignAdd gives is the sum squared, since the product is computed after it."""
    nodes = X + variable("v") + node("add", "AssignAdd", ["v", "x"], T=F32) + node("value", "Identity", ["add"], T=F32)
    nodes += node("out", "Mul", ["v", "value"], T=F32)
    assert "VariableV2" not in imported(written(tmp_path, nodes), "out")
    assert runs(tmp_path, "--input=x=2xf32=10,20", capsys=capsys)[0].endswith("2xf32=121 484")


def test_a_constant_that_waits_makes_who_takes_it_wait(tmp_path, capsys):
    """TensorFlow writes no control edge on a node that has one through an input: of `reduce_sum(v)` after an AssignAdd only the axes wait. v
    is [1, 2], x [10, 20]; the sum is that of [11, 22]."""
    nodes = X + variable("v") + node("before", "Identity", ["v"], T=F32) + node("add", "AssignAdd", ["v", "x"], T=F32)
    axes = "tensor { dtype: DT_INT32 tensor_shape { dim { size: 1 } } int_val: 0 }"
    nodes += node("axes", "Const", ["^add"], dtype=I32, value=axes) + node("sum", "Sum", ["before", "axes"], T=F32, Tidx=I32)
    assert "VariableV2" not in imported(written(tmp_path, nodes), "sum")
    assert runs(tmp_path, "--input=x=2xf32=10,20", capsys=capsys)[0].endswith("f32=33")


def test_what_is_written_only_later_is_read_at_once(tmp_path, capsys):
    """v is [1, 2], x [10, 20]: -x * v is [-10, -40], and v less that [11, 42]. The reading that AssignSub waits for waits for nothing, for
    TensorFlow fuses what it would wait for (a Conv2D) with what uses it (its BiasAdd), and then each would wait for the other."""
    nodes = X + variable("v") + node("negative", "Neg", ["x"], T=F32) + node("out", "Mul", ["negative", "v"], T=F32)
    text = imported(written(tmp_path, nodes + node("put", "AssignSub", ["v", "out"], T=F32)), "out,put")
    assert [
        line
        for line in text.splitlines()
        if "ReadVariableOp(" in line and 'name("v/read")' in line and "[" not in line.partition("name(")[0]
    ]
    lines = runs(tmp_path, "--entry=serving_default", "--input=x=2xf32=10,20", capsys=capsys)
    assert [line.partition("2xf32=")[2] for line in lines] == ["-10 -40", "11 42"]


def test_what_may_not_be_written_in_a_call_is_not_waited_for(tmp_path, capsys):
    """A result that is v itself, which one side of a branch writes: v stays a reference, and is what it was where p does not hold."""
    nodes = X + variable("v") + node("p", "Placeholder", dtype="type: DT_BOOL", shape="shape { }")
    nodes += node("ref", "RefSwitch", ["v", "p"], T=F32) + node("sides", "Switch", ["x", "p"], T=F32)
    nodes += node("put", "Assign", ["ref:1", "sides:1"], T=F32) + node("stay", "Identity", ["ref"], T=F32)
    nodes += node("out", "Merge", ["stay", "put"], T=F32, N="i: 2") + node("after", "Identity", ["v"], T=F32)
    assert "VariableV2" in imported(written(tmp_path, nodes), "after,out")
    assert runs(tmp_path, "--input=x=2xf32=5,6", "--input=p=i1=0", capsys=capsys)[0].endswith("2xf32=1 2")


def test_both_sides_of_a_switch(tmp_path, capsys):
    """Where p holds v becomes x: a RefSwitch hands the reference to the side that is taken."""
    nodes = X + variable("v") + node("p", "Placeholder", dtype="type: DT_BOOL", shape="shape { }")
    nodes += node("ref", "RefSwitch", ["v", "p"], T=F32) + node("sides", "Switch", ["x", "p"], T=F32)
    nodes += node("put", "Assign", ["ref:1", "sides:1"], T=F32) + node("stay", "Identity", ["ref"], T=F32)
    nodes += node("out", "Merge", ["stay", "put"], T=F32, N="i: 2")
    text = imported(written(tmp_path, nodes), "out")
    assert "RefSwitch" not in text and "AssignVariableOp" in text
    for held, expected in (("0", "1 2"), ("1", "5 6")):
        assert runs(tmp_path, "--input=x=2xf32=5,6", f"--input=p=i1={held}", capsys=capsys)[0].endswith(f"2xf32={expected}")


@pytest.mark.parametrize(("waits_for", "becomes"), [("^both", "AssignVariableOp"), ("^p", "Assign(")])
def test_a_read_behind_a_branch_that_writes(waits_for, becomes, tmp_path, capsys):
    """v becomes x where p holds. What waits for both branches reads when all is written; with less it is not known that it does."""
    nodes = variable("v") + X + node("p", "Placeholder", dtype="type: DT_BOOL", shape="shape { }")
    nodes += node("ref", "RefSwitch", ["v", "p"], T=F32) + node("sides", "Switch", ["x", "p"], T=F32)
    nodes += node("taken", "Assign", ["ref:1", "sides:1"], T=F32) + node("new", "Identity", ["taken"], T=F32)
    nodes += node("both", "Merge", ["sides", "new"], T=F32, N="i: 2") + node("now", "Identity", ["v", waits_for], T=F32)
    assert becomes in imported(written(tmp_path, nodes), "both,now")
    first, second = "--input=x=2xf32=5,6", "--input=x=2xf32=7,8"
    calls = ["--entry=serving_default", first, "--input=p=i1=false", "--entry=serving_default", second, "--input=p=i1=true"]
    if becomes == "AssignVariableOp":
        shown = [line.removeprefix("serving_default: ") for line in runs(tmp_path, *calls, capsys=capsys)]
        assert shown == ["both=2xf32=5 6", "now=2xf32=1 2", "both=2xf32=7 8", "now=2xf32=7 8"]


def test_a_read_in_a_loop_that_writes_is_not_behind_it(tmp_path):
    """It waits for what the turn before has written, and this turn writes too; behind the loop all is written."""
    nodes = variable("v") + X + constant("zero", "DT_INT32", "int_val: 0") + constant("three", "DT_INT32", "int_val: 3")
    frame = {"T": I32, "frame_name": 's: "f"'}
    nodes += node("enter", "Enter", ["zero"], **frame) + node("again", "Merge", ["enter", "next"], T=I32, N="i: 2")
    nodes += node("most", "Enter", ["three"], is_constant="b: true", **frame) + node("less", "Less", ["again", "most"], T=I32)
    nodes += (
        node("goes_on", "LoopCond", ["less"]) + node("turn", "Switch", ["again", "goes_on"], T=I32) + node("out", "Exit", ["turn"], T=I32)
    )
    nodes += node("ref", "RefEnter", ["v"], is_constant="b: true", frame_name='s: "f"', T=F32)
    nodes += node("given", "Enter", ["x"], is_constant="b: true", frame_name='s: "f"', T=F32)
    nodes += node("inside", "Identity", ["turn:1"], T=I32) + node("add", "AssignAdd", ["ref", "given", "^inside"], T=F32)
    one = node("one", "Const", ["^inside"], dtype=I32, value="tensor { dtype: DT_INT32 tensor_shape { } int_val: 1 }")
    nodes += one + node("sum", "Add", ["inside", "one"], T=I32) + node("next", "NextIteration", ["sum", "^add"], T=I32)
    behind = imported(written(tmp_path, nodes + node("now", "Identity", ["v", "^out"], T=F32)), "now")
    assert "AssignAddVariableOp" in behind and "VariableV2" not in behind
    within = node("now", "Identity", ["ref", "^inside"], T=F32) + node("last", "Exit", ["now"], T=F32)
    (line,) = [line for line in imported(written(tmp_path, nodes + within), "last").splitlines() if 'name("now")' in line]
    assert "ReadVariableOp" not in line


def test_one_that_is_taken_by_an_op_without_a_twin_stays(tmp_path, capsys):
    """RefSelect has none; v and what is selected with it stay references, which a function restores; n becomes a resource."""
    nodes = variable("v") + variable("w") + variable("n", dtype=I64, shape="shape { }")
    nodes += constant("i", "DT_INT32", "int_val: 0") + node("one", "RefSelect", ["i", "v", "w"], T=F32, N="i: 2")
    nodes += node("out", "Identity", ["one"], T=F32) + node("count", "Identity", ["n"], T=I64)
    text = imported(written(tmp_path, nodes), "out,count")
    assert text.count("VariableV2 name") == 3 and "@__saved_model_restore_op" in text and 'sym_name = "__sm_n"' in text


def test_shapes_that_variable_did_not_say(tmp_path):
    """The op Variable of old wrote [] where it knew nothing; of VariableV2 that is a scalar."""
    nodes = variable("u", "Variable", shape="shape { }") + variable("s", shape="shape { }")
    nodes += node("a", "Identity", ["u"], T=F32) + node("b", "Identity", ["s"], T=F32)
    text = imported(written(tmp_path, nodes), "a,b")
    assert 'shape = #tf_type.shape<*>, shared_name = "u"' in text and 'shape = #tf_type.shape<>, shared_name = "s"' in text


def test_tables_are_filled_from_a_file_beside(tmp_path, capsys):
    """The graph names the file by the path that it had elsewhere; words are lines, counted from 0."""
    (tmp_path / "words.txt").write_text("a\nb\nc\n")
    nodes = node("words", "Placeholder", dtype=STRING, shape="shape { dim { size: 3 } }")
    nodes += node("table", "HashTable", key_dtype=STRING, value_dtype=I64, shared_name='s: "t"')
    nodes += constant("file", "DT_STRING", 'string_val: "/gone/words.txt"') + constant("none", "DT_INT64", "int64_val: -1")
    nodes += node("fill", "InitializeTableFromTextFile", ["table", "file"], key_index="i: -2", value_index="i: -1")
    nodes += node("ids", "LookupTableFind", ["table", "words", "none"], Tin=STRING, Tout=I64)
    collections = 'collection_def { key: "table_initializer" value { node_list { value: "fill" } } }'
    collections += ' collection_def { key: "asset_filepaths" value { node_list { value: "file:0" } } }'
    text = imported(written(tmp_path, nodes, collections), "ids")
    assert "LookupTableFindV2" in text and 'tfir.content = dense<"a\\0Ab\\0Ac\\0A">' in text
    assert runs(tmp_path, '--input=words=3xstring="c","x","a"', capsys=capsys)[0].endswith("3xi64=2 -1 0")


def test_a_file_of_words_that_is_not_beside(tmp_path, capsys):
    nodes = node("table", "HashTable", key_dtype=STRING, value_dtype=I64, shared_name='s: "t"') + node("words", "Placeholder", dtype=STRING)
    nodes += constant("file", "DT_STRING", 'string_val: "/gone/words.txt"') + constant("none", "DT_INT64", "int64_val: -1")
    nodes += node("fill", "InitializeTableFromTextFile", ["table", "file"], key_index="i: -2", value_index="i: -1")
    nodes += node("ids", "LookupTableFind", ["table", "words", "none"], Tin=STRING, Tout=I64)
    collections = 'collection_def { key: "table_initializer" value { node_list { value: "fill" } } }'
    collections += ' collection_def { key: "asset_filepaths" value { node_list { value: "file:0" } } }'
    path = written(tmp_path, nodes, collections)
    assert main(["--metagraph-to-mlir", str(path), "--outputs=ids", "-o", str(tmp_path / "out")]) == 1
    assert f"tables are filled from '{tmp_path}/words.txt', which is not there" in capsys.readouterr().err


def test_the_saver_that_the_model_names_says_what_is_restored(tmp_path, capsys):
    """Two savers: the first in the graph restores v from another tensor, as that of moving averages does. v is [1, 2], other [5, 6]."""

    def saver(name: str, tensor: str) -> str:
        one = "tensor {{ dtype: DT_STRING tensor_shape {{ dim {{ size: 1 }} }} string_val: '{}' }}".format
        nodes = node(f"{name}/names", "Const", dtype=STRING, value=one(tensor)) + node(
            f"{name}/parts", "Const", dtype=STRING, value=one("")
        )
        nodes += node(f"{name}/restored", "RestoreV2", ["file", f"{name}/names", f"{name}/parts"], dtypes=f"list {{ {F32} }}")
        nodes += node(f"{name}/put", "Assign", ["v", f"{name}/restored"], T=F32)
        return nodes + node(f"{name}/all", "NoOp", [f"^{name}/put"])

    nodes = variable("v") + constant("file", "DT_STRING", 'string_val: "model"') + saver("best", "other") + saver("save", "v")
    nodes += node("out", "Identity", ["v"], T=F32)
    path = written(tmp_path, nodes, 'saver_def { restore_op_name: "save/all" }')
    write_bundle(str(tmp_path / "model"), [("v", dense_of(numpy.float32([1, 2]))), ("other", dense_of(numpy.float32([5, 6])))])
    assert "value = dense<[1.000000e+00, 2.000000e+00]>" in imported(path, "out")
    path = written(tmp_path, nodes, 'saver_def { restore_op_name: "best/all" }')
    write_bundle(str(tmp_path / "model"), [("v", dense_of(numpy.float32([1, 2]))), ("other", dense_of(numpy.float32([5, 6])))])
    assert "value = dense<[5.000000e+00, 6.000000e+00]>" in imported(path, "out")
    write_bundle(str(tmp_path / "model"), [("v", dense_of(numpy.float32([1, 2])))])  # which that saver has not written
    assert "value = dense<[1.000000e+00, 2.000000e+00]>" in imported(path, "out")


def test_a_checkpoint_elsewhere_and_a_graph_as_text(tmp_path, capsys):
    """Frozen, v is a constant: 3 * [1, 2]; the suffix of a text tells no checkpoint of another name."""
    nodes = variable("v") + constant("k", "DT_FLOAT", "float_val: 3") + node("out", "Mul", ["v", "k"], T=F32)
    path = written(tmp_path, nodes, suffix=".meta.pbtxt")
    assert "dense<[1.000000e+00, 2.000000e+00]>" in imported(path, "out", form="frozen")
    for part in ("index", "data-00000-of-00001"):
        (tmp_path / f"model.{part}").rename(tmp_path / f"other.{part}")
    imported(path, "out", f"--checkpoint={tmp_path / 'other'}", form="frozen")
    assert runs(tmp_path, capsys=capsys)[0].endswith("2xf32=3 6")
    arguments = [f"--metagraph-to-mlir={'frozen'}", str(path), "--outputs=out", f"--checkpoint={tmp_path / 'none'}"]
    assert main(arguments) == 1 and "none.index': No such file" in capsys.readouterr().err


def test_a_reference_that_is_only_read_is_frozen_behind_a_switch(tmp_path, capsys):
    """Where p holds 2 * v, else v."""
    nodes = variable("v") + node("p", "Placeholder", dtype="type: DT_BOOL", shape="shape { }") + node("ref", "RefSwitch", ["v", "p"], T=F32)
    nodes += constant("two", "DT_FLOAT", "float_val: 2") + node("twice", "Mul", ["ref:1", "two"], T=F32)
    nodes += node("once", "Identity", ["ref"], T=F32) + node("out", "Merge", ["once", "twice"], T=F32, N="i: 2")
    assert "RefSwitch" not in imported(written(tmp_path, nodes), "out", form="frozen")
    for held, expected in (("0", "1 2"), ("1", "2 4")):
        assert runs(tmp_path, f"--input=p=i1={held}", capsys=capsys)[0].endswith(f"2xf32={expected}")


def test_inspection_tells_of_the_checkpoint(tmp_path, capsys):
    assert main(["--inspect", str(written(tmp_path, variable("v")))]) == 0
    assert "v: float32[2]  8 bytes" in capsys.readouterr().out


def test_what_is_to_be_computed_must_be_said(tmp_path, capsys):
    path = written(tmp_path, variable("v"))
    assert main(["--metagraph-to-mlir=signatures", str(path)]) == 2
    assert "it has no signatures; --outputs=A,B says what to compute" in capsys.readouterr().err


def test_every_twin_takes_a_handle_where_the_other_takes_a_reference():
    """What an op's twin is follows from its name; this holds it to both declarations."""
    for name in [name for name in TABLE if any(slot.ref for slot in TABLE.get(name).operands) and twin(name)]:
        signature, other = TABLE.get(name), TABLE.get(twin(name))
        for slot, taken in zip(signature.operands, other.operands, strict=True):
            assert taken.type == ("T" if name.startswith("Ref") else "resource") if slot.ref else not taken.ref
        stated = {*signature.attributes, *(["dtype"] if "T" in signature.attributes else [])}
        assert not [key for key, one in other.attributes.items() if one.required and key not in stated]


@pytest.mark.parametrize(
    "name, expected",
    [
        ("Assign", "AssignVariableOp"), ("ApplyAdam", "ResourceApplyAdam"), ("ScatterNdSub", "ResourceScatterNdSub"), ("RefEnter", "Enter"),
        ("IsVariableInitialized", "VarIsInitializedOp"), ("LookupTableSize", "LookupTableSizeV2"), ("RefSelect", None), ("BarrierClose", None),
    ],
)  # fmt: skip
def test_twins(name, expected):
    assert twin(name) == expected
