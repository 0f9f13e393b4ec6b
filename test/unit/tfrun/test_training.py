"""`--repeat`: steps leave what TensorFlow's steps left, two halves what one run leaves, and checkpoints are TensorFlow's."""

from pathlib import Path

import numpy as np
import pytest
from tfir.ods.arrays import array_of, dense_of
from tfir.storage.checkpoint.opening import open_checkpoint
from tfir.storage.checkpoint.write_bundle import write_bundle

import tfopt.main
import tftranslate.main
from tfrun.main import main

MODEL = Path(__file__).parents[2] / "models" / "training_step"
# w becomes w - (w + the sum of rows) / 2, and the loss is (w + the sum)^2, of a w that begins at 1.
GRAPH = """tfg.graph #tf_type.version<producer = 1395, min_consumer = 0> {
  %x, %ctl = Placeholder name("x") {dtype = f32, shape = #tf_type.shape<-1>} : () -> (tensor<?xf32>)
  %w, %ctl_0 = HANDLE
  %one, %ctl_1 = Const name("one") {dtype = f32, value = dense<1.0> : tensor<f32>} : () -> (tensor<f32>)
  %half, %ctl_2 = Const name("half") {dtype = f32, value = dense<0.5> : tensor<f32>} : () -> (tensor<f32>)
  %axis, %ctl_3 = Const name("axis") {dtype = i32, value = dense<0> : tensor<i32>} : () -> (tensor<i32>)
  ASSIGN
  %read, %ctl_4 = READ
  %rows, %ctl_5 = Sum(%x, %axis) name("rows") {T = f32, Tidx = i32, keep_dims = false} : (tensor<?xf32>, tensor<i32>) -> (tensor<f32>)
  %sum, %ctl_6 = AddV2(%read, %rows) name("sum") {T = f32} : (tensor<f32>, tensor<f32>) -> (tensor<f32>)
  %loss, %ctl_7 = Square(%sum) name("loss") {T = f32} : (tensor<f32>) -> (tensor<f32>)
  STEP
}
"""
RESOURCES = {
    "HANDLE": 'VarHandleOp name("w") {allowed_devices = [], container = "", debug_name = "", dtype = f32, shape = #tf_type.shape<>, shared_name = "w"} : () -> (tensor<!tf_type.resource>)',
    "ASSIGN": '%init = AssignVariableOp(%w, %one) name("init") {dtype = f32, validate_shape = false} : tensor<!tf_type.resource>, tensor<f32>',
    "READ": 'ReadVariableOp(%w) name("w/Read") {dtype = f32} : (tensor<!tf_type.resource>) -> (tensor<f32>)',
    "STEP": '%step = ResourceApplyGradientDescent(%w, %half, %sum) [%ctl_7] name("step") {T = f32, use_locking = false} : tensor<!tf_type.resource>, tensor<f32>, tensor<f32>',
}
REFERENCES = {
    "HANDLE": 'VariableV2 name("w") {container = "", dtype = f32, shape = #tf_type.shape<>, shared_name = ""} : () -> (tensor<!tf_type.f32ref>)',
    "ASSIGN": '%assigned, %init = Assign(%w, %one) name("init") {T = f32, use_locking = true, validate_shape = true} : (tensor<!tf_type.f32ref>, tensor<f32>) -> (tensor<!tf_type.f32ref>)',
    "READ": 'Identity(%w) name("w/Read") {T = f32} : (tensor<!tf_type.f32ref>) -> (tensor<f32>)',
    "STEP": '%stepped, %step = ApplyGradientDescent(%w, %half, %sum) [%ctl_7] name("step") {T = f32, use_locking = false} : (tensor<!tf_type.f32ref>, tensor<f32>, tensor<f32>) -> (tensor<!tf_type.f32ref>)',
}


@pytest.fixture(params=[RESOURCES, REFERENCES], ids=["resources", "references"])
def folder(request, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = GRAPH
    for word, line in request.param.items():
        text = text.replace(word, line)
    Path("graph.mlir").write_text(text)
    np.savez("data.npz", x=np.array([1, 2, 3, 4, 5], np.float32))
    return tmp_path


def train(*words, status=0, capfd=None):
    common = ["graph.mlir", "--device=interpreter", "--feed-from=@data.npz", "--batch-size=2"]
    assert main([*common, *words]) == status
    return capfd.readouterr()


STEPS = ["--fetch=loss,^step"]


def test_each_step_takes_the_next_rows_and_leaves_out_what_is_no_batch(folder, capfd):
    """Rows of 1 and 2 or 3 and 4 in turns; the fifth is left out."""
    lines = train("--fetch=^init", *STEPS, "--repeat=4", "--save=ckpt", capfd=capfd).out.splitlines()
    w, expected = 1.0, []
    for rows in (3, 7, 3, 7):
        expected.append((w + rows) ** 2)
        w -= (w + rows) / 2
    assert lines == [f"step {at}: loss={loss:g}" for at, loss in enumerate(expected, 1)]
    checkpoint = open_checkpoint("ckpt")
    assert checkpoint.names == ["w"] and array_of(checkpoint.tensor("w")) == w and checkpoint.prefix.endswith("model-4")


def test_two_halves_leave_what_one_run_leaves(folder, capfd):
    whole = train("--fetch=^init", *STEPS, "--repeat=5", "--save=whole", capfd=capfd).out.splitlines()
    first = train("--fetch=^init", *STEPS, "--repeat=3", "--save=ckpt", "--save-every=2", capfd=capfd).out.splitlines()
    second = train(*STEPS, "--repeat=2", "--save=ckpt", "--restore", capfd=capfd).out.splitlines()
    assert first + second == whole
    for end in ("index", "data-00000-of-00001"):
        assert Path(f"ckpt/model-5.{end}").read_bytes() == Path(f"whole/model-5.{end}").read_bytes()
    assert Path("ckpt/model-2.index").exists() and not Path("ckpt/model-1.index").exists()
    assert train(*STEPS, "--repeat=1", "--restore=ckpt/model-2", capfd=capfd).out.splitlines() == whole[2:3]


@pytest.mark.parametrize("words, status, message", [
    ([*STEPS, "--repeat=1", "--restore=none"], 1, "there is no checkpoint in 'none'"), ([*STEPS, "--repeat=1", "--restore"], 2, "names no checkpoint"),
    ([*STEPS, "--repeat=1", "--batch-size=6"], 2, "there are 5 rows"), (STEPS, 2, "goes with --repeat=N"), ([*STEPS, "--repeat=0"], 2, "repeat"),
    ([*STEPS, "--repeat=1", "--benchmark=2"], 2, "--benchmark"), ([*STEPS, "--repeat=1"], 1, "read before it has a value"),
])  # fmt: skip
def test_what_cannot_be_meant_is_told(folder, capfd, words, status, message):
    assert message in train(*words, status=status, capfd=capfd).err


def test_lowered_steps_leave_the_state_that_tensorflow_left(tmp_path, monkeypatch, capfd):
    """On the interpreter, by variables that are arguments; other devices go the same way."""
    monkeypatch.chdir(tmp_path)
    given, expected = np.load(MODEL / "inputs.npz"), np.load(MODEL / "outputs.npz")
    np.savez("data.npz", image=given["image"], label=given["label"])
    assert tftranslate.main.main(["--graphdef-to-mlir", str(MODEL / "model.pb"), "-o", "tfg.mlir"]) == 0
    assert tfopt.main.main(["tfg.mlir", "--pipeline=stablehlo", "-o", "step.mlir"]) == 0
    words = ["step.mlir", "--device=interpreter", f"--input=@{MODEL / 'inputs.npz'}", "--feed-from=@data.npz", "--save=ckpt"]
    assert main([*words, "--repeat=2"]) == 0
    assert main([*words, "--repeat=1", "--restore", "--output=@last.npz"]) == 0
    losses = [float(line.rpartition("=")[2]) for line in capfd.readouterr().out.splitlines()]
    np.testing.assert_allclose(losses, [expected[f"{step}/loss"] for step in (1, 2, 3)], rtol=1e-5)
    checkpoint, last = open_checkpoint("ckpt"), np.load("last.npz")
    for name in checkpoint.names:
        np.testing.assert_allclose(array_of(checkpoint.tensor(name)), expected[f"3/{name}"], rtol=1e-4, atol=1e-6, err_msg=name)
        assert np.array_equal(array_of(checkpoint.tensor(name)), last[name])


DRAWING = """
func.func @step(%w: tensor<f32> {tf.resource_name = "w", tf.aliasing_output = 1 : i64}, %drawn: tensor<ui64> {
  tf.resource_name = "d/counter", tf.aliasing_output = 2 : i64, tfir.initial_value = dense<0> : tensor<ui64>})
    -> (tensor<ui64>, tensor<f32>, tensor<ui64>) {
  %c = stablehlo.constant dense<3> : tensor<ui64>
  %next = stablehlo.add %drawn, %c : tensor<ui64>
  return %next, %w, %next : tensor<ui64>, tensor<f32>, tensor<ui64>
}
"""


@pytest.mark.parametrize("names, told", [("w", "=3"), ("w d/counter", "=8"), ("d/counter", "no tensor 'w'")])
def test_draws_begin_anew_where_a_checkpoint_does_not_say_where_they_stand(tmp_path, monkeypatch, capfd, names, told):
    """As those of TensorFlow's Saver, in which no generator is; a variable that is missing is an error."""
    monkeypatch.chdir(tmp_path)
    Path("step.mlir").write_text(DRAWING)
    values = {"w": np.float32(2), "d/counter": np.uint64(5)}
    write_bundle("given", [(name, dense_of(np.array(values[name]))) for name in sorted(names.split())])
    status = main(["step.mlir", "--device=interpreter", "--repeat=1", "--restore=given"])
    said = capfd.readouterr()
    assert told in said.out + said.err and status == int("error" in said.err)
