"""Operations that are quicker in one way or another by how long their operands are, where that is told when the program runs: it takes the
quicker way then.

Lengths that follow from those of a function's arguments are told before anything runs. What has others is left to the host.
"""

from __future__ import annotations

from tfir.analysis.program_shapes import ProgramShapes, atoms
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType

from tfopt.arithmetic.sizes import UnknownSizes
from tfopt.stablehlo.separate_windows import reduce_window
from tfopt.stablehlo.sorted_scatter import scatter
from tfopt.stablehlo.sorting_network import sort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

RULES: dict[str, Callable[[Operation], Sequence[Value] | None]] = {
    "stablehlo.reduce_window": reduce_window, "stablehlo.scatter": scatter, "stablehlo.sort": sort,
}  # fmt: skip


def decompose_open(root: Operation) -> None:
    """Rewrite sorts, scatters and large windows of lengths that are not known."""
    ops = [op for op in root.walk(post_order=True) if op.name in RULES and is_open(op)]
    if not ops:
        return
    functions = [op for op in root.walk() if op.name == "func.func" and op.region.blocks]
    program = ProgramShapes(functions)
    given = {atom for func in functions for value in func.body.arguments for size in program[value].shape or () for atom in atoms(size)}
    with UnknownSizes() as sizes:
        for op in ops:
            for value in op.operands:
                if value not in sizes.shapes:
                    sizes.note(value, program[value].shape)
            named = [size for value in op.operands for size in sizes.shapes[value]]
            if given.issuperset([atom for size in named for atom in atoms(size)]) and (replacements := RULES[op.name](op)) is not None:
                op.replace_with(replacements)


def is_open(op: Operation) -> bool:
    """Whether the types of operands leave a size open, and all of them say the rank and no bounds."""
    types = [value.type for value in op.operands]
    is_ranked = all([isinstance(type, TensorType) and type.shape is not None and type.encoding is None for type in types])
    return is_ranked and not all([type.is_static for type in types])
