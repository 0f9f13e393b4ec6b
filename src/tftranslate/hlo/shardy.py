"""Shardy's marks as XLA writes them between its passes: custom calls, with shardings as text in `xla.sdy.` attributes beside tiles of GSPMD.

Source: XLA, `service/spmd/shardy/constants.h` and `stablehlo_round_trip`; tiles: `hlo_sharding.h`.
"""

from __future__ import annotations

from math import prod

from tfir.dialects.sdy.shardings import AXES, DIMENSIONS, SHARDINGS, Axis, mesh_named, pieces_of
from tfir.ir.attributes import symbol_text
from tfir.ir.diagnostics import Error

from tftranslate.hlo.computation_writer import sharding
from tftranslate.hlo.shapes import result_shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfir.dialects.stablehlo.meshes import Mesh
    from tfir.ir.attributes import Attribute
    from tfir.ir.operations import Operation, Value
    from tfir.proto import HloInstructionProto

    from tftranslate.hlo.computation_writer import Body

MESHES, SHARDING = "xla.sdy.meshes", "xla.sdy.sharding"


def tiles(mesh: Mesh, dimensions: Sequence[Sequence[Axis]]) -> str:
    """How XLA writes what each dimension is cut by: `{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}`."""
    if not mesh.axes and len(mesh.devices) == 1 and mesh.devices[0] != 0:
        return f"{{maximal device={mesh.devices[0]}}}"
    pieces = pieces_of(mesh, [axis for axes in dimensions for axis in axes])
    cuts = [[piece for axis in axes for piece in pieces if piece.is_in(axis)] for axes in dimensions]
    used = [piece for cut in cuts for piece in cut]
    if not used:
        return "{replicated}"
    rest = [piece for piece in pieces if piece not in used]
    shape = [prod([piece.size for piece in cut]) for cut in [*cuts, *([rest] if rest else [])]]
    order = [pieces.index(piece) for piece in [*used, *rest]]
    devices = listed(mesh, [piece.size for piece in pieces], order, prod([piece.size for piece in rest]))
    return f"{{devices=[{','.join(map(str, shape))}]{devices}{' last_tile_dim_replicate' if rest else ''}}}"


def listed(mesh: Mesh, sizes: Sequence[int], order: Sequence[int], alike: int) -> str:
    """The devices of a mesh of these sizes, its dimensions in that order: `<=[2,2]T(1,0)` where they are numbered along it, else each by its number.
    Of the last dimensions `alike` devices have the same part; XLA lists these as their numbers grow."""
    if mesh.devices != list(range(len(mesh.devices))):
        import numpy as np

        turned = np.array(mesh.devices).reshape(sizes).transpose(order).reshape(-1, alike)
        return ",".join(map(str, np.sort(turned, axis=1).reshape(-1)))
    runs: list[list[int]] = []  # dimensions that follow each other in both orders are one
    for at in order:
        if runs and runs[-1][-1] + 1 == at:
            runs[-1].append(at)
        else:
            runs.append([at])
    merged = sorted(runs)
    places = [merged.index(run) for run in runs]
    text = f"<=[{','.join([str(prod([sizes[at] for at in run])) for run in merged])}]"
    return text if len(runs) == 1 else f"{text}T({','.join(map(str, places))})"


def tiles_of(op: Operation, attribute: Attribute) -> list[str]:
    """The tiles of each sharding in an attribute of an operation."""
    texts = []
    for mesh, dimensions, rest in SHARDINGS(attribute.text):
        if "unreduced" in rest:
            raise Error.on(op, "has a sharding whose values are yet to be reduced, which tiles do not say")
        texts.append(tiles(mesh_named(op, mesh), [[Axis(*each) for each in AXES(text)] for text in DIMENSIONS(dimensions)]))
    return texts


def meshes_of(module: Operation) -> str:
    """The meshes of a module as the attribute that XLA keeps them in, "" where it has none."""
    meshes = [f"{symbol_text(op.get('sym_name'))[1:]} = {op.attributes['mesh'].text}" for op in module.body if op.name == "sdy.mesh"]
    return f"{{{', '.join(meshes)}}}" if meshes else ""


def mark(instruction: HloInstructionProto, op: Operation, attribute: Attribute) -> None:
    """Gives an instruction of one value the sharding that an operation says."""
    instruction.sharding.CopyFrom(sharding(tiles_of(op, attribute)[0]))
    instruction.frontend_attributes.map[SHARDING] = attribute.text


def per_value(attributes: Sequence[Attribute]) -> str:
    return f"#sdy.sharding_per_value<[{', '.join([each.text.removeprefix('#sdy.sharding') for each in attributes])}]>"


def custom_call(body: Body, target: str, values: Sequence[Value], operands: Sequence[int], told: dict[str, str]) -> HloInstructionProto:
    """A call of one of Shardy's names, which gives something of the types of `values`."""
    instruction = body.add("custom-call", result_shape([value.type for value in values]), operands)
    instruction.custom_call_target, instruction.custom_call_has_side_effect = target, target.startswith("xla.")
    instruction.custom_call_api_version = 1
    for key, text in told.items():
        instruction.frontend_attributes.map[key] = text
    return instruction


def sharding_constraint(body: Body, op: Operation) -> list[int]:
    attribute = op.attributes["sharding"]
    instruction = custom_call(body, "Sharding", op.results, body.operands(op), {SHARDING: per_value([attribute])})
    instruction.sharding.CopyFrom(sharding(tiles_of(op, attribute)[0]))
    return [instruction.id]


def sharding_group(body: Body, op: Operation) -> list[int]:
    custom_call(
        body, "xla.sdy.ShardingGroup", [], body.operands(op), {"xla.sdy.sharding_group_id": f"{op.attributes['group_id'].value} : i64"}
    )
    return []


def manual_computation(body: Body, op: Operation) -> list[int]:
    """The parts of the operands, a call that computes with them, and what its results are parts of."""
    axes = {"xla.sdy.manual_axes": op.attributes["manual_axes"].text}
    parts = list(op.body.arguments)
    given: list[int] = []
    if parts:
        told = {"xla.sdy.in_shardings": op.attributes["in_shardings"].text, **axes}
        given = body.many(custom_call(body, "xla.sdy.GlobalToLocalShape", parts, body.operands(op), told), len(parts))
    computation = body.region(op, op.region, "xla.sdy.manual_computation_body")
    computed = list(op.body.terminator.operands)
    call = body.add("call", result_shape([value.type for value in computed]), given)
    call.called_computation_ids.append(computation)
    call.frontend_attributes.map["inlineable"] = "false"
    told = {"xla.sdy.out_shardings": op.attributes["out_shardings"].text, **axes}
    joined = custom_call(body, "xla.sdy.LocalToGlobalShape", op.results, body.many(call, len(computed)), told)
    return body.many(joined, len(op.results))


def mark_result(body: Body, function: Operation, id: int, value: Value, attribute: Attribute) -> int:
    """A result of the entry that has a sharding."""
    instruction = custom_call(body, "xla.sdy.FuncResultSharding", [value], [id], {SHARDING: per_value([attribute])})
    instruction.sharding.CopyFrom(sharding(tiles_of(function, attribute)[0]))
    return instruction.id


EMISSIONS = {
    "sdy.sharding_constraint": sharding_constraint, "sdy.reshard": sharding_constraint, "sdy.sharding_group": sharding_group,
    "sdy.manual_computation": manual_computation,
}  # fmt: skip
