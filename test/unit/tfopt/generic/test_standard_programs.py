"""Programs of branches and whole numbers made by chance: simplified, they return and assert what they did before."""

import random

import pytest
from tfir.dialects import dialect, lookup, verify
from tfir.dialects.arith import INTEGER_PREDICATES
from tfir.dialects.cf import case_values, passed
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.generic.canonicalize import canonicalize
from tfopt.generic.cse import cse

STEPS = 60
MASK = 255
ARITHMETIC = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b, "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b, "xori": lambda a, b: a ^ b, "maxui": max, "minui": min,
}  # fmt: skip


def made(seed: int) -> str:
    """A function of two numbers and two truth values with up to six blocks after the first."""
    chance = random.Random(seed)
    count = chance.randint(2, 6)
    arguments = [[], *[[chance.choice(["i8", "i1"]) for _ in range(chance.randint(0, 2))] for _ in range(count)]]
    lines = ["func.func @f(%a: i8, %b: i8, %c: i1, %d: i1) -> i8 {"]
    for block in range(count + 1):
        here = {"i8": ["%a", "%b"], "i1": ["%c", "%d"]}
        if block:
            lines.append(
                f"^bb{block}({', '.join([f'%x{block}_{n}: {type}' for n, type in enumerate(arguments[block])])}):".replace("()", "")
            )
            for n, type in enumerate(arguments[block]):
                here[type].append(f"%x{block}_{n}")
        for n in range(chance.randint(0, 4)):
            lines.append("  " + operation(chance, f"%v{block}_{n}", here))
        lines.append("  " + ending(chance, block, here, arguments))
    return "\n".join([*lines, "}"])


def operation(chance, name: str, here) -> str:
    one, other, truth, second = [chance.choice(here[type]) for type in ("i8", "i8", "i1", "i1")]
    kind = chance.choice(["number", "truth", "arithmetic", "arithmetic", "compare", "select", "extend", "not", "assert"])
    type = "i1" if kind in ("truth", "compare", "not") else "i8"
    if kind == "assert":
        return f'cf.assert {truth}, "{name[1:]}"'
    here[type].append(name)
    return f"{name} = arith." + {
        "number": f"constant {chance.choice([0, 1, 2, 127, -128, -1])} : i8", "truth": f"constant {chance.choice(['true', 'false'])}",
        "arithmetic": f"{chance.choice(list(ARITHMETIC))} {one}, {other} : i8",
        "compare": f"cmpi {chance.choice(INTEGER_PREDICATES)}, {one}, {other} : i8", "select": f"select {truth}, {one}, {other} : i8",
        "extend": f"{chance.choice(['extui', 'extsi'])} {truth} : i1 to i8", "not": f"xori {truth}, {second} : i1",
    }[kind]  # fmt: skip


def ending(chance, block: int, here, arguments) -> str:
    def target() -> str:
        to = chance.randint(1, len(arguments) - 1)
        given = [chance.choice(here[type]) for type in arguments[to]]
        return f"^bb{to}({', '.join(given)} : {', '.join(arguments[to])})" if given else f"^bb{to}"

    kind = chance.choice(["return" if block else "branch", "branch", "two", "two", "switch"])
    return {
        "return": f"return {chance.choice(here['i8'])} : i8", "branch": f"cf.br {target()}",
        "two": f"cf.cond_br {chance.choice(here['i1'])}, {target()}, {target()}",
        "switch": f"cf.switch {chance.choice(here['i8'])} : i8, [default: {target()}, 0: {target()}, 127: {target()}]",
    }[kind]  # fmt: skip


def signed(n: int) -> int:
    return n - 256 if n > 127 else n


def compared(word: str, a: int, b: int) -> int:
    if word[0] == "s":
        a, b = signed(a), signed(b)
    return int({"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[word[-2:]])


def run(function, inputs):
    """What is returned, and which assertions failed on the way, in order; None where it goes on for too long."""
    block, values, failed = function.body, dict(zip(function.body.arguments, inputs)), []
    for _ in range(STEPS):
        for op in block:
            given = [values[value] for value in op.operands]
            if op.dialect == "arith":
                values[op.result] = computed(op, given)
            elif op.name == "cf.assert" and not given[0]:
                failed.append(op.get("msg"))
        end = block.last
        if end.name == "func.return":
            return values[end.operands[0]], failed
        block, passing = target(end, values)
        values |= dict(zip(block.arguments, [values[value] for value in passing]))
    return None


def computed(op, given) -> int:
    name = op.name.partition(".")[2]
    if name == "constant":
        return int(op.get("value")) & (1 if op.result.type.width == 1 else MASK)
    if name == "cmpi":
        return compared(INTEGER_PREDICATES[op.get("predicate")], *given) if op.operands[0].type.width == 8 else truth(op, given)
    if name == "select":
        return given[1 if given[0] else 2]
    if name in ("extui", "extsi"):
        return given[0] * (1 if name == "extui" else MASK)
    width = op.result.type.width
    if name in ("maxsi", "minsi"):
        return ({"maxsi": max, "minsi": min}[name](map(signed, given))) & MASK
    return ARITHMETIC[name](*given) & (1 if width == 1 else MASK)


def truth(op, given) -> int:
    word = INTEGER_PREDICATES[op.get("predicate")]
    a, b = [-n for n in given] if word[0] == "s" else given
    return compared("u" + word[-2:] if word not in ("eq", "ne") else word, a, b)


def target(end, values):
    ways = passed(end)
    if end.name == "cf.br":
        return ways[0]
    if end.name == "cf.cond_br":
        return ways[0 if values[end.operands[0]] else 1]
    cases = case_values(end)
    flag = signed(values[end.operands[0]])
    return ways[1 + cases.index(flag)] if flag in cases else ways[0]


def read(text: str):
    return parse(Source("made", text), lookup, dialect)


@pytest.mark.parametrize("level", ["normal", "aggressive"])
def test_simplified_programs_do_what_they_did(level):
    finished = 0
    for seed in range(150):
        text = made(seed)
        before, after = read(text), read(text)
        canonicalize(after, region_simplify=level)
        cse(after)
        verify(after)
        for inputs in ((0, 0, 0, 0), (1, 127, 1, 0), (128, 255, 0, 1), (127, 127, 1, 1)):
            expected = run(before.body.first, inputs)
            if expected is not None:
                finished += 1
                assert run(after.body.first, inputs) == expected, f"{text}\n{print_operation(after, lookup)}"
    assert finished > 200
