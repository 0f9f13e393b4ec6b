"""Canonicalisation of whole numbers is proved by an SMT solver: programs made by chance, simplified, refine what they were, poison and
undefined behaviour included, at widths from 1 to 64. Every pattern of arith on whole numbers must have fired."""

from __future__ import annotations

import itertools
import random

import pytest
from tfir.dialects import dialect, lookup
from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.generic.canonicalization import patterns_of
from tfopt.rewrite.greedy import GreedyDriver

z3 = pytest.importorskip("z3", reason="z3-solver proves rules on whole numbers")

from bit_vectors import Abstraction, prove_refines  # noqa: E402  it imports z3

PATTERNS = patterns_of("arith")
SUMS = ("addi", "subi", "muli")
QUOTIENTS = ("divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi")
SHIFTS = ("shli", "shrui", "shrsi")
BITWISE = ("andi", "ori", "xori")
CHOICES = ("maxsi", "minsi", "maxui", "minui")
EXTENDED = ("addui_extended", "subui_extended", "mulsi_extended", "mului_extended")
FLAGS = ("", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>")
# Width -> programs.
COUNTS = {1: 600, 4: 1200, 8: 1200, 16: 400, 32: 400, 64: 60}


class Drawn:
    """A function of two numbers of one width, two of half of it and a truth value, drawn by chance."""

    def __init__(self, seed: int, width: int):
        self.chance, self.width, self.half = random.Random(seed), width, max(1, width // 2)
        self.known = {"i1": ["%c"], f"i{width}": ["%x", "%y"], f"i{self.half}": ["%p", "%q"]}
        if width == 1:
            self.known = {"i1": ["%c", "%x", "%y", "%p", "%q"]}
        self.lines: list[str] = []
        self.results: list[tuple[str, str]] = []

    def text(self) -> str:
        w, h = f"i{self.width}", f"i{self.half}"
        for _ in range(self.chance.randint(2, 6)):
            self.chance.choice((self.arithmetic, self.arithmetic, self.truth, self.cast))()
        kept = self.results[-3:]
        types = ", ".join([type for _, type in kept])
        body = "\n  ".join([*self.lines, f"return {', '.join([value for value, _ in kept])} : {types}" if kept else "return"])
        return f"(%x: {w}, %y: {w}, %p: {h}, %q: {h}, %c: i1) -> ({types}) {{\n  {body}\n}}\n"

    def add(self, line: str, *types: str) -> None:
        names = [f"%v{len(self.lines)}_{at}" for at in range(len(types))]
        self.lines.append(f"{', '.join(names)} = arith.{line}")
        for name, type in zip(names, types):
            self.known.setdefault(type, []).append(name)
            self.results.append((name, type))

    def value(self, type: str) -> str:
        """A constant, what was computed last, or something else."""
        chance = self.chance.random()
        if chance < 0.3 and type != "index":
            return self.constant(type)
        return self.known[type][-1] if chance < 0.65 else self.chance.choice(self.known[type])

    def type(self) -> str:
        return self.chance.choice([f"i{self.width}", f"i{self.width}", f"i{self.half}", "i1"])

    def constant(self, type: str) -> str:
        width = int(type[1:])
        numbers = [0, 1, -1, 0, 1, -1, 2, 3, 5, 1 << (width - 1), (1 << (width - 1)) - 1, width - 1, width, width // 2]
        number = self.chance.choice(numbers) % (1 << width)
        signed = number - (1 << width) if number >> (width - 1) else number
        name = f"%k{len(self.lines)}"
        if self.chance.random() < 0.05:
            self.lines.append(f"{name} = ub.poison : {type}")
            return name
        self.lines.append(
            f"{name} = arith.constant {('false', 'true')[number]}" if width == 1 else f"{name} = arith.constant {signed} : {type}"
        )
        return name

    def arithmetic(self) -> None:
        type = self.type()
        a, b = self.value(type), self.value(type)
        name = self.chance.choice([*SUMS, *SUMS, *SHIFTS, *BITWISE, *BITWISE, *CHOICES, *EXTENDED[:2], *QUOTIENTS, *EXTENDED])
        flags = (
            self.chance.choice(FLAGS)
            if name in SUMS
            else " exact"
            if name in ("divui", "divsi", "shrui") and self.chance.random() < 0.2
            else ""
        )
        if name in EXTENDED:
            second = "i1" if name[0] != "m" else type
            self.add(f"{name} {a}, {b} : {type}" + (f", {second}" if name[0] != "m" else ""), type, second)
            if self.chance.random() < 0.5:
                self.results.pop()
                self.known[second].pop()
        else:
            self.add(f"{name} {a}, {b}{flags} : {type}", type)

    def truth(self) -> None:
        type = self.type()
        if self.chance.random() < 0.5:
            self.add(f"cmpi {self.chance.choice(INTEGER_PREDICATES)}, {self.value(type)}, {self.value(type)} : {type}", "i1")
        else:
            self.add(f"select {self.value('i1')}, {self.value(type)}, {self.value(type)} : {type}", type)

    def cast(self) -> None:
        widths = sorted({1, self.half, self.width})
        known = [each for each in widths if f"i{each}" in self.known]
        source = self.chance.choice(known)
        kind = self.chance.choice(["extui", "extsi", "trunci", "index_cast", "index_castui"])
        if kind.startswith("index"):
            back = "index" in self.known and self.chance.random() < 0.6
            self.add(f"{kind} {self.value('index')} : index to i{source}" if back else f"{kind} {self.value(f'i{source}')} : i{source} to index",
                     f"i{source}" if back else "index")  # fmt: skip
            return
        targets = [
            each for each in (1, 2, 3, self.half, self.width, self.width + 3) if (each > source) == (kind != "trunci") and each != source
        ]
        if targets:
            target = self.chance.choice(targets)
            self.add(f"{kind} {self.value(f'i{source}')} : i{source} to i{target}", f"i{target}")


def nested(width: int):
    """Each op of each op, on `x`, `y` and constants, whichever stands where; and each cast of each cast."""
    chance, type = random.Random(width), f"i{width}"
    names = [*SUMS, *QUOTIENTS, *SHIFTS, *BITWISE, *CHOICES]
    for outer, inner in itertools.product(names, names):
        for (a, b), c in itertools.product((("%x", "%y"), ("%x", "%k"), ("%k", "%x")), ("%l", "%x", "%y")):
            first, second = [chance.choice(FLAGS) if name in SUMS else "" for name in (inner, outer)]
            operands = chance.choice([f"%r, {c}", f"{c}, %r"])
            numbers = (-1, 0, 1, 2, 3, 1 - (1 << (width - 1)), (1 << (width - 1)) - 1)
            k, l = -1 if inner in ("xori", "muli") else chance.choice(numbers), chance.choice(numbers)
            yield f"""(%x: {type}, %y: {type}) -> {type} {{
              %k = arith.constant {k} : {type}
              %l = arith.constant {l} : {type}
              %r = arith.{inner} {a}, {b}{first} : {type}
              %s = arith.{outer} {operands}{second} : {type}
              return %s : {type}
            }}"""


CASTS = ("extui", "extsi", "trunci", "index_cast", "index_castui")


def casts():
    """Casts of casts, and of what is extended alike; complements of comparisons."""
    types = ("i1", "i3", "i4", "i8", "i64", "index")
    for one, other in itertools.product(CASTS, CASTS):
        for a, b, c in itertools.product(types, types, types):
            if fits_cast(one, a, b) and fits_cast(other, b, c):
                yield f"(%x: {a}) -> {c} {{\n%0 = arith.{one} %x : {a} to {b}\n%1 = arith.{other} %0 : {b} to {c}\nreturn %1 : {c}\n}}"
    for cast, a in itertools.product(("extui", "extsi"), ("i1", "i3")):
        for name in [*BITWISE, *[f"cmpi {predicate}," for predicate in INTEGER_PREDICATES]]:
            for second in (f"arith.{cast} %y : {a} to i5", "arith.constant 0 : i5", "arith.constant 1 : i5", "arith.constant -1 : i5"):
                result = "i1" if "cmpi" in name else "i5"
                yield f"""(%x: {a}, %y: {a}) -> {result} {{
                  %0 = arith.{cast} %x : {a} to i5\n%1 = {second}\n%2 = arith.{name} %0, %1 : i5\nreturn %2 : {result}\n}}"""
    for predicate in INTEGER_PREDICATES:
        yield f"""(%x: i5, %y: i5) -> i1 {{
          %0 = arith.cmpi {predicate}, %x, %y : i5\n%1 = arith.constant true\n%2 = arith.xori %0, %1 : i1\nreturn %2 : i1\n}}"""
    for shift, amount in itertools.product(SHIFTS, range(9)):
        yield f"""(%x: i8) -> i3 {{
          %0 = arith.constant {amount} : i8\n%1 = arith.{shift} %x, %0 : i8\n%2 = arith.trunci %1 : i8 to i3\nreturn %2 : i3\n}}"""


def fits_cast(name: str, source: str, target: str) -> bool:
    if name.startswith("index"):
        return (source == "index") != (target == "index")
    if "index" in (source, target):
        return False
    return int(source[1:]) > int(target[1:]) if name == "trunci" else int(source[1:]) < int(target[1:])


def prove(functions: list[str], fired: set) -> None:
    """Simplifies each function by itself, and proves what has changed."""
    source = "\n".join([f"func.func @f{number}{text}" for number, text in enumerate(functions)])
    befores, afters = [list(parse(Source("drawn", source), lookup, dialect).body) for _ in range(2)]
    driver = GreedyDriver(PATTERNS, pooled=frozenset({"arith.constant"}))
    for before, after in zip(befores, afters):
        driver.iterations = 10
        if driver.run(after):
            try:
                prove_refines(before, after)
            except AssertionError as error:
                raise AssertionError(f"{error}\n{print_operation(before, lookup)}\n{print_operation(after, lookup)}") from None
    fired |= set(driver.fired)


@pytest.fixture(scope="module")
def fired():
    return set()


@pytest.mark.sweep
@pytest.mark.parametrize("width", COUNTS)
def test_simplified_programs_refine_what_they_were(width, fired):
    prove([Drawn(seed, width).text() for seed in range(COUNTS[width])], fired)


@pytest.mark.sweep
@pytest.mark.parametrize("part", range(4))
def test_ops_of_ops_refine_what_they_were(part, fired):
    prove(list(nested(4))[part::4], fired)


def test_casts_of_casts_refine_what_they_were(fired):
    prove(list(casts()), fired)


def test_every_pattern_of_whole_numbers_has_fired(fired):
    silent = {pattern.title() for pattern in PATTERNS if pattern.at not in fired and not pattern.at.startswith("floats.py")}
    assert silent == {"of_bitcast", "chosen_each"}  # which are about floats and vectors


@pytest.mark.sweep
@pytest.mark.parametrize("width", [9, 16, 32, 64])
def test_what_is_taken_for_granted_of_wide_products_and_quotients_is_true(width):
    x, y = z3.BitVecs("x y", width)
    sides = z3.Var(0, x.sort()), z3.Var(1, x.sort())
    for name, meaning in (("product", lambda a, b: a * b), ("signed_quotient", lambda a, b: a / b), ("unsigned_quotient", z3.UDiv)):
        abstract = Abstraction()
        abstract.of(z3.simplify(meaning(x, y)))
        function = z3.Function(f"{name}{width}", *[x.sort()] * 3)
        assert abstract.facts
        for fact in abstract.facts:
            solver = z3.Solver()
            solver.add(z3.Not(z3.substitute_funs(fact, (function, meaning(*sides)))))
            assert solver.check() == z3.unsat


def test_a_remainder_is_what_the_quotient_leaves():
    """By zero too, where the solver says that the quotient is -1 or 1 or all ones, and the remainder what was divided."""
    x, y = z3.BitVecs("x y", 8)
    for quotient, remainder in ((x / y, z3.SRem(x, y)), (z3.UDiv(x, y), z3.URem(x, y))):
        solver = z3.Solver()
        solver.add(remainder != x - quotient * y)
        assert solver.check() == z3.unsat


def test_a_wrong_wide_quotient_is_found():
    functions = [
        f"func.func @f(%x: i16, %y: i16) -> i16 {{\n%0 = arith.{name} %x, %y : i16\nreturn %0 : i16\n}}" for name in ("divsi", "divui")
    ]
    with pytest.raises(AssertionError, match=r"for \["):
        prove_refines(*[parse(Source("test", text), lookup, dialect).body.first for text in functions])


def test_a_wrong_program_is_found():
    """128 is -128 as well: taking away 56 overflows, adding 100 twice does not."""
    functions = [
        f"""func.func @{name}(%x: i8) -> i8 {{
          %0 = arith.constant 100 : i8\n%1 = arith.constant -56 : i8
          {body}
          return %r : i8
        }}"""
        for name, body in (
            ("before", "%2 = arith.addi %x, %0 overflow<nsw> : i8\n%r = arith.addi %2, %0 overflow<nsw> : i8"),
            ("after", "%r = arith.addi %x, %1 overflow<nsw> : i8"),
        )
    ]
    with pytest.raises(AssertionError, match=r"for \[128\]"):
        prove_refines(*parse(Source("test", "\n".join(functions)), lookup, dialect).body)
