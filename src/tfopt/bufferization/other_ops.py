"""What constants, choices, transfers of vectors and the dialect of bufferization itself do to buffers. Source: MLIR's bufferization of these
dialects."""

from __future__ import annotations

from tfir.dialects.scf import parts_of
from tfir.ir.attributes import IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr, UnitAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import I1, I64, MemRefType

from tfopt.bufferization.copies import sizes_of
from tfopt.bufferization.models import Alias, Destination, Model, constant_of, memref_of, model, owner_of, tensor_of
from tfopt.bufferization.options import identity, is_tensor, promoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.bufferization.analysis import Analysis
    from tfopt.bufferization.buffers import Buffers
    from tfopt.bufferization.models import Use


# arith


@model("arith.constant")
class Constant(Model):
    def is_writable(self, value: Value) -> bool:
        return False

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        type = identity(tensor_of(op.result))
        name = SymbolRefAttr(global_of(op, type, buffers))
        buffers.become(op, "memref.get_global", (), [type], {"name": name})


def global_of(op: Operation, type: MemRefType, buffers: Buffers) -> str:
    """The name of a global that has the elements of a constant and is never written to; a new one stands first in the module around."""
    module = next(around for around in op.ancestors() if around.name == "builtin.module")
    alignment = {"alignment": IntegerAttr(buffers.options.alignment, I64)} if buffers.options.alignment else {}
    asked = {"type": TypeAttr(type), "initial_value": op.attributes["value"], "constant": UnitAttr(), **alignment}
    for each in module.body:
        if each.name == "memref.global" and each.attributes.items() >= asked.items():
            return str(each.attributes["sym_name"].value)
    shape = "x".join([*map(str, type.shape), type.element.text]) if type.shape else f"x{type.element.text}"
    name = buffers.unused_name(f"__constant_{shape}", SymbolTable(module))
    named = {"sym_name": StringAttr(name), "sym_visibility": StringAttr("private")}
    Builder(module.body, module.body.first, op.location).create("memref.global", attributes=named | asked)
    return name


@model("arith.select")
class Select(Model):
    def reads(self, state: Analysis, use: Use) -> bool:
        return False

    def results_in(self, state: Analysis, use: Use) -> list[Alias]:
        return [Alias(use[0].result, use, True, False)]

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        return promoted(*[buffers.type_of(each, asked) for each in owner_of(value).operands[1:]])

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        if op.operands[0].type is not I1:
            raise Error.on(op, "only i1 condition values are supported")
        given, build = list(map(buffers.buffer, op.operands[1:])), Builder.before(op)
        type = promoted(*[memref_of(each) for each in given])
        buffers.become(op, "arith.select", [op.operands[0], *[buffers.cast(build, each, type) for each in given]], [type], {})


# vector


@model("vector.transfer_read", "vector.gather")
class TransferRead(Model):
    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        buffers.become(op, op.name, [buffers.buffer(op.operands[0]), *op.operands[1:]], [op.result.type], op.attributes)


@model("vector.transfer_write")
class TransferWrite(Destination):
    def reads(self, state: Analysis, use: Use) -> bool:
        return not overwrites_all(use[0])

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        vector, tensor, *rest = op.operands
        buffer = buffers.buffer(tensor)
        Builder.before(op).create(op.name, [vector, buffer, *rest], (), op.attributes)
        buffers.replace(op, [buffer])


def overwrites_all(op: Operation) -> bool:
    """Whether a transfer writes every element of its tensor."""
    vector, tensor, indices, mask = op.operands[0].type, op.operands[1].type, *transfer_parts(op)
    are_zero = all([constant_of(each) == 0 for each in indices])
    is_straight = op.attributes["permutation_map"].text == identity_map(len(indices))
    return not mask and are_zero and is_straight and vector.shape == tensor.shape and not any(vector.scalable)


def transfer_parts(op: Operation) -> list[list[Value]]:
    return [list(part) for part in parts_of(op)[-2:]]


def identity_map(rank: int) -> str:
    dims = ", ".join([f"d{at}" for at in range(rank)])
    return f"affine_map<({dims}) -> ({dims})>"


# bufferization


@model("bufferization.alloc_tensor")
class AllocTensor(Model):
    allocates = True

    def defines(self, state: Analysis, result: Value) -> bool:
        return bool(parts_of(owner_of(result))[1])

    def buffer_type(self, buffers: Buffers, value: Value, asked: tuple[Value, ...]) -> MemRefType:
        op = owner_of(value)
        copied, space = parts_of(op)[1], op.attributes.get("memory_space")
        if space is None and copied:
            space = buffers.type_of(copied[0], asked).space
        return MemRefType(value.type.shape, value.type.element, None, space)

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        if not op.result.uses:
            op.erase()
            return
        sizes, copied, _ = parts_of(op)
        build, type = Builder.before(op), buffers.type_of(op.result)
        source = buffers.buffer(copied[0]) if copied else None
        new = buffers.allocate(build, type, sizes if source is None else sizes_of(build, source, "memref.dim"))
        if source is not None:
            build.create("memref.copy", [source, new])
        buffers.replace(op, [new])


@model("bufferization.dealloc_tensor")
class DeallocTensor(Model):
    def reads(self, state: Analysis, use: Use) -> bool:
        return False

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        Builder.before(op).create("memref.dealloc", [buffers.buffer(op.operands[0])])
        op.erase()


@model("bufferization.materialize_in_destination")
class Materialize(Destination):
    def reads(self, state: Analysis, use: Use) -> bool:
        return use[1] == 0

    def must_be_in_place(self, use: Use) -> bool:
        return use[1] == 1

    def inserts_into(self, op: Operation) -> tuple[int, int]:
        return 0, 1

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        source, target = op.operands
        buffer = buffers.buffer(target) if is_tensor(target.type) else target
        Builder.before(op).create("memref.copy", [buffers.buffer(source), buffer])
        buffers.replace(op, [buffer] * len(op.results))


@model("bufferization.to_tensor")
class ToTensor(Model):
    def is_writable(self, value: Value) -> bool:
        return "writable" in owner_of(value).attributes

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        """It is what buffers are asked of."""


@model("bufferization.to_buffer")
class ToBuffer(Model):
    def must_be_in_place(self, use: Use) -> bool:
        return True

    def writes(self, state: Analysis, use: Use) -> bool:
        return "read_only" not in use[0].attributes

    def bufferize(self, op: Operation, buffers: Buffers) -> None:
        """It goes where it meets what makes a tensor of a buffer."""
