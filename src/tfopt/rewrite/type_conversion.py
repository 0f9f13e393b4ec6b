"""Dialect conversions that change the types of values, as from `index` to `i64` or from a buffer to its descriptor.

    convert_types(module, types, patterns, illegal=["cf"])      # types[type]: what becomes of a type, the type itself, or None: nothing

A pattern asks for its operands as they are in the new types (`converted`), and answers with values of new types (`replace`, `become`).
Operations that no pattern takes keep theirs. Where the two meet there are `builtin.unrealized_conversion_cast`s, right behind what makes
the value, and only there: a cast back and forth is none, and one without uses goes. That is what MLIR's driver leaves, cast for cast.

A result that an operation gives in a new type, in its place, is the same `Value`, so that most of a program is converted without one
cast being built. Which of its uses are by operations that have stayed is seen at the end (`_finish`).
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.uses import replace_uses_by

from tfopt.rewrite import trace
from tfopt.rewrite.conversion import DEEPEST, ILLEGAL, Conversion, ConversionTarget, failure, raise_failures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any

    from tfir.ir.attributes import Attribute
    from tfir.ir.diagnostics import Diagnostic
    from tfir.ir.types import Type

    from tfopt.rewrite.pattern import RewritePattern

    Packing = Callable[["TypeConversion", Any, Type, list[Value]], Value]  # of the old type, the new one and the parts

CAST = "builtin.unrealized_conversion_cast"


def convert_types(
    root: Operation,
    types: Mapping[Type, Type | None],
    patterns: Iterable[RewritePattern],
    illegal: Iterable[str] = (),
    *,
    shares_casts: bool = True,
) -> None:
    """Converts what patterns take. Raises one error with a diagnostic for each op that is left of the dialects and ops that are illegal.
    Without shared casts each operand that is asked for has one of its own, as in MLIR's driver when it takes nothing back."""
    raise_failures(TypeConversion(types, patterns, ConversionTarget(illegal=illegal), shares_casts).run(root))


class TypeConversion(Conversion):
    """Converts operation after operation, outer ones first. What no pattern takes stays, unless the target calls it illegal."""

    def __init__(
        self, types: Mapping[Type, Type | None], patterns: Iterable[RewritePattern], target: ConversionTarget, shares_casts: bool = True
    ):
        super().__init__(target, patterns, full=False)
        self.types, self.shares_casts = types, shares_casts
        self._before: dict[Value, Type] = {}  # what a value was until it got another type where it stands
        self._casts: dict[Value, list[Value]] = {}  # values of old types, and what they are as values of new ones
        self._built: list[Operation] = []  # all casts that are ours
        self._back: dict[tuple[Value, Type], Value] = {}  # casts back to old types, which stand in front of the others in the end
        self._chained: dict[Value, Value] = {}  # the last cast back of a value
        self._stayed: set[Operation] = set()
        self._unpacked: dict[Value, tuple[list[Value], Packing, Operation]] = {}

    def run(self, root: Operation, staying: Collection[Operation] = ()) -> dict[Operation, list[Diagnostic]]:
        work = [(op, 0) for op in [root, *root.inside()] if op not in staying][::-1]
        with self:
            while work:
                op, depth = work.pop()
                if op.parent is None and op is not root:
                    continue
                patterns = self.patterns.get(op.name)
                if patterns is not None and depth < DEEPEST and self._rewritten(op, patterns):
                    work += [(created, depth + 1) for created in reversed(self.created) if created.name in self.patterns]
                else:
                    self._stays(op)
        self._finish()
        return self.failures

    def _rewritten(self, op: Operation, patterns: list[RewritePattern]) -> bool:
        self.refusals = []
        if op.parent is not None:
            self.set_insertion_point(op)
        for pattern in patterns:
            try:
                if pattern.match_and_rewrite(op, self):
                    if trace.told["fired"]:
                        trace.fired(pattern, op)
                    return True
                self.refuse(pattern, op, "declines")
            except Error as error:
                self.refuse(pattern, op, f"fails: {error}")
        return False

    def _stays(self, op: Operation) -> None:
        self._stayed.add(op)
        if not self.target.verdicts:
            return
        verdict, reason = self.target.verdict(op)
        if verdict == ILLEGAL:
            self.failures[op] = [failure(op, verdict, reason, self.refusals)]

    # Values in new types

    def converted(self, values: Iterable[Value]) -> list[Value] | None:
        """The values in the types that theirs become; None where one has none."""
        types = self.types
        values = list(values)
        for value in values:
            if types[value.type] is None:
                return None
        return [value if types[value.type] is value.type else self._as_new(value) for value in values]

    def converted_types(self, values: Iterable[Value]) -> list[Type] | None:
        """The types that those of values become; None where one has none."""
        new: list[Type] = []
        for value in values:
            type = self.types[value.type]
            if type is None:
                return None
            new.append(type)
        return new

    def type_before(self, value: Value) -> Any:
        """The type that a value had, which may have another one by now where it stands: of whatever class the pattern knows it to be."""
        return self._before.get(value, value.type)

    def _as_new(self, value: Value) -> Value:
        type = self.types[value.type]
        assert type is not None, "it was asked before"
        source: Value | None = value
        while source is not None:
            if source.type is type:
                return source
            source = _uncast(source)
        casts = self._casts.setdefault(value, [])
        if not casts or not self.shares_casts:
            casts.append(self._cast_of_parts(value, type) if value in self._unpacked else self._cast(value, type))
        return casts[-1]

    def _converts(self, value: Value, new: Value) -> None:
        """Lets what was asked for as a value of a new type be a value of that type."""
        for cast in self._casts.pop(value, ()):
            if cast.type is new.type:
                cast.replace_all_uses_with(new)

    def _cast_of_parts(self, value: Value, type: Type) -> Value:
        """A cast of what stands for an argument in parts: behind all that stand for one, in front of others asked for before. One that is
        not shared stands in front of the block."""
        lowest = self._unpacked[value][2]
        block = lowest.block
        before = lowest.next if self.shares_casts else block.first
        op = Operation(CAST, (value,), (type,), None, (), (), lowest.location, block, before)
        self._built.append(op)
        return op.results[0]

    def _cast(self, value: Value, type: Type) -> Value:
        """A new cast right behind what makes the value."""
        owner = value.owner
        assert owner is not None
        if isinstance(owner, Operation):
            block, anchor, location = owner.block, owner.next, owner.location
        else:
            block, anchor = owner, owner.first
            location = self.builder.location
        op = Operation(CAST, (value,), (type,), None, (), (), location, block, anchor)
        self._built.append(op)
        return op.results[0]

    # Edits

    def become(
        self, op: Operation, name: str, operands: Iterable[Value], types: Sequence[Type], attributes: Mapping[str, Attribute]
    ) -> bool:
        """Lets an operation be another one where it stands: with these operands, results of these types, these attributes."""
        op.rename(name)
        new = tuple(operands)
        if new != op.operands:
            op.set_operands(new)
        op.set_attributes(attributes)
        for result, type in zip(op.results, types):
            if result.type is not type:
                self._retype(result, type)
        return True

    def _retype(self, value: Value, type: Type) -> None:
        self._before.setdefault(value, value.type)
        value.retype(type)
        self._converts(value, value)

    def replace(self, op: Operation, values: Iterable[Value]) -> bool:
        for result, value in zip(op.results, values, strict=True):
            if result.uses:
                self._hand_over(result, value)
        op.erase()
        return True

    def _hand_over(self, old: Value, new: Value) -> None:
        if old.type is not new.type:
            if new.uses or new in self._before or new.op not in self.created:
                new = self._as_old(new, old.type)  # it is more than this value
            else:
                self._before[new] = old.type
        if old.name is not None and new.name is None:
            new.name = old.name
        self._converts(old, new)
        old.replace_all_uses_with(new)

    def _as_old(self, value: Value, type: Type) -> Value:
        source: Value | None = value
        while source is not None:
            if source.type is type:
                return source
            source = _uncast(source)
        back = self._back.get((value, type))
        if back is None:
            back = self._back[value, type] = self._cast(value, type)
        return back

    def convert_arguments(self, block: Block) -> bool:
        """Gives the arguments of a block new types, each one; whether all of them have one."""
        if self.converted_types(block.arguments) is None:
            return False
        for argument in block.arguments:
            type = self.types[argument.type]
            if type is not argument.type and type is not None:
                self._retype_argument(argument, type)
        return True

    def _retype_argument(self, argument: Value, type: Type) -> None:
        """As MLIR's driver does, with a cast back at once, which goes at the end unless it has uses."""
        old = argument.type
        users = argument.users
        asked = self._of_casts(argument)
        argument.retype(type)
        self._converts(argument, argument)
        if users:
            back = self._cast(argument, old)
            staying = [user for user in users if user is not back.op and user not in asked]
            replace_uses_by(staying, argument, back)

    def convert_signature(self, block: Block, types: Sequence[Sequence[Type]], packed: Packing) -> None:
        """Gives a block other arguments: for each that there is those of some types. Of several, or of one that is no value of the type
        which the old one becomes, `packed` makes that, if anything asks for it."""
        if all([len(new) == 1 and new[0] is self.types[old.type] for old, new in zip(block.arguments, types)]):
            self.convert_arguments(block)
            return
        olds, before = list(block.arguments), len(self._built)
        for old, new in zip(olds, types):
            arguments = [block.add_argument(type, block.argument_locations.get(old)) for type in new]
            arguments[0].name = old.name if len(new) == 1 else None
            if not old.uses:
                continue
            if len(new) == 1 and new[0] is old.type:
                old.replace_all_uses_with(arguments[0])
            elif len(new) == 1 and new[0] is self.types[old.type]:
                self._replace_argument(old, self._cast(arguments[0], old.type), arguments[0])
            else:
                joined = self._joined(block, arguments, old)
                self._unpacked[joined] = (arguments, packed, self._built[before])  # the first that was put in front of the block is lowest
        for _ in olds:
            block.remove_argument(0)

    def _replace_argument(self, old: Value, new: Value, converted: Value) -> None:
        self._converts(old, converted)
        old.replace_all_uses_with(new)

    def _joined(self, block: Block, arguments: list[Value], old: Value) -> Value:
        """Stands for an old argument until it is known who uses it."""
        op = Operation(CAST, arguments, (old.type,), None, (), (), self.builder.location, block, block.first)
        self._built.append(op)
        casts = self._casts.pop(old, None)
        old.replace_all_uses_with(op.results[0])
        if casts is not None:
            self._casts[op.results[0]] = casts
        return op.results[0]

    def _pack(self) -> None:
        """Builds the values that were asked for of arguments in parts: in front of the cast to their new type, which they take the place
        of, else where the old one would be."""
        for old, (arguments, packed, _) in self._unpacked.items():
            type, asked = self.types[old.type], self._casts.get(old, [])
            assert type is not None and old.op is not None, "the block has been given other arguments"
            asked = asked if self.shares_casts else [cast for cast in asked if cast.uses]
            places = [cast.op for cast in asked]
            users = [user for user in old.users if user not in self._of_casts(old)]
            for place in places or ([old.op] if users else []):
                assert place is not None, "casts are operations"
                self.set_insertion_point(place)
                value = packed(self, old.type, type, arguments)
                for cast in asked:
                    if cast.op is place:
                        cast.replace_all_uses_with(value)
                if users:
                    old.replace_all_uses_with(self.builder.value(CAST, [value], old.type))
                    users = []

    def _of_casts(self, value: Value) -> list[Operation | None]:
        return [cast.op for cast in self._casts.get(value, ())]

    # The end

    def _chain_back(self) -> None:
        """Casts of one value to several old types: each is made of the one before, right behind it, as MLIR's driver finds them."""
        for (source, _), back in self._back.items():
            if back.op is None or not back.uses:
                continue
            last = self._chained.get(source, source)
            block = last.block
            assert block is not None
            back.op.set_operands([last])
            block.insert_before(back.op.remove(), block.first if last.op is None else last.op.next)
            self._chained[source] = back

    def _finish(self) -> None:
        """Casts back to old types for what has stayed; casts that nothing uses go."""
        self._pack()
        for value, type in self._before.items():
            users = [user for user in value.users if user in self._stayed]
            if users:
                back = self._chained[value] = self._cast(value, type)
                replace_uses_by(users, value, back)
        self._chain_back()
        for cast in reversed(self._built):
            if cast.parent is not None and not cast.results[0].uses:
                cast.erase()


def _uncast(value: Value) -> Value | None:
    """What a cast of one value makes the value of; None where none does."""
    op = value.owner
    return op.operands[0] if isinstance(op, Operation) and op.name == CAST and len(op.operands) == 1 == len(op.results) else None
