"""Whether an operand may be bufferized in place: reads that would see a write which they are not to see, and writes to what is read-only.

A conflict is a read, a write to memory that may be the same, and a definition: what the read is to see. The write conflicts unless it comes
before the definition, or behind the read in every order in which they run.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.ir.dominance import post_order, successors
from tfir.ir.operations import Block, Operation, Region, Value

from tfopt.bufferization.models import operand, uses_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.models import Use


def would_conflict(use: Use, state: Analysis) -> bool:
    return would_write_constant(use, state) or would_mislead_readers(use, state)


def would_write_constant(use: Use, state: Analysis, is_decided: bool = False) -> bool:
    """Whether something that may not be written would be. Where it is decided, what the use itself writes is among what is in place."""
    values = [operand(use), *[alias.value for alias in state.results_in(use)]]
    is_written = not is_decided and state.writes(use)
    if not is_written and not any([writes_in_place(value, state) for value in values]):
        return False
    return any([not state.is_writable(alias) for value in values for alias in state.aliases.of(value)])


def would_mislead_readers(use: Use, state: Analysis, is_decided: bool = False) -> bool:
    reads: dict[Use, None] = {}
    writes: dict[Use, None] = {}
    for value in [operand(use), *[alias.value for alias in state.results_in(use)]]:
        reads |= dict.fromkeys(reads_of(value, state))
        writes |= dict.fromkeys(writes_in_place(value, state))
    if not is_decided and state.writes(use):
        writes[use] = None
    return (bool(reads) and any([is_in_another_thread(write, state) for write in writes])) or any(
        [conflicts(read, write, state) for read in reads for write in writes]
    )


def reads_of(value: Value, state: Analysis) -> list[Use]:
    """The uses of a memory that read it, or are views of it that something reads."""
    uses = [use for alias in state.aliases.of(value) for use in uses_of(alias)]
    return [
        use
        for use in uses
        if state.reads(use) or (not state.writes(use) and any([state.is_read(each.value) for each in state.results_in(use)]))
    ]


def writes_in_place(value: Value, state: Analysis) -> list[Use]:
    return [use for alias in state.aliases.of(value) for use in uses_of(alias) if state.is_in_place(use) and state.writes(use)]


def is_in_another_thread(write: Use, state: Analysis) -> bool:
    """Whether threads would write to what is not theirs alone."""
    here = parallel_region(write[0].block.parent, state)
    return any([parallel_region(value.block.parent if value.block is not None else None, state) is not here
                for value in state.found_behind(write, state.defines)])  # fmt: skip


def conflicts(read: Use, write: Use, state: Analysis) -> bool:
    definitions = state.definitions(read)
    if not definitions:
        return False
    if is_ordered(read, write, definitions, state):
        if happens_before(read[0], write[0], state) or read == write or exclude_each_other(read[0], write[0]):
            return False
    if are_apart(read, write, state):
        return False
    return any([would_be_hidden(definition, write, state) for definition in definitions])


def would_be_hidden(definition: Value, write: Use, state: Analysis) -> bool:
    """Whether a write may come behind a definition, and is not itself what defines."""
    maker = definition.op
    if maker is not None and (happens_before(write[0], maker, state) or write[0].is_inside(maker) and write[0] is not maker):
        return False
    if maker is None and not may_come_behind(write[0], definition.block):
        return False
    aliases = state.results_in(write)
    return not (len(aliases) == 1 and aliases[0].value is definition)


def happens_before(op: Operation, other: Operation, state: Analysis) -> bool:
    """Whether an operation, or one around it, runs before another one and not around it."""
    at: Operation | None = op
    while at is not None and not other.is_inside(at) and at is not other:
        if at.parent is not None and state.dominance.runs_before(at, other):
            return True
        at = at.parent_op
    return False


def may_come_behind(op: Operation, start: Block | None) -> bool:
    """Whether blocks lead from the start of one to an operation."""
    assert start is not None and start.parent is not None
    block = block_in(start.parent, op)
    return block is start or block is not None and block in post_order(start)


def block_in(region: Region, op: Operation) -> Block | None:
    """The block of a region that an operation is in."""
    return next((each.block for each in (op, *op.ancestors()) if each.parent is not None and each.block.parent is region), None)


def exclude_each_other(op: Operation, other: Operation) -> bool:
    """Whether two operations are in regions of one operation of which only one runs."""
    mine = {around: region for region, around in regions_around(op)}
    for region, around in regions_around(other):
        if around in mine:
            return mine[around] is not region and has_trait(around, "branch")
    return False


def regions_around(op: Operation) -> list[tuple[Region, Operation]]:
    regions, at = [], op
    while at.parent is not None and at.parent.parent is not None and at.parent.parent.parent is not None:
        regions.append((at.parent.parent, at.parent.parent.parent))
        at = at.parent.parent.parent
    return regions


# Whether the order in which operations stand is that in which they run


def is_ordered(read: Use, write: Use, definitions: list[Value], state: Analysis) -> bool:
    return not any([is_repeated(read, write, each, state) or is_in_cycle(read, write, each) for each in definitions])


def is_repeated(read: Use, write: Use, definition: Value, state: Analysis) -> bool:
    """Whether a read and a write run more often than what they both see was defined."""
    of_read = repeated_region(read[0].block.parent, state)
    of_definition = repeated_region(definition.block.parent if definition.block is not None else None, state)
    if of_read is of_definition:
        return False
    while of_read is not None:
        around = of_read.parent
        outer = repeated_region(around.block.parent, state) if around is not None and around.parent is not None else None
        if outer is of_definition:
            break
        of_read = outer
    loop = of_read.parent if of_read is not None else None
    return loop is not None and write[0].is_inside(loop) or loop is write[0]


def is_in_cycle(read: Use, write: Use, definition: Value) -> bool:
    """Whether blocks lead from a read to a write and back without coming by the definition."""
    start = definition.block
    assert start is not None
    for region in with_outer(read[0].block.parent):
        here, there = block_in(region, read[0]), block_in(region, write[0])
        if here is not None and there is not None and leads_to(here, there, start) and leads_to(there, here, start):
            return True
        if region is start.parent:
            break
    return False


def leads_to(block: Block, other: Block, without: Block) -> bool:
    return any([other in post_order(each, seen={without}) for each in successors(block) if each is not without])


def repeated_region(region: Region | None, state: Analysis) -> Region | None:
    """The innermost region around, this one among them, that runs more than once."""
    return next((each for each in with_outer(region) if state.model(around(each)).repeats(each)), None)


def parallel_region(region: Region | None, state: Analysis) -> Region | None:
    """The innermost region around, this one among them, that runs in several threads."""
    return next((each for each in with_outer(region) if state.model(around(each)).is_parallel(around(each))), None)


def around(region: Region) -> Operation:
    assert region.parent is not None
    return region.parent


def with_outer(region: Region | None) -> list[Region]:
    regions = []
    while region is not None and region.parent is not None:
        regions.append(region)
        region = region.parent.parent.parent if region.parent.parent is not None else None
    return regions


# Parts of a tensor


def are_apart(read: Use, write: Use, state: Analysis) -> bool:
    """Whether a read and a write of one memory are of different parts of it, or the write is of what is there already: an op that inserts
    what was extracted from the same place."""
    inserts = state.model(read[0]).inserts_into(read[0])
    if inserts is not None:
        inserted, into = inserts
        if read[1] == into and is_of_same_part(write, read[0], state):
            return True
        if read[1] == inserted and write == (read[0], into) and is_of_same_part(read, read[0], state):
            return True
    inserts = state.model(write[0]).inserts_into(write[0])
    if inserts is None or write[1] != inserts[1]:
        return False
    source = (write[0], inserts[0])
    return state.are_equivalent(operand(read), operand(source)) and is_of_same_part(source, write[0], state)


def is_of_same_part(use: Use, insertion: Operation, state: Analysis) -> bool:
    """Whether all that a use may lie in is extracted from where an operation inserts."""
    inserts = state.model(insertion).inserts_into(insertion)
    assert inserts is not None
    into = insertion.operands[inserts[1]]

    def is_extracted(value: Value) -> bool:
        maker = value.op
        if maker is None or maker.name != "tensor.extract_slice":
            return insertion.name == "bufferization.materialize_in_destination" and state.are_equivalent(value, into)
        return state.are_equivalent(maker.operands[0], into) and place_of(maker, 1) == place_of(insertion, 2)

    return all([is_extracted(value) for value in state.found_behind(use, is_extracted)])


def place_of(op: Operation, first: int) -> list[object]:
    """Offsets, sizes and strides of a part."""
    held: list[object] = [op.attributes.get(name) for name in ("static_offsets", "static_sizes", "static_strides")]
    return [*[getattr(each, "values", None) for each in held], *op.operands[first:]]
