"""What programs for several devices come to on one: collectives of a single process, and marks of where values lie, hand on what they get."""

from __future__ import annotations

from tfir.analysis.call_graph import reached_functions
from tfir.dialects import dialect
from tfir.dialects.stablehlo.calls import MARKS, configuration
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.dialects.stablehlo.inference.collective import data_operands
from tfir.ir.attributes import EnumAttr
from tfir.ir.builder import Builder
from tfir.ir.dense import DenseAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32

from tfopt.arithmetic.complex_numbers import sum_of_parts
from tfopt.arithmetic.matrices import eliminated, picked, product_of_reflectors, reflected
from tfopt.arithmetic.tensor import Tensor, building, iota, select
from tfopt.rewrite.building import constant
from tfopt.stablehlo import calls_of_xla, triangular_matrices
from tfopt.stablehlo.divided_computations import written_out
from tfopt.stablehlo.real_numbers import Real, converted, made, reshaped, where
from tfopt.stablehlo.sorting_network import approximate_top_k

DIVIDED, PARALLEL = "sdy.manual_computation", "interpreter.run_parallel"
OPERATIONS = {"N": "NO_TRANSPOSE", "T": "TRANSPOSE", "C": "ADJOINT"}


def collective(op: Operation) -> list[Value] | None:
    """The operands of an operation whose groups have no process but the first; of others it is not known here what they come to."""
    groups = op.attributes.get("replica_groups") or op.attributes.get("source_target_pairs")
    if not isinstance(groups, DenseAttr) or any(number > 0 for number in integers(groups)):
        return None
    if op.name == "stablehlo.collective_permute" and not groups.type.size:
        return None  # nothing is sent, and the result is zero
    return unchanged(op, list(data_operands(op.operands, op)))


def drop_divisions(root: Operation) -> None:
    """Shardy's marks of where values lie go; what is written for each device of a mesh is written out for all of them."""
    marks = dialect("sdy").with_trait("passthrough")
    for op in list(root.walk(post_order=True)):
        if op.dialect == "sdy" and op.name.removeprefix("sdy.") in marks:
            op.replace_with(op.operands)
        elif op.name == "sdy.sharding_group":
            op.erase()
        elif op.name == DIVIDED and (results := written_out(op)) is not None:
            op.replace_with(results)


def number_of_process(op: Operation) -> list[Value] | None:
    """A program runs on one device, as one replica; of several processes each has a number."""
    return None if is_in_parallel(op) else [constant(DenseAttr.of(0, op.results[0].type))]


def is_in_parallel(op: Operation) -> bool:
    """Whether an op is in what several processes run: where Shardy divides a program, in a function that runs in parallel with others, or in
    one that these call."""
    around = list(op.ancestors())
    several = [each for each in around[-1].walk() if each.name in (DIVIDED, PARALLEL)]
    functions = {each.get("sym_name"): each for each in around[-1].walk() if each.name == "func.func"}
    return not {*several, *reached_functions(several, functions)}.isdisjoint(around)


def custom_call(op: Operation, others=()) -> list[Value] | None:
    """What is known of the target of a call; `others` are lists of further targets by the rules for them."""
    target = op.get("call_target_name")
    if target in MARKS:
        return unchanged(op, list(op.operands))
    routine = next((routine for routine, targets in {**ROUTINES, **dict(others)}.items() if target in targets), None)
    return None if routine is None else routine(op)


def unchanged(op: Operation, values: list[Value]) -> list[Value] | None:
    """The values, where they are of the types of the results; a group has none."""
    types = [result.type for result in op.results]
    values = values[: len(types)]
    return values if [value.type for value in values] == types else None


def triangular_solve(op: Operation) -> list[Value] | None:
    """LAPACK's trsm as the operation of StableHLO, in the words of its `side`, `uplo`, `diag` and `trans_x`."""
    config = configuration(op)
    solution = made(
        "triangular_solve", *op.operands, left_side=config["side"] == "L", lower=config["uplo"] == "L", unit_diagonal=config["diag"] == "U",
        transpose_a=EnumAttr("stablehlo.transpose", OPERATIONS[config["trans_x"]]), type=op.results[0].type,
    ).value  # fmt: skip
    steps = triangular_matrices.triangular_solve(solution.op)
    if steps is not None:
        solution.op.erase()
    return steps or [solution]


def cholesky(op: Operation) -> list[Value] | None:
    """LAPACK's potrf as the operation of StableHLO; the other triangle stays as it is. `info` is 0 for a matrix that has a decomposition,
    which its last pivot tells; else 1, and not the order of the first minor that is not positive: JAX asks whether there is one."""
    result, info = op.results
    if not all([getattr(type, "is_static", False) for type in (result.type, info.type)]) or triangular_matrices.is_empty(result):
        return None
    lower = configuration(op)["uplo"] == "L"
    decomposed = made("cholesky", *op.operands, lower=lower, type=result.type)
    steps = triangular_matrices.cholesky(decomposed.value.op)
    if steps is not None:
        decomposed.value.op.erase()
        decomposed = Real(steps[0])
    last = triangular_matrices.rows_of(result) - 1
    pivot = triangular_matrices.part(decomposed, rows=(last, last + 1), columns=(last, last + 1))
    if triangular_matrices.is_complex(pivot):
        pivot = made("real", pivot)
    failed = converted(pivot.is_("NE", pivot), info.type.element)
    row, column = [made("iota", iota_dimension=axis, type=result.type.with_element(I32)) for axis in axes_of_matrix(result)]
    is_factor = row.is_("GE" if lower else "LE", column)
    return [where(is_factor, decomposed, Real(op.operands[0])).value, reshaped(failed, info.type.shape).value]


def factors(op: Operation) -> list[Value] | None:
    """LAPACK's getrf, by elimination with pivots; `info` is the first of them that is 0, counted from 1."""
    with building(Builder.before(op)):
        x, info = Tensor(op.operands[0]), op.results[2].type
        if not x.size:
            return None
        rows, _, pivots = eliminated(x, x.shape[-1], sum_of_parts)
        count = pivots.shape[-2]
        own = picked(rows, iota(x.shape, x.rank - 2) == iota(x.shape, x.rank - 1), x.rank - 1)[..., :count, :]
        number = select(own == 0, iota(own.shape, x.rank - 2) + 1, count + 1).min(x.rank - 2)
        first = select(number <= count, number, 0).reshape(*info.shape)
        return [rows.value, (pivots + 1).reshape(*pivots.shape[:-1]).value, first.convert(info.element).value]


def orthogonal_factors(op: Operation) -> list[Value] | None:
    """LAPACK's geqrf: R, and reflectors below it."""
    with building(Builder.before(op)):
        x = Tensor(op.operands[0])
        return [each.value for each in reflected(x)] if x.size else None


def orthogonal_matrix(op: Operation) -> list[Value] | None:
    """LAPACK's orgqr: the product of reflectors."""
    with building(Builder.before(op)):
        packed, taus = map(Tensor, op.operands)
        return [product_of_reflectors(packed, taus, packed.shape[-1]).value] if packed.size and taus.size else None


def axes_of_matrix(value: Value) -> tuple[int, int]:
    rank = len(value.type.shape)
    return rank - 2, rank - 1


def named(*routines: str) -> list[str]:
    """How JAX calls routines, for each kind of number."""
    return [f"lapack_{kind}{routine}_ffi" for routine in routines for kind in "sdcz"]


ROUTINES = {
    triangular_solve: named("trsm"), cholesky: named("potrf"), factors: named("getrf"), orthogonal_factors: named("geqrf"),
    orthogonal_matrix: named("orgqr", "ungqr"), approximate_top_k: ["ApproxTopK"], **calls_of_xla.ROUTINES,
}  # fmt: skip
