"""Which operator of the dialect a node is, by its domain and the version of the operator set; and which element types its results have."""

from __future__ import annotations

from functools import cache

from tfir.dialects import definition_of
from tfir.dialects import dialect as dialect_of
from tfir.dialects.onnx.verify import slotted
from tfir.ir.attributes import IntegerAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import F32, I32, UI8, TensorType
from tfir.ods.element_types import element_of_word

from tftranslate.onnx.element_types import ANY, element_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.types import Type

DEFAULT_DOMAINS, FIRST = ("", "ai.onnx"), 7
CUSTOM = "Custom"
# The attributes that tell the element type of a result, and the one that it is where they are not there; None: that of the first operand.
TOLD = {
    "Bernoulli": ("dtype", None), "BitCast": ("to", None), "Cast": ("to", None), "EyeLike": ("dtype", None), "Multinomial": ("dtype", I32),
    "RandomNormal": ("dtype", F32), "RandomUniform": ("dtype", F32), "RandomNormalLike": ("dtype", None), "RandomUniformLike": ("dtype", None),
    "QuantizeLinear": ("output_dtype", UI8), "DequantizeLinear": ("output_dtype", None), "MelWeightMatrix": ("output_datatype", F32),
    **dict.fromkeys(("BlackmanWindow", "HammingWindow", "HannWindow"), ("output_datatype", F32)),
}  # fmt: skip


@cache
def forms() -> dict[tuple[str, str], list[tuple[int | None, str]]]:
    """(domain, operator) -> its forms, older ones first: the last version that has each, None for the newest, and its name here."""
    by_name: dict[tuple[str, str], list[tuple[int | None, str]]] = {}
    table = dialect_of("onnx").table
    for local in table:
        traits = table.get(local).traits
        if "since" not in traits:
            continue
        until = int(traits["until"][0]) if "until" in traits else None
        name = local[: local.rindex("V")] if until is not None else local
        by_name.setdefault((traits.get("domain", ("",))[0], name), []).append((until, local))
    return {name: sorted(each, key=lambda form: form[0] or 1 << 30) for name, each in by_name.items()}


@cache
def newest() -> int:
    """The newest operator set of the default domain that is known."""
    table = dialect_of("onnx").table
    return max(int(table.get(listed[-1][1]).traits["since"][0]) for (domain, _), listed in forms().items() if not domain)


def operator_of(domain: str, op_type: str, version: int | None) -> str | None:
    """The local name of the operator that a node of this type is; None for one of another domain. Raises Error for what is no operator."""
    domain = "" if domain in DEFAULT_DOMAINS else domain
    listed = forms().get((domain, op_type))
    if listed is None:
        if domain == "":
            raise Error(f"ONNX has no operator {op_type}")
        return None
    if version is None:
        raise Error(f"no operator set of the domain '{domain or 'ai.onnx'}' is imported")
    local = next(local for until, local in listed if until is None or version <= until)
    if domain == "" and version < FIRST and "since_first" not in definition_of(f"onnx.{local}").traits:
        raise Error(f"the model is of operator set {version}; those from {FIRST} on are read")
    return local


def result_elements(op: Operation) -> list[Type]:
    """The element type of each result, told by operands and attributes; `!onnx.Any` where nothing does. A type other than a tensor's is whole."""
    definition = definition_of(op.name)
    signature, local = definition.declaration, definition.local
    special = told_element(op, local)
    if special is not None:
        return [special] + [ANY] * (len(op.results) - 1)
    bound: dict[str, Type] = {}
    for slot, value in slotted(op, "operand", signature, signature.operands, op.operands):
        if slot.type in signature.attributes and slot.type not in bound and value.type.text != "none":
            bound[slot.type] = value.type.element if isinstance(value.type, TensorType) else value.type
    elements: list[Type] = []
    for slot, _ in slotted(op, "result", signature, signature.results, op.results):
        parameter = signature.attributes.get(slot.type)
        if slot.type in bound:
            elements.append(bound[slot.type])
        elif parameter is not None and parameter.allowed and len(parameter.allowed) == 1:
            elements.append(element_of_word(parameter.allowed[0]) or ANY)
        else:
            elements.append(ANY if parameter is not None or slot.type == "any" else element_of_word(slot.type) or ANY)
    return elements


def told_element(op: Operation, local: str) -> Type | None:
    """The element type that an attribute tells of the first result."""
    first = op.operands[0].type if op.operands else None
    if local in ("Constant", "ConstantOfShape"):
        content = op.attributes.get("value")
        if isinstance(content, ElementsAttr):
            return content.type.element
        return F32 if local == "ConstantOfShape" else constant_element(op)
    if local == "QuantizeLinear" and len(op.operands) > 2 and isinstance(op.operands[2].type, TensorType):
        return op.operands[2].type.element
    if local == "DequantizeLinear" and "output_dtype" not in op.attributes and len(op.operands) > 1:
        scale = op.operands[1].type
        return scale.element if isinstance(scale, TensorType) else None
    if local not in TOLD:
        return None
    name, otherwise = TOLD[local]
    number = op.attributes.get(name)
    if isinstance(number, IntegerAttr) and number.value:
        return element_of(number.value)
    return otherwise if otherwise is not None else first.element if isinstance(first, TensorType) else None


def constant_element(op: Operation) -> Type:
    """Of an `onnx.Constant` that has its elements as numbers or words."""
    words = {
        "value_float": "f32",
        "value_floats": "f32",
        "value_int": "i64",
        "value_ints": "i64",
        "value_string": "str",
        "value_strings": "str",
    }
    word = next((word for name, word in words.items() if name in op.attributes), None)
    return ANY if word is None else element_of_word(word) or ANY
