"""The lit tests, each as a test here: those that are asked for run together, on all cores, when it is the first one's turn."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

LIT = Path(__file__).parents[1] / "lit"
SUFFIXES = {".ll", ".mlir", ".pbtxt", ".test"}
FILES = sorted(
    path.relative_to(LIT).as_posix() for path in LIT.rglob("*") if path.suffix in SUFFIXES and not {"Inputs", "Output"} & set(path.parts)
)


@pytest.fixture(scope="module")
def results(request, tmp_path_factory):
    """What lit says of each file: (code, output)."""
    files = [str(LIT / item.callspec.params["file"]) for item in request.session.items if item.function.__name__ == test_lit.__name__]
    report = tmp_path_factory.mktemp("lit") / "results.json"
    command = [sys.executable, "-c", "from lit.main import main; main()", "-q", "--output", str(report), *files]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"}, check=False)
    assert report.exists(), done.stdout + done.stderr
    tests = json.loads(report.read_text())["tests"]
    return {test["name"].partition(" :: ")[2]: (test["code"], test["output"]) for test in tests}


@pytest.mark.parametrize("file", FILES)
def test_lit(file, results):
    code, output = results[file]
    if code == "UNSUPPORTED":
        pytest.skip(output.strip() or "unsupported")
    assert code in ("PASS", "XFAIL", "FLAKYPASS"), f"{code}\n{output}"
