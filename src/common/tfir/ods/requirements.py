"""What an op asks of the types of its operands and results together: the `requires` lines under its signature in a table.

    requires type of lhs, rhs, result
    requires element type of source, result "source operand and result have same element type"
    requires type of result = element type of tensor "result type matches element type of tensor"

All that a line names must be equal. Behind `of` stand slots, of which one that has any number of values gives one for each, and one that
is absent none; before it what is compared of their types, a key of `FACTS`. The text is what an error says that it "failed to verify
that"; without one it is "all of {lhs, rhs, result} have same type". Lines are checked in their order, behind the types of each slot, and
behind them what a trait `!alike(types)` says of all operands and results.
"""

from __future__ import annotations

from tfir.ir.diagnostics import Error
from tfir.ods.derived_types import truth_like
from tfir.ods.signature import SignatureError
from tfir.ods.slots import values_per_slot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tfir.ir.operations import Operation
    from tfir.ir.types import Type
    from tfir.ods.signature import Signature

    Types = dict[str, Sequence[Type]]  # by the names of slots

FACTS: dict[str, Callable[[Any], Any]] = {
    "type": lambda type: type,
    "element type": lambda type: getattr(type, "element", type),
    "shape": lambda type: getattr(type, "shape", ()),
    "rank": lambda type: len(getattr(type, "shape", ())),
    "truth type": truth_like,
}


ALIKE = {
    "types": ("type", True, "requires the same type for all operands and results"),
    "elements": ("element type", True, "requires the same element type for all operands and results"),
    "operands": ("type", False, "requires all operands to have the same type"),
    "operand elements": ("element type", False, "requires the same element type for all operands"),
}


class Requirement:
    """A `requires` line, read."""

    __slots__ = ("compared", "summary")

    def __init__(self, line: str, signature: Signature):
        sides, _, summary = line.partition(' "')
        slots = {slot.name for slot in (*signature.operands, *signature.results)}
        self.compared: list[tuple[Callable[[Any], Any], str]] = []
        for side in sides.split(" = "):
            fact, _, names = side.partition(" of ")
            for name in names.split(", "):
                if fact not in FACTS or name not in slots:
                    raise SignatureError(f"expected FACT of SLOT, with one of {', '.join(FACTS)}: {side}")
                self.compared.append((FACTS[fact], name))
        self.summary = summary[:-1] if summary else f"all of {{{', '.join([name for _, name in self.compared])}}} have same {fact}"

    def holds(self, types: Types) -> bool:
        facts = [fact(type) for fact, name in self.compared for type in types[name]]
        return all([one == facts[0] for one in facts])


def verify_requirements(op: Operation, signature: Signature, requirements: Sequence[Requirement]) -> None:
    """Raises for the first requirement that does not hold."""
    types: Types = {}
    for side, slots, values in (("operand", signature.operands, op.operands), ("result", signature.results, op.results)):
        sizes, at = values_per_slot(op, side, signature, len(values)), 0
        if sizes is None:
            return
        for slot, size in zip(slots, sizes):
            types[slot.name] = [value.type for value in values[at : at + size]]
            at += size
    for each in requirements:
        if not each.holds(types):
            raise Error.on(op, f"failed to verify that {each.summary}")


def verify_alike(op: Operation, which: str) -> None:
    """Raises where operands and results are not as alike as the trait says."""
    name, with_results, message = ALIKE[which]
    fact = FACTS[name]
    facts = [fact(value.type) for value in ((*op.operands, *op.results) if with_results else op.operands)]
    if any([one != facts[0] for one in facts]):
        raise Error.on(op, message)
