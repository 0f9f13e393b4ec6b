"""Open sizes as numbers, for as long as something looks at dimensions: each a prime of its own, larger than sizes are, so that joined dimensions are
told from all others and come apart again.

    %0 = dynamic_broadcast_in_dim %m, %shape    tensor<?x2x16x16xf32>
    %0 = broadcast_in_dim %m                    tensor<2147483659x2x16x16xf32>

Sizes that operations say are equal have the same prime, and one that is computed is the number that comes of others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import gcd, prod

from tfir.analysis.extents import EqualSizes, Place, UnknownSizeError, sizes_in
from tfir.analysis.rows import BROADCAST, IOTA, RESHAPE
from tfir.dialects.stablehlo.inference.checks import integers
from tfir.ir.attributes import DenseArrayAttr
from tfir.ir.builder import Builder
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import I64, TensorType, Type
from tfir.ods.shapes import Size, fresh

from tfopt.arithmetic.sizes import UnknownSizes

LEAST = 1 << 31  # than which no dimension is larger
CONSTANT = "stablehlo.constant"
TWINS = {f"stablehlo.dynamic_{name}": f"stablehlo.{name}" for name in ("broadcast_in_dim", "iota", "reshape")}
DYNAMIC = {name: dynamic for dynamic, name in TWINS.items()}


def primes() -> Iterator[int]:
    return filter(is_prime, count(LEAST + 1, 2))


def is_prime(number: int) -> bool:
    """Of an odd number below 3,215,031,751, by Miller's test, whose bases decide it there."""
    twos = (number - 1 & 1 - number).bit_length() - 1
    powers = [[pow(base, number - 1 >> shift, number) for shift in range(twos, 0, -1)] for base in (2, 3, 5, 7)]
    return all([each[0] == 1 or number - 1 in each for each in powers])


def is_open(value: Value) -> bool:
    return isinstance(value.type, TensorType) and value.type.shape is not None and None in value.type.shape


class OpenSizesAsPrimes:
    """While it lasts (`with`), types of a block have a prime for each open size, and operations that are told their shape are those that are not.
    Behind it all types are as they were, and operations that were made meanwhile are told their shapes."""

    def __init__(self, block: Block):
        self.block = block
        self.types: dict[Value, Type] = {}
        self.told: dict[Operation, tuple[str, tuple[Value, ...]]] = {}  # the name and operands of each operation that was told its shape
        self.symbols: dict[int, Size] = {}  # by prime

    def __enter__(self) -> None:
        self.before, self.equal = {*self.block}, EqualSizes(self.block)
        while (pair := self._close_all()) is not None:
            self.equal.join(*pair)
            self._open_all()

    def __exit__(self, *_: object) -> None:
        for op in [op for op in self.block if op not in self.before]:
            self._tell(op)
        self._open_all()

    def _close_all(self) -> tuple[Place, Place] | None:
        """Two places that turn out to be equal, which nothing said before, by as many elements on both sides of a reshape; else all is closed."""
        self.numbers, self.places, numbers = dict[Place, int](), dict[int, Place](), primes()
        self.types, self.told, self.symbols, self.values = {}, {}, {}, UnknownSizes()
        for argument in self.block.arguments:
            self._close(argument, (), numbers)
        for op in self.block:
            sizes = told_sizes(op)
            for result in op.results:
                self._close(result, sizes, numbers)
            if sizes and is_plain(op):
                self.told[op] = op.name, tuple(op.operands)
                op.set_operands(op.operands[:-1])
                op.rename(TWINS[op.name])
            elif sizes and op.name == DYNAMIC[RESHAPE]:
                one, other = prod(op.operands[0].type.shape), prod(sizes)
                common = gcd(one, other)
                if one // common in self.places and other // common in self.places:
                    return self.places[one // common], self.places[other // common]
        return None

    def _open_all(self) -> None:
        """Gives all types, and what was told its shape, back."""
        for op in self.block:
            if op in self.told:
                name, operands = self.told[op]
                op.rename(name)
                op.set_operands(operands)
        for value in [*self.block.arguments, *[result for op in self.block for result in op.results]]:
            if value in self.types:
                value.retype(self.types[value])
            elif isinstance(value.type, TensorType) and value.type.shape is not None and value.op not in self.before:
                value.retype(
                    value.type.with_shape(tuple([size if isinstance(self._size(size), int) else None for size in value.type.shape]))
                )

    def _close(self, value: Value, sizes: tuple[int, ...], numbers: Iterator[int]) -> None:
        if not is_open(value):
            return
        shape: list[int] = []
        for axis, size in enumerate(value.type.shape):
            first = self.equal.first((value, axis))
            if size is None and first not in self.numbers:
                self.numbers[first] = number = sizes[axis] if sizes else next(numbers)
                if not sizes:
                    self.places[number], self.symbols[number] = first, (symbol := fresh())
                    self.values.carriers[symbol] = [(value, axis)]
            shape.append(self.numbers[first] if size is None else size)
        self.types[value] = value.type
        value.retype(value.type.with_shape(tuple(shape)))

    def _size(self, number: int) -> Size:
        """What a number stands for: itself, or a product of open sizes."""
        size: Size = 1
        for prime, symbol in self.symbols.items() if number > LEAST else ():
            while number % prime == 0:
                number, size = number // prime, size * symbol
        return size * number

    def _tell(self, op: Operation) -> None:
        """Gives an operation that was made meanwhile the shape that it has to be told."""
        sizes = [self._size(size) for size in op.results[0].type.shape] if op.name in (*DYNAMIC, CONSTANT) else []
        if all([isinstance(size, int) for size in sizes]):
            return
        build = Builder.before(op)
        shape = self.values.shape(sizes, build)
        if op.name == CONSTANT:
            scalar = op.attributes["value"].with_type(op.result.type.with_shape(()))
            number = build.value(CONSTANT, [], scalar.type, {"value": scalar})
            op.set_attributes({"broadcast_dimensions": DenseArrayAttr([], I64)})
            op.rename(DYNAMIC[BROADCAST])
            op.set_operands([number, shape])
        else:
            op.rename(DYNAMIC[op.name])
            op.set_operands([*op.operands, shape])


def told_sizes(op: Operation) -> tuple[int, ...]:
    """The shape that an operation is told, in numbers; nothing where it is not known, or told none."""
    if op.name not in TWINS or any(map(is_open, op.operands)):  # of a value around the block
        return ()
    try:
        sizes = sizes_in(op.operands[-1], op, are_lengths=True)
    except UnknownSizeError:
        return ()
    return tuple(sizes) if all([isinstance(size, int) for size in sizes]) else ()


def is_plain(op: Operation) -> bool:
    """Whether an operation does what its twin of known shape does: no size turns out to be 1 where another one is meant."""
    if op.name == DYNAMIC[BROADCAST]:
        (operand, _), shape = op.operands, op.result.type.shape
        targets = integers(op.attributes["broadcast_dimensions"])
        return all([size in (1, shape[target]) for size, target in zip(operand.type.shape, targets)])
    return op.name == DYNAMIC[IOTA] or prod(op.operands[0].type.shape) == prod(op.result.type.shape)
