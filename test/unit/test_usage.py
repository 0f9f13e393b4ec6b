"""What is wrong with a command line is told before anything else happens, with what there is instead, and exits with 2."""

from importlib import import_module
from pathlib import Path

import pytest

MODELS = Path(__file__).parents[1] / "models"
GRAPH, SAVED_MODEL = str(MODELS / "small_cnn" / "model.pb"), str(MODELS / "resources" / "saved_model")
FROZEN = str(MODELS / "partitioned" / "saved_model")
TOOLS = {"tf-opt": "tfopt.main", "tf-run": "tfrun.main", "tf-translate": "tftranslate.main"}
PROGRAM = "func.func @f(%x: tensor<2xf32>, %n: i32) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"
NODES = 'tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n  %ctl = NoOp name("x")\n}\n'


@pytest.fixture
def call(tmp_path, monkeypatch, capsys):
    """Calls a tool as the command line would, in a folder with a program p.mlir and a graph g.mlir: (exit code, what it says)."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.mlir").write_text(PROGRAM)
    (tmp_path / "g.mlir").write_text(NODES)

    def run(tool, *argv):
        status = import_module(TOOLS[tool]).main(list(argv))
        return status, capsys.readouterr().err

    return run


@pytest.mark.parametrize("argv, said", [
    (["p.mlir", "--pipeline=vulcan"], "there are cpu, interpreter, llvm, onnx, relax, relay, stablehlo, tf, tflite, vm, vulkan"),
    (["p.mlir", "--mlir-print-ir-after=csee"], "no pass is called 'csee'; did you mean 'cse'?"),
    (["p.mlir", "--mlir-print-ir-before=q"], "no pass is called 'q'; --list-passes lists them"),
    (["p.mlir", "--pass-pipeline=q"], "unknown pass 'q'; --list-passes lists them"),
    (["p.mlir", "--qqqq"], "No such option"),
    (["p.mlir", "--view=x.pdf"], ".html"),
    (["p.mlir", "--canonicalize=max-iterations"], "requires a value: max-iterations=NUMBER"),
    (["p.mlir", "--canonicalize=region-simplify=norml"], "There are disabled, normal, aggressive; did you mean 'normal'?"),
    (["p.mlir", "--inline=default-pipeline=qq"], "unknown pass 'qq'"),
    (["p.mlir", "--pass-bisect-limit=few"], "'few' is not a valid integer"),
    (["p.mlir", "--cost-report=cluster=p1000"], "expected cpu, haswell"),
    (["p.mlir", "--iree-set-target=target=q"], "there are portable, lavapipe"),
    (["p.mlir", "--reduce", "--reduce-test=./there-is-no-such-program"], "--reduce-test=./there-is-no-such-program: No such file"),
    (["g.mlir", "--grappler=optimizers=prunning"], "there is no optimizer 'prunning'; did you mean 'pruning'?"),
    (["g.mlir", "--grappler=toggles=constfold=of"], "'constfold' is one of default, on, off, aggressive, not 'of'"),
    (["g.mlir", "--grappler=fp=exact"], "There are fast, strict"),
    (["g.mlir", "--grappler-remap=only=Nothing"], "there is no stage 'Nothing'; there are "),
    (["p.mlir", "--canonicalize=max-iterations=3 ?"], "expected options as in 'name=value name=value', found '?'"),
    (["p.mlir", "--canonicalize", "max-iterations=3"], "unexpected argument 'max-iterations=3'; did you mean '--canonicalize=max-iterations=3'?"),
    (["--describe-op=tf.conv2d"], "did you mean 'tf.Conv2D'?"),
])  # fmt: skip
def test_tf_opt(call, argv, said):
    status, error = call("tf-opt", *argv)
    assert status == 2 and said in error and "tf-opt --help" in error


@pytest.mark.parametrize("argv, said", [
    ([], "no input file is given"),
    (["p.mlir", "--device=gpu"], "expected vulkan"),
    (["p.mlir", "--benchmark=ten"], "expected N: a whole number"),
    (["p.mlir", "--rtol=little"], "expected NUMBER: a number"),
    (["p.mlir", "--rtol=-1"], "expected NUMBER: a number that is not negative"),
    (["p.mlir", "--benchmark=-1"], "expected N: a whole number"),
    (["p.mlir", "--entry=g"], "the module has no function @g; it has @f"),
    (["p.mlir", "--fetch=x"], "--entry=NAME runs a function"),
    (["g.mlir", "--fetch="], "--fetch=A,^B names values and targets"),
    (["p.mlir", "--input=z=i32=1"], "the feeds are 'x': tensor<2xf32>, 'n': tensor<i32>"),
    (["p.mlir", "--input=n=i32=1"], "no input is given for 'x': tensor<2xf32>"),
    (["p.mlir", "--input=x=2xf32=1,2", "--input=n=3"], "expected a type such as f32 or 4xf32"),
    (["p.mlir", "--input=x=2xf33=1,2"], "unknown element type 'f33'"),
    (["p.mlir", "--input=x=3xf32=1,2"], "2 elements; its type has 3"),
    (["p.mlir", "--input=2xf32=1,2", "--input=i32=1", "--output=y"], "expected -, [NAME=]@file.npy or @file.npz"),
    (["p.mlir", "--input=2xf32=1,2", "--input=i32=1", "--output=y=-"], "the outputs are 'result0': tensor<2xf32>"),
    (["p.mlir", "--input=2xf32=1,2", "--input=i32=1", "--expected-output=y=f32=1"], "there is no output 'y' to compare with f32=1"),
    (["p.mlir", "--input=2xf32=1,2", "--input=i32=1", "--expected-output=f32=1", "--expected-output=f32=1"], "no more outputs to compare with"),
    (["p.mlir", "--input=p.mlir"], "did you mean --input=@p.mlir?"),
    (["p.mlir", "--input=x=p.mlir"], "did you mean --input=x=@p.mlir?"),
    (["p.mlir", "--input=2xf32=1,2", "--input=i32=1", "--output=result0=y.npy"], "did you mean 'result0=@y.npy'?"),
    (["p.mlir", "--savedmodel=nowhere"], "--savedmodel=nowhere: there is no such directory"),
])  # fmt: skip
def test_tf_run(call, argv, said):
    status, error = call("tf-run", *argv, *(["--device=interpreter"] if "--device=gpu" not in argv else []))
    assert status == 2 and said in error and "tf-run --help" in error


@pytest.mark.parametrize("argv, said", [
    ([], "expected one of --mlir-to-c, --checkpoint-to-npz, "),
    (["nowhere.pb"], "there is no file 'nowhere.pb'"),
    ([GRAPH], "As a GraphDef it is read by --graphdef-to-mlir"),
    (["--graphdef-to-mlir", "--inspect", GRAPH], "--graphdef-to-mlir and --inspect exclude each other"),
    (["--graphdef-to-mlir=tf", GRAPH], "'tf' is not one of 'tfg', 'executor'"),
    (["--graphdef-to-mlir", "--json", GRAPH], "--json goes with --inspect, not with --graphdef-to-mlir"),
    (["--graphdef-to-mlir", "--signature=x", GRAPH], "--signature goes with --savedmodel-to-mlir or --metagraph-to-mlir or --mlir-to-savedmodel, not with --graphdef-to-mlir"),
    (["--inspect", "--graphdef-as-text", GRAPH], "--graphdef-as-text goes with --mlir-to-graphdef, not with --inspect"),
    (["--graphdef-to-mlir", "--input-shapes=x=1", GRAPH], "need --outputs"),
    (["--graphdef-to-mlir", "--outputs=", "--input-shapes=x=1", GRAPH], "need --outputs"),
    (["--savedmodel-to-mlir", "--signature=cout", SAVED_MODEL], "did you mean 'count'?; there are count, look, serving_default"),
    (["--savedmodel-to-mlir", "--tags=train", SAVED_MODEL], "no graph is tagged train; there are serve"),
    (["--savedmodel-to-mlir=graph", "--signature=count", SAVED_MODEL], "the form 'graph' has all of the model"),
    (["--mlir-to-savedmodel", "g.mlir"], "needs -o DIR"),
])  # fmt: skip
def test_tf_translate(call, argv, said):
    status, error = call("tf-translate", *argv)
    assert status == 2 and said in error and "tf-translate --help" in error


def test_what_is_right_is_done(call):
    """The nearest cases that are fine."""
    run = ["p.mlir", "--device=interpreter", "--input=x=2xf32=1,2", "--input=n=i32=3"]
    assert call("tf-run", *run, "--expected-output=result0=2xf32=1,2") == (0, "")
    assert call("tf-translate", "--savedmodel-to-mlir", "--signature=serving_default", "--tags=serve", FROZEN, "-o", "c.mlir") == (0, "")
    assert call("tf-opt", "p.mlir", "--canonicalize", "--mlir-print-ir-after=cse", "-o", "o.mlir") == (0, "")


def test_braces_around_options_say_the_same(call):
    assert (
        call("tf-opt", "p.mlir", "--canonicalize={max-iterations=3 top-down=false}", "--dump-pass-pipeline", "-o", "o.mlir")[1].count(
            "max-iterations=3"
        )
        == 1
    )


def test_a_value_that_does_not_fit_the_model_is_no_usage_error(call):
    status, error = call("tf-run", "p.mlir", "--device=interpreter", "--input=x=3xf32=1,2,3", "--input=n=i32=3")
    assert status == 1 and "input 'x' must be tensor<2xf32>, but 3xf32=1,2,3 is tensor<3xf32>" in error
