"""Programs that JAX has exported are read by their content: what they take and give, and the program inside."""

import random

import pytest
from damage import damaged
from portable_artifacts import EXPORT
from tfir.bytecode.source import parse_source, source_of
from tfir.cli.file_formats import exported_module
from tfir.ir.diagnostics import Error

from tfrun.main import main as tf_run
from tftranslate.inspection.bytecode_facts import facts_of_export
from tftranslate.inspection.facts import facts_of
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
    inputs = ["--input=i32=0", "--input=2x3xf32=1,2,3,4,5,6", "--input=3xf32=1,1,2"]
    assert tf_run([file, "--device=interpreter", *inputs]) == 0
    assert "2x3xf32=[2 3 5][5 6 8]" in capsys.readouterr().out


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
