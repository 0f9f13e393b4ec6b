"""Reference variables and tables of TensorFlow 1 as resources, which TensorFlow 2 loads and which functions take as arguments.

What takes a reference becomes its twin that takes a handle (`Assign` `AssignVariableOp`, `ApplyAdam` `ResourceApplyAdam`,
`LookupTableFind` `LookupTableFindV2`, `RefSwitch` `Switch`), anything else gets the value by a `ReadVariableOp`. A reference that an op
hands on, as `Assign` does, is the handle again, and who uses it waits for that op. A variable that somewhere is taken by an op
without a twin stays what it is everywhere.

An `Identity` of a reference has the variable's own memory: what is written there later is seen in it. So where a function writes a
variable, such a node gives the handle too, and each op reads when the rest of what it takes is there, a result of the function when all is
written. What all writing waits for may read at any time, and what waits for all writing reads where it stands. Where it cannot be told that all is written, the variable stays what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tfir.dialects import has_trait
from tfir.dialects.tf.references import twin
from tfir.dialects.tf_type import RESOURCE, ShapeAttr
from tfir.dialects.tfg.subgraph import needed_for
from tfir.ir.attributes import Attribute, StringAttr, TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import take_name
from tfir.ods.control import CONTROL
from tfir.ods.signature import Signature, Slot
from tfir.storage.datatypes import unranked
from tfir.storage.graphdef.node_results import TABLE, results_of
from tfir.storage.graphdef.wire import DEVICE, NAME

from tftranslate.saved_model.variables import HANDLES, REFERENCES, place_name, variable_name

RESERVED, IDENTITY = (NAME, DEVICE), "tfg.Identity"
Names = dict[Value, str]  # the references among the values of a function, and which variable each is to


def to_resources(functions: Iterable[Operation], others: Iterable[Operation]) -> None:
    """Rewrites functions in place. Variables that `others` have, functions that are called, stay as they are."""
    functions = list(functions)
    kept = {name_of(op) for function in others for op in function.body if is_maker(op)}
    while True:
        names = {function: references(function, kept) for function in functions}
        unfit = {name for function in functions for name in without_twin(names[function])}
        if not unfit:
            break
        kept |= unfit
    for function in functions:
        Conversion(function, names[function]).run()


def is_maker(op: Operation) -> bool:
    """Whether an op makes a reference variable, or a table that goes by a reference."""
    return op.name in REFERENCES or (op.name not in HANDLES and op.name.endswith(("HashTable", "HashTableOfTensors")))


def name_of(op: Operation) -> str:
    return place_name(op) if is_table(op) else variable_name(op)


def is_table(op: Operation) -> bool:
    return op.name not in REFERENCES


def slot_of(op: Operation, position: int) -> Slot | None:
    """What an op's declaration says of an operand; None for ops that have none, and for tokens."""
    name = op.name.removeprefix("tfg.")
    slots = TABLE.get(name).operands if name in TABLE else []
    listed = next((at for at, slot in enumerate(slots) if slot.number or slot.variadic), len(slots))
    return slots[min(position, listed)] if min(position, listed) < len(slots) and op.operands[position].type is not CONTROL else None


def references(function: Operation, kept: set[str]) -> Names:
    made = {op.results[0]: name_of(op) for op in function.body if is_maker(op) and name_of(op) not in kept}
    return spread(made, writers(spread(made, {})))


def spread(made: Names, written: Mapping[str, list[Operation]]) -> Names:
    """What is made, and the references that ops hand on of it; of variables that are written also those that an Identity has, but where
    nothing is written anymore when it runs."""
    names = dict(made)
    queue = list(names)
    for value in queue:
        for user, position in uses_of(value):
            ops = written.get(names[value])
            is_view = user.name == IDENTITY and position == 0 and ops is not None and not is_behind(user, ops)
            given = handed_on(user) if takes_reference(user, position) else user.results[:1] if is_view else []
            for result in [result for result in given if result not in names]:
                names[result] = names[value]
                queue.append(result)
    return names


def writers(names: Names) -> dict[str, list[Operation]]:
    """The ops of a function that write variables, by the variable's name."""
    ops_by_name: dict[str, list[Operation]] = {}
    for value, name in names.items():
        for user, position in uses_of(value):
            if (
                takes_reference(user, position)
                and has_trait(user, "effects")
                and "write variable" in TABLE.get(plain(user)).traits["effects"]
            ):
                ops_by_name.setdefault(name, []).append(user)
    return ops_by_name


def is_behind(op: Operation, written: list[Operation]) -> bool:
    """Whether an op outside of loops waits for all of these ops, as far as they run."""
    needed, arguments = needed_for(list(op.operands), set(op.parent.arguments)), op.parent.arguments
    if not all([writer in needed for writer in written]):
        return False
    left = [result for inner in needed if has_trait(inner, "exit") for result in inner.results]
    return not any([has_trait(inner, "enter") for inner in needed_for(list(op.operands), {*arguments, *left})])


def may_not_run(op: Operation) -> bool:
    """Whether an op is on one side of a branch, or in a loop."""
    return any([has_trait(needed, "switch", "enter") for needed in needed_for(list(op.operands), set(op.parent.arguments))])


def plain(op: Operation) -> str:
    return op.name.removeprefix("tfg.")


def uses_of(value: Value) -> list[tuple[Operation, int]]:
    return [(user, at) for user in dict.fromkeys(value.users) for at, operand in enumerate(user.operands) if operand is value]


def takes_reference(op: Operation, position: int) -> bool:
    slot = slot_of(op, position)
    return slot is not None and slot.ref


def handed_on(op: Operation) -> list[Value]:
    """The results of an op that are references."""
    signature = TABLE.get(plain(op))
    return [result for slot, result in zip(signature.results, op.results) if slot.ref]


def without_twin(names: Names) -> set[str]:
    """The variables of which some reference is used in a way that none of a handle stands for."""
    makers = {name: value.op for value, name in names.items() if value.op is not None and is_maker(value.op)}
    unsure = {name for name, ops in writers(names).items() if any(map(may_not_run, ops))}
    unfit = set()
    for value, name in names.items():
        for user, position in uses_of(value):
            if user.name == "tfg.return":
                is_fit = not is_table(makers[name]) and name not in unsure
            elif takes_reference(user, position):
                others = [operand for at, operand in enumerate(user.operands) if takes_reference(user, at)]
                is_fit = twin(plain(user)) is not None and all([operand in names for operand in others])
            else:
                is_fit = not is_table(makers[name]) and (slot_of(user, position) is not None or user.operands[position].type is CONTROL)
            if not is_fit:
                unfit.add(name)
    return unfit


class Conversion:
    """Of one function, in which the references in `names` become handles."""

    def __init__(self, function: Operation, names: Names):
        self.function, self.names = function, names
        self.taken, self.writers = {op.get(NAME) for op in function.body}, writers(names)
        self.elements = {value: value.type.element for value in names}
        self.first: dict[str, set[Operation]] = {}

    def run(self) -> None:
        users = {user for value in self.names for user, _ in uses_of(value)}
        for value in self.names:
            for user, position in uses_of(value):
                if not takes_reference(user, position) and not self.is_view(user):
                    self.read(value, user, position)
        changed = [op for op in self.function.body if op in users and self.reference_of(op) is not None]
        for value in self.names:
            if is_maker(value.op):
                self.make_handle(value.op)
        for op in changed:
            self.convert(op)

    def is_view(self, op: Operation) -> bool:
        return op.name == IDENTITY and op.results[0] in self.names

    def reference_of(self, op: Operation) -> Value | None:
        """What an op takes that becomes a handle."""
        if self.is_view(op):
            return op.operands[0]
        return next((operand for at, operand in enumerate(op.operands) if takes_reference(op, at)), None)

    def read(self, value: Value, user: Operation, position: int) -> None:
        """Gives a user the value in the place of a reference."""
        element = self.elements[value]
        if user.name == IDENTITY:
            user.rename("tfg.ReadVariableOp")
            user.set_attributes({**noted(user), "dtype": TypeAttr(element)})
            return
        name = take_name(f"{self.names[value]}/read", self.taken)
        after = list(dict.fromkeys(self.before_reading(value, user)))
        attributes = {"dtype": TypeAttr(element), NAME: StringAttr(name)}
        read = Operation("tfg.ReadVariableOp", [value, *after], [unranked(element), CONTROL], attributes)
        self.function.body.insert_before(read, user)
        user.set_operands([read.results[0] if at == position else operand for at, operand in enumerate(user.operands)])

    def before_reading(self, value: Value, user: Operation) -> list[Value]:
        """The tokens that a user's reading of a reference waits for."""
        written = self.writers.get(self.names[value], [])
        if user.name == "tfg.return":
            return [op.results[-1] for op in written]
        tokens = [operand for operand in user.operands if operand.type is CONTROL]
        if written and not has_trait(user, "merge") and user not in self.ops_before_writing(self.names[value]):
            given = [operand.op for operand in user.operands if operand.type is not CONTROL and operand.op is not None]
            tokens += [op.results[-1] for op in given if op.operands or op.name != "tfg.Const" and not is_maker(op)]
        return tokens

    def ops_before_writing(self, name: str) -> set[Operation]:
        """The ops that everything waits for that writes a variable: they see its first value, whenever it is read. None in a loop."""
        if name not in self.first:
            arguments = set(self.function.body.arguments)
            needed = [needed_for(list(op.operands), arguments) for op in self.writers[name]]
            in_loop = any(op in before for op, before in zip(self.writers[name], needed))
            self.first[name] = set() if in_loop else set.intersection(*needed)
        return self.first[name]

    def make_handle(self, op: Operation) -> None:
        """Makes what makes a variable or table give a handle of it."""
        kind, shape = required_twin(op), op.attributes.get("shape")
        unsaid = op.name == "tfg.Variable" and isinstance(shape, ShapeAttr) and shape.sizes == ()  # it said nothing by that
        attributes = {**op.attributes, **({"shape": ShapeAttr(None)} if unsaid else {})}
        op.rename(f"tfg.{kind}")
        op.set_attributes({**declared(attributes, TABLE.get(kind)), "shared_name": StringAttr(self.names[op.results[0]])})
        op.results[0].retype(unranked(RESOURCE))

    def convert(self, op: Operation) -> None:
        """Replaces an op on references by its twin."""
        kind = "Identity" if self.is_view(op) else required_twin(op)
        signature, attributes, is_passage = TABLE.get(kind), dict(op.attributes), op.name in (f"tfg.Ref{kind}", IDENTITY)
        if is_passage:
            attributes["T"] = TypeAttr(RESOURCE)
        elif "T" in attributes and "T" not in signature.attributes:
            attributes["dtype"] = attributes["T"]
        attributes = declared(attributes, signature)
        types = [type for _, listed in results_of(signature, attributes) for type in listed]
        new = Operation(f"tfg.{kind}", list(op.operands), [*types, CONTROL], attributes, location=op.location)
        self.function.body.insert_before(new, op)
        reference = self.reference_of(op)
        assert reference is not None, op.name
        given = [] if is_passage else handed_on(op)
        for old in given:
            for user in old.users:
                wait_for(new.results[-1], old, reference, user)
        for old, result in zip([result for result in op.results if result not in given], new.results, strict=True):
            old.replace_all_uses_with(result)
        op.erase()


def required_twin(op: Operation) -> str:
    kind = twin(plain(op))
    assert kind is not None, op.name
    return kind


def wait_for(token: Value, old: Value, reference: Value, user: Operation) -> None:
    """Gives a user of `old` the reference that this is, and lets it wait for the op that handed it on."""
    operands = [reference if operand is old else operand for operand in user.operands]
    user.set_operands(operands if token in operands else [*operands, token])


def declared(attributes: Mapping[str, Attribute], signature: Signature) -> dict[str, Attribute]:
    """The attributes that an op declares, and those that say something of a node."""
    return {name: value for name, value in attributes.items() if name in signature.attributes or name in RESERVED or name == "_class"}


def noted(op: Operation) -> dict[str, Attribute]:
    return {name: value for name, value in op.attributes.items() if name.startswith("_")}
