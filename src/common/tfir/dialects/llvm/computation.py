"""Arithmetic of LLVM at run time, which is that of `arith`: integers wrap around, floats round once, poison is some number."""

from __future__ import annotations

import numpy as np

from tfir.dialects.arith import computation as arith
from tfir.dialects.arith.computation import COMPARED, compared, in_width, result_dtype, rounded, signed, unsigned, whole, width_of
from tfir.dialects.llvm.attributes import FLOAT_PREDICATES, INTEGER_PREDICATES
from tfir.dialects.llvm.values import ADDRESS, dtype_in, extracted, inserted, of_attribute, zero_of
from tfir.dialects.stablehlo.conversion import bitcast as with_bits_of
from tfir.ods.arrays import converted
from tfir.ods.semantics import OpSemantics, ops_of


class icmp(OpSemantics):
    def evaluate(lhs, rhs, predicate):
        return compared(INTEGER_PREDICATES[predicate], lhs, rhs)


class fcmp(OpSemantics):
    def evaluate(lhs, rhs, predicate):
        word = FLOAT_PREDICATES[predicate].lstrip("_")
        if word in ("true", "false"):
            return np.full(np.shape(lhs), word == "true")
        unordered = np.isnan(lhs) | np.isnan(rhs)
        if word in ("ord", "uno"):
            return unordered if word == "uno" else ~unordered
        holds = COMPARED[word[1:]](lhs, rhs)
        return holds | unordered if word[0] == "u" else holds & ~unordered


class select(OpSemantics):
    def evaluate(condition, trueValue, falseValue):
        return np.where(condition, trueValue, falseValue) if np.ndim(condition) else trueValue if condition else falseValue


class fneg(OpSemantics):
    def evaluate(operand):
        return np.negative(operand)


class freeze(OpSemantics):
    def evaluate(val):
        return val


class sext(OpSemantics):
    def evaluate(arg, result_types):
        return in_width(signed(arg), result_dtype(result_types))


class zext(OpSemantics):
    def evaluate(arg, result_types):
        return in_width(unsigned(arg), result_dtype(result_types))


class trunc(sext):
    """Only the lowest bits."""


class fpext(OpSemantics):
    def evaluate(arg, result_types):
        return converted(arg, result_dtype(result_types))


class fptrunc(OpSemantics):
    def evaluate(arg, result_types):
        return rounded(arg, result_dtype(result_types), arith.ROUNDINGS[0])


class sitofp(OpSemantics):
    def evaluate(arg, result_types):
        return converted(signed(arg), result_dtype(result_types))


class uitofp(OpSemantics):
    def evaluate(arg, result_types):
        return converted(unsigned(arg), result_dtype(result_types))


class fptosi(OpSemantics):
    def evaluate(arg, result_types):
        dtype = result_dtype(result_types)
        width = width_of(dtype)
        return in_width(whole(arg, -(1 << (width - 1)), (1 << (width - 1)) - 1), dtype)


class fptoui(OpSemantics):
    def evaluate(arg, result_types):
        dtype = result_dtype(result_types)
        return in_width(whole(arg, 0, (1 << width_of(dtype)) - 1), dtype)


class bitcast(OpSemantics):
    def evaluate(arg, result_types):
        return with_bits_of(np.asarray(arg), dtype_in(result_types[0]))


def of_constant(op):
    return of_attribute(op.attributes["value"], op.result.type)


def undefined(result_types):
    return zero_of(result_types[0])


class ptrtoint(OpSemantics):
    def evaluate(arg, result_types):
        return in_width(arg, result_dtype(result_types))


class inttoptr(OpSemantics):
    def evaluate(arg, result_types):
        return unsigned(arg).astype(ADDRESS)


class addrspacecast(OpSemantics):
    def evaluate(arg):
        return arg


# Vectors and aggregates


class extractelement(OpSemantics):
    def evaluate(vector, position):
        return vector[place_of(position, vector)]


class insertelement(OpSemantics):
    def evaluate(vector, value, position):
        result = np.array(vector)
        result[place_of(position, vector)] = value
        return result


def place_of(position, vector) -> int:
    """A place in a vector; behind its end any, as the element there is none in particular."""
    return int(unsigned(position)) % len(vector)


class shufflevector(OpSemantics):
    def evaluate(v1, v2, op):
        return np.concatenate([v1, v2])[[max(each, 0) for each in op.attributes["mask"].values]]


class extractvalue(OpSemantics):
    def evaluate(container, position):
        return extracted(container, position)


class insertvalue(OpSemantics):
    def evaluate(container, value, position):
        return inserted(container, value, position)


# What `arith` calls the operations that have the same operands.
NAMES = {
    "add": "addi", "sub": "subi", "mul": "muli", "sdiv": "divsi", "srem": "remsi", "udiv": "divui", "urem": "remui", "and": "andi",
    "or": "ori", "xor": "xori", "shl": "shli", "lshr": "shrui", "ashr": "shrsi", "fadd": "addf", "fsub": "subf", "fmul": "mulf",
    "fdiv": "divf", "frem": "remf",
}  # fmt: skip
SEMANTICS = {name: arith.SEMANTICS[other] for name, other in NAMES.items()} | ops_of(
    OpSemantics,
    **{"mlir.constant": of_constant, **dict.fromkeys(("mlir.undef", "mlir.poison", "mlir.zero"), undefined)},
)
