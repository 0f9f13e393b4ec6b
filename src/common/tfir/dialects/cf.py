"""Branches between the blocks of a function. Source: MLIR's cf dialect."""

from tfir.define.dialect import Dialect
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32
from tfir.text.assembly import Format, Piece

OPS = """
    assert(arg: i1; msg: str)
      $arg, $msg attr-dict <Condition>()
    br(dest_operands: *any) !terminator !successors
    cond_br(condition: i1, true_operands: *any, false_operands: *any; operandSegmentSizes?: attr, branch_weights?: attr) !terminator !successors
    switch(flag: any, operands: *any; case_values?: attr, case_operand_segments?: attr, operandSegmentSizes?: attr) !terminator !successors
"""


class Condition(Piece):
    """Nothing is written: a condition is an i1."""

    pattern = None

    def parse(self, p, state, found, types):
        types["arg"] = [I1]

    def text(self, printer, op, form):
        return ""


def parse_successor(p, state) -> int:
    """`^bb1(%a, %b : T, T)`: adds the block and its operands; their number."""
    state.successors.append(p.successor())
    if not p.accept("("):
        return 0
    operands = p.operands()
    p.expect(":")
    types = p.comma_list(p.type)
    p.expect(")")
    if len(types) != len(operands):
        raise p.error(f"expected {len(operands)} types, found {len(types)}")
    state.operands += [p.resolve(u, t) for u, t in zip(operands, types)]
    return len(operands)


def successor_text(printer, block, operands) -> str:
    name = printer.block_name(block)
    return f"{name}({printer.values(operands)} : {', '.join([v.type.text for v in operands])})" if operands else name


class BranchForm:
    """`cf.br ^bb1(%a : T)`."""

    def parse(self, p, state):
        parse_successor(p, state)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(" " + successor_text(printer, op.successors[0], op.operands))
        printer.attribute_dict(op)


class ConditionalBranchForm:
    """`cf.cond_br %c, ^bb1(%a : T), ^bb2`."""

    def parse(self, p, state):
        state.operands = [p.resolve(p.operand(), I1)]
        p.expect(",")
        on_true = parse_successor(p, state)
        p.expect(",")
        on_false = parse_successor(p, state)
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([1, on_true, on_false], I32)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        split = 1 + op.attributes["operandSegmentSizes"].values[1]
        condition, *_ = op.operands
        on_true = successor_text(printer, op.successors[0], op.operands[1:split])
        on_false = successor_text(printer, op.successors[1], op.operands[split:])
        printer.write(f" {printer.value(condition)}, {on_true}, {on_false}")
        printer.attribute_dict(op, ("operandSegmentSizes",))


def segments(count: int):
    """A rule that says: `operandSegmentSizes` names as many groups of operands as the op has, and they are all of its operands."""

    def rule(op):
        sizes = op.attributes.get("operandSegmentSizes")
        if not isinstance(sizes, DenseArrayAttr) or len(sizes.values) != count or sizes.element is not I32 or min(sizes.values) < 0:
            raise Error.on(op, f"'operandSegmentSizes' attribute for specifying operand segments must have {count} elements")
        if sum(sizes.values) != len(op.operands):
            total = f"total size ({sum(sizes.values)}) specified in attribute 'operandSegmentSizes'"
            raise Error.on(op, f"operand count ({len(op.operands)}) does not match with the {total}")

    return rule


def passed(op):
    """Pairs (successor, operands that it gets)."""
    if op.name == "cf.br":
        return [(op.successors[0], op.operands)]
    split = 1 + op.attributes["operandSegmentSizes"].values[1]
    return [(op.successors[0], op.operands[1:split]), (op.successors[1], op.operands[split:])]


def verify_branch(op):
    wanted = len(op.attributes["operandSegmentSizes"].values) - 1 if op.name == "cf.cond_br" else 1
    if len(op.successors) != wanted:
        raise Error.on(op, f"requires {wanted} successors but found {len(op.successors)}")
    for number, (block, operands) in enumerate(passed(op)):
        if len(operands) != len(block.arguments):
            raise Error(f"branch has {len(operands)} operands for successor #{number}, but target block has {len(block.arguments)}", op)
        for at, (operand, argument) in enumerate(zip(operands, block.arguments)):
            if operand.type is not argument.type:
                raise Error(f"type mismatch for bb argument #{at} of successor #{number}", op)


DIALECT = Dialect(
    "cf", OPS,
    forms={"br": BranchForm(), "cond_br": ConditionalBranchForm()},
    form_of_signature=lambda signature: Format(signature.assembly, signature, {"Condition": Condition()}) if signature.assembly else None,
    rules={"cond_br": segments(3)},
    verifiers={"br": verify_branch, "cond_br": verify_branch},
)  # fmt: skip
