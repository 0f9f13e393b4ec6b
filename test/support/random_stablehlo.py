"""Random StableHLO programs: every op that can run, odd shapes, sizes 0 and 1, every element type, regions within regions.

A program is made op by op, so that each op can be told apart when results differ. Operands are earlier results, arguments or
constants. A value is `exact` where every implementation must come to the same bits; what is not (a cosine, a sum of floats) is
moved around and returned, but no comparison, no rounding and no further arithmetic depends on it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np
from tfir.ir.types import ComplexType as Complex
from tfir.ir.types import FloatType, IntegerType
from tfir.ods.arrays import dense_of, dtype_of

SIGNED = ["i2", "i4", "i8", "i16", "i32", "i64"]
UNSIGNED = ["ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
SMALL_FLOATS = ["f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ", "f8E4M3", "f8E3M4", "f8E8M0FNU", "f4E2M1FN"]
FLOATS = ["f16", "bf16", "f32", "f64"]
COMPLEX = ["complex<f32>", "complex<f64>"]
COMMON = ["f32", "f32", "f32", "f32", "i32", "i32", "i1", "i64", "f64", "f16", "bf16", "i8", "ui8", "ui32"]
SIGNED_FLOATS = [*SMALL_FLOATS[:-2], SMALL_FLOATS[-1], *FLOATS]  # f8E8M0FNU has neither 0 nor negative numbers
KINDS = ["i1", *SIGNED, *UNSIGNED, *SMALL_FLOATS, *FLOATS, *COMPLEX]
INDEX_KINDS = ["i32", "i64", "i8", "ui8", "i16", "ui32", "ui64"]
SHAPES = [(), (), (1,), (3,), (8,), (13,), (2, 4), (3, 5), (1, 7), (2, 3, 4), (3, 1, 5), (2, 2, 3, 2), (0,), (2, 0), (0, 3), (40,)]
RANKED = [shape for shape in SHAPES if shape]


def element(kind: str):
    if kind.startswith("complex"):
        return Complex(FloatType(kind[8:-1]))
    if kind[0] in "iu":
        return IntegerType(int(kind.lstrip("ui")), "u" if kind[0] == "u" else "")
    return FloatType(kind)


def dtype(kind: str) -> np.dtype:
    return dtype_of(element(kind))


def tensor(shape, kind: str) -> str:
    return f"tensor<{'x'.join([*map(str, shape), kind])}>"


def array(numbers, kind: str = "i64") -> str:
    words = [str(number).lower() if kind == "i1" else str(number) for number in numbers]
    return f"array<{kind}{': ' if words else ''}{', '.join(words)}>"


def kinds_of_tvm(seed: str) -> list[str]:
    """Element types for a drawn program: two of those that TVM has, and any other."""
    chance = random.Random(seed)
    return [chance.choice(COMMON), chance.choice(COMMON), chance.choice(KINDS)]


def is_whole(kind: str) -> bool:
    return kind in SIGNED or kind in UNSIGNED


@dataclass(frozen=True)
class Value:
    """`small` are numbers whose sums and products stay small and, mostly, exact."""

    name: str
    shape: tuple
    kind: str
    exact: bool = True
    small: bool = False

    @property
    def type(self) -> str:
        return tensor(self.shape, self.kind)


@dataclass
class Op:
    """One line of a program; `operands` are all that it reads, inside its regions too."""

    name: str
    operands: list[Value]
    results: list[Value]
    text: str
    functions: list[str] = field(default_factory=list)


def listed(values) -> tuple[str, str]:
    return ", ".join([value.name for value in values]), ", ".join([value.type for value in values])


def constant_text(value: Value, data: np.ndarray) -> str:
    return f'{value.name} = "stablehlo.constant"() <{{value = {dense_of(data, element(value.kind))}}}> : () -> ({value.type})'


class Program:
    """`arguments` are (value, array); `ops` in order; `returned` what the function gives."""

    def __init__(self, ops, arguments, returned):
        self.ops, self.arguments, self.returned = ops, arguments, returned

    @property
    def text(self) -> str:
        head = ", ".join([f"{value.name}: {value.type}" for value, _ in self.arguments])
        names, types = listed(self.returned)
        functions = dict.fromkeys([text for op in self.ops for text in op.functions])
        lines = [
            f"func.func @main({head}) -> ({types}) {{",
            *[op.text for op in self.ops],
            f"return {names} : {types}" if names else "return",
            "}",
        ]
        return "\n".join([*lines, *functions, ""])

    @property
    def arrays(self) -> list[np.ndarray]:
        return [array for _, array in self.arguments]

    def returning_all(self) -> Program:
        return Program(self.ops, self.arguments, [value for op in self.ops for value in op.results])

    def with_constants(self) -> Program:
        """The same without arguments."""
        constants = [Op("constant", [], [value], constant_text(value, array)) for value, array in self.arguments]
        return Program([*constants, *self.ops], [], self.returned)

    def of_one(self, op: Op, known: dict[str, np.ndarray]) -> Program:
        """That op alone on the values that it had, with constants as they were."""
        operands = list(dict.fromkeys(op.operands))
        constants = [other for other in self.ops if other.name == "constant" and other.results[0] in operands]
        made = [result for other in constants for result in other.results]
        return Program([*constants, op], [(value, known[value.name]) for value in operands if value not in made], op.results)


class Writer:
    """Puts a program together. Regions are written by writers of their own, which see the values around them unless `isolated`."""

    def __init__(self, seed, kinds=None, outer: Writer | None = None, isolated: bool = False):
        self.chance = outer.chance if outer else random.Random(seed)
        self.outer, self.isolated = outer, isolated
        self.kinds = outer.kinds if outer else kinds or self.some_kinds()
        self.values: list[Value] = list(outer.values) if outer and not isolated else []
        self.ops: list[Op] = []
        self.root = outer.root if outer else self
        if outer is None:
            self.arguments: list[tuple[Value, np.ndarray]] = []
            self.counter = self.function_counter = 0
            self.functions: list[str] = []

    def some_kinds(self) -> list[str]:
        return [self.one(COMMON), self.one(COMMON), self.one(KINDS)]

    def one(self, choices):
        return self.chance.choice(choices)

    def below(self, high: int, low: int = 0) -> int:
        return self.chance.randrange(low, high)

    def maybe(self, probability: float = 0.5) -> bool:
        return self.chance.random() < probability

    def some_of(self, numbers) -> list[int]:
        numbers = list(numbers)
        return sorted(self.chance.sample(numbers, self.below(len(numbers) + 1)))

    def shuffled(self, numbers) -> list[int]:
        numbers = list(numbers)
        return self.chance.sample(numbers, len(numbers))

    def depth(self) -> int:
        return 1 + self.outer.depth() if self.outer else 0

    # Numbers

    def numbers(self, shape, kind: str, small: bool = False) -> np.ndarray:
        size = int(np.prod(shape))
        if kind.startswith("complex"):
            parts = [self.numbers(shape, kind[8:-1], small) for _ in range(2)]
            result = np.empty(shape, dtype(kind))
            result.real, result.imag = parts
            return result
        one = (lambda: self.small_number(kind)) if small else self.one([lambda: self.small_number(kind), lambda: self.number(kind)])
        values = [one()] * size if self.maybe(0.2) and size else [one() for _ in range(size)]
        with np.errstate(all="ignore"):
            return np.array(values, dtype(kind)).reshape(shape)

    def small_number(self, kind: str):
        if kind == "i1":
            return self.maybe()
        lowest = 0 if kind[0] == "u" else -2 if kind == "i2" else -4
        highest = 2 if kind == "i2" else 4 if kind == "ui2" else 5
        number = self.below(highest, lowest)
        if is_whole(kind):
            return number
        return abs(number) + 1.0 if kind == "f8E8M0FNU" else number * 0.5

    def number(self, kind: str):
        if kind == "i1":
            return self.maybe()
        if is_whole(kind):
            width = int(kind.lstrip("ui"))
            low, high = (0, 2**width - 1) if kind[0] == "u" else (-(2 ** (width - 1)), 2 ** (width - 1) - 1)
            number = self.one([low, low + 1, high, high - 1, 0, 1, -1, width, width - 1, width + 1, self.below(high + 1, low)])
            return min(max(number, low), high)
        return self.float_number(ml_dtypes.finfo(dtype(kind)), kind)

    def float_number(self, facts, kind: str) -> float:
        specials = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1.5, 1e10, np.pi, float(facts.max), -float(facts.max), float(facts.smallest_normal)]
        if kind in FLOATS or kind in SMALL_FLOATS[:2]:
            specials += [np.nan, np.inf, -np.inf, float(facts.smallest_subnormal)]
        if kind == "f8E8M0FNU":
            return 2.0 ** self.below(20, -20)
        number = self.one([*specials, self.chance.gauss(0, 1), self.chance.gauss(0, 100)])
        return max(min(number, float(facts.max)), -float(facts.max)) if kind in SMALL_FLOATS[2:] else number

    # Values

    def index(self, shape, kinds=INDEX_KINDS) -> Value:
        """Positions. Large unsigned ones only as arguments: both peers read them as negative where they are constants."""
        kind = self.one(kinds)
        return self.value(shape, kind) if kind in SIGNED else self.fresh(shape, kind, small=self.is_isolated(), constant=self.is_isolated())

    def fresh(self, shape, kind: str, small: bool = False, data=None, constant: bool | None = None) -> Value:
        """A constant or, outside of isolated regions, an argument."""
        data = self.numbers(shape, kind, small) if data is None else np.asarray(data)
        if (self.maybe() if constant is None else constant) or self.is_isolated():
            attribute = dense_of(data, element(kind))
            (value,) = self.op("constant", [], [(shape, kind, True, small)], f"value = {attribute}")
            return value
        value = Value(f"%x{len(self.root.arguments)}", tuple(shape), kind, True, small)
        self.root.arguments.append((value, data))
        writer = self
        while writer:
            writer.values.append(value)
            writer = writer.outer
        return value

    def is_isolated(self) -> bool:
        return self.isolated or bool(self.outer and self.outer.is_isolated())

    def value(self, shape=None, kind=None, exact=True, small=False, accept=lambda value: True) -> Value:
        """One that there is, mostly. A shape or a kind of None is any; kinds may be a list."""
        kinds = [kind] if isinstance(kind, str) else kind
        known = [
            v for v in self.values
            if (shape is None or v.shape == tuple(shape)) and (kinds is None or v.kind in kinds) and (v.exact or not exact)
            and (v.small or not small) and accept(v)
        ]  # fmt: skip
        if known and self.maybe(0.8):
            return self.one(known)
        for _ in range(1000):
            wanted = [k for k in self.kinds if kinds is None or k in kinds] or kinds
            made = self.one(self.shapes()) if shape is None else tuple(shape), self.one(wanted)
            if accept(Value("", *made)):
                return self.fresh(*made, small)
        raise Impossible

    def shapes(self):
        return [()] if self.outer and self.isolated else SHAPES

    def op(
        self, name: str, operands, results, attributes: str = "", regions=(), captured=(), functions=(), dialect="stablehlo."
    ) -> list[Value]:
        """Writes an op in the generic form. `results` are (shape, kind, exact, small)."""
        self.root.counter += 1
        label = f"%{self.root.counter}"
        made = [Value(label if len(results) == 1 else f"{label}#{at}", tuple(s), k, e, m) for at, (s, k, e, m) in enumerate(results)]
        names, types = listed(operands)
        head = f"{label}{f':{len(made)}' if len(made) > 1 else ''} = " if made else ""
        inner = f" ({', '.join(regions)})" if regions else ""
        given = f" <{{{attributes}}}>" if attributes else ""
        text = f'{head}"{dialect}{name}"({names}){given}{inner} : ({types}) -> ({listed(made)[1]})'
        self.ops.append(Op(name, [*operands, *captured], made, text, list(functions)))
        self.values += made
        return made

    def region(self, arguments, write, isolated: bool = True) -> tuple[str, list[Value]]:
        """A region of one block: `write(writer, arguments)` answers with what is returned. Its text and what it captures."""
        writer = type(self)(None, outer=self, isolated=isolated)
        self.root.counter += 1
        made = [Value(f"%b{self.root.counter}_{at}", tuple(shape), kind, True, small) for at, (shape, kind, small) in enumerate(arguments)]
        writer.values += made
        returned = write(writer, made)
        names, types = listed(returned)
        head = f"^bb0({', '.join([f'{value.name}: {value.type}' for value in made])}):\n" if made else ""
        lines = [*[op.text for op in writer.ops], f'"stablehlo.return"({names}) : ({types}) -> ()']
        inside = {*made, *[result for op in writer.ops for result in op.results]}
        used = [value for op in writer.ops for value in op.operands] + list(returned)
        return f"{{\n{head}" + "\n".join(lines) + "\n}", [value for value in dict.fromkeys(used) if value not in inside]

    def step(self) -> None:
        while True:
            name = self.one(self.steps())
            try:
                return getattr(self, name)()
            except Impossible:
                continue

    @classmethod
    def steps(cls) -> list[str]:
        return [name for name in dir(cls) if name.startswith("step_")]

    def program(self, most: int) -> Program:
        for _ in range(self.below(most + 1, 1)):
            self.step()
        made = [value for op in self.ops for value in op.results if op.name != "constant"]
        used = {value for op in self.ops for value in op.operands}
        returned = made if self.maybe(0.3) else [value for value in made if value not in used or self.maybe(0.2)]
        return Program(self.ops, self.arguments, returned)


class Impossible(Exception):
    """No operands fit the step that was begun."""


class Elementwise(Writer):
    """Ops on each element alone."""

    EXACT_OF_ONE = {
        "negate": [*SIGNED, *UNSIGNED, *SIGNED_FLOATS, *COMPLEX], "abs": [*SIGNED, *SIGNED_FLOATS], "sign": [*SIGNED, *SIGNED_FLOATS],
        "floor": [*SIGNED_FLOATS], "ceil": [*SIGNED_FLOATS], "round_nearest_even": [*SIGNED_FLOATS],
        "round_nearest_afz": [*SIGNED_FLOATS], "not": ["i1", *SIGNED, *UNSIGNED], "popcnt": [*SIGNED, *UNSIGNED],
        "count_leading_zeros": [*SIGNED, *UNSIGNED],
    }  # fmt: skip
    INEXACT_OF_ONE = dict.fromkeys(
        [
            "exponential",
            "exponential_minus_one",
            "log",
            "log_plus_one",
            "logistic",
            "sqrt",
            "rsqrt",
            "cbrt",
            "sine",
            "cosine",
            "tan",
            "tanh",
        ],
        [*SIGNED_FLOATS, *COMPLEX],
    ) | {"sign": COMPLEX, "abs": COMPLEX}
    NUMBERS = [*SIGNED, *UNSIGNED, *SIGNED_FLOATS]
    EXACT_OF_TWO = {
        "add": ["i1", *NUMBERS, *COMPLEX], "subtract": [*NUMBERS, *COMPLEX], "multiply": ["i1", *NUMBERS], "maximum": ["i1", *NUMBERS],
        "minimum": ["i1", *NUMBERS], "divide": [*SIGNED, *UNSIGNED], "remainder": [*SIGNED, *UNSIGNED], "power": [*SIGNED, *UNSIGNED],
        **dict.fromkeys(["and", "or", "xor"], ["i1", *SIGNED, *UNSIGNED]),
        **dict.fromkeys(["shift_left", "shift_right_logical", "shift_right_arithmetic"], [*SIGNED, *UNSIGNED]),
    }  # fmt: skip
    INEXACT_OF_TWO = {
        "divide": [*SIGNED_FLOATS, *COMPLEX], "remainder": [*SIGNED_FLOATS], "power": [*FLOATS, *COMPLEX],
        "atan2": [*SIGNED_FLOATS], "multiply": COMPLEX,
    }  # fmt: skip

    def step_exact_of_one(self):
        name = self.one(list(self.EXACT_OF_ONE))
        x = self.value(kind=self.EXACT_OF_ONE[name])
        self.op(name, [x], [(x.shape, x.kind, True, False)])

    def value_to_approximate(self, kinds) -> Value:
        """What functions of complex numbers make of infinities is nowhere said."""
        kind = self.one([k for k in self.kinds if k in kinds] or kinds)
        return self.value(kind=kind, small=kind in COMPLEX)

    def step_inexact_of_one(self):
        name = self.one(list(self.INEXACT_OF_ONE))
        x = self.value_to_approximate(self.INEXACT_OF_ONE[name])
        kind = x.kind[8:-1] if name == "abs" else x.kind
        self.op(name, [x], [(x.shape, kind, False, False)])

    def step_exact_of_two(self):
        name = self.one(list(self.EXACT_OF_TWO))
        x = self.value(kind=self.EXACT_OF_TWO[name])
        self.op(name, [x, self.value(x.shape, x.kind)], [(x.shape, x.kind, True, False)])

    def step_inexact_of_two(self):
        name = self.one(list(self.INEXACT_OF_TWO))
        x = self.value_to_approximate(self.INEXACT_OF_TWO[name])
        self.op(name, [x, self.value(x.shape, x.kind, small=x.kind in COMPLEX)], [(x.shape, x.kind, False, False)])

    def step_compare(self):
        x = self.value()
        direction = self.one(["EQ", "NE"] if x.kind in COMPLEX else ["EQ", "NE", "LT", "LE", "GT", "GE"])
        how = (
            ", compare_type = #stablehlo<comparison_type TOTALORDER>"
            if x.kind in FLOATS and direction not in ("EQ", "NE") and self.maybe(0.2)
            else ""
        )
        y = self.value(x.shape, x.kind)
        self.op(
            "compare", [x, y], [(x.shape, "i1", True, True)], f"comparison_direction = #stablehlo<comparison_direction {direction}>{how}"
        )

    def step_select(self):
        x = self.value(exact=False)
        y = self.value(x.shape, x.kind, exact=False)
        predicate = self.value(x.shape if self.maybe(0.8) else (), "i1")
        self.op("select", [predicate, x, y], [(x.shape, x.kind, x.exact and y.exact, x.small and y.small)])

    def step_clamp(self):
        x = self.value(kind=["i1", *self.NUMBERS])
        low, high = (self.value(x.shape if self.maybe() else (), x.kind) for _ in range(2))
        self.op("clamp", [low, x, high], [(x.shape, x.kind, True, False)])

    def step_convert(self):
        x = self.value()
        # Which f8E8M0FNU 0 becomes is nowhere said, nor which f4E2M1FN an infinity; the reference does not convert to complex numbers.
        unsaid = {"f8E8M0FNU"} | (set() if x.small else {"f4E2M1FN"}) | (set(COMPLEX) if x.kind in SMALL_FLOATS else set())
        kind = self.one([k for k in KINDS if k not in unsaid])
        self.op("convert", [x], [(x.shape, kind, True, False)])

    def step_bitcast_convert(self):
        x = self.one([v for v in self.values if v.name.startswith("%x")] or [self.value()])
        if x.kind == "i1" or x.kind in COMPLEX or x.kind in ("f4E2M1FN", "i2", "ui2", "i4", "ui4"):
            raise Impossible
        width = 8 * dtype(x.kind).itemsize
        kind = self.one([k for k in (*SIGNED, *UNSIGNED, *FLOATS) if k[-1] not in "24" or k in FLOATS or k[-2:] in ("32", "64")])
        other = 8 * dtype(kind).itemsize
        if other < width:
            shape = (*x.shape, width // other)
        elif other == width:
            shape = x.shape
        else:
            x = self.value((*x.shape, other // width), x.kind, accept=lambda v: v.name.startswith("%x") or not v.name)
            shape = x.shape[:-1]
        exact = kind not in FLOATS
        self.op("bitcast_convert", [x], [(shape, kind, exact, False)])

    def step_reduce_precision(self):
        x = self.value(kind=FLOATS)
        self.op(
            "reduce_precision",
            [x],
            [(x.shape, x.kind, True, False)],
            f"exponent_bits = {self.below(12, 1)} : i32, mantissa_bits = {self.below(54)} : i32",
        )

    def step_is_finite(self):
        x = self.value(kind=[*FLOATS, *SMALL_FLOATS[:2]])
        self.op("is_finite", [x], [(x.shape, "i1", True, True)])

    def step_complex(self):
        x = self.value(kind=["f32", "f64"])
        self.op("complex", [x, self.value(x.shape, x.kind)], [(x.shape, f"complex<{x.kind}>", True, False)])

    def step_part(self):
        x = self.value(kind=[*COMPLEX, "f32"], exact=False)
        self.op(self.one(["real", "imag"]), [x], [(x.shape, x.kind[8:-1] if x.kind in COMPLEX else x.kind, x.exact, x.small)])
