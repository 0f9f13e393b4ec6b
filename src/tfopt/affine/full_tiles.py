"""Tiles that are full apart from those that are not: the loops over a tile's points twice, with constant trip counts where a condition says
that the tile is full, and as they are where it is not."""

from __future__ import annotations

from tfir.analysis.affine_constraints import Constraints, NotLinear, flat_expression
from tfir.analysis.affine_loops import induction_variable, step_of
from tfir.analysis.affine_values import canonical, fully_composed
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Block, Operation
from tfir.ods.affine_algebra import affine_map
from tfir.text.affine import AffineAttr
from tfir.text.affine_expression import add, divide

from tfopt.affine.loops import body_of, new_loop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_constraints import Row
    from tfir.analysis.affine_values import Applied


def separate_full_tiles(points: list[Operation]) -> None:
    """Loops over the points of tiles stay as they are where one of them counts by more than 1, or has no bounds of a constant distance."""
    bounds = [full_bounds(loop) for loop in points]
    condition = full_condition(points)
    if condition is None or any([each is None for each in bounds]):
        return
    outer = points[0]
    branches = [single_block_region() for _ in range(2)]
    Builder.before(outer).create("affine.if", condition[1], (), {"condition": condition[0]}, [region for region, _ in branches])
    outer.remove()
    full = full_tile(points, [each for each in bounds if each is not None])
    for (_, block), nest in zip(branches, (full, outer)):
        block.append(nest)
        block.append(Operation("affine.yield", location=outer.location))


def full_tile(points: list[Operation], bounds: list[tuple[Applied, Applied]]) -> Operation:
    """Loops of other bounds with a copy of what is in the innermost."""
    draft = Block()
    block, anchor, mapping = draft, None, {}
    for loop, (lower, upper) in zip(points, bounds):
        copy = new_loop(Builder(block, anchor, loop.location), lower, upper)
        mapping[induction_variable(loop)] = induction_variable(copy)
        block, anchor = copy.body, copy.body.last
    for op in body_of(points[-1]):
        block.insert_before(op.clone(mapping), anchor)
    nest = draft.first
    assert nest is not None
    nest.remove()
    return nest


def full_bounds(loop: Operation) -> tuple[Applied, Applied] | None:
    """Bounds of a loop whose distance is a constant, the least that there is."""
    if step_of(loop) != 1:
        return None
    system = domain([loop])
    extent = None if system is None else alone_extent(system)
    if system is None or extent is None or extent[1] is extent[2]:
        return None
    return row_bound(system, extent[1]), row_bound(system, extent[2])


def domain(loops: list[Operation]) -> Constraints | None:
    system = Constraints([induction_variable(loop) for loop in loops])
    try:
        for loop in loops:
            system.add_domain(induction_variable(loop))
    except NotLinear:
        return None
    return system


def alone_extent(system: Constraints) -> tuple[int, Row, Row] | None:
    """How far the first variable goes for any values of the others."""
    dimensions, symbols = system.dimensions, system.symbols
    system.dimensions, system.symbols = 1, dimensions + symbols - 1
    extent = system.extent(0)
    system.dimensions, system.symbols = dimensions, symbols
    return extent


def row_bound(system: Constraints, row: Row) -> Applied:
    """What an inequality says of the first variable; an upper bound is exclusive."""
    is_lower, factor = row[0] > 0, abs(row[0])
    e = flat_expression([-number if is_lower else number for number in row[1 : system.outer] + row[-1:]], system.outer - 1)
    e = divide("ceildiv", e, factor) if is_lower else add(divide("floordiv", e, factor), 1)
    values = [value for value in system.values[1 : system.outer] if value is not None]
    return canonical(*fully_composed(affine_map(len(values), 0, [e]), values))


def full_condition(points: list[Operation]) -> Applied | None:
    """That in each loop the bounds of full tiles are at least as narrow as all others."""
    system = domain(points)
    if system is None:
        return None
    count = len(points)
    system.equations = [row for row in system.equations if any(row[:count])]
    system.inequalities = [row for row in system.inequalities if any(row[:count])]
    for _ in points:
        extent = alone_extent(system)
        if extent is None:
            return None
        _, low, high = extent
        low, high = list(low), list(high)
        for row in system.inequalities:
            if row[0] > 0:
                row[:] = [one - other for one, other in zip(low, row)]
            elif row[0] < 0:
                row[:] = [other - one for one, other in zip(high, row)]
        system.drop(0)
    system.simplify()
    values = [value for value in system.values[: system.outer] if value is not None]
    rows = [(row, "==") for row in system.equations] + [(row, ">=") for row in system.inequalities]
    results = [flat_expression(row[: system.outer] + row[-1:], system.outer) for row, _ in rows] or [0]
    return canonical(AffineAttr("affine_set", len(values), 0, results, [relation for _, relation in rows] or ["=="]), values)
