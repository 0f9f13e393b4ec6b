"""The pieces of syntax that StableHLO's custom forms need beyond the general ones, and the forms written by hand."""

from __future__ import annotations

from tfir.dialects.func import ReturnTypes
from tfir.dialects.stablehlo.attributes import NumbersAttr, read_convolution_body
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, EnumAttr, IntegerAttr, StringAttr, symbol_text
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.types import I1, I32, I64, ComplexType, TensorType, TupleType
from tfir.text.assembly import Format
from tfir.text.lexer import WORD
from tfir.text.pieces import Functional, Piece, bindings


class Comparison:
    """`LT`: the direction of a comparison."""

    pattern = "[A-Z]+"
    words = ("EQ", "NE", "GE", "GT", "LE", "LT")

    def read(self, p):
        return {"comparison_direction": EnumAttr("stablehlo.comparison_direction", p.keyword(*self.words))}

    def show(self, printer, op):
        return op.attributes["comparison_direction"].value


class ComparisonType:
    """`, FLOAT`: how a comparison sees its operands, if it was said."""

    pattern = "(?:, +[A-Z]+)?"
    words = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")

    def read(self, p):
        return {"compare_type": EnumAttr("stablehlo.comparison_type", p.keyword(*self.words))} if p.accept(",") else {}

    def show(self, printer, op):
        return f", {op.attributes['compare_type'].value}" if "compare_type" in op.attributes else ""


class DotDimensions:
    """`batching_dims = [0] x [0], contracting_dims = [1] x [0]`."""

    pattern = r"(?:batching_dims = \[[\d, ]*\] x \[[\d, ]*\], )?contracting_dims = \[[\d, ]*\] x \[[\d, ]*\]"

    def read(self, p):
        batching = self._pair(p) if p.accept("batching_dims") else ((), ())
        if batching != ((), ()) or p.at(","):
            p.expect(",")
        p.expect("contracting_dims")
        contracting = self._pair(p)
        numbers = NumbersAttr(
            "dot", lhs_batching_dimensions=batching[0], rhs_batching_dimensions=batching[1],
            lhs_contracting_dimensions=contracting[0], rhs_contracting_dimensions=contracting[1],
        )  # fmt: skip
        return {"dot_dimension_numbers": numbers}

    def _pair(self, p):
        p.expect("=")
        left = tuple(p.comma_list(p.integer, "[", "]"))
        p.expect("x")
        return left, tuple(p.comma_list(p.integer, "[", "]"))

    def show(self, printer, op):
        dims = op.attributes["dot_dimension_numbers"]
        text = f"contracting_dims = {list(dims.lhs_contracting_dimensions)} x {list(dims.rhs_contracting_dimensions)}"
        if not dims.lhs_batching_dimensions:
            return text
        return f"batching_dims = {list(dims.lhs_batching_dimensions)} x {list(dims.rhs_batching_dimensions)}, {text}"


PRECISIONS = ("DEFAULT", "HIGH", "HIGHEST")


class Precision:
    """`, precision = [DEFAULT, DEFAULT]`, and the algorithm of a dot product, if either was said."""

    pattern = r"(?:, precision = \[[A-Z, ]*\])?"

    def read(self, p):
        attributes = {}
        if p.accept(","):
            if p.at("precision"):
                p.advance()
                p.expect("=")
                words = p.comma_list(lambda: self._word(p), "[", "]")
                attributes["precision_config"] = ArrayAttr([EnumAttr("stablehlo.precision", word) for word in words])
                if not p.accept(","):
                    return attributes
            elif not p.at("algorithm"):
                raise p.expected_in_op("'precision' or 'algorithm'")
            p.keyword("algorithm")
            p.expect("=")
            attributes["algorithm"] = p.lookup_dialect("stablehlo").attributes["dot_algorithm"](p)
        return attributes

    def _word(self, p) -> str:
        if p.kind == WORD and p.token in PRECISIONS:
            return p.keyword(*PRECISIONS)
        words = ", ".join(PRECISIONS)
        why = f"expected ::mlir::stablehlo::Precision to be one of: {words}" if p.kind == WORD else f"expected valid keyword: {words}"
        what = "failed to parse StableHLO_PrecisionAttr parameter 'value' which is to be a `::mlir::stablehlo::Precision`"
        raise Error.of([each for message in (why, what) for each in p.error_in_op(message, p.start).diagnostics])

    def show(self, printer, op):
        config, algorithm = op.attributes.get("precision_config"), op.attributes.get("algorithm")
        text = f", precision = [{', '.join([word.value for word in config])}]" if config is not None else ""
        return text + (f", algorithm = {algorithm.text.removeprefix('#stablehlo.dot_algorithm')}" if algorithm is not None else "")


class ConvolutionDimensions:
    """`[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`."""

    pattern = r"\[[\w, ]*\]x\[[\w, ]*\]->\[[\w, ]*\]"

    def read(self, p):
        return {"dimension_numbers": read_convolution_body(p)}

    def show(self, printer, op):
        return op.attributes["dimension_numbers"].body()


class Window:
    """`{stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [..], rhs_dilate = [..], reverse = [false, false]}`."""

    pattern = r"\{[^{}\n]*\}"
    NAMES = {"stride": "window_strides", "lhs_dilate": "lhs_dilation", "rhs_dilate": "rhs_dilation"}

    def read(self, p):
        attributes: dict = {}
        p.comma_list(lambda: self._entry(p, attributes), "{", "}")
        return attributes

    def _entry(self, p, attributes):
        start, name = p.start, p.keyword()
        attribute = {"pad": "padding", "reverse": "window_reversal"}.get(name) or self.NAMES.get(name)
        if attribute is None or attribute in attributes:
            raise p.error(f"Unexpected keyword {name}", start)
        p.expect("=")
        if name == "pad":
            pairs = p.comma_list(lambda: p.comma_list(p.integer, "[", "]"), "[", "]")
            if any(len(pair) != 2 for pair in pairs):
                raise p.error(f"Expected array with 2 elements, got {max(map(len, pairs))} elements instead")
            flat = [n for pair in pairs for n in pair]
            type = TensorType((len(pairs), 2), I64)
            attributes["padding"] = DenseAttr.of(flat[:1] if len(set(flat)) == 1 else flat, type)
        elif name == "reverse":
            attributes["window_reversal"] = DenseArrayAttr([w in ("true", "1") for w in p.comma_list(p.advance, "[", "]")], I1)
        else:
            attributes[self.NAMES[name]] = DenseArrayAttr(p.comma_list(p.integer, "[", "]"), I64)

    def show(self, printer, op):
        parts = []
        for name in ("stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"):
            attribute = op.attributes.get({"pad": "padding", "reverse": "window_reversal"}.get(name) or self.NAMES[name])
            if attribute is None:
                continue
            if name == "pad":
                flat = attribute.values()
                parts.append(f"pad = {[flat[i : i + 2] for i in range(0, len(flat), 2)]}")
            elif name == "reverse":
                parts.append(f"reverse = [{', '.join([str(v).lower() for v in attribute.values])}]")
            else:
                parts.append(f"{name} = {list(attribute.values)}")
        return f"{{{', '.join(parts)}}}"


class SliceRanges:
    """`[0:4, 2:8:2]`: start, limit and stride of each dimension."""

    pattern = r"\[[\d:, ]*\]"

    def read(self, p):
        ranges = p.comma_list(lambda: self._range(p), "[", "]")
        names = ("start_indices", "limit_indices", "strides")
        return {name: DenseArrayAttr([r[i] for r in ranges], I64) for i, name in enumerate(names)}

    def _range(self, p):
        start = p.integer()
        p.expect(":")
        limit = p.integer()
        return start, limit, p.integer() if p.accept(":") else 1

    def show(self, printer, op):
        of = [op.attributes[name].values for name in ("start_indices", "limit_indices", "strides")]
        return f"[{', '.join([f'{a}:{b}' if step == 1 else f'{a}:{b}:{step}' for a, b, step in zip(*of)])}]"


class ExponentMantissa:
    """`e5m10`."""

    pattern = r"e\d+m\d+"

    def read(self, p):
        start, word = p.start, p.keyword()
        exponent, _, mantissa = word[1:].partition("m")
        for what, digits in (("exponent", exponent), ("mantissa", mantissa)):
            if digits.isdigit() and int(digits) > 0x7FFFFFFF:
                raise p.error_in_op(f"unable to parse {what} '{digits}'", start)
        if word[0] != "e" or not exponent.isdigit() or not mantissa.isdigit():
            raise p.error_in_op(f"expected exponent mantissa in format e#m#, saw {word}", start)
        return {"exponent_bits": IntegerAttr(int(exponent), I32), "mantissa_bits": IntegerAttr(int(mantissa), I32)}

    def show(self, printer, op):
        return f"e{op.attributes['exponent_bits'].value}m{op.attributes['mantissa_bits'].value}"


class SelectTypes(Functional):
    """`tensor<4xi1>, tensor<4xf32>` where all but the predicate share a type."""

    pattern = r" ([^\n{/]*[^\s{/])"

    def signature(self, p):
        if p.at("("):
            return Functional.signature(self, p)
        start, types = p.start, p.comma_list(p.type)
        if len(types) != 2:
            raise p.error_in_op(f"expected functional type or list of two types, found {len(types)}", start)
        predicate, shared = types
        return (predicate, shared, shared), (shared,)

    def text(self, printer, op, form):
        predicate, on_true, on_false = [v.type for v in op.operands]
        return f" {predicate.text}, {on_true.text}" if on_true is on_false is op.result.type else super().text(printer, op, form)


class ComplexTypes(Functional):
    """The result's type alone; the operands' follows from it."""

    pattern = r" ([^\n{/]*[^\s{/])"

    def signature(self, p):
        if p.at("("):
            return Functional.signature(self, p)
        start, result = p.start, p.type()
        if not isinstance(result, TensorType) or not isinstance(result.element, ComplexType):
            raise p.error_in_op(f"expected tensor with complex element type, found {result}", start)
        part = result.with_element(result.element.element)
        return (part, part), (result,)

    def text(self, printer, op, form):
        type = op.result.type
        follows = type.with_element(type.element.element)
        return f" {type}" if all([v.type is follows for v in op.operands]) else super().text(printer, op, form)


def read_signature(p, state, operands) -> None:
    """Reads `{..} : (..) -> ..` behind the operands."""
    p.optional_attributes(state.attributes)
    p.expect(":")
    signature = p.function_type()
    state.operands, state.result_types = resolved(p, operands, signature.inputs), list(signature.results)


def resolved(p, operands, types) -> list:
    """The values of operands, each of its type. Raises Error where there are not as many types."""
    check_pairing(p, operands, types)
    return [p.resolve(operand, type) for operand, type in zip(operands, types)]


def check_pairing(p, operands, types) -> None:
    if len(operands) != len(types):
        counts = f"got {len(operands)} operands and {len(types)} types"
        raise p.error_in_op(f"number of operands and types do not match: {counts}", operands[0].start if operands else None)


class TupleTypes(Functional):
    """The tuple's type; the operands' types are its elements."""

    pattern = None

    def parse(self, p, state, operands, types):
        super().parse(p, state, operands, types)
        check_pairing(p, operands["operands"], state.signature[0])

    def signature(self, p):
        if p.at("("):
            return Functional.signature(self, p)
        start, type = p.start, p.type()
        if not isinstance(type, TupleType):
            raise p.error_in_op(f"expected tuple type, found {type}", start)
        return type.elements, (type,)

    def text(self, printer, op, form):
        return " " + op.result.type.text


class ConstantForm(Format):
    """`stablehlo.constant dense<..> : T`; as in generic form behind the name where the result has another type than the value."""

    def parse(self, p, state):
        if not p.at("("):
            return super().parse(p, state)
        p.expect("(")
        p.expect(")")
        if p.accept("<"):
            p.attribute_entries(state.attributes)
            p.expect(">")
        p.optional_attributes(state.attributes)
        p.expect(":")
        state.result_types = p.function_type().results

    def line(self, printer, op):
        value = op.attributes["value"]
        if value.type is op.results[0].type:
            return super().line(printer, op)
        rest = printer.other_attributes(op, ("value",))
        return f"() <{{value = {printer.attribute(value)}}}>{rest} : {printer.signature(op)}"


class ReduceForm:
    """`stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (..) -> ..`, or with the region."""

    hides_regions = True

    def parse(self, p, state):
        inputs, inits = [], []
        state.location = p.place()  # as upstream: where the operands begin, unless a location is written
        while True:
            p.expect("(")
            inputs.append(p.operand())
            p.keyword("init")
            p.expect(":")
            inits.append(p.operand())
            p.expect(")")
            if not p.accept(","):
                break
        applied = self._applied(p) if p.accept("applies") else None
        p.keyword("across")
        p.keyword("dimensions")
        p.expect("=")
        state.attributes["dimensions"] = DenseArrayAttr(p.comma_list(p.integer, "[", "]"), I64)
        read_signature(p, state, inputs + inits)
        if applied:
            if p.at("loc"):  # it is that of the ops inside as well
                state.location = p.location()
            state.regions.append(applied_region(applied, TensorType((), state.operands[0].type.element), state.location))
        else:
            p.keyword("reducer")
            state.regions.append(p.region(self._reducer_arguments(p), for_op=p.lookup(state.name)))

    def _applied(self, p) -> str:
        start, name = p.start, p.keyword()
        if name not in APPLICABLE:
            what = "a commutative binary-op from the stablehlo dialect, with zero region, producing single result"
            raise p.error(f"expected the inner-op to be {what}", start)
        return name

    def _reducer_arguments(self, p):
        """`(%a: T, %b: T) (%c: T, %d: T)`: for each input the running value and the next; the block has all first ones first."""
        first, second = [], []
        while p.at("("):
            start, pair = p.start, p.comma_list(lambda: self._typed(p), "(", ")")
            if len(pair) != 2:
                raise p.error_in_op(f"expected pairs of reducer arguments, found {len(pair)}", start)
            first.append(pair[0])
            second.append(pair[1])
        return first + second

    def _typed(self, p):
        operand = p.operand()
        p.expect(":")
        type = p.type()
        return operand.name, type, operand.start, p.location() if p.at("loc") else None

    def print(self, printer, op):
        count = len(op.operands) // 2
        names = [printer.value(v) for v in op.operands]
        printer.write(", ".join([f"({names[i]} init: {names[count + i]})" for i in range(count)]))
        applied = applied_op(op)
        printer.write(f" applies {applied}" if applied else "")
        printer.write(f" across dimensions = {list(op.attributes['dimensions'].values)}")
        printer.attribute_dict(op, ("dimensions",))
        printer.write(" : " + printer.signature(op))
        if not applied:
            arguments = op.body.arguments
            printer.newline()
            printer.write(" reducer")
            for number in range(count):
                printer.write(" (" if number else "(")
                printer.arguments((arguments[number], arguments[count + number]))
                printer.write(")")
            printer.write("  ")
            printer.region(op.region, entry_arguments=False)


APPLICABLE = frozenset(f"stablehlo.{name}" for name in ("add", "multiply", "maximum", "minimum", "and", "or", "xor"))


def applied_op(op: Operation) -> str | None:
    """The name of the one binary op that a reduction's body is, applied to its arguments in order; None for another body."""
    if len(op.operands) != 2 or not op.regions or len(op.region.blocks) != 1:
        return None
    first, last = op.body.first, op.body.last
    if first is None or first.next is not last or first.name not in APPLICABLE or last.name != "stablehlo.return":
        return None
    combined = TensorType((), op.operands[0].type.element)
    if any([value.type is not combined for value in (*op.body.arguments, *first.results)]):
        return None
    in_order = first.operands == tuple(op.body.arguments) and last.operands == tuple(first.results)
    return first.name if in_order and not first.attributes and not last.attributes else None


def applied_region(name: str, type, location) -> Region:
    """The body of a reduction that is one binary op."""
    block = Block()
    block.add_argument(type, location=location)
    block.add_argument(type, location=location)
    result = block.append(Operation(name, block.arguments, [type], location=location)).results[0]
    block.append(Operation("stablehlo.return", [result], location=location))
    return Region([block])


class WhileForm:
    """`stablehlo.while(%i = %a) : T` with the regions `cond { .. } do { .. }`."""

    def parse(self, p, state):
        names, operands = bindings(p)
        types = p.comma_list(p.type) if p.accept(":") else []
        state.operands = resolved(p, operands, types)
        state.result_types = list(types)
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        arguments = [(n.name, t, n.start) for n, t in zip(names, types)]
        definition = p.lookup(state.name)
        p.keyword("cond")
        state.regions.append(p.region(arguments, for_op=definition))
        p.keyword("do")
        state.regions.append(p.region(arguments, for_op=definition))

    @staticmethod
    def argument_names(block):
        """Both regions' arguments print under the names that the op's head gives them."""
        return {argument: "iterArg" for argument in block.arguments}

    def fits(self, op):
        """Whether arguments and results have the operands' types, as the form implies; upstream prints what it cannot read otherwise."""
        types = [v.type for v in op.operands]
        arguments = [[a.type for a in region.entry.arguments] for region in op.regions if region.blocks]
        return [r.type for r in op.results] == types and arguments == [types, types]

    def print(self, printer, op):
        condition, body = op.regions
        for one, other in zip(condition.entry.arguments, body.entry.arguments):
            printer.names[other] = printer.names[one]
        pairs = [f"{printer.value(a)} = {printer.value(v)}" for a, v in zip(condition.entry.arguments, op.operands)]
        printer.write(f"({', '.join(pairs)})")
        if op.operands:
            printer.write(" : " + ", ".join([v.type.text for v in op.operands]))
        if op.attributes:
            printer.write(" attributes " + printer.dictionary(op.attributes))
        printer.newline()
        printer.write("cond ")
        printer.region(condition, entry_arguments=False)
        printer.write(" do ")
        printer.region(body, entry_arguments=False)


class BarrierForm:
    """`stablehlo.optimization_barrier %a, %b : T, T`; without operands the list is `()`."""

    def parse(self, p, state):
        if p.accept("("):
            p.expect(")")
            return
        operands = p.operands()
        p.optional_attributes(state.attributes)
        p.expect(":")
        start = p.start
        try:
            types = p.comma_list(p.type)
        except Error as error:
            error.diagnostics.append(p.error_in_op("expected type list", start).diagnostics[0])
            raise
        state.operands = resolved(p, operands, types)
        state.result_types = types

    def print(self, printer, op):
        if not op.operands:
            return printer.write("()")
        printer.write(" " + printer.values(op.operands))
        printer.attribute_dict(op)
        printer.write(" : " + ", ".join([v.type.text for v in op.operands]))


# Attributes that mean the same as their absence, and are then not shown.
DEFAULTS = {
    "has_side_effect": "false", "api_version": "1 : i32", "called_computations": "[]", "output_operand_aliases": "[]",
    "composite_attributes": "{}", "version": "0 : i32",
    "result_accuracy": "#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>",
}  # fmt: skip


def print_signature(printer, op, name: str) -> None:
    """Prints the attribute dictionary and the types. Left out are the attribute `name`, which the form has printed, and defaults."""
    defaults = [each for each, text in DEFAULTS.items() if each in op.attributes and op.attributes[each].text == text]
    printer.attribute_dict(op, (name, *defaults))
    printer.write(" : " + printer.signature(op))


class CompositeForm:
    """`stablehlo.composite "name" %a, %b {decomposition = @f} : (..) -> ..`."""

    def parse(self, p, state):
        state.attributes["name"] = StringAttr(p.string())
        operands = p.operands()
        state.regions = p.comma_list(p.region, "(", ")") if p.at("(") else []
        read_signature(p, state, operands)

    def print(self, printer, op):
        printer.write(f" {op.attributes['name']}")
        printer.write(" " + printer.values(op.operands))
        for number, region in enumerate(op.regions):
            printer.write(", " if number else " (")
            printer.region(region)
        printer.write(")" if op.regions else "")
        print_signature(printer, op, "name")


class CustomCallForm:
    """`stablehlo.custom_call @target(%a, %b) {..} : (..) -> ..`."""

    def parse(self, p, state):
        state.attributes["call_target_name"] = StringAttr(p.symbol_name())
        operands = p.comma_list(p.operand, "(", ")")
        read_signature(p, state, operands)

    def print(self, printer, op):
        printer.write(f" {symbol_text(op.get('call_target_name'))}({printer.values(op.operands)})")
        print_signature(printer, op, "call_target_name")


class CommaAfter(Piece):
    """The comma behind operands of one name. None have no comma: `dim = 0`, and `%a, sizes = []` for a slice of a number. Of a slice upstream
    reads that too, while it prints a second comma that it does not read."""

    role, pattern = "literal", ","

    def __init__(self, name: str):
        self.name = name

    def parse(self, p, state, operands, types):
        if operands[self.name] or p.at(","):
            p.expect(",")

    def text(self, printer, op, form):
        return "," if form.operand_group(op, self.name) else ""


SYNTAX = {
    "CommaAfterStarts": CommaAfter("start_indices"), "CommaAfterInputs": CommaAfter("inputs"),
    "Comparison": Comparison(), "ComparisonType": ComparisonType(), "DotDimensions": DotDimensions(), "Precision": Precision(),
    "ConvolutionDimensions": ConvolutionDimensions(), "Window": Window(), "SliceRanges": SliceRanges(),
    "ExponentMantissa": ExponentMantissa(), "SelectTypes": SelectTypes(), "ComplexTypes": ComplexTypes(),
    "TupleTypes": TupleTypes(), "ReturnTypes": ReturnTypes(),
}  # fmt: skip
FORMS = {
    "reduce": ReduceForm(),
    "while": WhileForm(),
    "custom_call": CustomCallForm(),
    "composite": CompositeForm(),
    "optimization_barrier": BarrierForm(),
}


def form_of_signature(signature):
    kind = ConstantForm if signature.name == "constant" else Format
    form = kind(signature.assembly, signature, SYNTAX) if signature.assembly else None
    if form is not None:
        form.blank_for_none = signature.name in ("return", "after_all", "tuple")
    if form is not None and "result_accuracy" in signature.attributes:
        form.left_out = {"result_accuracy": DEFAULTS["result_accuracy"]}
    return form
