"""Copies of tensors that are not bufferized in place: `bufferization.alloc_tensor() copy(..)`, or without contents where no reader asks for them."""

from __future__ import annotations

from tfir.ir.attributes import DenseArrayAttr, IntegerAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, INDEX
from tfir.ir.uses import replace_uses_by

from tfopt.bufferization.models import operand, tensor_of, tensor_uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfopt.bufferization.analysis import Analysis


class Copies:
    def __init__(self, state: Analysis):
        self.state = state

    def make(self, op: Operation) -> None:
        """Of operands, in front of the op; of a result where that is all that lies in the operand."""
        state, of_operands, of_results = self.state, [], []
        for use in [use for use in tensor_uses(op) if not state.is_in_place(use)]:
            aliases = state.results_in(use)
            alone = len(aliases) == 1 and aliases[0].value.op is op and len(state.operands_of(aliases[0].value)) == 1
            if alone and not state.writes(use) and tensor_of(aliases[0].value).shape is not None:
                of_results.append((aliases[0].value, not state.may_leave_copy_empty(use)))
            elif tensor_of(operand(use)).shape is None:
                raise Error.on(op, "copies of unranked tensors are not supported")
            else:
                of_operands.append((use, not state.may_leave_copy_empty(use)))
        before, behind = Builder.before(op), Builder.after(op)
        for use, has_contents in of_operands:
            op.set_operand(use[1], copied(before, operand(use), has_contents))
        for value, has_contents in of_results:
            users = [user for user in value.users if user.name != "tensor.dim"]
            replace_uses_by(users, value, copied(behind, value, has_contents))


def copied(build: Builder, tensor: Value, has_contents: bool = True) -> Value:
    """A new tensor of the same type, with the same contents or none."""
    sizes = [] if has_contents else sizes_of(build, tensor, "tensor.dim")
    segments = DenseArrayAttr([len(sizes), int(has_contents), 0], I32)
    operands = [tensor] if has_contents else sizes
    return build.value("bufferization.alloc_tensor", operands, tensor.type, {"operandSegmentSizes": segments})


def sizes_of(build: Builder, value: Value, name: str) -> list[Value]:
    """The sizes that a type does not say."""
    return [build.value(name, [value, index_constant(build, at)], INDEX) for at, size in enumerate(value.type.shape) if size is None]


def index_constant(build: Builder, number: int) -> Value:
    return build.value("arith.constant", (), INDEX, {"value": IntegerAttr(number, INDEX)})
