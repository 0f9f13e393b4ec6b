"""Makes loops over vectors of affine loops whose iterations may run in any order."""

from __future__ import annotations

from tfir.ir.diagnostics import Error

from tfopt.affine.loops import loops_in
from tfopt.affine.parallelism import is_order_free, reductions_of
from tfopt.affine.vectorizable import is_sound, moving_dimension
from tfopt.affine.widening import NoVector, Widening

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation

    Match = tuple[Operation, list["Match"]]  # a loop, and the loops inside of it that are further dimensions

TITLE = "Vectorize to a target independent n-D vector abstraction"
EXACT = False
OPTIONS = {
    "test-fastest-varying": "For each dimension of the vectors along which dimension of buffers its loop has to go, from the last; -1 for any.",
    "vectorize-reductions": "Take loops that carry sums, products and the like, for vectors of one dimension.",
    "virtual-vector-size": "The size of the vectors in each dimension, up to three.",
}
MOST_DIMENSIONS = 3


def affine_super_vectorize(
    func: Func, *, test_fastest_varying: tuple[int, ...] = (), vectorize_reductions: bool = False, virtual_vector_size: tuple[int, ...] = ()
):  # fmt: skip
    """Inner loops first; of loops in each other one is taken, or as many as there are dimensions. A loop stays that counts by more than 1,
    whose accesses do not go on by one element or stay, that calls anything, or where iterations behind the last would store inside of a
    buffer or divide; upstream takes these. Different arguments of a function share no memory."""
    sizes = virtual_vector_size
    check_options(func, sizes, test_fastest_varying, vectorize_reductions)
    if not 1 <= len(sizes) <= MOST_DIMENSIONS:
        return
    parallel = [loop for loop in loops_in(func) if is_order_free(loop, allows_reductions=vectorize_reductions)]
    pattern = [*test_fastest_varying, *[-1] * len(sizes)][: len(sizes)]
    for bucket in buckets(matches(func, parallel, pattern)):
        for match in bucket:
            if vectorize(match, sizes):
                break


def check_options(func: Operation, sizes: tuple[int, ...], pattern: tuple[int, ...], reductions: bool) -> None:
    if pattern and len(pattern) != len(sizes):
        raise Error("Fastest varying pattern specified with different size than the vector size.", func)
    if reductions and len(sizes) != 1:
        raise Error("Vectorizing reductions is supported only for 1-D vectors.", func)
    if any([size <= 0 for size in sizes]):
        raise Error("Vectorization factor must be greater than zero.", func)


def matches(root: Operation, parallel: list[Operation], pattern: list[int]) -> list[Match]:
    """Loops inside of an operation that may be the dimensions of vectors, inner ones first."""
    if not pattern:
        return []
    loops = []
    for loop in loops_in(root):
        if loop is root or loop not in parallel:
            continue
        dimension = moving_dimension(loop)
        if dimension is None or (dimension != -1 and pattern[0] not in (-1, dimension)):
            continue
        inner = matches(loop, parallel, pattern[1:])
        if inner or len(pattern) == 1:
            loops.append((loop, inner))
    return loops


def buckets(all_matches: list[Match]) -> list[list[Match]]:
    """Matches whose loops are in each other, together."""
    roots: list[Operation] = []
    groups: list[list[Match]] = []
    for match in all_matches:
        loop = match[0]
        for at, root in enumerate(roots):
            if loop.is_inside(root) or root.is_inside(loop):
                roots[at] = loop if root.is_inside(loop) else root
                groups[at].append(match)
                break
        else:
            roots.append(loop)
            groups.append([match])
    return groups


def vectorize(match: Match, sizes: tuple[int, ...]) -> bool:
    """Whether a loop, with those inside of it that belong to the match, is one of vectors now."""
    dimensions: dict[Operation, int] = {}

    def assign(each: Match, depth: int) -> None:
        dimensions[each[0]] = depth
        for inner in each[1]:
            assign(inner, depth + 1)

    assign(match, 0)
    if moving_dimension(match[0]) is None or not all([is_sound(loop, sizes[at]) for loop, at in dimensions.items()]):
        return False
    reductions = {loop: reductions_of(loop) or [] for loop in dimensions if loop.results}
    try:
        Widening(dimensions, sizes, reductions).run(match[0])
    except NoVector:
        return False
    return True
