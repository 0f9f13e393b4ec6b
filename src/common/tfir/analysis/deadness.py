"""The conditions under which values are alive: the outputs of Switches and the loops that they depend on.
A value without conditions exists exactly once in each run. A value behind one output of a Switch is dead in runs that take the other; one
in a loop exists once an iteration. A Merge of all outputs is alive again, and what leaves a loop has the conditions of the loop.
"""

from __future__ import annotations

from tfir.dialects import has_trait, with_trait
from tfir.dialects.tf_executor.names import ISLAND
from tfir.dialects.tfg.interface import sinks
from tfir.dialects.tfg.order import BACK_EDGES, topological_order
from tfir.ir.operations import Block, Operation, Value
from tfir.ods.control import CONTROL, control_operands, data_operands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import TypeAlias

    Side: TypeAlias = tuple[Value, int, int]  # the predicate of a Switch, which side, and how many sides there are
    Condition: TypeAlias = Side | str | Value  # a side, the name of a loop's frame, or the result of a Merge
    Conditions: TypeAlias = frozenset[Condition]

SWITCHES = frozenset(with_trait("tfg", "switch"))
MERGES = frozenset(with_trait("tfg", "merge"))
ENTERS = frozenset(with_trait("tfg", "enter"))
EXITS = frozenset(with_trait("tfg", "exit"))
# Where it is decided whether what follows runs at all, or how often.
CONTROL_FLOW = SWITCHES | MERGES | ENTERS | EXITS | BACK_EDGES | set(with_trait("tfg", "loop_cond"))
# What TensorFlow takes apart into these when it runs a graph. Of such a node that is only waited for it runs no branch at all.
BRANCHING = frozenset([*with_trait("tfg", "branch"), *with_trait("tfg", "loop")])
# Nodes whose results TensorFlow may give out while other parts of them still run: to read a result is not to wait for the node.
RUNNING_FUNCTIONS = BRANCHING | set(with_trait("tfg", "call"))
NONE: Conditions = frozenset()
# Functions that stand for no node: of branches that are not taken apart and what is in them, of the parts of those that are, of nodes by its name, of calls.
WHOLE, PART, NODE, CALLED = "whole", "part", "node", "called"
WHOLES = (WHOLE, PART, NODE)
TOKENS = (CONTROL.text, "!tf_executor.control")


def conditions_of(block: Block) -> dict[Value, Conditions]:
    """By value, the conditions under which it is alive, if any: (condition, side, how many sides there are) of Switches, names of loops'
    frames, and Merges that may have no living input."""
    conditions: dict[Value, Conditions] = {}
    entered: dict[str, Conditions] = {}  # by frame, what its loop stands behind
    for op in topological_order(block) if any([op.name in CONTROL_FLOW for op in block]) else ():
        here = NONE.union(*[conditions.get(value, NONE) for value in op.operands])
        if op.name in MERGES:
            here = of_merge(op, conditions)
        elif op.name in ENTERS:
            frame = op.get("frame_name")
            entered[frame] = entered.get(frame, NONE) | here
            here |= {frame}
        elif op.name in EXITS:
            here = outside(here, entered)
        for result in op.results if here else ():
            conditions[result] = here
        if op.name in SWITCHES:
            for side, result in enumerate(op.results[:-1]):
                conditions[result] = here | {(decided_by(op), side, len(op.results) - 1)}
    return conditions


def unread_results(graph: Operation) -> list[Value]:
    """What is fetched of a graph where nothing says it: results of nodes that nothing uses, as far as each run has one of them. Of one side of a Switch, and of
    what is in a loop, a session has none to give; only where the graph has no others are they meant."""
    conditions, results = conditions_of(graph.body), sinks(graph)
    return [value for value in results if value not in conditions] or results


def needs_anchor(value: Value) -> bool:
    """Whether to wait for the value is to wait for an Identity of it: its node's own token says nothing of which side is taken."""
    op = value.owner
    return value.type is not CONTROL and isinstance(op, Operation) and (op.name in SWITCHES or op.name in BRANCHING)


def is_taken_apart(op: Operation) -> bool:
    """Whether TensorFlow lowers the node to Switches and Merges: its results then come without the effects of its branches, and a node that
    waits for it waits only for the control results of the branch that is taken."""
    return op.name in BRANCHING and is_marked_for_lowering(op)


def is_marked_for_lowering(op: Operation) -> bool:
    return bool(op.get("_lower_using_switch_merge", False))


def instance_of(op: Operation, function: Operation, in_whole: bool) -> str:
    """How TensorFlow runs a function of a node: where it takes the node's place, as TensorFlow 2 inlines calls, under no name; else as one for all nodes that run it so. Of
    a CALLED one runs what its results need; of those in WHOLES all that is stateful, and what these run is not taken apart. Code that is no graph any more says
    only what is not to be inlined."""
    is_kept_apart = bool(function.get("tf._noinline"))
    if op.dialect != "tfg" and (op.parent_op is None or op.parent_op.name != ISLAND):
        return CALLED if is_kept_apart else ""
    if has_trait(op, "branch", "loop"):
        is_lowered = is_marked_for_lowering(op) and not in_whole
        return WHOLE if not is_lowered else PART if is_kept_apart else ""
    if has_trait(op, "call") and not op.name.endswith(".LegacyCall"):
        return CALLED if is_kept_apart else ""
    return "" if not is_kept_apart else WHOLE if in_whole else NODE


def comes_after(value: Value, reader: Operation | None = None) -> bool:
    """Whether what reads or waits for a value comes after all that its node does, and that this came after. A reader that runs
    functions may be taken apart by the runtime, and then a part begins when the operands that it reads itself are there."""
    if value.type is CONTROL or not isinstance(value.owner, Operation):
        return True
    return not runs_functions(value.owner) and (reader is None or not runs_functions(reader))


def runs_functions(op: Operation) -> bool:
    """Whether parts of a node may run before, and after, others. A node whose op is not declared calls the function of its op's name."""
    return op.name in RUNNING_FUNCTIONS or has_trait(op, "unknown")


def decided_by(switch: Operation) -> Value:
    """The predicate that a Switch is told by, seen through what hands it on: Identities, other Switches, islands."""
    return handed_on(switch.operands[1])


def handed_on(value: Value, into_loops: bool = False) -> Value:
    """What a value is a copy of: seen through Identities, Switches and islands, and `into_loops` through what enters these as a constant."""
    while (op := value.op) is not None and value.type.text not in TOKENS:
        if op.name == "tf_executor.island" and (given := op.body.last) is not None:
            value = given.operands[value.index]
        elif into_loops and has_trait(op, "enter") and op.get("is_constant"):
            value = op.operands[0]
        elif op.name.endswith(".Identity") or has_trait(op, "switch"):
            value = op.operands[0]
        else:
            break
    return value


def is_contradiction(conditions: Conditions) -> bool:
    """Whether a value with all these conditions is never alive: they include two sides of one predicate."""
    predicates = [condition[0] for condition in conditions if isinstance(condition, tuple)]
    return len(set(predicates)) < len(predicates)


def told_apart(inputs: list[Conditions]) -> tuple[Conditions, list[Side] | None]:
    """The conditions that all inputs of a Merge share; and the Switch output that each depends on besides, if each has exactly one and all
    outputs of a predicate, the first input's, are among them."""
    common = NONE.union(*inputs).intersection(*inputs)
    differences = [each - common for each in inputs]
    sides = [side for each in differences if len(each) == 1 for side in each if isinstance(side, tuple)]
    if not sides or len(sides) != len(inputs):
        return common, None
    predicate, _, count = sides[0]
    return common, sides if {(predicate, number, count) for number in range(count)} <= set(sides) else None


def of_merge(op: Operation, conditions: Mapping[Value, Conditions]) -> Conditions:
    """The conditions that all inputs of a Merge share, back edges excluded: their values came in by another input."""
    inputs = [conditions.get(value, NONE) for value in data_operands(op) if not is_back_edge(value)]
    waits = [conditions.get(value, NONE) for value in control_operands(op)]
    common, sides = told_apart(inputs)
    is_decided = sides is not None or common in inputs  # one input is there whenever what they have in common is
    return (common if is_decided else common | {op.results[0]}).union(*waits)


def outside(inside: Conditions, entered: Mapping[str, Conditions]) -> Conditions:
    """The conditions of the innermost loop that `inside` names; `inside` itself where it names none."""
    frames = [name for name in inside if isinstance(name, str)]
    return entered[max(frames, key=lambda name: len(entered[name]))] if frames else inside


def is_back_edge(value: Value) -> bool:
    """Whether a value is passed from one iteration to the next."""
    return isinstance(value.owner, Operation) and value.owner.name in BACK_EDGES


def dead_beyond(values: Iterable[Value]) -> tuple[dict[Operation, None], dict[Operation, None], set[Value]]:
    """The nodes that never run where these values are never there, the Merges that lose some of their inputs but not all, and all
    values that are never there. What never enters a loop never goes round in it."""
    gone: set[Value] = set()
    dead: dict[Operation, None] = {}
    merges: dict[Operation, None] = {}
    stack = list(values)
    while stack:
        value = stack.pop()
        if value in gone:
            continue
        gone.add(value)
        for user in value.uses:
            is_merge = user.name in MERGES and value.type is not CONTROL
            if is_merge and not all([is_back_edge(each) for each in living_inputs(user, gone)]):
                merges[user] = None
            elif user not in dead:
                dead[user] = None
                stack += user.results
    return dead, {op: None for op in merges if op not in dead}, gone


def living_inputs(merge: Operation, gone: Collection[Value]) -> list[Value]:
    """The data inputs of a Merge that may be alive: all but those in `gone`."""
    return [value for value in data_operands(merge) if value not in gone]
