"""The encodings of Shardy's dialect. Its attributes are kept as text, which is put together of what a file says, and taken apart for it.

Source: openxla/shardy, `bytecode.td`, `attrs.td`.
"""

from __future__ import annotations

from tfir.bytecode.encodings import DialectEncodings, Encoding
from tfir.ir.attributes import Attribute, OpaqueAttr, StringAttr, SymbolRefAttr
from tfir.ir.location import quoted
from tfir.startup.patterns import DOTALL, compiled
from tfir.text.lexer import unquoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from re import Match
    from typing import Any

    Parts = dict[str, Any]

REDUCTIONS = ("", "max", "min")
FACTORS = "ijklmnopqrstuvwxyz"
KIND = compiled(r"#sdy(?:\.(\w+)\s*<(.*)>|<\s*([a-z_]+)(.*)>)", DOTALL).fullmatch
TOKENS = compiled(r'"(?:[^"\\]|\\.)*"|->|[\[\](){}<>,]|[^"\[\](){}<>,-]+|-').findall
NAMED = compiled(r'("(?:[^"\\]|\\.)*")\s*(?:[=:]\s*(.*))?', DOTALL).fullmatch
SUB_AXIS = compiled(r"\(\s*(\d+)\s*\)\s*(\d+)").fullmatch
FACTOR = compiled(r"z_(\d+)|([i-z])").findall
PRIORITY = compiled(r"p(\d+)").fullmatch
UNREDUCED = compiled(r"unreduced\s*=\s*(\w*)\s*(\{.*\})", DOTALL).fullmatch
TO = compiled(r"\s*:\s*(-?\d+)\s*->\s*(-?\d+)\s*").fullmatch


def _opaque(kind: str, body: str) -> OpaqueAttr:
    return OpaqueAttr(f"#sdy.{kind}<{body}>")


def body_of(attribute: Any) -> str:
    """What an attribute says of its kind: `@mesh, [{}]` of `#sdy.sharding<@mesh, [{}]>`, `{"a"}` of `#sdy<manual_axes{"a"}>`."""
    match = _matched(KIND(attribute.text))
    return (match[2] if match[1] else match[4]).strip()


def _listed(attributes: Sequence[Any]) -> str:
    return ", ".join(map(body_of, attributes))


def _mesh(axes: Any, device_ids: Any) -> OpaqueAttr:
    ids = f", device_ids=[{', '.join(map(str, device_ids))}]" if device_ids else ""
    return _opaque("mesh", f"[{_listed(axes)}]{ids}")


def _dimension(axes: Any, is_closed: int, priority: int | None) -> OpaqueAttr:
    parts = ", ".join([*map(body_of, axes), *([] if is_closed else ["?"])])
    return _opaque("dimension_sharding", f"{{{parts}}}{'' if priority is None else f'p{priority}'}")


def _sharding(mesh: Any, dimensions: Any, replicated: Any, unreduced: Any = (), reduction: int = 0) -> OpaqueAttr:
    named = mesh.text.removeprefix("#sdy.")
    same = f", replicated={{{_listed(replicated)}}}" if replicated else ""
    partial = f", unreduced={REDUCTIONS[reduction]}{{{_listed(unreduced)}}}" if unreduced else ""
    return _opaque("sharding", f"{named}, [{_listed(dimensions)}]{same}{partial}")


def _per_value(value: Any) -> OpaqueAttr:
    return _opaque("sharding_per_value", f"[{', '.join([f'<{body_of(each)}>' for each in value])}]")


def _factor(number: int) -> str:
    """The letter of a factor of a rule; behind z they are numbered."""
    last = len(FACTORS) - 1
    return FACTORS[number] if number <= last else f"z_{number - last}"


def _rule(sizes: Any, operands: Any, results: Any, is_custom: int, **kinds: Any) -> OpaqueAttr:
    factors = ", ".join([f"{_factor(number)}={size}" for number, size in enumerate(sizes)])
    told = [f" {kind}={{{', '.join(map(_factor, numbers))}}}" for kind, numbers in kinds.items() if numbers]
    body = f"({', '.join(map(body_of, operands))})->({', '.join(map(body_of, results))})"
    return _opaque("op_sharding_rule", body + (f" {{{factors}}}" if sizes else "") + "".join(told) + ", custom" * bool(is_custom))


def _listing(kind: str, ends: str) -> Callable[[Any], OpaqueAttr]:
    """How a list of attributes is written that is an attribute of its own."""
    return lambda value: OpaqueAttr(f"#sdy<{kind}{ends[0]}{_listed(value)}{ends[1]}>")


# Text taken apart


def _split(text: str) -> list[str]:
    """The parts of a text between commas that stand in no brackets."""
    parts, depth = [""], 0
    for token in TOKENS(text):
        depth += (token in "([{<") - (token in ")]}>")
        if token == "," and not depth:
            parts.append("")
        else:
            parts[-1] += token
    return [part.strip() for part in parts] if text.strip() else []


def _within(text: str) -> tuple[list[str], str]:
    """The parts of the list in brackets that a text begins with, and what stands behind it."""
    depth, length = 0, 0
    for token in TOKENS(text):
        depth, length = depth + (token in "([{<") - (token in ")]}>"), length + len(token)
        if not depth:
            break
    return _split(text[1 : length - 1]), text[length:]


def _all(kind: str, texts: Sequence[str]) -> tuple[OpaqueAttr, ...]:
    return tuple([_opaque(kind, text) for text in texts])


def _matched(match: Match[str] | None) -> Match[str]:
    if match is None:
        raise ValueError("not written as Shardy has it")
    return match


def _named(text: str) -> tuple[str, str | None]:
    match = _matched(NAMED(text))
    return unquoted(match[1]), match[2]


def _sub_axis_parts(text: str) -> Parts:
    pre_size, size = _matched(SUB_AXIS(text)).groups()
    return {"pre_size": int(pre_size), "size": int(size)}


def _mesh_axis_parts(text: str) -> Parts:
    name, size = _named(text)
    return {"name": name, "size": int(size or "")}


def _mesh_parts(text: str) -> Parts:
    axes, *rest = _split(text)
    ids = _within(rest[0].partition("=")[2].strip())[0] if rest else []
    return {"axes": _all("mesh_axis", _within(axes)[0]), "device_ids": tuple(map(int, ids))}


def _axis_parts(text: str) -> Parts:
    name, part = _named(text)
    return {"name": name, "part": None if part is None else _opaque("sub_axis_info", part)}


def _dimension_parts(text: str) -> Parts:
    axes, behind = _within(text)
    priority = PRIORITY(behind.strip()) if behind.strip() else None
    is_closed = axes[-1:] != ["?"]
    return {
        "axes": _all("axis_ref", axes if is_closed else axes[:-1]), "is_closed": is_closed, "priority": None if priority is None else int(priority[1]),
    }  # fmt: skip


def _sharding_parts(text: str) -> Parts:
    """All that any form of a sharding has; `reduction` is the number of one."""
    mesh, dimensions, *rest = _split(text)
    axes = {"replicated": "{}", "unreduced": "{}"}
    reduction = 0
    for part in rest:
        if match := UNREDUCED(part):
            reduction, axes["unreduced"] = REDUCTIONS.index(match[1]), match[2]
        else:
            name, _, of_name = part.partition("=")
            axes[name.strip()] = of_name.strip()
    holder: Attribute = SymbolRefAttr(_symbol(mesh[1:])) if mesh[0] == "@" else _opaque("mesh", mesh.removeprefix("mesh").strip()[1:-1])
    lists = {name: _all("axis_ref", _within(listed)[0]) for name, listed in axes.items()}
    return {"mesh": holder, "dimensions": _all("dimension_sharding", _within(dimensions)[0]), **lists, "reduction": reduction}


def _symbol(text: str) -> str:
    return unquoted(text) if text[0] == '"' else text


def _factors(texts: Sequence[str]) -> tuple[int, ...]:
    pairs = [pair for text in texts for pair in FACTOR(text)]
    return tuple([len(FACTORS) - 1 + int(number) if number else FACTORS.index(letter) for number, letter in pairs])


def _rule_parts(text: str) -> Parts:
    """`([i, j])->([i]) {i=4, j=2} reduction={j}, custom`."""
    operands, behind = _within(text)
    results, behind = _within(behind.strip().removeprefix("->").strip())
    parts: Parts = {"operands": _all("tensor_mapping", operands), "results": _all("tensor_mapping", results), "sizes": ()}
    parts |= dict.fromkeys(KINDS_OF_FACTORS, ())
    parts["is_custom"] = behind.rstrip().endswith("custom")
    while "{" in behind:
        name, _, rest = behind.partition("{")
        listed, behind = _within("{" + rest)
        kind = name.strip().removesuffix("=").strip()
        parts[kind or "sizes"] = _factors(listed) if kind else tuple([int(each.partition("=")[2]) for each in listed])
    return parts


def _all_to_all_parts(text: str) -> Parts:
    axes, behind = _within(text)
    source, target = _matched(TO(behind)).groups()
    return {"axes": _all("axis_ref", axes), "source": int(source), "target": int(target)}


def _members(kind: str) -> Callable[[str], Parts]:
    """How a list of attributes of a kind is taken apart; those in angle brackets are without them there."""
    return lambda text: {"value": _all(kind, [each[1:-1] if each[0] == "<" else each for each in _within(text)[0]])}


def _encoding(code: int, kind: str, fields: str, make: Any, parts: Any) -> Encoding:
    """An encoding of attributes of a kind, whose text between the angle brackets `parts` takes apart."""
    encoding = Encoding(code, fields, make, lambda one: parts(body_of(one)))
    OF_KIND.setdefault(kind, []).append(encoding)
    return encoding


def of_attribute(one: Any) -> Encoding | None:
    """The encoding of an attribute's kind, of shardings that with as many fields as they need; None for what is not written as Shardy has it."""
    match = KIND(one.text) if isinstance(one, OpaqueAttr) else None
    encodings = OF_KIND.get(match[1] or match[3]) if match is not None else None
    if encodings is None:
        return None
    try:
        parts = encodings[0].parts(one)
        if len(encodings) == 1:
            return encodings[0]
        shardings = [_sharding_parts(body_of(each)) for each in parts["value"]] if "value" in parts else [parts]
    except (ValueError, LookupError):
        return None
    is_partial = any([sharding["unreduced"] for sharding in shardings])
    return encodings[is_partial + (is_partial and bool(parts.get("reduction")))]


OF_KIND: dict[str, list[Encoding]] = {}
SHARDING = "mesh: attribute, dimensions: attributes, replicated: attributes"
KINDS_OF_FACTORS = ("reduction", "need_replication", "permutation", "blocked_propagation")
RULE = f"sizes: svarints, operands: attributes, results: attributes, {': svarints, '.join(KINDS_OF_FACTORS)}: svarints, is_custom: byte"
ALL_TO_ALL = "axes: attributes, source: svarint, target: svarint"
ATTRIBUTES = [
    _encoding(0, "manual_axes", "axes: attributes", lambda axes: OpaqueAttr(f"#sdy<manual_axes{{{', '.join(map(str, axes))}}}>"),
              lambda text: {"axes": tuple([StringAttr(unquoted(each)) for each in _within(text)[0]])}),
    _encoding(1, "mesh_axis", "name: string, size: svarint", lambda name, size: _opaque("mesh_axis", f"{quoted(name)}={size}"), _mesh_axis_parts),
    _encoding(2, "mesh", "axes: attributes, device_ids: svarints", _mesh, _mesh_parts),
    _encoding(3, "sub_axis_info", "pre_size: svarint, size: svarint", lambda pre_size, size: _opaque("sub_axis_info", f"({pre_size}){size}"), _sub_axis_parts),
    _encoding(4, "axis_ref", "name: string, part: optional_attribute", lambda name, part: _opaque("axis_ref", quoted(name) + (f":{body_of(part)}" if part else "")), _axis_parts),
    _encoding(5, "dimension_sharding", "axes: attributes, is_closed: byte, priority: optional_varint", _dimension, _dimension_parts),
    _encoding(6, "sharding", SHARDING, _sharding, _sharding_parts),
    _encoding(7, "sharding_per_value", "value: attributes", _per_value, _members("sharding")),
    _encoding(8, "dim_mapping", "factors: svarints", lambda factors: _opaque("dim_mapping", "".join(map(_factor, factors))), lambda text: {"factors": _factors([text])}),
    _encoding(9, "tensor_mapping", "value: attributes", lambda value: _opaque("tensor_mapping", f"[{_listed(value)}]"), _members("dim_mapping")),
    _encoding(10, "op_sharding_rule", RULE, _rule, _rule_parts),
    _encoding(11, "axis_ref_list", "value: attributes", _listing("axis_ref_list", "{}"), _members("axis_ref")),
    _encoding(12, "list_of_axis_ref_lists", "value: attributes", _listing("list_of_axis_ref_lists", "[]"), _members("axis_ref_list")),
    _encoding(13, "all_to_all_param", ALL_TO_ALL, lambda axes, source, target: OpaqueAttr(f"#sdy<all_to_all_param{{{_listed(axes)}}}: {source}->{target}>"), _all_to_all_parts),
    _encoding(14, "all_to_all_param_list", "value: attributes", _listing("all_to_all_param_list", "[]"), _members("all_to_all_param")),
    _encoding(15, "sharding", f"{SHARDING}, unreduced: attributes", _sharding, _sharding_parts),
    _encoding(16, "sharding_per_value", "value: attributes", _per_value, _members("sharding")),
    _encoding(17, "sharding", f"{SHARDING}, unreduced: attributes, reduction: svarint", _sharding, _sharding_parts),
]  # fmt: skip
ENCODINGS = DialectEncodings([], ATTRIBUTES, lambda type: None, of_attribute)
