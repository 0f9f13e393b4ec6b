"""Functions of tensors made by chance, for what makes buffers of them: elements and slices read and written, branches, loops, threads, calls.

Values are used again long after they were made, so that what is written in place would be seen by readers that are not to see it.
"""

from __future__ import annotations

import random

import numpy as np

LARGE, SMALL = 8, 4


class Program:
    """`text` has functions that `@main` calls; `arrays` are its arguments. `fills` draws operations that compute element by element too,
    `blocks` functions of two results, and a loop of blocks in `@main`."""

    def __init__(self, seed: int, most: int = 6, fills: bool = False, blocks: bool = False):
        self.chance = random.Random(f"tensors {seed}")
        self.fills, self.blocks, self.names, self.most = fills, blocks, 0, most
        self.helpers: list[tuple[str, int]] = []
        self.functions: list[str] = []
        for number in range(self.chance.choice([0, 0, 1, 2])):
            self.function(f"helper{number}", self.chance.choice([LARGE, SMALL]))
        self.main()
        self.text = "\n".join(self.functions)
        rng = np.random.default_rng(seed)
        self.arrays = [*[rng.integers(-50, 50, size).astype(np.float32) for size in (LARGE, LARGE, SMALL)],
                       np.int64(self.chance.randrange(SMALL)), np.float32(7.0), np.bool_(self.chance.random() < 0.5)]  # fmt: skip

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def function(self, name: str, size: int) -> None:
        scope = Scope(self, {size: ["%t"], LARGE + SMALL - size: []}, ["%f"], ["%i"], "  ")
        scope.statements(self.chance.randint(1, 3), 1)
        results = [self.chance.choice(scope.tensors[size]) for _ in range(1 + self.blocks)]
        types = ", ".join([of(size)] * len(results))
        header = f"func.func private @{name}(%t: {of(size)}, %i: index, %f: f32, %c: i1) -> ({types}) {{"
        self.functions.append("\n".join([header, *scope.lines, f"  return {', '.join(results)} : {types}", "}"]))
        self.helpers.append((name, size))

    def main(self) -> None:
        scope = Scope(self, {LARGE: ["%a", "%b"], SMALL: ["%s"]}, ["%f"], ["%i"], "  ")
        scope.statements(self.chance.randint(2, self.most), 2)
        if self.blocks:
            scope.loop_of_blocks()
        scope.extract()
        large, small = [self.chance.choice(scope.tensors[size]) for size in (LARGE, SMALL)]
        results = f"{of(LARGE)}, {of(SMALL)}, f32"
        header = f"func.func @main(%a: {of(LARGE)}, %b: {of(LARGE)}, %s: {of(SMALL)}, %i: index, %f: f32, %c: i1) -> ({results}) {{"
        last = f"  return {large}, {small}, {scope.sum()} : {results}"
        self.functions.append("\n".join([header, *scope.lines, last, "}"]))


def of(size: int) -> str:
    return f"tensor<{size}xf32>"


class Scope:
    """The values that may be used at a place of a program, and the lines up to it."""

    def __init__(self, program: Program, tensors: dict[int, list[str]], floats: list[str], places: list[str], indent: str):
        self.program, self.chance, self.indent = program, program.chance, indent
        self.tensors = {size: list(names) for size, names in tensors.items()}
        self.floats, self.places = list(floats), list(places)
        self.lines: list[str] = []

    def inside(self) -> Scope:
        return Scope(self.program, self.tensors, self.floats, self.places, self.indent + "  ")

    def line(self, text: str) -> None:
        self.lines.append(self.indent + text)

    def new(self, size: int, text: str) -> str:
        name = self.program.name()
        self.line(f"{name} = {text}")
        self.tensors[size].append(name)
        return name

    def size(self) -> int:
        return self.chance.choice([size for size, names in self.tensors.items() if names])

    def tensor(self, size: int) -> str:
        """Late ones more often."""
        names = self.tensors[size]
        return names[max(self.chance.randrange(len(names)), self.chance.randrange(len(names)))]

    def place(self) -> str:
        if self.chance.random() < 0.5:
            return self.chance.choice(self.places)
        name = self.program.name()
        self.line(f"{name} = arith.constant {self.chance.randrange(SMALL)} : index")
        return name

    def sum(self) -> str:
        """Of all numbers that were read."""
        total = self.floats[0]
        for each in self.floats[1:]:
            name = self.program.name()
            self.line(f"{name} = arith.addf {total}, {each} : f32")
            total = name
        return total

    def statements(self, count: int, depth: int) -> None:
        kinds = [self.insert, self.insert, self.extract, self.extract, self.slice, self.insert_slice, self.select, self.constant, self.call,
                 self.fresh, self.reshaped, self.transfer, self.cast, *[self.filled] * 2 * self.program.fills]  # fmt: skip
        if depth:
            kinds += [self.loop, self.loop, self.branch, self.branch, self.threads, self.repeat]
        for _ in range(count):
            kind = self.chance.choice(kinds)
            if kind in (self.loop, self.branch, self.threads, self.repeat):
                kind(depth - 1)
            else:
                kind()

    # Statements

    def insert(self) -> None:
        size = self.size()
        number, place = self.chance.choice(self.floats), self.place()
        self.new(size, f"tensor.insert {number} into {self.tensor(size)}[{place}] : {of(size)}")

    def extract(self) -> None:
        size, place = self.size(), self.place()
        name = self.program.name()
        self.line(f"{name} = tensor.extract {self.tensor(size)}[{place}] : {of(size)}")
        self.floats.append(name)

    def part(self) -> str:
        step = self.chance.choice([1, 1, 1, 2])
        offset = self.chance.choice(["0", self.chance.choice(self.places)]) if step == 1 else "0"
        return f"[{offset}] [{SMALL}] [{step}]"

    def slice(self) -> None:
        if self.tensors[LARGE]:
            self.new(SMALL, f"tensor.extract_slice {self.tensor(LARGE)}{self.part()} : {of(LARGE)} to {of(SMALL)}")

    def insert_slice(self) -> None:
        if self.tensors[LARGE] and self.tensors[SMALL]:
            source, target = self.tensor(SMALL), self.tensor(LARGE)
            self.new(LARGE, f"tensor.insert_slice {source} into {target}{self.part()} : {of(SMALL)} into {of(LARGE)}")

    def select(self) -> None:
        size = self.size()
        self.new(size, f"arith.select %c, {self.tensor(size)}, {self.tensor(size)} : {of(size)}")

    def constant(self) -> None:
        size = self.chance.choice([LARGE, SMALL])
        numbers = ", ".join([f"{self.chance.randrange(-9, 9)}.0" for _ in range(size)])
        self.new(size, f"arith.constant dense<[{numbers}]> : {of(size)}")

    def call(self) -> None:
        callees = [each for each in self.program.helpers if self.tensors[each[1]]]
        if callees:
            name, size = self.chance.choice(callees)
            operands = f"{self.tensor(size)}, {self.place()}, {self.chance.choice(self.floats)}, %c"
            count = 1 + self.program.blocks
            result, types = self.program.name(), ", ".join([of(size)] * count)
            self.line(f"{result}:{count} = func.call @{name}({operands}) : ({of(size)}, index, f32, i1) -> ({types})")
            self.tensors[size] += [f"{result}#{at}" for at in range(count)]

    def fresh(self) -> None:
        """New memory, all of which is written before it is read."""
        if self.tensors[SMALL]:
            empty = self.program.name()
            self.line(f"{empty} = tensor.empty() : {of(LARGE)}")
            half = self.program.name()
            self.line(f"{half} = tensor.insert_slice {self.tensor(SMALL)} into {empty}[0] [{SMALL}] [1] : {of(SMALL)} into {of(LARGE)}")
            self.new(LARGE, f"tensor.insert_slice {self.tensor(SMALL)} into {half}[{SMALL}] [{SMALL}] [1] : {of(SMALL)} into {of(LARGE)}")

    def reshaped(self) -> None:
        """Written to under another shape."""
        size = self.size()
        wide, written, type = self.program.name(), self.program.name(), f"tensor<2x{size // 2}xf32>"
        self.line(f"{wide} = tensor.expand_shape {self.tensor(size)} [[0, 1]] output_shape [2, {size // 2}] : {of(size)} into {type}")
        zero = self.program.name()
        self.line(f"{zero} = arith.constant 0 : index")
        self.line(f"{written} = tensor.insert {self.chance.choice(self.floats)} into {wide}[{zero}, {zero}] : {type}")
        if self.chance.random() < 0.7:
            self.new(size, f"tensor.collapse_shape {self.chance.choice([wide, written])} [[0, 1]] : {type} into {of(size)}")

    def transfer(self) -> None:
        if not self.tensors[LARGE]:
            return
        row, place, number = self.program.name(), self.place(), self.chance.choice(self.floats)
        self.line(
            f"{row} = vector.transfer_read {self.tensor(LARGE)}[{place}], {number} {{in_bounds = [true]}} : {of(LARGE)}, vector<4xf32>"
        )
        target, to = self.tensor(LARGE), self.place()
        self.new(LARGE, f"vector.transfer_write {row}, {target}[{to}] {{in_bounds = [true]}} : vector<4xf32>, {of(LARGE)}")

    def cast(self) -> None:
        size = self.size()
        wide = self.program.name()
        self.line(f"{wide} = tensor.cast {self.tensor(size)} : {of(size)} to tensor<?xf32>")
        written = self.program.name()
        self.line(
            f"{written} = tensor.insert {self.chance.choice(self.floats)} into {wide}[{self.chance.choice(self.places)}] : tensor<?xf32>"
        )
        self.new(size, f"tensor.cast {self.chance.choice([wide, written])} : tensor<?xf32> to {of(size)}")

    def filled(self) -> None:
        size = self.chance.choice([LARGE, SMALL])
        number = self.chance.choice(self.floats)
        kind = self.chance.choice(["splat", "generate", "pad", "from_elements"])
        if kind == "splat":
            self.new(size, f"tensor.splat {number} : {of(size)}")
        elif kind == "generate":
            self.new(size, f"tensor.generate {{ ^bb0(%at: index): tensor.yield {number} : f32 }} : {of(size)}")
        elif kind == "from_elements":
            self.new(SMALL, f"tensor.from_elements {', '.join([self.chance.choice(self.floats) for _ in range(SMALL)])} : {of(SMALL)}")
        elif self.tensors[SMALL]:
            source = self.tensor(SMALL)
            body = f"^bb0(%at: index): tensor.yield {number} : f32"
            self.new(LARGE, f"tensor.pad {source} low[1] high[3] {{ {body} }} : {of(SMALL)} to {of(LARGE)}")

    # Regions

    def loop(self, depth: int) -> None:
        sizes = [self.size() for _ in range(self.chance.randint(1, 2))]
        low, high, step = [self.program.name() for _ in range(3)]
        for name, number in ((low, 0), (high, self.chance.randint(0, 3)), (step, 1)):
            self.line(f"{name} = arith.constant {number} : index")
        carried, count, result = [self.program.name() for _ in sizes], self.program.name(), self.program.name()
        body = self.inside()
        body.places.append(count)
        for size, name in zip(sizes, carried):
            body.tensors[size] += [name] * 3
        body.statements(self.chance.randint(1, 3), depth)
        handed = [body.tensor(size) for size in sizes]
        pairs = ", ".join([f"{name} = {self.tensor(size)}" for size, name in zip(sizes, carried)])
        types = ", ".join(map(of, sizes))
        names = [f"{result}#{at}" for at in range(len(sizes))] if len(sizes) > 1 else [result]
        head = f"{result}:{len(sizes)}" if len(sizes) > 1 else result
        self.line(f"{head} = scf.for {count} = {low} to {high} step {step} iter_args({pairs}) -> ({types}) {{")
        self.lines += [*body.lines, f"{body.indent}scf.yield {', '.join(handed)} : {types}"]
        self.line("}")
        for size, name in zip(sizes, names):
            self.tensors[size].append(name)

    def branch(self, depth: int) -> None:
        size, name = self.size(), self.program.name()
        self.line(f"{name} = scf.if %c -> ({of(size)}) {{")
        for word in ("} else {", "}"):
            body = self.inside()
            body.statements(self.chance.randint(0, 2), depth)
            self.lines += [*body.lines, f"{body.indent}scf.yield {body.tensor(size)} : {of(size)}"]
            self.line(word)
        self.tensors[size].append(name)

    def repeat(self, depth: int) -> None:
        size, (count, tensor, at, inner) = self.size(), [self.program.name() for _ in range(4)]
        zero, end, one, less, more, result = [self.program.name() for _ in range(6)]
        for name, number in ((zero, 0), (end, self.chance.randint(0, 3)), (one, 1)):
            self.line(f"{name} = arith.constant {number} : index")
        before, after = self.inside(), self.inside()
        before.tensors[size] += [tensor] * 2
        after.tensors[size] += [inner] * 2
        before.places.append(zero)
        before.statements(self.chance.randint(0, 1), 0)
        after.statements(self.chance.randint(0, 2), depth)
        types = f"index, {of(size)}"
        self.line(f"{result}:2 = scf.while ({count} = {zero}, {tensor} = {self.tensor(size)}) : ({types}) -> ({types}) {{")
        self.lines += [*before.lines, f"{before.indent}{less} = arith.cmpi ult, {count}, {end} : index"]
        handed = tensor if self.chance.random() < 0.6 else before.tensor(size)
        self.lines.append(f"{before.indent}scf.condition({less}) {count}, {handed} : {types}")
        self.line("} do {")
        self.lines += [f"{self.indent}^bb0({at}: index, {inner}: {of(size)}):", *after.lines]
        self.lines.append(f"{after.indent}{more} = arith.addi {at}, {one} : index")
        self.lines.append(f"{after.indent}scf.yield {more}, {after.tensor(size)} : {types}")
        self.line("}")
        self.tensors[size].append(f"{result}#1")

    def loop_of_blocks(self) -> None:
        """What stands behind it may use what it carries, and what was there before."""
        size, (count, carried, less, more) = self.size(), [self.program.name() for _ in range(4)]
        zero, end, one = [self.program.name() for _ in range(3)]
        for name, number in ((zero, 0), (end, self.chance.randint(0, 3)), (one, 1)):
            self.line(f"{name} = arith.constant {number} : index")
        body, types = self.inside(), f"index, {of(size)}"
        body.places.append(count)
        body.tensors[size] += [carried] * 3
        body.statements(self.chance.randint(1, 3), 1)
        self.line(f"cf.br ^head({zero}, {self.tensor(size)} : {types})")
        self.lines.append(f"^head({count}: index, {carried}: {of(size)}):")
        self.line(f"{less} = arith.cmpi ult, {count}, {end} : index")
        self.line(f"cf.cond_br {less}, ^body, ^end")
        self.lines += ["^body:", *body.lines, f"{body.indent}{more} = arith.addi {count}, {one} : index"]
        self.lines += [f"{body.indent}cf.br ^head({more}, {body.tensor(size)} : {types})", "^end:"]
        self.tensors[size] += [carried] * 3

    def threads(self, depth: int) -> None:
        """Each has its own half."""
        if not self.tensors[LARGE]:
            return
        at, shared, offset, result = [self.program.name() for _ in range(4)]
        body = self.inside()
        if self.chance.random() < 0.7:
            part = self.program.name()
            body.line(f"{part} = tensor.extract_slice {shared}[{offset}] [{SMALL}] [1] : {of(LARGE)} to {of(SMALL)}")
            body.tensors[SMALL] += [part] * 3
        body.statements(self.chance.randint(1, 3), depth)
        if not body.tensors[SMALL]:
            return
        self.line(f"{result} = scf.forall ({at}) in (2) shared_outs({shared} = {self.tensor(LARGE)}) -> ({of(LARGE)}) {{")
        self.line(f"  {offset} = affine.apply affine_map<(d0) -> (d0 * {SMALL})>({at})")
        self.lines += body.lines
        self.line("  scf.forall.in_parallel {")
        self.line(
            f"    tensor.parallel_insert_slice {body.tensor(SMALL)} into {shared}[{offset}] [{SMALL}] [1] : {of(SMALL)} into {of(LARGE)}"
        )
        self.line("  }")
        self.line("}")
        self.tensors[LARGE].append(result)
