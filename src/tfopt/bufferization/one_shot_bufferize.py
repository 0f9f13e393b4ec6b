"""Makes tensors buffers, in place wherever no later reader would see it.

    before:  %0 = tensor.insert %f into %t[%i] : tensor<8xf32>
    after:   memref.store %f, %m[%i] : memref<8xf32>

Where another operation reads `%t` behind it, the store is to a copy of it: a `memref.alloc` and a `memref.copy`.
"""

from __future__ import annotations

from tfir.analysis.effects import is_dead
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation

from tfopt.bufferization import functions, other_ops, scf_ops, tensor_makers, tensor_ops  # noqa: F401 # they enter their models
from tfopt.bufferization.analysis import Analysis
from tfopt.bufferization.annotations import annotate
from tfopt.bufferization.buffers import TO_BUFFER, TO_TENSOR, Buffers
from tfopt.bufferization.functions import FunctionFacts, fold_casts, remove_attributes, returns
from tfopt.bufferization.models import is_on_tensors, memref_of
from tfopt.bufferization.options import INFERRED, Options

TITLE = "One-Shot Bufferize"
OPTIONS = {
    "allow-return-allocs-from-loops": "Iterations of a loop may hand on other memory than they got.",
    "allow-unknown-ops": "Leave operations on tensors that cannot be bufferized, between casts.",
    "buffer-alignment": "The alignment of new buffers in bytes; 0 for none.",
    "bufferize-function-boundaries": "Arguments and results of functions become buffers too.",
    "copy-before-write": "Analyze nothing: whatever is written to is copied before.",
    "dialect-filter": "Bufferize operations of these dialects alone.",
    "function-boundary-type-conversion": "What types of arguments and results say of layouts; by infer-layout-map results have those that are found.",
    "test-analysis-only": "Write what is decided into attributes, and change nothing else.",
    "unknown-type-conversion": "What types say of layouts that nothing tells.",
}  # fmt: skip


def one_shot_bufferize(
    module: Module, *, allow_return_allocs_from_loops: bool = False, allow_unknown_ops: bool = False, buffer_alignment: int = 64,
    bufferize_function_boundaries: bool = False, copy_before_write: bool = False, dialect_filter: tuple[str, ...] = (),
    function_boundary_type_conversion: "fully-dynamic-layout-map|identity-layout-map|infer-layout-map" = "infer-layout-map",  # type: ignore[valid-type]  # noqa: F821 - the choices
    test_analysis_only: bool = False,
    unknown_type_conversion: "fully-dynamic-layout-map|identity-layout-map" = "fully-dynamic-layout-map",  # type: ignore[valid-type]  # noqa: F821 - the choices
):  # fmt: skip
    """Functions are analyzed behind those that they call; those of inner modules stay, of tensors. Results are those of upstream, but for
    `tensor.generate`, `splat` and `pad`, which are loops here and `linalg.map` there, for sizes, which are sums here and `affine.apply` there,
    for copies where upstream writes to what is read later, and for results of functions, which keep the sizes of their tensors."""
    options = Options(
        alignment=buffer_alignment, boundaries=bufferize_function_boundaries, boundary_layout=function_boundary_type_conversion,
        dialects=dialect_filter, returns_allocations=allow_return_allocs_from_loops, unknown_layout=unknown_type_conversion,
    )  # fmt: skip
    facts = FunctionFacts(module) if bufferize_function_boundaries else None
    roots = [module] if facts is None else facts.in_order(module)
    state = analyzed(module, roots, options, facts, decides=not copy_before_write)
    for root in roots:
        if test_analysis_only:
            annotate(root, state)
        else:
            resolve(root, state)
    if not test_analysis_only:
        bufferize(roots, Analysis(module, options, facts, decides=False), allow_unknown_ops)


def analyzed(module: Operation, roots: list[Operation], options: Options, facts: FunctionFacts | None, decides: bool) -> Analysis:
    state = Analysis(module, options, facts, decides)
    for root in roots if decides else ():
        if facts is not None and root.region.blocks and not returns(root):
            raise Error("cannot bufferize func.func without func.return", root)
        state.decide(root)
        if facts is not None and root not in facts.recursive:
            facts.learn(root, state)
    return state


def resolve(root: Operation, state: Analysis) -> None:
    for op in list(root.walk(post_order=True)):
        described = state.options.model_of(op)
        if described is not None:
            described.resolve(op, state)


def bufferize(roots: list[Operation], state: Analysis, leaves_unknown: bool) -> None:
    """Operations from the inside out. What is made on the way comes last, then what stands between tensors and buffers goes."""
    buffers = Buffers(state)
    for root in roots:
        if state.functions is None:
            bufferize_inside(root, buffers)
            meet(root, buffers)
        else:
            bufferize_function(root, buffers)
    for root in () if leaves_unknown else roots:
        check_after(root, state.options)


def bufferize_function(function: Operation, buffers: Buffers) -> None:
    """Before those that call it, which ask for its type."""
    bufferize_inside(function, buffers)
    meet(function, buffers)
    if buffers.options.boundary_layout == INFERRED:
        fold_casts(function)
    remove_attributes(function)


def bufferize_inside(root: Operation, buffers: Buffers) -> None:
    options = buffers.options
    pending = [op for op in root.walk(post_order=True) if is_on_tensors(op)]
    for op in pending:
        described = options.model_of(op) if op.parent is not None else None
        if described is not None and is_on_tensors(op):
            if not described.has_blocks and any([len(region.blocks) > 1 for region in op.regions]):
                raise Error.on(
                    op,
                    "op or BufferizableOpInterface implementation does not support unstructured control flow, but at least one region has multiple blocks",
                )
            described.bufferize(op, buffers)
        pending += buffers.left
        buffers.left = []


def meet(root: Operation, buffers: Buffers) -> None:
    """Puts a buffer where it was made a tensor and a buffer again."""
    for op in [op for op in root.walk() if op.name == TO_BUFFER]:
        maker = op.operands[0].op
        if maker is not None and maker.name == TO_TENSOR:
            value = buffers.cast_or_copied(Builder.before(op), maker.operands[0], memref_of(op.result))
            op.replace_with([value])
    for op in list(root.walk(post_order=True)):
        if op.name == TO_TENSOR and not op.result.uses:
            op.erase()


def check_after(root: Operation, options: Options) -> None:
    for op in root.walk(post_order=True):
        if is_on_tensors(op) and options.allows(op) and op.name not in (TO_BUFFER, TO_TENSOR) and not op.successors and not is_dead(op):
            raise Error("op was not bufferized", op)
