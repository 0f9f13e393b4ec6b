"""Programs: inputs and outputs by name, constants computed once, memory used again only where that is safe."""

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution import memory
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse


def program(text: str, entry: str | None = None) -> Program:
    return Program(parse(Source("test.mlir", text), lookup, dialect), entry)


def numbers(*values) -> np.ndarray:
    return np.array(values, np.float32)


NAMED = """
  func.func @main(%arg0: tensor<2xf32>, %arg1: tensor<?xi32>) -> (tensor<2xf32>, tensor<?xi32>)
      attributes {tf.entry_function = {inputs = "scope/x:0,y", outputs = "sum,twice:1", control_outputs = ""}} {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf32>
    %1 = stablehlo.multiply %arg1, %arg1 : tensor<?xi32>
    return %0, %1 : tensor<2xf32>, tensor<?xi32>
  }
"""


def test_inputs_and_outputs_have_the_names_of_the_model():
    compiled = program(NAMED)
    assert [port.name for port in compiled.feeds] == ["scope/x", "y"]
    assert [port.name for port in compiled.fetches] == ["sum", "twice:1"]
    results = compiled.run({"y": np.array([3], np.int32), "scope/x": numbers(1, 2)})
    assert results["sum"].tolist() == [2, 4]
    assert results["twice:1"].tolist() == [9]


@pytest.mark.parametrize(
    "inputs, message",
    [
        ({"y": np.zeros(1, np.int32)}, "no value for the input 'scope/x' of type tensor<2xf32>"),
        (
            {"scope/x": numbers(1, 2, 3), "y": np.zeros(1, np.int32)},
            "must be of type tensor<2xf32>, the value given is of type tensor<3xf32>",
        ),
        ({"scope/x": numbers(1, 2), "y": np.zeros(1)}, r"must be of type tensor<\?xi32>, the value given is of type tensor<1xf64>"),
        ({"scope/x": numbers(1, 2), "y": np.zeros((1, 1), np.int32)}, "tensor<1x1xi32>"),
        ({"scope/x": numbers(1, 2), "y": np.zeros(1, np.int32), "z": 0}, "no input 'z'; it has 'scope/x', 'y'"),
    ],
)
def test_wrong_inputs(inputs, message):
    with pytest.raises(Error, match=message):
        program(NAMED).run(inputs)


def test_what_depends_on_constants_alone_is_computed_once():
    compiled = program("""
      func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
        %a = stablehlo.constant dense<2.0> : tensor<f32>
        %b = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f32>) -> tensor<3xf32>
        %c = stablehlo.multiply %b, %b : tensor<3xf32>
        %y = stablehlo.add %x, %c : tensor<3xf32>
        return %y : tensor<3xf32>
      }
    """)
    assert [step.op.name for step in compiled.body.steps] == ["stablehlo.add"]
    assert compiled.run({"arg0": numbers(1, 2, 3)})["result0"].tolist() == [5, 6, 7]


def test_random_numbers_are_not_constants():
    compiled = program("""
      func.func @main() -> tensor<8xf32> {
        %a = stablehlo.constant dense<0.0> : tensor<f32>
        %b = stablehlo.constant dense<1.0> : tensor<f32>
        %s = stablehlo.constant dense<[8]> : tensor<1xi64>
        %y = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<8xf32>
        return %y : tensor<8xf32>
      }
    """)
    assert compiled.run({})["result0"].tolist() != compiled.run({})["result0"].tolist()


CHAIN = """
  func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    %v = stablehlo.reshape %0 : (tensor<4xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.multiply %0, %x : tensor<4xf32>
    %2 = stablehlo.negate %1 : tensor<4xf32>
    return %2, %v : tensor<4xf32>, tensor<2x2xf32>
  }
"""


def test_neither_inputs_nor_views_are_overwritten():
    """%0 ends at the product, but the reshape of it is still needed; %x belongs to the caller."""
    compiled = program(CHAIN)
    x = numbers(1, 2, 3, 4)
    for _ in range(2):
        results = compiled.run({"arg0": x})
        assert results["result0"].tolist() == [-2, -8, -18, -32]
        assert results["result1"].tolist() == [[2, 4], [6, 8]]
    assert x.tolist() == [1, 2, 3, 4]


def test_results_of_one_run_survive_the_next():
    compiled = program(CHAIN)
    first = compiled.run({"arg0": numbers(1, 2, 3, 4)})
    compiled.run({"arg0": numbers(5, 6, 7, 8)})
    assert first["result0"].tolist() == [-2, -8, -18, -32]


@pytest.mark.parametrize("calls", [1, 6])
def test_results_keep_their_values_when_inputs_are_filled_anew(calls):
    """With a plan and without: what a program hands on, or sees in another shape, is a copy."""
    compiled = program("""
      func.func @main(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<3x2xf32>, tensor<6xf32>, tensor<1x2xf32>) {
        %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
        %1 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
        %2 = stablehlo.slice %x [1:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<1x2xf32>
        return %x, %0, %1, %2 : tensor<2x3xf32>, tensor<3x2xf32>, tensor<6xf32>, tensor<1x2xf32>
      }
    """)
    buffer = np.empty((2, 7), np.float32)
    given = buffer[:, 1:4]
    for _ in range(calls):
        given[:] = [[1, 2, 3], [4, 5, 6]]
        results = list(compiled.run({compiled.feeds[0].name: given}).values())
        buffer[:] = 0
        assert [each.tolist() for each in results] == [[[1, 2, 3], [4, 5, 6]], [[1, 4], [2, 5], [3, 6]], [1, 2, 3, 4, 5, 6], [[4, 6]]]


def test_an_operand_that_dies_is_used_again(monkeypatch):
    used = []
    is_free = memory.is_free
    monkeypatch.setattr(memory, "is_free", lambda frame, number: used.append(is_free(frame, number)) or used[-1])
    compiled = program("""
      func.func @main(%x: tensor<4xf32>) -> tensor<2x2xf32> {
        %0 = stablehlo.add %x, %x : tensor<4xf32>
        %1 = stablehlo.exponential %0 : tensor<4xf32>
        %2 = stablehlo.reshape %1 : (tensor<4xf32>) -> tensor<2x2xf32>
        %3 = stablehlo.negate %2 : tensor<2x2xf32>
        return %3 : tensor<2x2xf32>
      }
    """)
    compiled.run({"arg0": numbers(0, 0, 0, 0)})
    assert used == [True, True]


def test_calls_and_loops():
    compiled = program("""
      func.func @main(%n: tensor<i32>) -> tensor<i32> {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %y:2 = "stablehlo.while"(%n, %one) ({
          ^bb0(%i: tensor<i32>, %t: tensor<i32>):
            %zero = stablehlo.constant dense<0> : tensor<i32>
            %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %c : tensor<i1>
        }, {
          ^bb0(%i: tensor<i32>, %t: tensor<i32>):
            %m = stablehlo.subtract %i, %one : tensor<i32>
            %u = func.call @twice(%t) : (tensor<i32>) -> tensor<i32>
            stablehlo.return %m, %u : tensor<i32>, tensor<i32>
        }) : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
        return %y#1 : tensor<i32>
      }
      func.func private @twice(%a: tensor<i32>) -> tensor<i32> {
        %b = stablehlo.add %a, %a : tensor<i32>
        return %b : tensor<i32>
      }
    """)
    assert compiled.run({"arg0": np.array(5, np.int32)})["result0"] == 32


def test_recursion():
    """The sum of 1 .. n, by a function that calls itself."""
    compiled = program("""
      func.func @main(%n: tensor<i32>) -> tensor<i32> {
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %p = stablehlo.compare EQ, %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %y = "stablehlo.if"(%p) ({
          stablehlo.return %zero : tensor<i32>
        }, {
          %one = stablehlo.constant dense<1> : tensor<i32>
          %m = stablehlo.subtract %n, %one : tensor<i32>
          %r = func.call @main(%m) : (tensor<i32>) -> tensor<i32>
          %s = stablehlo.add %n, %r : tensor<i32>
          stablehlo.return %s : tensor<i32>
        }) : (tensor<i1>) -> tensor<i32>
        return %y : tensor<i32>
      }
    """)
    assert compiled.run({"arg0": np.array(10, np.int32)})["result0"] == 55


def test_a_call_of_nothing():
    with pytest.raises(Error, match="'func.call' op calls @gone, which this module does not define"):
        program("""
          func.func @main() {
            func.call @gone() : () -> ()
            return
          }
        """).run({})  # fmt: skip


def test_dispatch_regions():
    compiled = program("""
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        %w = stablehlo.constant dense<[4, 1, 1]> : tensor<3xi32>
        %0 = iree.dispatch_region[%w : tensor<3xi32>](%a = %x : tensor<4xf32>) : tensor<4xf32> {
          %1 = stablehlo.add %a, %a : tensor<4xf32>
          iree.return %1 : tensor<4xf32>
        }
        return %0 : tensor<4xf32>
      }
    """)
    assert compiled.run({"arg0": numbers(1, 2, 3, 4)})["result0"].tolist() == [2, 4, 6, 8]


def test_functions_on_buffers():
    """What an executable's entry is: it reads its inputs and writes its output, which is an argument too."""
    compiled = program("""
      func.func @main(%a: memref<2xf32>, %b: memref<2xf32>) {
        %0 = iree.load_input(%a : memref<2xf32>) : tensor<2xf32>
        %1 = stablehlo.add %0, %0 : tensor<2xf32>
        iree.store_output(%1 : tensor<2xf32>, %b : memref<2xf32>)
        iree.return
      }
    """)
    output = np.zeros(2, np.float32)
    compiled.run({"arg0": numbers(1, 2), "arg1": output})
    assert output.tolist() == [2, 4]


@pytest.mark.parametrize("size", [0, 1, 2])
@pytest.mark.parametrize(
    "text",
    [
        "stablehlo.add %0, %y : tensor<?xf32>",
        "stablehlo.clamp %0, %y, %0 : tensor<?xf32>",
        "chlo.next_after %0, %y : tensor<?xf32>, tensor<?xf32> -> tensor<?xf32>",
        """"stablehlo.map"(%0, %y) ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          stablehlo.return %b : tensor<f32>
        }) {dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>""",
    ],
)
def test_sizes_that_types_leave_open_are_not_broadcast(text, size):
    """StableHLO does not, where NumPy repeats an operand of size 1."""
    compiled = program(f"""
      func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{
        %0 = stablehlo.abs %x : tensor<?xf32>
        %1 = {text}
        return %1 : tensor<?xf32>
      }}
    """)
    assert compiled.run({"arg0": numbers(1, 2, 3), "arg1": numbers(4, 5, 6)})["result0"].shape == (3,)
    for sizes in ((size, 3), (3, size)):
        with pytest.raises(Error, match="shape"):
            compiled.run(dict(zip(("arg0", "arg1"), [np.ones(each, np.float32) for each in sizes])))


def test_open_sizes_are_broadcast_where_ops_say_so():
    """What may be overwritten is no place for a result of other sizes."""
    for kind, add in (("tf", '"tf.AddV2"(%0, %y)'), ("chlo", "chlo.broadcast_add %0, %y")):
        compiled = program(f"""
          func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{
            %0 = "tf.Neg"(%x) : (tensor<?xf32>) -> tensor<?xf32>
            %1 = {add} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
            return %1 : tensor<?xf32>
          }}
        """)
        assert compiled.run({"arg0": numbers(1), "arg1": numbers(1, 2, 3)})["result0"].tolist() == [0, 1, 2], kind
        assert compiled.run({"arg0": numbers(1, 2, 3), "arg1": numbers(1)})["result0"].tolist() == [0, -1, -2], kind


FUNCTIONAL = """
  func.func @main(%p: tensor<P>, %x: tensor<i32>) -> tensor<i32> {
    OP
    return %y : tensor<i32>
  }
  func.func private @more(%a: tensor<i32>) -> tensor<i32> {
    %b = "tf.AddV2"(%a, %a) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return %b : tensor<i32>
  }
  func.func private @less(%a: tensor<i32>) -> tensor<i32> {
    %b = "tf.Neg"(%a) : (tensor<i32>) -> tensor<i32>
    return %b : tensor<i32>
  }
  func.func private @small(%a: tensor<i32>) -> tensor<i1> {
    %limit = "tf.Const"() {value = dense<100> : tensor<i32>} : () -> tensor<i32>
    %c = "tf.Less"(%a, %limit) : (tensor<i32>, tensor<i32>) -> tensor<i1>
    return %c : tensor<i1>
  }
"""
CHOICES = {
    "tf.If": '%y = "tf.If"(%p, %x) <{then_branch = @more, else_branch = @less, is_stateless = true}> : (tensor<P>, tensor<i32>) -> tensor<i32>',
    "tf.XlaIf": '%y = "tf.XlaIf"(%p, %x) {then_branch = @more, else_branch = @less} : (tensor<P>, tensor<i32>) -> tensor<i32>',
    "tf.IfRegion": """
      %y = "tf.IfRegion"(%p) <{is_stateless = true}> ({
        %m = "tf.PartitionedCall"(%x) <{f = @more, config = "", config_proto = "", executor_type = ""}> : (tensor<i32>) -> tensor<i32>
        "tf.Yield"(%m) : (tensor<i32>) -> ()
      }, {
        %l = "tf.Neg"(%x) : (tensor<i32>) -> tensor<i32>
        "tf.Yield"(%l) : (tensor<i32>) -> ()
      }) : (tensor<P>) -> tensor<i32>
    """,
}


@pytest.mark.parametrize("op", CHOICES)
@pytest.mark.parametrize("pred, element, expected", [(True, "i1", 10), (False, "i1", -5), (3.0, "f32", 10), (0.0, "f32", -5)])
def test_tensorflow_chooses(op, pred, element, expected):
    """What is not 0 is true."""
    actual = program(FUNCTIONAL.replace("OP", CHOICES[op]).replace("<P>", f"<{element}>"), "main")
    pred = np.array(pred, np.bool_ if element == "i1" else np.float32)
    assert actual.run({"arg0": pred, "arg1": np.array(5, np.int32)})["result0"] == expected


@pytest.mark.parametrize("index, expected", [(0, 10), (1, -5), (7, -5), (-1, -5)])
def test_tensorflow_chooses_of_many(index, expected):
    op = '%y = "tf.Case"(%p, %x) <{branches = [@more, @less], is_stateless = true}> : (tensor<P>, tensor<i32>) -> tensor<i32>'
    actual = program(FUNCTIONAL.replace("OP", op).replace("<P>", "<i32>"), "main")
    assert actual.run({"arg0": np.array(index, np.int32), "arg1": np.array(5, np.int32)})["result0"] == expected


def test_tensorflow_repeats():
    """5 doubled until it is 100 or more."""
    op = """%y = "tf.While"(%x) <{cond = @small, body = @more, is_stateless = true, parallel_iterations = 10 : i64}> :
      (tensor<i32>) -> tensor<i32>"""
    compiled = program(FUNCTIONAL.replace("OP", op).replace("<P>", "<i32>"), "main")
    assert compiled.run({"arg0": np.array(0, np.int32), "arg1": np.array(5, np.int32)})["result0"] == 160


def test_more_memory_than_there_is():
    with pytest.raises(Error, match="'stablehlo.negate' op cannot be computed: there is not enough memory: Unable to allocate"):
        program("""
          func.func @main() -> tensor<1000000x1000000x1000xf64> {
            %0 = stablehlo.iota dim = 0 : tensor<1000000x1000000x1000xf64>
            %1 = stablehlo.negate %0 : tensor<1000000x1000000x1000xf64>
            return %1 : tensor<1000000x1000000x1000xf64>
          }
        """)
