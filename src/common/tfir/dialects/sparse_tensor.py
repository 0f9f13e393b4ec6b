"""Encodings of sparse tensors: how each level is stored, and which dimensions it is of. Source: MLIR's sparse_tensor dialect.

They are told apart by what they say: names of dimensions and levels, the order of what stands behind the map, and inverse maps are gone.
"""

from tfir.ir.attributes import Attribute, NamedAttr
from tfir.ods.dialect import Dialect
from tfir.text.affine import Expressions
from tfir.text.affine_expression import spelled
from tfir.text.lexer import WORD

FORMATS = ("dense", "batch", "compressed", "singleton", "loose_compressed", "structured")
PROPERTIES = ("nonunique", "nonordered", "soa")  # in the order in which they print
WIDTHS = (0, 8, 16, 32, 64)
WHAT = {"explicitVal": "explicit", "implicitVal": "implicit"}  # what messages call a value
ANY_SLICE = "#sparse_tensor<slice(0, ?, 1)>"


class EncodingAttr(NamedAttr):
    """`#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>`, for tensors of `rank` dimensions. `values` are what
    its elements are, and are where nothing is stored, by the key."""

    __slots__ = ("rank", "values")

    def __init__(self, text: str, rank: int, values: dict[str, Attribute]):
        super().__init__(text, "sparse")
        self.rank, self.values = rank, values

    def misfit(self, shape, element) -> str | None:
        if shape is not None and len(shape) != self.rank:
            return f"dimension-rank mismatch between encoding and tensor shape: {self.rank} != {len(shape)}"
        for key, value in self.values.items():
            if value.type != element:
                return f"{WHAT[key]} value type mismatch between encoding and tensor element type: '{value.type}' != '{element}'"
        return None


class Mapping:
    """Reads a map from dimensions to levels: `[s0] {l0, l1} (i = l0, j = l1 : #sparse_tensor<slice(0, 4, 1)>) -> (l0 = i : dense, l1 = j : compressed)`."""

    def __init__(self, p):
        self.p, self.names, self.levels, self.stored = p, {}, {}, []
        self.symbols = len(p.comma_list(lambda: self.declare("s", self.names), "[", "]")) if p.at("[") else 0
        if p.at("{"):
            p.comma_list(lambda: self.declare("l", self.levels), "{", "}")
        self.slices = p.comma_list(self.dimension, "(", ")")
        p.expect("->")
        start = p.start
        p.comma_list(self.level, "(", ")")
        if problem := self.wrong_order([format.partition("(")[0] for _, format in self.stored]):
            raise p.error(problem, start)

    def declare(self, letter, into):
        start, name = self.p.start, self.p.take(WORD, "bare identifier")
        if name in self.names or name in self.levels:
            raise self.p.error(f"redefinition of identifier '{name}'", start)
        into[name] = (letter, len([kind for kind, _ in into.values() if kind == letter]))

    def dimension(self):
        """Its slice, or None where there is none."""
        self.declare("d", self.names)
        if self.p.accept("="):
            Expressions(self.p, self.levels).sum()
        return self.slice() if self.p.accept(":") else None

    def slice(self) -> str:
        p = self.p
        if p.token != "#sparse_tensor":
            raise p.expected("'#sparse_tensor<slice(offset, size, stride)>'")
        p.advance()
        p.expect("<")
        p.keyword("slice")
        p.expect("(")
        parts: list[str] = []
        for number, least in enumerate((0, 0, 1)):
            start = p.start
            size = None if p.accept("?") else p.integer()
            if size is not None and size < least:
                raise p.error("expect positive value or ? for slice offset/size/stride", start)
            parts.append("?" if size is None else str(size))
            p.expect("," if number < 2 else ")")
        p.expect(">")
        return f"#sparse_tensor<slice({', '.join(parts)})>"

    def level(self) -> None:
        """What is stored at the next level, and how."""
        p, place = self.p, len(self.stored)
        if p.token in self.levels:
            start, name = p.start, p.advance()
            p.expect("=")
            if self.levels[name] != ("l", place):
                raise p.error(f"Level-variable ordering mismatch. The variable '{name}' was not declared as level {place}", start)
        expression = Expressions(p, self.names).sum()
        p.expect(":")
        self.stored.append((spelled(expression), self.format()))

    def format(self) -> str:
        p = self.p
        start, format = p.start, p.keyword()
        if format not in FORMATS:
            raise p.error(f"unknown level format: {format}", start)
        sizes = p.comma_list(p.integer, "[", "]") if p.at("[") else []
        if len(sizes) != (2 if format == "structured" else 0):
            raise p.error("expected exactly 2 structured sizes" if format == "structured" else "expected no structured sizes", start)
        properties = p.comma_list(self.property, "(", ")") if p.at("(") else []
        if properties and format in ("dense", "batch", "structured"):
            raise p.error("invalid level type: level format doesn't support the properties", start)
        if "soa" in properties and format != "singleton":
            raise p.error("SoA is only applicable to singleton lvlTypes.", start)
        written = ", ".join([each for each in PROPERTIES if each in properties])
        return format + (f"[{sizes[0]}, {sizes[1]}]" if sizes else "") + (f"({written})" if written else "")

    def property(self) -> str:
        start, name = self.p.start, self.p.keyword()
        if name not in PROPERTIES:
            raise self.p.error(f"unknown level property: {name}", start)
        return name

    @staticmethod
    def wrong_order(formats: list[str]) -> str | None:
        if "batch" in formats[len([each for each in formats if each == "batch"]) :]:
            return "Batch lvlType can only be leading levels."
        for before, format in zip([None, *formats], formats):
            if format == "singleton" and before not in ("compressed", "loose_compressed", "singleton"):
                return "expected compressed or loose_compressed level before singleton level"
        return None

    def __str__(self) -> str:
        head = f"[{', '.join([f's{n}' for n in range(self.symbols)])}]" if self.symbols else ""
        with_slices = any(self.slices)
        dimensions = [f"d{n}" + (f" : {each or ANY_SLICE}" if with_slices else "") for n, each in enumerate(self.slices)]
        return f"{head}({', '.join(dimensions)}) -> ({', '.join([f'{e} : {format}' for e, format in self.stored])})"


def read_encoding(p) -> EncodingAttr:
    start, mapping, numbers, values = p.start, None, {"posWidth": 0, "crdWidth": 0}, {}
    p.expect("<")
    p.expect("{")
    while not p.accept("}"):
        at, key = p.start, p.keyword()
        p.expect("=")
        if key == "map":
            mapping = Mapping(p)
        elif key in numbers:
            at, numbers[key] = p.start, p.integer()
            if numbers[key] not in WIDTHS:
                raise p.error(f"unexpected {'position' if key == 'posWidth' else 'coordinate'} bitwidth: {numbers[key]}", at)
        elif key in ("explicitVal", "implicitVal"):
            at, values[key] = p.start, p.attribute()
            if key == "implicitVal" and values[key].value:
                raise p.error("implicit value must be zero", at)
        else:
            raise p.error(f"unexpected key: {key}", at)
        if not p.accept(",") and not p.at("}"):
            raise p.expected("'}'")
    p.expect(">")
    if mapping is None or not mapping.stored:
        raise p.error("expected a non-empty array for lvlTypes", start)
    widths = {key: number for key, number in numbers.items() if number}
    said = [f"{key} = {values[key] if key in values else widths[key]}" for key in (*numbers, *WHAT) if key in values or key in widths]
    text = ", ".join([f"map = {mapping}", *said])
    return EncodingAttr(f"#sparse_tensor.encoding<{{ {text} }}>", len(mapping.slices), values)


DIALECT = Dialect("sparse_tensor", "\n", attributes={"encoding": read_encoding})
