"""Branches between the blocks of a function. Source: MLIR's cf dialect."""

from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, IntegerType, VectorType
from tfir.ods.derived_types import Derived
from tfir.ods.dialect import Dialect
from tfir.ods.slots import segments

OPS = """
    assert(arg: i1; msg: str)
      $arg, $msg attr-dict <Condition>()
    br(dest_operands: *any) !terminator !successors
    cond_br(condition: i1, true_operands: *any, false_operands: *any; operandSegmentSizes?: attr, branch_weights?: attr) !terminator !successors
    switch(flag: any, defaultOperands: *any, caseOperands: *any; case_values?: elements, case_operand_segments: attr, operandSegmentSizes?: attr) !terminator !successors
"""


def parse_successor(p, state) -> int:
    """`^bb1(%a, %b : T, T)`: adds the block and its operands; their number."""
    state.successors.append(p.successor())
    if not p.accept("("):
        return 0
    start, operands = p.start, p.operands()
    p.expect(":")
    types = p.comma_list(p.type)
    p.expect(")")
    if len(types) != len(operands):
        raise p.error_in_op(f"number of operands and types do not match: got {len(operands)} operands and {len(types)} types", start)
    state.operands += [p.resolve(u, t) for u, t in zip(operands, types)]
    return len(operands)


def successor_text(printer, block, operands) -> str:
    name = printer.block_name(block)
    return f"{name}({printer.values(operands)} : {', '.join([v.type.text for v in operands])})" if operands else name


def set_cases(attributes, values: list[int], type: IntegerType, counts: list[int]) -> None:
    """The attributes of a switch on a number of a type: the cases' values, how many operands the default gets and each case."""
    if values:
        kept = values if len(set(values)) > 1 else values[:1]
        attributes["case_values"] = DenseAttr.of(kept, VectorType((len(values),), type))
    attributes["case_operand_segments"] = DenseArrayAttr(counts[1:], I32)
    attributes["operandSegmentSizes"] = DenseArrayAttr([1, counts[0], sum(counts[1:])], I32)


class BranchForm:
    """`cf.br ^bb1(%a : T)`."""

    def parse(self, p, state):
        parse_successor(p, state)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(" " + successor_text(printer, op.successors[0], op.operands))
        printer.attribute_dict(op)


class ConditionalBranchForm:
    """`cf.cond_br %c weights([60, 40]), ^bb1(%a : T), ^bb2`. The condition is of type `condition`."""

    def __init__(self, condition=I1):
        self.condition = condition

    def parse(self, p, state):
        state.operands = [p.resolve(p.operand(), self.condition)]
        if p.accept("weights"):
            p.expect("(")
            state.attributes["branch_weights"] = DenseArrayAttr(p.comma_list(p.integer, "[", "]"), I32)
            p.expect(")")
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
        weights = op.attributes.get("branch_weights")
        likely = f" weights([{', '.join(map(str, weights.values))}])" if weights is not None else ""
        printer.write(f" {printer.value(condition)}{likely}, {on_true}, {on_false}")
        printer.attribute_dict(op, ("operandSegmentSizes", "branch_weights"))


def parse_selector(p, state, refusal: str) -> IntegerType:
    """`%x : i32`, what a switch looks at; `refusal` says what another type is not."""
    value = p.operand()
    p.expect(":")
    start, type = p.start, p.type()
    if not isinstance(type, IntegerType):
        raise p.error_in_op(f"{refusal} '{type}'", start)
    state.operands = [p.resolve(value, type)]
    return type


OF_SWITCH = ("case_values", "case_operand_segments", "operandSegmentSizes")


class SwitchForm:
    """`cf.switch %flag : i32, [default: ^bb1(%a : T), 42: ^bb2]`, a case to a line; cases are printed without sign."""

    def parse(self, p, state):
        type = parse_selector(p, state, "invalid kind of type specified: expected builtin.integer, but found")
        p.expect(",")
        p.expect("[")
        p.keyword("default")
        p.expect(":")
        counts, values = [parse_successor(p, state)], []
        while p.accept(","):
            values.append(self._value(p, type))
            p.expect(":")
            counts.append(parse_successor(p, state))
        p.expect("]")
        set_cases(state.attributes, values, type, counts)
        p.optional_attributes(state.attributes)

    def _value(self, p, type: IntegerType) -> int:
        start, value = p.start, p.integer()
        if not -(1 << type.width >> 1) <= value < 1 << type.width:
            raise p.error_in_op(f"case value is out of range for '{type}'", start)
        return value - (1 << type.width) if value >> (type.width - 1) > 0 else value

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])} : {op.operands[0].type}, [")
        labels = ["default", *[value % (1 << op.operands[0].type.width) for value in case_values(op)]]
        for at, (label, (block, operands)) in enumerate(zip(labels, passed(op))):
            printer.write(",\n" if at else "\n")
            printer.write(f"{printer.indent}  {label}: {successor_text(printer, block, operands)}")
        printer.write(f"\n{printer.indent}]" if len(labels) > 1 else "]")
        printer.attribute_dict(op, OF_SWITCH)


def case_values(op) -> list[int]:
    """The numbers that a switch compares its flag with."""
    values = op.attributes.get("case_values")
    return [-value if value is True else int(value) for value in values.values()] if values is not None else []


BRANCHES = frozenset({"cf.br", "cf.cond_br", "cf.switch", "llvm.br", "llvm.cond_br", "llvm.switch"})


def passed(op):
    """Pairs (successor, operands that it gets); of branches of the sequencers and of LLVM too, which have the same segments."""
    if "case_operand_segments" in op.attributes:
        counts = [op.attributes["operandSegmentSizes"].values[1], *op.attributes["case_operand_segments"].values]
        ends = [1 + sum(counts[: at + 1]) for at in range(len(counts))]
        return [(block, op.operands[end - count : end]) for block, count, end in zip(op.successors, counts, ends)]
    if len(op.successors) == 1:
        return [(op.successors[0], op.operands)]
    split = 1 + op.attributes["operandSegmentSizes"].values[1]
    return [(op.successors[0], op.operands[1:split]), (op.successors[1], op.operands[split:])]


def decided_by(op):
    """The operand by which a branch chooses where to go on, where it has a choice."""
    return op.operands[: not op.name.endswith(".br")]


def pass_otherwise(op, targets) -> None:
    """Gives a branch, one of LLVM too, other operands for its successors, and other successors: pairs (block, operands)."""
    lists = [list(operands) for _, operands in targets]
    op.set_successors([block for block, _ in targets])
    op.set_operands((*decided_by(op), *[value for each in lists for value in each]))
    kind = op.name.rpartition(".")[2]
    if kind == "cond_br":
        op.set_attribute("operandSegmentSizes", DenseArrayAttr([1, *map(len, lists)], I32))
    elif kind == "switch":
        op.set_attribute("case_operand_segments", DenseArrayAttr([len(each) for each in lists[1:]], I32))
        op.set_attribute("operandSegmentSizes", DenseArrayAttr([1, len(lists[0]), sum(map(len, lists[1:]))], I32))


def verify_branch(op):
    count = {"br": 1, "cond_br": 2}.get(op.name.rpartition(".")[2], len(op.successors))
    if len(op.successors) != count:
        raise Error.on(op, f"requires {count} successor{'s' * (count > 1)} but found {len(op.successors)}")
    if op.name == "cf.switch":
        verify_switch(op)
    verify_passed(op)


def verify_passed(op) -> None:
    """Raises where a branch passes values to a block that this has no arguments for, or of other types."""
    for number, (block, operands) in enumerate(passed(op)):
        if len(operands) != len(block.arguments):
            raise Error(f"branch has {len(operands)} operands for successor #{number}, but target block has {len(block.arguments)}", op)
        for at, (operand, argument) in enumerate(zip(operands, block.arguments)):
            if operand.type is not argument.type:
                raise Error(f"type mismatch for bb argument #{at} of successor #{number}", op)


def verify_switch(op):
    if not isinstance(op.operands[0].type, IntegerType):
        raise Error.on(op, f"operand #0 must be integer, but got '{op.operands[0].type}'")
    counts = op.attributes["case_operand_segments"]
    if not isinstance(counts, DenseArrayAttr):
        raise Error.on(op, "attribute 'case_operand_segments' failed to satisfy constraint: i32 dense array attribute")
    count = op.attributes["operandSegmentSizes"].values[2]
    if sum(counts.values) != count:
        total = f"total size ({sum(counts.values)}) specified in attribute 'case_operand_segments'"
        raise Error.on(op, f"caseOperands count ({count}) does not match with the {total}")
    values, cases = op.attributes.get("case_values"), len(op.successors) - 1
    if values is None:
        if cases:
            raise Error.on(op, f"number of case values (0) should match number of case destinations ({cases})")
        return
    if values.type.element is not op.operands[0].type:
        raise Error.on(op, f"'flag' type ('{op.operands[0].type}') should match case value type ('{values.type.element}')")
    if values.type.size != cases:
        raise Error.on(op, f"number of case values ({values.type.size}) should match number of case destinations ({cases})")


def conditional(op):
    """Verifies a conditional branch by itself, wherever it stands: operand segments and branch weights."""
    segments(3)(op)
    weights = op.attributes.get("branch_weights")
    if weights is None:
        return
    if not isinstance(weights, DenseArrayAttr):
        raise Error.on(op, "attribute 'branch_weights' failed to satisfy constraint: i32 dense array attribute")
    if len(weights.values) != 2:
        raise Error(f"expects number of branch weights to match number of successors: {len(weights.values)} vs 2", op)
    if not any(weights.values):
        raise Error("branch weights cannot all be zero", op)


DIALECT = Dialect(
    "cf", OPS,
    forms={"br": BranchForm(), "cond_br": ConditionalBranchForm(), "switch": SwitchForm()},
    syntax={"Condition": Derived("", "i1", "")},
    verify={"cond_br": conditional, "switch": segments(3)},
    verify_in_context={"br": verify_branch, "cond_br": verify_branch, "switch": verify_branch},
)  # fmt: skip
