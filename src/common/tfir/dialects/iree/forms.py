"""How the walkthrough spells what is not an ordinary op: executables, dispatch regions, dispatches, constants."""

from __future__ import annotations

from tfir.dialects.cf import BranchForm, ConditionalBranchForm, conditional, verify_branch
from tfir.ir.attributes import IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr, is_bare_identifier, symbol_text
from tfir.ir.diagnostics import Error
from tfir.ir.types import I1, I32, INDEX, FunctionType, MemRefType, TensorType
from tfir.text.regions import region_with_block

ORDINAL = "iree.ordinal"
HAS_WORKLOAD = "has_workload"  # of a dispatch whose first operand says how much there is to do


class MultiArchExecutableForm:
    """`iree.multi_arch_executable @name[0]() attributes {..} { ... }`; the ordinal and the attributes may be absent."""

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        parse_ordinal(p, state)
        p.expect("(")
        p.expect(")")
        parse_body(p, state)

    def print(self, printer, op):
        printer.write(f" {symbol_text(op.attributes['sym_name'].value)}{ordinal_text(op)}() ")
        print_body(printer, op, ("sym_name", ORDINAL))


class ExecutableForm:
    """`iree.executable(FORMAT) { ... }`; an ordinal may stand before the parenthesis."""

    def parse(self, p, state):
        parse_ordinal(p, state)
        p.expect("(")
        state.attributes["format"] = StringAttr(p.keyword())
        p.expect(")")
        parse_body(p, state)

    def print(self, printer, op):
        printer.write(f"{ordinal_text(op)}({op.attributes['format'].value}) ")
        print_body(printer, op, ("format", ORDINAL))


class CapturingForm:
    """`iree.host_region(%inside = %outside : T, ...) : T { ... }`."""

    def parse(self, p, state):
        named: list = []
        p.comma_list(lambda: self._capture(p, state, named), "(", ")")
        if p.accept(":"):
            state.result_types = p.comma_list(p.type)
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        state.regions.append(p.region(named, for_op=p.lookup(state.name)))

    def _capture(self, p, state, named):
        inside = p.operand()
        p.expect("=")
        outside = p.operand()
        p.expect(":")
        kind = p.type()
        state.operands.append(p.resolve(outside, kind))
        named.append((inside.name, kind, inside.start))

    def print(self, printer, op):
        self.print_captured(printer, op, op.operands)

    def print_captured(self, printer, op, outside):
        pairs = zip(op.body.arguments, outside)
        printer.write("(" + ", ".join([f"{printer.value(i)} = {printer.value(o)} : {o.type}" for i, o in pairs]) + ") ")
        if op.results:
            printer.write(f": {', '.join([value.type.text for value in op.results])} ")
        print_body(printer, op, ())


class DispatchRegionForm(CapturingForm):
    """`iree.dispatch_region[%w : T](%inside = %outside : T, ...) : T { ... }`."""

    def parse(self, p, state):
        p.expect("[")
        state.operands.append(parse_workload(p))
        p.expect("]")
        super().parse(p, state)

    def print(self, printer, op):
        workload, *outside = op.operands
        printer.write(f"[{workload_text(printer, workload)}]")
        self.print_captured(printer, op, outside)


class ReductionRegionForm:
    """`iree.reduction_region[%w : T](%x) : (T) -> (T) invocation((%a, %b) = %init : T) { ... } {dimensions = ..}`."""

    def parse(self, p, state):
        p.expect("[")
        state.operands.append(parse_workload(p))
        p.expect("]")
        reduced = p.comma_list(p.operand, "(", ")")
        p.expect(":")
        start, kind = p.start, p.function_type()
        if len(kind.inputs) != len(reduced):
            raise p.error(f"expected the types of {len(reduced)} operands", start)
        state.operands += [p.resolve(value, type) for value, type in zip(reduced, kind.inputs)]
        state.result_types = list(kind.results)
        p.expect("invocation")
        named: list = []
        p.comma_list(lambda: self._pair(p, state, named), "(", ")")
        state.regions.append(p.region(named, for_op=p.lookup(state.name)))
        p.optional_attributes(state.attributes)

    def _pair(self, p, state, named):
        pair = p.comma_list(p.operand, "(", ")")
        p.expect("=")
        start = p.operand()
        p.expect(":")
        kind = p.type()
        state.operands.append(p.resolve(start, kind))
        named += [(each.name, kind, each.start) for each in pair]

    def print(self, printer, op):
        workload, *values = op.operands
        count = len(values) // 2
        kind = FunctionType([value.type for value in values[:count]], [value.type for value in op.results])
        results = ", ".join([type.text for type in kind.results])
        inputs = ", ".join([type.text for type in kind.inputs])
        printer.write(f"[{workload_text(printer, workload)}]({printer.values(values[:count])}) : ({inputs}) -> ({results}) invocation(")
        arguments = op.body.arguments
        pairs = [
            f"({printer.values(arguments[2 * at : 2 * at + 2])}) = {printer.value(start)} : {start.type}"
            for at, start in enumerate(values[count:])
        ]
        printer.write(f"{', '.join(pairs)}) ")
        printer.region(op.region, entry_arguments=False)
        printer.attribute_dict(op, ())


class ConstantForm:
    """`constant dense<...> : tensor<4xf32>`: the result is a buffer of the same shape."""

    def parse(self, p, state):
        start, value = p.start, p.attribute()
        if not isinstance(getattr(value, "type", None), TensorType):
            raise p.error_in_op(f"expected elements of a tensor, found {value.text[:40]}", start)
        state.attributes["value"] = value
        state.result_types = [MemRefType(value.type.shape, value.type.element)]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {printer.attribute(op.attributes['value'])}")
        printer.attribute_dict(op, ("value",))


class DispatchForm:
    """`dispatch executable::entry[%w : T](%a, ...) : (T, ...) -> ()`: the workload is the first operand, or an attribute
    `[dense<..> : tensor<3xi32>]`, or there is none. An operation that need not have one has it as an operand where it is marked so."""

    def __init__(self, workload: str | None):
        self.workload = workload

    def parse(self, p, state):
        state.attributes["callee"] = parse_callee(p)
        if self.workload is None and p.accept("["):
            state.attributes[HAS_WORKLOAD] = UnitAttr()
            state.operands.append(parse_workload(p))
            p.expect("]")
        elif self.workload is not None:
            p.expect("[")
            if self.workload == "attribute":
                state.attributes["workload"] = p.attribute()
            else:
                state.operands.append(parse_workload(p))
            p.expect("]")
        parse_call(p, state)

    def print(self, printer, op):
        printer.write(f" {callee_text(op)}")
        is_operand = self.workload == "operand" or HAS_WORKLOAD in op.attributes
        if self.workload is not None or is_operand:
            printer.write(f"[{workload_text(printer, op.operands[0]) if is_operand else op.attributes['workload']}]")
        print_call(printer, op, op.operands[is_operand:], ("callee", "workload", HAS_WORKLOAD))


class CopyForm:
    """`dynamic_copy %a to %b : T, T`, of whole buffers; in 2019 of a part, `%a[%from] to %b[%at], %length : T, I, T, I, I`."""

    def parse(self, p, state):
        parts = [p.operand()]
        is_part = p.accept("[")
        if is_part:
            parts.append(p.operand())
            p.expect("]")
        p.expect("to")
        parts.append(p.operand())
        if is_part:
            p.expect("[")
            parts.append(p.operand())
            p.expect("]")
            p.expect(",")
            parts.append(p.operand())
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, types = p.start, p.comma_list(p.type)
        if len(types) != len(parts):
            raise p.error(f"expected the types of {len(parts)} operands", start)
        state.operands = [p.resolve(part, type) for part, type in zip(parts, types)]

    def print(self, printer, op):
        values = [printer.value(value) for value in op.operands]
        whole = "{} to {}" if len(values) == 2 else "{}[{}] to {}[{}], {}"
        printer.write(" " + whole.format(*values))
        printer.attribute_dict(op, ())
        printer.write(f" : {', '.join([value.type.text for value in op.operands])}")


class ReshapeForm:
    """`reshape %a[%n] : memref<?x4xf32> -> memref<?xf32>`, with the sizes of the result that its type does not say; in 2019 all of them lay in a
    buffer, `reshape %a[%sizes : memref<1xi32>]`."""

    def parse(self, p, state):
        source = p.operand()
        sizes = p.comma_list(lambda: self._size(p), "[", "]") if p.at("[") else []
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.operands = [p.resolve(source, p.type()), *sizes]
        p.expect("->")
        state.result_types = [p.type()]

    def _size(self, p):
        size = p.operand()
        return p.resolve(size, p.type() if p.accept(":") else INDEX)

    def print(self, printer, op):
        source, *sizes = op.operands
        texts = [printer.value(size) if size.type is INDEX else workload_text(printer, size) for size in sizes]
        printer.write(f" {printer.value(source)}" + (f"[{', '.join(texts)}]" if texts else ""))
        printer.attribute_dict(op, ())
        printer.write(f" : {source.type.text} -> {op.results[0].type.text}")


def parse_workload(p):
    """`%w : T`."""
    workload = p.operand()
    p.expect(":")
    return p.resolve(workload, p.type())


def workload_text(printer, workload) -> str:
    return f"{printer.value(workload)} : {workload.type}"


def parse_callee(p) -> SymbolRefAttr:
    """`a::b`, which the walkthrough writes without `@`."""
    path = [_name(p)]
    while p.accept("::"):
        path.append(_name(p))
    return SymbolRefAttr(*path)


def _name(p) -> str:
    return p.symbol_name() if p.token[:1] == "@" else p.keyword()


def callee_text(op) -> str:
    path = op.attributes["callee"].path
    return "::".join([name if is_bare_identifier(name) and "." not in name else symbol_text(name) for name in path])


def parse_call(p, state):
    arguments = p.comma_list(p.operand, "(", ")")
    p.optional_attributes(state.attributes)
    p.expect(":")
    at = p.start
    kind = p.function_type()
    if len(kind.inputs) != len(arguments) or kind.results:
        raise p.error(f"expected the types of {len(arguments)} operands and no results", at)
    state.operands += [p.resolve(operand, type) for operand, type in zip(arguments, kind.inputs)]


def print_call(printer, op, arguments, spelled):
    printer.write(f"({printer.values(arguments)})")
    printer.attribute_dict(op, spelled)
    printer.write(f" : ({', '.join([value.type.text for value in arguments])}) -> ()")


def parse_ordinal(p, state):
    if p.accept("["):
        state.attributes[ORDINAL] = IntegerAttr(p.integer(), I32)
        p.expect("]")


def ordinal_text(op) -> str:
    ordinal = op.attributes.get(ORDINAL)
    return "" if ordinal is None else f"[{ordinal.value}]"


def parse_body(p, state):
    if p.accept("attributes"):
        p.attribute_entries(state.attributes)
    region_with_block(p, state)


def print_body(printer, op, spelled):
    rest = {name: value for name, value in op.attributes.items() if name not in spelled}
    if rest:
        printer.write(f"attributes {printer.dictionary(rest)} ")
    printer.region(op.region, entry_arguments=False)


# What both levels of the sequencer had in 2019 besides; they have no form but the generic one.
SEQUENCER_OPS = """
    call(operands: *any; callee: symbol) -> (results: *any)
    call_indirect(function: any, operands: *any; type: type) -> (results: *any)
    discard(operand: memref)
    clone(operand: memref) -> (result: memref)
    assign(operand: memref) -> (result: memref)
    cond_assign(condition: memref, lhs: memref, rhs: memref) -> (result: memref)
    trace(operand: memref)
    cond_break(condition: memref)
    break()
"""

# The branches of both levels of the sequencer: as those of cf, but for the condition, which lies in a buffer.
BRANCH_OPS = """
    br(dest_operands: *memref) !terminator !successors
    cond_br(condition: memref, true_operands: *memref, false_operands: *memref; operandSegmentSizes?: attr) !terminator !successors
"""
BRANCH_FORMS = {"br": BranchForm(), "cond_br": ConditionalBranchForm(MemRefType((), I1))}
VERIFY_BRANCHES = {"br": verify_branch, "cond_br": verify_branch}


def verify_condition(op):
    conditional(op)
    condition = op.operands[0].type
    if condition is not MemRefType((), I1):
        raise Error.on(op, f"decides by a buffer of type memref<i1>, found {condition}")


VERIFY_CONDITIONS = {"cond_br": verify_condition}
