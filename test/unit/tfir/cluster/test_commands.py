"""`--each`: one command for many files."""

import pytest
from tfir.cluster.commands import words_without

import tfopt.main
import tftranslate.main

PROGRAM = "func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.negate %x : tensor<2xf32>\n  return %x : tensor<2xf32>\n}\n"


@pytest.fixture
def models(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    for name in "ab":
        (tmp_path / "in" / f"{name}.mlir").write_text(PROGRAM)
    return tmp_path


def test_each_file_goes_through_the_command(models, capfd):
    (models / "in" / "c.mlir").write_text("func.func @f( {\n")
    words = ["--each=in/*.mlir", "--cse", "-o", "out/{}.mlir"]
    assert tfopt.main.main(words) == 1
    said = capfd.readouterr().err
    assert "in/c.mlir:1:" in said and "2 files in" in said and "1 failed" in said
    assert (
        all(["stablehlo" not in (models / "out" / f"{name}.mlir").read_text() for name in "ab"])
        and not (models / "out" / "c.mlir").exists()
    )
    (models / "in" / "c.mlir").write_text(PROGRAM)
    assert tfopt.main.main(words) == 0
    assert "1 files in" in (said := capfd.readouterr().err) and "2 were there" in said


def test_files_side_by_side_give_what_they_give_one_by_one(models, capfd):
    assert tfopt.main.main(["--each=in/*.mlir", "--cse", "-o", "one/{}.mlir"]) == 0
    assert tfopt.main.main(["--each=in/*.mlir", "--cse", "--jobs=2", "-o", "two/{}.mlir"]) == 0
    assert "2 files in" in (said := capfd.readouterr().err) and "2 at a time" in said
    for name in ("a.mlir", "b.mlir"):
        assert (models / "one" / name).read_bytes() == (models / "two" / name).read_bytes()


@pytest.mark.parametrize("words, message", [
    (["--each=none/*"], "there is no such file"), (["--each=in/*", "-o", "x.mlir"], "needs -o with {}"), (["--each=in/*", "x.mlir"], "is one more"),
    (["--cluster=local:2", "in/a.mlir"], "--cluster: goes with --each"), (["--jobs=2", "in/a.mlir"], "--jobs: goes with --each"),
    (["--each=in/*", "--jobs=2", "--cluster=local:2", "-o", "out/{}"], "--cluster has workers for them"),
])  # fmt: skip
def test_what_cannot_be_meant_is_told(models, capfd, words, message):
    for tool in (tfopt.main, tftranslate.main):
        assert tool.main([*words, "--graphdef-to-mlir"] if tool is tftranslate.main else words) == 2
        assert message in capfd.readouterr().err


def test_flags_about_all_files_are_left_out():
    argv = ["--each", "in/*", "-cse", "-o", "out/{}", "--output=x", "--each=y", "--cluster=local:2", "--inline"]
    assert words_without(tfopt.main.TOOL, argv, ("each", "output", "cluster")) == ["-cse", "--inline"]
