"""Operations that devices do not run, gathered into regions that the host computes between dispatches.

There are as few regions as the order of a block allows: what can run after the same dispatches runs in one. So operations move, but only past
those that do not need them; those with effects keep their order. What is cheap and stands between operations of the host is computed there too.
"""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.analysis.effects import effects_of, is_dead
from tfir.analysis.feeds import is_static
from tfir.analysis.host_steps import CALL
from tfir.conversion.entry_tokens import TOKEN, has_tokens
from tfir.dialects import has_trait
from tfir.dialects.cf import BRANCHES, pass_otherwise, passed
from tfir.execution.sequencer import is_kept_on_host
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import nearest_symbol
from tfir.ir.types import ShapedType

from tfopt.rewrite.refusals import refusal
from tfopt.stablehlo_to_iree.clusters import CONSTANT, DECISION, MATH, VIEWS, is_absorbed, is_elementwise
from tfopt.stablehlo_to_iree.sizes import SIZE_OF, HostSizes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HOST_REGION = "iree.host_region"
KEPT, SEQUENCE_CALL = "iree.kept", "func.call"  # of functions that stay functions of the sequence, and what calls them
ALLOWED = "--allow-host-ops lets the host compute what devices do not"


def gather_host_regions(func: Operation, allowed: bool, sizes: HostSizes) -> None:
    """Gathers what devices do not run into regions for the host. Raises an Error that names all of it where that is not `allowed`: the feeds
    without shapes stand in front of it, if there are any."""
    keep_tokens_within_blocks(func.region)
    reasons = [(op, reason) for block in func.region.blocks for op in block if (reason := why_not_on_device(op, sizes)) is not None]
    reasons_of_ways = [(way, reason) for block in func.region.blocks for way, reason in ways_that_change_sizes(block, sizes)]
    if reasons_of_ways or (reasons and not allowed):
        reasons = reasons_of_ways or reasons
        needed = [Diagnostic(f"static shapes are needed, but {sizes.pin}", func)] if sizes.pin else []
        raise Error.of([*needed, *refusal(reasons, "" if needed or reasons_of_ways else ALLOWED).diagnostics])
    on_host = {op for op, _ in reasons}
    for block in func.region.blocks if reasons else ():
        hosted = {op for op in block if op in on_host}
        gather(block, hosted | (between(hosted, block) - sizes.made), sizes)


def ways_that_change_sizes(block: Block, sizes: HostSizes) -> Iterator[tuple[Operation, str]]:
    """Branches to which values of other sizes are passed each time, or on each way, which have no memory of their own then."""
    branch = block.terminator
    places = [place for target in branch.successors for place in target.arguments]
    changing = [place.type for place in places if place in sizes.changing]
    if changing:
        yield branch, f"passes on a value of type {changing[0]}, which has other sizes each time, or on each way"


def called_on_host(module: Operation) -> set[Operation]:
    """The functions that operations run which have no place in a sequence: dispatches are formed in one function, so others have gone. One
    that takes or returns tokens is called by nothing else, whether it is private or not. Those that stay are called by the sequence alone."""
    functions = {
        name: op
        for name, op in functions_by_name(module).items()
        if (op.get("sym_visibility") == "private" and KEPT not in op.attributes) or has_tokens(op)
    }
    return reached_functions(module.body, functions) if functions else set()


def functions_by_name(module: Operation) -> dict[str, Operation]:
    return {op.get("sym_name"): op for op in module.body if op.name == "func.func" and op.regions[0].blocks}


def why_not_on_device(op: Operation, sizes: HostSizes) -> str | None:
    """The reason why an operation cannot be part of a dispatch, or None."""
    if op.next is None or op.name == DECISION or calls_sequence(op):
        return None
    for value in [*op.results, *op.operands]:
        if isinstance(value.type, ShapedType) and is_static(value.type) and is_kept_on_host(value.type):
            return f"has a value of type {value.type}, which devices do not know"
    for value in op.results:
        if not is_static(value.type) and not sizes.follow(value):
            return f"has a value of type {value.type}, whose sizes nothing tells before it is there"
    if op.name == CALL:
        return f"calls @{op.get('call_target_name')}, for which devices have no kernel"
    if has_trait(op, "branch", "loop", "effects") or not op.name.startswith(MATH):
        return "cannot be part of a dispatch; expected stablehlo without control flow"
    if not all([isinstance(value.type, ShapedType) for value in op.results]):
        return "cannot be part of a dispatch; expected tensors as results"
    return None


def calls_sequence(op: Operation) -> bool:
    """Whether an operation calls a function that stays one."""
    callee = op.attributes.get("callee") if op.name == SEQUENCE_CALL else None
    function = nearest_symbol(op, callee, lambda around: around.name == "builtin.module") if isinstance(callee, SymbolRefAttr) else None
    return function is not None and KEPT in function.attributes


def between(on_host: set[Operation], block: Block) -> set[Operation]:
    """What takes no longer than the way to a device and back, and stands between operations of the host: it reads what one gives, and
    only such read it."""
    before, after = set(on_host), set(on_host)
    for op in reversed(block):
        users = {user for result in op.results for user in result.users}
        if users and users <= before and is_cheap(op):
            before.add(op)
    for op in block:
        is_asked = op.name == SIZE_OF and op.operands[0].op in on_host
        if is_asked or (op in before and any([value.op in after for value in op.operands])):
            after.add(op)
    return after


def is_cheap(op: Operation) -> bool:
    is_work = op.name.startswith(MATH) and op.name != CONSTANT
    return is_work and (op.name in VIEWS or is_absorbed(op) or is_elementwise(op) or has_trait(op, "movement"))


def gather(block: Block, on_host: set[Operation], sizes: HostSizes) -> None:
    """Puts a block in order by `stages_of`, and makes a region of what the host computes in each."""
    stages = stages_of(block, on_host)
    last = block.terminator
    for op in sorted(stages, key=lambda op: (stages[op], op in on_host)):
        block.insert_before(op.remove(), last)
    groups: dict[int, list[Operation]] = {}
    for op in [op for op in stages if op in on_host]:
        groups.setdefault(stages[op], []).append(op)
    for group in groups.values():
        drop_tokens_from_outside(group)
    for group in groups.values():
        HostRegion(group, sizes).make()


def stages_of(block: Block, on_host: set[Operation]) -> dict[Operation, int]:
    """The stage in which each operation of a block runs, but its last: in one stage first the device, then the host. Operations with effects
    are in the order in which they stand."""
    stages: dict[Operation, int] = {}
    latest = 0  # stage with effects
    for op in list(block)[:-1]:
        sources = [value.op for value in outer_values(op) if value.op in stages]
        stage = max([stages[source] + (source in on_host and op not in on_host) for source in sources], default=0)
        if op in on_host and is_ordered(op):
            stage = latest = max(stage, latest)
        stages[op] = stage
    return stages


def is_ordered(op: Operation) -> bool:
    effects = effects_of(op)
    return bool(effects.reads or effects.writes or effects.allocates or effects.is_pinned)


def keep_tokens_within_blocks(region: Region) -> None:
    """Blocks pass no tokens on, and each has one of its own where it reads those of others: steps of the host are in order without."""
    for block in region.blocks if len(region.blocks) > 1 else ():
        way = block.terminator
        if way.name in BRANCHES:
            pass_otherwise(way, [(target, [value for value in operands if not is_token(value)]) for target, operands in passed(way)])
        members = set(block)
        for op in members:
            own_token(op, [value for value in op.operands if is_token(value) and value.op not in members], block.first or way)
    for block in region.blocks:
        for argument in reversed([each for each in block.arguments if is_token(each)]):
            block.remove_argument(argument.index)
        for op in reversed([op for op in block if any(map(is_token, op.results))]):
            if is_dead(op):
                op.erase()


def drop_tokens_from_outside(group: list[Operation]) -> None:
    """Gives operations tokens of their own in the place of those that come from elsewhere: steps of the host are in order without."""
    members = set(group)
    for op in [*group]:
        made = own_token(op, [value for value in op.operands if is_token(value) and value.op not in members], group[0])
        if made is not None:
            group.insert(0, made)
            members.add(made)


def own_token(op: Operation, foreign: list[Value], first: Operation) -> Operation | None:
    """A token made in front of `first` that an operation takes in the place of others; None where there are none."""
    if not foreign:
        return None
    made = Builder.before(first).create("stablehlo.create_token", [], [foreign[0].type])
    op.set_operands([made.result if value in foreign else value for value in op.operands])
    return made


def is_token(value: Value) -> bool:
    return value.type.text == TOKEN


def outer_values(op: Operation) -> Iterator[Value]:
    """The values defined outside of an operation that it and its regions use."""
    for inner in op.walk():
        for value in inner.operands:
            if inner is op or not is_defined_in(value, op):
                yield value


class HostRegion:
    """Operations of one block, in order and next to each other, on their way into a region."""

    def __init__(self, members: list[Operation], sizes: HostSizes):
        self.members, self.sizes = members, sizes
        self.region, self.block = single_block_region()
        self.inside = Builder.at_end(self.block, members[0].location)
        self.captured: dict[Value, Value] = {}
        self.mapping: dict[Value, Value] = {}

    def make(self) -> None:
        results = self.results()
        for member in self.members:
            for value in outer_values(member):
                if value not in self.mapping:
                    self.mapping[value] = self.value_inside(value)
            self.inside.insert(member.clone(self.mapping))
        self.inside.create("iree.return", [self.mapping[value] for value in results])
        types = [value.type for value in results]
        made = Builder.before(self.members[-1]).create(HOST_REGION, list(self.captured), types, regions=[self.region])
        for old, new in zip(results, made.results):
            new.name = old.name
            self.sizes.replace(old, new)
            old.replace_all_uses_with(new)
        for member in reversed(self.members):
            member.erase()

    def value_inside(self, value: Value) -> Value:
        """A constant anew, and what is computed of sizes; any other value as an argument."""
        if value.op is not None and (value.op.name == CONSTANT or value.op in self.sizes.made):
            for operand in value.op.operands:
                if operand not in self.mapping:
                    self.mapping[operand] = self.value_inside(operand)
            return self.inside.insert(value.op.clone(self.mapping)).result
        self.captured[value] = self.block.add_argument(value.type)
        return self.captured[value]

    def results(self) -> list[Value]:
        """What anything outside of the region reads."""
        members = set(self.members)
        values = [value for member in self.members for value in member.results if not is_token(value)]
        return [value for value in values if any([members.isdisjoint([user, *user.ancestors()]) for user in value.users])]
