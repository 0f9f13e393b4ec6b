"""Several dispatch regions, and views between them, as one region."""

from __future__ import annotations

from tfir.ir.builder import Builder, single_block_region
from tfir.ir.operations import Operation, Value

REGION = "iree.dispatch_region"


class Merging:
    """A region that does what several operations do, which are added in order; `made` has what it has of each of their values."""

    def __init__(self, last: Operation):
        self.last = last
        self.region, self.block = single_block_region()
        self.inside = Builder.at_end(self.block, last.location)
        self.captured: list[Value] = []
        self.made: dict[Value, Value] = {}

    def add(self, op: Operation) -> None:
        if op.name != REGION:
            self.made[op.result] = self.inside.insert(op.clone({op.operands[0]: self.made[op.operands[0]]})).result
            return
        mapping = {argument: self.value(operand) for argument, operand in zip(op.body.arguments, op.operands[1:], strict=True)}
        *ops, terminator = op.body
        for inner in ops:
            self.inside.insert(inner.clone(mapping))
        self.made |= {result: mapping[value] for result, value in zip(op.results, terminator.operands, strict=True)}

    def value(self, outside: Value) -> Value:
        if outside not in self.made:
            self.captured.append(outside)
            self.made[outside] = self.block.add_argument(outside.type)
        return self.made[outside]

    def region_op(self, results: list[Value]) -> Operation:
        """The region in the place of the last operation, with the results of these of their values."""
        self.inside.create("iree.return", [self.made[value] for value in results])
        operands, types = [self.last.operands[0], *self.captured], [value.type for value in results]
        return Builder.before(self.last).create(REGION, operands, types, regions=[self.region])
