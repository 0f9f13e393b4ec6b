"""Constants through control flow: a Merge of a constant, both sides of a Switch on what it passes on, constants that enter a loop,
branches and operands chosen by a constant, updates of variables by nothing."""

from __future__ import annotations

from tfir.analysis.call_graph import chosen_branch
from tfir.analysis.deadness import MERGES, is_taken_apart
from tfir.analysis.graph_effects import TRIVIAL, has_effect, may_fail
from tfir.analysis.slices import backward_slice
from tfir.dialects import trait_arguments
from tfir.dialects.tfg.nodes import node_name
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1
from tfir.ods.control import control_operands, data_operands, data_results

from tfopt.grappler.constant_folding.contents import Full, is_constant, is_full
from tfopt.grappler.item import Item
from tfopt.grappler.nodes import filled, vector
from tfopt.grappler.rewriting import Edit, Stage, hand_over
from tfopt.grappler.specialization import run_for_waiting
from tfopt.rewrite import building
from tfopt.rewrite.building import plain_attribute
from tfopt.rewrite.constants import elements_of
from tfopt.rewrite.graph import makers
from tfopt.rewrite.terms import MatchFailure, constants, rewrite, tf, variables

x, y, z = variables("x y z")
p = constants("p")[0]


# Switch and Merge


def switch_on_itself(op: Operation, item: Item):
    """On its sides, the predicate is known. Each constant waits for its side, so that it is as dead as that."""
    operand, predicate = data_operands(op)
    sides = [result for result in data_results(op) if is_worth_knowing(result)]
    if operand is not predicate or not sides:
        return None
    touched = []
    for result in sides:
        readers = [user for user in result.users if not item.is_anchor(user)]
        name = f"ConstantFolding/{node_name(op)}_const_{('false', 'true')[result.index]}"
        truth = item.constant(filled(bool(result.index), (), I1), name, op)
        item.wait_for(truth, [result])
        for reader in readers:
            reader.set_operands([truth.results[0] if value is result else value for value in reader.operands])
        touched += [truth, *readers]
    return touched


def is_worth_knowing(truth: Value) -> bool:
    """Whether anything computes with a truth value or chooses by it, rather than hand it on, merge or check it."""
    for user in truth.uses:
        if user.name in TRIVIAL:
            if is_worth_knowing(user.results[0]):
                return True
        elif user.name == "tfg.Switch":
            if user.operands[1] is truth:
                return True
        elif user.name not in MERGES and user.name not in ("tfg.Assert", "tfg.return"):
            return True
    return False


def merge_of_constant(op: Operation, item: Item):
    """A constant that waits for nothing is always there first. Nothing may happen on the way to the others."""
    operands = data_operands(op)
    at = next((at for at, value in enumerate(operands) if is_constant(value) and not value.op.operands), None)
    if (
        at is None
        or item.is_preserved(op)
        or any([has_effect(each) or item.keeps_errors and may_fail(each) for each in backward_slice([op])])
    ):
        return None
    readers = [user for result in op.results for user in result.users]
    number = item.constant(filled(at), f"ConstantFolding/{node_name(op)}_index", op)
    hand_over(item, op, [operands[at], number.results[0]], waits=control_operands(op))
    return [number, *readers, *makers(operands)]


def constant_past_enter(op: Operation, item: Item):
    """A constant that enters a loop, the same in every iteration, is a constant inside that waits for the Enter; only where
    a reader can be folded with it."""
    operand = data_operands(op)[0]
    if not is_constant(operand) or not plain_attribute(op, "is_constant") or item.is_preserved(op):
        return None
    readers = [user for user in op.results[0].users if user.name != "tfg.Enter"]
    if not [reader for reader in readers if all([value is op.results[0] or is_constant(value) for value in data_operands(reader)])]:
        return None
    inside = item.constant(elements_of(operand), f"ConstantFolding/{node_name(op)}_enter", op)
    for reader in readers:
        reader.set_operands([inside.results[0] if value is op.results[0] else value for value in reader.operands])
    item.wait_for(inside, [op.results[0]])
    return [inside, *readers]


# Chosen by a constant


def chosen(call):
    def choose(p, x, op, item):
        number, named = chosen_branch(op), [op.attributes[name] for name in trait_arguments(op, "branch")]
        if number is None:
            return MatchFailure("the condition is no single number")
        return call_to(op, item, x, (named if len(named) == 2 else named[0].elements)[number], call)

    return choose


def call_to(op: Operation, item: Item, operands, function, call):
    results = data_results(op)
    if not operands or not results:
        return MatchFailure("a call without operands or results is left alone")
    if is_taken_apart(op) and has_effect(op):
        return MatchFailure("its results come without the effects of its branches, and those of a call with them")
    functions = SymbolTable(item.target.parent_op or item.target)
    if not is_taken_apart(op) and (acts(functions.get(function.name)) or any([item.noticed.matters(value, op) for value in operands])):
        return MatchFailure("its results come after all that it does and is given; TensorFlow inlines calls, whose results do not")
    if run_for_waiting(item, op, functions):
        return MatchFailure("its results come without the effects that operands have which no branch reads, and those of a call with them")
    attributes = {name: op.attributes[name] for name in ("Tin", "Tout") if name in op.attributes}
    made = building.create(call.name, operands, {**attributes, "f": function, "type": [result.type for result in results]})
    return [item.shapes.vouch(new, old) for new, old in zip(made.results, results)]


def acts(function: Operation | None) -> bool:
    return function is None or any([op is not function and has_effect(op) for op in function.walk()])


@rewrite(tf.SelectV2(x, y, z))
def chosen_operand(x, y, z, op, item):
    taken = y if is_full(x, 1) else z if is_full(x, 0) else None
    if taken is None:
        return None
    result, shape = op.results[0], item.shapes.static(op.results[0])
    if item.shapes.proves(result, taken, {op}):
        return taken
    return tf.BroadcastTo(taken, vector(shape)) if shape is not None else MatchFailure("to which shape it spreads is unknown")


# Variables


def update_by_nothing(op: Operation, item: Item):
    """Adding zeros to a variable, or taking them away. Only where it has no value yet, that is an error."""
    variable, change = data_operands(op)[:2]
    if item.keeps_errors or not is_full(change, 0):
        return None
    if data_results(op):
        return None if item.is_preserved(op) else forwarded_reference(op, item, variable)
    nothing = item.no_op(node_name(op), op)
    producers, waiting = makers(op.operands), op.results[-1].users
    hand_over(item, op, [], nothing)
    return [nothing, *waiting, *producers]


def forwarded_reference(op: Operation, item: Item, variable):
    readers = [user for result in op.results for user in result.users]
    hand_over(item, op, [variable])
    return [*readers, *makers([variable])]


UPDATES = tuple([f"tfg.Assign{sign}{kind}" for kind in ("VariableOp", "") for sign in ("Add", "Sub")])
STAGES = [
    Stage("FoldMerge", Edit(("tfg.Merge",), merge_of_constant), kind="folded"),
    Stage("SimplifySwitch", Edit(("tfg.Switch",), switch_on_itself), kind="folded"),
    Stage("MoveConstantsPastEnter", Edit(("tfg.Enter",), constant_past_enter)),
    Stage("SimplifyCase",
          rewrite(tf.Case(p, *x))(chosen(tf.StatefulPartitionedCall)), rewrite(tf.StatelessCase(p, *x))(chosen(tf.PartitionedCall)),
          rewrite(tf.If(p, *x))(chosen(tf.StatefulPartitionedCall)), rewrite(tf.StatelessIf(p, *x))(chosen(tf.PartitionedCall))),
    Stage("SimplifySelect", chosen_operand, tf.Select(Full(1), y, z) >> y, tf.Select(Full(0), y, z) >> z),
    Stage("RemoveRedundantVariableUpdates", Edit(UPDATES, update_by_nothing, changes=("zero",))),
]  # fmt: skip
