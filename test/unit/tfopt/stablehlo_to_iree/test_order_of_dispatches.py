"""Drawn sequences of copies and fills of parts of buffers, in order: they give what they gave, and there are as few barriers as there can be."""

import random

import numpy as np
import pytest
from tfir.dialects import dialect, lookup
from tfir.execution.sequence import sequence_program
from tfir.ir.location import Source
from tfir.ir.symbols import SymbolTable
from tfir.text.parser import parse

from tfopt.stablehlo_to_iree.accesses import stretches_of
from tfopt.stablehlo_to_iree.iree_order_dispatches import iree_order_dispatches
from tfopt.stablehlo_to_iree.iree_plan_buffers import iree_plan_buffers

BUFFERS, WORDS, RETURNED = 6, 4, 2


def drawn(seed: int) -> tuple[str, list[tuple[set, set]]]:
    """A function of a buffer, and the words that each of its steps reads and writes; each buffer is filled before all else."""
    draw = random.Random(seed)
    type = f"memref<{WORDS}xi32>"
    lines = [f'  %b{at} = "iree_ll_seq.alloc_heap"() : () -> {type}' for at in range(BUFFERS)]
    touched = []
    for number in range(BUFFERS + draw.randrange(3, 25)):
        target, count = draw.randrange(BUFFERS), draw.randrange(1, WORDS + 1)
        if number < BUFFERS:
            target, count = number, WORDS
        start = draw.randrange(WORDS - count + 1)
        written = {(target, start + at) for at in range(count)}
        if number < BUFFERS or draw.random() < 0.2:
            lines.append(f"  iree_ll_seq.static_fill {number} to %b{target}[{4 * start}, {4 * count}] : {type}")
            touched.append((set(), written))
            continue
        source = draw.choice([at for at in range(-1, BUFFERS) if at != target])
        begin = draw.randrange(WORDS - count + 1)
        name = "%x" if source < 0 else f"%b{source}"
        lines.append(f"  iree_ll_seq.static_copy {name}[{4 * begin}] to %b{target}[{4 * start}], {4 * count} : {type}, {type}")
        touched.append(({(source, begin + at) for at in range(count)}, written))
    results = ", ".join([f"%b{at}" for at in range(RETURNED)])
    types = ", ".join([type] * RETURNED)
    body = "\n".join([*lines, f"  iree_ll_seq.return {results} : {types}"])
    return f"func.func @f(%x: {type}) -> ({types}) {{\n{body}\n}}", touched


def longest_chain(touched: list[tuple[set, set]]) -> int:
    """Of steps of which each has to be kept apart from the one before."""
    lengths: list[int] = []
    for reads, writes in touched:
        apart = [
            length
            for (other_reads, other_writes), length in zip(touched, lengths)
            if (reads | writes) & other_writes or writes & other_reads
        ]
        lengths.append(max(apart, default=0) + 1)
    return max(lengths)


def barriers(module) -> int:
    return sum([len(each.first) for each in stretches_of(module.body.first.body, SymbolTable(module))])


def steps(module) -> int:
    return sum([len(each.number) for each in stretches_of(module.body.first.body, SymbolTable(module))])


def answer(module):
    return [array.tolist() for array in sequence_program(module.body.first)([np.arange(100, 100 + WORDS, dtype=np.int32)])]


@pytest.mark.parametrize("seed", range(60))
def test_what_is_ordered_gives_the_same(seed):
    text, touched = drawn(seed)
    module, plain = [parse(Source("f.mlir", text), lookup, dialect) for _ in range(2)]
    iree_order_dispatches(module)
    assert barriers(module) == longest_chain(touched) - 1
    assert answer(module) == answer(plain)
    iree_plan_buffers(module, keep_stretches=True)
    if steps(module) == steps(plain):  # a copy that goes as both of its buffers become one may be worth a barrier
        assert barriers(module) == longest_chain(touched) - 1
    assert answer(module) == answer(plain)


def test_without_the_stretches_memory_that_is_shared_takes_barriers():
    """Of some drawn sequence, or keeping them would be for nothing."""
    more = []
    for seed in range(60):
        module = parse(Source("f.mlir", drawn(seed)[0]), lookup, dialect)
        iree_order_dispatches(module)
        before = barriers(module)
        iree_plan_buffers(module)
        more.append(barriers(module) > before)
    assert any(more)
