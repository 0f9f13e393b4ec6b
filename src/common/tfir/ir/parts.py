"""Parts of operations, blocks and regions: fields and lists that only these change, and the data that equal operations share."""

from __future__ import annotations

from tfir.ir.edits import edited

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from types import MappingProxyType
    from typing import Any, NoReturn

    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation, Region

# An operation that no dialect knows keeps the dictionary of `<{...}>` under this name, apart from its other attributes.
UNREGISTERED_PROPERTIES = "<>"

# What Python shows of a dictionary that only its owner may change; `import types` takes longer.
read_only: type[MappingProxyType[Any, Any]] = type(type.__dict__)
NO_ATTRIBUTES: Mapping[str, Attribute] = read_only({})

assign = object.__setattr__  # how methods write a field that is read-only for all others


def refusing(what: str, methods: str, but: str = "") -> Callable[[object, str, object], None]:
    """A `__setattr__` by which the fields of `what` are read-only, `but` for one. The error names methods that change them."""

    def write(self: object, field: str, content: object, /) -> None:
        if field != but:
            raise AttributeError(f"the {field} of {what} is changed by a method, such as {methods}")
        assign(self, field, content)

    return write


# Values, operations, blocks and regions while they are made: all their fields can be written, until their class becomes that of
# `operations.py`, whose fields can not.


class OpenValue:
    __slots__ = ("type", "owner", "index", "uses", "name")


class OpenOperation:
    __slots__ = (
        "name", "operands", "results", "attributes", "shared", "_regions", "successors", "location", "parent", "next", "previous",
    )  # fmt: skip


class OpenBlock:
    __slots__ = ("arguments", "_ends", "parent", "label", "_argument_locations")


class OpenRegion:
    __slots__ = ("blocks", "parent")


def _refuse(items: Sequence[Any], *_: object, **__: object) -> NoReturn:
    raise TypeError("arguments and blocks are changed by methods of what holds them, such as `add_argument` and `add_block`")


class ReadOnlyList(list["Any"]):
    """A list that only its owner changes, by `splice`. It is as fast to read as any list, and what is added to it is not copied again for
    each, as tuples would be."""

    __slots__ = ()

    append = extend = insert = pop = remove = clear = sort = reverse = _refuse
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse


def splice(items: Sequence[Any], start: int, stop: int | None, new: Iterable[Any]) -> None:
    """Puts other items in the place of those from `start` to `stop`, or to the end."""
    edited[0] = True
    list.__setitem__(items, slice(start, stop), new)  # type: ignore[call-overload]  # a `ReadOnlyList`


class Shared:
    """The data shared by operations that are equal but for their operands, results and places. It stands for their name, the types of their
    operands and results, and their attributes, so caches use it as a key. `regions`, if there are any, use nothing from around them; an
    operation gets its own copy when it is asked for it."""

    __slots__ = ("regions",)

    def __init__(self, regions: tuple[Region, ...] = ()):
        self.regions = regions

    def regions_at(self, op: Operation) -> tuple[Region, ...]:
        """A copy of the regions, located where `op` is."""
        regions = tuple([region.clone({}) for region in self.regions])
        for region in regions:
            for inner in region.walk():
                inner.set_location(op.location)
            for block in region.blocks:
                for argument in block.argument_locations:
                    block.set_argument_location(argument, op.location)
        return regions
