"""Makes buffers that functions return arguments, which the function writes to and its callers allocate.

before:  func.func private @f(%a: memref<4xf32>) -> memref<4xf32> { .. return %0 : memref<4xf32> }
after:   func.func private @f(%a: memref<4xf32>, %out: memref<4xf32>) { .. memref.copy %0, %out; return }
"""

from __future__ import annotations

from tfir.dialects.func import function_type
from tfir.dialects.memref.layouts import layout_of
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, DictAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I32, FunctionType, MemRefType, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

TITLE = "Converts memref-typed function results to out-params"
OPTIONS = {
    "add-result-attr": "Mark the new arguments by `bufferize.result`.",
    "hoist-dynamic-allocs": "Let callers allocate what has sizes that are arguments of the function; it writes there from the first.",
    "hoist-static-allocs": "Let the function write to the new argument instead of memory of its own, of known size.",
    "modify-public-functions": "Change functions that are not private too.",
}


def buffer_results_to_out_params(
    module: Module, *, add_result_attr: bool = False, hoist_dynamic_allocs: bool = False, hoist_static_allocs: bool = False,
    modify_public_functions: bool = False,
):  # fmt: skip
    """Results are those of upstream. Declarations stay."""
    changed = {}
    for function in [op for op in module.body if op.name == "func.func" and op.region.blocks]:
        is_private = function.get("sym_visibility") == "private"
        if (is_private or modify_public_functions) and any(map(becomes_argument, function_type(function).results)):
            changed[function] = OutParams(function, add_result_attr, hoist_static_allocs, hoist_dynamic_allocs)
            changed[function].move()
    table = SymbolTable(module)
    for call in [op for op in module.walk() if op.name == "func.call"]:
        callee = call.attributes["callee"]
        called = table.get(callee) if isinstance(callee, SymbolRefAttr) else None
        if called in changed:
            changed[called].call(call)


def becomes_argument(type: Type) -> bool:
    return isinstance(type, MemRefType) and type.shape is not None


class OutParams:
    """The arguments of a function that its results become."""

    def __init__(self, function: Operation, is_marked: bool, hoists_static: bool, hoists_dynamic: bool):
        self.function, self.is_marked = function, is_marked
        self.hoists_static, self.hoists_dynamic = hoists_static, hoists_dynamic
        self.type = function_type(function)
        self.moved = [at for at, type in enumerate(self.type.results) if becomes_argument(type)]
        self.sizes: dict[int, list[int]] = {}  # of results whose sizes are arguments, the numbers of these

    def move(self) -> None:
        """In the function."""
        for at in self.moved:
            check_layout(self.type.results[at], self.function)
        self._describe()
        new = [self.function.region.entry.add_argument(self.type.results[at]) for at in self.moved]
        for last in [block.last for block in self.function.region.blocks]:
            if last is not None and last.name == "func.return":
                self._fill(last, new)
        kept = [type for at, type in enumerate(self.type.results) if at not in self.moved]
        inputs = [*self.type.inputs, *[value.type for value in new]]
        self.function.set_attribute("function_type", TypeAttr(FunctionType(inputs, kept)))

    def _describe(self) -> None:
        """What is said of the results is said of the arguments."""
        given, results = [self._entries(*each) for each in (("arg_attrs", self.type.inputs), ("res_attrs", self.type.results))]
        mark = {"bufferize.result": UnitAttr()} if self.is_marked else {}
        described = [*given, *[results[at] | mark for at in self.moved]]
        kept = [entries for at, entries in enumerate(results) if at not in self.moved]
        for name, listed in (("arg_attrs", described), ("res_attrs", kept)):
            if any(listed):
                self.function.set_attribute(name, ArrayAttr(list(map(DictAttr, listed))))
            elif name in self.function.attributes:
                self.function.remove_attribute(name)

    def _entries(self, name: str, types: Sequence[Type]) -> list[dict]:
        held = self.function.attributes.get(name)
        return [dict(each.entries) for each in held.elements] if isinstance(held, ArrayAttr) else [{} for _ in types]

    def _fill(self, last: Operation, new: Sequence[Value]) -> None:
        build, values = Builder.before(last), list(last.operands)
        last.set_operands([value for at, value in enumerate(values) if at not in self.moved])
        for at, argument in zip(self.moved, new):
            maker = values[at].op
            if maker is not None and maker.name == "memref.alloc" and self._may_hoist(at, maker):
                values[at].replace_all_uses_with(argument)
                maker.erase()
            else:
                build.create("memref.copy", [values[at], argument])

    def _may_hoist(self, at: int, maker: Operation) -> bool:
        if maker.result.type is not self.type.results[at]:
            return False
        if not maker.operands:
            return self.hoists_static
        arguments = list(self.function.region.entry.arguments)
        if not self.hoists_dynamic or any([value not in arguments for value in maker.operands]):
            return False
        self.sizes[at] = [arguments.index(value) for value in maker.operands]
        return True

    def call(self, op: Operation) -> None:
        build, outs = Builder.before(op), []
        for at in self.moved:
            outs.append(self._allocated(op, at, build))
            op.results[at].replace_all_uses_with(outs[-1])
        kept = [result for at, result in enumerate(op.results) if at not in self.moved]
        new = build.create("func.call", [*op.operands, *outs], [each.type for each in kept], op.attributes)
        for old, value in zip(kept, new.results):
            old.replace_all_uses_with(value)
        op.erase()

    def _allocated(self, op: Operation, at: int, build: Builder) -> Value:
        type = self.type.results[at]
        assert isinstance(type, MemRefType)
        sizes = [op.operands[number] for number in self.sizes.get(at, ())]
        if (type.shape or ()).count(None) != len(sizes):
            raise Error("cannot create out param for dynamically shaped result", op)
        plain = MemRefType(type.shape, type.element, None, type.space)
        new = build.value("memref.alloc", sizes, plain, {"operandSegmentSizes": DenseArrayAttr([len(sizes), 0], I32)})
        return new if plain is type else build.value("memref.cast", [new], type)


def check_layout(type: Type, function: Operation) -> None:
    """Raises Error where new memory cannot be of a type: its layout is neither none nor open."""
    assert isinstance(type, MemRefType)
    layout = layout_of(type)
    if type.layout is not None and (layout is None or set(layout[0]) - {None} or layout[1] is not None):
        raise Error("cannot create out param for result with unsupported layout", function)
