"""If, Case, While and For as nodes that name functions, and as nodes that hold regions: which attribute belongs to which region."""

from __future__ import annotations

from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr
from tfir.ir.operations import Operation, Value
from tfir.ods.control import CONTROL

PREFIXES = ("Stateless", "Stateful", "")
REGION = "Region"

# Of control flow: the attribute of types, and of which values; False for operands behind those that decide, True for results.
TYPES_OF = {
    "If": (("Tin", False), ("Tout", True)), "Case": (("Tin", False), ("Tout", True)), "While": (("T", False),), "For": (("T", False),),
}  # fmt: skip
# Attributes that only repeat types; the form with regions does without.
TYPES = {kind: (*(("Tcond",) if kind == "If" else ()), *[name for name, _ in names]) for kind, names in TYPES_OF.items()}


class Kind:
    """One kind of control flow. `lead` operands decide, the rest are arguments; `parts` are (function, attributes that it is called
    with, what the function itself had) as attribute names, one for each region; of a Case these are lists."""

    __slots__ = ("name", "lead", "parts", "has_arguments", "functions")

    def __init__(self, name: str, lead: int, parts, functions: tuple[str, ...], has_arguments: bool):
        self.name, self.lead, self.parts, self.functions, self.has_arguments = name, lead, parts, functions, has_arguments

    @property
    def is_list(self) -> bool:
        return self.name == "Case"

    def attribute(self, op: Operation, which: int, region: int, default: Attribute | None = None) -> Attribute | None:
        """The attribute of one region with its function (0), the call's attributes (1), or the preserved ones (2)."""
        if self.is_list:
            of_regions = op.attributes.get(self.parts[0][which])
            return of_regions.elements[region] if isinstance(of_regions, ArrayAttr) and region < len(of_regions.elements) else default
        return op.attributes.get(self.parts[region][which], default)

    def put(self, attributes: dict, which: int, values: list) -> None:
        if self.is_list:
            attributes[self.parts[0][which]] = ArrayAttr(values)
        else:
            attributes.update({part[which]: value for part, value in zip(self.parts, values)})


KINDS = {
    "If": Kind("If", 1, (("then_branch", "then_attrs", "then_region_attrs"), ("else_branch", "else_attrs", "else_region_attrs")), ("if_then", "if_else"), False),
    "Case": Kind("Case", 1, (("branches", "branch_attrs", "region_attrs"),), ("case",), False),
    "While": Kind("While", 0, (("cond", "cond_attrs", "cond_region_attrs"), ("body", "body_attrs", "body_region_attrs")), ("while_cond", "while_body"), True),
    "For": Kind("For", 3, (("body", "body_attrs", "region_attrs"),), ("for_body",), True),
}  # fmt: skip


def kind_of(op: Operation, suffix: str = "") -> Kind | None:
    """The kind of a node in the form whose names end in `suffix`."""
    local = op.name[4:] if op.name.startswith("tfg.") else ""
    if not local.endswith(suffix):
        return None
    local = local.removesuffix(suffix)
    for prefix in PREFIXES:
        if local.startswith(prefix) and local[len(prefix) :] in KINDS:
            return KINDS[local[len(prefix) :]]
    return None


def token_of(value: Value) -> Value | None:
    """The token that comes with a value; None where its node has none."""
    if value.op is not None:
        return value.op.results[-1] if value.op.results[-1].type is CONTROL else None
    arguments = value.block.arguments
    is_function = value.block.parent_op.name == "tfg.func"
    return arguments[value.index + 1 if is_function else value.index + len(arguments) // 2]


NO_ATTRIBUTES = DictAttr()
