"""VHLO from version to version: ops get the form that a version has, and what it cannot say is refused.

Source: openxla/stablehlo, `VhloToVersion.cpp`, `VhloToVersionPatterns.td`, `VhloOps.cpp` (`validateConstraint`).
"""

from __future__ import annotations

from tfir.conversion.vhlo.defaults import DEFAULTS, EMPTY_DICTIONARY, EMPTY_TENSOR, default
from tfir.conversion.vhlo.from_stablehlo import illegal
from tfir.dialects import lookup
from tfir.dialects.vhlo.kinds import CURRENT, MINIMUM, Versioned, VhloAttr, version_of
from tfir.dialects.vhlo.operations import Form, form_named
from tfir.ir.attributes import Attribute
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation
from tfir.ir.uses import reverse_uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tfir.dialects.vhlo.kinds import Version

# Ops whose operands and results were of one element type before a version.
PROMOTING = ("all_reduce_v1", "reduce_v1", "reduce_scatter_v1", "reduce_window_v1", "scatter_v1", "select_and_scatter_v1")
PROMOTION: Version = (0, 17, 0)
TYPED_CALLS: Version = (1, 3, 0)
FUTURES_IN_CALLS: Version = (1, 17, 0)


def text_of(version: Version) -> str:
    return ".".join(map(str, version))


def target_of(text: str, at: Operation | None = None) -> Version:
    """The version of the forms for a target, or for `current`, which say nothing of its last number. Raises Error for what is no version, or
    none of ours."""
    try:
        version = CURRENT if text == "current" else version_of(text)
    except ValueError:
        what = f"Invalid target version argument '{text}'" if text else "No target version specified."
        raise Error(f"{what}\nTarget version must be of the form `#.#.#`.", at) from None
    if version < MINIMUM:
        raise Error(f"target version {text} is less than minimum supported {text_of(MINIMUM)}", at)
    if version > CURRENT:
        raise Error(f"target version {text} is greater than current version {text_of(CURRENT)}", at)
    return version[0], version[1], 0


def convert_to_version(module: Operation, target: Version) -> None:
    """Gives all ops of VHLO the form that they have in a version. Raises Error for what that version does not have."""
    legal: dict[Versioned, bool] = {}
    changed = []
    for op in module.inside():
        if op.dialect == "vhlo":
            try:
                if _convert(op, target, legal):
                    changed.append(op)
            except Error as error:
                failure = Diagnostic(f"failed to convert VHLO to v{text_of(target)}", module)
                raise Error.of([*error.diagnostics, failure]) from None
    use_as_new(changed)


def use_as_new(changed: Sequence[Operation]) -> None:
    """Orders uses as if these ops had been made anew: they use their operands last, and the uses of their results are taken over from the
    newest to the oldest. Bytecode tells it (`use_lists.py`)."""
    for op in changed:
        op.set_operands(op.operands)
    for op in changed:
        for result in op.results:
            reverse_uses(result)


def _convert(op: Operation, target: Version, legal: dict[Versioned, bool]) -> bool:
    """Gives an op the form that it has in a version; whether that is another one."""
    form = original = form_named(op.name.partition(".")[2])
    name = op.name
    while form.last is not None and target > form.last and (newer := _neighbour(form, 1)) is not None:
        _upgrade(op, form, newer)
        form = newer
    while target < form.since and (older := _neighbour(form, -1)) is not None and _downgrade(op, older):
        form = older
    if not form.since <= target <= (form.last or CURRENT) or not _fits(op, form, target):
        raise illegal(op, name)
    parts: list[Versioned] = [value for value in op.attributes.values() if isinstance(value, Versioned)]
    parts += [value.type for value in (*op.operands, *op.results) if isinstance(value.type, Versioned)]
    if not all([_is_legal(part, target, legal) for part in parts]):
        raise illegal(op, name)
    return form is not original


def _neighbour(form: Form, step: int) -> Form | None:
    local, _, number = form.name.rpartition("_v")
    name = f"{local}_v{int(number) + step}"
    return form_named(name) if lookup(f"vhlo.{name}") is not None else None


def _is_legal(part: Versioned, target: Version, legal: dict[Versioned, bool]) -> bool:
    answer = legal.get(part)
    if answer is None:
        answer = legal[part] = part.kind.since <= target and all([_is_legal(inner, target, legal) for inner in part.parts()])
    return answer


def _upgrade(op: Operation, older: Form, newer: Form) -> None:
    attributes = {name: value for name, value in op.attributes.items() if name not in older.more}
    op.set_attributes(attributes | {name: DEFAULTS[name] for name in older.lacks})
    op.rename(f"vhlo.{newer.name}")


def _downgrade(op: Operation, older: Form) -> bool:
    """Gives an op its form of before, and says whether that can say what the op says."""
    if (older.one and len(op.operands) != 1) or (older.no_regions and op.regions):
        return False
    if not all([_is_unsaid(name, op.attributes.get(name)) for name in older.lacks]):
        return False
    attributes: dict[str, Attribute] = {name: value for name, value in op.attributes.items() if name not in older.lacks}
    for name in older.more:
        attributes[name] = default(name, attributes, max(len(op.operands[0].type.shape) - 2, 0))
    op.set_attributes(attributes)
    op.rename(f"vhlo.{older.name}")
    return True


def _is_unsaid(name: str, value: Attribute | None) -> bool:
    if DEFAULTS[name] is EMPTY_TENSOR:
        return isinstance(value, VhloAttr) and value.kind.name == "tensor_v1" and not value.value.data
    return value == DEFAULTS[name]


def _fits(op: Operation, form: Form, target: Version) -> bool:
    """Whether an op says nothing that its form may say only in later versions."""
    if form.name in PROMOTING and target < PROMOTION:
        return all([_element(a) is _element(b) for a, b in zip(op.operands, op.results)])
    if form.name != "custom_call_v1":
        return True
    if target < FUTURES_IN_CALLS and any(
        [getattr(operand.type, "kind", None) and operand.type.kind.name == "future_v1" for operand in op.operands]
    ):
        return False
    is_typed = op.get("api_version") == "API_VERSION_TYPED_FFI"
    config = op.attributes.get("backend_config")
    is_dictionary = isinstance(config, VhloAttr) and config.kind is EMPTY_DICTIONARY.kind
    return target >= TYPED_CALLS or not (is_typed or is_dictionary)


def _element(value: Any) -> Any:
    return getattr(value.type, "values", {}).get("element")
