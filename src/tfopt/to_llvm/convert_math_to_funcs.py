"""Makes calls of functions, which it adds to the module, of powers with whole exponents, which LLVM has for few types.

    before:  %0 = math.ipowi %x, %n : i32
    after:   %0 = call @__mlir_math_ipowi_i32(%x, %n) : (i32, i32) -> i32

A power is taken by squares: for each bit of the exponent, from the lowest on, the result so far is multiplied if the bit is set.
"""

from __future__ import annotations

from tfir.dialects import dialect, lookup
from tfir.ir.attributes import SymbolRefAttr
from tfir.ir.location import Source
from tfir.ir.operations import Operation, Value
from tfir.ir.types import IntegerType, Type, VectorType
from tfir.ods.constraints import element_of
from tfir.text.parser import parse

from tfopt.rewrite.conversion import ConversionTarget, apply_conversion
from tfopt.rewrite.pattern import function_patterns
from tfopt.rewrite.rewriter import PatternRewriter
from tfopt.to_llvm.convert_math_to_libm import by_elements
from tfopt.to_llvm.library import module_around, symbol_in

WORKS_ON = ("math",)
EXACT = False
TITLE = "Convert Math operations to calls of outlined implementations."
OPTIONS = {
    "convert-ctlz": "Leading zeros are counted by a function, too.",
    "min-width-of-fpowi-exponent": "Powers of floats with exponents of fewer bits stay.",
}
LINKED = "attributes {llvm.linkage = #llvm.linkage<linkonce_odr>}"
BY_SQUARES = """^bit(%so_far: TYPE, %square: TYPE, %left: POWER):
  %lowest = arith.andi %left, %one : POWER
  %is_set = arith.cmpi ne, %lowest, %zero : POWER
  cf.cond_br %is_set, ^multiply, ^next(%so_far : TYPE)
^multiply:
  %product = MULTIPLY %so_far, %square : TYPE
  cf.br ^next(%product : TYPE)
^next(%result: TYPE):
  %rest = arith.shrui %left, %one : POWER
  %is_done = arith.cmpi eq, %rest, %zero : POWER
  cf.cond_br %is_done, DONE, ^again
BETWEEN^again:
  %squared = MULTIPLY %square, %square : TYPE
  cf.br ^bit(%result, %squared, %rest : TYPE, TYPE, POWER)
"""
END = """^end:
  return %result : TYPE
"""
# Of TYPE, with the exponent's type in POWER. A negative exponent of a whole number gives 0, but for 1 and -1; of 0 the program divides by 0.
OF_WHOLE_NUMBERS = f"""
func.func private @NAME(%base: TYPE, %power: TYPE) -> TYPE {LINKED} {{
  %zero = arith.constant 0 : TYPE
  %one = arith.constant 1 : TYPE
  %minus = arith.constant -1 : TYPE
  %none = arith.cmpi eq, %power, %zero : TYPE
  cf.cond_br %none, ^first, ^some
^first:
  return %one : TYPE
^some:
  %below = arith.cmpi sle, %power, %zero : TYPE
  cf.cond_br %below, ^inverse, ^bit(%one, %base, %power : TYPE, TYPE, TYPE)
^inverse:
  %is_zero = arith.cmpi eq, %base, %zero : TYPE
  cf.cond_br %is_zero, ^divided, ^not_zero
^divided:
  %wrong = arith.divsi %one, %zero : TYPE
  return %wrong : TYPE
^not_zero:
  %is_one = arith.cmpi eq, %base, %one : TYPE
  cf.cond_br %is_one, ^stays, ^not_one
^stays:
  return %one : TYPE
^not_one:
  %is_minus = arith.cmpi eq, %base, %minus : TYPE
  cf.cond_br %is_minus, ^turns, ^vanishes
^turns:
  %last = arith.andi %power, %one : TYPE
  %is_odd = arith.cmpi ne, %last, %zero : TYPE
  cf.cond_br %is_odd, ^negative, ^positive
^negative:
  return %minus : TYPE
^positive:
  return %one : TYPE
^vanishes:
  return %zero : TYPE
{BY_SQUARES.replace("MULTIPLY", "arith.muli").replace("DONE", "^end").replace("BETWEEN", END)}}}
"""
# The least exponent has no opposite: one less is taken, and the base multiplied once more.
OF_FLOATS = f"""
func.func private @NAME(%base: TYPE, %power: POWER) -> TYPE {LINKED} {{
  %unit = arith.constant 1.0 : TYPE
  %zero = arith.constant 0 : POWER
  %one = arith.constant 1 : POWER
  %least = arith.constant LEAST : POWER
  %most = arith.constant MOST : POWER
  %none = arith.cmpi eq, %power, %zero : POWER
  cf.cond_br %none, ^first, ^some
^first:
  return %unit : TYPE
^some:
  %below = arith.cmpi sle, %power, %zero : POWER
  %is_least = arith.cmpi eq, %power, %least : POWER
  %opposite = arith.subi %zero, %power : POWER
  %size = arith.select %below, %opposite, %power : POWER
  %times = arith.select %is_least, %most, %size : POWER
  cf.br ^bit(%unit, %base, %times : TYPE, TYPE, POWER)
{BY_SQUARES.replace("MULTIPLY", "arith.mulf").replace("DONE", "^whole(%result : TYPE)").replace("BETWEEN", "")}^whole(%power_of_most: TYPE):
  cf.cond_br %is_least, ^once_more, ^sign(%power_of_most : TYPE)
^once_more:
  %more = arith.mulf %power_of_most, %base : TYPE
  cf.br ^sign(%more : TYPE)
^sign(%of_size: TYPE):
  cf.cond_br %below, ^inverse, ^end(%of_size : TYPE)
^inverse:
  %inverted = arith.divf %unit, %of_size : TYPE
  cf.br ^end(%inverted : TYPE)
^end(%last: TYPE):
  return %last : TYPE
}}
"""
# Bits are shifted up until the highest is set, which makes the number negative.
OF_ZEROS = f"""
func.func private @NAME(%bits: TYPE) -> TYPE {LINKED} {{
  %all = arith.constant WIDTH : TYPE
  %zero = arith.constant 0 : TYPE
  %none = arith.cmpi eq, %bits, %zero : TYPE
  %count = scf.if %none -> (TYPE) {{
    scf.yield %all : TYPE
  }} else {{
    %first = arith.constant 1 : index
    %one = arith.constant 1 : TYPE
    %end = arith.constant WIDTH : index
    %begin = arith.constant 0 : TYPE
    %both:2 = scf.for %at = %first to %end step %first iter_args(%left = %bits, %zeros = %begin) -> (TYPE, TYPE) {{
      %is_set = arith.cmpi slt, %left, %zero : TYPE
      %next:2 = scf.if %is_set -> (TYPE, TYPE) {{
        scf.yield %left, %zeros : TYPE, TYPE
      }} else {{
        %more = arith.addi %zeros, %one : TYPE
        %shifted = arith.shli %left, %one : TYPE
        scf.yield %shifted, %more : TYPE, TYPE
      }}
      scf.yield %next#0, %next#1 : TYPE, TYPE
    }}
    scf.yield %both#1 : TYPE
  }}
  return %count : TYPE
}}
"""


def convert_math_to_funcs(root: "Module", *, min_width_of_fpowi_exponent: int = 1, convert_ctlz: bool = False):
    """Functions and calls are those of upstream."""
    bodies = {"math.ipowi": OF_WHOLE_NUMBERS, "math.fpowi": OF_FLOATS, **({"math.ctlz": OF_ZEROS} if convert_ctlz else {})}

    def reason(op: Operation) -> str | None:
        type, (*_, power) = op.result.type, map(element_of, [operand.type for operand in op.operands])
        is_taken = isinstance(power, IntegerType) and (
            type is element_of(type) or (isinstance(type, VectorType) and not any(type.scalable))
        )
        is_narrow = op.name == "math.fpowi" and isinstance(power, IntegerType) and power.width < min_width_of_fpowi_exponent
        return "is to be a call" if is_taken and not is_narrow else None

    def called(op: Operation, rewriter: PatternRewriter) -> bool:
        type, numbers = op.result.type, [operand.type for operand in op.operands]
        if isinstance(type, VectorType):
            return by_elements(op, rewriter, type)
        name = f"__mlir_{op.name.replace('.', '_')}_{'_'.join([each.text for each in dict.fromkeys(numbers)])}"
        add_function(module_around(op), name, bodies[op.name], type, numbers[-1])
        return rewriter.replace(op, [call(rewriter, op, name)])

    apply_conversion(root, ConversionTarget(judged=dict.fromkeys(bodies, reason)), function_patterns({name: [called] for name in bodies}))


def call(rewriter: PatternRewriter, op: Operation, name: str) -> Value:
    return rewriter.builder.value("func.call", op.operands, op.result.type, {"callee": SymbolRefAttr(name)})


def add_function(module: Operation, name: str, body: str, type: Type, power: Type) -> None:
    if symbol_in(module, name) is not None:
        return
    assert isinstance(power, IntegerType)
    limit = 1 << power.width - 1
    text = body.replace("NAME", name).replace("TYPE", type.text).replace("POWER", power.text)
    text = text.replace("LEAST", str(-limit)).replace("MOST", str(limit - 1)).replace("WIDTH", str(power.width))
    (function,) = list(parse(Source(name, text), lookup, dialect).body)
    module.body.append(function.remove())
