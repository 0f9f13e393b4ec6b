"""Operations and what holds them: the tree that a program is, and how it is edited.

An operation has operands, results, attributes, regions and successors. Blocks hold operations in a doubly linked list, so that
inserting and removing take constant time. `Value.uses` lists one operation per operand slot that holds the value.

Programs say the same thing over and over: operations that were read from lines alike share a `Mould`. Whoever changes one of
them, or so much as looks at its `attributes`, which can be changed, takes it out of its mould.
"""

from __future__ import annotations

from tfir.ir.attributes import Attribute, attribute
from tfir.ir.location import UNKNOWN
from tfir.ir.types import Type

# An operation that no dialect knows keeps the dictionary of `<{...}>` under this name, apart from its other attributes.
UNREGISTERED_PROPERTIES = "<>"


class Mould:
    """What operations without successors have in common that differ in their operands, results and places alone: the name, the
    types of operands and results, the attributes, and regions that use nothing from around them. What holds of one that depends
    on these holds of all. An operation gets regions of its own when somebody asks for them."""

    __slots__ = ("attributes", "regions")
    holds = 0  # how many look at the program now who will change nothing, so that looking makes no operation leave its mould

    def __init__(self, attributes: dict[str, Attribute], regions: tuple[Region, ...] = ()):
        self.attributes, self.regions = attributes, regions

    def regions_for(self, op: Operation) -> tuple[Region, ...]:
        regions = tuple([region.clone({}) for region in self.regions])
        for region in regions:
            region.parent = op
            for inner in region.walk():
                inner.location = op.location
            for block in region.blocks:
                block.argument_locations = dict.fromkeys(block.argument_locations, op.location) if block.argument_locations else None
        return regions


class Unedited:
    """While it lasts the program is looked at and not edited: `with Unedited(): ...`."""

    def __enter__(self):
        Mould.holds += 1

    def __exit__(self, *_):
        Mould.holds -= 1


class Value:
    """A result of an operation, or an argument of a block (`owner` says which). `name` is a hint for printing, or None."""

    __slots__ = ("type", "owner", "index", "uses", "name")

    def __init__(self, type: Type, owner, index: int, name: str | None = None):
        self.type, self.owner, self.index, self.name = type, owner, index, name
        self.uses: list[Operation] = []

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

    def replace_by(self, new: Value) -> None:
        """Every use of this value becomes a use of `new`."""
        if new is self:
            return
        alike = new.type is self.type
        for user in dict.fromkeys(self.uses):
            user._operands = tuple([new if operand is self else operand for operand in user._operands])
            if not alike:
                user.leave_mould()
        new.uses.extend(self.uses)
        self.uses = []

    def retype(self, type: Type) -> None:
        """Gives the value another type."""
        self.type = type
        for op in (self.owner, *self.uses):
            if isinstance(op, Operation):
                op.leave_mould()

    def __repr__(self):
        of = self.owner.name if isinstance(self.owner, Operation) else "block argument"
        return f"<value {self.index} of {of} : {self.type}>"


class Operation:
    """One operation. `attributes` holds inherent and discardable ones together; the definition knows which are which."""

    __slots__ = (
        "name", "_operands", "results", "_attributes", "mould", "_regions", "successors", "location", "parent", "next", "previous",
    )  # fmt: skip

    def __init__(self, name: str, operands=(), result_types=(), attributes=None, regions=(), successors=(), location=UNKNOWN):
        self.name = name
        self._operands = operands = tuple(operands)
        for value in operands:
            value.uses.append(self)
        self.results = [Value(type, self, index) for index, type in enumerate(result_types)]
        self._attributes: dict[str, Attribute] = {} if attributes is None else {k: attribute(v) for k, v in attributes.items()}
        self.mould: Mould | None = None
        self._regions: tuple[Region, ...] | None = tuple(regions)  # None while they are the mould's
        for region in self._regions:
            region.parent = self
        self.successors = tuple(successors)
        self.location = location
        self.parent: Block | None = None
        self.next: Operation | None = None
        self.previous: Operation | None = None

    @property
    def attributes(self) -> dict[str, Attribute]:
        """The attributes, to read and to change. `get` and `_attributes` are for reading alone."""
        if self.mould is not None and not Mould.holds:
            self.leave_mould()
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: dict[str, Attribute]) -> None:
        self._attributes, self.mould = attributes, None

    @property
    def regions(self) -> tuple[Region, ...]:
        if self._regions is None:
            self.leave_mould()
        return self._regions

    @regions.setter
    def regions(self, regions: tuple[Region, ...]) -> None:
        self.leave_mould()
        self._regions = regions

    def leave_mould(self) -> None:
        """The operation will be unlike those that were read with it."""
        mould = self.mould
        if mould is not None:
            self._attributes, self.mould = dict(self._attributes), None
            if self._regions is None:
                self._regions = mould.regions_for(self)

    def rename(self, name: str) -> None:
        """Makes it an operation of another name."""
        self.leave_mould()
        self.name = name

    @property
    def operands(self) -> tuple[Value, ...]:
        return self._operands

    @operands.setter
    def operands(self, values) -> None:
        self.leave_mould()
        for value in self._operands:
            value.uses.remove(self)
        self._operands = tuple(values)
        for value in self._operands:
            value.uses.append(self)

    def set_operand(self, index: int, value: Value) -> None:
        self.operands = [*self._operands[:index], value, *self._operands[index + 1 :]]

    @property
    def result(self) -> Value:
        """The only result."""
        if len(self.results) != 1:
            raise ValueError(f"{self.name} has {len(self.results)} results, not one")
        return self.results[0]

    @property
    def dialect(self) -> str:
        return self.name.partition(".")[0]

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

    def get(self, name: str, default=None):
        """The Python value of an attribute (`.value`, or the attribute itself where it has none)."""
        found = self._attributes.get(name)
        return default if found is None else getattr(found, "value", found)

    def walk(self, post_order: bool = False):
        """This operation and all inside it. In post-order an operation may be erased while it is visited."""
        if not post_order:
            yield self
        for region in self.regions:
            for block in region.blocks:
                op = block.first
                while op is not None:
                    following = op.next if post_order else None
                    if op.regions:
                        yield from op.walk(post_order)
                    else:
                        yield op
                    op = following if post_order else op.next
        if post_order:
            yield self

    def inside(self) -> list[Operation]:
        """All operations inside this one, in order."""
        found: list[Operation] = []
        for region in self.regions:
            for block in region.blocks:
                op = block.first
                while op is not None:
                    found.append(op)
                    if op._regions or op._regions is None:
                        found += op.inside()
                    op = op.next
        return found

    def remove(self) -> Operation:
        """Takes the operation out of its block, whole."""
        block = self.parent
        if block is not None:
            before, after = self.previous, self.next
            if before is None:
                block.first = after
            else:
                before.next = after
            if after is None:
                block.last = before
            else:
                after.previous = before
            self.parent = self.next = self.previous = None
        return self

    def erase(self) -> None:
        """Removes the operation and all inside it for good. Its results must have no uses left outside."""
        self.remove()
        self.drop_uses()
        for value in self.results:
            if value.uses:
                raise ValueError(f"{self.name} is erased while a result of it is used by {value.uses[0].name}")

    def drop_uses(self) -> None:
        """Lets go of all operands, here and inside."""
        for inner in self.walk() if self._regions is None or self._regions else (self,):
            for value in inner._operands:
                value.uses.remove(inner)
            inner._operands = ()

    def replace_by(self, values) -> None:
        """Every use of each result becomes a use of the matching value; then the operation is erased."""
        values = values.results if isinstance(values, Operation) else [values] if isinstance(values, Value) else values
        if len(values) != len(self.results):
            raise ValueError(f"{self.name} has {len(self.results)} results but {len(values)} replacements")
        for old, new in zip(self.results, values):
            old.replace_by(new)
        self.erase()

    def clone(self, mapping: dict | None = None) -> Operation:
        """A copy with all regions. Operands (and successors) found in `mapping` are replaced; it learns the new values."""
        mapping = {} if mapping is None else mapping
        new = Operation(
            self.name, [mapping.get(v, v) for v in self._operands], [v.type for v in self.results], None, (),
            [mapping.get(b, b) for b in self.successors], self.location,
        )  # fmt: skip
        new.attributes = dict(self._attributes)
        for old_value, new_value in zip(self.results, new.results):
            mapping[old_value] = new_value
            new_value.name = old_value.name
        for region in self.regions:
            new.add_region(region.clone(mapping))
        return new

    def add_region(self, region: Region | None = None) -> Region:
        region = Region() if region is None else region
        region.parent = self
        self.regions = (*self.regions, region)
        return region

    def take_region(self) -> Region:
        """The last region, detached: it can go to another operation."""
        *rest, region = self.regions
        self.regions, region.parent = tuple(rest), None
        return region

    def is_before(self, other: Operation) -> bool:
        """Whether this operation stands before `other` in the same block."""
        op = self.next
        while op is not None:
            if op is other:
                return True
            op = op.next
        return False

    def ancestors(self):
        """The operations around this one, innermost first."""
        op = self.parent_op
        while op is not None:
            yield op
            op = op.parent_op

    def is_inside(self, other: Operation) -> bool:
        return self is other or any(around is other for around in self.ancestors())

    def __repr__(self):
        return f"<op {self.name}>"


class Block:
    """Arguments, and operations in order."""

    __slots__ = ("arguments", "first", "last", "parent", "label", "argument_locations")

    def __init__(self, argument_types=()):
        self.arguments = [Value(type, self, index) for index, type in enumerate(argument_types)]
        self.first: Operation | None = None
        self.last: Operation | None = None
        self.parent: Region | None = None
        self.label: str | None = None
        self.argument_locations: dict[Value, object] | None = None  # of the arguments that came with one

    def add_argument(self, type: Type, name: str | None = None, location=None) -> Value:
        value = Value(type, self, len(self.arguments), name)
        self.arguments.append(value)
        if location is not None:
            if self.argument_locations is None:
                self.argument_locations = {}
            self.argument_locations[value] = location
        return value

    def remove_argument(self, index: int) -> None:
        value = self.arguments.pop(index)
        if value.uses:
            raise ValueError("a block argument is removed while it is used")
        for position, argument in enumerate(self.arguments):
            argument.index = position

    def append(self, op: Operation) -> Operation:
        op.parent, op.previous = self, self.last
        if self.last is None:
            self.first = op
        else:
            self.last.next = op
        self.last = op
        return op

    def insert_before(self, op: Operation, anchor: Operation | None) -> Operation:
        """Puts `op` in front of `anchor`, or at the end when that is None."""
        if anchor is None:
            return self.append(op)
        before = anchor.previous
        op.parent, op.previous, op.next = self, before, anchor
        anchor.previous = op
        if before is None:
            self.first = op
        else:
            before.next = op
        return op

    def __iter__(self):
        op = self.first
        while op is not None:
            following = op.next
            yield op
            op = following

    def __reversed__(self):
        op = self.last
        while op is not None:
            before = op.previous
            yield op
            op = before

    def __len__(self):
        return sum(1 for _ in self)

    def __bool__(self):
        return True

    @property
    def parent_op(self) -> Operation | None:
        return self.parent.parent if self.parent is not None else None

    @property
    def terminator(self) -> Operation | None:
        return self.last


class Region:
    """Blocks; the first is the entry."""

    __slots__ = ("blocks", "parent")

    def __init__(self, blocks=()):
        self.blocks: list[Block] = []
        self.parent: Operation | None = None
        for block in blocks:
            self.add_block(block)

    def add_block(self, block: Block | None = None) -> Block:
        block = Block() if block is None else block
        block.parent = self
        self.blocks.append(block)
        return block

    @property
    def entry(self) -> Block:
        return self.blocks[0]

    def walk(self, post_order: bool = False):
        """The operations in it and inside them."""
        for block in self.blocks:
            for op in block:
                yield from op.walk(post_order)

    def clone(self, mapping: dict) -> Region:
        """A copy. Uses of values that are defined later, as graph regions have them, are mended at the end."""
        copy = Region()
        for block in self.blocks:
            new = copy.add_block(Block([argument.type for argument in block.arguments]))
            new.label = block.label
            mapping[block] = new
            for old_value, new_value in zip(block.arguments, new.arguments):
                mapping[old_value] = new_value
                new_value.name = old_value.name
            known = block.argument_locations
            new.argument_locations = known and {mapping[argument]: known[argument] for argument in block.arguments if argument in known}
        clones = [mapping[block].append(op.clone(mapping)) for block in self.blocks for op in block]
        for op in clones:
            if any(value in mapping for value in op._operands):
                op.operands = [mapping.get(value, value) for value in op._operands]
        return copy


def module_op(location=UNKNOWN) -> Operation:
    """An empty `builtin.module`."""
    return Operation("builtin.module", regions=[Region([Block()])], location=location)
