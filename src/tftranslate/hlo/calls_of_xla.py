"""Opcodes that StableHLO has no op for: custom calls, of the names and with the attributes that XLA's own importer gives them, and back."""

from __future__ import annotations

from tfir.dialects.stablehlo import calls_of_xla
from tfir.dialects.stablehlo.calls_of_xla import attributes_of, collective_of, delta_of
from tfir.ir.attributes import ArrayAttr, DictAttr, IntegerAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import I32, I64

from tftranslate.hlo import fields
from tftranslate.hlo.attribute_values import grid, integers
from tftranslate.hlo.shapes import leaf_types, leaves, shape_of
from tftranslate.hlo.text.cursor import cursor_of
from tftranslate.hlo.text.replica_groups import groups_of
from tftranslate.hlo.text.shapes import read_shape, shape_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfir.ir.operations import Value
    from tfir.proto import HloInstructionProto

    from tftranslate.hlo.computation_writer import Body as Written
    from tftranslate.hlo.import_module import Body

    Values = list[Value]

STOCHASTIC_CONVERT, NEXT_STATE = "stochastic-convert", "rng-get-and-update-state"
RAGGED, PERMUTE = "ragged-all-to-all", "collective-permute"


def called(body: Body, instruction: HloInstructionProto, operands: list[Values], target: str, **attributes: Any) -> Values:
    flat = [value for each in operands for value in each]
    attributes["call_target_name"] = StringAttr(target)
    return list(body.builder.create("stablehlo.custom_call", flat, leaf_types(instruction.shape), attributes).results)


def stochastic_convert(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    return called(body, instruction, operands, calls_of_xla.STOCHASTIC_CONVERT)


def next_state(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    told = DictAttr({"delta": IntegerAttr(instruction.delta, I64)})
    return called(body, instruction, operands, calls_of_xla.NEXT_STATE, has_side_effect=True, **{"mhlo.attributes": told})


def ragged_all_to_all(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    told: dict[str, Any] = {"replica_groups": grid(groups_of(instruction))}
    if instruction.channel_id:
        told["channel_id"] = IntegerAttr(instruction.channel_id, I64)
    return called(body, instruction, operands, calls_of_xla.RAGGED, api_version=IntegerAttr(4, I32), backend_config=DictAttr(told))


def permute(body: Body, instruction: HloInstructionProto, operands: list[Values]) -> Values:
    """Each operand by itself. In place, with sizes of slices, the shapes tell which operands are sent, written to, and where their slices lie."""
    told = fields.PAIRS[PERMUTE].attributes(instruction)
    if not instruction.dynamic_slice_sizes:
        return [body.one("stablehlo.collective_permute", [value], value.type, told) for each in operands for value in each]
    shapes = ArrayAttr([StringAttr(shape_text(body.shapes[id])) for id in instruction.operand_ids])
    told = {**told, "slice_sizes": integers(instruction.dynamic_slice_sizes), "operand_shapes": shapes}
    return called(body, instruction, operands, calls_of_xla.IN_PLACE, **{"mhlo.attributes": DictAttr(told)})


def write_stochastic_convert(body: Written, op: Operation) -> list[int]:
    return [body.add(STOCHASTIC_CONVERT, shape_of(op.results[0].type), body.operands(op)).id]


def write_next_state(body: Written, op: Operation) -> list[int]:
    instruction = body.add(NEXT_STATE, shape_of(op.results[0].type))
    instruction.delta = delta_of(op)
    return [instruction.id]


def write_ragged_all_to_all(body: Written, op: Operation) -> list[int]:
    instruction = body.add(RAGGED, shape_of(op.results[0].type), body.operands(op))
    fields.fill_groups(collective_of(op), instruction)
    return [instruction.id]


def write_permutation_in_place(body: Written, op: Operation) -> list[int]:
    told, ids = attributes_of(op), iter(body.operands(op))
    shapes = [read_shape(cursor_of(each.value)) for each in getattr(told.get("operand_shapes"), "elements", ())]
    if not {"source_target_pairs", "slice_sizes"} <= told.keys():
        raise Error("a permutation in place says source_target_pairs and slice_sizes")
    if sum([len(leaves(shape)) for shape in shapes]) != len(op.operands) or len(shapes) < 2:
        raise Error("its operand_shapes have another number of arrays than it has operands")
    instruction = body.add(PERMUTE, shapes[1], [body.tuple_like(shape, ids) for shape in shapes])
    fields.fill_permute(Operation.draft(op.name, (), (), told), instruction)
    instruction.dynamic_slice_sizes.extend(told["slice_sizes"])
    return body.many(instruction, len(op.results))


CONVERSIONS = {STOCHASTIC_CONVERT: stochastic_convert, NEXT_STATE: next_state, RAGGED: ragged_all_to_all, PERMUTE: permute}
EMISSIONS = {
    calls_of_xla.STOCHASTIC_CONVERT: write_stochastic_convert, calls_of_xla.NEXT_STATE: write_next_state,
    calls_of_xla.RAGGED: write_ragged_all_to_all, calls_of_xla.IN_PLACE: write_permutation_in_place,
}  # fmt: skip
