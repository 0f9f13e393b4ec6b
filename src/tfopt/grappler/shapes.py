"""The shapes of a graph's values as Grappler's optimizers ask for them: on demand, loops solved first.

The graph's types stay as they are: what is known here comes from constants, attributes and every op's `infer`. A fed value's
shape is believed only where the item says so.
"""

from __future__ import annotations

from tfir.analysis.deadness import is_back_edge
from tfir.analysis.shapes import ShapeAnalysis, ShapePolicy, declared_shape
from tfir.analysis.slices import backward_slice
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.order import topological_order
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, I64, TensorType
from tfir.ods.control import CONTROL
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import Shape, named

from tfopt.rewrite.proof import same_shape


class GrapplerPolicy(ShapePolicy):
    """Shapes are inferred on demand. A feed's shape is unknown unless the item trusts it; elements are tracked for i32 and i64, as sizes
    are."""

    is_lazy = True
    evaluates = False  # constant folding does

    def __init__(self, item):
        self.item = item

    def leaf(self, value: Value) -> Shape:
        if value not in self.item.fed:
            return declared_shape(value)
        return shape_of_feed(self.item.fed[value]) if self.item.trust_feed_shapes else None

    def follows(self, op: Operation) -> bool:
        return getattr(op.results[0].type, "element", None) in (I32, I64)


class Shapes:
    """The inferred shapes of one item's values. Every answer comes from `abstract_value`."""

    def __init__(self, item):
        self.item = item
        self._analysis: ShapeAnalysis | None = None
        self._vouched: dict[Value, Value] = {}

    @property
    def analysis(self) -> ShapeAnalysis:
        if self._analysis is None:
            self._analysis = ShapeAnalysis(GrapplerPolicy(self.item)).run(behind_loops(self.item.block))
        return self._analysis

    def of(self, value: Value) -> Shape:
        """The shape: a tuple of ints and symbols, or None where even the rank is unknown."""
        return self.abstract_value(value).shape

    def abstract_value(self, value: Value) -> AbstractValue:
        return self.analysis[value]

    def integers(self, value: Value) -> list[int] | None:
        """The numbers of an integer tensor, where all are known, from a constant or from shapes."""
        return self.analysis[value].integers

    def numbers(self, value: Value) -> list | None:
        """As `integers`, with symbols for sizes that are unknown."""
        return self.analysis[value].numbers

    def static(self, value: Value) -> tuple[int, ...] | None:
        """The shape where all sizes are known."""
        shape = self.of(value)
        sizes = tuple([size for size in shape or () if isinstance(size, int)])
        return sizes if shape is not None and len(sizes) == len(shape) else None

    def is_static(self, value: Value) -> bool:
        return self.static(value) is not None

    def same(self, one: Value, other: Value) -> bool:
        """Whether two values surely have one shape."""
        shape = self.of(one)
        return one is other or (shape is not None and shape == self.of(other))

    def refuses(self, op: Operation) -> bool:
        """Whether shape inference refuses the op's operands, such as an axis out of range. Running the graph will report the error."""
        if op.results[0].type is not CONTROL:
            self.abstract_value(op.results[0])
        return op in self.analysis.refused

    def vouch(self, new: Value, old: Value) -> Value:
        """Records that `new` has the shape of `old`, for a rule that knows more than shape inference does."""
        self._vouched[new] = old
        return new

    def proves(self, old: Value, new: Value, matched: set[Operation]) -> bool:
        """Whether `new` surely has the type and shape of `old`, `matched` being the ops of a pattern and those built for it."""
        if getattr(old.type, "element", old.type) is not getattr(new.type, "element", new.type):
            return False
        before, after = self.of(old), self.of(new)
        if self._vouched.get(new) is old:
            return True
        if before is not None and before == after:
            return True
        if before is not None and after is not None and (len(before) != len(after) or self.is_static(old) and self.is_static(new)):
            return False
        return same_shape(old, new, matched, self.abstract_value)


def shape_of_feed(value: Value) -> Shape:
    declared = value.op.attributes.get("shape")
    shape = value.type.shape if isinstance(value.type, TensorType) else None
    return named(declared.shape if shape is None and isinstance(declared, ShapeAttr) else shape)


def behind_loops(block) -> list[Operation]:
    """The ops that the values on back edges of loops depend on, each behind its dependencies."""
    ends = [op for op in block if op.results and is_back_edge(op.results[0])]
    needed = backward_slice(ends)
    return [op for op in topological_order(block) if op in needed] if ends else []
