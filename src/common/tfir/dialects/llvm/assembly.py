"""The custom forms of the LLVM dialect's operations inside of functions; those of functions and globals stand in `modules.py`."""

from tfir.dialects.arith import Flag
from tfir.dialects.cf import (
    OF_SWITCH,
    BranchForm,
    ConditionalBranchForm,
    case_values,
    parse_selector,
    parse_successor,
    passed,
    set_cases,
    successor_text,
)
from tfir.dialects.func import ReturnTypes
from tfir.dialects.llvm.attributes import (
    COMDATS,
    DIALECTS_OF_ASSEMBLY,
    EXCEPTIONS,
    FLOAT_PREDICATES,
    INTEGER_PREDICATES,
    ORDERINGS,
    READ_MODIFY_WRITE,
    ROUNDINGS,
    TAIL_CALL,
)
from tfir.dialects.llvm.calls import FORMS_OF_CALLS
from tfir.dialects.llvm.modules import FORMS_OF_MODULES
from tfir.dialects.llvm.types import POINTER, SIMPLE, ArrayType, StructType, is_compatible, old_pointee
from tfir.ir.attributes import DenseArrayAttr, IntegerAttr, OpaqueAttr, StringAttr, TypeAttr, UnitAttr, symbol_text
from tfir.ir.types import I1, I32, I64, VectorType
from tfir.ods.derived_types import Derived
from tfir.text.enumerators import Enumerator, word_of
from tfir.text.lexer import VALUE
from tfir.text.pieces import Functional

DYNAMIC_INDEX = -(1 << 31)  # an index of getelementptr that an operand gives


class Bits:
    """Words for the bits of a number: `overflow<nsw, nuw>`; nothing for 0."""

    def read(self, p):
        if not p.accept("overflow"):
            return {}
        p.expect("<")
        words = p.comma_list(lambda: p.keyword("none", "nsw", "nuw"))
        p.expect(">")
        return {"overflowFlags": IntegerAttr(("nsw" in words) + 2 * ("nuw" in words), I32)}

    def show(self, printer, op):
        value = op.attributes["overflowFlags"].value
        return f"overflow<{', '.join([word for bit, word in enumerate(('nsw', 'nuw')) if value >> bit & 1])}>" if value else ""


class Atomic:
    """`atomic syncscope("agent") monotonic`, of a load or store that is atomic."""

    def read(self, p):
        if not p.accept("atomic"):
            return {}
        entries = {}
        if p.accept("syncscope"):
            p.expect("(")
            entries["syncscope"] = StringAttr(p.string())
            p.expect(")")
        return entries | ORDERING.read(p)

    def show(self, printer, op):
        if not op.attributes["ordering"].value:
            return ""
        scope = op.attributes.get("syncscope")
        return f"atomic {f'syncscope({scope.text}) ' if scope is not None else ''}{ORDERING.show(printer, op)}"


class SymbolName:
    """`@name`."""

    def read(self, p):
        return {"sym_name": StringAttr(p.symbol_name())}

    def show(self, printer, op):
        return symbol_text(op.attributes["sym_name"].value)


class Mask:
    """`[0, 5, 2, -1]`, as numbers of 32 bits."""

    def read(self, p):
        return {"mask": DenseArrayAttr(p.comma_list(p.integer, "[", "]"), I32)}

    def show(self, printer, op):
        return f"[{', '.join(map(str, op.attributes['mask'].values))}]"


class Word:
    """`name = word`, of an attribute that may be left out: for a number, or for a word of its own."""

    def __init__(self, attribute: str, label: str, words, of=None):
        self.attribute, self.label, self.words, self.of = attribute, label, words, of

    def read(self, p):
        if not p.accept(self.label):
            return {}
        p.expect("=")
        if self.of is not None:
            return {self.attribute: self.of.read(p)}
        return {self.attribute: IntegerAttr(self.words.index(p.keyword_or_string(*self.words)), I64)}

    def show(self, printer, op):
        value = op.attributes.get(self.attribute)
        if value is None or self.of is not None and word_of(value) == "none":
            return ""
        return f"{self.label} = {f'<{word_of(value)}>' if self.of is not None else self.words[value.value]}"


class Properties:
    """`<{name = value}>`: one attribute as it stands in generic form."""

    def __init__(self, attribute: str):
        self.attribute = attribute

    def read(self, p):
        entries: dict = {}
        p.expect("<")
        p.optional_attributes(entries)
        p.expect(">")
        return entries

    def show(self, printer, op):
        return f"<{printer.dictionary({self.attribute: op.attributes[self.attribute]})}>"


class Bracketed:
    """`<bytes = 8>` of `#llvm.dereferenceable<bytes = 8>`: what an attribute says, without its name, behind a word of the form's own."""

    def __init__(self, attribute: str, kind: str, word: str = ""):
        self.attribute, self.prefix, self.word = attribute, f"#llvm.{kind}", word

    def read(self, p):
        if self.word and not p.accept(self.word):
            return {}
        return {self.attribute: OpaqueAttr(self.prefix + p.raw_body()) if p.at("<") else p.attribute()}

    def show(self, printer, op):
        value = op.attributes.get(self.attribute)
        return "" if value is None else self.word + value.text.removeprefix(self.prefix)


class Expression:
    """The expression of a debug intrinsic, left out where it is empty."""

    EMPTY = "#llvm.di_expression<>"

    def read(self, p):
        return {"locationExpr": OpaqueAttr(self.EMPTY) if p.at("=") else p.attribute()}

    def show(self, printer, op):
        value = op.attributes.get("locationExpr")
        return "" if value is None or value.text == self.EMPTY else printer.attribute(value)


class ChoiceTypes(Functional):
    """`i1, T`: the condition's type, and that of what is chosen."""

    pattern = None

    def signature(self, p):
        condition = p.type()
        p.expect(",")
        type = p.type()
        return (condition, type, type), (type,)

    def text(self, printer, op, form):
        return f" {op.operands[0].type}, {op.result.type}"


class ComparisonTypes(Derived):
    """The operands' type; the result is i1, or a vector of i1."""

    def __init__(self):
        super().__init__("T", "T T", "")

    def signature(self, p, count: int = 0):
        inputs, _ = super().signature(p, count)
        return inputs, [truth(inputs[0])]


def truth(type):
    return VectorType(type.shape, I1, type.scalable) if isinstance(type, VectorType) else I1


class StoredTypes(Functional):
    """`f32, !llvm.ptr`; in 2019 the pointer's type said the value's."""

    pattern = None

    def signature(self, p):
        start, first = p.start, p.type()
        if p.accept(","):
            return (first, p.type()), ()
        pointee = old_pointee(p.text[start : p.start])
        if pointee is None:
            raise p.expected("','")
        return (pointee, first), ()

    def text(self, printer, op, form):
        return f" {op.operands[0].type}, {op.operands[1].type}"


class ExchangedTypes(Derived):
    """`!llvm.ptr, T`, with a structure of the value that was read and whether it was replaced."""

    def __init__(self):
        super().__init__("P, T", "P T T", "")

    def signature(self, p, count: int = 0):
        inputs, _ = super().signature(p, count)
        return inputs, [StructType([inputs[1], I1])]


class ShuffledTypes(Derived):
    """The operands' type, from which the result's follows with the mask."""

    def __init__(self):
        super().__init__("T", "T T", "")

    def parse(self, p, state, operands, types):
        start, (inputs, _) = p.start, self.signature(p, 2)
        vector = inputs[0]
        if not isinstance(vector, VectorType):
            raise p.error_in_op(f"invalid kind of type specified: expected builtin.vector, but found '{vector}'", start)
        scalable = vector.scalable
        state.signature = inputs, [VectorType((len(state.attributes["mask"].values),), vector.element, scalable)]

    def text(self, printer, op, form):
        return super().text(printer, op, form) + " "


class PartTypes(Derived):
    """The type of an aggregate, from which that of a part follows by its position."""

    def __init__(self, inserts: bool):
        super().__init__("T", "T V" if inserts else "T", "")
        self.inserts = inserts

    def signature(self, p, count: int = 0):
        return [p.type()], []

    def parse(self, p, state, operands, types):
        container = p.type()
        part = container
        for position in state.attributes["position"].values:
            if not is_compatible(part):
                raise p.error_in_op(f"expected LLVM IR Dialect type, got '{part}'")
            if not isinstance(part, (ArrayType, StructType)):
                raise p.error_in_op(f"expected LLVM IR structure/array type, got: '{part}'")
            part = part_of(part, position)
            if part is None:
                raise p.error_in_op(f"position out of bounds: {position}")
        state.signature = ([container, part], [container]) if self.inserts else ([container], [part])

    def text(self, printer, op, form):
        return f" {op.operands[0].type} "


def part_of(type, position: int):
    """The type of a member of a structure, or an element of an array; None where there is none."""
    if isinstance(type, ArrayType):
        return type.element if 0 <= position < type.count else None
    members = type.members if isinstance(type, StructType) else None
    return members[position] if members is not None and 0 <= position < len(members) else None


class ElementForm:
    """`llvm.extractelement %v[%i : i32] : vector<4xf32>`, `llvm.insertelement %x, %v[%i : i32] : vector<4xf32>`."""

    def __init__(self, inserts: bool):
        self.inserts = inserts

    def parse(self, p, state):
        value = [p.operand()] if self.inserts else []
        if self.inserts:
            p.expect(",")
        vector = p.operand()
        p.expect("[")
        position = p.operand()
        p.expect(":")
        index_type = p.type()
        p.expect("]")
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, type = p.start, p.type()
        if not isinstance(type, VectorType):
            raise p.error_in_op(f"invalid kind of type specified: expected builtin.vector, but found '{type}'", start)
        values = [p.resolve(each, type.element) for each in value]
        state.operands = [p.resolve(vector, type), *values, p.resolve(position, index_type)]
        state.result_types = [type] if self.inserts else [type.element]

    def print(self, printer, op):
        vector, *value, position = op.operands
        printer.write(f" {printer.value(value[0])}," if value else "")
        printer.write(f" {printer.value(vector)}[{printer.value(position)} : {position.type}]")
        printer.attribute_dict(op)
        printer.write(f" : {vector.type}")


class AllocaForm:
    """`llvm.alloca inalloca %n x f32 {alignment = 8 : i64} : (i32) -> !llvm.ptr`."""

    def parse(self, p, state):
        if p.accept("inalloca"):
            state.attributes["inalloca"] = UnitAttr()
        size = p.operand()
        p.keyword("x")
        state.attributes["elem_type"] = TypeAttr(p.type())
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, signature = p.start, p.function_type()
        if len(signature.inputs) != 1 or len(signature.results) != 1:
            raise p.error_in_op("expected trailing function type with one argument and one result", start)
        state.operands, state.result_types = [p.resolve(size, signature.inputs[0])], list(signature.results)

    def print(self, printer, op):
        printer.write(" inalloca" if "inalloca" in op.attributes else "")
        printer.write(f" {printer.value(op.operands[0])} x {op.attributes['elem_type'].text}")
        hidden = ["elem_type", "inalloca"]
        if "alignment" in op.attributes and not op.attributes["alignment"].value:
            hidden.append("alignment")
        printer.attribute_dict(op, hidden)
        printer.write(f" : {printer.signature(op)}")


class AddressForm:
    """`llvm.getelementptr inbounds %p[%i, 1] : (!llvm.ptr, i64) -> !llvm.ptr, f32`."""

    BITS = {1: "inbounds_flag", 2: "nusw", 4: "nuw"}
    HIDDEN = ("noWrapFlags", "rawConstantIndices", "elem_type")

    def parse(self, p, state):
        flags = 0
        while p.token in ("inbounds", "inbounds_flag", "nusw", "nuw", "none"):
            word = p.advance()
            flags |= {"inbounds": 3, "inbounds_flag": 1, "nusw": 2, "nuw": 4, "none": 0}[word]
            p.accept("|")
        base, listed = p.operand(), []

        def index() -> int:
            if p.kind != VALUE:
                return p.integer()
            listed.append(p.operand())
            return DYNAMIC_INDEX

        numbers = p.comma_list(index, "[", "]")
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, signature = p.start, p.function_type()
        if len(signature.inputs) != 1 + len(listed):
            raise p.error_in_op(f"{1 + len(listed)} operands present, but expected {len(signature.inputs)}", base.start)
        old = old_pointee(p.text[start : p.start]) if not p.at(",") else None
        if old is None:
            p.expect(",")
        state.attributes["elem_type"] = TypeAttr(old or p.type())
        state.attributes["rawConstantIndices"] = DenseArrayAttr(numbers, I32)
        state.attributes["noWrapFlags"] = IntegerAttr(flags, I32)
        state.operands = [p.resolve(each, type) for each, type in zip([base, *listed], signature.inputs)]
        state.result_types = list(signature.results)

    def print(self, printer, op):
        flags, operands = op.attributes["noWrapFlags"].value, iter(op.operands[1:])
        words = ["inbounds"] * (flags & 3 == 3) + [word for bit, word in self.BITS.items() if flags & bit and (flags & 3 != 3 or bit > 2)]
        printer.write(f" {'|'.join(words)}" if words else "")
        indices = [
            printer.value(next(operands)) if number == DYNAMIC_INDEX else str(number)
            for number in op.attributes["rawConstantIndices"].values
        ]
        printer.write(f" {printer.value(op.operands[0])}[{', '.join(indices)}]")
        printer.attribute_dict(op, self.HIDDEN)
        printer.write(f" : {printer.signature(op)}, {op.attributes['elem_type'].text}")


class SwitchForm:
    """`llvm.switch %x : i32, ^bb1 [ 1: ^bb2(%a : T), 2: ^bb3 ]`, a case to a line."""

    def parse(self, p, state):
        type = parse_selector(p, state, "'value' must be signless integer, but got")
        p.expect(",")
        counts, values = [parse_successor(p, state)], []
        p.expect("[")
        while not p.at("]"):
            number = p.integer()
            values.append(number - (1 << type.width) if number >> (type.width - 1) > 0 else number)
            p.expect(":")
            counts.append(parse_successor(p, state))
            if not p.accept(","):
                break
        p.expect("]")
        set_cases(state.attributes, values, type, counts)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        (block, operands), *cases = passed(op)
        printer.write(f" {printer.value(op.operands[0])} : {op.operands[0].type}, {successor_text(printer, block, operands)} [")
        for at, (number, (block, operands)) in enumerate(zip(case_values(op), cases, strict=True)):
            printer.write(f"{',' if at else ''}\n{printer.indent}  {number}: {successor_text(printer, block, operands)}")
        printer.write(f"\n{printer.indent}]")
        printer.attribute_dict(op, OF_SWITCH)


class IndirectForm:
    """`llvm.indirectbr %p : !llvm.ptr, [ ^bb1(%a : T), ^bb2 ]`, a target to a line."""

    def parse(self, p, state):
        address = p.operand()
        p.expect(":")
        state.operands = [p.resolve(address, p.type())]
        p.expect(",")
        p.expect("[")
        counts = []
        while not p.at("]"):
            counts.append(parse_successor(p, state))
            if not p.accept(","):
                break
        p.expect("]")
        state.attributes["indbr_operand_segments"] = DenseArrayAttr(counts, I32)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])} : {op.operands[0].type}, [")
        rest = op.operands[1:]
        for at, (block, count) in enumerate(zip(op.successors, op.attributes["indbr_operand_segments"].values, strict=True)):
            printer.write(f"{',' if at else ''}\n{printer.indent}{successor_text(printer, block, rest[:count])}")
            rest = rest[count:]
        printer.write(f"\n{printer.indent}]" if op.successors else "]")
        printer.attribute_dict(op, ("indbr_operand_segments",))


class LandingPadForm:
    """`llvm.landingpad cleanup (catch %p : !llvm.ptr) (filter %f : T) : !llvm.struct<(ptr, i32)>`."""

    def parse(self, p, state):
        if p.accept("cleanup"):
            state.attributes["cleanup"] = UnitAttr()
        while p.accept("("):
            p.keyword("catch", "filter")
            operand = p.operand()
            p.expect(":")
            state.operands.append(p.resolve(operand, p.type()))
            p.expect(")")
        p.expect(":")
        state.result_types = [p.type()]

    def print(self, printer, op):
        printer.write(" cleanup" if "cleanup" in op.attributes else "")
        for operand in op.operands:
            word = "filter" if isinstance(operand.type, ArrayType) else "catch"
            printer.write(f" ({word} {printer.value(operand)} : {operand.type})")
        printer.attribute_dict(op, ("cleanup",))
        printer.write(f" : {op.result.type}")


OWN = {"ptr": POINTER, "token": SIMPLE["token"]}
ORDERING = Enumerator("ordering", ORDERINGS)
FORMS = FORMS_OF_MODULES | FORMS_OF_CALLS | {
    "extractelement": ElementForm(False), "insertelement": ElementForm(True), "alloca": AllocaForm(), "getelementptr": AddressForm(),
    "br": BranchForm(), "cond_br": ConditionalBranchForm(), "switch": SwitchForm(), "indirectbr": IndirectForm(), "landingpad": LandingPadForm(),
}  # fmt: skip
SYNTAX = {
    "Overflow": Bits(), "Exact": Flag("exact", "isExact"), "Disjoint": Flag("disjoint", "isDisjoint"), "NonNegative": Flag("nneg", "nonNeg"),
    "IntegerPredicate": Enumerator("predicate", INTEGER_PREDICATES, is_quoted=True),
    "FloatPredicate": Enumerator("predicate", FLOAT_PREDICATES, is_quoted=True), "Comparison": ComparisonTypes(), "Choice": ChoiceTypes(),
    "Stored": StoredTypes(), "Atomic": Atomic(), "Ordering": ORDERING, "Success": Enumerator("success_ordering", ORDERINGS),
    "Failure": Enumerator("failure_ordering", ORDERINGS), "AtomicOperation": Enumerator("bin_op", READ_MODIFY_WRITE),
    "Modified": Derived("P, T", "P T", "T"), "Exchanged": ExchangedTypes(), "Mask": Mask(), "Shuffled": ShuffledTypes(),
    "Extracted": PartTypes(False), "Inserted": PartTypes(True), "ReturnTypes": ReturnTypes(), "Comdat": Enumerator("comdat", COMDATS),
    "SymbolName": SymbolName(), "AsmTail": Word("tail_call_kind", "tail_call_kind", (), TAIL_CALL),
    "AsmDialect": Word("asm_dialect", "asm_dialect", DIALECTS_OF_ASSEMBLY), "Rounding": Enumerator("roundingmode", ROUNDINGS),
    "Exceptions": Enumerator("fpExceptionBehavior", EXCEPTIONS), "Expression": Expression(), "Properties": Properties("failureKind"),
    "Dereferenceable": Bracketed("dereferenceable", "dereferenceable", "dereferenceable"),
    "BlockAddress": Bracketed("block_addr", "blockaddress"), "BlockTag": Bracketed("tag", "blocktag"),
    "MaskedStore": Derived("V, M into P", "V P M", ""), "MatrixLoad": Derived("R from P stride S", "P S", "R"),
    "MatrixStore": Derived("M to P stride S", "M P S", ""), "Sliced": Derived("R from V", "V", "R"), "Spliced": Derived("V into R", "R V", "R"),
    "LaneMask": Derived("B, N to R", "B N", "R"), "TwoPointers": Derived("A, B", "A B", ""),
    "InvariantEnd": Derived("P", "ptr P", "", OWN), "InvariantStart": Derived("P", "P", "ptr", OWN),
    "Suspended": Derived("R", "token i1", "R", OWN),
}  # fmt: skip
