"""Structured control flow: conditions and loops with regions. Source: MLIR's scf dialect."""

from tfir.define.dialect import Dialect
from tfir.dialects.func import ReturnTypes
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Region
from tfir.ir.types import I1, INDEX
from tfir.text.assembly import Format

OPS = """
    if(condition: any) -> (results: *any) !regions(2) !single_block
    for(lowerBound: any, upperBound: any, step: any, initArgs: *any; unsignedCmp?: unit) -> (results: *any) !regions(1) !single_block
    while(inits: *any) -> (results: *any) !regions(2) !single_block
    yield(results: *any) !terminator
      $results attr-dict <ReturnTypes>()
    condition(condition: any, args: *any) !terminator
"""


def close(region: Region, name: str = "scf.yield") -> Region:
    """Puts the terminator that may be left out behind the operations of a region."""
    block = region.blocks[0] if region.blocks else region.add_block()
    if block.last is None or block.last.name not in (name, "scf.condition"):
        block.append(Operation(name, location=block.last.location if block.last is not None else 0))
    return region


def written(printer, region: Region) -> None:
    """A region without arguments, and without its terminator where that yields nothing."""
    last = region.blocks[0].last
    printer.region(region, entry_arguments=False, terminator=last is None or bool(last.operands) or bool(last.attributes))


class IfForm:
    """`scf.if %c -> (T) { ... } else { ... }`."""

    def parse(self, p, state):
        state.operands = [p.resolve(p.operand(), I1)]
        state.result_types = p.types_in_parens() if p.accept("->") else []
        state.regions = [close(p.region())]
        state.regions.append(close(p.region()) if p.accept("else") else Region())
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])}")
        printer.write(f" -> ({', '.join([r.type.text for r in op.results])}) " if op.results else " ")
        written(printer, op.regions[0])
        if op.regions[1].blocks:
            printer.write(" else ")
            written(printer, op.regions[1])
        printer.attribute_dict(op)


class ForForm:
    """`scf.for %i = %low to %high step %step iter_args(%x = %init) -> (T) : i32 { ... }`."""

    def parse(self, p, state):
        p.accept("unsigned")
        variable = p.operand()
        p.expect("=")
        bounds = [p.operand()]
        for word in ("to", "step"):
            p.expect(word)
            bounds.append(p.operand())
        names, inits = carried(p) if p.accept("iter_args") else ([], [])
        if names:
            p.expect("->")
            state.result_types = p.result_types()
        type = p.type() if p.accept(":") else INDEX
        if len(state.result_types) != len(names):
            raise p.error(f"mismatch in number of loop-carried values and defined values: {len(names)} and {len(state.result_types)}")
        state.operands = [p.resolve(u, type) for u in bounds] + [p.resolve(u, t) for u, t in zip(inits, state.result_types)]
        arguments = [(variable.name, type, variable.start)]
        arguments += [(name.name, t, name.start) for name, t in zip(names, state.result_types)]
        state.regions = [close(p.region(arguments))]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        body = op.body
        low, high, step = [printer.value(v) for v in op.operands[:3]]
        printer.write(f" {printer.value(body.arguments[0])} = {low} to {high} step {step}")
        if op.results:
            pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(body.arguments[1:], op.operands[3:])]
            printer.write(f" iter_args({', '.join(pairs)}) -> ({', '.join([r.type.text for r in op.results])})")
        type = op.operands[0].type
        printer.write(" " if type is INDEX else f"{' ' if op.results else ''} : {type} ")
        written(printer, op.region)
        printer.attribute_dict(op)


def carried(p):
    """`(%x = %init, ...)`: names inside, values from outside."""
    names, inits = [], []

    def one():
        names.append(p.operand())
        p.expect("=")
        inits.append(p.operand())

    p.comma_list(one, "(", ")")
    return names, inits


class WhileForm:
    """`scf.while (%x = %init) : (T) -> U { ... } do { ^bb0(%y: U): ... }`."""

    def parse(self, p, state):
        names, inits = carried(p) if p.at("(") else ([], [])
        p.expect(":")
        signature = p.function_type()
        if len(signature.inputs) != len(inits):
            raise p.error(f"expected as many input types as operands ({len(inits)}, found {len(signature.inputs)})")
        state.operands = [p.resolve(u, t) for u, t in zip(inits, signature.inputs)]
        state.result_types = list(signature.results)
        arguments = [(name.name, t, name.start) for name, t in zip(names, signature.inputs)]
        state.regions = [p.region(arguments)]
        p.expect("do")
        state.regions.append(close(p.region()))
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
        operands = p.operands()
        types = p.comma_list(p.type) if p.accept(":") else []
        if len(types) != len(operands):
            raise p.error(f"expected {len(operands)} types, found {len(types)}")
        state.operands = [p.resolve(condition, I1)] + [p.resolve(u, t) for u, t in zip(operands, types)]

    def print(self, printer, op):
        condition, *rest = op.operands
        printer.write(f"({printer.value(condition)})")
        printer.attribute_dict(op)
        if rest:
            printer.write(f" {printer.values(rest)} : {', '.join([v.type.text for v in rest])}")


def verify_if(op):
    if op.results and not op.regions[1].blocks:
        raise Error.on(op, "must have an else block if defining values")
    for name, region in zip(("then", "else"), op.regions):
        if region.blocks and region.blocks[0].last.name == "scf.yield":
            found = [v.type for v in region.blocks[0].last.operands]
            if found != [r.type for r in op.results]:
                raise Error.on(op, f"{name} region yields {len(found)} values of types that are not the {len(op.results)} results'")


def verify_for(op):
    arguments, carried_types = op.body.arguments, [v.type for v in op.operands[3:]]
    if len(arguments) != 1 + len(carried_types) or [a.type for a in arguments[1:]] != carried_types:
        raise Error.on(op, "mismatch in number or types of basic block args and loop-carried values")
    if [r.type for r in op.results] != carried_types:
        raise Error.on(op, "mismatch in types of loop-carried values and defined values")


DIALECT = Dialect(
    "scf", OPS,
    forms={"if": IfForm(), "for": ForForm(), "while": WhileForm(), "condition": ConditionForm()},
    form_of_signature=lambda signature: Format(signature.assembly, signature, {"ReturnTypes": ReturnTypes()}) if signature.assembly else None,
    verifiers={"if": verify_if, "for": verify_for},
)  # fmt: skip
