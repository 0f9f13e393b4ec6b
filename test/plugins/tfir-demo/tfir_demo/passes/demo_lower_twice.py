"""Lowers demo.twice to an addition."""

from tfir.ir.operations import Operation

OPTIONS = {"most": "How many at most; 0 is all of them."}


def demo_lower_twice(func: "Func", *, most: int = 0):
    doublings = [op for op in func.walk() if op.name == "demo.twice"]
    for op in doublings[: most or None]:
        operand = op.operands[0]
        added = Operation("stablehlo.add", [operand, operand], [operand.type], location=op.location)
        op.parent.insert_before(added, op)
        op.replace_with(added)
