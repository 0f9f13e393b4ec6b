"""Makes one operator, unidirectional_sequence_lstm, of each LSTM that is a loop, as TensorFlow's converter does.

The operator is smaller and faster than the loop. It writes its state on tensors that are variables, which go from call to call in files of TensorFlow's
converter, so that a second call gives other numbers than the model. Here an operator in front of it makes them, zeros in each call.
"""

from __future__ import annotations

from tfir.dialects.tfl.in_tensorflow import VARIABLE
from tfir.ir.attributes import Attribute, BoolAttr, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import F32, I32, NONE, TensorType
from tfir.ods.arrays import dense_of
from tfir.ods.numpy_on_demand import np

from tfopt.generic.dce import dce
from tfopt.rewrite.terms import Ops, variables
from tfopt.tf_to_tfl.building import array_in, is_absent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.ods.arrays import Array

    from tfopt.rewrite.terms import Apply

WORKS_ON = ("tfl",)
EXACT = False  # sums are added up in another order
BY_TIME = [1, 0, 2]  # what exchanges the first two dimensions

tfl = Ops("tfl")
i, f, g, o, c, next_c, x, h, index, shape, whole = variables("i f g o c next_c x h index shape whole")
PLAIN = {"fused_activation_function": "NONE"}
KEPT = tfl.add(tfl.mul(tfl.logistic(f), c, **PLAIN), tfl.mul(tfl.logistic(i), tfl.tanh(g), **PLAIN), **PLAIN)
SHOWN = tfl.mul(tfl.logistic(o), tfl.tanh(next_c @ KEPT), **PLAIN)
ROW = tfl.gather(x, index, axis=0, batch_dims=0)
WRITTEN = tfl.dynamic_update_slice(whole, tfl.reshape(h, shape), index)


def tfl_fuse_lstm(module: "Module"):
    symbols = SymbolTable(module)
    for loop in [op for op in module.walk() if op.name == "tfl.while"]:
        condition, body = [called(region.entry.first, symbols) for region in loop.regions]
        layer = None if condition is None or body is None else layer_of(loop, condition, body)
        if layer is not None:
            function = loop.parent_op
            replace(loop, layer)
            dce(function)


def called(op: Operation | None, symbols: SymbolTable) -> Operation | None:
    callee = op.attributes["callee"] if op is not None and op.name == "func.call" else None
    return symbols.get(callee) if isinstance(callee, SymbolRefAttr) else None


def returned(function: Operation) -> Sequence[Value]:
    last = function.body.last
    assert last is not None, "a function returns"
    return last.operands


class Sums:
    """What the sums of a cell's gates are made of: a row of `rows`, at `counter`, and by gate the weights of it, those of what the cell gave before, and the bias."""

    __slots__ = ("rows", "counter", "weights", "recurrent", "biases")

    def __init__(self, rows: Value, counter: Value, weights: list[Array], recurrent: list[Array], biases: list[Array]):
        self.rows, self.counter = rows, counter
        self.weights, self.recurrent, self.biases = weights, recurrent, biases


class Layer:
    """Which values of a loop are what to an LSTM: what it gave last, and where it is one of them the rows that it writes, all or the last."""

    __slots__ = ("sums", "hidden", "written")

    def __init__(self, sums: Sums, hidden: int, written: int | None):
        self.sums, self.hidden, self.written = sums, hidden, written


def layer_of(loop: Operation, condition: Operation, body: Operation) -> Layer | None:
    """None of a loop that is something else, or of which more is read than an LSTM shows."""
    given, arguments = returned(body), body.body.arguments
    for hidden, value in enumerate(given):
        cell = first_match(SHOWN, value)
        if cell is None or cell["c"].owner is not body.body or given[cell["c"].index] is not cell["next_c"]:
            continue
        sums = sums_of(cell, arguments[hidden])
        if sums is None or not is_counted(loop, condition, body, sums):
            continue
        starts = [array_in(loop.operands[at]) for at in (hidden, cell["c"].index)]
        if given[sums.rows.index] is not sums.rows or any([start is None or start.any() for start in starts]):
            continue
        written = next((at for at, each in enumerate(given) if is_written(each, arguments[at], value, sums)), None)
        if not any([result.uses for result in loop.results if result.index not in (hidden, written)]):
            return Layer(sums, hidden, written)
    return None


def first_match(term: Apply, value: Value, bound: dict[str, Value] | None = None) -> dict[str, Value] | None:
    return next(iter(term.matches(value, bound or {})), None)


def sums_of(cell: dict[str, Value], hidden: Value) -> Sums | None:
    """What a split gives to the gates, told apart by it; None where it is anything but sums of products with a row and with what the cell gave."""
    places = [cell[name] for name in "ifgo"]
    split = places[0].op
    if split is None or split.name != "tfl.split" or any([place.op is not split for place in places]) or split.results[0].type.rank != 2:
        return None
    axis = array_in(split.operands[0])
    if axis is None or int(axis.reshape(())) not in (1, -1):
        return None
    row: dict[str, Value] | None = None
    products: dict[bool, Array] = {}
    size = places[0].type.shape[1]
    bias = np.zeros(4 * size, np.float32)
    pending = [split.operands[1]]
    while pending:
        value = pending.pop()
        op, array = value.op, array_in(value)
        if array is not None:
            bias = bias + np.broadcast_to(array.reshape(-1), (4 * size,))
        elif op is None or op.get("fused_activation_function") != "NONE" or op.name not in ("tfl.add", "tfl.fully_connected"):
            return None
        elif op.name == "tfl.add":
            pending += op.operands
        else:
            left, matrix, offset = op.operands
            told, numbers = first_match(ROW, left), array_in(matrix)
            if numbers is None or (told is not None) in products or told is None and left is not hidden:
                return None
            row, products[told is not None] = told or row, numbers
            pending += [] if is_absent(offset) else [offset]
    if row is None or len(products) != 2 or any([each.owner is not hidden.owner for each in row.values()]):
        return None
    parts = [slice(place.index * size, (place.index + 1) * size) for place in places]
    weights, recurrent, biases = [[array[part] for part in parts] for array in (products[True], products[False], bias)]
    return Sums(row["x"], row["index"], weights, recurrent, biases)


def is_counted(loop: Operation, condition: Operation, body: Operation, sums: Sums) -> bool:
    """Whether a loop has a trip for each row, from the first on; TensorFlow counts trips beside rows, and goes on while both are in reach."""
    counters, pending = [], [returned(condition)[0]]
    while pending:
        op = pending.pop().op
        if op is not None and op.name == "tfl.logical_and":
            pending += op.operands
        elif op is not None and op.name == "tfl.less" and op.operands[0].owner is condition.body:
            counters.append((op.operands[0].index, array_in(op.operands[1])))
        else:
            return False
    count = sums.rows.type.shape[0] if sums.rows.type.is_static else None
    is_whole = [end is not None and int(end) == count and goes_up(loop, body, at) for at, end in counters]
    return all(is_whole) and sums.counter.index in [at for at, _ in counters]


def goes_up(loop: Operation, body: Operation, at: int) -> bool:
    """Whether a value of a loop begins with 0 and is one more after each trip."""
    start, step = array_in(loop.operands[at]), returned(body)[at].op
    if start is None or start.any() or step is None or step.name != "tfl.add":
        return False
    added = [array_in(each) for each in step.operands if each is not body.body.arguments[at]]
    return len(added) == 1 and added[0] is not None and int(added[0]) == 1


def is_written(value: Value, before: Value, hidden: Value, sums: Sums) -> bool:
    """Whether a value of the loop has this trip's result at its place, or has that alone."""
    told = first_match(WRITTEN, value, {"whole": before, "h": hidden})
    if told is None:
        return False
    count = sums.rows.type.shape[0]
    if value.type.shape[0] == 1:
        return count == 1 or array_in(told["index"]) is not None
    index = told["index"].op
    if index is None or index.name != "tfl.concatenation" or value.type.shape[0] != count:
        return False
    first, *others = index.operands
    rest = [array_in(each) for each in others]
    is_at_counter = first.op is not None and first.op.name == "tfl.reshape" and first.op.operands[0] is sums.counter
    return is_at_counter and all([each is not None and not each.any() for each in rest])


def replace(loop: Operation, layer: Layer) -> None:
    builder, sums = Builder.before(loop), layer.sums
    x = exchanged(builder, loop.operands[sums.rows.index])
    batch, rows, _ = x.type.shape
    size = len(sums.biases[0])
    none = builder.value("tfl.no_value", [], NONE, {"value": UnitAttr()})
    states = [zeros_in_each_call(builder, loop.operands[layer.hidden]) for _ in range(2)]
    weights, recurrent, biases = [[constant(builder, each) for each in part] for part in (sums.weights, sums.recurrent, sums.biases)]
    operands = [x, *weights, *recurrent, none, none, none, *biases, none, none, *states, none, none, none, none]
    attributes: dict[str, Attribute] = {"fused_activation_function": StringAttr("TANH"), "time_major": BoolAttr(False)}
    attributes |= {name: FloatAttr(0.0, F32) for name in ("cell_clip", "proj_clip")}
    y = builder.value("tfl.unidirectional_sequence_lstm", operands, TensorType((batch, rows, size), F32), attributes)
    written = None if layer.written is None else loop.results[layer.written]
    if written is not None and written.type.shape[0] == rows:
        for user in [each for each in written.users if is_exchange(each)]:
            user.replace_with([y])
        if written.uses:
            written.replace_all_uses_with(exchanged(builder, y))
    shown = [result for result in (loop.results[layer.hidden], written) if result is not None and result.uses]
    if shown:
        last = last_row(builder, y)
        for result in shown:
            for user in [each for each in result.users if result is written and is_only_row(each)]:
                user.replace_with([last])
            if result.uses:
                result.replace_all_uses_with(last if result.type is last.type else reshaped(builder, last, result.type))
    loop.erase()


def zeros_in_each_call(builder: Builder, start: Value) -> Value:
    """A variable that begins as zeros, of the shape of a constant, whatever it was when the last call ended."""
    return builder.value("tfl.zeros_like", [start], start.type, {VARIABLE: UnitAttr()})


def is_exchange(op: Operation) -> bool:
    order = array_in(op.operands[1]) if op.name == "tfl.transpose" else None
    return order is not None and order.tolist() == BY_TIME


def exchanged(builder: Builder, value: Value) -> Value:
    """A value with its first two dimensions in the other order."""
    if value.op is not None and is_exchange(value.op):
        return value.op.operands[0]
    first, second, size = value.type.shape
    order = constant(builder, np.array(BY_TIME, np.int32))
    return builder.value("tfl.transpose", [value, order], TensorType((second, first, size), F32))


def is_only_row(op: Operation) -> bool:
    """Whether an operator takes the one row of what has no other, as a tensor without that dimension."""
    return op.name == "tfl.strided_slice" and op.get("shrink_axis_mask") == 1 and op.results[0].type.shape == op.operands[0].type.shape[1:]


def last_row(builder: Builder, value: Value) -> Value:
    batch, rows, size = value.type.shape
    begin, end, steps = [constant(builder, np.array(each, np.int32)) for each in ([0, rows - 1, 0], [batch, rows, size], [1, 1, 1])]
    masks = {name: IntegerAttr(int(name == "shrink_axis_mask") * 2, I32) for name in MASKS}
    type = TensorType((batch, size), F32)
    return builder.value("tfl.strided_slice", [value, begin, end, steps], type, {**masks, "offset": BoolAttr(False)})


MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def reshaped(builder: Builder, value: Value, type: Any) -> Value:
    return builder.value("tfl.reshape", [value, constant(builder, np.array(type.shape, np.int32))], type)


def constant(builder: Builder, array: Array) -> Value:
    elements = dense_of(np.ascontiguousarray(array))
    return builder.value("tfl.pseudo_const", [], elements.type, {"value": elements})
