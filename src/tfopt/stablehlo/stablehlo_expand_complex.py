"""Computes with the two parts of complex numbers instead of complex numbers, which devices do not know.

Each tensor of complex numbers becomes two of real ones, in regions too. What a function is given and gives stays complex: that is taken
apart by `real` and `imag` and put together by `complex`. So does what the operands and results are of an operation without an expansion.
"""

from __future__ import annotations

from tfir.dialects import has_trait
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.types import ComplexType, ShapedType, TensorType, Type, storage_bits
from tfir.ods.arrays import array_of, dense_of

from tfopt.rewrite.building import building_before, constant
from tfopt.rewrite.constants import elements_made_by
from tfopt.stablehlo import complex_numbers as c
from tfopt.stablehlo.complex_numbers import Complex
from tfopt.stablehlo.fourier import fourier
from tfopt.stablehlo.real_numbers import Real, converted, filled, made, reshaped, sliced

WORKS_ON = ()  # types of functions, too
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

EXACT = False


def stablehlo_expand_complex(func: "Func"):
    """Compute with the parts of complex numbers, and with products of matrices for Fourier transforms."""
    if any(is_complex(value) for op in func.walk() for value in values_of(op)):
        expansion = Expansion()
        expansion.block(func.body)
        for op in reversed(expansion.done):
            op.erase()


def values_of(op: Operation) -> list[Value]:
    """Operands, results and the arguments of all blocks."""
    arguments = [value for region in op.regions for block in region.blocks for value in block.arguments] if op.regions else []
    return [*op.operands, *op.results, *arguments]


def is_complex(value: Value) -> bool:
    return isinstance(value.type, ShapedType) and isinstance(value.type.element, ComplexType)


# What takes as many operands as one likes, and what its region gets and gives in their order
BY_OPERAND = frozenset("stablehlo." + name for name in ("case", "if", "reduce", "reduce_window", "scatter", "sort", "while"))
FUNCTIONS: dict[str, Callable[..., Complex | Real]] = {
    "atan2": c.atan2, "cbrt": c.cbrt, "cosine": c.cosine, "divide": Complex.__truediv__, "exponential": c.exponential, "exponential_minus_one": c.exponential_minus_one,
    "log": c.log, "log_plus_one": c.log_plus_one, "logistic": c.logistic, "maximum": c.extreme("GT"),
    "minimum": c.extreme("LT"), "multiply": Complex.__mul__, "power": c.power, "rsqrt": c.rsqrt,
    "sign": c.sign, "sine": c.sine, "sqrt": c.sqrt, "tan": c.tan, "tanh": c.tanh,
    "abs": c.absolute, "real": lambda z: z.re, "imag": lambda z: z.im, "complex": Complex,
}  # fmt: skip


def is_by_part(op: Operation) -> bool:
    """Whether the op acts on real and imaginary parts separately; operands that are not complex are shared."""
    return op.name in ("stablehlo.add", "stablehlo.subtract", "stablehlo.negate") or (has_trait(op, "movement") and len(op.results) == 1)


def has_known_lengths(op: Operation) -> bool:
    """Whether a Fourier transform runs over dimensions of known sizes."""
    shape = op.operands[0].type.shape
    return shape is not None and None not in shape[len(shape) - len(integers(op.attributes["fft_length"])) :]


def part_type(type: Type) -> TensorType:
    return type.with_element(type.element.element)


class Expansion:
    """Which pairs stand for which values, and the operations that are not needed once all users have been expanded."""

    def __init__(self):
        self.pairs: dict[Value, Complex] = {}
        self.done: list[Operation] = []

    def block(self, block: Block) -> None:
        for op in list(block):
            if any(is_complex(value) for inner in op.walk() for value in values_of(inner)):
                with building_before(op):
                    self.expand(op)

    def expand(self, op: Operation) -> None:
        local = op.name.removeprefix("stablehlo.")
        if op.name == "func.return":
            op.set_operands([self.whole(value) for value in op.operands])
        elif op.name == "stablehlo.return":
            op.set_operands(self.flat(op.operands))
        elif op.name in BY_OPERAND:
            self.by_operand(op)
        elif is_by_part(op):
            self.finish(op, Complex(*[self.by_part(op, part) for part in ("re", "im")]))
        elif local in FUNCTIONS:
            self.finish(op, FUNCTIONS[local](*[self.operand(value) for value in op.operands]))
        elif local in RULES and (local != "fft" or has_known_lengths(op)):
            self.finish(op, RULES[local](op, *[self.operand(value) for value in op.operands]))
        else:  # as it is, and so is what its regions read of the program around
            for inner in op.walk():
                inner.set_operands([self.whole(value) for value in inner.operands])

    def operand(self, value: Value):
        """A value as a Real, or as a pair."""
        return self.pair(value) if is_complex(value) else Real(value)

    def pair(self, value: Value) -> Complex:
        if value not in self.pairs:  # what the function is given, or an operation gives that knows nothing of parts
            build = Builder(value.block, value.block.first) if value.op is None else Builder.after(value.op)
            self.pairs[value] = Complex(
                *[Real(build.value(f"stablehlo.{part}", [value], part_type(value.type))) for part in ("real", "imag")]
            )
        return self.pairs[value]

    def whole(self, value: Value) -> Value:
        """A value as the program around expects it."""
        if not is_complex(value) or value not in self.pairs:
            return value
        pair = self.pair(value)
        return made("complex", pair.re, pair.im, type=value.type).value

    def flat(self, values) -> list[Value]:
        return [part for value in values for part in (self.parts(value) if is_complex(value) else (value,))]

    def parts(self, value: Value) -> tuple[Value, Value]:
        pair = self.pair(value)
        return pair.re.value, pair.im.value

    def finish(self, op: Operation, result) -> None:
        """Lets what was found, a Real or a pair, stand for the result."""
        if isinstance(result, Complex):
            self.pairs[op.results[0]] = result
        else:
            op.results[0].replace_all_uses_with(result.value)
        self.done.append(op)

    def by_part(self, op: Operation, part: str) -> Real:
        """The operation on the real or the imaginary parts."""
        mapping = {value: getattr(self.pair(value), part).value for value in op.operands if is_complex(value)}
        copy = op.parent.insert_before(op.clone(mapping), op)
        copy.results[0].retype(part_type(op.results[0].type))
        return Real(copy.results[0])

    def by_operand(self, op: Operation) -> None:
        """The operation with two operands, results and arguments of its regions for each complex one."""
        types = [type for result in op.results for type in ((part_type(result.type),) * 2 if is_complex(result) else (result.type,))]
        new = Operation(op.name, self.flat(op.operands), types, dict(op.attributes), location=op.location)
        for region in op.regions:
            new.add_region(self.moved(region, pairwise=op.name == "stablehlo.sort"))
        op.parent.insert_before(new, op)
        rest = iter(new.results)
        for result in op.results:
            if is_complex(result):
                self.pairs[result] = Complex(Real(next(rest)), Real(next(rest)))
            else:
                result.replace_all_uses_with(next(rest))
        self.done.append(op)
        for region in new.regions:
            self.block(region.entry)

    def moved(self, region: Region, pairwise: bool) -> Region:
        """The operations of a region's block in a new one, whose arguments are real. A comparator's belong together by twos."""
        old, new = region.entry, Block()
        step = 2 if pairwise else 1
        for at in range(0, len(old.arguments), step):
            group = old.arguments[at : at + step]
            if is_complex(group[0]):
                parts = [[Real(new.add_argument(part_type(value.type))) for value in group] for _ in range(2)]
                self.pairs.update(zip(group, [Complex(re, im) for re, im in zip(*parts)]))
            else:
                for value in group:
                    value.replace_all_uses_with(new.add_argument(value.type))
        for op in list(old):
            new.append(op.remove())
        return Region([new])


def constant_parts(op: Operation) -> Complex:
    array, element = array_of(elements_made_by(op)), op.results[0].type.element.element
    return Complex(*[Real(constant(dense_of(part, element))) for part in (array.real, array.imag)])


def iota(op: Operation) -> Complex:
    re = made("iota", iota_dimension=op.attributes["iota_dimension"], type=part_type(op.results[0].type))
    return Complex(re, filled(re, 0.0))


def compare(op: Operation, x: Complex, y: Complex) -> Real:
    re, im = ([made("compare", *pair, **op.attributes)] for pair in ((x.re, y.re), (x.im, y.im)))
    return re[0] & im[0] if op.get("comparison_direction") == "EQ" else re[0] | im[0]


def convert(op: Operation, x) -> Complex | Real:
    result = op.results[0]
    if not isinstance(x, Complex):
        x = Complex(x, filled(x, 0))
    if not is_complex(result):
        return converted(x.re, result.type.element)
    return Complex(*[converted(part, result.type.element.element) for part in (x.re, x.im)])


def bitcast_convert(op: Operation, x) -> Complex | Real:
    """The bits of parts that stand side by side along one more dimension."""
    result, types = op.results[0], [value.type for value in (op.operands[0], op.results[0])]
    (source, _), (element, shape) = [numbers_in(type) for type in types]
    if isinstance(x, Complex):
        x = side_by_side(x)
    more, fewer = storage_bits(element) // storage_bits(source), storage_bits(source) // storage_bits(element)
    if more > 1:
        x = reshaped(x, (*shape, more))
    cast = x.shape[:-1] if more > 1 else (*x.shape, fewer) if fewer > 1 else x.shape
    x = reshaped(made("bitcast_convert", x, type=TensorType(cast, element)), shape)
    return apart(x) if is_complex(result) else x


def numbers_in(type: Type) -> tuple[Type, tuple[int, ...]]:
    """The element type and the shape of the real numbers of a tensor, of which a complex one has two side by side."""
    return (type.element.element, (*type.shape, 2)) if isinstance(type.element, ComplexType) else (type.element, type.shape)


def side_by_side(z: Complex) -> Real:
    parts = [reshaped(part, (*part.shape, 1)) for part in (z.re, z.im)]
    return made("concatenate", *parts, dimension=len(z.re.shape))


def apart(x: Real) -> Complex:
    last = len(x.shape) - 1
    return Complex(*[reshaped(sliced(x, {last: (part, part + 1)}), x.shape[:-1]) for part in range(2)])


def product(op: Operation, x, y) -> Complex | Real:
    """Of matrices or a convolution. Operands and the result may differ in type: what is real has no imaginary part."""
    result = op.results[0]
    type = part_type(result.type) if is_complex(result) else result.type

    def times(a: Real, b: Real) -> Real:
        return made(op.name.removeprefix("stablehlo."), a, b, type=type, **op.attributes)

    if not isinstance(x, Complex):
        re, im = (times(x, part) for part in (y.re, y.im)) if isinstance(y, Complex) else (times(x, y), None)
    elif not isinstance(y, Complex):
        re, im = times(x.re, y), times(x.im, y)
    else:
        re, im = times(x.re, y.re) - times(x.im, y.im), times(x.re, y.im) + times(x.im, y.re)
    if not is_complex(result):
        return re
    return Complex(re, filled(re, 0.0) if im is None else im)


def fft(op: Operation, x) -> Complex | Real:
    return fourier(op.get("fft_type"), integers(op.attributes["fft_length"]), x)


RULES: dict[str, Callable[..., Complex | Real]] = {
    "bitcast_convert": bitcast_convert, "compare": compare, "constant": constant_parts, "convert": convert, "convolution": product, "dot": product, "dot_general": product, "fft": fft, "iota": iota,
}  # fmt: skip
