"""What a release consists of beside the code: hooks, citation, image, examples for CI. The release itself is tried by `tools/release.py`."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import chdir
from importlib import import_module
from pathlib import Path

import numpy
import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
DOUBLING = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> attributes {tf.entry_function = {inputs = "x", outputs = "y"}} {
  %0 = "tf.AddV2"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
GOOD = "func.func @f(%x: i32) -> i32 { return %x : i32 }\n"
BAD = "func.func @f(%x: i32) -> i64 { return %x : i32 }\n"


@pytest.fixture
def run(tmp_path):
    """Calls a hook as pre-commit does: its entry, arguments, then files."""
    tools = tmp_path / "bin"
    tools.mkdir()
    launcher = tools / "tf-opt"
    launcher.write_text(f"#!{sys.executable}\nimport sys\nfrom tfopt.main import main\nsys.exit(main())\n")
    launcher.chmod(0o755)

    def run(hook, arguments=(), **files):
        names = []
        for name, text in files.items():
            names.append(f"{name}.mlir")
            (tmp_path / names[-1]).write_text(text)
        words = [*shlex.split(HOOKS[hook]["entry"]), *arguments, *names]
        environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
        return subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, env=environment)

    return run


def test_the_hook_takes_programs_that_are_right(run):
    assert run("tf-opt-verify", one=GOOD, two=GOOD).returncode == 0


def test_the_hook_refuses_one_of_several_and_says_which(run):
    done = run("tf-opt-verify", one=GOOD, two=BAD, three=GOOD)
    assert done.returncode == 1 and done.stderr.startswith("two.mlir:1:") and "one.mlir" not in done.stderr


def test_the_hook_hands_on_flags(run):
    program = '"my.op"() : () -> ()\n'
    assert run("tf-opt-verify", one=program).returncode == 1
    assert run("tf-opt-verify", ["--allow-unregistered-dialect"], one=program).returncode == 0


def test_the_other_hook_holds_errors_against_comments(run):
    expected = "// expected-error@+1 {{type of return operand 0}}\n" + BAD
    assert run("tf-opt-verify-diagnostics", one=BAD).returncode == 1
    done = run("tf-opt-verify-diagnostics", one=expected)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("hook, name, is_taken", [
    ("tf-opt-verify", "a/b.mlir", True), ("tf-opt-verify", "b.mlir.txt", False), ("tf-opt-verify-diagnostics", "a_invalid.mlir", True),
    ("tf-opt-verify-diagnostics", "a.mlir", False),
])  # fmt: skip
def test_which_files_hooks_take(hook, name, is_taken):
    assert bool(re.search(HOOKS[hook]["files"], name)) == is_taken


def test_the_citation_is_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (citation["version"], citation["license"]) == (PROJECT["version"], PROJECT["license"])
    assert {"cff-version", "message", "title", "authors"} <= citation.keys()


def test_lines_of_the_image():
    """Shell that parses, extras and files that there are; docker itself runs where there is one."""
    text = (ROOT / "Dockerfile").read_text().replace("\\\n", " ")
    lines = [line for line in text.split("\n") if line.startswith("RUN ")]
    assert len(lines) == 4
    for line in lines:
        subprocess.run(["sh", "-n", "-c", line.removeprefix("RUN ")], check=True)
    extras = set(re.findall(r"whl\)\[([\w,]+)\]", text)[0].split(","))
    assert extras <= PROJECT["optional-dependencies"].keys()
    assert [words[1] for line in text.split("\n") if (words := line.split()) and words[0] == "COPY" and "--from" not in line] == ["."]


def examples():
    text = (ROOT / "docs" / "release.md").read_text()
    return [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", text, re.S)]


def test_examples_name_hooks_that_there_are():
    (repository,) = examples()[0]["repos"]
    assert {hook["id"] for hook in repository["hooks"]} == HOOKS.keys()


def test_examples_for_ci_run(tmp_path):
    """Each line that calls one of our tools, on a model that doubles its input."""
    _, actions, gitlab = examples()
    lines = [step["run"] for step in actions["jobs"]["graphs"]["steps"] if "run" in step]
    assert lines == gitlab["graphs"]["script"]
    (tmp_path / "model.mlir").write_text(DOUBLING)
    numpy.savez(tmp_path / "inputs.npz", x=numpy.array([1, 2.5], "f4"))
    numpy.savez(tmp_path / "outputs.npz", y=numpy.array([2, 5], "f4"))
    ours = [shlex.split(line) for line in lines if line.startswith("tf-")]
    assert len(ours) == 3
    for words in ours:
        call(words, tmp_path)


def call(words, folder):
    module = import_module(f"{words[0].replace('-', '')}.main")
    with chdir(folder):
        assert module.main(words[1:]) == 0
