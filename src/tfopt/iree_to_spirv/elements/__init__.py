"""The elements of a tensor, one at a time: what an operation's result is at an index, by what its operands are at others.

Each family has a table RULES: operation -> function of (elements, op, index, lanes, number of the result), which gives the
value. With four lanes it gives the element and the three after it along the last dimension; a rule that cannot is marked
`scalar_only` or answers None, and is asked four times.
"""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module

from tfir.dialects import has_trait
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import BF16, ComplexType
from tfir.ods.arrays import dtype_of
from tfir.ods.small_floats import is_small_float

from tfopt.iree_to_spirv import small_floats
from tfopt.iree_to_spirv.arithmetic import F, U, Value, is_multiple, is_nan, narrowed_to, rounded_bits, where
from tfopt.iree_to_spirv.index import Index

FAMILIES = ("elementwise", "bits", "shaping", "indexing", "reduction", "contraction", "scattering")
LONGEST_NESTED = 64  # operations whose rules may ask for each other


@cache
def rules() -> dict:
    """Operation name -> rule. A rule has the attribute `scalar_only` where it knows no lanes."""
    return {name: rule for family in FAMILIES for name, rule in import_module(f"{__name__}.{family}").RULES.items()}


def is_exact(op: Operation) -> bool:
    """Whether the op gives numbers exactly as they were, so that they need no rounding once more."""
    return op.name == "iree.load_input" or has_trait(op, "movement", "view", "constant_like")


def scalar_only(rule):
    """Marks a rule that gives one element at a time."""
    rule.scalar_only = True
    return rule


def rounded_to_bfloat(value: Value) -> Value:
    """The nearest f32 whose lower half is zero, ties to even."""
    if value.constant is not None:
        return value.like(float(dtype_of(BF16).type(value.constant)))
    nearest = rounded_bits(value.bitcast(U), 16).bitcast(F)
    return where(is_nan(value), value.like(math.nan), nearest)


def as_element(value: Value, element) -> Value:
    """A result computed with more bits than its element type has, narrowed to the type."""
    if element is BF16:
        return rounded_to_bfloat(value)
    return small_floats.rounded(value, element) if is_small_float(element) else narrowed_to(value, element)


class Elements:
    """The elements of tensors at given indices, within one kernel. `bound` maps values whose elements are known to function(index,
    lanes)."""

    def __init__(self, kernel, body=()):
        self.kernel = kernel
        self.chain = list(body) if len(body) > LONGEST_NESTED else []
        self.bound: dict = {}
        self.buffers: dict = {}  # argument -> buffer

    def load(self, argument, element, lanes: int) -> Value:
        """Lanes side by side in one load where they are one unit of the buffer."""
        buffer = self.buffers[argument]
        if lanes == 1 or buffer.is_anywhere or (buffer.unit == lanes and is_multiple(element, lanes)):
            return buffer.load(element, lanes)
        return self.kernel.compose([buffer.load(element + i) for i in range(lanes)])

    def at(self, value, index, lanes: int = 1) -> Value:
        return self.kernel.once((value, index, lanes), lambda: self.compute(value, index, lanes))

    def compute(self, value, index, lanes: int) -> Value:
        bound = self.bound.get(value)
        if bound is not None:
            return bound(index, lanes)
        op = value.op
        rule = rules().get(op.name) if op is not None else None
        if isinstance(value.type.element, ComplexType):
            raise Error.on(op, "of complex numbers has no lowering to SPIR-V; --stablehlo-expand-complex computes with their parts")
        if rule is None:
            raise Error.on(op, "has no lowering to SPIR-V") if op is not None else Error("a value from outside of the executable", value)
        if lanes > 1 and getattr(rule, "scalar_only", False):
            return self.apart(value, index, lanes)
        result = rule(self, op, index, lanes, value.index)
        if result is None:
            result = self.apart(value, index, lanes)
        return result if is_exact(op) else as_element(result, value.type.element)

    def chains_at(self, index, lanes: int) -> None:
        """Asks for the elementwise operations that lead to what is stored in their own order, as long chains are too deep to be
        gone through from their end."""
        elementwise = import_module(f"{__name__}.elementwise").OPERATIONS
        for op in self.chain:
            if op.name in elementwise and op.results[0].type.shape == index.shape:
                self.at(op.results[0], index, lanes)

    def apart(self, value, index, lanes: int) -> Value:
        """Four elements asked for one by one."""
        return self.kernel.compose([self.at(value, index.after(i)) for i in range(lanes)])

    def combine(self, region, arguments, rounded: bool = False) -> list[Value]:
        """The results of a region over scalars, such as a reduction's, for these arguments. Sums that grow in one invocation keep the bits
        that they are computed with; `rounded` has each operation give a number of its type. Raises Error for an op without a lowering."""
        block, narrowed = region.entry, as_element if rounded else narrowed_to
        computed = dict(zip(block.arguments, arguments, strict=True))
        for op in block:
            if op.name == "stablehlo.constant":
                computed[op.results[0]] = self.outer(op.results[0])
                continue
            values = [computed[v] if v in computed else self.outer(v) for v in op.operands]
            if op.name in ("stablehlo.return", "iree.return"):
                return values
            compute = import_module(f"{__name__}.elementwise").OPERATIONS.get(op.name)
            if compute is None:
                raise Error.on(op, "has no lowering to SPIR-V inside a reduction")
            computed[op.results[0]] = narrowed(compute(self, op, *values), op.results[0].type.element)
        raise Error.on(region.parent, "has a region that returns nothing")

    def outer(self, value) -> Value:
        return self.at(value, Index(self.kernel, (), []))
