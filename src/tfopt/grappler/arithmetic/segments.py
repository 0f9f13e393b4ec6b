"""Embedding lookups: sums, means over segments of rows that were looked up."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import I32, I64
from tfir.ods.control import data_operands

from tfopt.grappler.nodes import rebuilt
from tfopt.grappler.rewriting import Stage
from tfopt.rewrite.terms import rewrite, tf, variables

(rest,) = variables("rest")
REDUCTIONS = tuple(f"SparseSegment{kind}{suffix}" for kind in ("Sum", "Mean", "SqrtN") for suffix in ("", "WithNumSegments"))


def look_up_once(op: Operation, item):
    """Rows of the distinct ids, then the row of each id among them: the rows of the ids themselves."""
    data, indices, *others = data_operands(op)
    gather, unique = data.op, indices.op
    if gather is None or unique is None or gather.name not in ("tfg.Gather", "tfg.GatherV2") or unique.name not in UNIQUES:
        return None
    if gather.operands[1] is not unique.results[0] or indices is not unique.results[1]:
        return None
    params, ids = gather.operands[0], unique.operands[0]
    if ids.type.element not in (I32, I64) or not is_along_rows(gather, item):
        return None
    return reduced(op, [params, ids, *others], item)


UNIQUES = frozenset({"tfg.Unique", "tfg.UniqueWithCounts"})


def is_along_rows(gather: Operation, item) -> bool:
    if gather.name == "tfg.Gather":
        return True
    return item.shapes.integers(gather.operands[2]) == [0] and not gather.get("batch_dims", 0)


def reduced(op: Operation, operands, item):
    """The same reduction of other operands that say the same; the last segment number gives the size, however it is written."""
    return item.shapes.vouch(rebuilt(op, *operands), op.results[0])


def drop_index_casts(op: Operation, item):
    """Row and segment numbers may be of either type."""
    operands = list(data_operands(op))
    for at in (1, 2):
        cast = operands[at].op
        if cast is not None and cast.name == "tfg.Cast" and cast.operands[0].type.element in (I32, I64):
            operands[at] = cast.operands[0]
    return reduced(op, operands, item) if operands != list(data_operands(op)) else None


def each_reduction(function):
    return [rewrite(getattr(tf, name)(*rest))(function) for name in REDUCTIONS]


SIMPLIFY_EMBEDDING_LOOKUP = Stage("SimplifyEmbeddingLookup", *each_reduction(look_up_once))
REMOVE_CAST_INTO_SEGMENT_REDUCTION = Stage("RemoveCastIntoSegmentReduction", *each_reduction(drop_index_casts))
