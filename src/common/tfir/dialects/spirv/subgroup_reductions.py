"""The custom form of reductions over subgroups."""

from __future__ import annotations

from tfir.dialects.spirv.assembly import WordSyntax, typed


class Grouped:
    """`<Subgroup> <ClusteredReduce> %x cluster_size(%four) : f32, i32 -> f32`; of whole subgroups `<Subgroup> <Reduce> %x : f32 -> f32`."""

    names = ("execution_scope", "group_operation")

    def parse(self, p, state):
        for name in self.names:
            state.attributes |= WordSyntax(name).read(p)
        operands = [p.operand()]
        if p.accept("cluster_size"):
            p.expect("(")
            operands.append(p.operand())
            p.expect(")")
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.operands = [p.resolve(operand, type) for operand, type in zip(operands, typed(p, operands))]
        p.expect("->")
        state.result_types = [p.type()]

    def print(self, printer, op):
        words = " ".join([WordSyntax(name).show(printer, op) for name in self.names])
        value, *size = map(printer.value, op.operands)
        clusters = f" cluster_size({size[0]})" if size else ""
        types = ", ".join([each.type.text for each in op.operands])
        printer.write(f" {words} {value}{clusters}{printer.other_attributes(op, self.names)} : {types} -> {op.results[0].type.text}")


GROUPED = [f"GroupNonUniform{name}" for name in (
    "IAdd", "FAdd", "IMul", "FMul", "SMin", "UMin", "FMin", "SMax", "UMax", "FMax", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "LogicalAnd",
    "LogicalOr", "LogicalXor",
)]  # fmt: skip
FORMS = dict.fromkeys(GROUPED, Grouped())
