"""Loops over vectors in the place of loops over numbers: each operation becomes that of vectors, accesses become transfers."""

from __future__ import annotations

from tfir.analysis.affine_loops import induction_variable, initial_values, lower_bound, segments, step_of, upper_bound
from tfir.analysis.affine_values import canonical, fully_composed, map_of
from tfir.dialects import has_trait
from tfir.dialects.arith import neutral, op_of_kind
from tfir.dialects.ub import POISON
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, IntegerAttr, OpaqueAttr
from tfir.ir.builder import Builder, single_block_region
from tfir.ir.dense import DenseAttr
from tfir.ir.dominance import is_defined_in
from tfir.ir.operations import Operation
from tfir.ir.types import I1, I32, INDEX, VectorType
from tfir.ods.affine_algebra import affine_map, simplified_map

from tfopt.affine.loops import apply
from tfopt.affine.vectorizable import depends_on, is_element

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tfir.ir.operations import Value
    from tfir.ir.types import Type

    from tfopt.affine.parallelism import Reduction


class NoVector(Exception):
    """Something has no vector for it."""


class Widening:
    """`dimensions` says of each loop that is a dimension of the vectors which one, `sizes` how long they are. `vectors` are what stands for values
    in vectors, `scalars` for those that stay numbers."""

    def __init__(self, dimensions: Mapping[Operation, int], sizes: Sequence[int], reductions: Mapping[Operation, list[Reduction]]):
        self.dimensions, self.sizes, self.reductions = dimensions, sizes, reductions
        self.vectors: dict[Value, Value] = {}
        self.scalars: dict[Value, Value] = {}
        self.builders: list[Builder] = []
        self.masks: dict[Operation, Value] = {}
        self.inner: dict[Operation, int] = {}  # of the new loops

    def run(self, root: Operation) -> None:
        """Puts a vector loop in the place of one, or raises NoVector and leaves nothing."""
        build = self.at(Builder.after(root))
        try:
            results = self.loop(root, build)
        except NoVector:
            made = [op for builder in self.builders for op in builder.created if op.parent is not None]
            for op in made:
                for result in op.results:
                    for user in list(result.users):
                        user.set_operands([])
            for op in reversed(made):
                if op.parent is not None:
                    op.erase()
            raise
        root.replace_with(results)

    def at(self, build: Builder) -> Builder:
        self.builders.append(build)
        return build

    def type(self, element: Type) -> VectorType:
        if not is_element(element):
            raise NoVector
        return VectorType(self.sizes, element)

    # Loops

    def loop(self, old: Operation, build: Builder) -> list[Value]:
        """Makes a loop of vectors; gives what its results are."""
        dimension = self.dimensions.get(old)
        reductions = self.reductions.get(old, []) if dimension is not None else []
        inits = initial_values(old)
        if dimension is None:
            starts = [self.vector(value, build) for value in inits]
        else:
            if len(reductions) != len(inits):
                raise NoVector
            starts = [self.neutral(reduction, value, build) for reduction, value in zip(reductions, inits)]
        step = step_of(old) * (1 if dimension is None else self.sizes[dimension])
        region, block = single_block_region([INDEX, *[value.type for value in starts]])
        held = dict(old.attributes) | {
            "step": IntegerAttr(step, INDEX), "operandSegmentSizes": DenseArrayAttr([*segments(old)[:2], len(starts)], I32),
        }  # fmt: skip
        operands = [*[self.scalar(value) for value in (*lower_bound(old)[1], *upper_bound(old)[1])], *starts]
        new = build.create("affine.for", operands, [value.type for value in starts], held, [region], location=old.location)
        self.scalars[induction_variable(old)] = induction_variable(new)
        self.vectors.update(zip(old.body.arguments[1:], block.arguments[1:]))
        if dimension is not None:
            self.inner[new] = dimension
        inside = self.at(Builder(block, None, old.location))
        if reductions and (mask := self.mask(old, new, inside)) is not None:
            self.masks[new] = mask
        for op in old.body:
            self.operation(op, inside, new)
        if dimension is None:
            self.vectors.update(zip(old.results, new.results))
            return list(new.results)
        return [self.reduced(*each, build) for each in zip(reductions, new.results, inits)]

    def neutral(self, reduction: Reduction, value: Value, build: Builder) -> Value:
        """A vector of the number that changes nothing."""
        number = neutral(reduction.kind, value.type)
        type = self.type(value.type)
        if number is None or reduction.kind not in COMBINING:
            raise NoVector
        return build.value("arith.constant", [], type, {"value": DenseAttr.of([number], type)})

    def reduced(self, reduction: Reduction, result: Value, init: Value, build: Builder) -> Value:
        """The number that a vector's elements come to, with that which the loop begins with."""
        kind = OpaqueAttr(f"#vector.kind<{COMBINING[reduction.kind]}>")
        number = build.value("vector.reduction", [result], init.type, {"kind": kind})
        if is_number(init, neutral(reduction.kind, init.type)):
            return number
        return build.value(f"arith.{op_of_kind(reduction.kind)}", [number, init], init.type)

    def mask(self, old: Operation, new: Operation, build: Builder) -> Value | None:
        """Which lanes the loop has, where it may not have all of them."""
        (low, _), (high, highs) = lower_bound(new), upper_bound(new)
        ends = [*low.results, *high.results]
        if len(ends) == 2 and isinstance(ends[0], int) and isinstance(ends[1], int) and (ends[1] - ends[0]) % self.sizes[0] == 0:
            return None
        if len(high.results) == 1:
            end = apply(build, (high, highs))
        else:
            end = build.value("affine.min", highs, INDEX, {"map": high})
        rest = affine_map(2, 0, [("+", ("d", 0), ("*", ("d", 1), -1))])
        map, operands = fully_composed(rest, (end, induction_variable(new)))
        map, operands = canonical(simplified_map(map), operands)
        left = apply(build, (map, operands))
        if not end.uses and end.op is not None:
            end.op.erase()
        return build.value("vector.create_mask", [left], VectorType(self.sizes, I1))

    # Operations

    def operation(self, op: Operation, build: Builder, loop: Operation) -> None:
        build.location = op.location
        if op.name == "affine.for":
            results = self.loop(op, build)
            if op in self.dimensions:
                self.scalars.update(zip(op.results, results))
        elif op.name == "affine.load":
            self.load(op, build)
        elif op.name == "affine.store":
            self.store(op, build)
        elif op.name == "affine.yield":
            self.yielded(op, build, loop)
        elif op.name == "affine.apply":
            operands = tuple([self.scalar(value) for value in op.operands])
            self.scalars[op.result] = apply(build, (map_of(op), operands))
        elif has_trait(op, "constant_like"):
            self.constant(op.result, build)
        else:
            self.widen(op, build)

    def widen(self, op: Operation, build: Builder) -> None:
        types = [self.type(result.type) for result in op.results]
        operands = [self.vector(value, build) for value in op.operands]
        if op.regions or not has_trait(op, "elementwise"):
            raise NoVector
        new = build.create(op.name, operands, types, dict(op.attributes), location=op.location)
        self.vectors.update(zip(op.results, new.results))

    def load(self, op: Operation, build: Builder) -> None:
        element = op.result.type
        indices = self.indices(op, op.operands[1:], build, with_apply=False)
        padding = build.value("ub.poison", [], element, {"value": POISON})
        attributes = self.transfer(indices, build) | {"operandSegmentSizes": DenseArrayAttr([1, len(indices), 1, 0], I32)}
        operands = [op.operands[0], *indices, padding]
        self.vectors[op.result] = build.value("vector.transfer_read", operands, self.type(element), attributes)

    def store(self, op: Operation, build: Builder) -> None:
        value = self.vector(op.operands[0], build)
        indices = self.indices(op, op.operands[2:], build, with_apply=True)
        attributes = self.transfer(indices, build) | {"operandSegmentSizes": DenseArrayAttr([1, 1, len(indices), 0], I32)}
        build.create("vector.transfer_write", [value, op.operands[1], *indices], (), attributes)

    def indices(self, op: Operation, operands: Sequence[Value], build: Builder, with_apply: bool) -> list[Value]:
        """Where a transfer begins. As upstream has it loads at computed indices are not taken where these are computed twice."""
        map, values = map_of(op), tuple([self.scalar(value) for value in operands])
        if not map.symbols and map.is_identity:
            return list(values)
        if not with_apply and any([value.op is not None and value.op.name == "affine.apply" for value in values]):
            raise NoVector
        return [apply(build, (affine_map(map.dimensions, map.symbols, [e]), values)) for e in map.results]

    def transfer(self, indices: Sequence[Value], build: Builder) -> dict:
        """Which index goes along with which dimension of the vector; a dimension without one has the same element everywhere."""
        around = build.block.parent_op
        results: list = [0] * len(self.sizes)
        count = 0
        while around is not None and around.name == "affine.for":
            if around in self.inner:
                count += 1
                for at, index in enumerate(indices):
                    if depends_on(index, around):
                        results[self.inner[around]] = ("d", at)
            around = around.parent_op
        results = results[:count] if count < len(self.sizes) else results
        if count < len(self.sizes):
            raise NoVector
        map = affine_map(len(indices), 0, results)
        return {"permutation_map": map, "in_bounds": ArrayAttr([BoolAttr(False)] * len(results))}

    def yielded(self, op: Operation, build: Builder, loop: Operation) -> None:
        values = [self.vector(value, build) for value in op.operands]
        end = build.create("affine.yield", values, location=op.location)
        mask = self.masks.get(loop)
        for argument, value, start in zip(loop.body.arguments[1:], values, initial_values(loop)) if mask is not None else ():
            combines = value.op
            assert combines is not None and mask is not None and end is not None
            other = next(operand for operand in combines.operands if operand is not argument)
            kept = self.at(Builder.before(combines)).value("arith.select", [mask, other, start], other.type)
            combines.set_operands([kept if operand is other else operand for operand in combines.operands])

    # Values

    def scalar(self, value: Value) -> Value:
        """What stands for a number that stays one."""
        if value in self.vectors and value not in self.scalars:
            raise NoVector
        if value not in self.scalars and any([is_defined_in(value, loop) for loop in self.dimensions]):
            raise NoVector
        return self.scalars.get(value, value)

    def vector(self, value: Value, build: Builder) -> Value:
        if value in self.vectors:
            return self.vectors[value]
        if value.op is not None and has_trait(value.op, "constant_like"):
            return self.constant(value, build)
        variable_of = None if value.op is not None or value.block is None else value.block.parent_op
        is_counted = variable_of is not None and variable_of.name == "affine.for" and value.index == 0
        if is_counted and variable_of in self.dimensions:
            raise NoVector
        if not is_counted and (any([is_defined_in(value, loop) for loop in self.dimensions]) or not is_element(value.type)):
            raise NoVector
        number = self.scalars.get(value, value)
        block = number.block
        assert block is not None
        where = Builder.after(number.op) if number.op is not None else Builder(block, block.first, build.location)
        self.vectors[value] = self.at(where).value("vector.broadcast", [number], self.type(value.type))
        return self.vectors[value]

    def constant(self, value: Value, build: Builder) -> Value:
        """A vector of a constant at the beginning of the innermost loop of vectors."""
        op, around = value.op, build.block.parent_op
        assert op is not None
        while around is not None and around not in self.inner:
            around = around.parent_op
        number = getattr(op.attributes.get("value"), "value", None)
        if around is None or number is None:
            raise NoVector
        type = self.type(value.type)
        front = self.at(Builder(around.body, around.body.first, op.location))
        self.vectors[value] = front.value("arith.constant", [], type, {"value": DenseAttr.of([number], type)})
        return self.vectors[value]


# What vector.reduction calls the kinds of reductions.
COMBINING = {
    "addf": "add", "addi": "add", "mulf": "mul", "muli": "mul", "andi": "and", "ori": "or", "xori": "xor", "maximumf": "maximumf",
    "minimumf": "minimumf", "maxs": "maxsi", "maxu": "maxui", "mins": "minsi", "minu": "minui",
}  # fmt: skip


def is_number(value: Value, number: float | int | None) -> bool:
    """Whether a value is a constant of a number."""
    content = None if value.op is None or not has_trait(value.op, "constant_like") else value.op.attributes.get("value")
    return content is not None and getattr(content, "value", None) == number
