"""Ops with regions, tuples and calls: operands that nothing depends on go, reductions whose result is known, loops that carry what stays."""

from __future__ import annotations

from tfir.ir.attributes import DictAttr, IntegerAttr
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import I32

from tfopt.rewrite.terms import rewrite, stablehlo, variables
from tfopt.stablehlo.optimization import spread_constant

x, a = variables("x a")
BACKEND_CONFIG = "backend_config"
UNTYPED, TYPED = 1, 4  # versions of the interface of custom calls


def reduction_along_nothing(op: Operation, rewriter) -> bool:
    inputs = op.operands[: len(op.results)]
    same = all([value.type is result.type for value, result in zip(inputs, op.results)])
    return same and not op.get("dimensions") and rewriter.replace(op, inputs)


def has_elements(op: Operation) -> bool:
    """Whether a reduction computes its body at all: it reduces no empty tensors."""
    return all([op.operands[0].type.shape[axis] != 0 for axis in op.get("dimensions")])


def reduction_to_what_is_known(op: Operation, rewriter) -> bool:
    """A body that returns what is computed outside of it."""
    body = op.regions[0].entry
    pairs = list(zip(body.terminator.operands, op.results))
    contents = [spread_constant(value, result.type) for value, result in pairs]
    outside = [
        value.block is not body and (value.type is result.type or content is not None) for (value, result), content in zip(pairs, contents)
    ]
    if not all(outside) or not has_elements(op):
        return False
    return rewriter.replace(op, [rewriter.constant(content) if content else value for (value, _), content in zip(pairs, contents)])


def constants_in_reduction(op: Operation, rewriter) -> bool:
    """The conjunction or disjunction of constants is computed in the body, where folding finds it."""
    body = op.regions[0].entry
    if len(body) != 2 or body.first.name not in ("stablehlo.and", "stablehlo.or") or not has_elements(op):
        return False
    contents = [spread_constant(value, argument.type) for value, argument in zip(op.operands, body.arguments)]
    if None in contents or not any([argument.uses for argument in body.arguments]):
        return False
    for argument, content in zip(body.arguments, contents):
        rewriter.replace_uses(argument, rewriter.constant(content))
    return rewriter.modified(op)


def reduction_of_nothing(op: Operation, rewriter) -> bool:
    """Of an empty tensor the results are the initial values."""
    inputs, initial = op.operands[: len(op.results)], op.operands[len(op.results) :]
    if 0 not in inputs[0].type.shape or not inputs[0].type.is_static:
        return False
    return rewriter.replace(op, [spread(value, result, rewriter) for value, result in zip(initial, op.results)])


def spread(value: Value, result: Value, rewriter) -> Value:
    from tfopt.arithmetic.tensor import array

    return rewriter.value("stablehlo.broadcast_in_dim", [value], result.type, broadcast_dimensions=array([]))


def results_in_use(op: Operation, rewriter) -> bool:
    """A reduction of those pairs of operands alone that the used results are computed of, where these are equally many."""
    count, body = len(op.results), op.regions[0].entry
    used = [number for number, result in enumerate(op.results) if result.uses]
    values, ops = what_computes([body.terminator.operands[number] for number in used], body)
    pairs = sorted({argument.index % count for argument in body.arguments if argument in values})
    if not used or len(used) == count or len(pairs) != len(used):
        return False
    block = Block([argument.type for argument in kept(body.arguments, pairs, count)])
    mapping: dict = dict(zip(kept(body.arguments, pairs, count), block.arguments))
    for inner in body:
        if inner in ops:
            block.insert_before(inner.clone(mapping))
    results = [body.terminator.operands[number] for number in used]
    block.insert_before(Operation("stablehlo.return", [mapping.get(value, value) for value in results], location=body.terminator.location))
    types = [op.results[number].type for number in used]
    new = rewriter.builder.create(op.name, kept(op.operands, pairs, count), types, op.attributes, [Region([block])])
    return take_place(op, used, new, rewriter)


def kept(values, pairs: list[int], count: int) -> list[Value]:
    """Of the operands or arguments those of these pairs: first all left sides, then all right ones."""
    return [values[number + side] for side in (0, count) for number in pairs]


def what_computes(values: list[Value], block: Block) -> tuple[set[Value], set[Operation]]:
    """The values, and the operations of a block, that values depend on."""
    seen: set[Value] = set()
    ops: set[Operation] = set()
    work = list(values)
    while work:
        value = work.pop()
        if value not in seen and value.block is block:
            seen.add(value)
            if value.op is not None and value.op not in ops:
                ops.add(value.op)
                work += [operand for inner in value.op.walk() for operand in inner.operands]
    return seen, ops


def take_place(op: Operation, numbers: list[int], new: Operation, rewriter) -> bool:
    """Puts the results of a new operation in the place of the results of these numbers; the old operation goes."""
    for number, result in zip(numbers, new.results):
        result.name = op.results[number].name
        rewriter.replace_uses(op.results[number], result)
    rewriter.erase(op)
    return True


def operands_in_use(op: Operation, rewriter) -> bool:
    """A sort of those operands alone that are compared, or whose order something uses."""
    block = op.regions[0].entry
    needed = [
        number for number, result in enumerate(op.results)
        if result.uses or block.arguments[2 * number].uses or block.arguments[2 * number + 1].uses
    ]  # fmt: skip
    if not needed or len(needed) == len(op.operands):
        return False
    for number in reversed(range(len(block.arguments))):
        if number // 2 not in needed:
            block.remove_argument(number)
    types = [op.results[number].type for number in needed]
    new = rewriter.builder.create(op.name, [op.operands[number] for number in needed], types, op.attributes, op.take_regions())
    return take_place(op, needed, new, rewriter)


def dimension_of_sort(op: Operation, rewriter) -> bool:
    """-1 is the last one."""
    if op.get("dimension", -1) != -1:
        return False
    op.set_attribute("dimension", IntegerAttr(op.operands[0].type.rank - 1))
    return rewriter.modified(op)


def what_stays_in_loop(op: Operation, rewriter) -> bool:
    """What each round hands on as it was is not carried: the regions use it from outside."""
    condition, body = [region.entry for region in op.regions]
    returned = body.terminator.operands
    changing = [
        number for number, (value, argument, next) in enumerate(zip(op.operands, body.arguments, returned))
        if next is not value and next is not argument
    ]  # fmt: skip
    if len(changing) == len(returned):
        return False
    for number in reversed(range(len(returned))):
        if number not in changing:
            for value in (condition.arguments[number], body.arguments[number], op.results[number]):
                rewriter.replace_uses(value, op.operands[number])
            condition.remove_argument(number)
            body.remove_argument(number)
    body.terminator.set_operands([returned[number] for number in changing])
    operands = [op.operands[number] for number in changing]
    new = rewriter.builder.create(op.name, operands, [value.type for value in operands], op.attributes, op.take_regions())
    return take_place(op, changing, new, rewriter)


@rewrite(stablehlo.get_tuple_element(stablehlo.tuple(*x), index=a))
def element_of_tuple(x, a):
    return x[a]


def tuple_of_its_elements(op: Operation, rewriter) -> bool:
    """All elements of a tuple, in order, are that tuple."""
    makers = [value.op for value in op.operands]
    if not makers or not all([maker is not None and maker.name == "stablehlo.get_tuple_element" for maker in makers]):
        return False
    whole = makers[0].operands[0]
    in_order = all([maker.operands[0] is whole and maker.get("index") == at for at, maker in enumerate(makers)])
    return in_order and whole.type is op.result.type and rewriter.replace(op, [whole])


def typed_backend_config(op: Operation, rewriter) -> bool:
    """A dictionary that was written beside the call's own field is the field of an interface that has types."""
    config = op.attributes.get(f"mhlo.{BACKEND_CONFIG}")
    if not isinstance(config, DictAttr) or op.get("api_version", UNTYPED) != UNTYPED or op.get(BACKEND_CONFIG, "") != "":
        return False
    op.remove_attribute(f"mhlo.{BACKEND_CONFIG}")
    op.update_attributes({BACKEND_CONFIG: config, "api_version": IntegerAttr(TYPED, I32)})
    return rewriter.modified(op)


PATTERNS = {
    "stablehlo.custom_call": [typed_backend_config],
    "stablehlo.reduce": [reduction_along_nothing, reduction_of_nothing, reduction_to_what_is_known, results_in_use],
    "stablehlo.sort": [operands_in_use, dimension_of_sort],
    "stablehlo.tuple": [tuple_of_its_elements],
    "stablehlo.while": [what_stays_in_loop],
    "tuples": [element_of_tuple],
}
