"""A package installed beside the tools adds a dialect, a pass, an optimizer, a format, an answer to a custom call and a device; who has none does not pay for it."""

import subprocess
import sys

import pytest
from demo_plugin import installed

TWICE = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = demo.twice %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
GRAPH = """module {
  tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
    %x, %c0 = Placeholder name("x") {dtype = f32} : () -> (tensor<*xf32>)
    %p, %c1 = Print(%x) name("p") {T = f32, U = [], first_n = -1 : i64, message = "x", summarize = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
    %q, %c2 = Print(%p) name("q") {T = f32, U = [], first_n = -1 : i64, message = "x", summarize = 3 : i64} : (tensor<*xf32>) -> (tensor<*xf32>)
    %a, %c3 = Abs(%q) name("a") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
    %b, %c4 = Neg(%a) name("b") {T = f32} : (tensor<*xf32>) -> (tensor<*xf32>)
  }
}
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    return installed(tmp_path_factory.mktemp("packages"))


@pytest.fixture
def call(environment, tmp_path):
    def run(*words, status=0, env=environment, **files):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        done = subprocess.run(words, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        return done.stdout + done.stderr

    return run


def test_a_dialect_is_read_verified_and_computed(call):
    assert call("tf-opt", "m", m=TWICE).count("demo.twice") == 1
    assert "4" in call("tf-run", "m", "--device=interpreter", "--input=2xf32=1,2", m=TWICE)
    wrong = 'func.func @main(%x: f32) {\n  %0 = "demo.twice"(%x) : (f32) -> tensor<f32>\n  return\n}\n'
    assert "'demo.twice'" in call("tf-opt", "m", status=1, m=wrong)
    assert "Two times x." in call("tf-opt", "--describe-op=demo.twice")
    assert "demo " in call("tf-opt", "--show-dialects")


def test_a_pass_is_run_by_its_flag_and_in_a_pipeline(call):
    twice = TWICE.replace("return %0", "%1 = demo.twice %0 : tensor<2xf32>\n  return %1")
    assert call("tf-opt", "m", "--demo-lower-twice", m=twice).count("stablehlo.add") == 2
    assert call("tf-opt", "m", "--pass-pipeline=func.func(demo-lower-twice{most=1})", m=twice).count("stablehlo.add") == 1
    assert "works on demo, and there is none" in call("tf-opt", "m", "--demo-lower-twice", m=twice.replace("demo.twice", "stablehlo.abs"))
    call("tf-opt", "m", "--demo-lower-twice", "--check-equivalence", m=twice)


def test_a_pipeline_stands_beside_the_passes(call):
    twice = TWICE.replace("return %0", "%1 = demo.twice %x : tensor<2xf32>\n  %2 = stablehlo.multiply %0, %1 : tensor<2xf32>\n  return %2")
    assert call("tf-opt", "m", "--pipeline=demo", m=twice).count("stablehlo.add") == 1
    assert "--pipeline=demo " in call("tf-opt", "--list-passes")
    assert "unknown pipeline 'dmo' (there are cpu, demo, interpreter" in call("tf-opt", "m", "--pipeline=dmo", status=2, m=twice)


def test_an_optimizer_is_named_by_a_rewriter_config(call):
    config = 'custom_optimizers { name: "DropPrints" parameter_map { key: "only" value { list { s: "p" } } } }'
    assert call("tf-opt", "m", "--grappler=config=c fetches=b", m=GRAPH, c=config).count("Print(") == 1
    assert call("tf-opt", "m", "--grappler=config=c fetches=b", m=GRAPH, c='custom_optimizers { name: "DropPrints" }').count("Print(") == 0
    assert call("tf-opt", "m", "--grappler=fetches=b", m=GRAPH).count("Print(") == 2
    assert call("tf-opt", "m", "--grappler=optimizers=DropPrints fetches=b", m=GRAPH).count("Print(") == 0
    unknown = call("tf-opt", "m", "--grappler=optimizers=DropPrint fetches=b", status=2, m=GRAPH)
    assert "there is no optimizer 'DropPrint'; did you mean 'DropPrints'?" in unknown
    wrong = config.replace("only", "but")
    assert "no such option but: pass 'drop-prints' has only" in call(
        "tf-opt", "m", "--grappler=config=c fetches=b", status=2, m=GRAPH, c=wrong
    )


def test_a_format_is_recognized_and_read(call):
    numbers = "#numbers\n1\n2.5\n"
    assert "[3.000000e+00, 7.500000e+00]" in call("tf-translate", "--numbers-to-mlir", "--numbers-scale=3", "n", n=numbers)
    assert "As a file of numbers it is read by --numbers-to-mlir" in call("tf-translate", "n", status=2, n=numbers)
    assert call("tf-translate", "--inspect", "n", n=numbers) == "n: file of numbers, 15 bytes\n"
    away = call("tf-translate", "--numbers-to-mlir", "--tags=a", "n", status=2, n=numbers)
    assert "--tags goes with --savedmodel-to-mlir or --metagraph-to-mlir or --mlir-to-savedmodel, not with --numbers-to-mlir" in away


def test_a_device_is_listed_and_run(call):
    told = call("tf-run", "m", "--device=counter", "--input=2xf32=1,2", "--benchmark=2", m=TWICE)
    assert "2xf32=2 4" in told and "counter: 3 runs" in told
    assert "expected vulkan, vulkan:INDEX, vulkan:NAME, vulkan:UUID, counter, cpu, interpreter or vm" in call(
        "tf-run", "m", "--device=gpu", status=2
    )
    assert "counter has no facts that tf-opt compiles for" in call("tf-run", "--describe-device", "--device=counter", status=2)


def test_a_custom_call_is_answered(call):
    program = TWICE.replace("demo.twice %x : tensor<2xf32>", "stablehlo.custom_call @demo.triple(%x) : (tensor<2xf32>) -> tensor<2xf32>")
    assert call("tf-run", "m", "--device=interpreter", "--input=2xf32=1,2", m=program) == "2xf32=3 6\n"
    unknown = call("tf-run", "m", "--device=interpreter", "--input=2xf32=1,2", status=1, m=program.replace("triple", "treble"))
    assert "calls 'demo.treble', which nothing here answers" in unknown


@pytest.mark.parametrize("tool, page, told", [
    ("tf-opt", "--help-all", "--demo-lower-twice"), ("tf-translate", "--help", "--numbers-scale=N"), ("tf-run", "--help", "  counter\n"),
])  # fmt: skip
def test_pages_of_help_tell_of_them(call, tool, page, told):
    assert told in call(tool, page)


@pytest.mark.parametrize("word, becomes", [
    ("tf-opt --demo", "--demo-lower-twice"), ("tf-opt --describe-op=demo", "demo.twice"), ("tf-translate --numbers-t", "--numbers-to-mlir"),
    ("tf-run --device=c", "counter"),
])  # fmt: skip
def test_the_shell_completes_them(call, environment, word, becomes):
    tool = word.partition(" ")[0]
    asking = {f"_{tool}_COMPLETE".replace("-", "_").upper(): "bash_complete", "COMP_WORDS": word, "COMP_CWORD": "1"}
    assert becomes in call(tool, env={**environment, **asking})


def test_one_that_cannot_be_imported_is_told_by_name(call, environment, tmp_path):
    metadata = tmp_path / "broken-1.dist-info"
    metadata.mkdir()
    (metadata / "entry_points.txt").write_text("[console_scripts]\nx = y:z\n\n[tfir.dialects]\nbroken = no.such.module\n")
    env = {**environment, "PYTHONPATH": str(tmp_path)}
    told = call("tf-opt", "m", status=1, env=env, m=TWICE.replace("demo.twice", "broken.op"))
    assert "the dialect 'broken' of an installed package cannot be loaded: ModuleNotFoundError" in told
    assert "stablehlo.abs" in call("tf-opt", "m", env=env, m=TWICE.replace("demo.twice", "stablehlo.abs"))


@pytest.mark.parametrize("module, words", [
    ("tfopt.main", ["m", "--cse", "--pipeline=stablehlo"]), ("tfrun.main", ["m", "--device=interpreter", "--input=2xf32=1,2"]),
    ("tftranslate.main", ["--mlir-to-graphdef", "--graphdef-as-text", "g"]),
])  # fmt: skip
def test_a_call_that_needs_none_looks_for_none(call, environment, module, words):
    program = f"import sys, {module}; {module}.main({words}); sys.exit('tfir.plugins' in sys.modules and 'looked')"
    call(sys.executable, "-c", program, m=TWICE.replace("demo.twice", "stablehlo.abs"), g=GRAPH)
