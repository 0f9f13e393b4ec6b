"""Conversions to LLVM fold each operation before they convert it, as upstream's driver does. A constant that is not converted is not built."""

from __future__ import annotations

from tfir.ir.operations import Operation
from tfir.ir.types import TensorType

from tfopt.generic.canonicalization.folders import folders_about
from tfopt.rewrite.fold_once import FoldOnce
from tfopt.rewrite.type_conversion import convert_types

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tfir.ir.types import Type

    from tfopt.rewrite.pattern import RewritePattern


def convert_folded(
    root: Operation,
    types: Mapping[Type, Type | None],
    patterns: Iterable[RewritePattern],
    illegal: Iterable[str] = (),
    *,
    shares_casts: bool = True,
) -> None:
    """`convert_types` of what is folded. Where casts are not shared, upstream's driver has replaced an operation by the time it looks at those
    that use it: these are not folded by what it was."""
    patterns = list(patterns)
    converted = {name for pattern in patterns for name in pattern.roots}

    def may_be_made(op: Operation) -> bool:
        return op.name in converted and not isinstance(op.results[0].type, TensorType)

    def may_be_folded(op: Operation) -> bool:
        return shares_casts or not any([value.op is not None and value.op.name in converted for value in op.operands])

    names = {op.name for op in root.inside() if op.dialect != "llvm"}  # what is converted already stays as it is
    FoldOnce(folders_about(names), may_be_made).run(root, may_be_folded)
    convert_types(root, types, patterns, illegal, shares_casts=shares_casts)
