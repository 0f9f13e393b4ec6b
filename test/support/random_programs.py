"""Programs of any shape, made by chance: types, attributes, locations, regions, blocks, declared and undeclared operations.

What is drawn is structure, not text, so that printing is tried as well. The source of chance is a `random.Random`, or
Hypothesis's own, which shrinks what it finds.
"""

from __future__ import annotations

from tfir.ir import types as ty
from tfir.ir.attributes import (
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayAttr,
    DictAttr,
    FloatAttr,
    IntegerAttr,
    LocationAttr,
    OpaqueAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from tfir.ir.dense import DenseAttr, DenseStringsAttr, SparseAttr
from tfir.ir.location import UNKNOWN, CallSite, FileLineCol, NameLocation, fused
from tfir.ir.operations import Block, Operation, Region
from tfir.ir.parts import UNREGISTERED_PROPERTIES
from tfir.text.affine import AffineAttr, add, divide, times
from tfir.text.strided_layout import StridedAttr

NAMES = ("a", "value", "x.y", "_", "a1", "sym_visibility", "with space", "ü", "0", "t.q", "@", "-", "true", "loc", "dense")
WORDS = ("", "a", "two words", 'quo"te', "back\\slash", "new\nline", "\0\x7f", "ü", "\udcff", "%0", "// no comment", "0x00", "{-#", "<>")
INTEGERS = (1, 2, 3, 7, 8, 16, 17, 32, 64, 128, 255)
SIZES = (None, 0, 1, 2, 3, 7)
MOST_DEEP = 3


class RandomProgram:
    """Draws parts of programs. `deep` bounds how parts nest in each other."""

    def __init__(self, chance):
        self.chance, self.symbols = chance, 0

    def one(self, *choices):
        return self.chance.choice(choices)

    def some(self, draw, most: int = 3) -> list:
        return [draw() for _ in range(self.chance.randint(0, most))]

    # Types

    def type(self, deep: int = 0) -> ty.Type:
        kinds = [self.integer_type, self.float_type, lambda: ty.INDEX, lambda: ty.NONE, self.dialect_type]
        if deep < MOST_DEEP:
            kinds += [self.tensor, self.memref, self.vector, self.complex, lambda: self.tuple(deep + 1), lambda: self.function(deep + 1)]
        return self.one(*kinds)()

    def integer_type(self) -> ty.Type:
        return ty.IntegerType(self.one(*INTEGERS), self.one("", "", "s", "u"))

    def float_type(self) -> ty.Type:
        return ty.FloatType(self.one(*ty.FloatType.WIDTHS))

    def dialect_type(self) -> ty.Type:
        return ty.OpaqueType(self.one("!t.x", '!t.y<1, "a>", [f32]>', '!t<"any">', "!stablehlo.token", "!t.z<(a) -> b>"))

    def complex(self) -> ty.Type:
        return ty.ComplexType(self.one(self.integer_type, self.float_type)())

    def number_type(self) -> ty.Type:
        return self.one(self.integer_type, self.float_type, lambda: ty.INDEX)()

    def shape(self, sizes=SIZES) -> tuple:
        return tuple(self.some(lambda: self.one(*sizes)))

    def tensor(self) -> ty.Type:
        shape = self.one(None, self.shape(), self.shape())
        element = self.one(self.number_type, self.complex, self.vector, self.dialect_type)()
        return ty.TensorType(shape, element, self.one(None, None, self.encoding()) if shape is not None else None)

    def encoding(self) -> Attribute:
        return self.one(StringAttr("e"), IntegerAttr(1), OpaqueAttr("#t.encoding<a = [1]>"), DictAttr({"a": UnitAttr()}))

    def memref(self) -> ty.Type:
        shape = self.shape()
        layout = self.one(None, StridedAttr([1] * len(shape), None), self.affine_map(len(shape)))
        if getattr(layout, "is_identity", False):
            layout = None  # it says nothing, and is not kept
        return ty.MemRefType(shape, self.number_type(), layout, self.one(None, IntegerAttr(3), StringAttr("there")))

    def vector(self) -> ty.Type:
        shape = self.shape((1, 2, 3, 7))
        return ty.VectorType(shape, self.number_type(), self.one((), (True,) * len(shape)))

    def tuple(self, deep: int) -> ty.Type:
        return ty.TupleType(self.some(lambda: self.type(deep)))

    def function(self, deep: int) -> ty.Type:
        return ty.FunctionType(self.some(lambda: self.type(deep)), self.some(lambda: self.type(deep)))

    # Attributes

    def attribute(self, deep: int = 0) -> Attribute:
        kinds = [
            self.integer, self.float, self.string, self.symbol, self.dense, self.dense_array, self.sparse, self.strings, self.affine,
            lambda: BoolAttr(self.one(True, False)), UnitAttr, lambda: TypeAttr(self.type()), lambda: LocationAttr(self.location()),
            lambda: OpaqueAttr(self.one("#t.a", "#t.b<[1, \"x>\"]>", "#t<\"raw\">")),
        ]  # fmt: skip
        if deep < MOST_DEEP:
            kinds += [
                lambda: ArrayAttr(self.some(lambda: self.attribute(deep + 1))), lambda: DictAttr(self.entries(deep + 1)),
            ]  # fmt: skip
        return self.one(*kinds)()

    def entries(self, deep: int = 0) -> dict[str, Attribute]:
        return {self.one(*NAMES): self.attribute(deep) for _ in range(self.chance.randint(0, 3))}

    def integer(self) -> Attribute:
        type = self.one(self.integer_type(), ty.INDEX)
        return IntegerAttr(self.whole_number(type), type) if type is not ty.I1 else BoolAttr(self.one(True, False))

    def whole_number(self, type) -> int:
        width = 64 if type is ty.INDEX else type.width
        unsigned = type is not ty.INDEX and type.signedness == "u"
        low, high = (0, (1 << width) - 1) if unsigned else (-(1 << (width - 1)), (1 << (width - 1)) - 1)
        return self.one(low, high, 0, self.chance.randint(low, high))

    def float(self) -> Attribute:
        type = self.float_type()
        if type.width >= 16:
            return FloatAttr(0.0, type, self.chance.randint(0, (1 << type.width) - 1))
        return FloatAttr(self.one(0.0, 1.0, 0.5, -2.0 if type.name != "f8E8M0FNU" else 2.0), type)

    def string(self) -> Attribute:
        return StringAttr(self.one(*WORDS), self.one(ty.NONE, ty.NONE, ty.I32))

    def symbol(self) -> Attribute:
        return SymbolRefAttr(*[self.one("f", "a.b", "with space", "0", "ü") for _ in range(self.chance.randint(1, 3))])

    def dense(self) -> Attribute:
        element = self.one(ty.I1, ty.I8, ty.I32, ty.UI8, ty.F16, ty.F32, ty.F64, ty.BF16, ty.INDEX, ty.ComplexType(ty.F32))
        type = self.one(ty.TensorType, ty.VectorType)(self.shape((1, 2, 3, 7)), element)
        if isinstance(element, ty.ComplexType) and isinstance(type, ty.VectorType):
            type = ty.TensorType(type.shape, element)
        size = 1 if element is ty.I1 else ty.storage_bits(element) // 8
        if element is ty.I1:
            return canonical(type, bytes([self.one(0, 1) for _ in range(type.size)]), 1)
        data = bytes([self.chance.randint(0, 255) for _ in range(size)]) * type.size if self.one(True, False) else None
        return canonical(type, data or bytes([self.chance.randint(0, 255) for _ in range(size * type.size)]), size)

    def strings(self) -> Attribute:
        type = ty.TensorType(self.shape((1, 2, 3)), ty.OpaqueType("!tf_type.string") if self.one(True, False) else ty.OpaqueType("!t.s"))
        words = [self.one(*WORDS).encode("utf-8", "surrogateescape") for _ in range(type.size)]
        return DenseStringsAttr(type, words, type.size == 1)

    def sparse(self) -> Attribute:
        indices = DenseAttr.of([0, 1], ty.TensorType((2, 1), ty.I64))
        return SparseAttr(ty.TensorType((4,), ty.F32), indices, DenseAttr.of([1.5, 2.5], ty.TensorType((2,), ty.F32)))

    def dense_array(self) -> Attribute:
        element = self.one(ty.I1, ty.I8, ty.I32, ty.I64, ty.F32, ty.F64)
        if element is ty.I1:
            return DenseArrayAttr(self.some(lambda: self.one(True, False)), element)
        if isinstance(element, ty.FloatType):
            return DenseArrayAttr(self.some(lambda: self.one(0.0, -1.5, 0.25, 1e30)), element)
        return DenseArrayAttr(self.some(lambda: self.whole_number(element)), element)

    def affine(self) -> Attribute:
        if self.one(True, False):
            return self.affine_map(self.chance.randint(0, 3))
        return AffineAttr("affine_set", 2, 1, [self.expression(2, 1)], [self.one("==", ">=")])

    def affine_map(self, dimensions: int) -> AffineAttr:
        symbols = self.chance.randint(0, 1)
        return AffineAttr(
            "affine_map", dimensions, symbols, [self.expression(dimensions, symbols) for _ in range(self.chance.randint(1, 2))]
        )

    def expression(self, dimensions: int, symbols: int, deep: int = 0):
        leaves = [("d", n) for n in range(dimensions)] + [("s", n) for n in range(symbols)] + [self.chance.randint(-3, 9)]
        if deep == 2:
            return self.one(*leaves)
        left = self.expression(dimensions, symbols, deep + 1)
        kind = self.one("leaf", "+", "*", "floordiv", "ceildiv", "mod")
        if kind == "leaf":
            return left
        if kind == "+":
            return add(left, self.one(*leaves))
        number = self.chance.randint(1, 9)
        return times(left, number) if kind == "*" else divide(kind, left, number)

    # Locations

    def location(self, deep: int = 0):
        kinds = [
            lambda: UNKNOWN, lambda: FileLineCol(self.one("f.mlir", "a b", "ü"), self.one(0, 1, 77), self.one(0, 5)),
            lambda: FileLineCol("r.mlir", 1, 2, self.one(1, 3), 9), lambda: NameLocation(self.one("x", "a/b", 'q"')),
        ]  # fmt: skip
        if deep < MOST_DEEP:
            inner = lambda: self.location(deep + 1)  # noqa: E731
            kinds += [
                lambda: NameLocation("n", inner()), lambda: CallSite(inner(), inner()),
                lambda: fused(inner(), inner(), metadata=self.one(None, StringAttr("why"), IntegerAttr(1))),
            ]  # fmt: skip
        return self.one(*kinds)()

    # Operations

    def module(self) -> Operation:
        block = Block()
        for _ in range(self.chance.randint(1, 4)):
            block.append(self.one(self.function_op, lambda: self.undeclared([], 0))())
        return Operation("builtin.module", regions=[Region([block])], location=self.location())

    def name_values(self, module: Operation) -> None:
        """Names as a reader keeps them: some values have none, several the same."""
        for op in module.walk():
            arguments = [argument for region in op.regions for block in region.blocks for argument in block.arguments]
            for value in (*op.results, *arguments):
                value.name = self.one(None, "a", "b", "a_1", "arg0", "x.y-z", "cst")

    def function_op(self) -> Operation:
        block, self.symbols = Block(), self.symbols + 1
        for type in (ty.TensorType((2, 3), ty.F32), ty.I32, ty.I1, ty.INDEX, self.type()):
            block.add_argument(type, location=self.location())
        self.fill(block, list(block.arguments), 0)
        results = [self.chance.choice(block.arguments) for _ in range(self.chance.randint(0, 2))]
        block.append(Operation("func.return", results, location=self.location()))
        type = ty.FunctionType([a.type for a in block.arguments], [v.type for v in results])
        attributes = {"sym_name": StringAttr(f"f{self.symbols}"), "function_type": TypeAttr(type)}
        if self.one(True, False):
            attributes["arg_attrs"] = ArrayAttr([DictAttr({"t.x": self.attribute()}), *[DictAttr({})] * 4])
        if self.one(True, False):
            attributes["t.note"] = self.attribute()
        return Operation("func.func", (), (), attributes, [Region([block])], location=self.location())

    def fill(self, block: Block, known: list, deep: int) -> None:
        for _ in range(self.chance.randint(0, 5)):
            known += block.append(self.operation(known, deep)).results

    def operation(self, known: list, deep: int) -> Operation:
        kinds = [self.constant, self.elementwise, self.undeclared]
        if deep < MOST_DEEP:
            kinds += [self.branch]
        return self.one(*kinds)(known, deep)

    def constant(self, known: list, deep: int) -> Operation:
        value = self.dense()
        if isinstance(value.type, ty.TensorType) and self.one(True, False):
            return Operation("stablehlo.constant", (), [value.type], {"value": value}, location=self.location())
        if (
            isinstance(value.type.element, ty.IntegerType)
            and value.type.element.signedness
            or isinstance(value.type.element, ty.ComplexType)
        ):
            value = IntegerAttr(5, ty.I32)
        return Operation("arith.constant", (), [value.type], {"value": value}, location=self.location())

    def elementwise(self, known: list, deep: int) -> Operation:
        one = next((v for v in reversed(known) if isinstance(v.type, ty.TensorType) and v.type.element is ty.F32), None)
        if one is None:
            return self.undeclared(known, deep)
        more = {"t.note": self.attribute()} if self.one(True, False, False) else {}
        name, count = self.one(("stablehlo.add", 2), ("stablehlo.negate", 1), ("arith.mulf", 2))
        if name == "arith.mulf":
            more["fastmath"] = OpaqueAttr(self.one("#arith.fastmath<none>", "#arith.fastmath<nnan>"))
        return Operation(name, [one] * count, [one.type], more, location=self.location())

    def branch(self, known: list, deep: int) -> Operation:
        condition = next((v for v in known if v.type is ty.I1), None)
        if condition is None:
            return self.undeclared(known, deep)
        regions = []
        for _ in range(2):
            block = Block()
            self.fill(block, list(known), deep + 1)
            block.append(Operation("scf.yield", location=self.location()))
            regions.append(Region([block]))
        return Operation("scf.if", [condition], (), {}, regions, location=self.location())

    def undeclared(self, known: list, deep: int) -> Operation:
        operands = [self.chance.choice(known) for _ in range(self.chance.randint(0, 3))] if known else []
        attributes = self.entries()
        if self.one(True, False):
            attributes[UNREGISTERED_PROPERTIES] = DictAttr({self.one(*NAMES): self.attribute()})
        regions = self.some(lambda: self.region(known, deep + 1), 2) if deep < MOST_DEEP else []
        return Operation(self.one("t.op", "t.a.b", "t.x_1"), operands, self.some(self.type), attributes, regions, (), self.location())

    def region(self, known: list, deep: int) -> Region:
        """No block, one, or several that lead to each other."""
        blocks = [Block() for _ in range(self.one(0, 1, 1, 3))]
        for block in blocks:
            for type in self.some(self.type, 2):
                block.add_argument(type, location=self.location())
        for block in blocks:
            self.fill(block, [*known, *blocks[0].arguments], deep)
            if len(blocks) > 1:
                targets = [self.chance.choice(blocks[1:]) for _ in range(self.chance.randint(0, 2))]
                block.append(Operation("t.end", (), (), {}, (), targets, self.location()))
        return Region(blocks)


def canonical(type, data: bytes, size: int) -> DenseAttr:
    """A constant whose elements are all equal is a splat, as a parser would have it."""
    if type.size > 0 and data == data[:size] * type.size:
        return DenseAttr(type, data[:size], True)
    return DenseAttr(type, data)
