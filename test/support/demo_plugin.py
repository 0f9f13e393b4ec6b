"""The package test/plugins/tfir-demo, which adds one of everything, installed beside the tools."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "plugins" / "tfir-demo"


def installed(folder: Path) -> dict[str, str]:
    """Installs the package into a folder, by pip and without a network; answers with the environment in which the tools find it."""
    pytest.importorskip("hatchling", reason="hatchling, which builds the plug-in, is not installed: pip install '.[test]'")
    command = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "-q",
        "--no-build-isolation",
        "--no-deps",
        "--no-index",
        "--target",
        str(folder),
        str(SOURCE),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    return {**os.environ, "PATH": path, "PYTHONPATH": str(folder)}
