"""The orders in which the uses of values stand in MLIR's memory, the newest in front. A file says those that reading it would not give."""

from __future__ import annotations

from tfir.bytecode.stream import Cursor, flagged, varint
from tfir.ir.parts import assign

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfir.ir.operations import Operation, Value


class Order:
    """The order that a file says of the uses of a value: the place of each, the last one in the program first, or `is_pairs` of place and
    number of those that stand elsewhere. `index` is the value's among those that are defined together."""

    __slots__ = ("index", "is_pairs", "numbers", "at")

    def __init__(self, index: int, is_pairs: bool, numbers: list[int], at: int):
        self.index, self.is_pairs, self.numbers, self.at = index, is_pairs, numbers, at


def read_orders(c: Cursor, values: int) -> list[Order]:
    """Reads the orders of some of the values that are defined together."""
    return [_read_order(c, values) for _ in range(c.count("values") if values != 1 else 1)]


def _read_order(c: Cursor, values: int) -> Order:
    at = c.at
    index = c.varint() if values != 1 else 0
    if index >= values:
        raise c.error(f"invalid value index: {index}", at)
    head = c.varint()
    if head >> 1 > c.left:
        raise c.error(f"{head >> 1} indices do not fit into {c.left} bytes", at)
    return Order(index, bool(head & 1), [c.varint() for _ in range(head >> 1)], at)


def follow(order: Order, value: Value, c: Cursor) -> None:
    """Puts the uses of a value into an order, once all of them are there."""
    count = len(value.uses)
    places = list(range(count)) if order.is_pairs else order.numbers
    if order.is_pairs:
        for place, number in zip(order.numbers[::2], order.numbers[1::2]):
            if number >= count:
                raise c.error("the order of uses has an index that there is not", order.at)
            places[number] = place
    if sorted(places) != list(range(count)):
        raise c.error(f"the order of uses is none of {count}", order.at)
    last_first = value.uses[::-1]
    newest_first = [use for _, use in sorted(zip(places, last_first), key=lambda pair: pair[0])]
    assign(value, "uses", newest_first[::-1])


def orders_of(values: Sequence[Value], numbers: Mapping[Operation, int]) -> bytes:
    """What is to be written of the orders of the uses of some values; empty where nothing is. `numbers` are those of all operations."""
    entries = [(index, order) for index, value in enumerate(values) if len(value.uses) > 1 and (order := _order(value, numbers))]
    if not entries:
        return b""
    pieces = [] if len(values) == 1 else [varint(len(entries))]
    for index, order in entries:
        moved = [(position, number) for number, position in enumerate(order) if position != number]
        is_pairs = len(moved) < len(order) // 2
        if len(values) != 1:
            pieces.append(varint(index))
        listed = [number for pair in moved for number in pair] if is_pairs else order
        pieces += [flagged(len(listed), is_pairs), *map(varint, listed)]
    return b"".join(pieces)


def _order(value: Value, numbers: Mapping[Operation, int]) -> list[int] | None:
    """Where each use stands, the last one in the program first; None where they stand in that order."""
    places = [numbers.get(use, 0) for use in value.uses]
    if all([before <= after for before, after in zip(places, places[1:])]):
        return None
    # Of the uses by one operation the first is the oldest.
    newest_first = [(place, number) for number, place in enumerate(places)][::-1]
    return sorted(range(len(newest_first)), key=lambda index: newest_first[index], reverse=True)
