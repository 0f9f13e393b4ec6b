"""The lowering of each of TensorFlow's ops on whole numbers and truth values is proved by an SMT solver: what TensorFlow computes, the
StableHLO computes, for all numbers of a type. What is an error in TensorFlow (a division by zero) may give anything."""

from __future__ import annotations

import pytest
from tfir.dialects import dialect, has_trait, lookup, verify
from tfir.ir.diagnostics import Error
from tfir.ir.location import Source
from tfir.text.parser import parse
from tfir.text.printer import print_operation

from tfopt.tf_to_stablehlo.lowering import LOWERINGS, load_lowerings
from tfopt.tf_to_stablehlo.tf_to_stablehlo import tf_to_stablehlo

pytest.importorskip("z3", reason="z3-solver proves lowerings of whole numbers")

from bit_vectors import TF, prove_refines

load_lowerings()

SIGNED, UNSIGNED, TRUTH = ("i8", "i16", "i32", "i64"), ("ui8", "ui16", "ui32", "ui64"), ("i1",)
COMPARISONS = {"Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"}
LOGICAL = {"LogicalAnd", "LogicalOr", "LogicalNot"}
OTHERS = {"Reshape"}  # which is about shapes
# Ops that work element by element and have no formula; `test_lowerings.py` tries their lowerings on drawn or recorded numbers.
NO_KERNEL = "TensorFlow has no kernel for whole numbers, so that nothing says what it computes"
UNPROVED = {"Bucketize": "it compares with numbers in floating point", "DataFormatDimMap": "it looks letters up", "ApproximateEqual": NO_KERNEL,
            "Inv": NO_KERNEL, "Reciprocal": NO_KERNEL, "RealDiv": NO_KERNEL,
            **dict.fromkeys(("RiscCast", "RiscLogicalAnd", "RiscLogicalNot", "RiscLogicalOr"), "lowered as its twin is")}  # fmt: skip
WHOLE = {*SIGNED, *[f"u{word[2:]}" for word in UNSIGNED], "bool"}


def cases():
    """(op, types of operands, type of the result)"""
    for name in sorted(TF.keys() - OTHERS):
        slots = lookup(f"tf.{name}").signature.operands
        count = 2 if slots[0].variadic or slots[0].number else len(slots)
        for type in TRUTH if name in LOGICAL else (*SIGNED, *UNSIGNED, *TRUTH):
            if name == "Cast":
                yield from [(name, [type], other) for other in (*SIGNED, *UNSIGNED, *TRUTH) if other != type]
            elif name.startswith("Select"):
                yield name, ["i1", type, type], type
            else:
                yield name, [type] * count, "i1" if name in COMPARISONS else "ui8" if name == "PopulationCount" else type


def program(name: str, operands, result: str):
    arguments = ", ".join([f"%{at}: tensor<{type}>" for at, type in enumerate(operands)])
    values, types = ", ".join([f"%{at}" for at in range(len(operands))]), ", ".join([f"tensor<{type}>" for type in operands])
    op = f'%r = "tf.{name}"({values}) : ({types}) -> tensor<{result}>'
    text = f"func.func @f({arguments}) -> tensor<{result}> {{\n{op}\nreturn %r : tensor<{result}>\n}}"
    return parse(Source("case", text), lookup, dialect)


@pytest.mark.parametrize("name", sorted(TF.keys() - OTHERS))
def test_a_lowering_computes_what_tensorflow_does(name):
    proved = 0
    for _, operands, result in [case for case in cases() if case[0] == name]:
        before, after = [program(name, operands, result) for _ in range(2)]
        try:
            verify(before)
        except Error:
            continue  # the op takes no such type
        tf_to_stablehlo(after)
        try:
            prove_refines(before.body.first, after.body.first, may_be_poison=False)
        except AssertionError as error:
            raise AssertionError(f"{name} of {operands}: {error}\n{print_operation(after, lookup)}") from None
        proved += 1
    assert proved


def takes_whole_numbers(name: str) -> bool:
    signature = lookup(f"tf.{name}").signature
    declared = [signature.attributes.get(slot.type) for slot in signature.operands]
    return any(slot.type in WHOLE if attribute is None else attribute.allowed is None or WHOLE & {*attribute.allowed}
               for slot, attribute in zip(signature.operands, declared))  # fmt: skip


def test_each_lowering_that_works_element_by_element_is_proved():
    """A new one needs a formula in `bit_vectors.py`."""
    names = {name for name in LOWERINGS if has_trait(f"tf.{name}", "elementwise") and takes_whole_numbers(name)}
    assert names - TF.keys() == UNPROVED.keys()
