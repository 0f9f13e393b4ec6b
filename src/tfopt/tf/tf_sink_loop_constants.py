"""Gives the functions of a loop copies of the constants that it only carries, and drops what it carries for nothing.

A frozen layer of a model that is a loop has its weights as values of the loop. In the body they are weights as well: what is computed of them alone
is computed once, before any trip, and they may be quantized. A value that each trip hands on as it is stands behind the loop for what it was in front. What
neither the condition, nor an effect, nor a result that is used depends on is no value of the loop any more.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites
from tfir.analysis.effects import effects_of
from tfir.dialects import has_trait, trait_arguments
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable

from tfopt.generic.dce import dce
from tfopt.tf.retyping import STALE, describe, described, name_called

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def tf_sink_loop_constants(module: "Module"):
    symbols = SymbolTable(module)
    pending = [function for function in module.body if function.name == "func.func" and function.get("sym_visibility") != "private"]
    seen = set(pending)
    while pending:
        function = pending.pop()
        for op in [op for op in function.walk() if call_sites(op)]:
            called = [symbols.get(site.reference) for site in call_sites(op)]
            if None in called or not all([each.region.blocks for each in called]):
                continue
            if trait_arguments(op, "loop") and not op.regions:
                called = narrowed(op, called, symbols)
            pending += [each for each in called if each not in seen]
            seen.update(called)


def narrowed(loop: Operation, functions: list[Operation], symbols: SymbolTable) -> list[Operation]:
    """The condition and the body that the loop has now."""
    condition, body = functions
    given = body.body.last.operands
    carried = {at for at, value in enumerate(given) if value is body.body.arguments[at]}
    constants = {at for at in carried if is_constant(loop.operands[at])}
    for at in carried:
        loop.results[at].replace_all_uses_with(loop.operands[at])
    kept = sorted(needed(loop, condition, body, constants))
    if len(kept) == len(given):
        return functions
    copies = [symbols.add(each.clone(), each) for each in functions]
    for copy in copies:
        copy.set_attribute("sym_visibility", StringAttr("private"))
        put_constants(copy, {at: loop.operands[at].op for at in constants})
    copies[1].body.last.set_operands([copies[1].body.last.operands[at] for at in kept])
    for copy in copies:
        dce(copy)
        keep_arguments(copy, kept)
    attributes = {name: value for name, value in loop.attributes.items() if name not in STALE}
    types = [loop.results[at].type for at in kept]
    made = Builder.before(loop).create(loop.name, [loop.operands[at] for at in kept], types, attributes)
    name_called(made, call_sites(made), copies)
    for at, result in zip(kept, made.results):
        loop.results[at].replace_all_uses_with(result)
    loop.erase()
    return copies


def is_constant(value: Value) -> bool:
    return value.op is not None and has_trait(value.op, "constant_like")


def needed(loop: Operation, condition: Operation, body: Operation, constants: set[int]) -> set[int]:
    """Which values the loop has to carry."""
    acting = [op for op in body.body if op is not body.body.last and not effects_of(op).changes_nothing]
    places = {result.index for result in loop.results if result.uses}
    places |= read_by([condition.body.last, *condition.body], condition) | read_by(acting, body)
    pending = list(places)
    while pending:
        more = arguments_behind([body.body.last.operands[pending.pop()]], body) - places
        places |= more
        pending += more
    return places - constants


def read_by(ops: Iterable[Operation], function: Operation) -> set[int]:
    return arguments_behind([value for op in ops for inner in op.walk() for value in inner.operands], function)


def arguments_behind(values: list[Value], function: Operation) -> set[int]:
    """The arguments that values are computed of."""
    block, pending, seen = function.body, list(values), set(values)
    while pending:
        op = pending.pop().op
        if op is not None:
            more = {value for inner in op.walk() for value in inner.operands} - seen
            seen |= more
            pending += more
    return {value.index for value in seen if value.owner is block}


def put_constants(function: Operation, constants: dict[int, Operation]) -> None:
    for at, constant in constants.items():
        argument = function.body.arguments[at]
        if argument.uses:
            argument.replace_all_uses_with(function.body.insert_before(constant.clone({}), function.body.first).results[0])


def keep_arguments(function: Operation, kept: list[int]) -> None:
    dicts = described(function, "arg_attrs")
    if dicts:
        function.set_attribute("arg_attrs", ArrayAttr([DictAttr(dicts[at]) for at in kept]))
    for at in reversed(range(len(function.body.arguments))):
        if at not in kept:
            function.body.remove_argument(at)
    describe(function)
