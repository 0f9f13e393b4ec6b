"""Has what uses the handle of one variable or of another use each in a branch of its own, so that variables can become values.

Which one is chosen says the number of an entry of a Pack: to that come Select, and calls, If and Case whose functions return one handle or another, which
return the number of the argument that it is instead. Branches are regions, which tf-region-control-flow-to-functional makes functions of.
"""

from __future__ import annotations

from typing import NamedTuple

from tfir.analysis.call_graph import CallSite, call_sites, reached_functions, strongly_connected_components
from tfir.dialects import has_trait, trait_arguments
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I32, TensorType
from tfir.ods.functions import retype

from tfopt.tf.growing_lists import Ops
from tfopt.tf.retyping import forget_types, name_called
from tfopt.tf.tf_decompose_resource_ops import is_handle
from tfopt.tf.tf_promote_resources_to_args import ACCESSES

SELECTS, GATHERS = ("tf.Select", "tf.SelectV2"), ("tf.Gather", "tf.GatherV2")
CHOOSING = (*GATHERS, "tf.Pack", "tf.Identity")
NUMBER = TensorType((), I32)
OUTSIDE = "indices = {0} is not in [0, {1})"


def tf_branch_on_handles(module: "Module"):
    functions = {op.get("sym_name"): op for op in module.body if op.name == "func.func" and op.region.blocks}
    symbols = SymbolTable(module)
    for component in strongly_connected_components(functions.values(), lambda function: reached_functions([function], functions)):
        for function in component:
            number_handles(function, symbols)
            for op in list(function.body):
                branch(op, symbols)
            drop_unused(function)


def drop_unused(function: Operation) -> None:
    for op in reversed(list(function.body)):
        if op.name in CHOOSING and is_handle(op.results[0]) and not op.results[0].uses:
            op.erase()


class Choice(NamedTuple):
    number: Value
    handles: tuple[Value, ...]


def source(value: Value) -> Value:
    while value.op is not None and value.op.name == "tf.Identity":
        value = value.op.operands[0]
    return value


def choice_of(value: Value) -> Choice | None:
    """Which of several handles a value is, where a number says it."""
    op = source(value).op
    entries = None if op is None or op.name not in GATHERS else source(op.operands[0]).op
    if (
        entries is None
        or entries.name != "tf.Pack"
        or not all(map(is_handle, entries.operands))
        or op.operands[1].type.shape not in ((), None)
    ):
        return None
    return Choice(op.operands[1], entries.operands)


def number_handles(function: Operation, symbols: SymbolTable) -> None:
    """Makes entries of Packs, by a number, of handles that are chosen in other ways."""
    for op in list(function.body):
        if not any(map(is_handle, op.results)):
            continue
        ops = Ops(Builder.before(op))
        if op.name in SELECTS:
            op.replace_with([entry(ops, ops.SelectV2(op.operands[0], 0, 1), op.operands[1:])])
        elif (sites := call_sites(op)) and not has_trait(op, "loop"):
            number_results(op, sites, symbols)


def entry(ops: Ops, number: Value, handles) -> Value:
    return ops.GatherV2(ops.Pack(*handles), number, 0)


def number_results(op: Operation, sites: list[CallSite], symbols: SymbolTable) -> None:
    """Has functions return the number of an argument in place of a handle that is one or another of these."""
    functions = [symbols.get(site.reference) for site in sites]
    if not all([function is not None and function.region.blocks for function in functions]):
        return
    places = {at: [arguments_returned(function, at) for function in functions] for at, result in enumerate(op.results) if is_handle(result)}
    together = {at: sorted({place for each in returned for place in each}) for at, returned in places.items() if None not in returned}
    several = {at: each for at, each in together.items() if len(each) > 1}
    if not several:
        return
    copies = [with_numbers(function, [*several], symbols) for function in functions]
    types = [NUMBER if at in several else result.type for at, result in enumerate(op.results)]
    new = Builder.before(op).create(op.name, op.operands, types, op.attributes)
    name_called(new, sites, copies)
    forget_types(new)
    ops, results = Ops(Builder.before(op)), list(new.results)
    for at, each in several.items():
        table = [each.index(place) if place in each else 0 for place in range(each[-1] + 1)]
        results[at] = entry(ops, ops.GatherV2(table, results[at], 0), [sites[0].operands[place] for place in each])
    op.replace_with(results)


def arguments_returned(function: Operation, at: int) -> list[int] | None:
    """The numbers of the arguments that a result may be; None where it may be something else."""
    value = source(function.body.last.operands[at])
    choice = choice_of(value)
    handles = (value,) if choice is None else [source(each) for each in choice.handles]
    return [each.index for each in handles] if all([each.block is function.body for each in handles]) else None


def with_numbers(function: Operation, results: list[int], symbols: SymbolTable) -> Operation:
    """A copy of a function that returns the numbers of arguments in place of these handles."""
    copy = symbols.add(function.clone(), function)
    returned, ops = copy.body.last, Ops(Builder.before(copy.body.last))
    for at in results:
        choice, (first, *_) = choice_of(returned.operands[at]), arguments_returned(copy, at)
        number = ops.constant(first) if choice is None else ops.GatherV2(arguments_returned(copy, at), choice.number, 0)
        returned.set_operands([*returned.operands[:at], number, *returned.operands[at + 1 :]])
    drop_unused(copy)
    retype(copy)
    return copy


def branch(op: Operation, symbols: SymbolTable) -> None:
    """Puts an op into branches, one for each of the handles of variables that one of its operands may be."""
    for at, operand in enumerate(op.operands):
        choice = choice_of(operand) if is_handle(operand) else None
        if choice is None or not accesses_variable(op, at, symbols, set()):
            continue
        for result in op.results if has_trait(op, "loop") else ():
            if is_handle(result):  # which each trip hands on
                result.replace_all_uses_with(op.operands[result.index])
        results = [result for result in op.results if result.uses or not is_handle(result)]
        ops, copies = Ops(Builder.before(op)), []
        number = ops.short(choice.number)
        if choice.number.op is None or choice.number.op.name not in ("tf.SelectV2", *GATHERS):
            ops.check_inside(number, ops.constant(len(choice.handles)), OUTSIDE)
        for handle in choice.handles:
            copies.append(op.clone())
            copies[-1].set_operands([handle if each is operand else each for each in op.operands])
        regions = [Region([Block()]) for _ in copies]
        for region, copy in zip(regions, copies):
            region.blocks[0].append(copy)
            region.blocks[0].append(Operation("tf.Yield", [copy.results[each.index] for each in results], location=op.location))
        new = ops.builder.create("tf.CaseRegion", [number], [result.type for result in results], {"is_stateless": False}, regions)
        for old, result in zip(results, new.results):
            old.replace_all_uses_with(result)
        op.erase()
        for copy in copies:
            branch(copy, symbols)
        return


def accesses_variable(op: Operation, at: int, symbols: SymbolTable, visited: set[Value]) -> bool:
    """Whether an op, or a function that it runs, reads or writes the variable of an operand."""
    if ACCESSES & set(trait_arguments(op, "effects") or ()):
        return True
    for site in call_sites(op):
        function = symbols.get(site.reference)
        place = at - (len(op.operands) - len(site.operands))
        if function is None or not function.region.blocks or place < 0 or (argument := function.body.arguments[place]) in visited:
            continue
        visited.add(argument)
        users = [(user, number) for user in argument.users for number, each in enumerate(user.operands) if each is argument]
        if any([accesses_variable(user, number, symbols, visited) for user, number in users]):
            return True
    return False
