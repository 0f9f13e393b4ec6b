"""Affine loop nests on buffers of whole numbers, made by chance, with the arrays that they are run on.

What is drawn is a tree, so that it can be walked iteration by iteration as well (`instances`): that is how dependences are told without
solving anything. No access lies outside of its buffer.
"""

from __future__ import annotations

import random
from itertools import product

import numpy as np

SIZE = 24  # of each dimension of a buffer
RANKS = {"A": 1, "B": 2, "C": 1}
VIEWS = {"D": 1, "E": 1}  # of A whole, and of C without its first two elements


class Loop:
    def __init__(self, variable, lows, highs, step, body, carried=None):
        self.variable, self.lows, self.highs, self.step, self.body, self.carried = variable, lows, highs, step, body, carried

    def numbers(self, values) -> range:
        return range(max([each.value(values) for each in self.lows]), min([each.value(values) for each in self.highs]), self.step)


class If:
    def __init__(self, conditions, then, otherwise):
        self.conditions, self.then, self.otherwise = conditions, then, otherwise

    def holds(self, values) -> bool:
        return all([e.value(values) == 0 if relation == "==" else e.value(values) >= 0 for e, relation in self.conditions])


class Access:
    def __init__(self, buffer, indices, stored=None, name=None):
        self.buffer, self.indices, self.stored, self.name = buffer, indices, stored, name


class Lines:
    def __init__(self, text):
        self.text = text


class Around:
    """Another operation around a body, whose lines are those before it and behind it."""

    def __init__(self, before: str, body):
        self.before, self.body = before, body


class Sum:
    """A sum of values with factors and a number, divided or reduced by another: `how` is None, `floordiv`, `mod` or `ceildiv`."""

    def __init__(self, factors, constant, how=None, by=1, offset=0):
        self.factors, self.constant, self.how, self.by, self.offset = factors, constant, how, by, offset

    def value(self, values) -> int:
        total = sum([factor * values[name] for name, factor in self.factors.items()]) + self.constant
        done = {
            None: lambda: total,
            "mod": lambda: total % self.by,
            "floordiv": lambda: total // self.by,
            "ceildiv": lambda: -(-total // self.by),
        }
        return done[self.how]() + self.offset

    def text(self, names=None) -> str:
        parts = [f"{names[name] if names else name} * {factor}" for name, factor in self.factors.items() if factor]
        total = " + ".join([*parts, str(self.constant)])
        return total if self.how is None else f"({total}) {self.how} {self.by} + {self.offset}"

    def ends(self, intervals) -> tuple[int, int]:
        low = high = self.constant
        for name, factor in self.factors.items():
            ends = sorted([factor * end for end in intervals[name]])
            low, high = low + ends[0], high + ends[1]
        both = [Sum({}, end, self.how, self.by, self.offset).value({}) for end in (low, high)]
        return (self.offset, self.offset + self.by - 1) if self.how == "mod" else (both[0], both[1])


class Nest:
    """A function of the buffers and two indices, `%n` and `%k`. `symbols` says whether these occur."""

    def __init__(
        self,
        seed,
        symbols: bool = True,
        deepest: int = 3,
        conditions: bool = True,
        carrying: bool = True,
        perfect: bool = False,
        again: float = 0.3,
        wild: bool = False,
    ):
        """`perfect` puts a loop first that has nothing in it but others, with bounds of numbers and symbols alone, for two levels or three; `again` is how
        often an access has the indices of one before. `wild` are views of buffers, buffers of iterations, vectors, loops that are
        parallel or of scf: nests that cannot be walked by `instances`."""
        self.chance = random.Random(seed)
        self.symbols, self.deepest, self.conditions, self.carrying = symbols, deepest, conditions, carrying
        self.names, self.places, self.again, self.wild = 0, [], again, wild
        self.inputs = {"%n": self.chance.randint(-3, 7), "%k": self.chance.randint(0, 6)}
        intervals = {name: (value, value) for name, value in self.inputs.items()} if symbols else {}
        self.body = ([self.perfect(0, intervals)] if perfect else []) + self.block(0, intervals, ["%x"]) + self.touches()
        self.arrays = [
            np.random.default_rng([*str(seed).encode(), rank]).integers(-50, 50, (SIZE,) * rank, np.int32) for rank in RANKS.values()
        ]

    def touches(self) -> list:
        """Each buffer is written to at the end, what it had, so that all of them are among the results whatever is dropped before."""
        first = {buffer: [Sum({}, 0)] * rank for buffer, rank in RANKS.items()}
        return [
            access
            for buffer, place in first.items()
            for access in (Access(buffer, place, name=f"%last{buffer}"), Access(buffer, place, stored=f"%last{buffer}"))
        ]

    def name(self, letter: str) -> str:
        self.names += 1
        return f"%{letter}{self.names}"

    # Drawing

    def block(self, depth: int, intervals, values) -> list:
        body = []
        values = list(values)
        for _ in range(self.chance.randint(1, 3 if depth < 2 else 2)):
            body += self.statement(depth, intervals, values)
        return body

    def statement(self, depth: int, intervals, values) -> list:
        kinds = ["store", "store", "load", "pure"] + ["loop"] * (6 if depth == 0 else 3) * (depth < self.deepest)
        kinds += ["if"] * (self.conditions and depth > 0) + ["carrying"] * (self.carrying and depth < self.deepest)
        kinds += ["local", "vector", "scf", "parallel", "memref"] * self.wild
        kind = self.chance.choice(kinds)
        if kind in ("local", "vector", "scf", "parallel", "memref"):
            return getattr(self, kind)(depth, intervals, values)
        if kind == "loop":
            return [self.loop(depth, intervals, values)]
        if kind == "carrying":
            return [self.carrying_loop(depth, intervals, values)]
        if kind == "if":
            conditions = [(self.sum(intervals, 3), self.chance.choice([">=", ">=", "=="])) for _ in range(self.chance.randint(1, 2))]
            otherwise = self.block(depth + 1, intervals, values) if self.chance.random() < 0.4 else None
            return [If(conditions, self.block(depth + 1, intervals, values), otherwise)]
        if kind == "pure":
            name = self.name("p")
            line = Lines(
                f"{name} = arith.{self.chance.choice(['addi', 'subi', 'muli'])} {self.chance.choice(values)}, {self.chance.choice(values)} : i32"
            )
            values.append(name)
            return [line]
        buffer, indices = self.place(intervals)
        if kind == "store":
            return [Access(buffer, indices, stored=self.chance.choice(values))]
        name = self.name("v")
        values.append(name)
        return [Access(buffer, indices, name=name)]

    def local(self, depth: int, intervals, values) -> list:
        """A buffer of its own, stored to and loaded from."""
        buffer, one, other = self.name("l"), self.name("v"), self.name("v")
        at = self.chance.choice([0, 1])
        lines = [
            f"{buffer} = memref.alloc() : memref<2xi32>",
            f"affine.store {self.chance.choice(values)}, {buffer}[0] : memref<2xi32>",
            f"affine.store {self.chance.choice(values)}, {buffer}[1] : memref<2xi32>",
            f"{one} = affine.load {buffer}[{at}] : memref<2xi32>",
            f"affine.store {self.chance.choice([*values, one])}, {buffer}[{1 - at}] : memref<2xi32>",
            f"{other} = affine.load {buffer}[{at}] : memref<2xi32>",
        ]
        values += [one, other]
        return [Lines(line) for line in lines]

    def vector(self, depth: int, intervals, values) -> list:
        """Two elements at once, from one place to another."""
        name, element = self.name("w"), self.name("v")
        places = []
        for _ in range(2):
            buffer = self.chance.choice(["A", "C"])
            at = self.index(intervals, SIZE - 1)
            places.append(f"%{buffer}[{self.spelled(at)}] : {self.type_of(buffer)}, vector<2xi32>")
        values.append(element)
        lines = [f"{name} = affine.vector_load {places[0]}", f"{element} = vector.extract {name}[1] : i32 from vector<2xi32>"]
        return [Lines(line) for line in [*lines, f"affine.vector_store {name}, {places[1]}"]]

    def scf(self, depth: int, intervals, values) -> list:
        return [Around(f"scf.for {self.name('s')} = %c0 to %c2 step %c1", self.block(depth + 1, intervals, values))]

    def parallel(self, depth: int, intervals, values) -> list:
        variable = self.name("p")
        return [Around(f"affine.parallel ({variable}) = (0) to (3)", self.block(depth + 1, intervals | {variable: (0, 2)}, values))]

    def memref(self, depth: int, intervals, values) -> list:
        """Accesses that are not affine."""
        buffer = self.chance.choice(["A", "C", "D"])
        at = f"%{buffer}[%c{self.chance.choice([0, 1, 2])}] : {self.type_of(buffer)}"
        if self.chance.random() < 0.5:
            return [Lines(f"memref.store {self.chance.choice(values)}, {at}")]
        values.append(self.name("v"))
        return [Lines(f"{values[-1]} = memref.load {at}")]

    def buffers(self) -> dict[str, int]:
        return RANKS | VIEWS if self.wild else RANKS

    def size_of(self, buffer: str) -> int:
        return SIZE - 2 if buffer == "E" else SIZE

    def type_of(self, buffer: str) -> str:
        if buffer == "D":
            return "memref<?xi32>"
        if buffer == "E":
            return f"memref<{SIZE - 2}xi32, strided<[1], offset: 2>>"
        return f"memref<{'x'.join([str(SIZE)] * RANKS[buffer])}xi32>"

    def place(self, intervals):
        """A buffer and indices in it, often those of an access before."""
        known = [
            (buffer, indices)
            for buffer, indices in self.places
            if intervals.keys() >= {name for index in indices for name in index.factors}
        ]
        if known and self.chance.random() < self.again:
            return self.chance.choice(known[-4:])
        buffer = self.chance.choice(list(self.buffers()))
        self.places.append((buffer, [self.index(intervals, self.size_of(buffer)) for _ in range(self.buffers()[buffer])]))
        return self.places[-1]

    def sum(self, intervals, most: int = 2) -> Sum:
        names = self.chance.sample(sorted(intervals), min(len(intervals), self.chance.randint(0, 2)))
        return Sum({name: self.chance.choice([-2, -1, 1, 1, 1, 2, 3][: 3 + most]) for name in names}, self.chance.randint(-3, 3))

    def index(self, intervals, size: int) -> Sum:
        """An index below a size."""
        found = self.sum(intervals)
        if self.chance.random() < 0.2:
            found = Sum(found.factors, found.constant, self.chance.choice(["floordiv", "mod", "ceildiv"]), self.chance.choice([2, 3, 4]))
        low, high = found.ends(intervals)
        if high - low >= size:
            return Sum(found.factors, found.constant, "mod", size)
        if low < 0 or high >= size:
            shift = self.chance.randint(-low, size - 1 - high)
            if found.how is None:
                return Sum(found.factors, found.constant + shift)
            return Sum(found.factors, found.constant, found.how, found.by, found.offset + shift)
        return found

    def bounds(self, intervals):
        low = self.sum(intervals, 1) if self.chance.random() < 0.35 else Sum({}, self.chance.randint(-2, 3))
        high = Sum(low.factors, low.constant + self.chance.randint(0, 6))
        if self.chance.random() < 0.3:
            high = self.sum(intervals, 1)
        lows, highs = [low], [high]
        if self.chance.random() < 0.15:
            lows.append(self.sum(intervals, 1))
        if self.chance.random() < 0.2 or high.ends(intervals)[1] - low.ends(intervals)[0] > 9:
            highs.append(Sum({}, low.ends(intervals)[0] + self.chance.randint(0, 7)))
        return lows, highs, self.chance.choice([1, 1, 1, 2, 3])

    def interval(self, lows, highs, intervals) -> tuple[int, int]:
        low, high = max([each.ends(intervals)[0] for each in lows]), min([each.ends(intervals)[1] for each in highs]) - 1
        return low, max(low, high)

    def loop(self, depth: int, intervals, values) -> Loop:
        variable = self.name("i")
        lows, highs, step = self.bounds(intervals)
        inside = intervals | {variable: self.interval(lows, highs, intervals)}
        return Loop(variable, lows, highs, step, self.block(depth + 1, inside, values))

    def perfect(self, depth: int, intervals) -> Loop:
        variable = self.name("i")
        inputs = {name: each for name, each in intervals.items() if name in self.inputs}
        lows, highs, step = self.bounds(inputs) if self.chance.random() < 0.4 else ([Sum({}, 0)], [Sum({}, self.chance.randint(1, 6))], 1)
        inside = intervals | {variable: self.interval(lows, highs, intervals)}
        is_last = depth == 2 or (depth == 1 and self.chance.random() < 0.6)
        return Loop(variable, lows, highs, step, self.block(depth + 1, inside, ["%x"]) if is_last else [self.perfect(depth + 1, inside)])

    def carrying_loop(self, depth: int, intervals, values) -> Loop:
        variable, name, inner, out = self.name("i"), self.name("r"), self.name("a"), self.name("y")
        lows, highs, step = self.bounds(intervals)
        inside = intervals | {variable: self.interval(lows, highs, intervals)}
        init = self.chance.choice(values)
        seen = [*values, inner]
        body = []
        for _ in range(self.chance.randint(1, 2)):
            buffer = self.chance.choice(list(RANKS))
            loaded = self.name("v")
            body.append(Access(buffer, [self.index(inside, SIZE) for _ in range(RANKS[buffer])], name=loaded))
            seen.append(loaded)
        body.append(Lines(f"{out} = arith.{self.chance.choice(['addi', 'muli', 'subi'])} {inner}, {seen[-1]} : i32"))
        values.append(name)
        return Loop(variable, lows, highs, step, body, (name, inner, init, out))

    # As text

    def text(self) -> str:
        arguments = [f"%{buffer}: memref<{'x'.join([str(SIZE)] * rank)}xi32>" for buffer, rank in RANKS.items()]
        lines = [f"func.func @f({', '.join(arguments)}, %n: index, %k: index, %x: i32) {{"]
        if self.wild:
            lines += [f"  %c{number} = arith.constant {number} : index" for number in (0, 1, 2)]
            lines.append(f"  %D = memref.cast %A : {self.type_of('A')} to {self.type_of('D')}")
            lines.append(f"  %E = memref.subview %C[2] [{SIZE - 2}] [1] : {self.type_of('C')} to {self.type_of('E')}")
        return "\n".join([*lines, *self.lines(self.body, "  "), "  return", "}", ""])

    def lines(self, body, indent: str):
        for each in body:
            if isinstance(each, Lines):
                yield indent + each.text
            elif isinstance(each, Access):
                indices = ", ".join([self.spelled(index) for index in each.indices])
                type = self.type_of(each.buffer)
                what = f"{each.name} = affine.load %{each.buffer}" if each.name else f"affine.store {each.stored}, %{each.buffer}"
                yield f"{indent}{what}[{indices}] : {type}"
            elif isinstance(each, Around):
                yield f"{indent}{each.before} {{"
                yield from self.lines(each.body, indent + "  ")
                yield f"{indent}}}"
            elif isinstance(each, If):
                names = self.used([e for e, _ in each.conditions])
                conditions = ", ".join([f"{e.text(self.placed(names))} {relation} 0" for e, relation in each.conditions])
                yield f"{indent}affine.if affine_set<{self.head(names)} : ({conditions})>{self.applied(names)} {{"
                yield from self.lines(each.then, indent + "  ")
                if each.otherwise is not None:
                    yield f"{indent}}} else {{"
                    yield from self.lines(each.otherwise, indent + "  ")
                yield f"{indent}}}"
            else:
                low, high = self.bound(each.lows, "max"), self.bound(each.highs, "min")
                carried = ""
                if each.carried:
                    name, inner, init, out = each.carried
                    carried = f" iter_args({inner} = {init}) -> (i32)"
                yield f"{indent}{f'{each.carried[0]} = ' if each.carried else ''}affine.for {each.variable} = {low} to {high} step {each.step}{carried} {{"
                yield from self.lines(each.body, indent + "  ")
                if each.carried:
                    yield f"{indent}  affine.yield {each.carried[3]} : i32"
                yield f"{indent}}}"

    def spelled(self, index: Sum) -> str:
        return index.text({name: f"symbol({name})" if name in self.inputs else name for name in index.factors})

    def used(self, sums):
        names = sorted({name for each in sums for name in each.factors})
        return [name for name in names if name not in self.inputs], [name for name in names if name in self.inputs]

    def placed(self, names):
        return {name: f"{letter}{at}" for letter, some in zip("ds", names) for at, name in enumerate(some)}

    def head(self, names) -> str:
        return f"({', '.join([f'd{at}' for at in range(len(names[0]))])})[{', '.join([f's{at}' for at in range(len(names[1]))])}]"

    def applied(self, names) -> str:
        return f"({', '.join(names[0])})[{', '.join(names[1])}]"

    def bound(self, sums, several: str) -> str:
        names = self.used(sums)
        if len(sums) == 1 and not any(names):
            return str(sums[0].value({}))
        results = ", ".join([each.text(self.placed(names)) for each in sums])
        return f"{several if len(sums) > 1 else ''} affine_map<{self.head(names)} -> ({results})>{self.applied(names)}"

    # As iterations

    def accesses(self, body=None) -> list[Access]:
        """All accesses, in the order of the text."""
        found = []
        for each in self.body if body is None else body:
            if isinstance(each, Access):
                found.append(each)
            elif isinstance(each, If):
                found += self.accesses(each.then) + self.accesses(each.otherwise or [])
            elif isinstance(each, Loop):
                found += self.accesses(each.body)
        return found

    def loops(self, body=None, depth: int = 1):
        """All loops in the order of the text, each with its depth."""
        for each in self.body if body is None else body:
            if isinstance(each, If):
                yield from self.loops(each.then, depth)
                yield from self.loops(each.otherwise or [], depth)
            elif isinstance(each, Loop):
                yield each, depth
                yield from self.loops(each.body, depth + 1)

    def instances(self, body=None, values=None, around=()):
        """Each access as it is made, in order: (access, (loop, number) for each loop around it, element)."""
        values = dict(self.inputs) if values is None else values
        for each in self.body if body is None else body:
            if isinstance(each, Access):
                yield each, around, tuple([index.value(values) for index in each.indices])
            elif isinstance(each, If):
                yield from self.instances(each.then if each.holds(values) else each.otherwise or [], values, around)
            elif isinstance(each, Loop):
                for number in each.numbers(values):
                    yield from self.instances(each.body, values | {each.variable: number}, (*around, (each, number)))

    def dependences(self):
        """For each pair of accesses by number and each depth the distances in the common loops of all iterations that meet."""
        numbers = {access: at for at, access in enumerate(self.accesses())}
        touched: dict = {}
        for access, around, element in self.instances():
            touched.setdefault((access.buffer, element), []).append((access, around))
        found: dict = {}
        for meeting in touched.values():
            for (at, (first, mine)), (later, (second, theirs)) in product(enumerate(meeting), enumerate(meeting)):
                if at < later and (first.stored or second.stored):
                    common = [(one, other) for (loop, one), (same, other) in zip(mine, theirs) if loop is same]
                    depth = next((level for level, (one, other) in enumerate(common, 1) if one != other), len(common) + 1)
                    distances = tuple([other - one for one, other in common])
                    found.setdefault((numbers[first], numbers[second], depth), set()).add(distances)
        return found


def inputs_of(nest: Nest) -> list:
    """The arrays that the function of a nest is run on."""
    return [*nest.arrays, *[np.asarray(nest.inputs[name], np.int64) for name in ("%n", "%k")], np.asarray(7, np.int32)]


# What is held to keep the meaning of nests.
PASSES = [
    "canonicalize", "lower-affine", "canonicalize,lower-affine,canonicalize",
    *[f"func.func({each})" for each in (
        "affine-loop-unroll", "affine-loop-unroll{unroll-factor=-1}", "affine-loop-unroll{unroll-factor=3 cleanup-unroll}",
        "affine-loop-unroll{unroll-factor=5 unroll-up-to-factor}", "affine-loop-unroll{unroll-factor=2 unroll-num-reps=2}",
        "affine-loop-unroll-jam{unroll-jam-factor=2}", "affine-loop-unroll-jam{unroll-jam-factor=3}", "affine-loop-normalize",
        "affine-loop-normalize{promote-single-iter=1}", "affine-loop-coalescing", "affine-loop-invariant-code-motion", "loop-invariant-code-motion", "affine-parallelize",
        "affine-parallelize{parallel-reductions}", "affine-loop-tile{tile-size=2}", "affine-loop-tile{tile-sizes=3,2}", "affine-loop-tile{tile-size=2 separate}", "affine-scalrep",
        "affine-scalrep,canonicalize,affine-loop-invariant-code-motion,affine-loop-unroll,canonicalize",
    )],
]  # fmt: skip
