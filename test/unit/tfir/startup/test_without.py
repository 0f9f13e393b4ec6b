"""All works without what makes starting fast: no bundle of modules, and regular expressions compiled by `re`."""

import subprocess
import sys
from pathlib import Path

TEXT = Path(__file__).parents[1] / "text"
CORE = [TEXT / name for name in ("test_fast_paths.py", "test_generic_fast_path.py", "test_lines_alike.py", "test_naming.py")]
# What has no engine that takes compiled code is what another Python may be.
WITHOUT = """
import re, sys
sys.modules["_sre"] = None
from tfir.startup import Bundle, patterns
assert patterns._sre is None and not any(isinstance(finder, Bundle) for finder in sys.meta_path)
"""


def run(program: str, *arguments, **more) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-c", WITHOUT + program, *map(str, arguments)], capture_output=True, text=True, **more)


def test_the_parser_passes_its_tests():
    done = run("import pytest; sys.exit(pytest.main(sys.argv[1:]))", "--import-mode=importlib", *CORE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_tool_runs():
    text = "module {\n  func.func @f(%x: tensor<f32>) -> tensor<f32> {\n    %0 = stablehlo.add %x, %x : tensor<f32>\n    return %0 : tensor<f32>\n  }\n}\n"
    done = run("from tfopt.main import main; sys.exit(main(['-', '--cse']))", input=text.replace("%0", "%twice"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "%0 = stablehlo.add %arg0, %arg0 : tensor<f32>" in done.stdout


def test_patterns_are_those_of_re():
    done = run("p = patterns.compiled('a(?P<b>.)'); assert p == re.compile('a(?P<b>.)') and p is not None; patterns.keep_patterns()")
    assert done.returncode == 0, done.stderr


def test_tf_opt_starts_without_what_takes_as_long_to_import():
    import tfir

    import tfopt

    folders = [str(Path(package.__file__).parents[1]) for package in (tfir, tfopt)]
    program = "import sys; sys.path[:0] = sys.argv[1:]; import tfopt.main, tfopt.job; print(sorted({'functools', 'collections', 're', 'typing'} & {*sys.modules}))"
    done = subprocess.run([sys.executable, "-S", "-c", program, *folders], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")
