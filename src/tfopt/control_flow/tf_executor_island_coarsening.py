"""Makes one island of two where an executor could not tell the difference.

An island that depends on nothing but another joins it: both live or are dead together. One without effects that only another
island uses joins that. All else would let something die, or wait, that did not before.
"""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.dialects.tf_executor.names import ISLAND
from tfir.ir.operations import Block, Operation, Value

from tfopt.control_flow.outlining import inputs_of, island_of, redirect

WORKS_ON = ("tf_executor",)


def tf_executor_island_coarsening(graph: "ExecutorGraph"):
    block = graph.body
    changed = True
    while changed:
        changed = False
        for op in list(block):
            if op.name == ISLAND and op.parent is block:
                changed = join(op, block) or changed


def join(island: Operation, block: Block) -> bool:
    """Whether the island was joined with another."""
    sources = {value.op for value in inputs_of(island) if value.op is not None and value.op.parent is block}
    if len(sources) == 1 and (source := next(iter(sources))).name == ISLAND:
        merge(source, island, source)
        return True
    users = {enclosing(user, block) for value in island.results for user in value.uses}
    if len(users) == 1 and (user := next(iter(users))).name == ISLAND and all(is_pure(op) for op in list(island.body)[:-1]):
        merge(island, user, user)
        return True
    return False


def enclosing(op: Operation, block: Block) -> Operation:
    """The op of the block that holds `op`."""
    while op.parent is not block:
        op = op.parent_op
    return op


def merge(first: Operation, second: Operation, place: Operation) -> None:
    """One island with the ops of both, in the place of one of them. Its results are the values used outside of it."""
    block = first.parent
    inside = dict(zip(first.results, first.body.last.operands))
    redirect(second, inside)
    waits = [value for value in dict.fromkeys([*first.operands, *second.operands]) if value is not first.results[-1]]
    second.set_operands([value for value in second.operands if value is not first.results[-1]])
    yielded = [*inside.items(), *zip(second.results, second.body.last.operands)]
    kept = [(result, value) for result, value in yielded if result.uses]
    ops = [*list(first.body)[:-1], *list(second.body)[:-1]]
    new = island_of(ops, [value for _, value in kept], waits, second.location, second.body.last.location)
    block.insert_before(new, place)
    for (result, _), replacement in zip(kept, new.results):
        result.replace_all_uses_with(replacement)
    for old in (first, second):
        replace_token(old.results[-1], new.results[-1])
        old.erase()


def replace_token(old: Value, new: Value) -> None:
    """Ops that waited for the token `old` wait for `new`, once."""
    for user in old.users:
        replaced = [new if value is old else value for value in user.operands]
        user.set_operands([value for at, value in enumerate(replaced) if value is not new or new not in replaced[:at]])
