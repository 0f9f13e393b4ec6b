"""The custom forms of calls of LLVM: of functions, pointers and intrinsics, with bundles of operands."""

from tfir.dialects.cf import parse_successor, successor_text
from tfir.dialects.func import parse_arguments, parse_results
from tfir.dialects.llvm.attributes import CALLING, CCONV, TAIL_CALL, TAIL_CALLS
from tfir.dialects.llvm.types import VOID
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, DictAttr, StringAttr, TypeAttr
from tfir.ir.types import I32
from tfir.text.enumerators import word_of
from tfir.text.lexer import SYMBOL


class CallForm:
    """`llvm.call fastcc tail @f(%a) vararg(!llvm.func<..>) ["tag"(%b : T)] {..} : (T) -> U`; of a pointer: `llvm.call %p(%a) : !llvm.ptr, (T) -> U`."""

    HIDDEN = ("CConv", "TailCallKind", "callee", "var_callee_type", "op_bundle_sizes", "op_bundle_tags", "operandSegmentSizes", "arg_attrs", "res_attrs")  # fmt: skip
    jumps = False

    def parse(self, p, state):
        state.attributes["CConv"] = CCONV.of(p.advance() if p.token in CALLING else "ccc")
        if not self.jumps:
            state.attributes["TailCallKind"] = TAIL_CALL.of(p.advance() if p.token in TAIL_CALLS else "none")
        pointer = [] if p.kind == SYMBOL else [p.operand()]
        if not pointer:
            state.attributes["callee"] = p.symbol_reference()
        arguments = p.comma_list(p.operand, "(", ")")
        targets = self._targets(p, state) if self.jumps else []
        if p.accept("vararg"):
            p.expect("(")
            state.attributes["var_callee_type"] = TypeAttr(p.type())
            p.expect(")")
        bundles = read_bundles(p, state)
        p.optional_attributes(state.attributes)
        start = p.start
        p.expect(":")
        types = []
        if pointer:
            types = [p.type()]
            p.expect(",")
        inputs, results = read_signature(p, state)
        if len(results) > 1:
            raise p.error_in_op("expected function with 0 or 1 result", start)
        if results == [VOID]:
            raise p.error_in_op("expected a non-void result type", start)
        if len(inputs) != len(arguments):
            raise p.error_in_op(f"expected as many input types as operands (expected {len(arguments)} got {len(inputs)})")
        passed = state.operands
        state.operands = [p.resolve(*pair) for pair in zip([*pointer, *arguments], [*types, *inputs])]
        counts = [len(state.operands), *targets, len(bundles)]
        state.operands += [*passed, *bundles]
        state.attributes["operandSegmentSizes"] = DenseArrayAttr(counts, I32)

    def _targets(self, p, state):
        p.keyword("to")
        counts = [parse_successor(p, state)]
        p.keyword("unwind")
        return [*counts, parse_successor(p, state)]

    def print(self, printer, op):
        words = [word_of(op.attributes["CConv"])] if word_of(op.attributes["CConv"]) != "ccc" else []
        if not self.jumps and word_of(op.attributes["TailCallKind"]) != "none":
            words.append(word_of(op.attributes["TailCallKind"]))
        count, *targets, _ = op.attributes["operandSegmentSizes"].values
        callee, own = op.attributes.get("callee"), op.operands[:count]
        arguments = own if callee is not None else own[1:]
        printer.write("".join([f" {word}" for word in words]))
        printer.write(f" {callee.text if callee is not None else printer.value(own[0])}({printer.values(arguments)})")
        end = count
        for word, block, size in zip(("to", "unwind"), op.successors, targets):
            printer.write(f" {word} {successor_text(printer, block, op.operands[end : end + size])}")
            end += size
        if "var_callee_type" in op.attributes:
            printer.write(f" vararg({op.attributes['var_callee_type'].text})")
        printer.write(bundles_text(printer, op, op.operands[end:]))
        flags = op.attributes.get("fastmathFlags")
        printer.attribute_dict(op, (*self.HIDDEN, *["fastmathFlags"] * (flags is not None and word_of(flags) == "none")))
        printer.write(" : " if callee is not None else f" : {own[0].type}, ")
        printer.write(signature_text(printer, op, arguments))


class InvokeForm(CallForm):
    """`llvm.invoke @f(%a) to ^bb1 unwind ^bb2 : (T) -> U`."""

    jumps = True


def read_bundles(p, state):
    """`["tag"(%a, %b : T, U), ...]`: the operands of bundles, whose sizes and tags become attributes."""
    start, sizes, tags, operands = p.start, [], [], []

    def bundle() -> None:
        tags.append(StringAttr(p.string()))
        p.expect("(")
        listed = p.operands()
        types = []
        if listed:
            p.expect(":")
            types = p.comma_list(p.type)
        p.expect(")")
        if len(types) != len(listed):
            counts = (
                f"expected {len(listed)} types for operand bundle operands for operand bundle #{len(sizes)}, but actually got {len(types)}"
            )
            raise p.error_in_op(counts, start)
        sizes.append(len(listed))
        operands.extend([p.resolve(*pair) for pair in zip(listed, types)])

    if p.at("["):
        p.comma_list(bundle, "[", "]")
    state.attributes["op_bundle_sizes"] = DenseArrayAttr(sizes, I32)
    if tags:
        state.attributes["op_bundle_tags"] = ArrayAttr(tags)
    return operands


def bundles_text(printer, op, operands) -> str:
    tags, shown, rest = op.attributes.get("op_bundle_tags"), [], operands
    if tags is None:
        return ""
    for tag, size in zip(tags.elements, op.attributes["op_bundle_sizes"].values, strict=True):
        types = f" : {', '.join([each.type.text for each in rest[:size]])}" if size else ""
        shown.append(f"{tag.text}({printer.values(rest[:size])}{types})")
        rest = rest[size:]
    return f" [{', '.join(shown)}]"


def read_signature(p, state) -> tuple[list, list]:
    """`(T {llvm.noalias}, U) -> V`: the types of the arguments and results; attributes among them become the operation's."""
    _, inputs, attributes = parse_arguments(p)
    p.expect("->")
    results, of_results = parse_results(p)
    for name, listed in (("arg_attrs", attributes), ("res_attrs", of_results)):
        if any(listed):
            state.attributes[name] = ArrayAttr([DictAttr(each) for each in listed])
    state.result_types = [type for type in results if type is not VOID]
    return inputs, results


def signature_text(printer, op, arguments) -> str:
    def shown(values, name: str) -> list[str]:
        attributes = op.attributes.get(name)
        entries = [each.entries for each in attributes.elements] if attributes is not None else [{}] * len(values)
        return [f"{value.type}{f' {printer.dictionary(each)}' if each else ''}" for value, each in zip(values, entries, strict=True)]

    results = shown(op.results, "res_attrs")
    bare = len(results) == 1 and "{" not in results[0]
    return f"({', '.join(shown(arguments, 'arg_attrs'))}) -> {results[0] if bare else f'({chr(44).join(results)})'}"


class CallIntrinsicForm:
    """`llvm.call_intrinsic "llvm.fabs"(%x) : (f32) -> f32`."""

    HIDDEN = ("intrin", "op_bundle_sizes", "op_bundle_tags", "operandSegmentSizes", "arg_attrs", "res_attrs")

    def parse(self, p, state):
        state.attributes["intrin"] = StringAttr(p.string())
        arguments = p.comma_list(p.operand, "(", ")")
        bundles = read_bundles(p, state)
        p.optional_attributes(state.attributes)
        p.expect(":")
        inputs, _ = read_signature(p, state)
        if len(inputs) != len(arguments):
            raise p.error_in_op(f"expected as many input types as operands (expected {len(arguments)} got {len(inputs)})")
        state.operands = [*[p.resolve(*pair) for pair in zip(arguments, inputs)], *bundles]
        state.attributes["operandSegmentSizes"] = DenseArrayAttr([len(arguments), len(bundles)], I32)

    def print(self, printer, op):
        count = op.attributes["operandSegmentSizes"].values[0]
        arguments = op.operands[:count]
        printer.write(f" {op.attributes['intrin'].text}({printer.values(arguments)}){bundles_text(printer, op, op.operands[count:])}")
        flags = op.attributes.get("fastmathFlags")
        printer.attribute_dict(op, (*self.HIDDEN, *["fastmathFlags"] * (flags is not None and word_of(flags) == "none")))
        printer.write(f" : {signature_text(printer, op, arguments)}")


class AssumeForm:
    """`llvm.intr.assume %c ["align"(%p, %n : !llvm.ptr, i32)] : i1`."""

    def parse(self, p, state):
        condition = p.operand()
        bundles = read_bundles(p, state)
        p.expect(":")
        state.operands = [p.resolve(condition, p.type()), *bundles]
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])}{bundles_text(printer, op, op.operands[1:])} : {op.operands[0].type}")
        printer.attribute_dict(op, ("op_bundle_sizes", "op_bundle_tags"))


FORMS_OF_CALLS = {
    "call": CallForm(), "invoke": InvokeForm(), "call_intrinsic": CallIntrinsicForm(), "intr.assume": AssumeForm(),
}  # fmt: skip
