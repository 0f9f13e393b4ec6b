"""How often a loop of tf runs at most, as far as its condition says so."""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.dialects import has_trait
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ods.inference import constant_of


def loop_functions(loop: Operation, symbols: SymbolTable) -> tuple[Operation, Operation] | None:
    """The condition and the body of a `tf.While`, or None where the module lacks one of them."""
    condition, body = [symbols.get(site.reference) for site in call_sites(loop)]
    return (condition, body) if all([function is not None and function.region.blocks for function in (condition, body)]) else None


def most_trips(loop: Operation, symbols: SymbolTable) -> int | None:
    """The least of the bounds that a `tf.While` keeps to: numbers that each trip raises by a constant, and that the condition asks to be
    less than one that stays the same."""
    functions = loop_functions(loop, symbols)
    if functions is None:
        return None
    condition, body = functions
    bounds = [trips(loop, term.op, condition, body) for term in conjuncts(condition.body.terminator.operands[0])]
    return min([bound for bound in bounds if bound is not None], default=None)


def conjuncts(value: Value) -> list[Value]:
    """The values that must all be true for one to be."""
    value = source(value)
    if value.op is not None and value.op.name == "tf.LogicalAnd":
        return [term for operand in value.op.operands for term in conjuncts(operand)]
    return [value]


def source(value: Value) -> Value:
    """The value that ops hand on unchanged."""
    while value.op is not None and has_trait(value.op, "passthrough"):
        value = value.op.operands[0]
    return value


def trips(loop: Operation, comparison: Operation | None, condition: Operation, body: Operation) -> int | None:
    """The trips after which `number < limit` does not hold any more."""
    if comparison is None or comparison.name != "tf.Less":
        return None
    number, limit = [source(operand) for operand in comparison.operands]
    if number.owner is not condition.body:
        return None
    start, most = constant_of(loop.operands[number.index]), constant_of(limit)
    if limit.owner is condition.body and returned(body, limit.index) is body.body.arguments[limit.index]:
        most = constant_of(loop.operands[limit.index])
    step = increment(returned(body, number.index), body.body.arguments[number.index])
    if start is None or most is None or step is None or step <= 0:
        return None
    return max(-int((start - most).item() // step), 0)


def returned(body: Operation, at: int) -> Value:
    return source(body.body.terminator.operands[at])


def increment(value: Value, argument: Value) -> int | None:
    """The constant that is added to an argument."""
    if value.op is None or value.op.name not in ("tf.Add", "tf.AddV2"):
        return None
    for one, other in (value.op.operands, value.op.operands[::-1]):
        number = constant_of(other)
        if source(one) is argument and number is not None and number.size == 1:
            return int(number.item())
    return None
