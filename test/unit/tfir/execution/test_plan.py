"""Plans: a body made ready for arguments of certain shapes gives what its steps give, to the bit, and errors are told as ever."""

import numpy as np
import pytest
from random_stablehlo_legs import module_of
from random_stablehlo_ops import AnyOp
from tfir.dialects import dialect, lookup
from tfir.execution.body import MOST_PLANS, PLANNED_AT
from tfir.execution.computation import LaidOut
from tfir.execution.plan import Plan, planned
from tfir.execution.program import Program
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.ods.arrays import dtype_of
from tfir.text.parser import parse


def program_of(text: str) -> Program:
    return Program(parse(Source("test.mlir", text), lookup, dialect))


def plan_of(program: Program, arrays) -> Plan | None:
    body = program.body
    return planned(body.plans.computation, body.template, body.steps, [array.shape for array in arrays])


def results(text: str, *arrays) -> list:
    """What a program's plan gives."""
    plan = plan_of(program_of(text), arrays)
    assert plan is not None
    with np.errstate(all="ignore"):
        first, second = plan(arrays), plan(arrays)
    for one, other in zip(first, second):
        np.testing.assert_array_equal(one, other)
    return first


@pytest.mark.parametrize("first", range(0, 240, 40))
def test_drawn_programs(first):
    """All ops of StableHLO, on all types."""
    count = 0
    for seed in range(first, first + 40):
        drawn = AnyOp(f"plan {seed}").program(8).returning_all()
        program = Program(module_of(drawn.text))
        before = [array.tobytes() for array in drawn.arrays]
        try:
            expected = program.body(*drawn.arrays)
        except Error:
            continue
        plan = plan_of(program, drawn.arrays)
        if plan is None:
            continue
        count += 1
        with np.errstate(all="ignore"):
            for _ in range(2):
                for actual, wanted in zip(plan(drawn.arrays), expected, strict=True):
                    assert (actual.shape, actual.dtype) == (wanted.shape, wanted.dtype), drawn.text
                    assert actual.tobytes() == wanted.tobytes() or np.array_equal(actual, wanted, equal_nan=True), drawn.text
        assert [array.tobytes() for array in drawn.arrays] == before
    assert count > 20


FIBONACCI = """
func.func @main(%n: tensor<i32>, %scale: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %a = stablehlo.constant dense<0> : tensor<2xi32>
  %r:5 = stablehlo.while(%i = %zero, %x = %a, %y = %scale, %kept = %scale, %last = %n) : tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %next = func.call @sum(%x, %y) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %y, %next, %kept, %last : tensor<i32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<i32>
    }
  %s = stablehlo.add %r#3, %r#1 : tensor<2xi32>
  return %r#1, %s, %r#0 : tensor<2xi32>, tensor<2xi32>, tensor<i32>
}
func.func private @sum(%a: tensor<2xi32>, %b: tensor<2xi32>) -> tensor<2xi32> {
  %c = stablehlo.add %a, %b : tensor<2xi32>
  return %c : tensor<2xi32>
}
"""


@pytest.mark.parametrize(("count", "number"), [(0, 0), (1, 1), (2, 1), (10, 55), (20, 6765)])
def test_a_loop_hands_values_on(count, number):
    """Two values change places from trip to trip; one goes round as it is."""
    scale = np.array([1, 3], np.int32)
    found = results(FIBONACCI, np.array(count, np.int32), scale)
    assert [each.tolist() for each in found] == [[number, 3 * number], [number + 1, 3 * number + 3], count]
    assert scale.tolist() == [1, 3]


def test_a_loop_has_a_plan_from_the_first():
    program = program_of(FIBONACCI)
    assert program.body(np.array(10, np.int32), np.array([1, 3], np.int32))[0].tolist() == [55, 165]
    assert [type(made) for made in program.body.plans.made.values()] == [Plan]


STACKED = """
func.func @main(%x: tensor<?x4096xf32>) -> (tensor<3x?x4096xf32>, tensor<?x4096xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4096xf32>) -> tensor<i32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %c3 = stablehlo.constant dense<3> : tensor<1xi32>
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %w = stablehlo.constant dense<4096> : tensor<1xi32>
  %shape = stablehlo.concatenate %c3, %n1, %w, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %row = stablehlo.concatenate %c1, %n1, %w, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %like = stablehlo.concatenate %n1, %w, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %all = stablehlo.dynamic_broadcast_in_dim %half, %shape, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<3x?x4096xf32>
  %r:3 = stablehlo.while(%i = %zero, %v = %x, %stack = %all) : tensor<i32>, tensor<?x4096xf32>, tensor<3x?x4096xf32>
    cond {
      %c = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %h = stablehlo.dynamic_broadcast_in_dim %half, %like, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x4096xf32>
      %next = stablehlo.multiply %v, %h : tensor<?x4096xf32>
      %one_row = stablehlo.dynamic_reshape %next, %row : (tensor<?x4096xf32>, tensor<3xi32>) -> tensor<1x?x4096xf32>
      %new = stablehlo.dynamic_update_slice %stack, %one_row, %i, %zero, %zero : (tensor<3x?x4096xf32>, tensor<1x?x4096xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x?x4096xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %next, %new : tensor<i32>, tensor<?x4096xf32>, tensor<3x?x4096xf32>
    }
  return %r#2, %r#1 : tensor<3x?x4096xf32>, tensor<?x4096xf32>
}
"""


@pytest.mark.parametrize("rows", [1, 2])
def test_sizes_that_a_call_brings(rows):
    """What is computed of sizes is gone; rows go into one array, which stays the caller's until then."""
    x = np.full((rows, 4096), 8, np.float32)
    stack, last = results(STACKED, x)
    assert stack[:, :, 0].tolist() == [[4] * rows, [2] * rows, [1] * rows]
    assert (last == 1).all() and (x == 8).all()
    plan = plan_of(program_of(STACKED), [x])
    assert len(plan.calls) == 1  # the loop


def test_a_plan_is_made_for_shapes_that_come_again():
    program = program_of(
        "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n%y = stablehlo.negate %x : tensor<?xf32>\nreturn %y : tensor<?xf32>\n}"
    )
    short, long = np.ones(2, np.float32), np.ones(5, np.float32)
    for _ in range(PLANNED_AT):
        program.body(short)
    program.body(long)
    assert [type(made) for made in program.body.plans.made.values()] == [Plan, int]
    with LaidOut():  # results are a function of values alone, so that there are no plans
        assert program.body.plans.find([short]) is None
    assert program.body(long)[0].tolist() == [-1] * 5


def test_few_shapes_have_plans():
    """A program that sees other shapes all the time does not plan all the time."""
    program = program_of(STACKED)
    for rows in range(1, MOST_PLANS + 3):
        assert program.body(np.full((rows, 4096), 8, np.float32))[0][2].sum() == rows * 4096
    assert [type(made) for made in program.body.plans.made.values()] == [Plan] * MOST_PLANS


BRANCHES = """
func.func @main(%which: tensor<i32>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare EQ, %which, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %a = "stablehlo.if"(%p) ({
    %n = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %n : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  %b = "stablehlo.case"(%which) ({
    stablehlo.return %a : tensor<2xf32>
  }, {
    %s = stablehlo.add %x, %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }, {
    %s = stablehlo.multiply %x, %x : tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}
"""


@pytest.mark.parametrize(
    ("which", "first", "second"),
    [(0, [-3, -4], [-3, -4]), (1, [3, 4], [6, 8]), (2, [3, 4], [9, 16]), (7, [3, 4], [9, 16]), (-1, [3, 4], [9, 16])],
)
def test_branches(which, first, second):
    """A number that no branch has means the last."""
    assert [each.tolist() for each in results(BRANCHES, np.array(which, np.int32), np.array([3, 4], np.float32))] == [first, second]


def test_an_error_is_told_with_its_place():
    program = program_of("""func.func @main(%x: tensor<4xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %zero = stablehlo.constant dense<0> : tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %y = stablehlo.real_dynamic_slice %x, %zero, %n, %one : (tensor<4xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}""")
    x = np.arange(4, dtype=np.float32)
    for count in (1, 2, 3, 4):
        assert program.body(x, np.array([count], np.int32))[0].tolist() == list(range(count))
    assert [type(made) for made in program.body.plans.made.values()] == [Plan]
    with pytest.raises(Error, match="takes elements 0..5 of 4") as told:
        program.body(x, np.array([5], np.int32))
    assert told.value.diagnostics[0].place().line == 4
    assert program.body(x, np.array([2], np.int32))[0].tolist() == [0, 1]


def planned_sum():
    """A program that has a plan, and the plan."""
    program = program_of("""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}""")
    for _ in range(3):
        program.body(np.ones(2, np.float32))
    (plan,) = program.body.plans.made.values()
    return program, plan


def failing(error: Exception):
    def call(frame):
        raise error

    return call


@pytest.mark.parametrize("error", [KeyError(3), TypeError("of no op"), Error("of no op")])
def test_a_plan_that_fails_where_its_steps_do_not_is_a_defect(error):
    program, plan = planned_sum()
    plan.calls = [failing(error)]
    with pytest.raises(RuntimeError, match="a plan failed where its steps do not") as told:
        program.body(np.ones(2, np.float32))
    assert told.value.__cause__ is error


def test_steps_run_where_a_plan_has_too_little_memory():
    program, plan = planned_sum()
    plan.calls = [failing(MemoryError())]
    assert program.body(np.ones(2, np.float32))[0].tolist() == [2, 2]


RECURSIVE = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare EQ, %x, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %y = "stablehlo.if"(%p) ({
    stablehlo.return %zero : tensor<i32>
  }, {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %less = stablehlo.subtract %x, %one : tensor<i32>
    %inner = func.call @main(%less) : (tensor<i32>) -> tensor<i32>
    %sum = stablehlo.add %inner, %x : tensor<i32>
    stablehlo.return %sum : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %y : tensor<i32>
}
"""


def test_a_function_that_calls_itself_has_none():
    program = program_of(RECURSIVE)
    assert [program.body(np.array(n, np.int32))[0].item() for n in (4, 3, 2, 4)] == [10, 6, 3, 10]
    assert plan_of(program, [np.array(4, np.int32)]) is None


def test_what_has_effects_has_none():
    program = program_of("""func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  "interpreter.probe"(%x) {probe_id = "p"} : (tensor<2xf32>) -> tensor<2xf32>
  return %x : tensor<2xf32>
}""")
    for _ in range(5):
        program.body(np.ones(2, np.float32))
    assert len(program.session.state.probes.values) == 5
    assert plan_of(program, [np.ones(2, np.float32)]) is None


OTHER_LOOPS = [
    """func.func @main(%x: i32) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %ten = arith.constant 10 : index
  %r = scf.for %i = %zero to %ten step %one iter_args(%v = %x) -> (i32) {
    %w = arith.addi %v, %x : i32
    scf.yield %w : i32
  }
  return %r : i32
}""",
    """func.func @main(%x: i32) -> i32 {
  %limit = arith.constant 30 : i32
  %r = scf.while (%v = %x) : (i32) -> i32 {
    %c = arith.cmpi slt, %v, %limit : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%v: i32):
    %w = arith.addi %v, %x : i32
    scf.yield %w : i32
  }
  return %r : i32
}""",
    """func.func @main(%x: i32) -> i32 {
  %three = arith.constant 3 : i32
  %eleven = arith.constant 11 : i32
  %c = arith.cmpi eq, %x, %three : i32
  %r = scf.if %c -> (i32) {
    %w = arith.muli %x, %eleven : i32
    scf.yield %w : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}""",
]


@pytest.mark.parametrize(("text", "result"), list(zip(OTHER_LOOPS, (33, 30, 33))))
def test_loops_and_branches_of_other_dialects_have_none(text, result):
    program = program_of(text)
    for _ in range(PLANNED_AT + 1):
        assert program.body(np.array(3, np.int32))[0].item() == result
    assert set(program.body.plans.made.values()) == {None}


GATHER = """
func.func @main(%x: tensor<3x2x4xf32>, %i: tensor<INDICESxi32>) -> tensor<RESULTxf32> {
  %y = "stablehlo.gather"(%x, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [OFFSETS], collapsed_slice_dims = [AXIS],
    start_index_map = [AXIS], index_vector_dim = VECTOR>, slice_sizes = array<i64: SIZES>} : (tensor<3x2x4xf32>, tensor<INDICESxi32>) -> tensor<RESULTxf32>
  return %y : tensor<RESULTxf32>
}
"""


@pytest.mark.parametrize(
    ("indices", "axis", "offsets", "vector", "sizes", "expected"),
    [
        (5, 0, "1, 2", 1, "1, 2, 4", lambda x, i: x[i]),
        ((5, 1), 0, "1, 2", 1, "1, 2, 4", lambda x, i: x[i[:, 0]]),
        ((1, 5), 0, "1, 2", 0, "1, 2, 4", lambda x, i: x[i[0]]),
        ((2, 5), 2, "0, 1", 2, "3, 2, 1", lambda x, i: x[:, :, i]),
        (5, 2, "1, 2", 1, "3, 2, 1", lambda x, i: np.moveaxis(x[:, :, i], -1, 0)),
        (5, 0, "0, 1", 1, "1, 2, 4", lambda x, i: np.moveaxis(x[i], 0, -1)),
    ],
)
def test_places_along_one_dimension(indices, axis, offsets, vector, sizes, expected):
    """Those outside are moved inside."""
    x = np.arange(24, dtype=np.float32).reshape(3, 2, 4)
    places = np.resize(np.array([1, 0, -7, 2, 99], np.int32), indices)
    wanted = expected(x, np.clip(places, 0, x.shape[axis] - 1))
    shapes = {"INDICES": places.shape, "RESULT": wanted.shape}
    words = {name: "x".join(map(str, shape)) for name, shape in shapes.items()}
    words |= {"OFFSETS": offsets, "AXIS": str(axis), "VECTOR": str(vector), "SIZES": sizes}
    text = GATHER
    for name, word in words.items():
        text = text.replace(name, word)
    np.testing.assert_array_equal(results(text, x, places)[0], wanted)


SCATTER = """
func.func @main(%x: tensor<3x4xi32>, %i: tensor<1x2xi32>, %u: tensor<1x2xi32>) -> tensor<3x4xi32> {
  %y = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
    scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    BODY
  }) : (tensor<3x4xi32>, tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<3x4xi32>
  return %y : tensor<3x4xi32>
}
"""
ADDED = "%c = stablehlo.add %a, %b : tensor<i32>\nstablehlo.return %c : tensor<i32>"


@pytest.mark.parametrize(
    ("start", "body", "row"),
    [
        ([1, 2], "stablehlo.return %b : tensor<i32>", [4, 5, 70, 80]),
        ([1, 0], ADDED, [74, 85, 6, 7]),
        ([1, 3], "stablehlo.return %b : tensor<i32>", [4, 5, 6, 70]),  # element by element, what is outside is left out
        ([1, -1], ADDED, [84, 5, 6, 7]),
        ([3, 0], ADDED, [4, 5, 6, 7]),
    ],
)
def test_one_window_is_put_in_its_place(start, body, row):
    x = np.arange(12, dtype=np.int32).reshape(3, 4)
    y = results(SCATTER.replace("BODY", body), x, np.array([start], np.int32), np.array([[70, 80]], np.int32))[0]
    assert y.tolist() == [[0, 1, 2, 3], row, [8, 9, 10, 11]]
    assert x.tolist() == np.arange(12).reshape(3, 4).tolist()


ASSERTED = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %a = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.compare EQ, %a, LIMIT : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%c, %a) {api_version = 2 : i32, error_message = "has {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %r = stablehlo.add %x, %x : tensor<?xf32>
  return %r : tensor<?xf32>
}"""


def test_assertions_of_sizes_are_made_once():
    """One that depends on a number is made in each run."""
    x, n = np.ones(2, np.float32), np.array(2, np.int32)
    assert len(plan_of(program_of(ASSERTED.replace("LIMIT", "%b")), [x, x, n]).calls) == 1
    assert plan_of(program_of(ASSERTED.replace("LIMIT", "%b")), [x, np.ones(3, np.float32), n]) is None
    asserting = program_of(ASSERTED.replace("LIMIT", "%n"))
    for _ in range(PLANNED_AT + 1):
        assert asserting.body(x, x, n)[0].tolist() == [2, 2]
    with pytest.raises(Error, match="has 2"):
        asserting.body(x, x, np.array(3, np.int32))


def test_sizes_that_numbers_decide_are_looked_at_in_each_run():
    """NumPy would repeat the one element of x."""
    program = program_of("""func.func @main(%x: tensor<?xf32>, %n: tensor<1xi32>) -> tensor<?xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %many = stablehlo.dynamic_broadcast_in_dim %one, %n, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  %y = stablehlo.add %x, %many : tensor<?xf32>
  %z = stablehlo.tanh %y : tensor<?xf32>
  %c = stablehlo.concatenate %z, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}""")
    x = np.zeros(1, np.float32)
    for _ in range(PLANNED_AT + 1):
        np.testing.assert_allclose(program.body(x, np.array([1], np.int32))[0], [np.tanh(1), 0], rtol=1e-6)
    (plan,) = program.body.plans.made.values()
    assert plan([x, np.array([1], np.int32)])[0].shape == (2,)
    with pytest.raises(Error, match="stablehlo.add"):
        program.body(x, np.array([3], np.int32))


@pytest.mark.parametrize("attributes", [
    "",
    "window_strides = array<i64: 2, 1>, padding = dense<[[1, 2], [0, 1]]> : tensor<2x2xi64>",
    "padding = dense<[[0, 0], [-1, 1]]> : tensor<2x2xi64>",
    "base_dilations = array<i64: 1, 2>, window_dilations = array<i64: 2, 1>",
])  # fmt: skip
@pytest.mark.parametrize(("kind", "op"), [
    ("f32", "add"), ("f32", "maximum"), ("f16", "add"), ("bf16", "maximum"), ("i8", "add"), ("i1", "or"), ("complex<f32>", "add"),
    ("f64", "multiply"),
])  # fmt: skip
def test_windows_are_reduced_as_without_a_plan(kind, op, attributes):
    body = (
        f"^bb0(%p: tensor<{kind}>, %q: tensor<{kind}>):\n%r = stablehlo.{op} %p, %q : tensor<{kind}>\nstablehlo.return %r : tensor<{kind}>"
    )
    call = f'"stablehlo.reduce_window"(%x, %i) ({{\n{body}\n}}) {{window_dimensions = array<i64: 2, 3>'
    call += (", " if attributes else "") + attributes + f"}} : (tensor<7x6x{kind}>, tensor<{kind}>) -> tensor<?x?x{kind}>"
    text = f"func.func @main(%x: tensor<7x6x{kind}>, %i: tensor<{kind}>) -> tensor<?x?x{kind}> {{\n%y = {call}\nreturn %y : tensor<?x?x{kind}>\n}}"
    program = program_of(text)
    (argument, initial), numbers = program.feeds, np.random.default_rng(1).integers(-3, 4, (7, 6))
    arrays = [each.astype(dtype_of(port.type.element)) for each, port in ((numbers / 2, argument), (np.array(1.0), initial))]
    expected = [program.body(*arrays) for _ in range(PLANNED_AT + 1)]
    plan = plan_of(program, arrays)
    assert plan(arrays)[0].tobytes() == expected[0][0].tobytes() == expected[-1][0].tobytes()
    assert plan(arrays)[0].dtype == expected[0][0].dtype


LIMITED = """func.func @main(%x: tensor<8x{kind}>, %y: tensor<8x{kind}>) -> {types} {{
  %n = stablehlo.constant dense<{limit}> : tensor<{kind}>
  %l = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<{kind}>) -> tensor<8x{kind}>
  %is = stablehlo.compare {how} : (tensor<8x{kind}>, tensor<8x{kind}>) -> tensor<8xi1>
  %r = stablehlo.select %is, {choice} : tensor<8xi1>, tensor<8x{kind}>
  return %r{more} : {types}
}}"""
KINDS = {"f32": np.float32, "f64": np.float64}
NUMBERS = [np.nan, -np.inf, np.inf, -0.0, 0.0, -2.0, 1.0, 1.5]
LEAST = [1.0, 1.0, np.inf, 1.0, 1.0, 1.0, 1.0, 1.5]  # of which each NaN and what is smaller became 1
MOST = [1.0, -np.inf, 1.0, -0.0, 0.0, -2.0, 1.0, 1.0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("how, choice, limit, expected, steps", [
    ("GT, %x, %l, FLOAT", "%x, %l", 1.0, LEAST, 1),
    ("GE, %x, %l", "%x, %l", 1.0, LEAST, 1),
    ("LT, %x, %l", "%x, %l", 1.0, MOST, 1),
    ("LE, %x, %l, FLOAT", "%x, %l", 1.0, MOST, 1),
    ("GT, %x, %l", "%l, %x", 1.0, [np.nan, -np.inf, 1.0, -0.0, 0.0, -2.0, 1.0, 1.0], 2),  # what is no number stays
    ("GT, %l, %x", "%l, %x", 1.0, [np.nan, 1.0, np.inf, 1.0, 1.0, 1.0, 1.0, 1.5], 2),
    ("NE, %x, %l", "%x, %l", 1.0, NUMBERS, 2),
    ("GE, %x, %l", "%x, %l", 0.0, [0.0, 0.0, np.inf, -0.0, 0.0, 0.0, 1.0, 1.5], 2),  # -0 is not below 0
    ("GE, %x, %l, TOTALORDER", "%x, %l", 1.0, [np.nan, 1.0, np.inf, 1.0, 1.0, 1.0, 1.0, 1.5], 2),  # NaN is above all
    ("GE, %x, %l", "%x, %y", 1.0, [7.0, 7.0, np.inf, 7.0, 7.0, 7.0, 1.0, 1.5], 2),
])  # fmt: skip
def test_a_choice_by_a_limit_is_one_step(how, choice, limit, expected, steps, kind):
    """Where what NaN becomes is the limit, and no zero of another sign is chosen; else a comparison and a choice as ever."""
    text = LIMITED.format(how=how, choice=choice, limit=limit, kind=kind, types=f"tensor<8x{kind}>", more="")
    x, y = np.array(NUMBERS, KINDS[kind]), np.full(8, 7, KINDS[kind])
    (result,) = results(text, x, y)
    assert result.dtype == x.dtype and np.array_equal(result, expected, equal_nan=True)
    assert np.signbit(result)[1:].tolist() == np.signbit(expected)[1:].tolist()
    assert len(plan_of(program_of(text), [x, y]).calls) == steps


def test_a_comparison_that_others_read_stays():
    text = LIMITED.format(
        how="GT, %x, %l", choice="%x, %l", limit=1.0, kind="f32", types="(tensor<8xf32>, tensor<8xi1>)", more=", %is"
    ).replace(": (tensor<8xf32>, tensor<8xi1>)\n}", ": tensor<8xf32>, tensor<8xi1>\n}")
    x = np.array(NUMBERS, np.float32)
    chosen, larger = results(text, x, x)
    assert chosen.tolist() == LEAST and larger.tolist() == [False, False, True, False, False, False, False, True]
