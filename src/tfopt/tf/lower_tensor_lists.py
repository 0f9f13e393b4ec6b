"""Turns lists of tensors into tensors with one more axis in front.

Loops keep what they read and write step by step in lists. Where the length of a list and the shape of its elements are the same
all along, which is the rule for what Keras and `tf.scan` make, the list is one tensor: an element is read by a gather and
written by a scatter. A stack, which a loop leaves its values on for the loop of its gradient, is a tensor whose first row is the top: what is
pushed comes in front of all others. Where a loop is told how often it runs, the stack has as many rows as that number. A list that grows is a tensor with a row for each element that it can come to have, of which those that
are there are taken where it is asked for as a whole. Sizes that no type says (a batch, a number of steps) are computed where a list is made, of what the
program has there. A list whose length nothing bounds is a tensor that grows and shrinks with it (`growing_lists.py`), and one whose elements differ in size
is all their numbers and the sizes of each (`ragged_lists.py`).

Optional values that hold different things are taken apart first (`optional_values.py`). Lists in a list, as loops in loops leave them, become tensors first, and then the list of these does; an optional value is a list of one element.
What a list held may tell the shape of the next one, so that lists are lowered and shapes inferred until nothing changes.
"""

from __future__ import annotations

from tfir.analysis.call_graph import call_sites, reached_functions
from tfir.dialects import has_trait
from tfir.dialects.tf_type import ShapeAttr
from tfir.ir.attributes import ArrayAttr, StringAttr, TypeAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1, I32, TensorType
from tfir.ods.inference import constant_of

from tfopt.generic.symbol_dce import dead_symbols, drop
from tfopt.tf.arithmetic import built
from tfopt.tf.growing_lists import GROWING, Ops
from tfopt.tf.infer_shapes import infer_shapes
from tfopt.tf.list_bounds import ListBounds
from tfopt.tf.list_facts import BLANK, GIVEN, ON_LISTS, ZEROS, Lists, list_of
from tfopt.tf.list_lengths import GATHER, MADE, POP, PUSH, SCATTER, VALUE_OF
from tfopt.tf.lists_as_tensors import EMPTY, POPPED, REPLACEMENTS, SHAPES
from tfopt.tf.loop_bounds import Count
from tfopt.tf.optional_values import split_optionals
from tfopt.tf.ragged_lists import RaggedLists
from tfopt.tf.retyping import constant, forget_types, retype_functions
from tfopt.tf.sizes import SizesBefore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

OPTIONS = {"assume-slices-fit": "Take x[i:i+2] to lie inside of x whatever i is computed, so that it has two elements."}


def lower_tensor_lists(module: "Module", *, assume_slices_fit: bool = False):
    """Runs behind infer-shapes: it needs the shapes outside of loops, and gives the ones inside."""
    for op in [op for op in module.walk() if op.name == EMPTY]:
        make_where_used(op)
    for op in [op for op in module.walk() if op.name == "tf.TensorListPushBackBatch"]:
        push_one_by_one(op)
    while any(op.name in MADE for op in module.walk()):
        drop_specialized(module)
        lists = Lists(SymbolTable(module))
        for op in module.walk():
            lists.connect(op)
        lists.find_entries(module)
        if split_optionals(module, lists):
            continue
        lists.follow()
        lists.find_makers(module)
        for op in module.walk():
            lists.learn(op)
        lists.refuse_elements()
        if leave_out_branches(module, lists):
            continue  # with the results of calls among the lists
        changed = pop_constants(module, lists) | become_tensors(module, lists, numbers=False)
        changed = changed or become_tensors(module, lists, numbers=True) or grow(module, lists) or become_ragged(module, lists)
        if not changed:
            return
        infer_shapes(module, assume_slices_fit=assume_slices_fit)


def drop_specialized(module: Operation) -> None:
    """Drops functions that nothing calls any more, copies having taken their place, and that call what is still called: their lists are not the
    ones that these functions are given."""
    functions, dead = {op.get("sym_name"): op for op in module.body if op.name == "func.func"}, dead_symbols(module)
    live = {*functions.values()}.difference(dead)
    drop([op for op in dead if not live.isdisjoint(reached_functions([op], functions))])


def make_where_used(op: Operation) -> None:
    """Puts an op in front of the only one that uses it, where all is known that a loop begins with."""
    users = op.results[0].users
    if len(users) == 1 and users[0].block is op.block:
        op.block.insert_before(op.remove(), users[0])


def push_one_by_one(op: Operation) -> None:
    """Pushes a row onto each of several lists, where these are packed in front of an op and unpacked behind it."""
    lists, rows = op.operands
    packed, users = lists.op, op.results[0].users
    if packed is None or packed.name != "tf.Pack" or any([user.name != "tf.Unpack" for user in users]):
        return
    if any([each.type.shape != () for each in packed.operands]) or rows.type.shape is None or rows.type.shape[0] != len(packed.operands):
        return
    ops = Ops(Builder.before(op))
    pushed = [ops.builder.value(PUSH, [each, ops.GatherV2(rows, at, 0)], each.type) for at, each in enumerate(packed.operands)]
    for user in list(users):
        user.replace_with(pushed)
    op.erase()
    if not packed.results[0].uses:
        packed.erase()


def become_tensors(module: Operation, lists: Lists, numbers: bool) -> bool:
    """Lets every list that is one tensor of known rows be that. Returns whether there was one. Stacks of whole `numbers` wait until all else is
    done: they may be shapes, which are constants where they are popped once all else is known."""
    types = lists.typed(lists.tensor_type)
    if not numbers:
        types = {value: type for value, type in types.items() if not (type.element.text in ("i32", "i64") and lists.is_stack(value))}
    kinds = {op: lists.kind(list_of(op)) for op in module.walk() if op.name in REPLACEMENTS}
    makers = [op for op in module.walk() if op.name in BLANK and op.results[0] in types]
    zeros = {op: lists.sizes(op) or [] for op in makers if not types[op.results[0]].is_static}
    filled = {op for op in kinds if op.name in (GATHER, SCATTER) and is_open(types.get(list_of(op))) and lists.is_filled(op)}

    settled = {op for op, kind in kinds.items() if kind.length is not None or not lists.changes(list_of(op))}
    bounds = ListBounds(lists, [op for op in settled if kinds[op].length is None])

    def replacements(op: Operation) -> list[Value]:
        if op in zeros:
            return [blank(op, SizesBefore(op, lists.shapes), zeros[op])]
        if op in filled:
            return [op.operands[0 if op.name == GATHER else 1]]
        if op in settled:
            bounds.check(op, kinds[op].length)
        replacement = REPLACEMENTS[op.name](Builder.before(op), op, kinds[op])
        return replacement if isinstance(replacement, list) else [replacement]

    return replace_lists(module, lists, types, replacements)


def is_open(type: TensorType | None) -> bool:
    return type is not None and type.shape is not None and type.shape[0] is None


def grow(module: Operation, lists: Lists) -> bool:
    """Lets lists be tensors that grow and shrink, where their elements have one shape. Returns whether there was one."""
    types = lists.typed(lists.growing_type)
    zeros = {op: lists.growing_sizes(op) or [] for op in module.walk() if op.name in ZEROS and op.results[0] in types}

    def replacements(op: Operation) -> list[Value]:
        if op in zeros:
            return [blank(op, SizesBefore(op, lists.shapes), zeros[op])]
        return GROWING[op.name](Ops(Builder.before(op)), op)

    return replace_lists(module, lists, types, replacements)


def replace_lists(
    module: Operation, lists: Lists, types: dict[Value, TensorType], replacements: Callable[[Operation], list[Value]]
) -> bool:
    """Gives lists these types, and what works on them the replacements of it. Returns whether there is a list."""
    users = [op for op in module.walk() if any([value in types for value in (*op.operands, *op.results)])]
    holders = {lists.leader(holder): types[element] for holder, element in lists.held if element in types and holder not in types}
    holding = [op for op in module.walk() if op.name in ON_LISTS and lists.leader(list_of(op)) in holders]
    for value, type in types.items():
        value.retype(type)
    for op in users:
        if op.name in ON_LISTS and op not in holding:
            op.replace_with(replacements(op))
        else:
            forget_types(op)
    for op in holding:
        hold_tensors(op, holders[lists.leader(list_of(op))])
    retype_functions(module)
    return bool(types)


def become_ragged(module: Operation, lists: Lists) -> bool:
    """Lets lists whose elements differ in size be two tensors. Returns whether there was one."""
    elements = lists.typed(lists.ragged_element)
    if elements:
        RaggedLists(module, elements).rewrite_all()
        retype_functions(module)
    return bool(elements)


def pop_constants(module: Operation, lists: Lists) -> bool:
    """What a stack gives whose elements are all one constant is this constant, and where they are all one shape, of sizes that feeds have, this
    shape. Returns whether there was one: shapes and the length of a list are pushed so, for the gradient to make one like it."""
    changed = False
    for op in [op for op in module.walk() if op.name == POP and op.results[1].uses]:
        leader = lists.leader(op.results[0])
        pushes = [push.operands[1] for push in lists.pushes.get(leader, ())]
        if lists.uses.get(leader) != {"stack"} or lists.is_refused(leader) or leader in lists.uneven or not pushes:
            continue
        popped, builder = op.results[1], Builder.before(op)
        first, *others = [constant_of(value) for value in pushes]
        if first is not None and all([other is not None and (other == first).all() for other in others]):
            popped.replace_all_uses_with(constant(builder, first.ravel().tolist(), first.shape, popped.type.element))
            changed = True
        elif (sizes := lists.one_shape(pushes, op)) is not None:
            shape = SizesBefore(op, lists.shapes).shape(sizes, builder)
            popped.replace_all_uses_with(built(builder, "tf.Cast", [shape], {"DstT": TypeAttr(pushes[0].type.element)}))
            changed = True
    return changed


def leave_out_branches(module: Operation, lists: Lists) -> bool:
    """Calls the other branch in place of an If one of whose branches takes an element of a list that is always empty, and asserts that this one is not
    taken: a predicate that the forward loop was inside of is told the gradient's by a stack, and nothing is pushed where it is not taken."""
    changed = False
    for op in [op for op in module.walk() if has_trait(op, "branch")]:
        sites = call_sites(op)
        living = [site for site in sites if not lists.must_fail(site)]
        if len(living) != 1 or len(sites) != 2 or op.operands[0].type.shape != ():
            continue
        assert_taken(op, sites.index(living[0]))
        attributes = {"f": living[0].reference, "config": StringAttr(""), "config_proto": StringAttr(""), "executor_type": StringAttr("")}
        types = [result.type for result in op.results]
        call = Operation("tf.StatefulPartitionedCall", living[0].operands, types, attributes, location=op.location)
        op.replace_with(op.block.insert_before(call, op))
        changed = True
    return changed


def assert_taken(op: Operation, branch: int) -> None:
    """Asserts that an op takes the first, or the second, of its two branches: an If the first by what is true or not 0, a Case by 0."""
    ops, predicate = Ops(Builder.before(op)), op.operands[0]
    takes_first = predicate
    if predicate.type.element is not I1:
        zero = constant(ops.builder, 0, (), predicate.type.element)
        takes_first = (ops.Equal if op.name.endswith("Case") else ops.NotEqual)(predicate, zero)
    ops.check(takes_first if branch == 0 else ops.LogicalNot(takes_first), POPPED)


def hold_tensors(op: Operation, element: TensorType) -> None:
    """Lets an op on a list of lists work on one of the tensors that these have become."""
    if "element_dtype" in op.attributes:
        op.set_attribute("element_dtype", TypeAttr(element.element))
    if op.name == VALUE_OF:
        op.set_attribute("output_types", ArrayAttr([TypeAttr(element.element)]))
        op.set_attribute("output_shapes", ArrayAttr([ShapeAttr(element.shape)]))
    at = SHAPES.get(op.name)
    if at is not None:
        op.set_operands([constant(Builder.before(op), -1) if number == at else value for number, value in enumerate(op.operands)])


def blank(op: Operation, before: SizesBefore, sizes: list) -> Value:
    """Zeros of sizes that the program computes."""
    builder, type, (rows, *others) = Builder.before(op), op.results[0].type, sizes
    if isinstance(rows, Count):
        trips = builder.value("tf.Sub", [rows.limit, rows.start], TensorType((), I32))
        rows = builder.value("tf.Maximum", [trips, constant(builder, 0)], trips.type)
    sizes = [op.operands[1] if rows is GIVEN else rows, *others]
    zero = constant(builder, 0, (), type.element)
    return builder.value("tf.Fill", [before.shape(sizes, builder), zero], type)
