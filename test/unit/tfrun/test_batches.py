"""`--batches`: the outputs that single calls have, what is there left out, what fails told of by name."""

import json

import numpy as np
import pytest

from tfrun.main import main

ADD = """func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


class Folder:
    def __init__(self, path, capfd):
        self.path, self.capfd = path, capfd
        (path / "add.mlir").write_text(ADD)
        (path / "in").mkdir()
        for number in range(4):
            np.savez(path / "in" / f"{number}.npz", a=np.full(4, number, np.float32), b=np.arange(4, dtype=np.float32))

    def run(self, *words, program="add.mlir", status=0):
        whole = [
            str(self.path / program),
            "--device=interpreter",
            f"--batches={self.path}/in/*.npz",
            f"--output-dir={self.path}/out",
            *words,
        ]
        assert main([word for word in whole if not word.endswith("=")]) == status
        return self.capfd.readouterr().err

    def result(self, number):
        return np.load(self.path / "out" / f"{number}.npz")["result0"].tolist()


@pytest.fixture
def folder(tmp_path, capfd):
    return Folder(tmp_path, capfd)


def test_each_batch_has_a_file_and_is_computed_once(folder):
    assert "4 batches in" in folder.run()
    assert [folder.result(number) for number in range(4)] == [[number, number + 1, number + 2, number + 3] for number in range(4)]
    (folder.path / "out" / "2.npz").unlink()
    times = {number: (folder.path / "out" / f"{number}.npz").stat().st_mtime_ns for number in (0, 1, 3)}
    said = folder.run()
    assert "1 batches in" in said and "3 were there" in said and folder.result(2) == [2, 3, 4, 5]
    assert times == {number: (folder.path / "out" / f"{number}.npz").stat().st_mtime_ns for number in (0, 1, 3)}
    assert folder.run().startswith("tf-run: 0 batches")


def test_a_batch_that_fails_is_told_of_and_the_others_go_on(folder):
    np.savez(folder.path / "in" / "1.npz", a=np.zeros(3, np.float32), b=np.zeros(4, np.float32))
    (folder.path / "in" / "2.npz").write_bytes(b"no archive")
    said = folder.run(status=1)
    assert "must be tensor<4xf32>" in said and "in the batch" in said and "1.npz" in said and "2.npz" in said and "2 failed" in said
    assert folder.result(3) == [3, 4, 5, 6] and not (folder.path / "out" / "1.npz").exists()


def test_a_result_that_is_older_than_its_input_is_computed_again(folder):
    import os

    folder.run()
    np.savez(folder.path / "in" / "0.npz", a=np.full(4, 9, np.float32), b=np.zeros(4, np.float32))
    os.utime(folder.path / "out" / "0.npz", (1, 1))
    assert "1 batches in" in folder.run() and folder.result(0) == [9, 9, 9, 9]


def test_results_of_another_program_are_not_mixed(folder):
    folder.run()
    (folder.path / "other.mlir").write_text(ADD.replace("stablehlo.add", "stablehlo.multiply"))
    assert "has results of another program" in folder.run(program="other.mlir", status=1)
    assert json.loads((folder.path / "out" / ".tfir-run.json").read_text())["device"] == "interpreter"


def test_calls_that_depend_on_each_other_are_refused(folder):
    state = '{tf.resource_name = "v", tf.aliasing_output = 0 : i64}'
    (folder.path / "add.mlir").write_text(ADD.replace("%a: tensor<4xf32>", f"%a: tensor<4xf32> {state}"))
    assert "do not depend on each other" in folder.run(status=2)


@pytest.mark.parametrize("words, message", [
    (["--input=4xf32=1"], "--input: is for single calls"), (["--benchmark=2"], "--benchmark: is for single calls"),
    (["--entry=main", "--entry=main"], "calls of one entry"), (["--entry=none"], "no function @none"), (["--cluster=nowhere"], "expected local:N"),
])  # fmt: skip
def test_what_cannot_be_meant_is_told(folder, words, message):
    assert message in folder.run(*words, status=2)


def test_where_outputs_go_is_asked_for(folder, capfd):
    assert main([str(folder.path / "add.mlir"), "--device=interpreter", f"--batches={folder.path}/in/*.npz"]) == 2
    assert "--batches needs --output-dir" in capfd.readouterr().err
    assert main([str(folder.path / "add.mlir"), "--device=interpreter", f"--output-dir={folder.path}"]) == 2
    assert "--output-dir: goes with --batches" in capfd.readouterr().err
    assert main([str(folder.path / "add.mlir"), "--device=interpreter", "--batches=none/*", "--output-dir=x"]) == 2
    assert "there is no such file" in capfd.readouterr().err
