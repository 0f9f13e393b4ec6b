"""IREE's interpreter of 2019: what its two dialects, `iree_hl_interp` and `iree_ll_interp`, have in common, and `iree_interp.constant`, which the
walkthrough writes in the sequencer.

Most operations compute one buffer of others. At the high level that is a result, at the low level it is written to a last operand.
"""

from __future__ import annotations

from tfir.dialects.iree.forms import ConstantForm
from tfir.ods.dialect import Dialect

# Operations that compute one buffer. What stands behind `=` is the StableHLO op of the same meaning; without one `computed.py` has it.
COMPUTED = """
    cmp_i(lhs: memref, rhs: memref; predicate: str{eq|ne|slt|sle|sgt|sge|ult|ule|ugt|uge})
    cmp_f(lhs: memref, rhs: memref; predicate: str{false|oeq|ogt|oge|olt|ole|one|ord|ueq|ugt|uge|ult|ule|une|uno|true})
    rank(operand: memref)
    dim(operand: memref; dimension: i32)
    shape(operand: memref)
    length(operand: memref)
    select(pred: memref, on_true: memref, on_false: memref) = select
    transpose(operand: memref, permutation: memref)
    broadcast(operand: memref, shape: memref)
    tile(operand: memref, shape: memref)
    reverse(operand: memref, dimensions: memref)
    pad(operand: memref, padding_value: memref, edge_padding_low: memref, edge_padding_high: memref, interior_padding: memref) = pad
    not(operand: memref) = not
    and(lhs: memref, rhs: memref) = and
    or(lhs: memref, rhs: memref) = or
    xor(lhs: memref, rhs: memref) = xor
    sll(lhs: memref, rhs: memref) = shift_left
    srl(lhs: memref, rhs: memref) = shift_right_logical
    sra(lhs: memref, rhs: memref) = shift_right_arithmetic
    add_i(lhs: memref, rhs: memref) = add
    add_f(lhs: memref, rhs: memref) = add
    sub_i(lhs: memref, rhs: memref) = subtract
    sub_f(lhs: memref, rhs: memref) = subtract
    abs_i(operand: memref) = abs
    abs_f(operand: memref) = abs
    mul_i(lhs: memref, rhs: memref) = multiply
    mul_f(lhs: memref, rhs: memref) = multiply
    div_i_s(lhs: memref, rhs: memref) = divide
    div_i_u(lhs: memref, rhs: memref) = divide
    div_f(lhs: memref, rhs: memref) = divide
    madd_i(a: memref, b: memref, c: memref)
    madd_f(a: memref, b: memref, c: memref)
    cos_f(operand: memref) = cosine
    sin_f(operand: memref) = sine
    tanh_f(operand: memref) = tanh
    atan2_f(lhs: memref, rhs: memref) = atan2
    exp_f(operand: memref) = exponential
    log_f(operand: memref) = log
    rsqrt_f(operand: memref) = rsqrt
    min_i_s(lhs: memref, rhs: memref) = minimum
    min_i_u(lhs: memref, rhs: memref) = minimum
    min_f(lhs: memref, rhs: memref) = minimum
    max_i_s(lhs: memref, rhs: memref) = maximum
    max_i_u(lhs: memref, rhs: memref) = maximum
    max_f(lhs: memref, rhs: memref) = maximum
    clamp_i_s(min: memref, operand: memref, max: memref) = clamp
    clamp_i_u(min: memref, operand: memref, max: memref) = clamp
    clamp_f(min: memref, operand: memref, max: memref) = clamp
    floor_f(operand: memref) = floor
    ceil_f(operand: memref) = ceil
    convert_s_s(operand: memref) = convert
    convert_u_u(operand: memref) = convert
    convert_s_u(operand: memref) = convert
    convert_u_s(operand: memref) = convert
    convert_s_f(operand: memref) = convert
    convert_u_f(operand: memref) = convert
    convert_f_s(operand: memref) = convert
    convert_f_u(operand: memref) = convert
    convert_f_f(operand: memref) = convert
    matmul_i(lhs: memref, rhs: memref, multiplier_mantissa: memref, multiplier_exponent: memref)
    matmul_f(lhs: memref, rhs: memref)
    reduce_sum_i(operand: memref, init: memref; dimension: i32)
    reduce_sum_f(operand: memref, init: memref; dimension: i32)
    reduce_min_i(operand: memref, init: memref; dimension: i32)
    reduce_min_f(operand: memref, init: memref; dimension: i32)
    reduce_max_i(operand: memref, init: memref; dimension: i32)
    reduce_max_f(operand: memref, init: memref; dimension: i32)
"""
# What both levels have besides.
COMMON = """
    call(operands: *any; callee: symbol) -> (results: *any) !call(callee)
    call_indirect(function: any, operands: *any; type: type) -> (results: *any)
    return(operands: *any) !terminator
      $operands attr-dict <ReturnTypes>()
    alloc_heap(sizes: *any; memory_space: i32 = 0) -> (result: memref) !effects(allocate memory)
    discard(operand: memref) !effects(write memory)
    clone(operand: memref) -> (result: memref) !effects(allocate memory, read memory)
    split(operand: memref; dimension: i32) -> (results: *memref) !effects(allocate memory, read memory)
    assign(operand: memref) -> (result: memref) !pure !view
    cond_assign(condition: memref, lhs: memref, rhs: memref) -> (result: memref) !effects(read memory)
    reshape(operand: memref, shape: memref) -> (result: memref) !effects(read memory)
    trace(operand: memref) !effects(read memory)
    cond_break(condition: memref) !effects(read memory)
    break() !effects(write memory)
"""


class Computed:
    """A line of COMPUTED: the operation's local name, its operands and attributes as a signature has them, and the local name of the StableHLO op
    that it stands for, or None."""

    __slots__ = ("name", "operands", "attributes", "stands_for")

    def __init__(self, line: str):
        head, _, self.stands_for = line.strip().partition(" = ")
        self.name, _, inside = head.removesuffix(")").partition("(")
        self.operands, _, self.attributes = inside.partition("; ")

    def signature(self, level: str) -> str:
        attributes = f"; {self.attributes}" if self.attributes else ""
        if level == "high":
            return f"    {self.name}({self.operands}{attributes}) -> (result: memref) !effects(allocate memory, read memory)"
        return f"    {self.name}({self.operands}, target: memref{attributes}) !effects(read memory, write memory)"


LINES = {line.name: line for line in map(Computed, COMPUTED.strip("\n").split("\n"))}


def operations(level: str, own: str) -> str:
    """The signature lines of a level, of which `own` are those that the other has not."""
    return "\n".join(["", *[line.signature(level) for line in LINES.values()], COMMON.strip("\n"), own.strip("\n"), ""])


DIALECT = Dialect(
    "iree_interp",
    """
    constant(; value: elements) -> (result: memref) !pure !constant_like
""",
    forms={"constant": ConstantForm()},
)
