"""A function of loops over buffers, `@T.prim_func`, that is being written: what an op computes that no operator of Relax does."""

from __future__ import annotations

import re
from contextlib import contextmanager

from tftranslate.relax.element_types import dtype_name, literal
from tftranslate.relax.names import Names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfir.ir.operations import Value
    from tfir.ir.types import Type

STEP = "    "
NUMBER = re.compile(r"-?\d+")


class Buffer:
    """A tensor that a kernel reads or writes; sizes are numbers, or the names of symbols, as text. Complex numbers are a last dimension of two."""

    __slots__ = ("name", "sizes", "element")

    def __init__(self, name: str, sizes: Sequence[str], element: Type):
        self.name, self.sizes, self.element = name, list(sizes), element

    @property
    def dtype(self) -> str:
        return dtype_name(self.element)

    @property
    def shape(self) -> str:
        return tuple_text(self.sizes)

    def at(self, index: Sequence[str]) -> str:
        return f"{self.name}[{', '.join(index) or '()'}]"


class Splat(Buffer):
    """A constant that is one number at every place, which stands where it is read."""

    __slots__ = ("number",)

    def __init__(self, number: float | int | bool, sizes: Sequence[str], element: Type):
        super().__init__("", sizes, element)
        self.number = number

    def at(self, index: Sequence[str]) -> str:
        return literal(self.number, self.element)


class Kernel:
    """`inputs` and `outputs` are its buffers; `symbols` stand for sizes that are not known, each told by a buffer that has it."""

    def __init__(self, wish: str):
        self.wish, self.names = wish, Names((*("R", "T", "I", "Module", "range", "float"), wish))
        self.inputs: list[Buffer] = []
        self.outputs: list[Buffer] = []
        self.outside: dict[Value, str] = {}  # what regions take from around them
        self.symbols: dict[str, str] = {}
        self.lines: list[str] = []
        self.depth = 2

    # Buffers

    def buffer(self, wish: str, sizes: Sequence[str], element: Type) -> Buffer:
        return Buffer(self.names.new(wish), [self.size(size) for size in sizes], element)

    def size(self, size: str) -> str:
        """A size of the function that calls, by the kernel's own symbol where it is no number."""
        if NUMBER.fullmatch(size):
            return size
        if size not in self.symbols:
            self.symbols[size] = self.names.new(size if size.isidentifier() else "n")
        return self.symbols[size]

    def scratch(self, wish: str, sizes: Sequence[str], dtype: str, element: Type) -> Buffer:
        """Memory of the kernel's own, within a block."""
        made = Buffer(self.names.new(wish), sizes, element)
        self.line(f'{made.name} = T.sblock_alloc_buffer({made.shape}, "{dtype}")')
        return made

    # Statements

    def line(self, text: str) -> None:
        self.lines.append(STEP * self.depth + text)

    @contextmanager
    def inside(self, header: str) -> Iterator[None]:
        """What is indented below a line."""
        self.line(header)
        self.depth += 1
        yield
        self.depth -= 1

    @contextmanager
    def loop(self, sizes: Sequence[str], wish: str = "i") -> Iterator[list[str]]:
        """A nest of loops over all indices of a shape."""
        index = [self.names.new(wish) for _ in sizes]
        if not sizes:
            yield index
            return
        ranges = f"range({sizes[0]})" if len(sizes) == 1 else f"T.grid({', '.join(sizes)})"
        with self.inside(f"for {', '.join(index)} in {ranges}:"):
            yield index

    @contextmanager
    def root(self) -> Iterator[None]:
        """The block around all of a body of plain statements."""
        with self.inside('with T.sblock("root"):'):
            yield

    @contextmanager
    def each(self, sizes: Sequence[str]) -> Iterator[list[str]]:
        """Each index of a result that is computed by itself, as schedules and fusion of TVM know it."""
        if not sizes:
            with self.root():
                yield []
            return
        with self.loop(sizes) as index, self.inside(f'with T.sblock("{self.wish}"):'):
            own = [self.names.new(f"v{name}") for name in index]
            remap = f'T.axis.remap("{"S" * len(own)}", [{", ".join(index)}])'
            self.line(f"{own[0]} = T.axis.spatial({sizes[0]}, {index[0]})" if len(own) == 1 else f"{', '.join(own)} = {remap}")
            yield own

    def local(self, value: str, dtype: str, wish: str = "t") -> str:
        """A variable with a first value."""
        name = self.names.new(wish)
        self.line(f"{name}: T.{dtype} = {value}")
        return name

    def put(self, buffer: Buffer, index: Sequence[str], value: str) -> None:
        self.line(f"{buffer.at(index)} = {value}")

    # Text

    def text(self, name: str) -> str:
        buffers = [each for each in (*self.inputs, *self.outputs) if each.name]
        if not self.symbols:
            parameters = [f'{each.name}: T.Buffer({each.shape}, "{each.dtype}")' for each in buffers]
            opening: list[str] = []
        else:
            parameters = [f"{each.name}_handle: T.handle" for each in buffers]
            opening = [f"{symbol} = T.int64()" for symbol in self.symbols.values()]
            opening += [f'{each.name} = T.match_buffer({each.name}_handle, {each.shape}, "{each.dtype}")' for each in buffers]
        head = ["@T.prim_func(private=True, s_tir=True)", f"def {name}({', '.join(parameters)}):"]
        return "\n".join([*[STEP + line for line in head], *[STEP * 2 + line for line in opening], *self.lines])


def tuple_text(items: Sequence[str]) -> str:
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"


# Arithmetic of indices; numbers are computed


def is_number(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None


def plus(left: str, right: str | int) -> str:
    right = str(right)
    if is_number(left) and is_number(right):
        return str(int(left) + int(right))
    if right == "0" or left == "0":
        return left if right == "0" else right
    return f"{left} - {right[1:]}" if right.startswith("-") else f"{left} + {right}"


def minus(left: str, right: str | int) -> str:
    right = str(right)
    if is_number(right):
        return plus(left, -int(right))
    return "0" if left == right else f"{left} - {grouped(right)}"


def times(left: str, right: str | int) -> str:
    right = str(right)
    if is_number(left) and is_number(right):
        return str(int(left) * int(right))
    if "0" in (left, right):
        return "0"
    if right == "1" or left == "1":
        return left if right == "1" else right
    return f"{grouped(left)} * {grouped(right)}"


def grouped(text: str) -> str:
    """In parentheses unless it is one word, number or access."""
    return text if re.fullmatch(r"[\w.]+(\[[^\[\]]*\])?", text) else f"({text})"


def flat(index: Sequence[str], sizes: Sequence[str]) -> str:
    """The number of an element in row-major order."""
    total = "0"
    for position, size in zip(index, sizes):
        total = plus(times(total, size), position)
    return total


def undilated(place: str, step: str, conditions: list[str]) -> str:
    """A place among what lies a step apart, as a number of what lies there; adds the condition that something does. The place is not negative
    where it is looked at: for `//` TVM then computes one less where it can write the place as a multiple and a negative rest."""
    conditions.append(f"T.truncmod({place}, {step}) == 0")
    return f"T.truncdiv({place}, {step})"


def within(text: str, size: str) -> str:
    return f"{text} >= 0 and {text} < {size}"
