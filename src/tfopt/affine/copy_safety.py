"""Whether what some operations access of a buffer may be copied into another one first, and back behind them."""

from __future__ import annotations

from tfir.analysis.affine_constraints import Constraints, NotLinear, loop_around
from tfir.analysis.affine_dependence import Access
from tfir.analysis.affine_memory import accessed, effects_inside, is_store, may_alias, touched
from tfir.analysis.integer_systems import may_have_solution, without_variables

from tfopt.affine.regions import iterations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.analysis.affine_constraints import Row
    from tfir.ir.operations import Operation, Value

    from tfopt.affine.regions import Region


def is_accessed_alone(memref: Value, ops: Sequence[Operation], scope: Sequence[Operation]) -> bool:
    """Whether all that a scope does with a buffer's memory are affine loads and stores of single elements in some operations of it."""
    for top in scope:
        for op, _ in effects_inside(top):
            buffers = touched(op)
            if buffers is None:
                return False
            if not any([may_alias(memref, buffer, arguments_apart=True) for buffer in buffers]):
                continue
            is_single = op.name in ("affine.load", "affine.store") and accessed(op) is memref
            if not is_single or (is_store(op) and op.operands[0] is memref) or not any([op is each or op.is_inside(each) for each in ops]):
                return False
    return True


def box_of(region: Region, whole: bool) -> Constraints | None:
    """The elements that are copied for a region, with what is known of its symbols; with `whole` as many in each dimension as there can be,
    from the first on."""
    rank = region.rank
    box = Constraints([None] * rank)
    for value in region.symbols:
        box.append_symbol(value)
    box_rows = []
    for at in range(rank):
        lower, upper, equal = region.system.bounding_rows(at, 0, rank)
        if whole:
            bounded = region.bounding_box()
            extent = region.system.extent(at)
            if bounded is None or extent is None or abs(extent[1][at]) != 1:
                return None
            low = [-number if extent[1][at] < 0 else number for number in extent[1]]
            box_rows += [low, [*[-number for number in low[:-1]], bounded[0][at] - 1 - low[-1]]]
        else:
            box_rows += [*lower, *upper, *equal, *[[-number for number in row] for row in equal]]
    box.inequalities = [[*row[: region.system.outer], row[-1]] for row in box_rows]
    try:
        for value in region.symbols:
            if loop_around(value) is not None:
                box.add_domain(value)
    except NotLinear:
        return None
    return box


def lies_inside(region: Region, box: Constraints, accesses: Sequence[Operation]) -> bool:
    """Whether no element is copied that the buffer does not have: it is inside of a known size, or accessed in any case."""
    outside = False
    for at, size in enumerate(region.memref.type.shape):
        rows = [box.row({at: -1}, -1)] + ([box.row({at: 1}, -size)] if size is not None else [])
        outside = outside or size is None or any([may_have_solution(box.equations, [*box.inequalities, row]) for row in rows])
    return not outside or any([covers(op, region, box) for op in accesses])


def covers(op: Operation, region: Region, box: Constraints) -> bool:
    """Whether an access surely touches each element of a box: in loops alone that surely run."""
    if not all([around.name == "affine.for" for around in ancestors_below(op, region)]):
        return False
    try:
        image = iterations(Access(op), every_loop=True)
    except NotLinear:
        return False
    rank = region.rank
    own = [at for at in range(rank, image.outer) if not any([image.values[at] is value for value in region.symbols])]
    own = [at for at in own if is_loop(image.values[at])]
    equations, inequalities = without_facts(image, {*range(rank), *own})
    rows = without_variables(equations, inequalities, [*own, *range(image.outer, len(image.values))])
    if rows is None:
        return False
    places: list[int] = list(range(rank))
    for value in image.values[rank : image.outer]:
        column = None if value is None else box.column(value, rank)
        if value is not None and column is None and not is_loop(value):
            box.append_symbol(value)
            box.fix_constant(value)
            column = box.column(value, rank)
        places.append(-1 if column is None else column)
    for row in rows:
        factors = {place: -factor for place, factor in zip(places, row) if factor}
        if may_have_solution(box.equations, [*box.inequalities, box.row(factors, -row[-1] - 1)]):
            return False
    return True


def without_facts(system: Constraints, columns: set[int]) -> tuple[list[Row], list[Row]]:
    """The rows of a system that say something of some columns, maybe by quotients."""
    while True:
        rows = [row for row in (*system.equations, *system.inequalities) if any([row[at] for at in columns])]
        further = {at for row in rows for at in range(system.outer, len(system.values)) if row[at]}
        if further <= columns:
            break
        columns = columns | further
    return [row for row in system.equations if row in rows], [row for row in system.inequalities if row in rows]


def is_loop(value: Value | None) -> bool:
    return value is not None and loop_around(value) is not None


def ancestors_below(op: Operation, region: Region) -> list[Operation]:
    """What is around an access inside of the innermost loop that its region depends on, or that holds the buffer."""
    around = []
    for each in op.ancestors():
        if any([loop_around(value) is each for value in region.symbols]) or not each.parent or each.name.startswith("func."):
            break
        around.append(each)
    return around
