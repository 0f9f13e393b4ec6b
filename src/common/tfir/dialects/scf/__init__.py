"""Structured control flow: conditions and loops with regions. Source: MLIR's scf dialect."""

from tfir.dialects.func import ReturnTypes
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, UnitAttr
from tfir.ir.diagnostics import Diagnostic, Error
from tfir.ir.operations import Operation, Region
from tfir.ir.types import I1, I32, I64, INDEX, FunctionType
from tfir.ods.constraints import is_signless
from tfir.ods.dialect import Dialect
from tfir.ods.regions import handed_on, inside, one_block
from tfir.text.lexer import VALUE
from tfir.text.pieces import DYNAMIC, bindings
from tfir.text.regions import region_with_block

OPS = """
    if(condition: i1) -> (results: *any) !regions(2) !single_block !branch !composed
    for(lowerBound: any, upperBound: any, step: any, initArgs: *any; unsignedCmp?: unit) -> (results: *any) !regions(1) !single_block !loop !composed
    while(inits: *any) -> (results: *any) !regions(2) !single_block !loop !composed
    parallel(lowerBound: *index, upperBound: *index, step: *index, initVals: *any; operandSegmentSizes?: attr) -> (results: *any) !regions(1) !single_block !loop !composed
    reduce(operands: *any) !regions(many) !terminator
    reduce.return(result: any) !terminator
      $result attr-dict : type($result)
    forall(dynamicLowerBound: *index, dynamicUpperBound: *index, dynamicStep: *index, outputs: *any; staticLowerBound: array<i64>, staticUpperBound: array<i64>, staticStep: array<i64>, mapping?: attr, operandSegmentSizes?: attr) -> (results: *any) !regions(1) !single_block !loop !composed
    forall.in_parallel() !regions(1) !single_block !no_terminator !terminator
    index_switch(arg: index; cases: array<i64>) -> (results: *any) !regions(many) !single_block !branch !composed
    execute_region(; no_inline?: unit) -> (results: *any) !regions(1) !composed
    yield(results: *any) !terminator
      attr-dict $results <ReturnTypes>()
    condition(condition: i1, args: *any) !terminator
"""


def close(region: Region, location, name: str = "scf.yield", other: str = "scf.condition") -> Region:
    """Puts the terminator that may be left out behind the operations of a region, at the location of the op around it."""
    block = region.blocks[0] if region.blocks else region.add_block()
    if block.last is None or block.last.name not in (name, other):
        block.append(Operation(name, location=location))
    return region


def written(printer, region: Region) -> None:
    """A region without arguments, and without its terminator where that yields nothing."""
    last = region.blocks[0].last
    printer.region(region, entry_arguments=False, terminator=last is None or bool(last.operands) or bool(last.attributes))


def read_branches(p, state, terminator: str) -> None:
    """`{ ... } else { ... } {attributes}`, the branches of an if."""
    state.regions = [close(p.region(), state.location, terminator)]
    state.regions.append(close(p.region(), state.location, terminator) if p.accept("else") else Region())
    p.optional_attributes(state.attributes)


def print_branches(printer, op, hidden: tuple[str, ...] = ()) -> None:
    written(printer, op.regions[0])
    if op.regions[1].blocks:
        printer.write(" else ")
        written(printer, op.regions[1])
    printer.attribute_dict(op, hidden)


class IfForm:
    """`scf.if %c -> (T) { ... } else { ... }`."""

    def parse(self, p, state):
        state.operands = [p.resolve(p.operand(), I1)]
        state.result_types = p.result_types() if p.accept("->") else []
        read_branches(p, state, "scf.yield")

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])}")
        printer.write(f" -> ({', '.join([r.type.text for r in op.results])}) " if op.results else " ")
        print_branches(printer, op)


class ExecuteRegionForm:
    """`scf.execute_region -> T no_inline { ... }`: blocks that run where one operation stands."""

    def parse(self, p, state):
        state.result_types = p.result_types() if p.accept("->") else []
        if p.accept("no_inline"):
            state.attributes["no_inline"] = UnitAttr()
        state.regions = [p.region()]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        types = [r.type for r in op.results]
        bare = len(types) == 1 and not isinstance(types[0], FunctionType)
        listed = ", ".join([type.text for type in types])
        printer.write(f" -> {listed if bare else f'({listed})'} " if types else " ")
        if "no_inline" in op.attributes:
            printer.write("no_inline ")
        printer.region(op.region, entry_arguments=False)
        printer.attribute_dict(op, ("no_inline",))


class ForForm:
    """`scf.for %i = %low to %high step %step iter_args(%x = %init) -> (T) : i32 { ... }`."""

    def parse(self, p, state):
        if p.accept("unsigned"):
            state.attributes["unsignedCmp"] = UnitAttr()
        variable = p.operand()
        p.expect("=")
        bounds = [p.operand()]
        for word in ("to", "step"):
            p.keyword(word)
            bounds.append(p.operand())
        names, inits = bindings(p) if p.accept("iter_args") else ([], [])
        if names:
            p.expect("->")
            state.result_types = p.result_types()
        type = p.type() if p.accept(":") else INDEX
        if len(state.result_types) != len(names):
            message = f"mismatch in number of loop-carried values and defined values: {len(names)} and {len(state.result_types)}"
            raise p.error_in_op(message, variable.start)
        state.operands = [p.resolve(u, type) for u in bounds] + [p.resolve(u, t) for u, t in zip(inits, state.result_types)]
        arguments = [(variable.name, type, variable.start)]
        arguments += [(name.name, t, name.start) for name, t in zip(names, state.result_types)]
        state.regions = [close(p.region(arguments), state.location)]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        body = op.body
        low, high, step = [printer.value(v) for v in op.operands[:3]]
        unsigned = "unsigned " if "unsignedCmp" in op.attributes else ""
        printer.write(f" {unsigned}{printer.value(body.arguments[0])} = {low} to {high} step {step}")
        if op.results:
            pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(body.arguments[1:], op.operands[3:])]
            printer.write(f" iter_args({', '.join(pairs)}) -> ({', '.join([r.type.text for r in op.results])})")
        type = op.operands[0].type
        printer.write(" " if type is INDEX else f"  : {type} ")
        written(printer, op.region)
        printer.attribute_dict(op, ("unsignedCmp",))


class WhileForm:
    """`scf.while (%x = %init) : (T) -> U { ... } do { ^bb0(%y: U): ... }`."""

    def parse(self, p, state):
        names, inits = bindings(p) if p.at("(") else ([], [])
        p.expect(":")
        start, signature = p.start, p.function_type()
        if len(signature.inputs) != len(inits):
            raise p.error_in_op(f"expected as many input types as operands (expected {len(inits)} got {len(signature.inputs)})", start)
        state.operands = [p.resolve(u, t) for u, t in zip(inits, signature.inputs)]
        state.result_types = list(signature.results)
        arguments = [(name.name, t, name.start) for name, t in zip(names, signature.inputs)]
        state.regions = [p.region(arguments)]
        p.keyword("do")
        state.regions.append(p.region())
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)

    def print(self, printer, op):
        before, after = op.regions
        pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(before.blocks[0].arguments, op.operands)]
        printer.write(f" ({', '.join(pairs)})" if pairs else "")
        printer.write(f" : {printer.signature(op)} ")
        printer.region(before, entry_arguments=False)
        printer.write(" do ")
        printer.region(after)
        if op.attributes:
            printer.write(" attributes " + printer.dictionary(op.attributes))


class ConditionForm:
    """`scf.condition(%c) %x, %y : T, U`."""

    def parse(self, p, state):
        p.expect("(")
        condition = p.operand()
        p.expect(")")
        p.optional_attributes(state.attributes)
        start, operands = p.start, p.operands()
        if operands:
            p.expect(":")
        types = p.comma_list(p.type) if operands else []
        if len(types) != len(operands):
            raise p.error_in_op(f"number of operands and types do not match: got {len(operands)} operands and {len(types)} types", start)
        state.operands = [p.resolve(condition, I1)] + [p.resolve(u, t) for u, t in zip(operands, types)]

    def print(self, printer, op):
        condition, *rest = op.operands
        printer.write(f"({printer.value(condition)})")
        printer.attribute_dict(op)
        if rest:
            printer.write(f" {printer.values(rest)} : {', '.join([v.type.text for v in rest])}")


class ParallelForm:
    """`scf.parallel (%i) = (%low) to (%high) step (%step) init (%x) -> T { ... }`."""

    def parse(self, p, state):
        variables = p.comma_list(p.operand, "(", ")")
        parts = []
        for word in ("=", "to", "step"):
            p.expect(word)
            start = p.start
            parts.append(p.comma_list(p.operand, "(", ")"))
            if len(parts[-1]) != len(variables):
                raise p.error_in_op(f"expected {len(variables)} operands, but got {len(parts[-1])}", start)
        parts.append(p.comma_list(p.operand, "(", ")") if p.accept("init") else [])
        state.result_types = p.result_types() if p.accept("->") else []
        start = variables[0].start if variables else None
        if len(parts[3]) != len(state.result_types):
            raise p.error_in_op("expected as many results as initial values", start)
        arguments = [(each.name, INDEX, each.start) for each in variables]
        region = p.region(arguments)
        state.regions = [close(region, state.location, "scf.reduce", "scf.reduce")]
        p.optional_attributes(state.attributes)
        indices = [p.resolve(each, INDEX) for listed in parts[:3] for each in listed]
        state.operands = indices + [p.resolve(*pair) for pair in zip(parts[3], state.result_types)]
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(listed) for listed in parts], I32)

    def print(self, printer, op):
        low, high, step, inits = parts_of(op)
        shown = [f"({printer.values(each)})" for each in (op.body.arguments, low, high, step)]
        printer.write(f" {shown[0]} = {shown[1]} to {shown[2]} step {shown[3]}")
        if inits:
            printer.write(f" init ({printer.values(inits)})")
        if op.results:
            printer.write(f" -> {types_text(op.results)}")
        printer.write(" ")
        printer.region(op.region, entry_arguments=False)
        printer.attribute_dict(op, ("operandSegmentSizes",))


def parts_of(op):
    """The operands of an op in segments."""
    parts, at = [], 0
    for size in op.attributes["operandSegmentSizes"].values:
        parts.append(op.operands[at : at + size])
        at += size
    return parts


def types_text(values) -> str:
    """`T`, or `(T, U)`; a function's type stands in parentheses."""
    types = [value.type for value in values]
    listed = ", ".join([type.text for type in types])
    return listed if len(types) == 1 and not isinstance(types[0], FunctionType) else f"({listed})"


class ReduceForm:
    """`scf.reduce(%x, %y : T, U) { ^bb0(%l: T, %r: T): ... }, { ... }`."""

    def parse(self, p, state):
        if p.accept("("):
            operands = p.operands()
            p.expect(":")
            types = p.comma_list(p.type)
            p.expect(")")
            if len(types) != len(operands):
                raise p.error_in_op(f"{len(operands)} operands present, but expected {len(types)}", operands[0].start)
            state.operands = [p.resolve(*pair) for pair in zip(operands, types)]
            state.regions = p.comma_list(p.region)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        if op.operands:
            printer.write(f"({printer.values(op.operands)} : {', '.join([each.type.text for each in op.operands])})")
        printer.write(" ")
        for number, region in enumerate(op.regions):
            printer.write(", " if number else "")
            printer.region(region)
        printer.attribute_dict(op)


class ForallForm:
    """`scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %t) -> (T) { ... }`, or `(%i) = (0) to (%n) step (2)`."""

    STATIC = ("staticLowerBound", "staticUpperBound", "staticStep")

    def parse(self, p, state):
        variables = p.comma_list(p.operand, "(", ")")
        if p.accept("in"):
            count = len(variables)
            lists = [([], [0] * count), numbers(p), ([], [1] * count)]
        else:
            lists = []
            for word in ("=", "to", "step"):
                p.expect(word)
                lists.append(numbers(p))
        names, outputs = bindings(p) if p.accept("shared_outs") else ([], [])
        state.result_types = []
        if names:
            p.expect("->")
            state.result_types = p.result_types()
        if len(names) != len(state.result_types):
            raise p.error_in_op("number of shared outputs and results differ", variables[0].start if variables else None)
        arguments = [(each.name, INDEX, each.start) for each in variables]
        arguments += [(each.name, type, each.start) for each, type in zip(names, state.result_types)]
        region = p.region(arguments)
        block = region.blocks[0] if region.blocks else region.add_block()
        if block.last is None or block.last.name != "scf.forall.in_parallel":
            inside = Region()
            inside.add_block()
            block.append(Operation("scf.forall.in_parallel", regions=[inside], location=state.location))
        state.regions = [region]
        p.optional_attributes(state.attributes)
        state.operands = [p.resolve(each, INDEX) for listed, _ in lists for each in listed]
        state.operands += [p.resolve(*pair) for pair in zip(outputs, state.result_types)]
        state.attributes |= {name: DenseArrayAttr(values, I64) for name, (_, values) in zip(self.STATIC, lists)}
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([*[len(listed) for listed, _ in lists], len(outputs)], I32)

    def print(self, printer, op):
        *dynamic, outputs = parts_of(op)
        static = [op.attributes[name].values for name in self.STATIC]
        count = len(static[0])
        variables, inside = op.body.arguments[:count], op.body.arguments[count:]
        shown = [numbers_text(printer, *each) for each in zip(static, dynamic)]
        printer.write(f" ({printer.values(variables)})")
        if all_are(static[0], dynamic[0], 0) and all_are(static[2], dynamic[2], 1):
            printer.write(f" in {shown[1]}")
        else:
            printer.write(f" = {shown[0]} to {shown[1]} step {shown[2]}")
        if outputs:
            pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(inside, outputs)]
            printer.write(f" shared_outs({', '.join(pairs)}) -> ({', '.join([each.type.text for each in op.results])})")
        printer.write(" ")
        last = op.body.last
        printer.region(
            op.region, entry_arguments=False, terminator=bool(op.results) or bool(last.attributes) or last.body.first is not None
        )
        printer.attribute_dict(op, (*self.STATIC, "operandSegmentSizes"))


def all_are(static, dynamic, number: int) -> bool:
    """Whether numbers, and values that are constant, are all the same one."""
    values = [value.op.attributes.get("value") for value in dynamic if value.op is not None and value.op.dialect in ("arith", "index")]
    constants = [each.value for each in values if isinstance(each, IntegerAttr)]
    return len(constants) == len(dynamic) and {*constants, *static} - {DYNAMIC} <= {number}


def numbers(p):
    """`(%n, 4)`: the operands in it, and all numbers, with `DYNAMIC` for each of these."""
    listed = []

    def one() -> int:
        if p.kind != VALUE:
            return p.integer()
        listed.append(p.operand())
        return DYNAMIC

    return listed, p.comma_list(one, "(", ")")


def numbers_text(printer, static, dynamic) -> str:
    values = iter(dynamic)
    return f"({', '.join([printer.value(next(values)) if number == DYNAMIC else str(number) for number in static])})"


class InParallelForm:
    """`scf.forall.in_parallel { ... }`: what the threads of a loop write into its results."""

    def parse(self, p, state):
        region_with_block(p, state)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(" ")
        printer.region(op.region)
        printer.attribute_dict(op)


class IndexSwitchForm:
    """`scf.index_switch %i -> T`, then `case 2 { ... }` in lines of their own, and `default { ... }`, which is the first region."""

    def parse(self, p, state):
        state.operands = [p.resolve(p.operand(), INDEX)]
        p.optional_attributes(state.attributes)
        state.result_types = p.comma_list(p.type) if p.accept("->") else []
        cases, regions = [], []
        while p.accept("case"):
            cases.append(p.integer())
            regions.append(p.region())
        p.keyword("default")
        state.attributes["cases"] = DenseArrayAttr(cases, I64)
        state.regions = [close(p.region(), state.location), *regions]

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])}")
        printer.attribute_dict(op, ("cases",))
        printer.write(f" -> {', '.join([each.type.text for each in op.results])} " if op.results else " ")
        labels = [f"case {number}" for number in op.attributes["cases"].values]
        for label, region in zip([*labels, "default"], [*op.regions[1:], op.regions[0]], strict=True):
            printer.newline()
            printer.write(f"{label} ")
            last = region.blocks[0].last
            if label != "default":
                printer.region(region, entry_arguments=False)
            else:
                printer.region(region, terminator=last is None or bool(last.operands) or bool(last.attributes))


def flows(op, terminator, values, into, target: str) -> None:
    """Verifies that the values of a terminator have the types of the values that they become."""
    if terminator.name in YIELDS:
        note = Diagnostic("region branch point", terminator, "note")
        handed_on(op, values, into, f"Operation {terminator.name} to {target}", [note])


YIELDS = ("scf.yield", "scf.condition")


def enters(op, values, into, target: str) -> None:
    """Values that the op is given have the types of those that they become inside it, or behind it when nothing runs."""
    handed_on(op, values, into, f"parent to {target}")


def verify_if(op):
    if op.results and not op.regions[1].blocks:
        raise Error.on(op, "must have an else block if defining values")
    if not op.regions[0].blocks:
        raise Error.on(op, "region #0 ('thenRegion') failed to verify constraint: region with 1 blocks")
    for number, region in enumerate(op.regions[: 1 + bool(op.regions[1].blocks)]):
        if region.blocks[0].arguments:
            raise Error.on(op, f"region #{number} should have no arguments")
        last = region.blocks[0].last
        if last is not None:
            flows(op, last, last.operands, op.results, "Operation scf.if")


def bounds(op):
    """Verifies the types of a loop's bounds and step, wherever the loop stands."""
    types = [value.type for value in op.operands[:3]]
    for number, type in enumerate(types):
        if type is not INDEX and not is_signless(type):
            raise Error.on(op, f"operand #{number} must be signless integer or index, but got '{type}'")
    if len(set(types)) > 1:
        raise Error.on(op, "failed to verify that all of {lowerBound, upperBound, step} have same type")


def verify_for(op):
    one_block(op, "region")
    arguments, inits, last = op.body.arguments, op.operands[3:], op.body.last
    if not arguments:
        raise Error.on(op, "expected body to have at least 1 argument(s) for the induction variable, but got 0")
    if arguments[0].type is not op.operands[0].type:
        raise Error.on(op, f"0-th induction variable has invalid type: '{arguments[0].type}'")
    if len(inits) != len(op.results):
        raise Error.on(op, "mismatch in number of loop-carried values and defined values")
    if len(arguments) != 1 + len(inits):
        raise Error.on(op, f"different number of inits and region iter_args: {len(inits)} != {len(arguments) - 1}")
    if last.name == "scf.yield" and last.operands and len(last.operands) != len(inits):
        raise Error.on(op, f"different number of region iter_args and yielded values: {len(inits)} != {len(last.operands)}")
    enters(op, inits, arguments[1:], "Region #0")
    enters(op, inits, op.results, "Operation scf.for")
    flows(op, last, last.operands, arguments[1:], "Region #0")
    flows(op, last, last.operands, op.results, "Operation scf.for")


def verify_while(op):
    one_block(op, "before after")
    before, after = [region.blocks[0] for region in op.regions]
    for block, terminator, name in ((before, "scf.condition", "before"), (after, "scf.yield", "after")):
        if block.last.name != terminator:
            note = Diagnostic("terminator here", block.last, "note")
            raise Error.on(op, f"expects the '{name}' region to terminate with '{terminator}'", [note])
    enters(op, op.operands, before.arguments, "Region #0")
    flows(op, before.last, before.last.operands[1:], after.arguments, "Region #1")
    flows(op, before.last, before.last.operands[1:], op.results, "Operation scf.while")
    flows(op, after.last, after.last.operands, before.arguments, "Region #0")


def verify_execute_region(op):
    if not op.region.blocks:
        raise Error.on(op, "region needs to have at least one block")
    if op.region.entry.arguments:
        raise Error.on(op, "region cannot have any arguments")
    for block in op.region.blocks:
        if block.last is not None and block.last.name == "scf.yield":
            flows(op, block.last, block.last.operands, op.results, "Operation scf.execute_region")


def verify_parallel(op):
    one_block(op, "region")
    low, high, step, inits = parts_of(op)
    last, arguments = op.body.last, op.body.arguments
    if not step:
        raise Error.on(op, "needs at least one tuple element for lowerBound, upperBound and step")
    for value in step:
        number = value.op.attributes.get("value") if value.op is not None and value.op.name == "arith.constant" else None
        if isinstance(number, IntegerAttr) and number.value <= 0:
            raise Error.on(op, "constant step operand must be positive")
    if last.name != "scf.reduce":
        raise Error.on(op, "expects body to terminate with 'scf.reduce'")
    if len(arguments) != len(step):
        raise Error.on(op, f"expects the same number of induction variables: {len(arguments)} as bound and step values: {len(step)}")
    if any([argument.type is not INDEX for argument in arguments]):
        raise Error.on(op, "expects arguments for the induction variable to be of index type")
    if len(op.results) != len(last.regions):
        raise Error.on(op, f"expects number of results: {len(op.results)} to be the same as number of reductions: {len(last.regions)}")
    if len(op.results) != len(inits):
        raise Error.on(op, f"expects number of results: {len(op.results)} to be the same as number of initial values: {len(inits)}")


def verify_reduce(op):
    inside("scf.parallel")(op)
    for number, (value, result, region) in enumerate(zip(op.operands, op.parent_op.results, op.regions)):
        if value.type is not result.type:
            types = f"'{value.type}' to be the same as the {number}-th result type: '{result.type}'"
            raise Error.on(op, f"expects type of {number}-th reduction operand: {types}")
        types = [argument.type for argument in region.blocks[0].arguments] if region.blocks else []
        if types != [value.type] * 2:
            raise Error.on(op, f"expected two block arguments with type '{value.type}' in the {number}-th reduction region")
        last = region.blocks[0].last
        if last is None or last.name != "scf.reduce.return":
            raise Error.on(op, "reduction bodies must be terminated with an 'scf.reduce.return' op")


def verify_reduce_return(op):
    inside("scf.reduce")(op)
    type = op.parent.arguments[0].type
    if op.operands[0].type is not type:
        raise Error.on(op, f"must have type '{type}' (the type of the reduction inputs)")


def verify_switch(op):
    cases = op.attributes["cases"].values
    if len(cases) != len(op.regions) - 1:
        raise Error.on(op, f"has {len(op.regions) - 1} case regions but {len(cases)} case values")
    repeated = next((case for at, case in enumerate(cases) if case in cases[:at]), None)
    for number, region in enumerate(op.regions):
        if not region.blocks:
            name = "caseRegions" if number else "defaultRegion"
            raise Error.on(op, f"region #{number} ('{name}') failed to verify constraint: region with 1 blocks")
        last, which = region.blocks[0].last, f"case region #{number - 1}" if number else "default region"
        if last is None or last.name != "scf.yield":
            raise Error.on(op, f"expected region to end with scf.yield, but got {last.name if last is not None else 'nothing'}")
        if len(last.operands) != len(op.results):
            raise Error.on(op, f"expected each region to return {len(op.results)} values, but {which} returns {len(last.operands)}")
        for at, (value, result) in enumerate(zip(last.operands, op.results)):
            if value.type is not result.type:
                raise Error.on(op, f"expected result #{at} of each region to be '{result.type}'")
    if repeated is not None:
        raise Error.on(op, f"has duplicate case value: {repeated}")


def verify_forall(op):
    one_block(op, "region")
    *_, outputs = parts_of(op)
    count, arguments = len(op.attributes["staticUpperBound"].values), op.body.arguments
    if len(op.results) != len(outputs):
        raise Error.on(op, f"produces {len(op.results)} results, but has only {len(outputs)} outputs")
    if len(arguments) != count + len(outputs):
        raise Error.on(op, f"region expects {count} arguments")
    for number, argument in enumerate(arguments[:count]):
        if argument.type is not INDEX:
            raise Error.on(op, f"expects {number}-th block argument to be an index")
    for number, (argument, output) in enumerate(zip(arguments[count:], outputs)):
        if argument.type is not output.type:
            raise Error.on(op, f"type mismatch between {number}-th output and corresponding block argument")
    mapping = op.attributes.get("mapping")
    masks = [each for each in mapping.elements if each.text.startswith("#gpu.mask")] if isinstance(mapping, ArrayAttr) else []
    if isinstance(mapping, ArrayAttr) and mapping.elements and len(mapping.elements) - len(masks) != count:
        raise Error.on(op, "mapping attribute size must match op rank")
    if len(masks) > 1:
        raise Error.on(op, '"mapping" supports at most one device masking attribute')


def verify_in_parallel(op):
    inside("scf.forall")(op)
    outputs = op.parent_op.body.arguments[len(op.parent_op.attributes["staticUpperBound"].values) :]
    for each in op.region.blocks[0]:
        if each.name != "tensor.parallel_insert_slice":
            raise Error.on(op, "expected only ParallelCombiningOpInterface ops")
        if each.operands[1] not in outputs:
            raise Error.on(each, "may only insert into an output block argument")


DIALECT = Dialect(
    "scf", OPS, package=__name__,
    families=("computation",),
    forms={"if": IfForm(), "for": ForForm(), "while": WhileForm(), "condition": ConditionForm(), "execute_region": ExecuteRegionForm(),
           "parallel": ParallelForm(), "reduce": ReduceForm(), "forall": ForallForm(), "forall.in_parallel": InParallelForm(),
           "index_switch": IndexSwitchForm()},
    syntax={"ReturnTypes": ReturnTypes()},
    verify={"for": bounds},
    verify_in_context={
        "if": verify_if, "for": verify_for, "while": verify_while, "condition": inside("scf.while"),
        "yield": inside("scf.execute_region", "scf.for", "scf.if", "scf.index_switch", "scf.while"),
        "execute_region": verify_execute_region, "parallel": verify_parallel, "reduce": verify_reduce,
        "reduce.return": verify_reduce_return, "index_switch": verify_switch, "forall": verify_forall,
        "forall.in_parallel": verify_in_parallel,
    },
)  # fmt: skip
