"""What `canonicalize` does to whole numbers of StableHLO and of TensorFlow, and StableHLO's aggressive passes, is proved by an SMT solver: each
op of each op, on arguments and constants, is what it was, wraparound, shifts by too much and divisions by zero included."""

from __future__ import annotations

import itertools
import random

import pytest
from tfir.dialects import dialect, lookup
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.generic.canonicalize import canonicalize
from tfopt.stablehlo.stablehlo_aggressive_folder import stablehlo_aggressive_folder
from tfopt.stablehlo.stablehlo_aggressive_simplification import stablehlo_aggressive_simplification

pytest.importorskip("z3", reason="z3-solver proves rules on whole numbers")

from bit_vectors import STABLEHLO, prove_refines

WITHOUT_TYPES = {"compare", "select", "convert", "bitcast_convert", "reshape", "broadcast_in_dim", "transpose", "broadcast", "clamp"}
OF_STABLEHLO = sorted(STABLEHLO.keys() - WITHOUT_TYPES)
OF_TF = ("AddV2", "Sub", "Mul", "Neg", "Invert", "BitwiseAnd", "BitwiseOr", "BitwiseXor", "Maximum", "Minimum", "Abs", "Square",
         "FloorDiv", "FloorMod", "LeftShift", "RightShift", "Identity", "Snapshot")  # fmt: skip
CONSTANTS = (0, 1, -1, 2, 7, 127, -128)


def text_of(dialect_name: str, name: str, result: str, operands, type: str) -> str:
    types = ", ".join([f"tensor<{type}>"] * len(operands))
    return f'{result} = "{dialect_name}.{name}"({", ".join(operands)}) : ({types}) -> tensor<{type}>'


def arity(dialect_name: str, name: str) -> int:
    return len(lookup(f"{dialect_name}.{name}").signature.operands)


def programs(dialect_name: str, names, type: str):
    chance, constant = random.Random(type), "stablehlo.constant" if dialect_name == "stablehlo" else "tf.Const"
    unsigned = type.startswith("u")
    for outer, inner in itertools.product(names, names):
        for a, b in (("%x", "%l"), ("%k", "%x")):
            k, l = [chance.choice(CONSTANTS) for _ in range(2)]
            k, l = [("true" if each % 2 else "false") if type == "i1" else each % 256 if unsigned else each for each in (k, l)]
            one = [a, chance.choice(("%x", "%y", "%k"))][: arity(dialect_name, inner)]
            other = chance.choice((["%r", b], [b, "%r"]))[-arity(dialect_name, outer) :]
            other = other if "%r" in other else ["%r"]
            yield f"""(%x: tensor<{type}>, %y: tensor<{type}>) -> tensor<{type}> {{
              %k = "{constant}"() {{value = dense<{k}> : tensor<{type}>}} : () -> tensor<{type}>
              %l = "{constant}"() {{value = dense<{l}> : tensor<{type}>}} : () -> tensor<{type}>
              {text_of(dialect_name, inner, "%r", one, type)}
              {text_of(dialect_name, outer, "%s", other, type)}
              return %s : tensor<{type}>
            }}"""


LOGICAL = ("and", "or", "xor", "not", "add", "multiply", "maximum", "minimum")
DRAWN = [
    ("stablehlo", OF_STABLEHLO, "i8"),
    ("stablehlo", OF_STABLEHLO, "ui8"),
    ("stablehlo", OF_STABLEHLO, "i32"),
    ("stablehlo", LOGICAL, "i1"),
]
OF_TF_DRAWN = [("tf", OF_TF, "i8"), ("tf", OF_TF, "ui8"), ("tf", OF_TF, "ui32"), ("tf", ("LogicalAnd", "LogicalOr", "LogicalNot"), "i1")]


def simplified(simplify, dialect_name, names, type) -> int:
    """How many drawn programs the pass changed, each proved to be what it was. They are functions of one module, which it works on one by one."""
    source = "\n".join([f"func.func @f{number}{text}" for number, text in enumerate(programs(dialect_name, names, type))])
    before, after = [parse(Source("drawn", source), lookup, dialect) for _ in range(2)]
    simplify(after)
    changed = 0
    for old, new in zip(before.body, after.body, strict=True):
        texts = [print_operation(each, lookup) for each in (old, new)]
        if texts[0] == texts[1]:
            continue
        changed += 1
        try:
            prove_refines(old, new, may_be_poison=False)
        except AssertionError as error:
            raise AssertionError("\n".join([str(error), *texts])) from None
    return changed


@pytest.mark.sweep
@pytest.mark.parametrize(("dialect_name", "names", "type"), DRAWN + OF_TF_DRAWN)
def test_simplified_programs_compute_what_they_did(dialect_name, names, type):
    assert simplified(canonicalize, dialect_name, names, type) > len(names)


@pytest.mark.sweep
@pytest.mark.parametrize("simplify", [stablehlo_aggressive_simplification, stablehlo_aggressive_folder])
@pytest.mark.parametrize(("dialect_name", "names", "type"), DRAWN)
def test_aggressively_simplified_programs_compute_what_they_did(dialect_name, names, type, simplify):
    assert simplified(simplify, dialect_name, names, type) > len(names)
