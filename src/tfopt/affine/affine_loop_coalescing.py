"""Makes one affine loop of several that have nothing between them and whose bounds do not depend on each other."""

from __future__ import annotations

from tfir.analysis.affine_loops import constant_lower, induction_variable, is_outside, perfect_nest, set_bounds, step_of, upper_bound
from tfir.analysis.affine_values import fully_composed
from tfir.dialects import has_trait
from tfir.dialects.affine.verify import is_symbol
from tfir.ir.builder import Builder
from tfir.ir.dominance import is_within
from tfir.ir.operations import Operation
from tfir.ods.affine_algebra import affine_map
from tfir.text.affine_expression import divide, times

from tfopt.affine.loops import apply, is_natural, loops_in
from tfopt.affine.scf_coalescing import coalesce_scf_nest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Value

TITLE = "Coalesce nested loops with independent bounds into a single loop"
DIMENSION, SYMBOL = ("d", 0), ("s", 0)


def affine_loop_coalescing(func: Func):
    """Affine loops that begin at 0 and count by 1, and carry no values; any loops of scf. A nest stays where two of its loops may end before
    they begin, since the product of both bounds would not; upstream makes a loop of it that runs."""
    for loop in loops_in(func):
        if not any([around.name == "affine.for" for around in loop.ancestors()]):
            coalesce_nest(perfect_nest(loop))
    gone: set[Operation] = set()
    for loop in [op for op in func.walk() if op.name == "scf.for"]:
        if loop not in gone:
            gone.update(coalesce_scf_nest(perfect_nest(loop)))


def coalesce_nest(nest: list[Operation]) -> None:
    """Coalesces bands of a nest from the innermost: loops whose bounds are known in front of the first of them."""
    known_above = [next((above for above in range(at) if is_outside(loop.operands, nest[above])), at) for at, loop in enumerate(nest)]
    end = len(nest)
    while end > 0:
        start = next((start for start in range(end - 1) if max(known_above[start:end]) <= start), None)
        if start is not None:
            coalesce(nest[start:end])
            end = start + 1
        end -= 1


def coalesce(band: list[Operation]) -> None:
    outer, *inner = band
    if any([step_of(loop) != 1 or constant_lower(loop) != 0 or loop.results for loop in band]):
        return
    maybe_negative = [
        loop for loop in band if not all([is_natural(e, upper_bound(loop)) for e in fully_composed(*upper_bound(loop))[0].results])
    ]
    if len(maybe_negative) > 1 or not all([may_be_symbol(loop, outer) for loop in band]):
        return
    build = Builder.before(outer)
    sizes = [size_of(build, outer)]
    total = sizes[0]
    for loop in inner:
        sizes.append(size_of(build, loop))
        total = apply(build, (affine_map(1, 1, [times(DIMENSION, SYMBOL)]), (total, sizes[-1])))
    set_bounds(outer, upper=(affine_map(0, 1, [SYMBOL]), (total,)))
    separate_indices(band, sizes)
    outer_body, innermost = outer.body, band[-1].body
    innermost.terminator.erase()
    for op in list(innermost):
        op.remove()
        outer_body.insert_before(op, inner[0])
    inner[0].erase()


def may_be_symbol(loop: Operation, outer: Operation) -> bool:
    """Whether what computes a bound in front of the outer loop gives a symbol."""
    if not all([is_symbol(value) for value in loop.operands]):
        return False
    around = outer.parent_op
    return len(upper_bound(loop)[0].results) == 1 or (around is not None and has_trait(around, "isolated"))


def size_of(build: Builder, loop: Operation) -> Value:
    """How often a loop runs that begins at 0."""
    map, operands = upper_bound(loop)
    if len(map.results) == 1:
        return apply(build, (map, operands))
    return build.value("affine.min", operands, induction_variable(loop).type, {"map": map})


def separate_indices(band: list[Operation], sizes: list[Value]) -> None:
    """Computes what each of the loops counts from the index of the only one, from the innermost on."""
    outer = band[0]
    build = Builder(outer.body, outer.body.first, outer.location)
    rest, region = induction_variable(outer), band[-1].region
    for at in reversed(range(len(band))):
        if at < len(band) - 1:
            rest = apply(build, (affine_map(1, 1, [divide("floordiv", DIMENSION, SYMBOL)]), (rest, sizes[at + 1])))
        index = apply(build, (affine_map(1, 1, [divide("mod", DIMENSION, SYMBOL)]), (rest, sizes[at]))) if at else rest
        variable = induction_variable(band[at])
        for user in variable.users:
            if is_within(user.block, region):
                user.set_operands([index if operand is variable else operand for operand in user.operands])
