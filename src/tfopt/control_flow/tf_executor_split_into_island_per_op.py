"""Takes islands apart until each holds one op.

Ops of one island with effects keep their order by tokens. Ops that waited for the island wait for all islands that it became. Where
values can be dead, an op also waits for what others of its island use: with that the island as a whole was dead.
"""

from __future__ import annotations

from tfir.dialects import is_pure
from tfir.dialects.tf_executor.names import ISLAND
from tfir.execution.dataflow import needs_tokens
from tfir.ir.operations import Operation, Value

from tfopt.control_flow.outlining import inputs_of, island_of, redirect

WORKS_ON = ("tf_executor",)


def tf_executor_split_into_island_per_op(graph: "ExecutorGraph"):
    for island in [op for op in graph.body if op.name == ISLAND]:
        first, last = island.body.first, island.body.last
        if first is not last and (first.next is not last or last.operands != first.results):
            split(island)


def split(island: Operation) -> None:
    last, tokens = island.body.last, []
    inside: dict[Value, Value] = {}
    latest: Value | None = None
    gates = gates_of(island) if needs_tokens(island.parent) else {}
    covered: dict[Value, set] = {}
    for op in list(island.body):
        if op is last:
            break
        waits = [*island.operands, *([latest] if latest is not None and not is_pure(op) else [])]
        redirect(op, inside)
        used = inputs_of(op)
        reached = set().union(*[covered.get(value, {value}) for value in used])
        waits += [gate for value, gate in gates.items() if value not in reached]
        new = around(op, waits)
        covered.update(dict.fromkeys(new.results, reached | gates.keys()))
        island.parent.insert_before(new, island)
        inside.update(zip(op.results, new.results))
        tokens.append(new.results[-1])
        latest = latest if is_pure(op) else new.results[-1]
    for result, value in zip(island.results, last.operands):
        result.replace_all_uses_with(inside.get(value, value))
    for user in island.results[-1].users:
        kept = [value for value in user.operands if value is not island.results[-1]]
        user.set_operands([*kept, *[token for token in tokens if token not in kept]])
    island.erase()
    for gate in gates.values():
        if not gate.uses:
            gate.op.erase()


def gates_of(island: Operation) -> dict[Value, Value]:
    """Tokens that are dead when what the island uses is, by value: of islands in front of it."""
    gates = {}
    used = dict.fromkeys([value for op in island.body for value in inputs_of(op) if value.op is None or value.op.parent is not island.body])
    for value in used:
        if value.op is not None and value.op.parent is island.parent:
            passed = Operation("tf.Identity", [value], [value.type], location=island.location)
            gates[value] = island.parent.insert_before(around(passed, ()), island).results[-1]
    return gates


def around(op: Operation, waits) -> Operation:
    """An island that holds just this op."""
    return island_of([op], op.results, waits, op.location)
