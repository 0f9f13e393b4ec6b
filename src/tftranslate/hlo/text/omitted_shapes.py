"""The shapes that a text leaves out, as those written by hand may: `sum = add(x, y)` has the shape that its operands give it.

Source: hlo_parser.cc, CreateInstruction, which infers what is missing.
"""

from __future__ import annotations

from tfir.dialects import has_trait, lookup
from tfir.ir.builder import single_block_region
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region
from tfir.ir.types import TupleType
from tfir.ods.inference import inferred_types
from tfir.proto import ShapeProto

from tftranslate.hlo.element_types import TOKEN, TUPLE
from tftranslate.hlo.fields import pair_of
from tftranslate.hlo.opcodes import opcodes
from tftranslate.hlo.shapes import leaf_types, shape_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.proto import HloInstructionProto

CALLS = ("call", "fusion", "conditional", "map")  # whose result is that of what they call, but for the sizes of a map
OF_OPERANDS = ("all-reduce", "copy", "domain", "opt-barrier", "sort", "while")  # a tuple of several


def omitted_shape(instruction: HloInstructionProto, operands: Sequence[ShapeProto], called: Sequence[ShapeProto]) -> ShapeProto:
    """The shape of an instruction, whose operands and called computations give shapes. Raises Error where these do not tell it."""
    opcode = instruction.opcode
    if opcode == "tuple":
        return tuple_of(operands)
    if opcode == "after-all":
        return ShapeProto(element_type=TOKEN)
    if opcode == "get-tuple-element" and operands and 0 <= instruction.tuple_index < len(operands[0].tuple_shapes):
        return operands[0].tuple_shapes[instruction.tuple_index]
    if opcode in OF_OPERANDS and operands:
        return operands[0] if len(operands) == 1 else tuple_of(operands)
    if opcode in CALLS and called and opcode != "map":
        return called[0]
    return of_op(instruction, operands, called)


def laid_out(shape: ShapeProto, instruction: HloInstructionProto, operands: Sequence[ShapeProto]) -> ShapeProto:
    """A shape with the layout that XLA infers: that of an operand where elements keep their places; of a transpose one that moves nothing."""
    like = next((each for each in operands if each.dimensions), None)
    if like is None:
        return shape
    if instruction.opcode == "transpose":
        order = list(instruction.dimensions)
        shape.layout.minor_to_major[:] = [order.index(dim) for dim in like.layout.minor_to_major]
    elif like.dimensions == shape.dimensions and has_trait(opcodes()[instruction.opcode].op, "elementwise"):
        shape.layout.CopyFrom(like.layout)
    return shape


def tuple_of(parts: Sequence[ShapeProto]) -> ShapeProto:
    return ShapeProto(element_type=TUPLE, tuple_shapes=parts)


def body_of(result: ShapeProto) -> Region:
    """A region that gives values of the types of a shape, which is all that inference asks of what a reduction calls."""
    region, block = single_block_region(leaf_types(result))
    block.append(Operation("stablehlo.return", block.arguments))
    return region


def of_op(instruction: HloInstructionProto, operands: Sequence[ShapeProto], called: Sequence[ShapeProto]) -> ShapeProto:
    """The shape that the op which stands for an instruction gives its result."""
    opcode = opcodes()[instruction.opcode]
    types = [type for shape in operands for type in leaf_types(shape)]
    definition = lookup(opcode.op) if opcode.op else None
    if definition is not None:
        _, block = single_block_region(types)
        op = Operation(opcode.op, block.arguments, types[:1], pair_of(opcode).attributes(instruction), [body_of(each) for each in called])
        inferred = inferred_types(op, definition)
        if len(inferred) == 1 and inferred[0] is not None and not isinstance(inferred[0], TupleType):
            return laid_out(shape_of(inferred[0]), instruction, operands)
    raise Error(f"the shape of {instruction.opcode} is not told by its operands; write it in front")
