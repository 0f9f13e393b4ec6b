"""One lowered module serves any batch: its sizes are told to kernels when a call comes. Networks are held against TensorFlow's outputs, row by
row, since a row of a batch is computed like any other; operations against NumPy."""

from pathlib import Path

import numpy as np
import pytest
from device_calls import DEVICES, TARGETS, call, device_of, lowered, printed
from tfir.execution.entry import find_entry
from tfir.ir.diagnostics import Error

from tfrun.devices import session
from tftranslate.main import command as tf_translate

MODELS = Path(__file__).parents[3] / "models"
BATCHES = (1, 7, 32, 1)
ENTRY = 'attributes {tf.entry_function = {control_outputs = "", inputs = "x", outputs = "y"}}'
SHAPE = """
    %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x6xf32>) -> tensor<i32>
    %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %six = stablehlo.constant dense<6> : tensor<1xi32>
    %shape = stablehlo.concatenate %n1, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>"""


def function(body: str, result: str = "tensor<?x6xf32>") -> str:
    return f"func.func @main(%x: tensor<?x6xf32>) -> {result} {ENTRY} {{{body}\n    return %y : {result}\n}}"


def network(name: str, tmp_path: Path, shape: str, any_shape: str) -> str:
    """A model as text, with a feed of a batch of any size."""
    tf_translate.main(["--graphdef-to-mlir", str(MODELS / name / "model.pb"), "-o", str(tmp_path / "model.mlir")], standalone_mode=False)
    text = (tmp_path / "model.mlir").read_text()
    assert shape in text
    return text.replace(shape, any_shape)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("name", "shape", "any_shape"),
    [("small_cnn", "#tf_type.shape<1x33x31x3>", "#tf_type.shape<?x33x31x3>"), ("mlp_mnist", "shape<-1x784>", "shape<-1x784>")],
)
def test_a_network_serves_batches(name, shape, any_shape, target, tmp_path):
    inputs, outputs = (dict(np.load(MODELS / name / f"{kind}.npz")) for kind in ("inputs", "outputs"))
    (image,) = inputs.values()
    module = lowered(network(name, tmp_path, shape, any_shape), target)
    calls = [[np.repeat(image[:1], batch, axis=0)] for batch in BATCHES]
    for device in ("interpreter", device_of(target)):
        for batch, results in zip(BATCHES, call(module, device, calls)):
            for port, result in zip(find_entry(module).fetches, results):
                expected = np.repeat(outputs[port.name][:1], batch, axis=0)
                np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["recurrent_of_any_length", "words_of_any_length", "image_of_any_size", "branches_under_a_tape"])
def test_sizes_that_follow_from_those_of_feeds_are_open(name, tmp_path):
    """Of loops, windows and slices too; by TensorFlow's outputs. What the host does is to see that feeds that meet in a loop are of one size."""
    tf_translate.main(["--graphdef-to-mlir", str(MODELS / name / "model.pb"), "-o", str(tmp_path / "model.mlir")], standalone_mode=False)
    text = (tmp_path / "model.mlir").read_text()
    calls = [
        [dict(np.load(MODELS / name / f"{kind}_{number}.npz")) for kind in ("inputs", "outputs")]
        for number in range(len(list((MODELS / name).glob("inputs_*"))))
    ]
    as_stablehlo = lowered(text, "portable", "stablehlo")  # what the pipelines of devices begin with
    module = lowered(printed(as_stablehlo), "lavapipe")
    on_host = [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]
    steps = [op.get("call_target_name") for executable in on_host for op in executable.walk() if op.name == "stablehlo.custom_call"]
    assert len(on_host) == len(steps) and set(steps) <= {"shape_assertion"}
    for program, device in (
        (as_stablehlo, "interpreter"),
        (module, "interpreter"),
        (module, "vulkan"),
        (lowered(printed(as_stablehlo), "x86-64-v3"), "cpu"),
    ):
        entry = find_entry(program)
        given = [[feeds[port.name] for port in entry.feeds] for feeds, _ in calls]
        for (_, outputs), results in zip(calls, call(program, device, given)):
            fetched = dict(zip([port.name for port in entry.fetches], results))
            for fetch, expected in outputs.items():
                np.testing.assert_allclose(fetched[fetch], expected, rtol=1e-4, atol=1e-5)


def reduced(over: str, result: str) -> str:
    return f"""
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %y = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = {over} : (tensor<?x6xf32>, tensor<f32>) -> {result}"""


COUNTED = f"""{SHAPE}
    %i = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<2xi32>) -> tensor<?x6xf32>
    %c = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
    %d = stablehlo.dynamic_broadcast_in_dim %c, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x6xf32>
    %s = stablehlo.subtract %d, %i : tensor<?x6xf32>
    %y = stablehlo.multiply %x, %s : tensor<?x6xf32>"""
FLAT = f"""{SHAPE}
    %c = stablehlo.constant dense<6> : tensor<i32>
    %m = stablehlo.multiply %n, %c : tensor<i32>
    %m1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
    %f = stablehlo.dynamic_reshape %x, %m1 : (tensor<?x6xf32>, tensor<1xi32>) -> tensor<?xf32>
    %y = stablehlo.reverse %f, dims = [0] : tensor<?xf32>"""
PROGRAMS = {
    "rows": (reduced("[1]", "tensor<?xf32>"), "tensor<?xf32>", lambda x: x.sum(1)),
    "columns": (reduced("[0]", "tensor<6xf32>"), "tensor<6xf32>", lambda x: x.sum(0)),
    "all": (reduced("[0, 1]", "tensor<f32>"), "tensor<f32>", np.sum),
    "transposed": (
        "%y = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x6xf32>) -> tensor<6x?xf32>", "tensor<6x?xf32>", np.transpose,
    ),
    "the largest three": (
        "%y, %i = chlo.top_k(%x, k = 3) : tensor<?x6xf32> -> (tensor<?x3xf32>, tensor<?x3xi32>)", "tensor<?x3xf32>",
        lambda x: -np.sort(-x, 1)[:, :3],
    ),
    "upside down": ("%y = stablehlo.reverse %x, dims = [0] : tensor<?x6xf32>", "tensor<?x6xf32>", lambda x: x[::-1]),
    "all in a row from the end": (FLAT, "tensor<?xf32>", lambda x: x.reshape(-1)[::-1]),
    "numbers of the rows and their count": (COUNTED, "tensor<?x6xf32>", lambda x: x * (len(x) - np.arange(len(x))[:, None])),
    "twice": (
        "%y = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>", "tensor<?x6xf32>",
        lambda x: np.concatenate([x, x]),
    ),
    "beside itself": (
        "%y = stablehlo.concatenate %x, %x, dim = 1 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x12xf32>", "tensor<?x12xf32>",
        lambda x: np.concatenate([x, x], 1),
    ),
    "every product of two rows": (
        "%y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x?xf32>",
        "tensor<?x?xf32>", lambda x: x @ x.T,
    ),
    "every product of two columns": (
        "%y = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<6x6xf32>",
        "tensor<6x6xf32>", lambda x: x.T @ x,
    ),
    "framed": (
        """%one = stablehlo.constant dense<1.0> : tensor<f32>
    %y = stablehlo.pad %x, %one, low = [1, 0], high = [2, 1], interior = [1, 0] : (tensor<?x6xf32>, tensor<f32>) -> tensor<?x7xf32>""",
        "tensor<?x7xf32>", lambda x: framed(x),
    ),
    "without the largest of each row": (
        """%low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %most = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<?x6xf32>, tensor<f32>) -> tensor<?xf32>
    %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x6xf32>) -> tensor<i32>
    %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %one = stablehlo.constant dense<1> : tensor<1xi32>
    %column = stablehlo.concatenate %b1, %one, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %kept = stablehlo.dynamic_broadcast_in_dim %most, %column, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x1xf32>
    %negative = stablehlo.negate %kept : tensor<?x1xf32>
    %six = stablehlo.constant dense<6> : tensor<1xi32>
    %whole = stablehlo.concatenate %b1, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %spread = stablehlo.dynamic_broadcast_in_dim %negative, %whole, dims = [0, 1] : (tensor<?x1xf32>, tensor<2xi32>) -> tensor<?x6xf32>
    %y = stablehlo.add %x, %spread : tensor<?x6xf32>""", "tensor<?x6xf32>", lambda x: x - x.max(1, initial=-np.inf, keepdims=True),
    ),
    "the length of complex numbers": (
        """%z = stablehlo.complex %x, %x : tensor<?x6xcomplex<f32>>
    %q = stablehlo.multiply %z, %z : tensor<?x6xcomplex<f32>>
    %y = stablehlo.abs %q : (tensor<?x6xcomplex<f32>>) -> tensor<?x6xf32>""", "tensor<?x6xf32>", lambda x: 2 * x * x,
    ),
    "the order of each row": (
        """%n = stablehlo.iota dim = 0 : tensor<6xi32>
    %b = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x6xf32>) -> tensor<i32>
    %b1 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %six = stablehlo.constant dense<6> : tensor<1xi32>
    %whole = stablehlo.concatenate %b1, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %numbers = stablehlo.dynamic_broadcast_in_dim %n, %whole, dims = [1] : (tensor<6xi32>, tensor<2xi32>) -> tensor<?x6xi32>
    %s:2 = "stablehlo.sort"(%x, %numbers) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %c: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %l = stablehlo.compare LT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %l : tensor<i1>
    }) : (tensor<?x6xf32>, tensor<?x6xi32>) -> (tensor<?x6xf32>, tensor<?x6xi32>)
    %y = stablehlo.convert %s#1 : (tensor<?x6xi32>) -> tensor<?x6xf32>""", "tensor<?x6xf32>", lambda x: np.argsort(x, 1, kind="stable"),
    ),
    "sorted": (
        """%y = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %l : tensor<i1>
    }) : (tensor<?x6xf32>) -> tensor<?x6xf32>""", "tensor<?x6xf32>", lambda x: np.sort(x, 1),
    ),
}  # fmt: skip


def framed(x):
    result = np.ones((2 * len(x) + 2, 7), np.float32)
    result[1 : 2 * len(x) : 2, :6] = x
    return result


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_an_operation_has_the_size_of_its_call(name, device):
    body, result, expected = PROGRAMS[name]
    module = lowered(function(body, result), DEVICES[device])
    assert not [op for op in module.walk() if op.name == "iree.executable" and op.get("format") == "Host"]
    inputs = [np.random.default_rng(batch).standard_normal((batch, 6)).astype(np.float32) for batch in (*BATCHES, 300)]
    for x, (value,) in zip(inputs, call(module, device, [[x] for x in inputs])):
        np.testing.assert_allclose(value, expected(x), rtol=1e-4, atol=1e-4)


def test_numbers_of_a_smaller_tensor_are_not_those_of_what_they_are_spread_to():
    """`[0, k)`, of which the call makes one number, spread over the batch: zeros, wherever it is computed."""
    body = f"""{SHAPE}
    %k = stablehlo.get_dimension_size %o, dim = 0 : (tensor<?x6xf32>) -> tensor<i32>
    %k1 = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
    %small = stablehlo.concatenate %k1, %six, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %i = stablehlo.dynamic_iota %small, dim = 0 : (tensor<2xi32>) -> tensor<?x6xf32>
    %b = stablehlo.dynamic_broadcast_in_dim %i, %shape, dims = [0, 1] : (tensor<?x6xf32>, tensor<2xi32>) -> tensor<?x6xf32>
    %y = stablehlo.add %x, %b : tensor<?x6xf32>"""
    text = (
        function(body)
        .replace("%x: tensor<?x6xf32>)", "%x: tensor<?x6xf32>, %o: tensor<?x6xf32>)")
        .replace('inputs = "x"', 'inputs = "x,o"')
    )
    x = np.ones((3, 6), np.float32)
    for device, target in DEVICES.items():
        ((value,),) = call(lowered(text, target), device, [[x, x[:1]]])
        np.testing.assert_array_equal(value, x)


def test_an_empty_batch_gives_empty_results_and_sums_of_nothing():
    for name in ("rows", "columns", "twice"):
        body, result, expected = PROGRAMS[name]
        x = np.empty((0, 6), np.float32)
        for device, target in DEVICES.items():
            ((value,),) = call(lowered(function(body, result), target), device, [[x]])
            np.testing.assert_array_equal(value, expected(x))


TWO = """func.func @main(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>) -> tensor<?x2xf32> {
  %0 = "tf.AddV2"(%x, %y) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}"""


@pytest.mark.parametrize("device", DEVICES)
def test_sizes_of_two_arguments_broadcast_as_they_come(device):
    module = lowered(TWO, DEVICES[device])
    three, one = np.arange(6, dtype=np.float32).reshape(3, 2), np.array([[10, 20]], np.float32)
    for x, y in ((three, one), (one, three), (three, three), (one, one)):
        np.testing.assert_array_equal(call(module, device, [[x, y]])[0][0], x + y)


@pytest.mark.parametrize("device", DEVICES)
def test_sizes_that_do_not_go_together_are_refused_by_the_call(device):
    module = lowered(TWO, DEVICES[device])
    with pytest.raises(Error, match=r"size of operand dimension 0 \(3\) is not equal to 1 or value of shape at index 0 \(2\)"):
        call(module, device, [[np.ones((2, 2), np.float32), np.ones((3, 2), np.float32)]])


def test_a_loop_longer_than_the_device_keeps_up_with_is_refused_by_the_call():
    module = lowered(function(*PROGRAMS["columns"][:2]), "lavapipe")
    with session(module, "vulkan") as program_of:
        try:
            program = program_of(find_entry(module))
        except Error as reason:
            pytest.skip(f"needs a Vulkan device: {reason}")
        with pytest.raises(Error, match=r"would go around loops \d+ times in one invocation"):
            program([np.ones((70000, 6), np.float32)])


def test_a_size_that_numbers_tell_is_read():
    text = f"""func.func @main(%x: tensor<?x6xf32>, %k: tensor<1xi32>) -> tensor<?xf32> {ENTRY.replace('"x"', '"x,k"')} {{
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %y = stablehlo.dynamic_broadcast_in_dim %one, %k, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
      return %y : tensor<?xf32>
    }}"""
    calls = [[np.zeros((rows, 6), np.float32), np.array([count], np.int32)] for rows, count in ((2, 3), (2, 5), (1, 5), (1, 0))]
    for device, target in DEVICES.items():
        assert [result.tolist() for (result,) in call(lowered(text, target), device, calls)] == [[1.0] * 3, [1.0] * 5, [1.0] * 5, []]


def test_a_kernel_reads_the_size_that_numbers_tell(run):
    """Of [7, 5], for what has no other sizes that are open; the other dimension is known."""
    body = """%n = stablehlo.dynamic_iota %0, dim = 0 : (tensor<2xi32>) -> tensor<?x5xi32>
    %a = stablehlo.get_dimension_size %n, dim = 0 : (tensor<?x5xi32>) -> tensor<i32>
    %b = stablehlo.get_dimension_size %n, dim = 1 : (tensor<?x5xi32>) -> tensor<i32>
    %ten = stablehlo.constant dense<10> : tensor<i32>
    %tens = stablehlo.multiply %a, %ten : tensor<i32>
    %r = stablehlo.add %tens, %b : tensor<i32>"""
    assert run(body, [np.array([7, 5], np.int32)], ["i32"]) == 75


BRANCH = """
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x6xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare GT, %sum, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %z = "stablehlo.if"(%c) ({{
      {then}
      stablehlo.return %t : tensor<?x6xf32>
    }}, {{
      %n = stablehlo.negate %x : tensor<?x6xf32>
      stablehlo.return %n : tensor<?x6xf32>
    }}) : (tensor<i1>) -> tensor<?x6xf32>
    %y = stablehlo.abs %z : tensor<?x6xf32>"""


def test_branches_pass_on_what_has_the_sizes_of_feeds():
    text = function(BRANCH.format(then="%t = stablehlo.add %x, %x : tensor<?x6xf32>"))
    x = np.linspace(-1, 2, 18, dtype=np.float32).reshape(3, 6)
    for device, target in DEVICES.items():
        for given, (result,) in zip((x, -x[:2], x), call(lowered(text, target), device, [[x], [-x[:2]], [x]])):
            np.testing.assert_array_equal(result, abs(given + given if given.sum() > 0 else given))


def test_branches_that_give_other_sizes_are_steps_of_the_host():
    then = "%t = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x6xf32>, tensor<?x6xf32>) -> tensor<?x6xf32>"
    text = function(BRANCH.format(then=then))
    x = np.linspace(-1, 2, 18, dtype=np.float32).reshape(3, 6)
    for device, target in DEVICES.items():
        for given, (result,) in zip((x, -x[:2], x), call(lowered(text, target), device, [[x], [-x[:2]], [x]])):
            np.testing.assert_array_equal(result, abs(np.concatenate([given, given]) if given.sum() > 0 else given))


ATTENTION = """func.func @main(%q: tensor<?x2x8x4xf32>, %k: tensor<?x2x8x4xf32>, %v: tensor<?x2x8x4xf32>, %mask: tensor<?x1x1x8xf32>) -> tensor<?x2x8x4xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %q, dim = 0 : (tensor<?x2x8x4xf32>) -> tensor<i32>
  %list = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %inner = stablehlo.constant dense<[2, 8, 8]> : tensor<3xi32>
  %whole = stablehlo.concatenate %list, %inner, dim = 0 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<?x2x8x4xf32>, tensor<?x2x8x4xf32>) -> tensor<?x2x8x8xf32>
  %1 = stablehlo.dynamic_broadcast_in_dim %mask, %whole, dims = [0, 1, 2, 3] : (tensor<?x1x1x8xf32>, tensor<4xi32>) -> tensor<?x2x8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x2x8x8xf32>
  %3 = stablehlo.reduce(%2 init: %least) applies stablehlo.maximum across dimensions = [3] : (tensor<?x2x8x8xf32>, tensor<f32>) -> tensor<?x2x8xf32>
  %4 = stablehlo.dynamic_broadcast_in_dim %3, %whole, dims = [0, 1, 2] : (tensor<?x2x8xf32>, tensor<4xi32>) -> tensor<?x2x8x8xf32>
  %5 = stablehlo.subtract %2, %4 : tensor<?x2x8x8xf32>
  %6 = stablehlo.exponential %5 : tensor<?x2x8x8xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<?x2x8x8xf32>, tensor<f32>) -> tensor<?x2x8xf32>
  %8 = stablehlo.dynamic_broadcast_in_dim %7, %whole, dims = [0, 1, 2] : (tensor<?x2x8xf32>, tensor<4xi32>) -> tensor<?x2x8x8xf32>
  %9 = stablehlo.divide %6, %8 : tensor<?x2x8x8xf32>
  %10 = stablehlo.dot_general %9, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<?x2x8x8xf32>, tensor<?x2x8x4xf32>) -> tensor<?x2x8x4xf32>
  return %10 : tensor<?x2x8x4xf32>
}"""


@pytest.mark.parametrize("target", TARGETS)
def test_attention_of_an_open_batch_is_one_dispatch(target):
    """There may be one mask for all sequences, which are as many as a call brings."""
    module, draw = lowered(ATTENTION, target), np.random.default_rng(3).standard_normal
    if target == "lavapipe":
        assert len([op for op in module.walk() if op.name == "iree_ll_seq.dynamic_dispatch"]) == 1
    calls, expected = [], []
    for batch, masks in ((1, 1), (3, 3), (5, 1)):
        q, k, v = draw((3, batch, 2, 8, 4)).astype("f4")
        mask = draw((masks, 1, 1, 8)).astype("f4")
        scores = np.einsum("bhmd,bhld->bhml", q.astype("f8"), k) + mask
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        calls.append([q, k, v, mask])
        expected.append(np.einsum("bhml,bhld->bhmd", weights / weights.sum(-1, keepdims=True), v.astype("f8")))
    for results, right in zip(call(module, device_of(target), calls), expected):
        np.testing.assert_allclose(results[0], right, rtol=1e-5, atol=1e-5)
