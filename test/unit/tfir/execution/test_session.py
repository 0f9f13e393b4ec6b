"""What is written in one call is there in the next of the same session, and in no other."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.execution.entry import find_entry
from tfir.execution.program import Program
from tfir.execution.session import Session
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse

COUNTER = """
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "n", type = tensor<i64>, value = dense<3> : tensor<i64>}> : () -> ()
  "tf_saved_model.global_tensor"() <{sym_name = "step", type = tensor<i64>, value = dense<10> : tensor<i64>}> : () -> ()
  func.func @count(%by: tensor<i64> {tf_saved_model.index_path = ["by"]},
                   %n: tensor<!tf_type.resource<tensor<i64>>> {tf_saved_model.bound_input = @n},
                   %step: tensor<i64> {tf_saved_model.bound_input = @step}) -> (tensor<i64> {tf_saved_model.index_path = ["value"]})
      attributes {tf_saved_model.exported_names = ["increment"]} {
    %0 = "tf.Mul"(%by, %step) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "tf.AssignAddVariableOp"(%n, %0) : (tensor<!tf_type.resource<tensor<i64>>>, tensor<i64>) -> ()
    %1 = "tf.ReadVariableOp"(%n) : (tensor<!tf_type.resource<tensor<i64>>>) -> tensor<i64>
    return %1 : tensor<i64>
  }
  func.func @reset(%n: tensor<!tf_type.resource<tensor<i64>>> {tf_saved_model.bound_input = @n}) -> (tensor<i64> {tf_saved_model.index_path = ["old"]})
      attributes {tf_saved_model.exported_names = ["reset"]} {
    %0 = "tf.ReadVariableOp"(%n) : (tensor<!tf_type.resource<tensor<i64>>>) -> tensor<i64>
    %1 = "tf.Const"() <{value = dense<0> : tensor<i64>}> : () -> tensor<i64>
    "tf.AssignVariableOp"(%n, %1) : (tensor<!tf_type.resource<tensor<i64>>>, tensor<i64>) -> ()
    return %0 : tensor<i64>
  }
}
"""

VOCABULARY = """
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.asset"() <{filename = "assets/words.txt", sym_name = "words"}> : () -> ()
  "tf_saved_model.session_initializer"() <{initializers = [@init]}> : () -> ()
  func.func @init(%path: tensor<!tf_type.string> {tf_saved_model.bound_input = @words})
      attributes {tf_saved_model.exported_names = ["i"], tf_saved_model.initializer_type = "init_op"} {
    %0 = "tf.HashTableV2"() <{container = "", key_dtype = !tf_type.string, shared_name = "t", use_node_name_sharing = false, value_dtype = i64}> : () -> tensor<!tf_type.resource>
    "tf.InitializeTableFromTextFileV2"(%0, %path) <{delimiter = " ", key_index = 0 : i64, offset = 0 : i64, value_index = 1 : i64, vocab_size = -1 : i64}> : (tensor<!tf_type.resource>, tensor<!tf_type.string>) -> ()
    return
  }
  func.func @find(%word: tensor<?x!tf_type.string> {tf_saved_model.index_path = ["word"]}) -> (tensor<?xi64> {tf_saved_model.index_path = ["number"]})
      attributes {tf_saved_model.exported_names = ["find"]} {
    %0 = "tf.HashTableV2"() <{container = "", key_dtype = !tf_type.string, shared_name = "t", use_node_name_sharing = false, value_dtype = i64}> : () -> tensor<!tf_type.resource>
    %1 = "tf.Const"() <{value = dense<-1> : tensor<i64>}> : () -> tensor<i64>
    %2 = "tf.LookupTableFindV2"(%0, %word, %1) : (tensor<!tf_type.resource>, tensor<?x!tf_type.string>, tensor<i64>) -> tensor<?xi64>
    return %2 : tensor<?xi64>
  }
}
"""


def module_of(text: str):
    module = parse(Source("test.mlir", text), lookup, dialect, allow_unregistered=True)
    verify(module)
    return module


def test_calls_of_a_session_share_variables():
    module = module_of(COUNTER)
    session = Session(module)
    count, reset = Program(module, "count", session), Program(module, "reset", session)
    assert [port.name for port in count.feeds] == ["by"]
    assert count.run({"by": np.int64(2)}) == {"value": 23}
    assert count.run({"by": np.int64(-1)}) == {"value": 13}
    assert reset.run({}) == {"old": 13}
    assert count.run({"by": np.int64(1)}) == {"value": 10}


def test_a_session_of_its_own_begins_anew():
    module = module_of(COUNTER)
    assert Program(module, "count").run({"by": np.int64(1)}) == {"value": 13}
    assert Program(module, "count").run({"by": np.int64(1)}) == {"value": 13}


def test_a_function_goes_by_the_name_that_it_is_exported_under():
    assert Program(module_of(COUNTER), "increment").run({"by": np.int64(0)}) == {"value": 3}


def test_what_was_read_keeps_its_value():
    module = module_of(COUNTER)
    session = Session(module)
    reset, count = Program(module, "reset", session), Program(module, "count", session)
    old = reset.run({})["old"]
    count.run({"by": np.int64(5)})
    assert old == 3


def test_a_variable_keeps_what_it_was_assigned_when_the_input_is_filled_anew():
    module = module_of("""
module attributes {tf_saved_model.semantics} {
  "tf_saved_model.global_tensor"() <{is_mutable, sym_name = "v", type = tensor<2xf32>, value = dense<0.0> : tensor<2xf32>}> : () -> ()
  func.func @set(%to: tensor<2xf32> {tf_saved_model.index_path = ["to"]},
                 %v: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @v})
      attributes {tf_saved_model.exported_names = ["set"]} {
    "tf.AssignVariableOp"(%v, %to) : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<2xf32>) -> ()
    return
  }
  func.func @get(%v: tensor<!tf_type.resource<tensor<2xf32>>> {tf_saved_model.bound_input = @v}) -> (tensor<2xf32> {tf_saved_model.index_path = ["value"]})
      attributes {tf_saved_model.exported_names = ["get"]} {
    %0 = "tf.ReadVariableOp"(%v) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
""")
    session, given = Session(module), np.array([1, 2], np.float32)
    Program(module, "set", session).run({"to": given})
    given[:] = 0
    assert Program(module, "get", session).run({})["value"].tolist() == [1, 2]


def vocabulary(folder, lines: str):
    (folder / "assets").mkdir()
    (folder / "assets" / "words.txt").write_text(lines)
    module = module_of(VOCABULARY)
    return module, Session(module, str(folder))


def test_initializers_run_before_the_first_call(tmp_path):
    module, session = vocabulary(tmp_path, "one 1\ntwo 2\n")
    find = Program(module, session=session)
    assert find.run({"word": np.array([b"two", b"one", b"three"], object)})["number"].tolist() == [2, 1, -1]
    (tmp_path / "assets" / "words.txt").unlink()  # it is not read again
    assert find.run({"word": np.array([b"one"], object)})["number"].tolist() == [1]


@pytest.mark.parametrize(
    "lines, message",
    [
        ("one 1\ntwo\n", "line 2 of 'assets/words.txt' has 1 columns; column 1 is asked for"),
        ("one x\n", "line 1 of 'assets/words.txt': b'x' is no int64"),
        ("one 1\none 2\n", "Key one has 1 and trying to add value 2"),
    ],
)
def test_bad_files_of_words(tmp_path, lines, message):
    module, session = vocabulary(tmp_path, lines)
    with pytest.raises(Error, match=message):
        Program(module, session=session).run({"word": np.array([b"x"], object)})


def test_a_text_may_have_its_files():
    """Which are read where no directory is named; b'two' is on the second line, of which the second column is 2."""
    attribute = ' {tfir.content = dense<"one 1\\0Atwo 2\\0A"> : tensor<!tf_type.string>}'
    text = VOCABULARY.replace('sym_name = "words"}>', 'sym_name = "words"}>' + attribute)
    assert attribute in text
    assert Program(module_of(text)).run({"word": np.array([b"two"], object)})["number"].tolist() == [2]


def test_nothing_is_read_without_a_directory():
    with pytest.raises(Error, match="reads the file 'assets/words.txt', and it is not known in which directory that is"):
        Program(module_of(VOCABULARY)).run({"word": np.array([b"x"], object)})


@pytest.mark.parametrize("path", ["../secret.txt", "/etc/passwd", "assets/../../secret.txt", "assets/link.txt"])
def test_nothing_is_read_outside_of_the_directory(tmp_path, path):
    (tmp_path / "secret.txt").write_text("a 1\n")
    (tmp_path / "model" / "assets").mkdir(parents=True)
    (tmp_path / "model" / "assets" / "link.txt").symlink_to(tmp_path / "secret.txt")
    module = module_of(VOCABULARY.replace("assets/words.txt", path))
    with pytest.raises(Error, match="which is outside of the model's directory"):
        Program(module, session=Session(module, str(tmp_path / "model"))).run({"word": np.array([b"x"], object)})


UNINITIALIZED = """
func.func @main() -> tensor<2xf32> {
  %0 = "tf.VarHandleOp"() <{container = "", shape = #tf_type.shape<2>, shared_name = "w", dtype = f32}> : () -> tensor<!tf_type.resource<tensor<2xf32>>>
  WRITTEN
  %2 = "tf.ReadVariableOp"(%0) : (tensor<!tf_type.resource<tensor<2xf32>>>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
"""


def test_a_variable_without_a_value_is_not_read():
    with pytest.raises(Error, match="variable 'w' is read before it has a value"):
        Program(module_of(UNINITIALIZED.replace("WRITTEN", ""))).run({})


def test_a_variable_that_keeps_its_shape_refuses_another():
    written = '%c = "tf.Const"() <{value = dense<1.0> : tensor<3xf32>}> : () -> tensor<3xf32>\n  "tf.AssignVariableOp"(%0, %c) <{validate_shape = true}> : (tensor<!tf_type.resource<tensor<2xf32>>>, tensor<3xf32>) -> ()'
    with pytest.raises(Error, match="variable 'w' of shape 2 is assigned a value of shape 3"):
        Program(module_of(UNINITIALIZED.replace("WRITTEN", written))).run({})


SEEDED = """
func.func @main() -> TYPE {
  %0 = "tf.Const"() <{value = dense<5> : tensor<1xi32>}> : () -> tensor<1xi32>
  %1 = "tf.OP"(%0) <{seed = SEED : i64, seed2 = -3 : i64}> : (tensor<1xi32>) -> TYPE
  return %1 : TYPE
}
"""

# What three calls of TensorFlow 2.21 gave.
DRAWN = {
    "RandomUniform": [
        [0.4850238561630249, 0.700860857963562, 0.07355570793151855, 0.8709508180618286, 0.5415602922439575],
        [0.6017309427261353, 0.6991865634918213, 0.4433799982070923, 0.128792405128479, 0.8000736236572266],
        [0.6938291788101196, 0.4905097484588623, 0.09446251392364502, 0.13802647590637207, 0.6573796272277832],
    ],
    "RandomStandardNormal": [
        [-1.1460775136947632, -0.36554136872291565, -1.6560333967208862, 1.5738418102264404, -1.0161688327789307],
        [-0.956978440284729, -0.3163575232028961, 0.9230785965919495, 0.8801034688949585, -0.5284873843193054],
        [0.05095386877655983, -0.853500247001648, 1.656525731086731, 1.405356526374817, -0.6947935223579407],
    ],
    "TruncatedNormal": [
        [-1.1460775136947632, -0.36554136872291565, -1.6560333967208862, 1.5738418102264404, 1.8062074184417725],
        [-0.956978440284729, -0.3163575232028961, 0.9230785965919495, 0.8801034688949585, 0.5968637466430664],
        [0.05095386877655983, -0.853500247001648, 1.656525731086731, 1.405356526374817, 1.273973822593689],
    ],
}


@pytest.mark.parametrize("op", DRAWN)
def test_seeded_numbers_are_those_of_tensorflow_call_after_call(op):
    module = module_of(SEEDED.replace("OP", op).replace("SEED", "11").replace("TYPE", "tensor<5xf32>"))
    program = Program(module)
    for expected in DRAWN[op]:
        np.testing.assert_allclose(program.run({})["result0"], np.array(expected, np.float32), rtol=2e-6, atol=1e-7)


def test_numbers_without_a_seed_are_refused():
    text = SEEDED.replace("OP", "RandomUniform").replace("SEED", "0").replace("-3", "0").replace("TYPE", "tensor<5xf32>")
    with pytest.raises(Error, match="gives other numbers each time: neither of its seeds is set"):
        Program(module_of(text)).run({})


def test_shuffled_as_by_tensorflow():
    module = module_of("""
func.func @main(%0: tensor<9xi32>) -> tensor<9xi32> {
  %1 = "tf.RandomShuffle"(%0) <{seed = 11 : i64, seed2 = -3 : i64}> : (tensor<9xi32>) -> tensor<9xi32>
  return %1 : tensor<9xi32>
}""")
    program = Program(module)
    for expected in ([5, 8, 2, 1, 6, 7, 4, 0, 3], [1, 6, 2, 5, 0, 4, 7, 8, 3], [8, 4, 3, 7, 2, 1, 0, 6, 5]):
        assert program.run({"arg0": np.arange(9, dtype=np.int32)})["result0"].tolist() == expected


PRINTED = """
func.func @main(%0: tensor<f32>, %1: tensor<4xi32>, %2: tensor<2x2xf32>, %3: tensor<2x!tf_type.string>) -> tensor<f32> {
  %4 = "tf.Print"(%0, %1, %2, %3) <{first_n = 2 : i64, message = "hi: ", summarize = 3 : i64}> : (tensor<f32>, tensor<4xi32>, tensor<2x2xf32>, tensor<2x!tf_type.string>) -> tensor<f32>
  %5 = "tf.StringFormat"(%1) <{placeholder = "{}", strtemplate = "", summarize = 1 : i64, template = "x = {}"}> : (tensor<4xi32>) -> tensor<!tf_type.string>
  "tf.PrintV2"(%5) <{end = "!", output_stream = "stderr"}> : (tensor<!tf_type.string>) -> ()
  return %4 : tensor<f32>
}
"""


def test_prints_what_tensorflow_prints_and_only_so_often(capsys):
    program = Program(module_of(PRINTED.replace(' strtemplate = "",', "")))
    words = np.empty(2, object)
    words[:] = [b"a", b"b"]
    values = {
        "arg0": np.float32(1.5),
        "arg1": np.array([1, 2, 3, 4], np.int32),
        "arg2": np.array([[1.5, 2], [3, 4]], np.float32),
        "arg3": words,
    }
    for _ in range(3):
        assert program.run(values)["result0"] == 1.5
    line = "hi: [1 2 3...][[1.5 2][3...]...][a b]\n"
    assert capsys.readouterr().err == f"{line}x = [1 ... 4]!{line}x = [1 ... 4]!x = [1 ... 4]!"


@pytest.mark.parametrize("given", [np.array([b"a", b"abc"]), np.array(["a", "abc"]), np.array([b"a", b"abc"], object)])
def test_texts_are_objects_wherever_a_program_runs(given):
    """NumPy's own are padded to one length, which ops would take for texts of numbers, or for other texts."""
    module = module_of(COUNTER)
    entry = find_entry(module, "increment")
    (seen,) = Session(module).lowered(entry, lambda arrays: [arrays[0]])([given])
    assert seen.dtype == object and seen.tolist() == [b"a", b"abc"]


def test_numbers_are_given_as_they_are():
    module, number = module_of(COUNTER), np.int64(4)
    assert Session(module).lowered(find_entry(module, "increment"), lambda arrays: arrays)([number])[0] is number
