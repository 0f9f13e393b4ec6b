"""What commands read and write, and which of them have a barrier between them."""

from __future__ import annotations

from tfir.dialects.iree_ll_seq import rows_of
from tfir.execution.sequencer import CHOICES, VIEWS
from tfir.ir.operations import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    Access = tuple[Value | str, int, float, bool]  # of what, bytes from and to, whether it writes

EVERYTHING = float("inf")
ARENA_SLICE = "iree_ll_seq.arena_slice"


def region(value: Value, offset: int, length: int | None, is_written: bool) -> Access:
    """What a command uses: bytes of an allocation, or of slices of one for each unit of what their sizes count."""
    end: float = EVERYTHING if length is None else offset + length
    while value.op is not None and value.op.name in VIEWS:
        if value.op.name == ARENA_SLICE:
            return value, 0, EVERYTHING, is_written
        if value.op.name.endswith("_slice"):
            begin = value.op.get("offset")
            offset, end = offset + begin, min(end + begin, begin + value.op.get("length"))
        value = value.op.operands[0]
    return value, offset, end, is_written


def conflict(one: Access, other: Access) -> bool:
    """Whether one of two commands writes what the other uses."""
    values = [each[0] for each in (one, other) if not isinstance(each[0], str)]
    is_same = one[0] is other[0] or any(map(is_chosen, values)) or (len(values) == 2 and may_share(*values))
    return is_same and (one[3] or other[3]) and one[1] < other[2] and other[1] < one[2]


def may_share(one: Value, other: Value) -> bool:
    """Whether two buffers are one of an arena, or two that are not needed at one step."""
    if (
        one.op is None
        or other.op is None
        or {one.op.name, other.op.name} != {ARENA_SLICE}
        or one.op.operands[0] is not other.op.operands[0]
    ):
        return False
    arena, numbers = one.op.operands[0].op, [value.op.get("buffer") for value in (one, other) if value.op is not None]
    assert arena is not None, "it is verified"
    spans = [[row[2:] for row in rows_of(arena.attributes["spans"]) if row[0] == number] for number in numbers]
    return numbers[0] == numbers[1] or not any([a[0] <= b[1] and b[0] <= a[1] for a in spans[0] for b in spans[1]])


def is_chosen(value: Value) -> bool:
    return value.op is not None and value.op.name in CHOICES
