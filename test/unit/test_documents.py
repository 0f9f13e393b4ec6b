"""Every command line of README.md and docs is run, as it stands there, in a folder of small files that stand for a user's own.

    model.pb, inputs.npz, outputs.npz   test/models/small_cnn; image.npy is its input
    digits.mlir, digits.pb, digits.npz, ckpt/   what training.md shows
    sums/, models/                      three files of inputs for add.mlir; add.mlir and model.pb
    in/, out/                           six copies of inputs.npz, and nothing
    model/                              test/models/resources
    mnist.mlir, rows.npy                test/models/mlp_mnist, whose feed x is ?x784, and 100 of its rows
    model.mlir, stablehlo.mlir, lowered.mlir, cpu.mlir   model.pb as text, and through --pipeline=stablehlo, =vulkan and =cpu
    w.safetensors                       the variables of model/
    model.mlirbc                               stablehlo.mlir as a portable artifact
    model.tfm                                  lowered.mlir as a module file
    model.onnx, onnx.mlir                      x [2, 2] by a matrix, as ONNX has it, and as text
    model.relay, model.params                  model.pb as Relay, and its input as a file of parameters
    signatures.mlir                     model/ with all of its signatures
    model.tflite                        test/models/tflite/cnn_float
    graph.mlir                          test/lit/tfrun/graph_session.mlir
    jax.mlir                            test/lit/tfopt/tf/infer_shapes_symbolic.mlir
    words.mlir                          test/lit/tfrun/Inputs/words.mlir
    counter.mlir                        what savedmodels.md shows
    add.mlir, tests.mlir, b.npy, f64.npy, cat.png, labels.txt, ids.npy, still-fails.sh, numbers.txt   are written below

The lines of plugins.md find the package test/plugins/tfir-demo installed; what that page shows are the package's files.

Each line must succeed without a warning; what a document shows of its output must come out. Its tools are forked from a process that has
imported them (test/support/warm_tools.py); the README's first line of each tool is started as a user starts it. Other spans of code that
look like flags must be flags, and options that stand behind a pass's name must be that pass's.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from demo_plugin import SOURCE, installed
from PIL import Image
from tfir.ir.dense import DenseAttr
from tfir.ir.types import F32, TensorType
from tfir.proto import OnnxModel
from warm_tools import WarmTools

from tftranslate.relay.ndarrays import params_bytes

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "tools"))
MODELS = ROOT / "test" / "models"
GONE_ELSEWHERE = {"tutorial.md"}  # by test_contributing.py
DOCUMENTS = [ROOT / "README.md", *[path for path in sorted((ROOT / "docs").rglob("*.md")) if path.name not in GONE_ELSEWHERE]]
TOOLS = ("tf-opt", "tf-run", "tf-translate")
NOT_RUN = (".venv/bin/python -m pytest", "pip install")  # this is run by it; what is installed is a fixture
SET_UP = re.compile(r"python3 -m venv .*? &&\n", re.DOTALL)  # in front of a command; the tools are there already
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.DOTALL)
INDENTED = re.compile(r"(?:^    .*\n)+", re.M)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`")
WRITTEN = {
    "add.mlir": """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
    "loops.mlir": """func.func @twice(%m: memref<?xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %m[%i] : memref<?xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %m[%i] : memref<?xf32>
  }
  return
}
""",
    "llvm.mlir": """llvm.func @twice(%a: i32) -> i32 {
  %0 = llvm.add %a, %a : i32
  llvm.return %0 : i32
}
""",
    "tests.mlir": """// expected-error @+1 {{custom op 'no_op' is unknown}}
no_op
// -----
module {}
""",
    "numbers.txt": "#numbers\n1\n2.5\n",
    "still-fails.sh": '#!/bin/sh\ngrep -q Relu6 "$1"\n',
    "module.ll": "define i32 @f(i32 %0) {\n  %2 = add i32 %0, %0\n  ret i32 %2\n}\n",
    "wrong.mlir": "func.func @f(%a: tensor<f32>) {\n  %0 = stablehlo.abs %a : tensor<2xf32>\n}\n",
}


def commands(path: Path) -> list[str]:
    """The command lines of a document: of blocks of shell, of indented blocks, and spans with a tool, a file and flags."""
    text = path.read_text()
    blocks = [body for kind, body in BLOCK.findall(text) if kind == "sh"]
    plain = BLOCK.sub("", text)
    blocks += [re.sub("^    ", "", body, flags=re.M) for body in INDENTED.findall(plain) if body.strip().startswith(TOOLS)]
    lines = [line for body in blocks for line in joined(SET_UP.sub("", body))]
    spans = [span for span in SPAN.findall(plain) if span.startswith(tuple(f"{tool} " for tool in TOOLS)) and "mlir " in span]
    return [line for line in [*lines, *spans] if not line.startswith(NOT_RUN)]


def joined(body: str) -> list[str]:
    """The lines of a block, those that go on with the next one as one."""
    return [
        line.strip()
        for line in re.sub(r"(\||&&|\\)\n\s*", lambda match: match[1].replace("\\", "") + " ", body).split("\n")
        if line.strip()
    ]


def needs_vulkan(line: str) -> bool:
    return "--device=vulkan" in line or "--list-devices" in line or (line.startswith("tf-run") and "--device" not in line)


@pytest.fixture(scope="module")
def has_vulkan():
    sys.path.insert(0, str(ROOT / "test" / "lit"))
    from in_process import has_vulkan_device

    return has_vulkan_device()


@pytest.fixture(scope="module")
def has_validation():
    from tfrun.devices.vulkan.api import VulkanError
    from tfrun.devices.vulkan.validation import Messenger

    try:
        return Messenger() is not None
    except VulkanError:
        return False


@pytest.fixture(scope="module")
def tools(tmp_path_factory):
    warm = WarmTools(tmp_path_factory.mktemp("tools"))
    yield path_with(warm.path)
    warm.close()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The folder, made once; each line runs in a copy of it."""
    folder = tmp_path_factory.mktemp("documents")
    for name in ("model.pb", "inputs.npz", "outputs.npz"):
        shutil.copy(MODELS / "small_cnn" / name, folder)
    shutil.copytree(MODELS / "resources" / "saved_model", folder / "model")
    shutil.copytree(MODELS, folder / "test" / "models")
    shutil.copy(ROOT / "test" / "lit" / "tfrun" / "graph_session.mlir", folder / "graph.mlir")
    shutil.copy(MODELS / "tflite" / "cnn_float" / "model.tflite", folder / "model.tflite")
    shutil.copy(ROOT / "test" / "lit" / "tfopt" / "tf" / "infer_shapes_symbolic.mlir", folder / "jax.mlir")
    shutil.copy(ROOT / "test" / "lit" / "tfrun" / "Inputs" / "words.mlir", folder)
    shutil.copy(ROOT / "test" / "lit" / "tftranslate" / "hlo" / "Inputs" / "dump.hlo", folder)
    (_, shown), *_ = [block for block in BLOCK.findall((ROOT / "docs" / "savedmodels.md").read_text()) if block[0] == "mlir"]
    (folder / "counter.mlir").write_text(shown)
    for name, text in WRITTEN.items():
        (folder / name).write_text(text)
    (folder / "still-fails.sh").chmod(0o755)
    training = BLOCK.findall((ROOT / "docs" / "training.md").read_text())
    (folder / "digits.mlir").write_text(next(body for kind, body in training if kind == "mlir"))
    subprocess.run([sys.executable, "-c", next(body for kind, body in training if kind == "python")], cwd=folder, check=True)
    for line in commands(ROOT / "docs" / "training.md")[:2]:
        run(folder, line)
    for name in ("sums", "models"):
        (folder / name).mkdir()
    for name in ("add.mlir", "model.pb"):
        shutil.copy(folder / name, folder / "models")
    for number in range(3):
        numpy.savez(folder / "sums" / f"{number}.npz", a=numpy.full(4, number, numpy.float32), b=numpy.ones(4, numpy.float32))
    for name in ("in", "out"):
        (folder / name).mkdir()
    for number in range(6):
        shutil.copy(MODELS / "small_cnn" / "inputs.npz", folder / "in" / f"{number}.npz")
    numpy.save(folder / "b.npy", numpy.arange(4, dtype=numpy.float32))
    numpy.save(folder / "ids.npy", numpy.array([1, 0], numpy.int32))
    numpy.save(folder / "rows.npy", numpy.random.default_rng(0).random((100, 784), numpy.float32))
    numpy.save(folder / "image.npy", numpy.load(folder / "inputs.npz")["image"])
    run(folder, "tf-translate --graphdef-to-mlir model.pb -o model.mlir")
    run(folder, f"tf-translate --graphdef-to-mlir {MODELS}/mlp_mnist/model.pb -o mnist.mlir")
    numpy.save(folder / "f64.npy", numpy.arange(4.0))
    (folder / "labels.txt").write_text("".join([f"label {number}\n" for number in range(10)]))
    Image.new("RGB", (40, 30), (200, 100, 50)).save(folder / "cat.png")
    (folder / "model.onnx").write_bytes(onnx_model())
    run(folder, "tf-translate --onnx-to-mlir model.onnx -o onnx.mlir")
    run(folder, "tf-translate --checkpoint-to-safetensors model/ -o w.safetensors")
    run(folder, "tf-translate --savedmodel-to-mlir=signatures model/ -o signatures.mlir")
    run(folder, "tf-opt model.mlir --pipeline=stablehlo -o stablehlo.mlir && tf-opt model.mlir --pipeline=vulkan -o lowered.mlir")
    run(folder, "tf-opt model.mlir --pipeline=cpu -o cpu.mlir")
    run(folder, "tf-translate --mlir-to-module lowered.mlir -o model.tfm")
    run(folder, "tf-translate --serialize-stablehlo stablehlo.mlir -o model.mlirbc")
    run(folder, "tf-translate --to=relay model.pb -o model.relay")
    image = numpy.load(folder / "inputs.npz")["image"]
    (folder / "model.params").write_bytes(
        b"".join(params_bytes({"image": DenseAttr.of(image.ravel().tolist(), TensorType(image.shape, F32))}))
    )
    return folder


def onnx_model() -> bytes:
    model = OnnxModel(ir_version=10)
    model.opset_import.add(domain="", version=21)
    for infos, name in ((model.graph.input, "x"), (model.graph.output, "y")):
        tensor = infos.add(name=name).type.tensor_type
        tensor.elem_type = 1
        for _ in range(2):
            tensor.shape.dim.add(dim_value=2)
    model.graph.initializer.add(name="w", data_type=1, dims=[2, 2], raw_data=numpy.eye(2, dtype=numpy.float32).tobytes())
    model.graph.node.add(op_type="MatMul", input=["x", "w"], output=["y"])
    return model.SerializeToString()


@pytest.fixture(scope="module")
def with_plugin(tmp_path_factory):
    return installed(tmp_path_factory.mktemp("packages"))


def path_with(folder) -> dict:
    """The environment in which commands of a folder are found first, then those that are installed with this Python."""
    return {**os.environ, "PATH": os.pathsep.join([str(folder), os.path.dirname(sys.executable), os.environ["PATH"]])}


def run(folder, line: str, status: int = 0, env=None):
    done = subprocess.run(
        ["bash", "-c", f"less() {{ cat; }}; set -o pipefail; {line}"], cwd=folder, capture_output=True, text=True, check=False,
        env=env or path_with(folder),
    )  # fmt: skip
    assert done.returncode == status, f"{line}\n{done.stderr[-2000:]}"
    return done


EVERY = [(path.name, line) for path in DOCUMENTS for line in commands(path)]
# A line that several documents have is run once, as the first of them has it.
LINES = list({line.partition(" # ")[0].strip(): (name, line) for name, line in EVERY[::-1]}.values())[::-1]
STARTED = {next(line for _, line in LINES if line.startswith(f"{tool} ")) for tool in TOOLS}


@pytest.mark.parametrize("document, line", LINES)
def test_every_line_runs(document, line, prepared, has_vulkan, tmp_path, request):
    if needs_vulkan(line) and not has_vulkan:
        pytest.skip("there is no Vulkan device")
    if "--cluster=" in line:
        pytest.skip("tests of workers start these, which takes seconds")
    folder = shutil.copytree(prepared, tmp_path / "here")
    if "--validate" in line and not request.getfixturevalue("has_validation"):
        pytest.skip("there is no validation layer")
    if document == "plugins.md":
        environment = request.getfixturevalue("with_plugin")
    else:
        environment = None if line in STARTED else request.getfixturevalue("tools")
    done = run(folder, line, env=environment)
    assert not re.search(r"\b(warning|error): ", done.stderr), done.stderr
    if "# the same bytes again" in line:
        assert (folder / "model.pb").read_bytes() == (MODELS / "small_cnn" / "model.pb").read_bytes()
    for written in re.findall(r"(?:-o |--view=(?!diff )|measure=|trace=|--output=@)([\w.-]+)", line.partition(" # ")[0]):
        files = list(folder.glob(written + "*"))  # a checkpoint has several, of names that begin so
        assert files and all([file.stat().st_size for file in files])


EXAMPLES = re.findall(
    r"^## ([^\n]+)\n\n```python\n(.*?)^```\n\n```text\n(.*?)^```", (ROOT / "docs" / "python.md").read_text(), re.M | re.DOTALL
)


@pytest.mark.parametrize("title, program, printed", EXAMPLES, ids=[title for title, _, _ in EXAMPLES])
def test_every_example_in_python_prints_what_is_shown(title, program, printed, prepared, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(shutil.copytree(prepared, tmp_path / "here"))
    exec(compile(program, title, "exec"), {})
    assert capsys.readouterr().out == printed


def test_the_guide_to_lit_makes_tests_that_run(tmp_path):
    """Its files, as they stand there, by lit in a folder of their own, and a copy with another number, which fails."""
    shown = (ROOT / "docs" / "guides" / "lit_in_ci.md").read_text()
    files = re.findall(r"New file `([^`]+)`:\n\n```\w+\n(.*?)^```", shown, re.M | re.DOTALL)
    for name, text in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "test" / "wrong.mlir").write_text(dict(files)["test/relu.mlir"].replace("=0,0,2", "=0,0,3"))
    told = run(tmp_path, "lit -v test", status=1).stdout
    assert re.search(r"Passed: +1", told) and re.search(r"Failed: +1", told) and len(files) == 2


def test_there_are_ten_examples_in_python():
    assert len(EXAMPLES) > 9 and len(EXAMPLES) == (ROOT / "docs" / "python.md").read_text().count("```python")


def test_the_example_of_the_readme_runs(prepared, monkeypatch):
    monkeypatch.chdir(prepared)
    names = {}
    exec(next(body for kind, body in BLOCK.findall((ROOT / "README.md").read_text()) if kind == "python"), names)
    numpy.testing.assert_allclose(names["scores"], numpy.load("outputs.npz")["scores"], atol=1e-6)


def test_every_cell_of_the_notebook_gives_what_is_shown():
    """Without Jupyter: what a cell prints, and its last line's value; the values themselves are arithmetic that its text says."""
    from make_notebook import CELLS, outputs_of, run_cell

    cells, names = json.loads((ROOT / "docs" / "python.ipynb").read_text())["cells"], {}
    assert [(cell["cell_type"], "".join(cell["source"])) for cell in cells] == CELLS, "tools/make_notebook.py writes it"
    for cell in [cell for cell in cells if cell["cell_type"] == "code"]:
        assert cell["outputs"] == outputs_of(*run_cell("".join(cell["source"]), names), cell["execution_count"])
    assert names["m"]._repr_html_().count("<iframe") == 1


def test_lines_are_found():
    """That none is lost between the document and this test."""
    text = "\n".join(path.read_text() for path in DOCUMENTS)
    inside = [
        line for body in [body for kind, body in BLOCK.findall(text) if kind == "sh"] for line in body.split("\n") if line.startswith(TOOLS)
    ]
    assert len(inside) > 30 and set(inside) <= {line for _, line in EVERY}
    assert any(line.startswith("tf-translate") and line.count("|") == 2 and "-o small.pb" in line for _, line in LINES)


def test_what_the_readme_shows_is_what_comes_out(prepared):
    shown = next(body for kind, body in BLOCK.findall((ROOT / "README.md").read_text()) if "error:" in body)
    result = run(prepared, "tf-opt wrong.mlir", status=1).stderr
    assert result.replace("wrong.mlir", "model.mlir") == shown


def test_values_that_the_readme_computes(prepared):
    """Arithmetic on paper: 1 2 3 4 and 0 1 2 3; 1 and each of 0 1 2 3; a loss that begins as (1 + 1)^2."""
    lines = {line.partition("#")[0].strip(): line for _, line in LINES}
    outputs = {start: next(line for line in lines if line.startswith(start)) for start in ("tf-run add.mlir --device", "tf-run graph.mlir")}
    assert run(prepared, outputs["tf-run add.mlir --device"]).stdout == "4xf32=1 3 5 7\n"
    assert "loss=f32=4" in run(prepared, outputs["tf-run graph.mlir"]).stdout
    by_name = next(line for line in lines if "--input=b=4xf32=1 --input=a=@b.npy" in line)
    assert run(prepared, by_name).stdout == "4xf32=1 2 3 4\n"


def test_the_plugin_that_is_shown_is_the_one_that_is_installed():
    shown = [body for kind, body in BLOCK.findall((ROOT / "docs" / "plugins.md").read_text()) if kind in ("python", "toml")]
    files = [path.read_text() for path in SOURCE.rglob("*") if path.suffix in (".py", ".toml")]
    assert len(shown) == 7 and all(any(body in text for text in files) for body in shown)


def test_values_that_the_plugin_computes(prepared, with_plugin):
    """Of 1 and 2.5, times 2 for the scale, times 2 for the op."""
    line = next(line for document, line in LINES if document == "plugins.md" and "--device=counter" in line)
    assert run(prepared, line, env=with_plugin).stdout == "2xf32=4 10\n"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_that_are_named_are_there(path):
    there = ["/" + str(file.relative_to(ROOT)) for top in ("src", "test", "tools") for file in (ROOT / top).rglob("*.*")]
    there += [f"/{file.name}" for file in ROOT.glob("*.*")]
    shown = set(re.findall(r"New file `([^`]+)`", path.read_text()))
    for name in set(re.findall(r"`([a-z_][a-z_/.]*\.(?:py|js))`", path.read_text())) - shown:
        assert any(file.endswith("/" + name) for file in there), f"{path.name} names {name}"


FLAG = re.compile(r"--([a-z][\w-]*)(?:=('[^']*'|\S*))?")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_flags_and_options_that_are_mentioned_are_there(path):
    from tfopt.pipeline import discovery

    known = flags_of_all_tools()
    for span in SPAN.findall(BLOCK.sub("", path.read_text())):
        for name, value in FLAG.findall(span) if span.startswith(("--", *TOOLS)) else ():
            assert name in known or discovery.is_pass(name), f"{path.name}: --{name}"
            if discovery.is_pass(name):
                given = re.findall(r"(?:^|\s)([a-z][\w-]*)=", value.strip("'"))
                assert set(given) <= discovery.load(name).options.keys(), f"{path.name}: {span}"


def flags_of_all_tools() -> set[str]:
    from importlib import import_module

    from tfir.cli.command import pages

    tools = [import_module(f"{room}.main").TOOL for room in ("tfopt", "tfrun", "tftranslate")]
    return {"help", *[page.name.replace("_", "-") for page in pages()], *[flag.name for tool in tools for flag in tool.flags]}
