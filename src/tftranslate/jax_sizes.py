"""Sizes that a program leaves open, as JAX says them: `b`, `2*b + 1`, `floordiv(b, 2)`. Those of arguments are variables, or what assertions of
the program say of them; those of results are computed of these. Source: jax, "Shape polymorphism"."""

from __future__ import annotations

from collections import Counter
from re import compile as compiled

from tfir.analysis.call_graph import call_sites
from tfir.analysis.program_shapes import ProgramShapes
from tfir.ir.attributes import EnumAttr, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, TensorType
from tfir.ods.inference import AbstractValue
from tfir.ods.shapes import (
    BROADCAST,
    CEILDIV,
    FLOORDIV,
    MAX,
    MIN,
    QUOTIENT,
    Size,
    Symbol,
    divide_down,
    fresh,
    least,
    most,
    named,
    remainder,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Place = tuple[Value, int]  # an argument of the function, and which of its dimensions
    Polynomial = Counter[tuple[str, ...]]  # how often each product of names is in a sum

GLOBAL_CONSTANT = "jax.global_constant"
SIZE_OF = "stablehlo.get_dimension_size"
# What JAX writes into assertions of the sizes of arguments. A number in braces is that of an operand behind the condition.
SPECIFIED = compiled(r"specification '([^']*)' for dimension .*? \(= \{(\d+)\}\)")
COMPARED = compiled(r"dimension size .*? \(= \{(\d+)\}\) and the specification '([^']*)'")
CALLS = {"floordiv": divide_down, "mod": remainder, "max": most, "min": least}
CALLED = {
    FLOORDIV: "floordiv",
    QUOTIENT: "floordiv",
    MIN: "min",
    MAX: "max",
    BROADCAST: "max",
}  # of sizes of which one is 1 the larger one is taken


class JaxSizes:
    """The sizes of what a function of a module takes and gives, as texts."""

    def __init__(self, module: Operation, function: Operation):
        self.function = function
        self.variables: dict[str, Symbol] = {}
        self.sizes: dict[Place, Size] = {}
        for place, text in specified(module, function):
            if place not in self.sizes:
                self.sizes[place] = self._parsed(text)
        functions = [op for op in module.body if op.name == "func.func" and op.region.blocks]
        self._name_others(equal_sizes(function))
        self.names = {symbol: name for name, symbol in self.variables.items()}
        given = {argument: self._state(argument) for argument in function.body.arguments if open_axes(argument)}
        given |= {
            argument: self._constant(name) for each in functions for argument, name in global_constants(each) if name in self.variables
        }
        self.shapes = ProgramShapes(functions, given)

    def of(self, value: Value) -> list[str]:
        """The sizes of an argument or of what the function returns. Raises Error for one that those of arguments don't tell."""
        shape = self.shapes[value].shape or ()
        return [str(size) if size is not None else self.text(symbolic) for size, symbolic in zip(value.type.shape, shape)]

    def text(self, size: Size) -> str:
        """A size as JAX writes it: a sum of products, since it has no parentheses around sums."""
        return written(self._polynomial(size))

    def _name_others(self, equal: list[set[Place]]) -> None:
        """Gives the sizes that nothing specifies variables, one for those that are equal: a, b, .. aa, ab, .."""
        names = unused(self.variables)
        for argument in self.function.body.arguments:
            for axis in open_axes(argument):
                if (argument, axis) in self.sizes:
                    continue
                alike = next((places for places in equal if (argument, axis) in places), {(argument, axis)})
                told = [self.sizes[place] for place in alike if place in self.sizes]
                self.sizes[argument, axis] = told[0] if told else self.variables.setdefault(next(names), fresh())

    def _state(self, argument: Value) -> AbstractValue:
        sizes = [self.sizes.get((argument, axis)) if size is None else size for axis, size in enumerate(argument.type.shape)]
        return AbstractValue(named(tuple(sizes)), argument.type.element)

    def _constant(self, name: str) -> AbstractValue:
        return AbstractValue((), I32, content=[self.variables[name]])

    def _polynomial(self, size: Size) -> Polynomial:
        if isinstance(size, int):
            return Counter({(): size})
        if size in self.names:
            return Counter({(self.names[size],): 1})
        operator, *parts = size.formula or ("",)
        if operator == CEILDIV:
            operator, parts = FLOORDIV, [parts[0] + parts[1] - 1, parts[1]]
        sums = [self._polynomial(part) for part in parts]
        if operator == "+":
            return combined(sums, [1] * len(sums))
        if operator == "-":
            return combined(sums, [1, -1])
        if operator == "*":
            return multiplied(*sums)
        if operator in CALLED:
            return Counter({(f"{CALLED[operator]}({', '.join(map(written, sums))})",): 1})
        raise Error.on(self.function, "has a result of a size that those of the arguments don't tell, as JAX needs them to")

    def _parsed(self, text: str) -> Size:
        """The size that a specification says; one that is written otherwise is a variable of its own."""
        from ast import parse

        try:
            return self._meaning(parse(text.replace("^", "**"), mode="eval").body)
        except (SyntaxError, ValueError):
            return self.variables.setdefault(text, fresh())

    def _meaning(self, node) -> Size:
        match node.__class__.__name__:
            case "Constant" if isinstance(node.value, int):
                return node.value
            case "Name":
                return self.variables.setdefault(node.id, fresh())
            case "UnaryOp":
                return 0 - self._meaning(node.operand)
            case "Call" if node.func.id in CALLS and len(node.args) == 2:
                return CALLS[node.func.id](*map(self._meaning, node.args))
            case "BinOp":
                one, other = self._meaning(node.left), self._meaning(node.right)
                match node.op.__class__.__name__:
                    case "Add":
                        return one + other
                    case "Sub":
                        return one - other
                    case "Mult":
                        return one * other
                    case "Pow" if isinstance(other, int) and other > 0:
                        power = one
                        for _ in range(other - 1):
                            power = power * one
                        return power
        raise ValueError(node)


# What a program says of the sizes of its arguments


def open_axes(argument: Value) -> list[int]:
    type = argument.type
    return [axis for axis, size in enumerate(type.shape) if size is None] if isinstance(type, TensorType) and type.shape else []


def assertions(function: Operation) -> Iterator[Operation]:
    for op in function.region.entry if function.region.blocks else ():
        if op.name == "stablehlo.custom_call" and op.get("call_target_name") == "shape_assertion" and op.operands:
            yield op


def asked(function: Operation, value: Value) -> Place | None:
    """The dimension of an argument that a value is the size of."""
    while value.op is not None and value.op.name == "stablehlo.convert":
        value = value.op.operands[0]
    op = value.op
    if op is None or op.name != SIZE_OF or op.operands[0].block is not function.body or op.operands[0].op is not None:
        return None
    place = op.operands[0], op.get("dimension")
    return place if place[1] in open_axes(place[0]) else None


def specified(module: Operation, function: Operation) -> Iterator[tuple[Place, str]]:
    """What assertions say of dimensions, and then what functions that are told sizes as constants call them."""
    for op in assertions(function):
        message = op.get("error_message", "")
        told = [(int(number), text) for text, number in SPECIFIED.findall(message)]
        told += [(int(number), text) for number, text in COMPARED.findall(message)]
        for number, text in told:
            place = asked(function, op.operands[1 + number]) if 1 + number < len(op.operands) else None
            if place is not None:
                yield place, text
    named_functions = {op.get("sym_name"): op for op in module.body if op.name == "func.func"}
    for op in function.body:
        for site in call_sites(op):
            called = named_functions.get(site.reference.root)
            for argument, name in global_constants(called) if called is not None else ():
                place = asked(function, site.operands[argument.index])
                if place is not None:
                    yield place, name


def global_constants(function: Operation) -> list[tuple[Value, str]]:
    """The arguments of a function that are the same number in all of a program, with their names."""
    if not function.region.blocks:
        return []
    attributes = [each.get(GLOBAL_CONSTANT) for each in function.get("arg_attrs", ())]
    return [(value, each.value) for value, each in zip(function.body.arguments, attributes) if isinstance(each, StringAttr)]


def equal_sizes(function: Operation) -> list[set[Place]]:
    """The dimensions of arguments that assertions compare to be equal."""
    classes: list[set[Place]] = []
    for op in assertions(function):
        compare = op.operands[0].op
        if compare is None or compare.name != "stablehlo.compare" or not is_equality(compare):
            continue
        places = {place for value in compare.operands if (place := asked(function, value)) is not None}
        if len(places) == 2:
            met = [each for each in classes if each & places]
            classes = [each for each in classes if each not in met] + [places.union(*met)]
    return classes


def is_equality(compare: Operation) -> bool:
    direction = compare.attributes.get("comparison_direction")
    return isinstance(direction, EnumAttr) and direction.value == "EQ"


def unused(taken: dict[str, Symbol]) -> Iterator[str]:
    """Names in the order a, b, .. z, aa, ab, .."""
    from itertools import count, product
    from string import ascii_lowercase

    for length in count(1):
        for letters in product(ascii_lowercase, repeat=length):
            name = "".join(letters)
            if name not in taken and name not in CALLS:
                yield name


# Sums of products


def combined(sums: list[Polynomial], factors: list[int]) -> Polynomial:
    total: Polynomial = Counter()
    for each, factor in zip(sums, factors):
        for product, number in each.items():
            total[product] += factor * number
    return total


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    total: Polynomial = Counter()
    for product, number in one.items():
        for more, times in other.items():
            total[tuple(sorted((*product, *more)))] += number * times
    return total


def written(sum_: Polynomial) -> str:
    """`a*b + 2*b - 1`: longer products first."""
    text = ""
    for product, number in sorted(sum_.items(), key=lambda each: (-len(each[0]), each[0])):
        if number:
            part = "*".join([*([str(abs(number))] if abs(number) != 1 or not product else []), *product])
            text += (" - " if number < 0 else " + " if text else "") + part
    return text.lstrip() if text else "0"
