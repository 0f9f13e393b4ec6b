"""The custom forms of SPIR-V's instructions and structure, as MLIR prints them.

Most instructions name the type that says the rest: `spirv.FOrdLessThan %a, %b : f32` gives an i1. Which of the forms below
an instruction has follows from its signature.
"""

from __future__ import annotations

from tfir.dialects.cf import BranchForm, parse_selector, parse_successor, set_cases, successor_text
from tfir.dialects.func import parse_arguments, parse_results, print_signature
from tfir.dialects.spirv.numbers import ALIGNED, LINKAGE, MEMORY_ACCESS, WORDS, number_of
from tfir.dialects.spirv.types import PointerType, part_of
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, IntegerAttr, OpaqueAttr, StringAttr, SymbolRefAttr, TypeAttr, symbol_text
from tfir.ir.operations import Region
from tfir.ir.types import I1, I32, FunctionType, IntegerType
from tfir.ods.derived_types import Derived
from tfir.text.assembly import Format
from tfir.text.inline_attributes import typed_attribute
from tfir.text.pieces import Custom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Indices:
    """`[0 : i32]`: which part of a composite, or which of two vectors."""

    pattern = r"\[[\d i:,]*\]"

    def __init__(self, name: str):
        self.name = name

    def read(self, p):
        def one():
            number = p.integer()
            p.expect(":")
            p.type()
            return IntegerAttr(number, I32)

        return {self.name: ArrayAttr(p.comma_list(one, "[", "]"))}

    def show(self, printer, op):
        return f"[{', '.join([f'{index.value} : i32' for index in op.attributes[self.name]])}]"


class Attached(Custom):
    """Attributes that stand close behind the operand."""

    def text(self, printer, op, form):
        return self.syntax.show(printer, op)


class Word(Custom):
    """`<Subgroup>`, `<AcquireRelease|WorkgroupMemory>`: a word, or those of a mask, that stands among an instruction's words."""

    def __init__(self, names):
        super().__init__(WordSyntax(*names), names)


class WordSyntax:
    pattern = r"<[\w|]+>"

    def __init__(self, name: str):
        self.name, (self.kind, _) = name, WORDS[name]

    def read(self, p):
        p.expect("<")
        words = [p.keyword()]
        while p.accept("|"):
            words.append(p.keyword())
        p.expect(">")
        return {self.name: OpaqueAttr(f"#spirv.{self.kind}<{'|'.join(words)}>")}

    def show(self, printer, op):
        return f"<{enumerator(op.attributes[self.name])}>"


def enumerator(attribute) -> str:
    """The word inside `#spirv.scope<Subgroup>`."""
    return attribute.text.partition("<")[2].rstrip(">")


class Access:
    """`"StorageBuffer" %p : f32`, `"StorageBuffer" %p, %value ["Volatile|Aligned", 16] : f32`: the pointer's type follows from the words beside it."""

    spelled = ("memory_access", "alignment")

    def __init__(self, stores: bool):
        self.stores = stores

    def parse(self, p, state):
        storage_class = p.string()
        operands = p.operands()
        if p.at("["):
            self.parse_access(p, state.attributes)
        self.parse_others(p, state.attributes)
        p.expect(":")
        type = p.type()
        if len(operands) != 1 + self.stores:
            raise p.error(f"expected {1 + self.stores} operands, found {len(operands)}", operands[0].start if operands else None)
        types = (PointerType(type, storage_class), type)
        state.operands = [p.resolve(operand, expected) for operand, expected in zip(operands, types)]
        if not self.stores:
            state.result_types = [type]

    def parse_access(self, p, attributes):
        p.expect("[")
        start, words = p.start, p.string()
        mask = number_of(words, MEMORY_ACCESS)
        if mask is None:
            raise p.error_in_op(f'invalid memory_access attribute specification: "{words}"', start)
        attributes["memory_access"] = OpaqueAttr(f"#spirv.memory_access<{words}>")
        if mask & ALIGNED:
            p.expect(",")
            attributes["alignment"] = IntegerAttr(p.integer(), I32)
        p.expect("]")

    def parse_others(self, p, attributes):
        others, start = {}, p.start
        p.optional_attributes(others)
        for name in others:
            if name in attributes:
                raise p.error_in_op(f"attribute '{name}' occurs more than once in the attribute list", start)
        attributes.update(others)

    def print(self, printer, op):
        printer.write(self.line(printer, op))

    def line(self, printer, op):
        pointer, access = op.operands[0].type, ""
        if "memory_access" in op.attributes:
            alignment = f", {op.get('alignment')}" if "alignment" in op.attributes else ""
            access = f' ["{enumerator(op.attributes["memory_access"])}"{alignment}]'
        rest = printer.other_attributes(op, self.spelled)
        return f' "{pointer.storage_class}" {printer.values(op.operands)}{access}{rest} : {pointer.pointee.text}'


class Constant:
    """`0 : i32`, `dense<1.0> : vector<4xf32>`, `true`."""

    def parse(self, p, state):
        if p.at("["):
            state.attributes["value"] = p.attribute()
            p.expect(":")
            state.result_types = [p.type()]
            return
        state.attributes["value"] = value = typed_attribute(p)
        state.result_types = [value.type]

    def print(self, printer, op):
        printer.write(self.line(printer, op))

    def line(self, printer, op):
        value = op.attributes["value"]
        return f" {printer.attribute(value)}" + (f" : {op.results[0].type.text}" if isinstance(value, ArrayAttr) else "")


class Variable:
    """`init(%x) : !spirv.ptr<f32, Function>`: a variable of a function."""

    def parse(self, p, state):
        value = None
        if p.accept("init"):
            p.expect("(")
            value = p.operand()
            p.expect(")")
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, type = p.start, p.type()
        if not isinstance(type, PointerType):
            raise p.error_in_op(f"expected a pointer, but got '{type}'", start)
        state.operands = [p.resolve(value, type.pointee)] if value else []
        state.attributes["storage_class"] = OpaqueAttr(f"#spirv.storage_class<{type.storage_class}>")
        state.result_types = [type]

    def print(self, printer, op):
        begin = f" init({printer.values(op.operands)})" if op.operands else ""
        printer.write(f"{begin}{printer.other_attributes(op, ('storage_class',))} : {op.results[0].type.text}")


class Extract:
    """`%c[1 : i32, 0 : i32] : !spirv.struct<...>`: the part's type follows from the whole's and the places."""

    def parse(self, p, state):
        value = p.operand()
        state.attributes |= INDICES.read(p)
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, type = p.start, p.type()
        state.operands = [p.resolve(value, type)]
        for index in state.attributes["indices"]:
            whole, type = type, part_of(type, index.value)
            if type is None:
                raise p.error_in_op(f"has no part {index.value} in '{whole}'", start)
        state.result_types = [type]

    def print(self, printer, op):
        rest = printer.other_attributes(op, ("indices",))
        printer.write(f" {printer.value(op.operands[0])}{INDICES.show(printer, op)}{rest} : {op.operands[0].type.text}")


INDICES = Indices("indices")


class Switch:
    """`%x : i32, [ default: ^bb1, 0: ^bb2(%a : f32) ]`, a case to a line."""

    def parse(self, p, state):
        type = parse_selector(p, state, "expected a selector that is an integer, but got")
        for mark in (",", "[", "default", ":"):
            p.expect(mark)
        counts, literals = [parse_successor(p, state)], list[int]()
        while p.accept(","):
            literals.append(p.integer())
            p.expect(":")
            counts.append(parse_successor(p, state))
        p.expect("]")
        set_switch(state.attributes, literals, type, counts)

    def print(self, printer, op):
        printer.write(f" {printer.value(op.operands[0])} : {op.operands[0].type.text}, [")
        values = op.operands[1:]
        for at, (literal, block) in enumerate(zip(("default", *literals_of(op)), op.successors, strict=True)):
            count = len(block.arguments)
            printer.write(f"{',' if at else ''}\n{printer.indent}  {literal}: {successor_text(printer, block, values[:count])}")
            values = values[count:]
        printer.write(f"\n{printer.indent}]")


def set_switch(attributes, literals: list[int], type: IntegerType, counts: list[int]) -> None:
    """The attributes of a switch: the cases' literals, and how many values the default gets and each case."""
    cases: dict = {}
    set_cases(cases, literals, type, counts)
    if literals:
        attributes["literals"] = cases.pop("case_values")
    attributes |= cases


def literals_of(op) -> list[int]:
    return list(op.attributes["literals"].values()) if "literals" in op.attributes else []


class Nothing:
    """An instruction that is its name."""

    def parse(self, p, state):
        pass

    def print(self, printer, op):
        pass


class BranchConditional:
    """`%condition, ^bb1(%a : i32), ^bb2`."""

    def parse(self, p, state):
        state.operands.append(p.resolve(p.operand(), I1))
        counts = [1]
        for _ in range(2):
            p.expect(",")
            counts.append(parse_successor(p, state))
        state.attributes["operandSegmentSizes"] = DenseArrayAttr(counts, I32)

    def print(self, printer, op):
        count = op.attributes["operandSegmentSizes"][1]
        condition, *values = op.operands
        first, second = op.successors
        printer.write(
            f" {printer.value(condition)}, {successor_text(printer, first, values[:count])}, {successor_text(printer, second, values[count:])}"
        )


def typed(p, operands) -> list:
    """Parses one type for each operand."""
    types = p.comma_list(p.type)
    if len(types) != len(operands):
        raise p.error(f"expected {len(operands)} types, found {len(types)}")
    return types


class Merge:
    """`%a, %b : i32, f32`, or nothing: what a loop or selection gives."""

    def parse(self, p, state):
        operands = p.operands()
        types = typed(p, operands) if p.accept(":") or operands else []
        state.operands = [p.resolve(operand, type) for operand, type in zip(operands, types)]

    def print(self, printer, op):
        if op.operands:
            printer.write(f" {printer.values(op.operands)} : {', '.join([value.type.text for value in op.operands])}")


class Structured:
    """`control(None) -> i32 { ... }`: a loop or a selection, `kind` of them."""

    def __init__(self, kind: str):
        self.kind = kind

    def parse(self, p, state):
        word = "None"
        if p.accept("control"):
            p.expect("(")
            word = p.keyword()
            while p.accept("|"):
                word += "|" + p.keyword()
            p.expect(")")
        state.attributes[f"{self.kind}_control"] = OpaqueAttr(f"#spirv.{self.kind}_control<{word}>")
        if p.accept("->"):
            state.result_types = p.comma_list(p.type)
        state.regions.append(p.region(for_op=p.lookup(state.name)))

    def print(self, printer, op):
        word = enumerator(op.attributes[f"{self.kind}_control"])
        if word != "None":
            printer.write(f" control({word})")
        if op.results:
            printer.write(f" -> {', '.join([value.type.text for value in op.results])}")
        printer.write(" ")
        printer.region(op.region, entry_arguments=False)


class Module:
    """`Logical GLSL450 requires #spirv.vce<...> { ... }`."""

    spelled = ("addressing_model", "memory_model", "vce_triple", "sym_name")

    def parse(self, p, state):
        if p.token[:1] == "@":
            state.attributes["sym_name"] = StringAttr(p.symbol_name())
        for name in ("addressing_model", "memory_model"):
            state.attributes[name] = OpaqueAttr(f"#spirv.{name}<{p.keyword()}>")
        if p.accept("requires"):
            state.attributes["vce_triple"] = p.attribute()
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        state.regions.append(p.region(for_op=p.lookup(state.name)))

    def print(self, printer, op):
        name = f" {symbol_text(op.get('sym_name'))}" if "sym_name" in op.attributes else ""
        models = " ".join([enumerator(op.attributes[key]) for key in ("addressing_model", "memory_model")])
        requires = f" requires {op.attributes['vce_triple'].text}" if "vce_triple" in op.attributes else ""
        printer.write(f"{name} {models}{requires}{other_attributes(printer, op, self.spelled)} ")
        printer.region(op.region, entry_arguments=False)


def other_attributes(printer, op, spelled) -> str:
    rest = {name: value for name, value in op.attributes.items() if name not in spelled}
    return f" attributes {printer.dictionary(rest)}" if rest else ""


class GlobalVariable:
    """`@x bind(0, 1) : !spirv.ptr<...>`, `@x built_in("WorkgroupId") : !spirv.ptr<...>`."""

    spelled = ("sym_name", "binding", "descriptor_set", "built_in", "type")

    def parse(self, p, state):
        attributes = state.attributes
        attributes["sym_name"] = StringAttr(p.symbol_name())
        if p.accept("bind"):
            start, numbers = p.start, p.comma_list(p.integer, "(", ")")
            if len(numbers) != 2:
                raise p.error_in_op(f"expected a set and a binding, found {len(numbers)} numbers", start)
            set, binding = numbers
            attributes["descriptor_set"], attributes["binding"] = IntegerAttr(set, I32), IntegerAttr(binding, I32)
        if p.accept("built_in"):
            p.expect("(")
            attributes["built_in"] = StringAttr(p.string())
            p.expect(")")
        p.optional_attributes(attributes)
        p.expect(":")
        attributes["type"] = TypeAttr(p.type())

    def print(self, printer, op):
        printer.write(" " + symbol_text(op.get("sym_name")))
        if "binding" in op.attributes:
            printer.write(f" bind({op.get('descriptor_set', 0)}, {op.get('binding')})")
        if "built_in" in op.attributes:
            printer.write(f' built_in("{op.get("built_in")}")')
        printer.write(f"{printer.other_attributes(op, self.spelled)} : {op.get('type').text}")


class Function:
    """`@f(%x: f32) -> f32 "None" attributes {...} { ... }`: an entry point takes and returns nothing. What is imported has no body, and says so in
    `linkage_attributes`."""

    spelled = ("sym_name", "function_type", "function_control")

    def parse(self, p, state):
        state.attributes["sym_name"] = StringAttr(p.symbol_name())
        arguments, types, _ = parse_arguments(p)
        results = parse_results(p)[0] if p.accept("->") else []
        state.attributes["function_type"] = TypeAttr(FunctionType(types, results))
        state.attributes["function_control"] = OpaqueAttr(f"#spirv.function_control<{p.string()}>")
        if p.accept("attributes"):
            p.attribute_entries(state.attributes)
        is_imported = LINKAGE in state.attributes and not p.at("{")
        state.regions.append(Region() if is_imported else p.region(arguments, for_op=p.lookup(state.name)))

    def print(self, printer, op):
        control = enumerator(op.attributes["function_control"])
        printer.write(" " + symbol_text(op.get("sym_name")))
        print_signature(printer, op)
        printer.write(f' "{control}"{other_attributes(printer, op, self.spelled)}')
        if op.region.blocks:
            printer.write(" ")
            printer.region(op.region, entry_arguments=False)


class EntryPoint:
    """`"GLCompute" @f, @input, ...`."""

    def parse(self, p, state):
        state.attributes["execution_model"] = OpaqueAttr(f"#spirv.execution_model<{p.string()}>")
        symbols = p.comma_list(lambda: SymbolRefAttr(p.symbol_name()))
        state.attributes["fn"], state.attributes["interface"] = symbols[0], ArrayAttr(symbols[1:])

    def print(self, printer, op):
        symbols = [op.attributes["fn"], *op.attributes["interface"]]
        model = enumerator(op.attributes["execution_model"])
        printer.write(f' "{model}" {", ".join([symbol_text(symbol.value) for symbol in symbols])}')


class ExecutionMode:
    """`@f "LocalSize", 8, 1, 1`."""

    def parse(self, p, state):
        state.attributes["fn"] = SymbolRefAttr(p.symbol_name())
        state.attributes["execution_mode"] = OpaqueAttr(f"#spirv.execution_mode<{p.string()}>")
        values = [IntegerAttr(p.integer(), I32) for _ in iter(lambda: p.accept(","), False)]
        state.attributes["values"] = ArrayAttr(values)

    def print(self, printer, op):
        mode = enumerator(op.attributes["execution_mode"])
        values = "".join([f", {value.value}" for value in op.attributes["values"]])
        printer.write(f' {symbol_text(op.get("fn"))} "{mode}"{values}')


FORMS = {
    "Load": Access(stores=False),
    "Store": Access(stores=True),
    "Constant": Constant(),
    "Variable": Variable(),
    "CompositeExtract": Extract(),
    "Switch": Switch(),
    "Return": Nothing(),
    "Unreachable": Nothing(),
    "Branch": BranchForm(),
    "BranchConditional": BranchConditional(),
    "mlir.merge": Merge(),
    "mlir.loop": Structured("loop"),
    "mlir.selection": Structured("selection"),
    "module": Module(),
    "GlobalVariable": GlobalVariable(),
    "func": Function(),
    "EntryPoint": EntryPoint(),
    "ExecutionMode": ExecutionMode(),
}
PACKED = ("Snorm4x8", "Unorm4x8", "Snorm2x16", "Unorm2x16", "Half2x16", "Double2x32")  # numbers that lie in one
PIECES: dict[str, Any] = {
    "Compared": Derived("T", "T T", "truth(T)"), "ComparedOnce": Derived("T", "T", "truth(T)"), "Converted": Derived("T to U", "T", "U"),
    "FirstAsResult": Derived("T, U", "T U", "T"), "Selected": Derived("B, T", "B T T", "T"), "Arrow": Derived("T* -> U", "T*", "U"),
    "ElementAt": Derived("V, I", "V I", "vector.element(V)"), "ElementOf": Derived("V", "V", "vector.element(V)"),
    "Indices": Attached(Indices("indices"), ("indices",)), "Components": Custom(Indices("components"), ("components",)), "Word": Word,
    "Into": Derived("T into U", "T U", "U"), "Product": Derived("T, U -> V", "T U", "V"), "Product1": Derived("T -> U", "T", "U"),
    "Dot": Derived("T -> U", "T T", "U"), "Ballot": Derived("T", "i1", "T"), "Of": Derived("T, U", "T U", "T"), "Pointer": Derived("P", "P pointee(P)", "pointee(P)"),
    "Pointer2": Derived("P", "P pointee(P) pointee(P)", "pointee(P)"), "Bits": Derived("T, O, C", "T T O C", "T"),
    "Inserted": Derived("V, I", "V vector.element(V) I", "V"),
    "Field": Derived("T, O, C", "T O C", "T"), "Carried": Derived("T -> S", "T T", "S"),
}  # fmt: skip
LINES = {
    "AccessChain": "$base_ptr [ $indices ] attr-dict : <Arrow>()",
    "ImageFetch": "operands attr-dict : <Arrow>()",
    "ArrayLength": "operands <Indices>() attr-dict : <Product1>()",
    **dict.fromkeys(("IAddCarry", "ISubBorrow", "UMulExtended", "SMulExtended"), "operands attr-dict : <Carried>()"),
    **dict.fromkeys(("Any", "All"), "operands attr-dict : <Product1>()"),
    **dict.fromkeys(("GL.ModfStruct", "GL.FrexpStruct"), "operands attr-dict : <Product1>()"),
    **{f"GL.{way}{kind}": "operands attr-dict : <Product1>()" for kind in PACKED for way in ("Pack", "Unpack")},
    "GL.Refract": "$i : type($i) , $n : type($n) , $eta : type($eta) attr-dict -> type(results)",
    **{
        f"GroupNonUniform{name}": "<Word>(execution_scope) operands attr-dict : <Product1>()"
        for name in ("AllEqual", "BallotFindLSB", "BallotFindMSB", "InverseBallot")
    },
    **{f"GroupNonUniform{name}": "<Word>(execution_scope) operands attr-dict : same" for name in ("All", "Any")},
    "VectorExtractDynamic": "$vector [ $index ] attr-dict : <ElementAt>()",
    "VectorInsertDynamic": "$component , $vector [ $index ] attr-dict : <Inserted>()",
    "mlir.referenceof": "$spec_const attr-dict : type(results)",
    "OuterProduct": "operands attr-dict : <Product>()",
    "CopyLogical": "operands attr-dict : <Product1>()",
    "GL.Determinant": "operands attr-dict : <Product1>()",
    "mlir.addressof": "$variable attr-dict : type(results)",
    "CompositeConstruct": "operands attr-dict : functional",
    "CompositeInsert": "$object , $composite <Indices>() attr-dict : <Into>()",
    "VectorShuffle": "<Components>() operands attr-dict : <Product>()",
    "Undef": "attr-dict : type(results)",
    "VectorTimesMatrix": "operands attr-dict : <Product>()",
    "MatrixTimesVector": "operands attr-dict : <Product>()",
    "MatrixTimesMatrix": "operands attr-dict : <Product>()",
    "MatrixTimesScalar": "operands attr-dict : <Of>()",
    "Transpose": "operands attr-dict : <Product1>()",
    "Dot": "operands attr-dict : <Dot>()",
    "GL.Length": "operands attr-dict : <Product1>()",
    "GL.Distance": "operands attr-dict : <Product>()",
    "GL.Ldexp": "$x : type($x) , $exp : type($exp) attr-dict -> type(results)",
    "GL.FMix": "$x : type($x) , $y : type($y) , $a : type($a) attr-dict -> type(results)",
    "BitFieldInsert": "operands attr-dict : <Bits>()",
    "BitFieldSExtract": "operands attr-dict : <Field>()",
    "BitFieldUExtract": "operands attr-dict : <Field>()",
    "ReturnValue": "operands attr-dict : type(operands)",
    "FunctionCall": "$callee ( operands ) attr-dict : functional",
    "GroupNonUniformBallot": "<Word>(execution_scope) operands attr-dict : <Ballot>()",
    "GroupNonUniformBroadcastFirst": "<Word>(execution_scope) operands attr-dict : same",
    "GroupNonUniformBallotBitExtract": "<Word>(execution_scope) operands attr-dict : <Product>()",
    **{f"GroupNonUniformQuad{way}": "<Word>(execution_scope) operands attr-dict : <FirstAsResult>()" for way in ("Broadcast", "Swap")},
    "GroupNonUniformElect": "<Word>(execution_scope) attr-dict : type(results)",
    "GroupNonUniformBroadcast": "<Word>(execution_scope) operands attr-dict : <FirstAsResult>()",
    "VectorTimesScalar": "operands attr-dict : functional",
    "Select": "operands attr-dict : <Selected>()",
    "GroupNonUniformShuffle": "<Word>(execution_scope) operands attr-dict : <FirstAsResult>()",
    **{f"GroupNonUniformShuffle{way}": "<Word>(execution_scope) operands attr-dict : <FirstAsResult>()" for way in ("Xor", "Up", "Down")},
}


def form_of(signature) -> Format | None:
    """The form of an instruction: by its name, or by how the types of its operands and its result hang together."""
    line = LINES.get(signature.name)
    words = [f"<Word>({name})" for name in signature.attributes if name in WORDS]
    if line is None and words and not signature.operands:
        line = " , ".join(words) + " attr-dict"
    elif line is None and words:
        types = "Product1" if "group_operation" in signature.attributes else "Pointer" if len(signature.operands) == 2 else "Pointer2"
        line = f"{' '.join(words)} operands attr-dict : <{types}>()"
    if line is None and signature.results and signature.operands:
        operands, result = [slot.type for slot in signature.operands], signature.results[0].type
        if len(set(operands)) > 1:
            line = "operands attr-dict : <FirstAsResult>()"
        elif operands[0] == result:
            line = "operands attr-dict : same"
        elif result == "B":
            line = f"operands attr-dict : <{'Compared' if len(operands) == 2 else 'ComparedOnce'}>()"
        else:
            line = "operands attr-dict : <Converted>()"
    return None if line is None else Format(line, signature, PIECES)
