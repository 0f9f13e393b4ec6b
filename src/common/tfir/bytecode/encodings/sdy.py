"""The encodings of Shardy's dialect, whose attributes are kept as text, and go as text into files. Source: openxla/shardy, `bytecode.td`."""

from __future__ import annotations

from tfir.bytecode.encodings import DialectEncodings, Encoding
from tfir.ir.attributes import OpaqueAttr
from tfir.ir.location import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

REDUCTIONS = ("", "max", "min")
FACTORS = "ijklmnopqrstuvwxyz"


def _opaque(kind: str, body: str) -> OpaqueAttr:
    return OpaqueAttr(f"#sdy.{kind}<{body}>")


def _inner(attribute: Any) -> str:
    """What an attribute says between its angle brackets."""
    text: str = attribute.text
    return text[text.index("<") + 1 : text.rindex(">")]


def _listed(attributes: Sequence[Any]) -> str:
    return ", ".join(map(_inner, attributes))


def _mesh(axes: Any, device_ids: Any) -> OpaqueAttr:
    ids = f", device_ids=[{', '.join(map(str, device_ids))}]" if device_ids else ""
    return _opaque("mesh", f"[{_listed(axes)}]{ids}")


def _dimension(axes: Any, is_closed: int, priority: int | None) -> OpaqueAttr:
    parts = ", ".join([*map(_inner, axes), *([] if is_closed else ["?"])])
    return _opaque("dimension_sharding", f"{{{parts}}}{'' if priority is None else f'p{priority}'}")


def _sharding(mesh: Any, dimensions: Any, replicated: Any, unreduced: Any = (), reduction: int = 0) -> OpaqueAttr:
    named = mesh.text.removeprefix("#sdy.")
    same = f", replicated={{{_listed(replicated)}}}" if replicated else ""
    partial = f", unreduced={REDUCTIONS[reduction]}{{{_listed(unreduced)}}}" if unreduced else ""
    return _opaque("sharding", f"{named}, [{_listed(dimensions)}]{same}{partial}")


def _per_value(shardings: Any) -> OpaqueAttr:
    return _opaque("sharding_per_value", f"[{', '.join([f'<{_inner(each)}>' for each in shardings])}]")


def _factor(number: int) -> str:
    """The letter of a factor of a rule; behind z they are numbered."""
    last = len(FACTORS) - 1
    return FACTORS[number] if number <= last else f"z_{number - last}"


def _rule(sizes: Any, operands: Any, results: Any, is_custom: int, **kinds: Any) -> OpaqueAttr:
    factors = ", ".join([f"{_factor(number)}={size}" for number, size in enumerate(sizes)])
    told = [f" {kind}={{{', '.join(map(_factor, numbers))}}}" for kind, numbers in kinds.items() if numbers]
    body = f"({', '.join(map(_inner, operands))})->({', '.join(map(_inner, results))})"
    return _opaque("op_sharding_rule", body + (f" {{{factors}}}" if sizes else "") + "".join(told) + ", custom" * bool(is_custom))


SHARDING = "mesh: attribute, dimensions: attributes, replicated: attributes"
RULE = """sizes: svarints, operands: attributes, results: attributes, reduction: svarints, need_replication: svarints, permutation: svarints,
blocked_propagation: svarints, is_custom: byte""".replace("\n", " ")
ATTRIBUTES = [
    Encoding(0, "axes: attributes", lambda axes: OpaqueAttr(f"#sdy<manual_axes{{{', '.join(map(str, axes))}}}>")),
    Encoding(1, "name: string, size: svarint", lambda name, size: _opaque("mesh_axis", f"{quoted(name)}={size}")),
    Encoding(2, "axes: attributes, device_ids: svarints", _mesh),
    Encoding(3, "pre_size: svarint, size: svarint", lambda pre_size, size: _opaque("sub_axis_info", f"({pre_size}){size}")),
    Encoding(4, "name: string, part: optional_attribute", lambda name, part: _opaque("axis_ref", quoted(name) + (f":{_inner(part)}" if part else ""))),
    Encoding(5, "axes: attributes, is_closed: byte, priority: optional_varint", _dimension),
    Encoding(6, SHARDING, _sharding),
    Encoding(7, "shardings: attributes", _per_value),
    Encoding(8, "factors: svarints", lambda factors: _opaque("dim_mapping", "".join(map(_factor, factors)))),
    Encoding(9, "dimensions: attributes", lambda dimensions: _opaque("tensor_mapping", f"[{_listed(dimensions)}]")),
    Encoding(10, RULE, _rule),
    Encoding(15, f"{SHARDING}, unreduced: attributes", _sharding),
    Encoding(16, "shardings: attributes", _per_value),
    Encoding(17, f"{SHARDING}, unreduced: attributes, reduction: svarint", _sharding),
]  # fmt: skip
ENCODINGS = DialectEncodings([], ATTRIBUTES, lambda type: None, lambda attribute: None)
