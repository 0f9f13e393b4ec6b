"""Optional ways to print: names of values from their locations, and comments that list the users of each value."""

from __future__ import annotations

from tfir.ir.location import NameLocation, resolve
from tfir.ir.operations import Block, Operation, Value
from tfir.text.aliases import parts
from tfir.text.naming import Naming
from tfir.text.printer import Printer, PrintOptions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import AnyLocation
    from tfir.text.interfaces import Lookup


class SpecialNaming(Naming):
    """Names of values as their locations have them, and numbers for operations without results, so that they can be told as users."""

    __slots__ = ("ids", "from_locations", "with_ids")

    def __init__(self, root: Operation, lookup: Lookup, generic: bool, unique: bool, from_locations: bool, with_ids: bool):
        self.ids: dict[Operation, str] = {}
        self.from_locations, self.with_ids = from_locations, with_ids
        super().__init__(root, lookup, generic, unique=unique)

    def _name_operations(self, block: Block, with_regions: list[Operation]) -> None:
        for op in block:
            if op.results:
                self._name_results(op)
            elif self.with_ids:
                self.ids[op] = self._next_number()
            if op.regions:
                with_regions.append(op)

    def _name_results(self, op: Operation) -> None:
        if op.results:
            super()._name_results(op)
        elif self.with_ids:  # the outermost operation, whose number others get as well but where each has its own
            self.ids[op] = "%0"
            self._value = int(self.unique)

    def _asked(self, op: Operation) -> list[tuple[int, str]]:
        asked = super()._asked(op)
        name = _name_in(op.location) if self.from_locations else None
        return asked if name is None else [(start, name) for start, _ in asked or [(0, name)]]

    def _own_name(self, argument: Value) -> str | None:
        block = argument.block
        places = block.argument_locations if block is not None else {}
        name = _name_in(places[argument]) if self.from_locations and argument in places else None
        if name is not None and block is not None and block.parent is not None and block is block.parent.entry:
            self._argument += 1  # as the name that it does not get
        return name


def _name_in(location: AnyLocation) -> str | None:
    """The first name in a location."""
    resolved = resolve(location)
    if isinstance(resolved, NameLocation):
        return resolved.name
    return next((name for name in map(_name_in, parts(resolved)) if name is not None), None)


class SpecialPrintOptions(PrintOptions):
    __slots__ = ()

    def printer(self, root: Operation, lookup: Lookup) -> Printer:
        return SpecialPrinter(root, lookup, self)


class SpecialPrinter(Printer):
    """Prints with names from locations, or with comments that list the users of results and block arguments."""

    __slots__ = ("users", "ids")

    def __init__(self, root: Operation, lookup: Lookup, options: PrintOptions):
        super().__init__(root, lookup, options)
        naming = SpecialNaming(root, lookup, options.generic, options.unique_names, options.names_of_locations, options.users)
        self.naming, self.names, self.ids = naming, naming.names, naming.ids
        self.users = users_in(root) if options.users else None

    def _operations(self, block: Block, terminator: bool) -> None:
        if self.users is None:
            super()._operations(block, terminator)
            return
        for argument in block.arguments:
            used = f"used by {self._names_of_users(argument)}" if self.users.get(argument) else "unused"
            self.write(f"{self.indent}// {self.value(argument)} is {used}\n")
        for op in block:
            if terminator or op is not block.last:
                self.write(self.indent)
                self.operation(op)
                self.write(self._comment(op) + "\n")

    def _comment(self, op: Operation) -> str:
        if not op.results:
            return f" // id: {self.ids[op]}" if op.operands else ""
        users = dict.fromkeys([user for result in op.results for user in self._users_of(result)])
        if not users:
            return " // unused"
        single = len(op.results) == len(users) == 1 and sum([len(user.results) for user in users]) <= 1
        told = [self._names_of_users(result) for result in op.results]
        return f" // {'user' if single else 'users'}: {', '.join(told if len(told) == 1 else [f'({each})' for each in told])}"

    def _users_of(self, value: Value) -> list[Operation]:
        return self.users.get(value, []) if self.users is not None else []

    def _names_of_users(self, value: Value) -> str:
        users = self._users_of(value)
        if not users:
            return "unused"
        return ", ".join([self.values(user.results) if user.results else self.ids[user] for user in users])


def users_in(root: Operation) -> dict[Value, list[Operation]]:
    """The users of each value, the last first, as upstream keeps uses: operations in regions come before the one around them."""
    users_of: dict[Value, dict[Operation, None]] = {}
    for op in root.walk(post_order=True):
        for value in op.operands:
            users_of.setdefault(value, {})[op] = None
    return {value: list(reversed(users)) for value, users in users_of.items()}
