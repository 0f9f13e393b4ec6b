"""Comparators of sorts, over numbers that compare to none: StableHLO's specification ("sort") expects an order of them."""

from __future__ import annotations

from tfir.dialects.stablehlo.inference.checks import word
from tfir.ir.attributes import EnumAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.quantized_types import is_quantized
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1, FloatType, TensorType

NEEDED = "iree.needed"  # of a sort of whose rows only so many elements are needed, the first ones
EXCHANGED = {"LT": "GT", "GT": "LT", "LE": "GE", "GE": "LE", "EQ": "EQ", "NE": "NE"}
CALL, MOST_CALLS = "func.call", 1000
LEFT, RIGHT = {0}, {1}
IN_TENSORFLOW = {"EQ": "Equal", "NE": "NotEqual", "GE": "GreaterEqual", "GT": "Greater", "LE": "LessEqual", "LT": "Less"}


def only_key(comparator: Block) -> tuple[int, str, bool] | None:
    """Of a comparator that is one LT or GT of the elements of one operand: that operand's number, LT or GT, whether by TOTALORDER."""
    op = comparator.first
    if op.name != "stablehlo.compare" or op.next is not comparator.last or comparator.last.operands[0].op is not op:
        return None
    direction, total = word(op.get("comparison_direction")), word(op.get("compare_type")) == "TOTALORDER"
    left, right = (comparator.arguments.index(value) if value in comparator.arguments else -1 for value in op.operands)
    if is_quantized(op.operands[0].type):  # of numbers that round to one, neither comes first
        return None
    if min(left, right) < 0 or left // 2 != right // 2 or left == right or direction not in ("LT", "GT"):
        return None
    return left // 2, direction if left < right else EXCHANGED[direction], total


def as_sorts_run_it(comparator: Block) -> Block:
    """The comparator with an order of NaN; one that compares two elements alone stays, as NumPy's sort has that order."""
    comparator = with_bodies_of_calls(comparator)
    return comparator if only_key(comparator) else with_nan_last(comparator)


def with_bodies_of_calls(comparator: Block) -> Block:
    """The comparator, in which functions stand in place of their calls, so that it can be told what it compares. Functions of several blocks stay, and
    such that call themselves."""
    if comparator.parent.parent is None or not any([op.name == CALL for op in comparator]):
        return comparator
    functions, copy = SymbolTable(list(comparator.parent.parent.ancestors())[-1]), comparator.parent.clone({}).entry
    for _ in range(MOST_CALLS):
        call = next((op for op in copy if op.name == CALL), None)
        if call is None:
            return copy
        function = functions.get(call.get("callee"))
        if function is None or len(function.region.blocks) != 1:
            break
        mapping = dict(zip(function.body.arguments, call.operands))
        for op in function.body:
            if op is not function.body.last:
                copy.insert_before(op.clone(mapping), call)
        call.replace_with([mapping.get(value, value) for value in function.body.last.operands])
    return comparator


def with_nan_last(comparator: Block) -> Block:
    """The comparator, changed so that NaN sorts behind all other numbers in either direction, and is equal to itself.

    A comparison with NaN is false, by which NaN would be equal to all other numbers: no order, and each way to sort would give another
    result. What compares numbers of one side alone (as JAX does to make all NaN one) stays, and so does TOTALORDER.
    """
    comparisons = comparisons_of_sides(comparator)
    if not comparisons:
        return comparator
    mapping: dict = {}
    copy = comparator.parent.clone(mapping).entry
    for result, is_exchanged in comparisons:
        order_nan(mapping[result].op, is_exchanged)
    return copy


def in_stablehlo(comparator: Block) -> Block:
    """A copy of a comparator that is a function of TensorFlow's ops or TFLite's operators, whose comparisons are StableHLO's."""
    copy, directions = comparator.parent.clone({}).entry, {name: direction for direction, name in IN_TENSORFLOW.items()}
    for op in list(copy):
        direction = directions.get(op.name.partition(".")[2])
        if op.name == "tfl.stablehlo_compare":
            direction = word(op.get("comparison_direction")).rpartition("_")[2]
        if direction is not None:
            how = {"comparison_direction": EnumAttr("stablehlo.comparison_direction", direction)}
            op.results[0].replace_all_uses_with(Builder.before(op).value("stablehlo.compare", op.operands[:2], TensorType((), I1), how))
            op.erase()
    return copy


def comparisons_of_sides(comparator: Block) -> list[tuple[Value, bool]]:
    """The results of comparisons of floats, one of the left element and one of the right, and whether the right one comes first."""
    sides: dict[Value, set[int]] = {argument: {number % 2} for number, argument in enumerate(comparator.arguments)}
    comparisons = []
    for op in comparator:
        of_operands = [sides.get(operand, set()) for operand in op.operands]
        sides.update(dict.fromkeys(op.results, set().union(*of_operands)))
        if is_partial(op) and of_operands in ([LEFT, RIGHT], [RIGHT, LEFT]):
            comparisons.append((op.results[0], of_operands[0] == RIGHT))
    return comparisons


def is_partial(op: Operation) -> bool:
    """Whether it compares floats, and NaN to none."""
    is_comparison = op.name == "stablehlo.compare" and isinstance(op.operands[0].type.element, FloatType)
    return is_comparison and word(op.get("compare_type")) != "TOTALORDER"


def order_nan(op: Operation, is_exchanged: bool) -> None:
    """Puts operations in the place of a comparison that answer for NaN too."""
    build, truth = Builder.before(op), TensorType((), I1)
    left, right = reversed(op.operands) if is_exchanged else op.operands
    direction = word(op.get("comparison_direction"))
    direction = EXCHANGED[direction] if is_exchanged else direction

    def compare(direction: str, x: Value, y: Value) -> Value:
        how = {**op.attributes, "comparison_direction": EnumAttr("stablehlo.comparison_direction", direction)}
        return build.value("stablehlo.compare", [x, y], truth, how)

    def logic(name: str, *operands: Value) -> Value:
        return build.value(f"stablehlo.{name}", operands, truth)

    def is_before(direction: str, x: Value, y: Value) -> Value:
        return logic("or", compare(direction, x, y), logic("and", compare("EQ", x, x), compare("NE", y, y)))

    if direction in ("LT", "GT"):
        answer = is_before(direction, left, right)
    elif direction in ("LE", "GE"):
        answer = logic("not", is_before(direction[0] + "T", right, left))
    else:
        same = logic("or", compare("EQ", left, right), logic("and", compare("NE", left, left), compare("NE", right, right)))
        answer = same if direction == "EQ" else logic("not", same)
    op.results[0].replace_all_uses_with(answer)
    op.erase()
