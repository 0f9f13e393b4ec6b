"""VHLO's ops, of which each is an op of StableHLO as it was in some versions: the forms that `versions.txt` lists, and `op_v1` of all others."""

from __future__ import annotations

from os.path import dirname, join

from tfir.dialects.stablehlo import DIALECT as STABLEHLO
from tfir.dialects.stablehlo.attributes import FIELDS
from tfir.dialects.vhlo.kinds import MINIMUM, version_of
from tfir.ods.signature import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.dialects.vhlo.kinds import Version

CONVOLUTION = tuple(
    f"{end}_{role}_dimension{'s' * (role == 'spatial')}"
    for end, roles in (("input", ("batch", "feature")), ("kernel", ("input_feature", "output_feature")), ("output", ("batch", "feature")))
    for role in (*roles, "spatial")
)
# What stands in VHLO for an attribute of StableHLO that holds several, by the attribute's kind in the table, or its name.
PARTS: dict[str, tuple[str, ...]] = {
    "#conv": CONVOLUTION,
    **{f"#{keyword}": tuple(FIELDS[keyword]) for keyword in ("gather", "scatter", "dot")},
    "algorithm": tuple(FIELDS["dot_algorithm"]),
    "channel_handle": ("channel_id",),
}
# The ops of `func`, which have a form in VHLO, too.
FUNCTIONS = """
    func_v1(; sym_name: attr, function_type: attr, sym_visibility: attr, arg_attrs: attr, res_attrs: attr) !regions(1)
    call_v1(operands: *any; callee: attr) -> (results: *any)
"""
CHANNELS = ("send", "recv")  # whose channel has a type


class Form:
    """A form of an op. `last` is None for one of now; `one`, `no_regions`, `lacks` and `more` say what differs in the next."""

    __slots__ = ("name", "since", "last", "one", "no_regions", "lacks", "more")

    def __init__(self, name: str, since: Version = MINIMUM, last: Version | None = None, *differences: str):
        self.name, self.since, self.last = name, since, last
        self.one, self.no_regions = "one" in differences, "no-regions" in differences
        self.more = tuple([word[1:] for word in differences if word[0] == "+"])
        self.lacks = tuple([word for word in differences if word not in ("one", "no-regions") and word[0] != "+"])


def _listed_forms() -> dict[str, Form]:
    with open(join(dirname(__file__), "versions.txt"), encoding="utf-8") as file:
        lines = [line.split() for line in file if line[0] != "#"]
    return {name: Form(name, version_of(since), version_of(rest[0]) if rest else None, *rest[1:]) for name, since, *rest in lines}


LISTED = _listed_forms()


def parts_of(signature: Signature, name: str) -> tuple[str, ...]:
    """The attributes of VHLO that stand for an attribute of an op of StableHLO."""
    if name == "channel_handle" and signature.name in CHANNELS:
        return ("channel_id", "channel_type")
    kind = signature.attributes[name].kind
    return PARTS.get(kind) or PARTS.get(name) or (name,)


def vhlo_attributes(signature: Signature) -> list[str]:
    """The attributes that the newest form of an op has."""
    return [part for name in signature.attributes for part in parts_of(signature, name)]


def forms_of(local: str) -> list[Form]:
    """The forms of an op of StableHLO, the newest last."""
    return [LISTED[name] for name in (f"{local}_v1", f"{local}_v2") if name in LISTED] or [Form(f"{local}_v1")]


def form_named(name: str) -> Form:
    return LISTED.get(name) or Form(name)


def _line(signature: Signature, form: Form) -> str:
    """The line of a table that declares a form of an op."""
    operands = [f"{slot.name}: {'*' * (slot.variadic and not form.one)}any" for slot in signature.operands]
    results = [f"{slot.name}: {'*' * (slot.variadic and not form.one)}any" for slot in signature.results]
    attributes = [f"{name}: attr" for name in (*vhlo_attributes(signature), *form.more) if name not in form.lacks]
    regions = "" if form.no_regions or "regions" not in signature.traits else f" !regions({', '.join(signature.traits['regions'])})"
    terminator = " !terminator" * ("terminator" in signature.traits)
    declared = "; ".join([", ".join(operands), ", ".join(attributes)] if attributes else [", ".join(operands)])
    return f"{form.name}({declared}) -> ({', '.join(results)}){regions}{terminator}"


def table() -> str:
    """The signature lines of all forms of all ops."""
    lines = [_line(signature, form) for signature in map(STABLEHLO.table.__getitem__, STABLEHLO.table) for form in forms_of(signature.name)]
    return "\n".join([*[line.strip() for line in FUNCTIONS.strip().split("\n")], *lines, ""])
