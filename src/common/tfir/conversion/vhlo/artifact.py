"""Portable artifacts: programs of StableHLO as VHLO of a version, in bytecode that readers of that version know."""

from __future__ import annotations

from tfir.bytecode.writer import write_bytecode
from tfir.conversion.vhlo.from_stablehlo import legalize_to_vhlo
from tfir.conversion.vhlo.to_stablehlo import legalize_to_stablehlo
from tfir.conversion.vhlo.versions import convert_to_version, target_of, text_of
from tfir.dialects import lookup
from tfir.dialects.vhlo.kinds import CURRENT
from tfir.ir.operations import Operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfir.dialects.vhlo.kinds import Version

# The newest version of bytecode that each version of StableHLO reads, up to the next. Source: openxla/stablehlo, `Version.cpp`.
BYTECODE_VERSIONS: tuple[tuple[Version, int], ...] = (((0, 15, 0), 6), ((0, 14, 0), 4), ((0, 12, 0), 3), ((0, 10, 0), 1), ((0, 9, 0), 0))
PRODUCER = "StableHLO_v"
NEWEST = f"{PRODUCER}{text_of(CURRENT)}"


def serialize(
    module: Operation, target: str = "", keeps_locations: bool = True, allow_other_dialects: bool = False
) -> Iterator[bytes | memoryview]:
    """The bytes, in pieces, of an artifact for readers from version `target` on, by default the `current` one. The module becomes VHLO.

    Raises Error for a version that is none, and for what that version cannot say.
    """
    text = text_of(CURRENT) if target in ("", "current") else target
    version = target_of(text, module)
    legalize_to_vhlo(module, allow_other_dialects)
    convert_to_version(module, version)
    bytecode = next(number for since, number in BYTECODE_VERSIONS if version >= since)
    return write_bytecode(module, lookup, bytecode, f"{PRODUCER}{text}", keeps_locations)


def deserialize(module: Operation) -> bool:
    """Makes StableHLO of a module of VHLO, of whatever version; whether it was one. Raises Error for what stands for nothing."""
    if not any([op.dialect == "vhlo" for op in module.body]):
        return False
    convert_to_version(module, CURRENT)
    legalize_to_stablehlo(module)
    return True
