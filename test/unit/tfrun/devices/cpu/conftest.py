"""Programs lowered for processors, as files, in a folder where nothing is kept yet."""

import pytest
from device_calls import lowered
from tfir.dialects import lookup
from tfir.text.printer import PrintOptions, print_operation

from tfrun.main import main

pytest.importorskip("llvmlite", reason="machine code is made by LLVM")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The folder where machine code is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "tfir" / "cpu"


@pytest.fixture
def write(tmp_path):
    """Writes a program, lowered for processors, to a file."""

    def write(text: str, target: str = "x86-64-v3", name: str = "lowered.mlir"):
        path = tmp_path / name
        path.write_text(print_operation(lowered(text, target, "cpu"), lookup, PrintOptions(keep_names=True)))
        return path

    return write


@pytest.fixture
def run(capfd):
    """The exit code of tf-run on a file, what it prints and what it complains of."""

    def run(path, *flags: str):
        capfd.readouterr()
        status = main([str(path), "--device=cpu", *flags])
        return status, *capfd.readouterr()

    return run
