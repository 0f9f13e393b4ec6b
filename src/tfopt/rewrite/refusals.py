"""All that a pass cannot lower, told at once: by op and reason, with how many there are and where."""

from __future__ import annotations

from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.location import AnyLocation, CallSite, NameLocation
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_SHOWN = 50


def refusal(refused: Iterable[tuple[Operation, str]], hint: str = "") -> Error:
    """One error for ops and the reason of each, of which there is at least one: a diagnostic for those of one name and reason, at the first
    of them. The hint is a note of the last."""
    groups: dict[tuple[str, str], list[Operation]] = {}
    for op, reason in refused:
        groups.setdefault((op.name, reason), []).append(op)
    diagnostics = [Diagnostic(f"{described(ops[0])} {reason}{others(ops)}", origin(ops[0])) for (_, reason), ops in groups.items()]
    if len(diagnostics) > MOST_SHOWN:
        names = ", ".join(sorted({name for name, _ in [*groups][MOST_SHOWN:]}))
        diagnostics[MOST_SHOWN:] = [Diagnostic(f"there are {len(diagnostics) - MOST_SHOWN} more such reasons, of {names}")]
    if hint:
        diagnostics[-1].notes.append(Diagnostic(hint, None, "note"))
    return Error.of(diagnostics)


def origin(op: Operation) -> AnyLocation:
    """Where an op was written, in the function that it was in before calls of it were replaced by its body."""
    location = op.location
    while isinstance(location, CallSite):
        location = location.callee
    return location


def described(op: Operation) -> str:
    where = origin(op)
    return f"'{op.name}' op of node '{where.name}'" if isinstance(where, NameLocation) else f"'{op.name}' op"


def others(ops: list[Operation]) -> str:
    """How many ops there are besides the first, and where."""
    rest = [place for place in map(place_of, ops[1:MOST_SHOWN]) if place]
    more = ", ..." if len(ops) > MOST_SHOWN else ""
    return f"; so for {len(ops) - 1} more: {', '.join(rest)}{more}" if rest else f"; so for {len(ops) - 1} more" if ops[1:] else ""


def place_of(op: Operation) -> str:
    """The node of an op, or its line."""
    where = origin(op)
    place = Diagnostic("", where).place()
    return f"'{where.name}'" if isinstance(where, NameLocation) else f"line {place.line}" if place is not None else ""
