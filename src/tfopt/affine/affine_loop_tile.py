"""Tiles nests of affine loops: outer loops go from tile to tile, inner ones over the points of a tile."""

from __future__ import annotations

from tfir.analysis.affine_dependence import Access, Unknown, dependence
from tfir.analysis.affine_loops import (
    divides,
    induction_variable,
    lower_bound,
    perfect_nest,
    set_bounds,
    step_of,
    trip_count,
    upper_bound,
)  # fmt: skip
from tfir.analysis.affine_memory import may_alias
from tfir.ir.attributes import IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation
from tfir.ir.types import INDEX
from tfir.ods.affine_algebra import affine_map
from tfir.text.affine_expression import add

from tfopt.affine.footprint import bytes_touched
from tfopt.affine.full_tiles import separate_full_tiles
from tfopt.affine.loops import is_rectangular, new_loop
from tfopt.affine.parallelism import depth_of, shared_accesses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.analysis.affine_values import Applied

TITLE = "Tile affine loop nests"
OPTIONS = {
    "cache-size": "The size of the cache in KiB that the data of a tile are to fit into, where no size is given.",
    "separate": "Put loops of full tiles, whose trip counts are constants, apart from those of other tiles.",
    "tile-size": "The size of tiles in each loop; 0 for none.",
    "tile-sizes": "The size of tiles in each loop of a nest, and 4 in those that are left.",
}
DEFAULT = 4


def affine_loop_tile(
    func: Func, *, cache_size: int = 512, separate: bool = False, tile_size: int = 0, tile_sizes: tuple[int, ...] = ()
):  # fmt: skip
    """Perfect nests at the top of a function whose bounds do not depend on each other. A nest whose accesses depend on each other against
    the direction of a loop is left, as is one that does something unknown, unless its tiles keep the order of the points; upstream tiles
    these. The sizes that are chosen for a cache take the data of a nest to grow with each loop, and divide how often it runs where that is
    known."""
    for op in [op for block in func.region.blocks for op in block]:
        if op.name == "affine.for":
            band = perfect_nest(op)
            if not is_rectangular(band):
                continue
            sizes = sizes_for(band, cache_size, tile_size, tile_sizes)
            if keeps_order(sizes) or may_be_tiled(band):
                tile(band, sizes)
                if separate:
                    separate_full_tiles(band)


def keeps_order(sizes: list[int]) -> bool:
    """Whether all tiles are one point wide but along the innermost loop, so that the points come one after another as before."""
    return all([size == 1 for size in sizes[:-1]])


def may_be_tiled(band: list[Operation]) -> bool:
    """Whether no dependence goes back in a loop while another one of the nest carries it: points of a tile come before those of the next."""
    accesses = shared_accesses(band[0], band[-1])
    return accesses is not None and not any([goes_back(band, first, second) for first in accesses for second in accesses])


def goes_back(band: list[Operation], first: Access, second: Access) -> bool:
    if not (first.is_write or second.is_write):
        return False
    if first.memref is not second.memref:
        return may_alias(first.memref, second.memref, arguments_apart=True)
    outer = depth_of(band[0])
    try:
        between = dependence(first, second)
        for depth in range(outer, outer + len(band)):
            directions = None if between is None else between.directions(depth)
            if directions is not None and any([low is None or low < 0 for low, _ in directions[outer - 1 : outer - 1 + len(band)]]):
                return True
    except Unknown:
        return True
    return False


def sizes_for(band: list[Operation], cache: int, size: int, sizes: tuple[int, ...]) -> list[int]:
    if size:
        return [size] * len(band)
    if sizes:
        return [*sizes, *[DEFAULT] * len(band)][: len(band)]
    if not cache:
        return [1] * len(band)
    data = bytes_touched(band[0])
    if data is None:
        return to_divisors(band, [DEFAULT] * len(band))
    excess = -(-data // (cache * 1024))
    if excess <= 1:
        return [1] * len(band)
    each = int(excess ** (1 / len(band)))
    return to_divisors(band, [*[each] * (len(band) - 1), max(1, excess // each ** (len(band) - 1))])


def to_divisors(band: list[Operation], sizes: list[int]) -> list[int]:
    """Sizes made less until they divide how often the loops run, where that is known."""
    less = []
    for loop, size in zip(band, sizes):
        count = trip_count(loop)
        if count is not None and count > 0:
            size = count // 2 if count > 1 and size > count // 2 else size
            size = next((each for each in range(size, 0, -1) if count % each == 0), 1)
        less.append(max(1, size))
    return less


def tile(band: list[Operation], sizes: list[int]) -> None:
    """Puts as many loops over tiles around a nest, whose loops go over the points of one from now on."""
    outer = band[0]
    block, anchor = outer.block, outer.next
    outer.remove()
    drafts = Block()
    tiles = [new_loop(Builder(drafts, None, loop.location), lower_bound(loop), upper_bound(loop), step_of(loop)) for loop in band]
    for each in tiles:
        each.remove()
    for around, inside in zip(tiles, tiles[1:]):
        around.body.insert_before(inside, around.body.last)
    block.insert_before(tiles[0], anchor)
    tiles[-1].body.insert_before(outer, tiles[-1].body.last)
    for loop, over_tiles, size in zip(band, tiles, sizes):
        step, variable = step_of(loop), induction_variable(over_tiles)
        high, highs = upper_bound(loop)
        count = trip_count(loop)
        end = add(("d", high.dimensions), size * step)
        alone: Applied = affine_map(1, 0, [add(("d", 0), size * step)]), (variable,)
        if count is not None and count < size:
            bound: Applied = affine_map(1, 0, [add(("d", 0), count * step)]), (variable,)
        elif divides(size, loop):
            bound = alone
        else:
            operands = (*highs[: high.dimensions], variable, *highs[high.dimensions :])
            bound = affine_map(high.dimensions + 1, high.symbols, [end, *high.results]), operands
        over_tiles.set_attribute("step", IntegerAttr(step * size, INDEX))
        set_bounds(loop, (affine_map(1, 0, [("d", 0)]), (variable,)), bound)
