#!/usr/bin/env python3
"""Mutates programs and reads, verifies and prints what comes out: only errors may come of it, no crash and no hang, and the
parser's fast paths read all of it as the general parser does.

    tools/fuzz_parser.py [--count=N] [--seed=N] [--seconds=S] [FILE...]

Programs are the sections of the given files, by default of the golden tests. The seed and the number of a mutation give it again.
"""

import argparse
import random
import re
import sys
import traceback
from pathlib import Path
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src" / "common"))

from tfir.dialects import dialect, lookup, verify  # noqa: E402
from tfir.ir.diagnostics import Error  # noqa: E402
from tfir.ir.location import Source  # noqa: E402
from tfir.text.parser import parse  # noqa: E402
from tfir.text.printer import PrintOptions, print_operation  # noqa: E402

TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|[%@#!^]?[\w$.]+|->|::|\s+|.', re.S)
WORDS = """{ } ( ) [ ] < > , : = -> :: * ? x 0 1 -1 9223372036854775808 1.5 0x7FC00000 true dense array tensor memref vector complex tuple
f32 i1 i32 i0 index none unit loc unknown fused callsite affine_map module func.func return %0 %arg0 %0#1 @f @"" ^bb0 #loc !t "" "\\FF" {-# #-}""".split()
TOO_DEEP = "nested too deeply"
SLOW = 1.0  # seconds of the processor, for both ways of reading


def sections(files) -> list[str]:
    texts = [part for file in files for part in re.split(r"^// -----.*$", file.read_text(errors="surrogateescape"), flags=re.M)]
    return [text for text in texts if text.strip() and len(text) < 20_000]


def mutated(chance: random.Random, programs: list[str]) -> str:
    tokens = TOKEN.findall(chance.choice(programs))
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(tokens) + 1)
        chance.choice(CHANGES)(chance, tokens, at, programs)
    text = "".join(tokens)
    if chance.random() < 0.1 and text:
        at = chance.randrange(len(text))
        text = text[:at] + chr(chance.choice((0, 10, 34, 92, 127, 0xE9, 0x201D, 0xDCFF, chance.randrange(32, 127)))) + text[at + 1 :]
    return text


def delete(chance, tokens, at, programs):
    del tokens[at : at + chance.choice((1, 1, 2, 5, 40))]


def insert(chance, tokens, at, programs):
    tokens.insert(at, " " + chance.choice(WORDS) + " ")


def replace(chance, tokens, at, programs):
    tokens[at : at + 1] = [chance.choice(WORDS)]


def repeat(chance, tokens, at, programs):
    length = chance.choice((1, 2, 10, 60))
    tokens[at:at] = tokens[at : at + length] * chance.choice((1, 1, 2, 300))


def swap(chance, tokens, at, programs):
    other = chance.randrange(len(tokens) + 1)
    if at < len(tokens) and other < len(tokens):
        tokens[at], tokens[other] = tokens[other], tokens[at]


def splice(chance, tokens, at, programs):
    others = TOKEN.findall(chance.choice(programs))
    start = chance.randrange(len(others))
    tokens[at:at] = others[start : start + chance.choice((3, 20, 100))]


def truncate(chance, tokens, at, programs):
    del tokens[at:]


def nest(chance, tokens, at, programs):
    opening, closing = chance.choice(
        ("[]", "{}", "()", "<>", ("tuple<", ">"), ("(", ") -> i32"), ('"t.a"() ({', "}) : () -> ()"), ("loc(fused[", "])"))
    )
    depth = chance.choice((10, 90, 3000))
    tokens.insert(at, opening * depth)
    tokens.insert(min(len(tokens), at + chance.choice((1, 2, 5))), closing * depth)


CHANGES = (delete, insert, insert, replace, replace, repeat, swap, splice, truncate, nest)


def try_one(text: str, number: int) -> None:
    """Whatever is no Error is the caller's to report."""
    fast, general = [outcome(text, number, use_fast_paths) for use_fast_paths in (True, False)]
    if fast != general:
        raise AssertionError(f"fast paths differ from the general parser: {difference(fast, general)}")


def outcome(text: str, number: int, use_fast_paths: bool) -> str:
    """What comes of a text: it is read, verified and printed, or an error says why not."""
    try:
        module = parse(Source("mutation", text), lookup, dialect, allow_unregistered=number % 3 == 0, use_fast_paths=use_fast_paths)
        verify(module)
        return print_operation(module, lookup) + print_operation(module, lookup, PrintOptions(generic=True, debug_info=True))
    except Error as error:
        rendered = error.render()
        return TOO_DEEP if TOO_DEEP in rendered else rendered  # where it becomes too deep depends on the way


def difference(one: str, other: str) -> str:
    return next((f"{a!r} / {b!r}" for a, b in zip(one.split("\n"), other.split("\n")) if a != b), "in length")[:400]


def forget_sources() -> None:
    """Locations of what came before are never asked for again; their texts would fill the memory."""
    del Source._all[:], Source._bases[:]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    options.add_argument("--only", type=int, help="print this mutation and try it alone")
    arguments = options.parse_args()
    programs = sections(arguments.files or sorted((ROOT / "test" / "lit").rglob("*.mlir")))
    if arguments.only is not None:
        text = mutated(random.Random(f"{arguments.seed} {arguments.only}"), programs)
        print(text)
        try_one(text, arguments.only)
        return 0
    started, bad, tried = perf_counter(), 0, 0
    for number in range(arguments.count):
        if perf_counter() - started > arguments.seconds:
            break
        text = mutated(random.Random(f"{arguments.seed} {number}"), programs)
        began, tried = process_time(), tried + 1
        try:
            try_one(text, number)
        except Exception:
            bad += 1
            last = traceback.format_exc().strip().splitlines()
            print(f"mutation {number}: {last[-1][:500]}\n    {last[-3].strip()[:160]}")
        took = process_time() - began
        if took > SLOW:
            bad += 1
            print(f"mutation {number}: took {took:.1f} s for {len(text)} characters")
        forget_sources()
    print(f"{tried} mutations, {bad} bad")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
