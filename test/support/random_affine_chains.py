"""Functions of several affine loop nests that pass buffers on, made by chance: what loops that are fused, copied or made vectors of look like.

Each nest goes over a box of one of the buffers and stores to it what it computes of elements of others around the same place. No access lies
outside of its buffer. `vectors` draws what can be vectorized: innermost loops that go over whole rows of elements.
"""

from __future__ import annotations

import random

import numpy as np

LETTERS = "ijkl"


class Chain:
    """`buffers` are (name, shape); the arguments are those that come first, and what they hold at the end are the results."""

    def __init__(self, seed, most: int = 4, vectors: bool = False):
        self.chance = random.Random(f"chain {seed}")
        chance = self.chance
        self.vectors = vectors
        sizes = [8, 12] if vectors else [4, 5, 6]
        self.size = chance.choice(sizes)
        self.arguments = [(f"%a{at}", chance.choice([1, 2])) for at in range(chance.randint(2, 3))]
        self.locals = [(f"%m{at}", chance.choice([1, 1, 2])) for at in range(chance.randint(0 if vectors else 1, 3))]
        self.filled = dict(self.arguments)
        self.outer = not vectors and chance.random() < 0.15
        self.names = 0
        self.nests = [self.nest(number) for number in range(chance.randint(1 if vectors else 2, most))]
        rng = np.random.default_rng([*str(seed).encode()])
        self.arrays = [rng.integers(-50, 50, (self.size,) * rank, np.int32) for _, rank in self.arguments]

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def type_of(self, rank: int) -> str:
        return f"memref<{'x'.join([str(self.size)] * rank)}xi32>"

    # A nest

    def nest(self, number: int) -> list[str]:
        chance = self.chance
        empty = [each for each in self.locals if each[0] not in self.filled]
        target, rank = chance.choice(empty if empty and chance.random() < 0.8 else [*self.arguments, *self.locals])
        is_new = target not in self.filled
        kind = chance.choice(["plain", "plain", "plain", "sum", "twice", "imperfect", *["carried"] * (3 if self.vectors else 1)])
        if kind == "carried":
            return self.carried(number, target, rank)
        margin = 0 if is_new or chance.random() < 0.6 else 1
        box = [(margin, self.size - margin) for _ in range(rank)]
        step = 2 if not self.vectors and not is_new and chance.random() < 0.1 else 1
        loops = [(f"%{LETTERS[at]}{number}", low, high, step) for at, (low, high) in enumerate(box)]
        if kind == "sum":
            loops.append((f"%{LETTERS[rank]}{number}", 0, chance.randint(1, self.size), 1))
        lines: list[str] = []
        for depth, (variable, low, high, by) in enumerate(loops):
            if kind == "imperfect" and depth == len(loops) - 1 and depth > 0:
                lines += self.stored(target, rank, [*[name for name, *_ in loops[:depth]], str(low)], depth, margin)
            lines.append(f"{'  ' * depth}affine.for {variable} = {low} to {high} step {by} {{")
        places = [name for name, *_ in loops]
        if chance.random() < 0.15 and rank == 2:
            places[0], places[1] = places[1], places[0]
        self_read = kind == "sum" or chance.random() < 0.1
        lines += self.stored(
            target, rank, places[:rank], len(loops), margin, inside=places, also=target if self_read and not is_new else None
        )
        if kind == "twice":
            other, other_rank = chance.choice([*self.arguments, *self.locals])
            if other_rank <= rank and other in self.filled or other_rank == rank and margin == 0:
                lines += self.stored(other, other_rank, places[:other_rank], len(loops), margin, inside=places)
                self.filled.setdefault(other, other_rank)
        lines += ["  " * depth + "}" for depth in reversed(range(len(loops)))]
        self.filled.setdefault(target, rank)
        return lines

    def carried(self, number: int, target: str, rank: int) -> list[str]:
        """A loop that combines elements of a row, and stores what they come to."""
        chance = self.chance
        source, count = chance.choice(list(self.filled.items()))
        low, high = chance.randint(0, 1), self.size - chance.randint(0, 1)
        row, at, result, loaded, inner, out = [f"%{letter}{number}" for letter in ("i", "j", "r", "l", "s", "o")]
        places = [row if count == 2 else "", at]
        kind = chance.choice(["addi", "muli", "maxsi", "minui", "andi", "ori", "subi"])
        init = chance.choice(["%x", "%zero"])
        self.filled.setdefault(target, rank)
        if not self.vectors and rank == 2 and chance.random() < 0.5:  # what the loop has come to in each iteration
            low, high, steps = 0, self.size, [f"    affine.store {out}, {target}[{row}, {at}] : {self.type_of(rank)}"]
        else:
            steps = []
        return [
            f"affine.for {row} = 0 to {self.size} {{",
            f"  {result} = affine.for {at} = {low} to {high} iter_args({inner} = {init}) -> (i32) {{",
            f"    {loaded} = affine.load {source}[{', '.join(filter(None, places))}] : {self.type_of(count)}",
            f"    {out} = arith.{kind} {inner}, {loaded} : i32",
            *steps,
            f"    affine.yield {out} : i32",
            "  }",
            f"  affine.store {result}, {target}[{', '.join([row, '0'][:rank])}] : {self.type_of(rank)}",
            "}",
        ]

    def stored(self, target, rank, places, depth, margin, inside=None, also=None) -> list[str]:
        """Lines that load, compute and store one element."""
        chance, indent = self.chance, "  " * depth
        value, lines = "%x", []
        sources = [(name, count) for name, count in self.filled.items() if count <= len(places)]
        picked = [chance.choice(sources) for _ in range(chance.randint(1, 3))] if sources else []
        picked += [(also, rank)] if also else []
        for source, count in picked:
            loaded, computed = self.name(), self.name()
            indices = [self.index(place, margin, source is also) for place in (inside or places)[:count]]
            if inside and len(inside) > len(places) and chance.random() < 0.5 and source is not also:
                indices[-1] = inside[-1]
            lines.append(f"{indent}{loaded} = affine.load {source}[{', '.join(indices)}] : {self.type_of(count)}")
            lines.append(f"{indent}{computed} = arith.{chance.choice(['addi', 'addi', 'subi', 'muli'])} {value}, {loaded} : i32")
            value = computed
        lines.append(f"{indent}affine.store {value}, {target}[{', '.join(places)}] : {self.type_of(rank)}")
        return lines

    def index(self, place: str, margin: int, same: bool) -> str:
        draw = self.chance.random()
        if same or not place.startswith("%") or draw < 0.55:
            return place
        if draw < 0.7 and margin:
            return f"{place} {self.chance.choice(['- 1', '+ 1'])}"
        if draw < (0.72 if self.vectors else 0.8):
            return f"{self.size - 1} - {place}"
        return str(self.chance.randint(0, self.size - 1)) if draw < 0.9 else place

    # As text

    def text(self) -> str:
        arguments = ", ".join([f"{name}: {self.type_of(rank)}" for name, rank in self.arguments])
        lines = [f"func.func @f({arguments}, %x: i32) {{"]
        lines += [f"  {name} = memref.alloc() : {self.type_of(rank)}" for name, rank in self.locals]
        lines.append("  %zero = arith.constant 0 : i32")
        indent = "  "
        if self.outer:
            lines.append("  affine.for %t = 0 to 2 {")
            indent = "    "
        lines += [indent + line for nest in self.nests for line in nest]
        if self.outer:
            lines.append("  }")
        return "\n".join([*lines, "  return", "}", ""])

    def inputs(self) -> list:
        return [*[array.copy() for array in self.arrays], np.asarray(7, np.int32)]


# What is held to keep the meaning of chains, with what is drawn for it.
PASSES = [
    (f"func.func({each})", vectors) for each, vectors in (
        ("affine-loop-fusion", False), ("affine-loop-fusion{maximal}", False), ("affine-loop-fusion{mode=producer}", False),
        ("affine-loop-fusion{mode=sibling}", False), ("affine-data-copy-generate", False), ("affine-data-copy-generate{generate-dma}", False),
        ("affine-data-copy-generate{skip-non-unit-stride-loops}", False), ("affine-super-vectorize{virtual-vector-size=4}", True),
        ("affine-super-vectorize{virtual-vector-size=5 vectorize-reductions}", True), ("affine-super-vectorize{virtual-vector-size=4,8}", True),
    )
]  # fmt: skip
