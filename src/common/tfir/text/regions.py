"""Regions of ops with custom forms, where text may leave out what a region must have: its block, or its terminator."""

from __future__ import annotations

from tfir.ir.operations import Block, Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfir.text.parser import Argument, OperationState, Parser


def region_with_block(parser: Parser, state: OperationState, arguments: Iterable[Argument] = ()) -> Block:
    """Reads a region of the op that is being read, with a block even where nothing is written in it. Returns its first block."""
    region = parser.region(arguments, for_op=parser.lookup(state.name))
    state.regions.append(region)
    return region.entry if region.blocks else region.add_block()


def terminated_block(
    parser: Parser, state: OperationState, terminator: str, start: int, arguments: Iterable[Argument] = (), takes_others: bool = False
) -> Operation:
    """Reads a region of a single block, which gets its terminator where none is written, and returns that. Raises Error at `start` for
    more blocks, and for another terminator unless it `takes_others`."""
    block = region_with_block(parser, state, arguments)
    if len(state.regions[-1].blocks) > 1:
        raise parser.error_in_op("expects a single block region", start)
    last = block.last
    definition = parser.lookup(last.name) if last is not None else None
    if last is None or definition is None or "terminator" not in definition.traits:
        return block.append(Operation(terminator, location=state.location))
    if last.name != terminator and not takes_others:
        raise parser.error_in_op(f"expects a {terminator} terminator", start)
    return last
