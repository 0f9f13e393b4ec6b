"""The custom forms of the vector dialect, and its attributes."""

from tfir.dialects.arith import FAST_MATH, Flags
from tfir.dialects.func import ReturnTypes
from tfir.ir.attributes import ArrayAttr, BoolAttr, DenseArrayAttr, DictAttr, StringAttr
from tfir.ir.operations import Operation
from tfir.ir.types import I1, I32, INDEX, MemRefType, ShapedType, TensorType, VectorType
from tfir.ods.derived_types import Derived
from tfir.text.affine import AffineAttr
from tfir.text.enumerators import Words, word_of
from tfir.text.lexer import VALUE
from tfir.text.pieces import DynamicIndexList

KINDS = "add mul minui minsi minnumf maxui maxsi maxnumf and or xor minimumf maximumf".split()
ITERATORS = "parallel reduction".split()
PUNCTUATION = "no newline comma open close".replace("no ", "no_punctuation ").split()

KIND, ITERATOR, PUNCTUATIONS = (
    Words("vector", "kind", KINDS),
    Words("vector", "iterator_type", ITERATORS),
    Words("vector", "punctuation", PUNCTUATION),
)
ATTRIBUTES = {each.name: each.read for each in (KIND, ITERATOR, PUNCTUATIONS)}


class Kind:
    """`<add>`, how elements are combined."""

    def read(self, p):
        return {"kind": KIND.read(p)}

    def show(self, printer, op):
        return f"<{word_of(op.attributes['kind'])}>"


class ScatteredTypes(Derived):
    """The operands' types, and for a tensor the result's: `tensor<?xf32>, ... -> tensor<?xf32>`."""

    def __init__(self):
        super().__init__("B, I, M, V", "B index* I M V", "")

    def signature(self, p, count: int = 0):
        inputs, _ = super().signature(p, count)
        return inputs, [p.type()] if p.accept("->") else []

    def text(self, printer, op, form):
        return super().text(printer, op, form) + "".join([f" -> {each.type}" for each in op.results])


class ShuffledTypes(Derived):
    """The operands' types; the result has as many rows as are chosen."""

    def __init__(self):
        super().__init__("A, B", "A B", "")

    def parse(self, p, state, operands, types):
        inputs, _ = self.signature(p, 2)
        shape = inputs[0].shape[1:] if isinstance(inputs[0], VectorType) else ()
        result = VectorType((len(state.attributes["mask"].values), *shape), getattr(inputs[0], "element", I1))
        state.signature = inputs, [result]


class ElementsOf(Derived):
    """The operand's type, which tells the results' type and number."""

    def __init__(self):
        super().__init__("T", "T", "")

    def signature(self, p, count: int = 0):
        start, (inputs, _) = p.start, super().signature(p, count)
        if not isinstance(inputs[0], VectorType):
            raise p.error_in_op(f"invalid kind of type specified: expected builtin.vector, but found '{inputs[0]}'", start)
        return inputs, [inputs[0].element] * inputs[0].size


class ContractForm:
    """`vector.contract {indexing_maps = [..], iterator_types = [..], kind = ..} %a, %b, %acc : T, U into V`; iterators are in quotes."""

    NAMES = ("indexing_maps", "iterator_types", "kind")

    def parse(self, p, state):
        start = p.start
        entries = {}
        if p.at("{"):
            p.attribute_entries(entries)
        else:
            named = p.attribute()  # by a name that stands for the dictionary
            if not isinstance(named, DictAttr):
                raise p.error_in_op("expected a dictionary of its maps, iterators and kind", start)
            entries |= named.entries
        state.attributes["kind"] = KIND.of("add")
        for name, value in entries.items():
            state.attributes[name] = quoted_iterators(value) if name == "iterator_types" else value
        operands = [p.operand()]
        for _ in range(2):
            p.expect(",")
            operands.append(p.operand())
        p.optional_attributes(state.attributes)
        p.expect(":")
        types = [p.type()]
        p.expect(",")
        types.append(p.type())
        p.keyword("into")
        types.append(p.type())
        if any([name not in state.attributes for name in self.NAMES]):
            raise p.error_in_op("expected 'indexing_maps' and 'iterator_types'", start)
        state.operands = [p.resolve(*pair) for pair in zip(operands, types)]
        state.result_types = types[-1:]

    def print(self, printer, op):
        iterators = ArrayAttr([StringAttr(word_of(each)) for each in op.attributes["iterator_types"].elements])
        trait = {name: op.attributes[name] for name in self.NAMES} | {"iterator_types": iterators}
        printer.write(f" {printer.dictionary(trait)} {printer.values(op.operands)}")
        printer.attribute_dict(op, self.NAMES)
        printer.write(f" : {op.operands[0].type}, {op.operands[1].type} into {op.result.type}")


def quoted_iterators(attribute) -> ArrayAttr:
    return ArrayAttr([ITERATOR.of(each.value) if isinstance(each, StringAttr) else each for each in attribute.elements])


class OuterProductForm:
    """`vector.outerproduct %a, %b, %acc {kind = ..} : T, U`."""

    def parse(self, p, state):
        operands = p.operands()
        p.optional_attributes(state.attributes)
        state.attributes.setdefault("kind", KIND.of("add"))
        p.expect(":")
        start, left = p.start, p.type()
        p.expect(",")
        right = p.type()
        if len(operands) < 2:
            raise p.error_in_op("expected at least 2 operands", operands[0].start if operands else None)
        if not isinstance(left, VectorType):
            raise p.error_in_op("expected vector type for operand #1", start)
        columns = right.shape if isinstance(right, VectorType) else ()
        flags = (*(left.scalable or (False,)), *((right.scalable or (False,)) if columns else ()))
        result = VectorType((*left.shape, *columns), left.element, flags if any(flags) else ())
        state.operands = [p.resolve(*pair) for pair in zip(operands, (left, right, result))]
        state.result_types = [result]

    def print(self, printer, op):
        printer.write(f" {printer.values(op.operands)}")
        if len(op.operands) > 2:
            printer.write(f" {printer.dictionary(op.attributes)}")
        printer.write(f" : {op.operands[0].type}, {op.operands[1].type}")


class PrintForm:
    """`vector.print %v : T`, `vector.print punctuation <comma>`, `vector.print str "text"`."""

    def parse(self, p, state):
        state.attributes["punctuation"] = PUNCTUATIONS.of("newline")
        if p.kind == VALUE:
            operand = p.operand()
            p.expect(":")
            state.operands = [p.resolve(operand, p.type())]
        while p.token in ("str", "punctuation"):
            if p.advance() == "str":
                state.attributes["stringLiteral"] = StringAttr(p.string())
            else:
                state.attributes["punctuation"] = PUNCTUATIONS.read(p)
        p.optional_attributes(state.attributes)

    def print(self, printer, op):
        if op.operands:
            printer.write(f" {printer.value(op.operands[0])} : {op.operands[0].type}")
        if "stringLiteral" in op.attributes:
            printer.write(f" str {op.attributes['stringLiteral'].text}")
        word = word_of(op.attributes["punctuation"])
        if word != "newline":
            printer.write(f" punctuation <{word}>")
        printer.attribute_dict(op, ("stringLiteral", "punctuation"))


class MaskForm:
    """`vector.mask %mask, %otherwise { vector.reduction ... } : vector<8xi1> -> f32`: one operation, on the elements that a mask says."""

    def parse(self, p, state):
        operands = p.operands()
        region = p.region()
        block = region.blocks[0] if region.blocks else region.add_block()
        last = block.last
        if last is None or last.name != "vector.yield":
            block.append(Operation("vector.yield", last.results if last is not None else (), location=state.location))
        p.optional_attributes(state.attributes)
        p.expect(":")
        mask = p.type()
        state.result_types = p.result_types() if p.accept("->") else []
        if len(operands) > 1 and not state.result_types:
            raise p.error_in_op("expects a result if passthru operand is provided", state.location - p.source.base)
        state.operands = [p.resolve(*pair) for pair in zip(operands, [mask, *state.result_types])]
        state.regions = [region]

    def print(self, printer, op):
        printer.write(f" {printer.values(op.operands)} {{ ")
        inner = op.body.first
        if inner is not None:
            printer.operation(inner, with_results=False)
        printer.write(" }")
        printer.attribute_dict(op)
        printer.write(f" : {op.operands[0].type}")
        if op.results:
            printer.write(f" -> {', '.join([each.type.text for each in op.results])}")


class TransferForm:
    """`vector.transfer_read %m[%i], %pad, %mask {in_bounds = [true]} : memref<?xf32>, vector<8xf32>`, and the write."""

    def __init__(self, writes: bool):
        self.writes = writes

    def parse(self, p, state):
        value = [p.operand()] if self.writes else []
        if self.writes:
            p.expect(",")
        base, indices = p.operand(), p.comma_list(p.operand, "[", "]")
        padding = []
        if not self.writes:
            p.expect(",")
            padding = [p.operand()]
        mask = [p.operand()] if p.accept(",") else []
        p.optional_attributes(state.attributes)
        p.expect(":")
        start, first = p.start, p.type()
        p.expect(",")
        shaped, vector = (p.type(), first) if self.writes else (first, p.type())
        if not isinstance(vector, VectorType):
            raise p.error_in_op("requires vector type", start)
        if not isinstance(shaped, (MemRefType, TensorType)):
            raise p.error_in_op("requires memref or ranked tensor type", start)
        map = state.attributes.setdefault("permutation_map", minor_identity(shaped, vector))
        state.attributes.setdefault("in_bounds", ArrayAttr([BoolAttr(False)] * len(map.results)))
        vectors = [p.resolve(each, vector) for each in value]
        paddings = [p.resolve(each, shaped.element) for each in padding]
        masks = [p.resolve(each, mask_type(vector, map)) for each in mask]
        places = [p.resolve(base, shaped), *[p.resolve(index, INDEX) for index in indices]]
        state.operands = [*vectors, *places, *paddings, *masks]
        counts = [1, len(indices), 1, len(mask)] if not self.writes else [1, 1, len(indices), len(mask)]
        state.attributes["operandSegmentSizes"] = DenseArrayAttr(counts, I32)
        state.result_types = [vector] if not self.writes else [shaped] if isinstance(shaped, TensorType) else []

    def print(self, printer, op):
        sizes = op.attributes["operandSegmentSizes"].values
        at, count = (1, sizes[2]) if self.writes else (0, sizes[1])
        base, indices, rest = op.operands[at], op.operands[at + 1 : at + 1 + count], op.operands[at + 1 + count :]
        vector = op.operands[0].type if self.writes else op.result.type
        printer.write(f" {printer.value(op.operands[0])}," if self.writes else "")
        printer.write(f" {printer.value(base)}[{printer.values(indices)}]")
        printer.write(f", {printer.values(rest)}" if rest else "")
        hidden = ["operandSegmentSizes"]
        if op.attributes["permutation_map"].text == minor_identity(base.type, vector).text:
            hidden.append("permutation_map")
        if not any([each.value for each in op.attributes["in_bounds"].elements]):
            hidden.append("in_bounds")
        printer.attribute_dict(op, hidden)
        pair = (vector, base.type) if self.writes else (base.type, vector)
        printer.write(f" : {pair[0]}, {pair[1]}")


def minor_identity(shaped: ShapedType, vector: VectorType) -> AffineAttr:
    """The map of a transfer that says none: the vector's dimensions are the last ones of the memory, less those of its elements."""
    inner = shaped.element.rank or 0 if isinstance(shaped.element, VectorType) else 0
    rank, outer = shaped.rank or 0, len(vector.shape) - inner
    if not rank and vector.shape == (1,):
        return AffineAttr("affine_map", 0, 0, [0])
    return AffineAttr("affine_map", rank, 0, [("d", at) for at in range(rank - outer, rank)])


def mask_type(vector: VectorType, map: AffineAttr) -> VectorType:
    """The type of a transfer's mask: a truth value for each element that is read, in the order of the memory's dimensions."""
    flags = vector.scalable or (False,) * len(vector.shape)
    of_dimension = {one: (size, flag) for one, size, flag in zip(map.results, vector.shape, flags) if not isinstance(one, int)}
    chosen = [of_dimension[one] for one in sorted(of_dimension)]
    if not chosen:
        return VectorType((1,), I1)
    is_scalable = [flag for _, flag in chosen]
    return VectorType([size for size, _ in chosen], I1, is_scalable if any(is_scalable) else ())


FORMS = {
    "contract": ContractForm(), "outerproduct": OuterProductForm(), "print": PrintForm(), "mask": MaskForm(),
    "transfer_read": TransferForm(False), "transfer_write": TransferForm(True),
}  # fmt: skip
SYNTAX = {
    "Kind": Kind(), "FastMath": Flags(FAST_MATH, "fastmath"), "ReturnTypes": ReturnTypes(), "DynamicIndexList": DynamicIndexList,
    "Stored": Derived("B, M, V", "B index* M V", ""), "Loaded": Derived("B, M, P into R", "B index* M P", "R"),
    "StoredPlainly": Derived("B, V", "V B index*", ""), "LoadedPlainly": Derived("B, R", "B index*", "R"),
    "Gathered": Derived("B, I, M, P into R", "B index* I M P", "R"), "Scattered": ScatteredTypes(),
    "SizesOfResult": Derived("T", "index*", "T"), "ElementsOfResult": Derived("T", "vector.element(T)*", "T"), "ElementsOf": ElementsOf(),
    "Halves": Derived("S -> R", "S", "R R"), "Interleaved": Derived("T -> R", "T T", "R"), "OneType": Derived("T", "T T T", "T"),
    "Extracted": Derived("R from S", "S index*", "R"), "Inserted": Derived("V into D", "V D index*", "D"),
    "Accumulated": Derived("S to D", "S D", "D"), "Reduced": Derived("V into D", "V D*", "D"), "Both": Derived("S, I", "S I", "S I"),
    "Shuffled": ShuffledTypes(), "Index": Derived("", "", "index"),
}  # fmt: skip
