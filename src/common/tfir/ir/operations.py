"""Operations, blocks and regions: the tree of a program, and its editing.

An operation has operands, results, attributes, regions and successors. Blocks hold operations in a doubly linked list, so that
inserting and removing take constant time. `Value.uses` lists one operation per operand slot that holds the value.

All fields are read-only and changed by methods (`rename`, `set_attribute`, `Value.retype`, `Block.append`, `Region.add_block` ...), which
keep uses and links right. So operations read from lines alike can share what they have in common (`Shared`) until one is changed.
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute, attribute
from tfir.ir.edits import edited
from tfir.ir.location import UNKNOWN
from tfir.ir.parts import NO_ATTRIBUTES, OpenBlock, OpenOperation, OpenRegion, OpenValue, ReadOnlyList, assign, read_only, refusing, splice
from tfir.ir.types import Type
from tfir.ir.uses import release
from tfir.ir.walking import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from types import MappingProxyType
    from typing import Any

    from tfir.ir.interfaces import ReadOnly
    from tfir.ir.location import AnyLocation
    from tfir.ir.parts import Shared


class Value(OpenValue):
    """A result of an operation, or an argument of a block (`owner` says which). `name` is a hint for printing, or None: the one field
    that may be written."""

    __slots__ = ()

    type: ReadOnly[Type]
    owner: ReadOnly[Operation | Block | None]
    index: ReadOnly[int]
    uses: ReadOnly[list[Operation]]
    name: str | None

    def __new__(cls, type: Type, owner: Operation | Block | None, index: int) -> Value:
        return _values((type,), owner, index)[0]

    __setattr__ = refusing("a value", "`retype`", but="name")

    @property
    def op(self) -> Operation | None:
        """The operation that this is a result of, or None for a block argument."""
        return self.owner if isinstance(self.owner, Operation) else None

    @property
    def block(self) -> Block | None:
        return self.owner.parent if isinstance(self.owner, Operation) else self.owner

    @property
    def users(self) -> list[Operation]:
        """The operations that use this value, each once."""
        return list(dict.fromkeys(self.uses))

    def replace_all_uses_with(self, new: Value) -> None:
        if new is self or not self.uses:
            return
        edited[0] = True
        alike = new.type is self.type
        for user in dict.fromkeys(self.uses):
            _set_operands(user, tuple([new if operand is self else operand for operand in user.operands]))
            if not alike:
                user._unshare()
        new.uses.extend(self.uses)
        assign(self, "uses", [])

    def retype(self, type: Type) -> None:
        if type is self.type:
            return
        edited[0] = True
        assign(self, "type", type)
        for op in (self.owner, *self.uses):
            if isinstance(op, Operation):
                op._unshare()

    def __repr__(self) -> str:
        of = self.owner.name if isinstance(self.owner, Operation) else "block argument"
        return f"<value {self.index} of {of} : {self.type}>"


def _values(types: Iterable[Type], owner: Operation | Block | None, first: int = 0) -> list[Value]:
    values = []
    for type in types:
        value: Any = OpenValue()
        value.type, value.owner, value.index, value.uses, value.name = type, owner, first, [], None
        value.__class__ = Value
        values.append(value)
        first += 1
    return values


class Operation(OpenOperation):
    """One operation. `attributes` holds inherent and discardable ones together; the definition knows which are which."""

    __slots__ = ()

    name: ReadOnly[str]
    operands: ReadOnly[tuple[Value, ...]]
    results: ReadOnly[tuple[Value, ...]]
    attributes: ReadOnly[MappingProxyType[str, Attribute]]
    shared: ReadOnly[Shared | None]
    _regions: ReadOnly[tuple[Region, ...] | None]
    successors: ReadOnly[tuple[Block, ...]]
    location: ReadOnly[AnyLocation]
    parent: ReadOnly[Block | None]
    next: ReadOnly[Operation | None]
    previous: ReadOnly[Operation | None]

    def __new__(
        cls, name: str, operands: Iterable[Value] = (), result_types: Iterable[Type] = (), attributes: Mapping[str, Any] | None = None,
        regions: Iterable[Region] = (), successors: Iterable[Block] = (), location: AnyLocation = UNKNOWN,
        block: Block | None = None, anchor: Operation | None = None,
    ) -> Operation:  # fmt: skip
        """An operation in front of `anchor` in `block`, or at its end without an anchor; without a block it stands nowhere. `attributes`
        may hold Python values of which `attribute` knows what they mean."""
        held = read_only({key: attribute(value) for key, value in attributes.items()}) if attributes else NO_ATTRIBUTES
        own, blocks = tuple(regions) if regions else (), tuple(successors) if successors else ()  # most have none
        op = operation_of_parts(name, tuple(operands), tuple(result_types), held, location, own, blocks, None, block, anchor)
        for region in own:
            _set_region_parent(region, op)
        return op

    @staticmethod
    def draft(
        name: str, operands: Iterable[Value], result_types: Iterable[Type] = (), attributes: Mapping[str, Any] | None = None
    ) -> Operation:
        """An operation that is no user of its operands, to ask what one like it would give."""
        op = Operation(name, (), result_types, attributes)
        assign(op, "operands", tuple(operands))
        return op

    __setattr__ = refusing("an operation", "`rename`, `set_attribute`, `set_operands`")

    @property
    def regions(self) -> tuple[Region, ...]:
        if self._regions is None:
            before = edited[0]
            self._unshare()
            edited[0] = before  # it says what it said
        return self._regions  # type: ignore[return-value]  # no longer None

    def _unshare(self) -> None:
        """From here on the operation says something of its own."""
        edited[0] = True
        shared = self.shared
        if shared is not None:
            assign(self, "shared", None)
            if self._regions is None:
                assign(self, "_regions", regions := shared.regions_at(self))
                for region in regions:
                    _set_region_parent(region, self)

    def share(self, shared: Shared) -> None:
        """From here on the operation's regions are those of `shared`, which others have as well that say the same."""
        edited[0] = True
        assign(self, "shared", shared)
        assign(self, "_regions", None if shared.regions else ())

    def rename(self, name: str) -> None:
        self._unshare()
        assign(self, "name", name)

    def set_location(self, location: AnyLocation) -> None:
        assign(self, "location", location)

    def set_attribute(self, name: str, value: Attribute) -> None:
        """Gives the operation an attribute, or one it has another value."""
        self.set_attributes(self.attributes | {name: value})

    def remove_attribute(self, name: str) -> Attribute | None:
        """Takes an attribute away. The attribute, or None where there is none of that name."""
        removed = self.attributes.get(name)
        if removed is not None:
            self.set_attributes({key: value for key, value in self.attributes.items() if key != name})
        return removed

    def update_attributes(self, attributes: Mapping[str, Attribute]) -> None:
        self.set_attributes(self.attributes | attributes)

    def set_attributes(self, attributes: Mapping[str, Attribute]) -> None:
        """Gives the operation these attributes and no others."""
        self._unshare()
        assign(self, "attributes", attributes if attributes.__class__ is read_only else read_only(dict(attributes)))

    def set_operands(self, values: Iterable[Value]) -> None:
        self._unshare()
        release(self)
        assign(self, "operands", tuple(values))
        for value in self.operands:
            value.uses.append(self)

    def set_operand(self, index: int, value: Value) -> None:
        self.set_operands([*self.operands[:index], value, *self.operands[index + 1 :]])

    def set_successors(self, blocks: Iterable[Block]) -> None:
        self._unshare()
        assign(self, "successors", tuple(blocks))

    def add_results(self, types: Iterable[Type]) -> None:
        """Further results behind those that there are."""
        self._unshare()
        assign(self, "results", (*self.results, *_values(types, self, len(self.results))))

    @property
    def result(self) -> Value:
        if len(self.results) != 1:
            raise ValueError(f"{self.name} has {len(self.results)} results, not one")
        return self.results[0]

    @property
    def dialect(self) -> str:
        return self.name.partition(".")[0]

    @property
    def block(self) -> Block:
        """The block that it stands in. Raises `ValueError` where it stands in none."""
        if self.parent is None:
            raise ValueError(f"{self.name} stands in no block")
        return self.parent

    @property
    def parent_op(self) -> Operation | None:
        return self.parent.parent.parent if self.parent is not None and self.parent.parent is not None else None

    @property
    def region(self) -> Region:
        return self.regions[0]

    @property
    def body(self) -> Block:
        """The first block of the first region."""
        return self.regions[0].blocks[0]

    def get(self, name: str, default: Any = None) -> Any:
        """The Python value of an attribute (`.value`, or the attribute itself where it has none)."""
        attribute = self.attributes.get(name)
        return default if attribute is None else getattr(attribute, "value", attribute)

    def walk(self, post_order: bool = False) -> Iterator[Operation]:
        """This operation and all inside it. In post-order an operation may be erased while it is visited."""
        return walk(self, post_order)

    def inside(self) -> list[Operation]:
        """All operations inside this one, in order."""
        operations: list[Operation] = []
        for region in self.regions:
            for block in region.blocks:
                op = block.first
                while True:  # not `while condition`: Python 3.11 specializes what runs once only at unconditional jumps back
                    if op is None:
                        break
                    operations.append(op)
                    if op._regions != ():
                        operations += op.inside()
                    op = op.next
        return operations

    def remove(self) -> Operation:
        """Takes the operation out of its block, whole."""
        block, before, after = self.parent, self.previous, self.next
        if block is None:
            return self
        edited[0] = True
        _set_parent(self, None)
        if before is None:
            block._ends[0] = after
        else:
            _set_next(before, after)
            _set_previous(self, None)
        if after is None:
            block._ends[1] = before
        else:
            _set_previous(after, before)
            _set_next(self, None)
        return self

    def erase(self) -> None:
        """Removes the operation and all inside it for good. Raises `ValueError` where a result is used outside."""
        self.remove()
        if self.operands or self._regions:
            self.drop_uses()
        for value in self.results:
            if value.uses:
                raise ValueError(f"{self.name} is erased while a result of it is used by {value.uses[0].name}")

    def drop_uses(self) -> None:
        """Lets go of all operands, here and inside."""
        edited[0] = True
        for inner in self.walk() if self._regions else (self,):  # regions that are shared use nothing from around them
            if inner.operands:
                release(inner)
                _set_operands(inner, ())

    def replace_with(self, values: Operation | Value | Sequence[Value]) -> None:
        """Every use of each result becomes a use of the matching value, or of an operation's matching result; then this operation is
        erased. Raises `ValueError` unless there are as many values as results."""
        replacements = values.results if isinstance(values, Operation) else [values] if isinstance(values, Value) else values
        if len(replacements) != len(self.results):
            raise ValueError(f"{self.name} has {len(self.results)} results but {len(replacements)} replacements")
        for result, replacement in zip(self.results, replacements):
            result.replace_all_uses_with(replacement)
        self.erase()

    def clone(self, mapping: dict[Any, Any] | None = None) -> Operation:
        """A copy with all regions. Operands and successors are what `mapping` (from values to values, from blocks to blocks) gives
        for them, if anything; the copy's own values and blocks are added to it."""
        mapping = {} if mapping is None else mapping
        new = operation_of_parts(
            self.name, tuple([mapping.get(v, v) for v in self.operands]), [v.type for v in self.results], self.attributes, self.location,
            (), tuple([mapping.get(b, b) for b in self.successors]),
        )  # fmt: skip
        for old_value, new_value in zip(self.results, new.results):
            mapping[old_value] = new_value
            new_value.name = old_value.name
        for region in self.regions:
            new.add_region(region.clone(mapping))
        return new

    def add_region(self, region: Region | None = None) -> Region:
        """Puts a region, or a new one without blocks, behind those that there are."""
        region = Region() if region is None else region
        _set_region_parent(region, self)
        regions = (*self.regions, region)
        self._unshare()
        assign(self, "_regions", regions)
        return region

    def take_regions(self) -> tuple[Region, ...]:
        """All regions, detached: they can go to other operations."""
        regions = self.regions
        self._unshare()
        assign(self, "_regions", ())
        for region in regions:
            _set_region_parent(region, None)
        return regions

    def ancestors(self) -> Iterator[Operation]:
        """The operations around this one, innermost first."""
        op = self.parent_op
        while op is not None:
            yield op
            op = op.parent_op

    def is_inside(self, other: Operation) -> bool:
        return self is other or any(around is other for around in self.ancestors())

    def __repr__(self) -> str:
        return f"<op {self.name}>"


def operation_of_parts(
    name: str, operands: tuple[Value, ...], result_types: Sequence[Type], attributes: Mapping[str, Attribute], location: AnyLocation,
    regions: tuple[Region, ...] | None = (), successors: tuple[Block, ...] = (), shared: Shared | None = None,
    block: Block | None = None, anchor: Operation | None = None,
) -> Operation:  # fmt: skip
    """An operation of parts that are as it keeps them, in `block` if one is given. `attributes` is read-only, or nothing else
    holds it. Regions are None while they are those of `shared`, else they say already whose they are."""
    op: Any = OpenOperation()
    op.name, op.operands = name, operands
    op.attributes, op.shared = attributes, shared
    op._regions, op.successors = regions, successors
    op.location, op.parent, op.next = location, block, anchor
    for operand in operands:
        operand.uses.append(op)
    if len(result_types) == 1:
        result: Any = OpenValue()  # as `_values` does: most operations have one result
        result.type, result.owner, result.index = result_types[0], op, 0
        result.uses, result.name = [], None
        result.__class__ = Value
        op.results = (result,)
    else:
        op.results = tuple(_values(result_types, op))
    if block is None:
        op.previous = None
    else:
        edited[0] = True
        ends = block._ends
        op.previous = previous = ends[1] if anchor is None else anchor.previous
        if previous is None:
            ends[0] = op
        else:
            _set_next(previous, op)
        if anchor is None:
            ends[1] = op
        else:
            _set_previous(anchor, op)
    op.__class__ = Operation
    return op  # type: ignore[no-any-return]  # it has just become one


# As `assign`, at half its cost: for what is done to most operations of a program.
_set_operands, _set_parent, _set_next, _set_previous = [
    OpenOperation.__dict__[field].__set__ for field in ("operands", "parent", "next", "previous")
]
_set_block_parent, _set_region_parent = [each.__dict__["parent"].__set__ for each in (OpenBlock, OpenRegion)]


class Block(OpenBlock):
    """Arguments, and operations in order. `label` is a hint for printing, or None: the one field that may be written."""

    __slots__ = ()

    arguments: ReadOnly[Sequence[Value]]
    _ends: ReadOnly[list[Operation | None]]  # the first operation and the last: a list, which is written to faster than a guarded field
    parent: ReadOnly[Region | None]
    label: str | None
    _argument_locations: ReadOnly[dict[Value, AnyLocation]]

    def __new__(cls, argument_types: Iterable[Type] = ()) -> Block:
        block: Any = OpenBlock()
        block.arguments = ReadOnlyList(_values(argument_types, block))
        block._ends, block._argument_locations, block.parent, block.label = [None, None], {}, None, None
        block.__class__ = Block
        return block  # type: ignore[no-any-return]  # it has just become one

    __setattr__ = refusing("a block", "`append`, `add_argument`", but="label")

    @property
    def first(self) -> Operation | None:
        return self._ends[0]

    @property
    def last(self) -> Operation | None:
        return self._ends[1]

    @property
    def argument_locations(self) -> Mapping[Value, AnyLocation]:
        """Where arguments came from that say so; others came from where the operation around the block did."""
        return read_only(self._argument_locations)

    def add_argument(self, type: Type, location: AnyLocation | None = None) -> Value:
        """A further argument behind the others."""
        value = Value(type, self, len(self.arguments))
        splice(self.arguments, value.index, None, [value])
        if location is not None:
            self.set_argument_location(value, location)
        return value

    def set_argument_location(self, argument: Value, location: AnyLocation) -> None:
        self._argument_locations[argument] = location

    def remove_argument(self, index: int) -> None:
        """Raises `ValueError` where the argument is used."""
        if self.arguments[index].uses:
            raise ValueError("a block argument is removed while it is used")
        splice(self.arguments, index, index + 1, ())
        for position, argument in enumerate(self.arguments):
            assign(argument, "index", position)

    def restore_argument(self, argument: Value) -> None:
        """Puts an argument that was removed behind the others."""
        assign(argument, "index", len(self.arguments))
        splice(self.arguments, argument.index, None, [argument])

    def insert_before(self, op: Operation, anchor: Operation | None = None) -> Operation:
        """Puts `op`, which stands nowhere, in front of `anchor`, or at the end when that is None."""
        edited[0] = True
        ends = self._ends
        previous = ends[1] if anchor is None else anchor.previous
        _set_parent(op, self)
        if previous is None:
            ends[0] = op
        else:
            _set_previous(op, previous)
            _set_next(previous, op)
        if anchor is None:
            ends[1] = op
        else:
            _set_next(op, anchor)
            _set_previous(anchor, op)
        return op

    append = insert_before

    def __iter__(self) -> Iterator[Operation]:
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    def __reversed__(self) -> Iterator[Operation]:
        op = self.last
        while op is not None:
            before = op.previous
            yield op
            op = before

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return True

    @property
    def terminator(self) -> Operation:
        """The last operation. Raises `ValueError` where there is none."""
        last = self._ends[1]
        if last is None:
            raise ValueError("the block is empty")
        return last

    @property
    def parent_op(self) -> Operation | None:
        return self.parent.parent if self.parent is not None else None

    def insert_behind(self, blocks: Iterable[Block]) -> None:
        """Puts blocks behind this one in its region. Raises `ValueError` where it stands in none."""
        if self.parent is None:
            raise ValueError("the block stands in no region")
        self.parent.insert_blocks(self.parent.blocks.index(self) + 1, blocks)


class Region(OpenRegion):
    """Blocks; the first is the entry."""

    __slots__ = ()

    blocks: ReadOnly[Sequence[Block]]
    parent: ReadOnly[Operation | None]

    def __new__(cls, blocks: Iterable[Block] = ()) -> Region:
        region: Any = OpenRegion()
        region.blocks, region.parent = ReadOnlyList(blocks), None
        for block in region.blocks:
            _set_block_parent(block, region)
        region.__class__ = Region
        return region  # type: ignore[no-any-return]  # it has just become one

    __setattr__ = refusing("a region", "`add_block`, `Operation.add_region`")

    def add_block(self, block: Block | None = None) -> Block:
        """Puts a block, or a new one, behind those that there are."""
        self.insert_blocks(len(self.blocks), added := [Block() if block is None else block])
        return added[0]

    def insert_blocks(self, index: int, blocks: Iterable[Block]) -> None:
        """Puts blocks in front of the one at `index`, or behind all."""
        added = tuple(blocks)
        splice(self.blocks, index, index, added)
        for block in added:
            _set_block_parent(block, self)

    def remove_blocks(self, blocks: Iterable[Block]) -> None:
        """Takes blocks out of the region, whole."""
        removed = set(blocks)
        splice(self.blocks, 0, None, [block for block in self.blocks if block not in removed])
        for block in removed:
            _set_block_parent(block, None)

    @property
    def entry(self) -> Block:
        return self.blocks[0]

    def walk(self, post_order: bool = False) -> Iterator[Operation]:
        """The operations in it and inside them."""
        for block in self.blocks:
            for op in block:
                yield from op.walk(post_order)

    def clone(self, mapping: dict[Any, Any]) -> Region:
        """A copy, with `mapping` as in `Operation.clone`. Uses of values that are defined later, as graph regions have them, are mended
        at the end."""
        copy = Region()
        for block in self.blocks:
            new = copy.add_block(Block([argument.type for argument in block.arguments]))
            new.label = block.label
            mapping[block] = new
            for old_value, new_value in zip(block.arguments, new.arguments):
                mapping[old_value] = new_value
                new_value.name = old_value.name
            new._argument_locations.update({mapping[v]: location for v, location in block.argument_locations.items() if v in mapping})
        clones = [mapping[block].append(op.clone(mapping)) for block in self.blocks for op in block]
        for op in clones:
            if any(value in mapping for value in op.operands):
                op.set_operands([mapping.get(value, value) for value in op.operands])
        return copy
