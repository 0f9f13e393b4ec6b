"""Programs that JAX has exported are read by their content: what they take and give, and the program inside."""

import random

import pytest
from damage import damaged
from portable_artifacts import EXPORT
from tfir.bytecode.source import parse_source, source_of
from tfir.cli.file_formats import exported_module
from tfir.cli.flat_buffer import Table
from tfir.ir.diagnostics import Error

from tfrun.main import main as tf_run
from tftranslate.inspection.bytecode_facts import facts_of_export
from tftranslate.inspection.facts import facts_of
from tftranslate.jax_export import GLOBAL_CONSTANTS
from tftranslate.main import main as tf_translate
from tftranslate.recognition import recognize


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "program.jax"
    path.write_bytes(EXPORT)
    return str(path)


def test_what_a_program_takes_and_gives(file):
    facts = facts_of(recognize(file))
    assert (facts["kind"], facts["function"], facts["platforms"], facts["devices"]) == ("JAX export", "<lambda>", ["cpu", "cuda"], 1)
    assert facts["inputs"] == [
        {"name": "[0][0]['a']", "dtype": "f32", "shape": ["2", "3"]},
        {"name": "[0][0]['b'][0]", "dtype": "f32", "shape": ["3"]},
    ]
    assert facts["outputs"] == [{"name": "['sum']", "dtype": "f32", "shape": ["2", "3"]}]
    assert facts["gradients"] == 0 and facts["written_by"].startswith("StableHLO_v")


def test_the_program_is_read_and_run(file, capsys):
    assert tf_translate(["--deserialize-stablehlo", file]) == 0
    assert "stablehlo.add %arg1" in capsys.readouterr().out
    inputs = ["--input=2x3xf32=1,2,3,4,5,6", "--input=3xf32=1,1,2"]
    assert tf_run([file, "--device=interpreter", *inputs]) == 0
    assert "2x3xf32=[2 3 5][5 6 8]" in capsys.readouterr().out


NAMED = """module @net {
  func.func public @main(%x: tensor<2x3xf32>, %y: tensor<i1>) -> (tensor<2x3xf32> {jax.result_info = "result['a'][0]"}, tensor<i1> {jax.result_info = "result['a'][1]"}, tensor<complex<f64>> {jax.result_info = "result['b']"}) {
    %0 = stablehlo.negate %x : tensor<2x3xf32>
    %c = stablehlo.constant dense<(1.0, 2.0)> : tensor<complex<f64>>
    return %0, %y, %c : tensor<2x3xf32>, tensor<i1>, tensor<complex<f64>>
  }
}"""


def serialized(text: str, tmp_path, *flags: str) -> bytes:
    """What `--serialize-jax-export` makes of a program, or nothing where it refuses."""
    source, output = tmp_path / "program.mlir", tmp_path / "written.jax"
    source.write_text(text)
    output.unlink(missing_ok=True)
    tf_translate(["--serialize-jax-export", *flags, str(source), "-o", str(output)])
    return output.read_bytes() if output.exists() else b""


def test_arguments_keep_the_names_that_only_locations_say(file, tmp_path, capsys):
    assert tf_translate(["--deserialize-stablehlo", file, "-o", str(tmp_path / "program.mlir")]) == 0
    inputs = ["--input=x/b/0=3xf32=1,1,2", "--input=x/a=2x3xf32=1,2,3,4,5,6", "--input=arg0=i32=0"]
    assert tf_run([str(tmp_path / "program.mlir"), "--device=interpreter", *inputs]) == 0
    assert capsys.readouterr().out.startswith("sum=2x3xf32=")
    assert tf_run([str(tmp_path / "program.mlir"), "--device=interpreter", *inputs[:1], "--input=a=2x3xf32=1"]) != 0
    assert "'x/a': tensor<2x3xf32>" in capsys.readouterr().err


def test_what_is_written_says_what_the_program_takes_and_gives(tmp_path):
    facts = facts_of_export(serialized(NAMED, tmp_path), "file")
    assert (facts["function"], facts["platforms"], facts["devices"], facts["calling_convention"]) == ("net", ["cpu"], 1, 9)
    assert [(each["name"], each["dtype"], each["shape"]) for each in facts["inputs"]] == [
        ("[0][0]", "f32", ["2", "3"]),
        ("[0][1]", "bool", []),
    ]
    assert [(each["name"], each["dtype"]) for each in facts["outputs"]] == [("['a'][0]", "f32"), ("['a'][1]", "bool"), ("['b']", "c128")]


@pytest.mark.parametrize(
    ("infos", "names"),
    [
        (["result", "result"], ["[0]", "[1]"]),  # two results are no leaf
        (["result['a']", "result['a']['b']"], ["[0]", "[1]"]),  # what is a leaf holds nothing
        (["result['a']", "result[1]"], ["[0]", "[1]"]),  # a tree goes on by names or by numbers
        (["result.x", "result.y['z']"], ["['x']", "['y']['z']"]),
    ],
)
def test_names_that_make_no_tree_make_a_tuple(infos, names, tmp_path):
    results = ", ".join([f'tensor<f32> {{jax.result_info = "{info}"}}' for info in infos])
    text = f"func.func @main(%x: tensor<f32>) -> ({results}) {{\n  return %x, %x : tensor<f32>, tensor<f32>\n}}"
    assert [each["name"] for each in facts_of_export(serialized(text, tmp_path), "file")["outputs"]] == names


def test_a_single_result_is_the_tree(tmp_path):
    text = "func.func @main(%x: tensor<f32>) -> tensor<f32> {\n  return %x : tensor<f32>\n}"
    assert [each["name"] for each in facts_of_export(serialized(text, tmp_path), "file")["outputs"]] == [""]


def test_the_only_function_is_the_main_one(tmp_path, capsys):
    """As of a SavedModel, whose function is called as its signature."""
    serialized(NAMED.replace("@main(", "@serving_default("), tmp_path)
    assert tf_translate(["--deserialize-stablehlo", str(tmp_path / "written.jax")]) == 0
    assert "func.func public @main(" in capsys.readouterr().out


def test_what_is_written_is_run(tmp_path, capsys):
    serialized(NAMED, tmp_path)
    assert tf_run([str(tmp_path / "written.jax"), "--device=interpreter", "--input=2x3xf32=1,2,3,4,5,6", "--input=i1=1"]) == 0
    assert "-1 -2 -3" in capsys.readouterr().out


def test_an_export_gets_another_program(file, tmp_path, capsys):
    """x - y in place of x + y; all that JAX said of the old one stays."""
    assert tf_translate(["--deserialize-stablehlo", file]) == 0
    text = capsys.readouterr().out.replace("stablehlo.add", "stablehlo.subtract")
    data = serialized(text, tmp_path, f"--template={file}")
    before, after = facts_of_export(EXPORT, "file"), facts_of_export(data, "file")
    assert all([before[key] == after[key] for key in ("function", "platforms", "inputs", "outputs", "calling_convention")])
    inputs = ["--input=_platform_index=i32=0", "--input=2x3xf32=1,2,3,4,5,6", "--input=3xf32=1,1,2"]
    assert tf_run([str(tmp_path / "written.jax"), "--device=interpreter", *inputs]) == 0
    assert "subtract" in str(facts_of_export(data, "file")["ops"]) and "2x3xf32=[" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("func.func @f(%x: tensor<f32>) {\n  return\n}\nfunc.func @g() {\n  return\n}", "has no function @main"),
        ("func.func private @f(%x: tensor<f32>) {\n  return\n}", "has no function @main"),
        ("func.func @f(%x: tensor<f32>) {\n  func.call @f(%x) : (tensor<f32>) -> ()\n  return\n}", "has no function @main"),
        (
            "func.func @main(%n: tensor<1xi32>) -> tensor<?xf32> {\n  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>\n"
            "  return %0 : tensor<?xf32>\n}",
            "has a result of a size that those of the arguments don't tell",
        ),
        ("func.func @main(%x: tensor<i3>) {\n  return\n}", "which JAX has no arrays of"),
        (
            'func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = "tf.Relu"(%x) : (tensor<2xf32>) -> tensor<2xf32>\n  return %0 : tensor<2xf32>\n}',
            "is of a dialect that JAX does not read",
        ),
    ],
)
def test_what_jax_cannot_call_is_refused(text, reason, tmp_path, capsys):
    assert serialized(text, tmp_path) == b""
    assert reason in capsys.readouterr().err


SPECIFIED = """module @net {
  func.func public @main(%x: tensor<?x3xf32>, %y: tensor<?xf32>) -> (tensor<?x3xf32>, tensor<?xf32>) {
    %two = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
    %1 = stablehlo.divide %0, %two : tensor<i32>
    %2 = stablehlo.compare GE, %1, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%2, %1, %0) {error_message = "Obtained dimension variables: 'n' = {0} from specification '2*n' for dimension args[0].shape[0] (= {1}), .", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %3 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %4 = stablehlo.compare EQ, %3, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.custom_call @shape_assertion(%4, %3, %1) {error_message = "Found inconsistency between dimension size args[1].shape[0] (= {0}) and the specification 'n - 1' (= {1}).", has_side_effect = true} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
    %5:2 = call @inner(%1, %x) : (tensor<i32>, tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?xf32>)
    return %5#0, %5#1 : tensor<?x3xf32>, tensor<?xf32>
  }
  func.func private @inner(%n: tensor<i32> {jax.global_constant = "n"}, %x: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?xf32>) {
    %c = stablehlo.constant dense<3> : tensor<1xi32>
    %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.concatenate %0, %c, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<2xi32>) -> tensor<?x3xf32>
    %3 = stablehlo.multiply %1, %1 : tensor<2xi32>
    %4 = stablehlo.slice %3 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %5 = stablehlo.dynamic_iota %4, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    return %2, %5 : tensor<?x3xf32>, tensor<?xf32>
  }
}"""


def shapes(data: bytes, side: str) -> list:
    return [each["shape"] for each in facts_of_export(data, "file")[side]]


def test_open_sizes_are_what_assertions_and_constants_of_jax_say(tmp_path):
    data = serialized(SPECIFIED, tmp_path)
    assert shapes(data, "inputs") == [["2*n", "3"], ["n - 1"]]
    assert shapes(data, "outputs") == [["n", "3"], ["n*n"]]
    root = Table.root(data)
    assert root.integer(GLOBAL_CONSTANTS, 1) == 1
    assert facts_of_export(data, "file")["written_by"] == "StableHLO_v1.13.0"
    assert Table.root(serialized(NAMED, tmp_path)).integer(GLOBAL_CONSTANTS, 1) == 0


COMPARED = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %2 = stablehlo.compare {}, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @{}(%2) {{error_message = "no", has_side_effect = true}} : (tensor<i1>) -> ()
  %3 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %3 : tensor<?xf32>
}}"""


@pytest.mark.parametrize(
    ("direction", "target", "inputs", "outputs"),
    [
        ("EQ", "shape_assertion", [["a"], ["a"]], [["2*a"]]),
        ("GE", "shape_assertion", [["a"], ["b"]], [["a + b"]]),
        ("EQ", "log", [["a"], ["b"]], [["a + b"]]),
    ],
)
def test_sizes_that_an_assertion_compares_are_one(direction, target, inputs, outputs, tmp_path):
    data = serialized(COMPARED.format(direction, target), tmp_path)
    assert (shapes(data, "inputs"), shapes(data, "outputs")) == (inputs, outputs)


# As JAX writes a cumulative sum of a size that is not known: as many elements as there are.
CUMULATIVE = """module {
  func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.add %a, %b : tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    %0 = stablehlo.composite "a.b" %x {decomposition = @whole} : (tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func private @whole(%x: tensor<?xf32>) -> tensor<?xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %none = stablehlo.constant dense<0> : tensor<1x1xi32>
    %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.subtract %1, %one : tensor<1xi32>
    %3 = stablehlo.reshape %2 : (tensor<1xi32>) -> tensor<1x1xi32>
    %4 = stablehlo.concatenate %3, %none, dim = 1 : (tensor<1x1xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
    %5 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %1, %one, %one, %one, %4) {called_computations = [@sum]} : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xf32>
    return %5 : tensor<?xf32>
  }
}"""


def test_sizes_are_followed_through_composites_and_windows(tmp_path):
    assert shapes(serialized(CUMULATIVE, tmp_path), "outputs") == [["a"]]
    wider = CUMULATIVE.replace("subtract %1, %one", "add %1, %one")
    assert shapes(serialized(wider, tmp_path), "outputs") == [["a + 2"]]


def test_a_template_takes_and_gives_the_same(file, tmp_path, capsys):
    assert serialized(NAMED, tmp_path, f"--template={file}") == b""
    assert "is of type" in capsys.readouterr().err


def test_the_version_of_an_artifact_is_told(file, tmp_path, capsys):
    tf_translate(["--deserialize", "--print-stablehlo-version", file])
    version = facts_of_export(EXPORT, "file")["written_by"].removeprefix("StableHLO_v")
    assert capsys.readouterr().out.startswith(f"// Reading portable artifact with StableHLO version: {version}\n")
    (tmp_path / "text.mlir").write_text(NAMED)
    tf_translate(["--deserialize", "--print-stablehlo-version", str(tmp_path / "text.mlir")])
    assert capsys.readouterr().out.startswith("// Failed parsing StableHLO version")


def test_other_files_are_none():
    assert exported_module(EXPORT) is not None
    assert exported_module(EXPORT[:200]) is None and exported_module(b"\x08\0\0\0" * 40) is None and exported_module(b"") is None


def test_only_errors_come_of_damage():
    chance = random.Random(7)
    for _ in range(300):
        data = damaged(EXPORT, chance)
        if exported_module(data) is not None:
            try:
                parse_source(source_of("file", data))
                facts_of_export(data, "file")
            except Error as error:
                assert error.diagnostics[0].render()
