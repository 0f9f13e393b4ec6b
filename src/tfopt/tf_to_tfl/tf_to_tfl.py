"""Lowers TensorFlow's ops to operators of TensorFlow Lite.

Most ops are one operator, by a line of `operators.txt`; the others have a function in `legalizations.py`. What has no operator, or none with kernels
for its types, is one error that lists all of it by op, with counts; or it becomes a custom operator: of an application, or with the node's
definition, which TensorFlow Lite runs by TensorFlow's own kernels (Flex).
"""

from __future__ import annotations

import os
from functools import cache

from tfir.analysis.effects import declared_effects
from tfir.dialects import definition_of
from tfir.dialects.tfl.attributes import BytesAttr
from tfir.ir.attributes import ArrayAttr, StringAttr
from tfir.ir.builder import Builder
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ods.signature import literal

from tfopt.rewrite.conversion import Conversion, ConversionTarget
from tfopt.rewrite.pattern import FunctionPattern
from tfopt.rewrite.refusals import refusal
from tfopt.tf_to_tfl import integers  # noqa: F401  # enters its functions
from tfopt.tf_to_tfl.building import build, build_widened
from tfopt.tf_to_tfl.legalizations import LEGALIZATIONS
from tfopt.tf_to_tfl.recognition import recognize_gelu

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tfopt.rewrite.rewriter import PatternRewriter

AFTER = ["infer-shapes"]
OPTIONS = {
    "allow-custom-ops": "Make custom operators of what TensorFlow Lite has no operator for, under the names of TensorFlow's ops.",
    "select-tf-ops": "Leave what TensorFlow Lite has no operator for to TensorFlow's own kernels (Flex), as its converter's SELECT_TF_OPS does.",
}
EXACT = False  # batch normalization is a product and a sum
UNKNOWN = "has no operator in TensorFlow Lite"
HINT = "--tf-to-tfl=select-tf-ops=true leaves them to TensorFlow's kernels; allow-custom-ops=true makes custom operators of them, which a program has to bring along"
WIDENS = "!widens"
CHECKING = {"error"}  # what an assertion writes; TensorFlow Lite has none


def tf_to_tfl(module: "Module", *, allow_custom_ops: bool = False, select_tf_ops: bool = False):
    without_assertions(module)
    recognize_gelu(module)
    target = ConversionTarget(illegal=["tf"])
    patterns = [FunctionPattern([f"tf.{name}"], legalize) for name in [*LEGALIZATIONS, *operators()]]
    failures = Conversion(target, patterns, full=False).run(module)
    left = [(op, reason(op, [each.message for each in diagnostics])) for op, diagnostics in failures.items()]
    if allow_custom_ops or select_tf_ops:
        for op, _ in left:
            (make_flex if select_tf_ops else make_custom)(op)
        left = []
    if left:
        raise refusal(left, HINT)


def without_assertions(module: Operation) -> None:
    for op in [op for op in module.walk() if op.dialect == "tf" and declared_effects(op.name).writes == CHECKING]:
        if not any([value.uses for value in op.results]):
            op.erase()


def reason(op: Operation, messages: list[str]) -> str:
    has_rule = op.name[3:] in LEGALIZATIONS or op.name[3:] in operators()
    return messages[0] if has_rule and messages else UNKNOWN


@cache
def operators() -> dict[str, tuple[str, dict[str, Any], bool]]:
    """The operator of each op that has a line, its attributes (None for one that the op has itself), and whether it may be computed with wider integers."""
    lines = {}
    with open(os.path.join(os.path.dirname(__file__), "operators.txt"), encoding="utf-8") as file:
        for line in [line for line in file if "->" in line and line[0] != "#"]:
            names, _, rest = line.strip().partition(" -> ")
            local, *told = rest.split()
            attributes = {}
            for each in [each for each in told if each != WIDENS]:
                name, _, value = each.partition("=")
                attributes[name.partition(":")[0]] = literal(value.partition(":")[0]) if value else None
            lines.update(dict.fromkeys(names.split(), (local, attributes, WIDENS in told)))
    return lines


def legalize(op: Operation, rewriter: PatternRewriter) -> bool:
    """Rewrites an op by its function or its line. Raises Error where it has no kernel."""
    name = op.name[3:]
    function = LEGALIZATIONS.get(name)
    values = function(op) if function is not None else by_line(op, *operators()[name])
    rewriter.replace(op, list(values))
    return True


def by_line(op: Operation, local: str, attributes: dict[str, Any], widens: bool):
    layout = op.get("data_format", "NHWC")
    if layout != "NHWC":
        raise Error(f"has no kernel in TensorFlow Lite with the layout {layout}")
    told = {}
    for name, value in attributes.items():
        own = op.attributes.get(name)
        told[name] = (
            value if value is not None else own if isinstance(own, ArrayAttr) else default_of(op, name) if own is None else own.value
        )
    types = [value.type for value in op.results]
    if not widens:
        return build(local, op.operands, types, **told)
    return build_widened(local, op.operands, types, **told)


def default_of(op: Operation, name: str) -> Any:
    default = definition_of(op.name).declaration.attributes[name].default
    if default is None:
        raise Error(f"lacks the attribute '{name}'")
    return default


def make_custom(op: Operation) -> None:
    """A custom operator under the op's name, without options."""
    replace_by_custom(op, op.name[3:], b"")


def make_flex(op: Operation) -> None:
    """An operator that TensorFlow's kernel runs: its options are the op's name, and its node."""
    from tfir.conversion.node_attributes import node_attributes
    from tfir.proto import NodeDef
    from tfir.storage.flexbuffers import texts
    from tfir.storage.graphdef.attribute_values import write_value

    name = op.name[3:]
    node = NodeDef(name=name, op=name, input=[""] * len(op.operands))
    for key, value in node_attributes(op, name).items():
        write_value(node.attr[key], value)
    replace_by_custom(op, f"Flex{name}", texts([name.encode(), node.SerializeToString(deterministic=True)]))


def replace_by_custom(op: Operation, code: str, options: bytes) -> None:
    told = {"custom_code": StringAttr(code), "custom_option": BytesAttr(options)}
    custom = Builder.before(op).create("tfl.custom", op.operands, [value.type for value in op.results], told)
    op.replace_with(custom.results)
    op.erase()
