"""Reference variables of TensorFlow 1, and what stands for them where variables are behind handles."""

from __future__ import annotations

from tfir.dialects import dialect
from tfir.ods.signature import Signature

MAKERS = {"Variable": "VarHandleOp", "VariableV2": "VarHandleOp"}


def twin(name: str) -> str | None:
    """The op on handles that does what an op on references does, both without their dialect."""
    table = dialect("tf").table
    made = {**MAKERS, "IsVariableInitialized": "VarIsInitializedOp"}.get(name)
    candidates = [made] if made else [f"{name}VariableOp", f"Resource{name}", f"{name}V2", *([name[3:]] if name.startswith("Ref") else [])]
    return next((candidate for candidate in candidates if candidate in table and fits(table.get(name), table.get(candidate))), None)


def fits(signature: Signature, other: Signature) -> bool:
    """Whether an op takes handles where another takes references, and gives the same results otherwise."""
    is_passage = signature.name == f"Ref{other.name}"
    operands = [slot.type in (["T"] if is_passage else ["resource"]) for slot in other.operands]
    taken = len(signature.operands) == len(other.operands) and all([fit or not slot.ref for slot, fit in zip(signature.operands, operands)])
    return taken and len([slot for slot in signature.results if is_passage or not slot.ref]) == len(
        [slot for slot in other.results if not slot.type == "resource" or is_passage]
    )
