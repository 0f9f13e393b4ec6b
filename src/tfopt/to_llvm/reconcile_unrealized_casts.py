"""Takes casts away that conversions have left: those that lead back to the type from which others come, and those without uses.

before:  %0 = builtin.unrealized_conversion_cast %i : i64 to index
         %1 = builtin.unrealized_conversion_cast %0 : index to i64
         use(%1)
after:   use(%i)
"""

from __future__ import annotations

from tfir.ir.operations import Operation, Value

from tfopt.rewrite.type_conversion import CAST

WORKS_ON = ("builtin",)
TITLE = "Simplify and eliminate unrealized conversion casts"


def reconcile_unrealized_casts(root: Operation):
    """The last cast is looked at first, and what it was made of again if that is a cast."""
    work = dict.fromkeys([op for op in root.inside() if op.name == CAST])
    while work:
        cast, _ = work.popitem()
        if not any([result.uses for result in cast.results]):
            work |= casts_among(cast.operands)
            cast.erase()
        elif (sources := sources_of(cast)) is not None:
            work |= casts_among(cast.operands)
            cast.replace_with(sources)


def casts_among(values: tuple[Value, ...]) -> dict[Operation, None]:
    return {value.op: None for value in values if value.op is not None and value.op.name == CAST}


def sources_of(cast: Operation) -> list[Value] | None:
    """The values at the beginning of a chain of casts that have the types of what the cast gives, the nearest ones; None without any."""
    types, link = [result.type for result in cast.results], cast
    while link is not None:
        if [value.type for value in link.operands] == types:
            return list(link.operands)
        link = link_before(link)
    return None


def link_before(cast: Operation) -> Operation | None:
    """The cast whose results, all of them and in order, are the operands of one."""
    before = cast.operands[0].op if cast.operands else None
    return before if before is not None and before.name == CAST and cast.operands == before.results else None
