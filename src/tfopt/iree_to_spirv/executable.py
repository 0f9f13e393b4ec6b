"""An executable's entry function, seen as what a schedule needs to know of it."""

from __future__ import annotations

from tfir.analysis.extents import Size, naming_feeds, symbol_count, with_extents
from tfir.analysis.sliced_products import SlicedProduct, sliced_product
from tfir.dialects import has_trait
from tfir.execution.sequencer import HOST, UNSPECIFIED
from tfir.ir.attributes import StringAttr
from tfir.ir.diagnostics import Diagnostic, Error, emit
from tfir.ir.operations import Operation

from tfopt.iree_to_spirv.parts import with_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SIZE_OF = "stablehlo.get_dimension_size"
EXPORT = "iree.executable.export"
# Their elements are read, stored or made anew wherever they are needed.
ANYWHERE = ("iree.load_input", "iree.store_output", "stablehlo.broadcast_in_dim", "stablehlo.iota", SIZE_OF)


LAYOUTS = ("stablehlo.transpose", "stablehlo.slice", "stablehlo.reshape")


class Executable:
    """The `entry` with extents where sizes are unknown, `op`; its arguments (buffers), what it stores where, and its root: the operation that is not elementwise.

    Buffers of `parts` have more than what is stored. What is stored may be computed of slices of a product's columns (`sliced`), which is the root then.
    """

    def __init__(self, op: Operation):
        self.entry, self.symbols = op, symbol_count(op.body.arguments)
        self.name = op.get("sym_name")
        self.op, self.parts = with_parts(with_extents(op))
        op = self.op
        self.arguments = list(op.body.arguments)
        self.stores: list[tuple] = []  # (tensor value, argument)
        self.loads: dict = {}  # tensor value -> argument
        for inner in op.body:
            if inner.name == "iree.store_output":
                self.stores.append((inner.operands[0], inner.operands[1]))
            elif inner.name == "iree.load_input":
                self.loads[inner.results[0]] = inner.operands[0]
        if not self.stores:
            raise Error.on(op, "stores no output, so there is nothing to compute")
        self.outputs = {argument for _, argument in self.stores}
        self.sliced: SlicedProduct | None = sliced_product(op.body)

    @property
    def root(self) -> Operation | None:
        """The one operation that is not elementwise; None when there is none, or more than one. What only says how a buffer lies in memory
        is none beside another."""
        if self.sliced is not None:
            return self.sliced.root
        roots = [op for op in self.op.body if is_computed_as_a_whole(op)]
        if len(roots) > 1:
            roots = [op for op in roots if not self.is_layout(op)]
        return roots[0] if len(roots) == 1 else None

    def is_layout(self, op: Operation) -> bool:
        """Whether a movement is of a buffer as it was loaded, seen through other such movements."""
        while op.name in LAYOUTS:
            if op.operands[0] in self.loads:
                return True
            op = op.operands[0].op
        return False

    @property
    def shape(self):
        """The shape of the stored values; all outputs share it."""
        shapes = {value.type.shape for value, _ in self.stores}
        if len(shapes) != 1:
            raise Error.on(self.op, "stores tensors of different shapes, which one dispatch cannot compute")
        return shapes.pop()

    @property
    def size(self) -> Size:
        return self.stores[0][0].type.size

    def argument_of(self, value):
        """The argument that a tensor is loaded from, directly or through reshapes; None for anything computed."""
        while value.op is not None and value.op.name == "stablehlo.reshape":
            value = value.op.operands[0]
        return self.loads.get(value)


def is_computed_as_a_whole(op: Operation) -> bool:
    """Whether a dispatch may be about the operation: not where each element comes from that at its place, or from elsewhere uncomputed."""
    return op.name not in ANYWHERE and not has_trait(op, "elementwise", "view", "passthrough", "constant_like", "terminator")


def entries(module: Operation):
    """(iree.multi_arch_executable, its executable without a target, entry function) of each executable in a module."""
    for executable in module.body:
        if executable.name != "iree.multi_arch_executable":
            continue
        for specific in executable.body:
            if specific.name == "iree.executable" and specific.get("format") == UNSPECIFIED:
                for op in specific.walk():
                    if op.name == "func.func" and EXPORT in op.attributes:
                        yield executable, specific, op


def compile_each(module: Operation, make: Callable[[Operation, Operation, Operation], object], allow_host_ops: bool) -> None:
    """Calls `make` with each of the `entries`. Where it raises, the executable becomes one for the host if these are allowed; else one Error
    tells all of them."""
    failures: list[Diagnostic] = []
    for executable, specific, op in list(entries(module)):
        try:
            with naming_feeds(op):
                make(executable, specific, op)
        except Error as error:
            failures += error.diagnostics
            if allow_host_ops:
                specific.set_attribute("format", StringAttr(HOST))
                emit(Diagnostic(f"host step '{op.get('sym_name')}': {error}", op, "remark"))
    if failures and not allow_host_ops:
        raise Error.of(failures)
