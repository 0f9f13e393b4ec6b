"""What LLVM's names of intrinsics say: `llvm.vector.reduce.add.v4i32` is `vector.reduce.add`, overloaded by a type."""

from __future__ import annotations

from functools import cache

from tfir.conversion.llvm_ir.instructions import OTHER_NAMES
from tfir.dialects import lookup
from tfir.startup.patterns import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# A type in the name of an intrinsic; of pointers before LLVM 15 with what they point to.
MANGLED = compiled(r"(?:nx)?(?:v\d+|a\d+)*(?:i\d+|f\d+|bf16|ppcf128|x86amx|p\d+(?:[a-z]\w*)?|isVoid|Metadata)|s_.*|sl_.*|t.*t").fullmatch
OLD_REDUCTION = compiled(r"llvm\.experimental\.vector\.reduce\.(?:v2\.)?(\w+\..*)").sub  # of before LLVM 12
OWN_NAMES = {spelled: name for name, spelled in OTHER_NAMES.items()}


def without_types(name: str, is_one: Callable[[str], bool]) -> str | None:
    """What stands between `llvm.` and the types that an intrinsic is overloaded by, as the dialect spells it, where that is one of a kind."""
    parts = OLD_REDUCTION(r"llvm.vector.reduce.\1", name).split(".")[1:]
    for end in range(len(parts), 0, -1):
        local = ".".join(parts[:end])
        own = OWN_NAMES.get(local, local)
        if is_one(own) and all([MANGLED(part) for part in parts[end:]]):
            return own
    return None


def is_operation(local: str) -> bool:
    definition = lookup(f"llvm.intr.{local}")
    return definition is not None and definition.signature is not None


@cache
def operation_of(name: str) -> str | None:
    """The operation that an intrinsic has, without the types that it is overloaded by in its name; None where it has none."""
    local = without_types(name, is_operation)
    return None if local is None else f"llvm.intr.{local}"
