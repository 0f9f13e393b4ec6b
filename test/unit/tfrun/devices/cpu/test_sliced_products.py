"""Products whose slices of columns are computed with in one dispatch (recurrent cells, gated units) on this machine's processor, against NumPy in
double precision."""

import numpy as np
import pytest
from device_calls import call, lowered
from processor_programs import TARGETS, dtype, typed
from tfir.execution.entry import find_entry

from tfrun.devices import session

pytest.importorskip("llvmlite")

WIDTHS = (12, 16, 17, 31, 32, 40, 64, 100, 130)
NEAR = {"f64": 1e-12, "f32": 1e-5, "f16": 4e-3, "bf16": 4e-2}


def constant(array: np.ndarray, element: str) -> str:
    return f'stablehlo.constant dense<"0x{array.tobytes().hex().upper()}"> : {typed(array.shape, element)}'


def steps(module) -> list[str]:
    """The schedules of the dispatches of a program, in order."""
    entries = {op.get("sym_name"): op for op in module.walk() if "iree.schedule" in op.attributes}
    calls = [op for op in module.walk() if op.name in ("iree_ll_seq.static_dispatch", "iree_ll_seq.dynamic_dispatch")]
    return [entries[op.attributes["callee"].leaf].attributes["iree.schedule"].text for op in calls]


def logistic(x):
    return 1 / (1 + np.exp(-x))


class Gates:
    """`count` slices of a product with a bias, which are combined by chance. The first of them is a result as well."""

    def __init__(self, seed: int, element: str = "f32"):
        self.random = np.random.default_rng(seed)
        lead = (2,) if seed % 5 == 4 else ()
        self.rows, self.depth = (*lead, int(self.random.integers(1, 20))), int(self.random.integers(1, 50))
        self.count, self.width = int(self.random.integers(2, 9)), int(self.random.choice(WIDTHS))
        self.element, self.kind = element, dtype(element)
        self.is_constant = bool(self.random.integers(2))

    def drawn(self, *shape):
        return self.random.uniform(-1, 1, shape).astype(self.kind)

    def program(self):
        columns, rank = self.count * self.width, len(self.rows)
        x, w, b, c = (
            self.drawn(*self.rows, self.depth),
            self.drawn(self.depth, columns),
            self.drawn(columns),
            self.drawn(*self.rows, self.width),
        )
        wide, narrow = (typed((*self.rows, size), self.element) for size in (columns, self.width))
        kinds = [typed(array.shape, self.element) for array in (x, w, b, c)]
        arguments = [f"%{name}: {kind}" for name, kind in zip("xwbc", kinds) if name != "w" or not self.is_constant]
        lines = [f"%w = {constant(w, self.element)}"] if self.is_constant else []
        lines += [
            f"%p = stablehlo.dot_general %x, %w, contracting_dims = [{rank}] x [0] : ({kinds[0]}, {kinds[1]}) -> {wide}",
            f"%s = stablehlo.broadcast_in_dim %b, dims = [{rank}] : ({kinds[2]}) -> {wide}",
            f"%a = stablehlo.add %p, %s : {wide}",
        ]
        product = x.astype("f8") @ w.astype("f8") + b.astype("f8")
        total, before = c.astype("f8"), "%c"
        for number in self.random.permutation(self.count):
            first, last = number * self.width, (number + 1) * self.width
            places = ", ".join([*[f"0:{size}" for size in self.rows], f"{first}:{last}"])
            function, name = [(np.tanh, "tanh"), (logistic, "logistic")][int(self.random.integers(2))]
            lines += [
                f"%g{number} = stablehlo.slice %a [{places}] : ({wide}) -> {narrow}",
                f"%f{number} = stablehlo.{name} %g{number} : {narrow}",
                f"%t{number} = stablehlo.{('add', 'multiply')[number % 2]} {before}, %f{number} : {narrow}",
            ]
            value, before = function(product[..., first:last]), f"%t{number}"
            total = total * value if number % 2 else total + value
        lines.append(f"return {before}, %f0 : {narrow}, {narrow}")
        text = f"func.func @main({', '.join(arguments)}) -> ({narrow}, {narrow}) {{\n" + "\n".join(lines) + "\n}"
        return text, [array for array in (x, w, b, c) if array is not w or not self.is_constant], total


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("seed", range(24))
def test_drawn_gates(seed, target):
    text, arguments, total = Gates(seed).program()
    module = lowered(text, target, "cpu")
    (schedule,) = steps(module)
    assert "register_tile" in schedule
    ((result, _),) = call(module, "cpu", [arguments])
    np.testing.assert_allclose(result, total, rtol=NEAR["f32"], atol=NEAR["f32"])


@pytest.mark.parametrize("element", ["f64", "f16", "bf16"])
@pytest.mark.parametrize("seed", range(3))
def test_other_floats(seed, element):
    text, arguments, total = Gates(seed, element).program()
    module = lowered(text, TARGETS[-1], "cpu")
    assert len(steps(module)) == 1
    ((result, _),) = call(module, "cpu", [arguments])
    np.testing.assert_allclose(result.astype("f8"), total, rtol=NEAR[element] * 4, atol=NEAR[element] * 4)


# A step of an LSTM of a text: rows of an unknown number, 3 numbers in and 20 units; the state is kept where a text has ended.
UNITS, IN = 20, 3
LSTM = """func.func @main(%x: tensor<6x?x3xf32>, %w: tensor<23x80xf32>, %lengths: tensor<?xi32>) -> (tensor<6x?x20xf32>, tensor<?x20xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.get_dimension_size %lengths, dim = 0 : (tensor<?xi32>) -> tensor<i32>
  %rows = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %units = stablehlo.constant dense<20> : tensor<1xi32>
  %steps = stablehlo.constant dense<6> : tensor<1xi32>
  %shape = stablehlo.concatenate %rows, %units, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %whole = stablehlo.concatenate %steps, %rows, %units, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
  %first = stablehlo.dynamic_broadcast_in_dim %0, %shape, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x20xf32>
  %all = stablehlo.dynamic_broadcast_in_dim %0, %whole, dims = [] : (tensor<f32>, tensor<3xi32>) -> tensor<6x?x20xf32>
  %longest = stablehlo.reduce(%lengths init: %zero) applies stablehlo.maximum across dimensions = [0] : (tensor<?xi32>, tensor<i32>) -> tensor<i32>
  %r:4 = stablehlo.while(%t = %zero, %c = %first, %h = %first, %out = %all) : tensor<i32>, tensor<?x20xf32>, tensor<?x20xf32>, tensor<6x?x20xf32>
    cond {
      %less = stablehlo.compare LT, %t, %longest : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %less : tensor<i1>
    } do {
      %three = stablehlo.constant dense<3> : tensor<1xi32>
      %one = stablehlo.constant dense<1> : tensor<1xi32>
      %ones = stablehlo.constant dense<1> : tensor<2xi32>
      %sizes = stablehlo.concatenate %one, %rows, %three, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
      %xt = "stablehlo.dynamic_gather"(%x, %t, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0], start_index_map = [0]>}> : (tensor<6x?x3xf32>, tensor<i32>, tensor<3xi32>) -> tensor<?x3xf32>
      %xh = stablehlo.concatenate %xt, %h, dim = 1 : (tensor<?x3xf32>, tensor<?x20xf32>) -> tensor<?x23xf32>
      %p = stablehlo.dot_general %xh, %w, contracting_dims = [1] x [0] : (tensor<?x23xf32>, tensor<23x80xf32>) -> tensor<?x80xf32>
      %c0 = stablehlo.constant dense<[0, 0]> : tensor<2xi32>
      %c20 = stablehlo.constant dense<[0, 20]> : tensor<2xi32>
      %c40 = stablehlo.constant dense<[0, 40]> : tensor<2xi32>
      %c60 = stablehlo.constant dense<[0, 60]> : tensor<2xi32>
      %m = stablehlo.get_dimension_size %p, dim = 0 : (tensor<?x80xf32>) -> tensor<i32>
      %d = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
      %e40 = stablehlo.constant dense<40> : tensor<1xi32>
      %e60 = stablehlo.constant dense<60> : tensor<1xi32>
      %e80 = stablehlo.constant dense<80> : tensor<1xi32>
      %l20 = stablehlo.concatenate %d, %units, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %l40 = stablehlo.concatenate %d, %e40, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %l60 = stablehlo.concatenate %d, %e60, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %l80 = stablehlo.concatenate %d, %e80, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
      %i = stablehlo.real_dynamic_slice %p, %c0, %l20, %ones : (tensor<?x80xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x20xf32>
      %g = stablehlo.real_dynamic_slice %p, %c20, %l40, %ones : (tensor<?x80xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x20xf32>
      %f = stablehlo.real_dynamic_slice %p, %c40, %l60, %ones : (tensor<?x80xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x20xf32>
      %o = stablehlo.real_dynamic_slice %p, %c60, %l80, %ones : (tensor<?x80xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x20xf32>
      %sf = stablehlo.logistic %f : tensor<?x20xf32>
      %si = stablehlo.logistic %i : tensor<?x20xf32>
      %so = stablehlo.logistic %o : tensor<?x20xf32>
      %tg = stablehlo.tanh %g : tensor<?x20xf32>
      %kept = stablehlo.multiply %sf, %c : tensor<?x20xf32>
      %added = stablehlo.multiply %si, %tg : tensor<?x20xf32>
      %cn = stablehlo.add %kept, %added : tensor<?x20xf32>
      %tc = stablehlo.tanh %cn : tensor<?x20xf32>
      %hn = stablehlo.multiply %so, %tc : tensor<?x20xf32>
      %ts = stablehlo.dynamic_broadcast_in_dim %t, %rows, dims = [] : (tensor<i32>, tensor<1xi32>) -> tensor<?xi32>
      %ended = stablehlo.compare GE, %ts, %lengths : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi1>
      %mask = stablehlo.dynamic_broadcast_in_dim %ended, %shape, dims = [0] : (tensor<?xi1>, tensor<2xi32>) -> tensor<?x20xi1>
      %c2 = stablehlo.select %mask, %c, %cn : tensor<?x20xi1>, tensor<?x20xf32>
      %h2 = stablehlo.select %mask, %h, %hn : tensor<?x20xi1>, tensor<?x20xf32>
      %row = stablehlo.concatenate %one, %rows, %units, dim = 0 : (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<3xi32>
      %h3 = stablehlo.dynamic_reshape %h2, %row : (tensor<?x20xf32>, tensor<3xi32>) -> tensor<1x?x20xf32>
      %next = stablehlo.dynamic_update_slice %out, %h3, %t, %zero, %zero : (tensor<6x?x20xf32>, tensor<1x?x20xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x?x20xf32>
      %step = stablehlo.constant dense<1> : tensor<i32>
      %t2 = stablehlo.add %t, %step : tensor<i32>
      stablehlo.return %t2, %c2, %h2, %next : tensor<i32>, tensor<?x20xf32>, tensor<?x20xf32>, tensor<6x?x20xf32>
    }
  return %r#3, %r#1 : tensor<6x?x20xf32>, tensor<?x20xf32>
}"""


def lstm(x, w, lengths):
    c = h = np.zeros((x.shape[1], UNITS))
    outputs = np.zeros((*x.shape[:2], UNITS))
    for t in range(lengths.max(initial=0)):
        i, g, f, o = np.split(np.concatenate([x[t].astype("f8"), h], 1) @ w.astype("f8"), 4, axis=1)
        new = logistic(f) * c + logistic(i) * np.tanh(g)
        ended = (t >= lengths)[:, None]
        c, h = np.where(ended, c, new), np.where(ended, h, logistic(o) * np.tanh(new))
        outputs[t] = h
    return outputs, c


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("threads", [1, 2])
def test_a_text_of_any_length(threads, target):
    """The state is read by all workgroups while each writes a part of the next one; results are the same bits by one thread and by two."""
    random, module = np.random.default_rng(3), lowered(LSTM, target, "cpu")
    with session(module, "cpu", threads=threads) as program_of, session(module, "cpu") as alone:
        program, other = program_of(find_entry(module)), alone(find_entry(module))
        for rows in (1, 2, 3, 7, 8, 13):
            x = random.standard_normal((6, rows, IN), np.float32)
            w, lengths = random.standard_normal((IN + UNITS, 4 * UNITS), np.float32), random.integers(1, 7, rows).astype("i4")
            results, again = program([x, w, lengths]), other([x, w, lengths])
            for result, same, expected in zip(results, again, lstm(x, w, lengths), strict=True):
                np.testing.assert_array_equal(result, same)
                np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)


def test_a_step_is_one_product_and_what_is_read_and_stored():
    """Of an LSTM's step: the number of the next one, the row that is read, the row beside the state, the product with all that is computed of it,
    and the row that is written, where no other row is copied."""
    module = lowered(LSTM, TARGETS[-1], "cpu")
    (function,) = [op for op in module.body if op.name == "func.func"]
    body = next(block for block in function.region.blocks if any(["register_tile" in schedule for schedule in schedules_of(module, block)]))
    assert len(schedules_of(module, body)) <= 6
    copies = [op for op in body if op.name.endswith("_copy") and op.operands[0].type.shape == (6, None, UNITS)]
    assert not copies


def schedules_of(module, block) -> list[str]:
    entries = {op.get("sym_name"): op for op in module.walk() if "iree.schedule" in op.attributes}
    calls = [op for op in block if op.name in ("iree_ll_seq.static_dispatch", "iree_ll_seq.dynamic_dispatch")]
    return [entries[op.attributes["callee"].leaf].attributes["iree.schedule"].text for op in calls]
