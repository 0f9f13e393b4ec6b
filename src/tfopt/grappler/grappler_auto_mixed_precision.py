"""Computes in a narrow floating point type what is faster and safe there, with casts where it meets the rest."""

from __future__ import annotations

from tfir.analysis.graph_effects import is_reference
from tfir.ir.attributes import TypeAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import BF16, F16, F32, TensorType

from tfopt.grappler.item import Item
from tfopt.grappler.mixed_precision.lists import Lists
from tfopt.grappler.mixed_precision.painting import Painting, Spots

TITLE = "AutoMixedPrecision"
EXACT = False
# variant -> the narrow type, the kind of device that it is for, whether types change (or values are only rounded).
VARIANTS = {
    "": (F16, "GPU", True),
    "onednn_bfloat16": (BF16, "CPU", True),
    "mkl": (BF16, "CPU", True),
    "cpu": (F16, "CPU", False),
}
CAST_NAMES = {F16: "CastToFp16", BF16: "CastToBf16", F32: "CastToFp32"}
# Batch norms whose statistics have a type of their own.
TYPED_STATISTICS = {"tfg.FusedBatchNorm": "tfg.FusedBatchNormV2", "tfg.FusedBatchNormGrad": "tfg.FusedBatchNormGradV2"}
OPTIONS = {
    "variant": "What is narrow where: bf16 on CPUs (the first two), or f16 and back on CPUs to see what is lost; without it f16 on GPUs.",
    "allow": "Ops that are fast and safe in the narrow type; -op takes one off the list.",
    "infer": "Ops that are narrow where what they read is; -op as above.",
    "deny": "Ops that must not be narrow, nor what reads them as long as it is of another list; -op as above.",
    "clear": "Ops that take the type of their neighbours; -op as above.",
    "tensor-cores-only": "Only ops that tensor cores compute.",
}


def grappler_auto_mixed_precision(
    item: "Item", *, variant: "onednn_bfloat16|mkl|cpu" = "",  # noqa: F821 - the choices
    allow: tuple[str, ...] = (), infer: tuple[str, ...] = (), deny: tuple[str, ...] = (), clear: tuple[str, ...] = (),
    tensor_cores_only: bool = False,
):  # fmt: skip
    target, kind, changes_types = VARIANTS[variant]
    lists = Lists(target is BF16, tensor_cores_only)
    for which, names in (("allow", allow), ("infer", infer), ("deny", deny), ("clear", clear)):
        lists.change(which, [f"-tfg.{name[1:]}" if name[:1] == "-" else f"tfg.{name}" for name in names])
    type_statistics(item, kind)
    spots = Spots(item)
    narrow = Painting(spots, lists, target, lambda op: may_change(item, op, kind)).run(follows_allowed=target is BF16 or not changes_types)
    Casting(item, spots, narrow, target).run() if changes_types else Rounding(item, spots, narrow, target).run()
    item.forget()


def may_change(item: Item, op: Operation, kind: str) -> bool:
    """Whether the node may run on the kind of device and may change its type, which a preserved node must not."""
    device_kind = item.device_kind(op) or kind
    return device_kind == kind and not item.is_preserved(op)


def type_statistics(item: Item, kind: str) -> None:
    for op in item.block:
        if op.name in TYPED_STATISTICS and may_change(item, op, kind):
            op.rename(TYPED_STATISTICS[op.name])
            op.set_attribute("U", TypeAttr(F32))
            item.record("rewritten", op, "its statistics get a type of their own")


class Casts:
    """The casts of one run: one for each value and type, next to the node that makes the value."""

    def __init__(self, item: Item, spots: Spots, narrow, target):
        self.item, self.spots, self.target = item, spots, target
        self.narrow = narrow
        self.inside = set(narrow)
        self.made: dict[tuple[Value, object], Value] = {}

    def cast(self, value: Value, element, reader: Operation) -> Value:
        """The value cast to `element`. The Cast stands behind the node that makes the value; that of an argument in front of `reader`."""
        made = self.made.get((value, element))
        if made is None:
            maker = self.item.fed.get(value, value).op
            name = f"{self.item.name_of(value)}-{value.index if value.op is not None else 0}-{CAST_NAMES[element]}-0-AutoMixedPrecision"
            shape = value.type.shape if isinstance(value.type, TensorType) else None
            attributes, type = {"DstT": element, "Truncate": False}, TensorType(shape, element)
            node = self.item.build("tf.Cast", [value], attributes, name, maker or reader, [type])
            if maker is not None:
                self.item.block.insert_before(node.remove(), maker.next)
            made = self.made[value, element] = node.results[0]
            self.item.record("added", node, "between types")
        return made

    def edges(self):
        """(node, operand number, value) of every edge that carries f32, in the graph's order."""
        for op in list(self.item.block):
            for number, value in enumerate(op.operands):
                if getattr(value.type, "element", None) is F32 and not is_reference(value):
                    yield op, number, value


class Casting(Casts):
    """Changes types, and casts between what changed and what did not."""

    def run(self) -> None:
        edges = list(self.edges())
        produced = {value for value, spot in self.spots.of_result.items() if spot in self.inside}
        for op in dict.fromkeys([spot.op for spot in self.narrow]):
            self.item.record("rewritten", op, f"computes in {self.target}")
        for spot in self.narrow:
            spot.set(self.target)
        for value in produced:
            value.retype(TensorType(value.type.shape, self.target))
        for op, number, value in edges:
            wants_narrow = self.spots.of_operand.get((op, number)) in self.inside
            if wants_narrow != (value in produced):
                op.set_operand(number, self.cast(value, self.target if wants_narrow else F32, op))


class Rounding(Casts):
    """Leaves types as they are, and rounds what narrow ops would read and make."""

    def run(self) -> None:
        for op, number, value in list(self.edges()):
            reads = self.spots.of_operand.get((op, number)) in self.inside
            if (reads or self.spots.of_result.get(value) in self.inside) and not self.is_rounded(op, value):
                op.set_operand(number, self.cast(self.cast(value, self.target, op), F32, op))

    def is_rounded(self, reader: Operation, value: Value) -> bool:
        """Whether the value comes from the narrow type already, or goes there first of all."""
        maker = value.op
        if reader.name == "tfg.Cast" and reader.results[0].type.element is self.target:
            return True
        return maker is not None and maker.name == "tfg.Cast" and maker.operands[0].type.element is self.target
