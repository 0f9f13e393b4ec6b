"""Elementwise operations that LLVM has under another name: renamed where they stand, or done row by row where vectors have several
dimensions.

    before:  %2 = arith.addf %0, %1 fastmath<nnan> : vector<4xf32>
    after:   %2 = llvm.fadd %0, %1 {fastmathFlags = #llvm.fastmath<nnan>} : vector<4xf32>
"""

from __future__ import annotations

from functools import cache

from tfir.dialects.llvm.attributes import FAST_MATH
from tfir.dialects.llvm.types import ArrayType
from tfir.ir.attributes import Attribute, IntegerAttr
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I32, FloatType, IntegerType, Type
from tfir.ods.constraints import element_of

from tfopt.rewrite.pattern import FunctionPattern
from tfopt.rewrite.type_conversion import TypeConversion
from tfopt.to_llvm import llvm_building as llvm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tfopt.rewrite.pattern import PatternFunction

    Attributes = Mapping[str, Attribute]


@cache
def flag_words(text: str) -> list[str]:
    """`#arith.overflow<nsw, nuw>` -> nsw, nuw"""
    return text[text.index("<") + 1 : -1].replace(" ", "").split(",")


@cache
def fast_math(text: str) -> Attribute:
    return FAST_MATH.of(flag_words(text))


@cache
def overflow(text: str) -> Attribute:
    return IntegerAttr(sum({"nsw": 1, "nuw": 2}.get(word, 0) for word in flag_words(text)), I32)


def attributes_for(op: Operation, name: str) -> dict[str, Attribute]:
    """What the attributes of an operation are of one of LLVM: its flags under their names there, all others as they are."""
    attributes = dict(llvm.defaults_of(name))
    for key, value in op.attributes.items():
        if key == "fastmath" and "fastmathFlags" in attributes:
            attributes["fastmathFlags"] = fast_math(value.text)
        elif key == "overflowFlags":
            attributes[key] = overflow(value.text)
        else:
            attributes[key] = value
    return attributes


def renamed(rewriter: TypeConversion, op: Operation, name: str, attributes: Attributes | None = None) -> bool:
    """Makes an op of LLVM of an elementwise operation that has one result."""
    operands, types = rewriter.converted(op.operands), rewriter.converted_types(op.results)
    if operands is None or types is None:
        return False
    if attributes is None:
        attributes = attributes_for(op, name)
    if isinstance(types[0], ArrayType):

        def row(parts: list[Value], type: Type) -> Value:
            return rewriter.builder.value(name, parts, type, attributes)

        return rewriter.replace(op, [by_rows(rewriter, types[0], operands, row)])
    return rewriter.become(op, name, operands, types, attributes)


def index_cast(op: Operation, rewriter: TypeConversion, wider: str) -> bool:
    """An index as an integer or back, cut off, made wider by an operation of that name, or as it is."""
    types = [rewriter.types[element_of(value.type)] for value in (op.operands[0], op.results[0])]
    if not all([isinstance(type, IntegerType) for type in types]):
        return False
    before, after = [type.width for type in types]
    if before == after:
        return handed_on(op, rewriter)
    return renamed(rewriter, op, "llvm.trunc" if before > after else wider)


def handed_on(op: Operation, rewriter: TypeConversion) -> bool:
    """The operand in the new type is the result in the new type."""
    operands = rewriter.converted(op.operands)
    return operands is not None and rewriter.replace(op, operands)


def by_rows(rewriter: TypeConversion, type: Type, operands: Sequence[Value], row: Callable[[list[Value], Type], Value]) -> Value:
    """Arrays of what a function makes of each row of vectors. An operand that is no array is the same for all rows."""
    sizes, inner = llvm.rows_of(type)
    whole = llvm.poison(rewriter, type)
    for place in llvm.places(sizes):
        parts = [llvm.extracted(rewriter, each, llvm.rows_of(each.type)[1], *place) for each in operands]
        whole = llvm.inserted(rewriter, whole, row(parts, inner), *place)
    return whole


def renaming(names: Mapping[str, str]) -> list[FunctionPattern]:
    """Patterns for ops that have another name in LLVM, and are else the same."""
    return [FunctionPattern([before], renaming_to(after)) for before, after in names.items()]


def renaming_to(name: str) -> PatternFunction:
    return lambda op, rewriter: computes_floats(op, rewriter) and renamed(rewriter, op, name)


def computes_floats(op: Operation, rewriter: TypeConversion) -> bool:
    """Whether LLVM has the floats of an operation as such: those of 8 bits and less are integers there, with which it computes otherwise."""
    floats = [type for type in (element_of(value.type) for value in (*op.operands, *op.results)) if isinstance(type, FloatType)]
    return all([isinstance(rewriter.types[type], FloatType) for type in floats])
