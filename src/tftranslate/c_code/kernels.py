"""Kernels in SPIR-V as functions of C, which go through all invocations of a dispatch.

A value is a variable. Whole numbers are unsigned, since their sums wrap, and are seen with a sign where an instruction says so; memory is
read and written by `memcpy`, since a buffer may hold now one type and then another. Blocks are labels, block arguments variables that a
branch writes. What works with other invocations, or with texels, has no form here.
Source: ISO C11; SPIR-V 1.3 specification, section 3.32; GLSL.std.450.
"""

from __future__ import annotations

import re
from collections import Counter
from math import isinf, isnan

from tfir.dialects.spirv.assembly import enumerator
from tfir.dialects.spirv.types import ArrayType, PointerType, RuntimeArrayType, StructType
from tfir.ir.attributes import FloatAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.types import F16, F32, F64, I1, FloatType, IntegerType, Type, VectorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FLOATS = {F16: "half", F32: "float", F64: "double"}
VARIABLE = re.compile(r"\bv\d+\b")
PUSHED = "sizes"  # the parameter for sizes that a dispatch tells
SUFFIXES = {"f32": "f", "f16": "f"}  # of functions of <math.h>
# The three parts of what an invocation is, by axis.
BUILT_INS = {"WorkgroupId": "w{}", "LocalInvocationId": "l{}", "GlobalInvocationId": "(w{0} * {1}u + l{0})", "NumWorkgroups": "n{}"}

# Instructions as expressions: a and b are operands, s(a) is one seen with a sign, u is the type of the result, bits its width.
WHOLE = {
    "IAdd": "{a} + {b}", "ISub": "{a} - {b}", "IMul": "{a} * {b}", "UDiv": "{a} / {b}", "UMod": "{a} % {b}", "SDiv": "{s} / {t}",
    "SRem": "{s} % {t}", "SNegate": "0u - {a}", "BitwiseAnd": "{a} & {b}", "BitwiseOr": "{a} | {b}", "BitwiseXor": "{a} ^ {b}", "Not": "~{a}",
    "ShiftLeftLogical": "{a} << {b}", "ShiftRightLogical": "{a} >> {b}", "ShiftRightArithmetic": "{s} >> {b}", "BitCount": "count_ones({a})",
    "GL.FindUMsb": "highest_one({a})", "GL.SAbs": "{s} < 0 ? 0u - {a} : {a}", "GL.SMin": "{s} < {t} ? {a} : {b}",
    "GL.SMax": "{s} > {t} ? {a} : {b}", "GL.UMin": "{a} < {b} ? {a} : {b}", "GL.UMax": "{a} > {b} ? {a} : {b}", "UConvert": "{a}", "SConvert": "{s}",
    "ConvertFToS": "({signed}){a}", "ConvertFToU": "{a}",
}  # fmt: skip
REAL = {
    "FAdd": "{a} + {b}", "FSub": "{a} - {b}", "FMul": "{a} * {b}", "FDiv": "{a} / {b}", "FNegate": "-{a}", "FRem": "fmod{f}({a}, {b})",
    "GL.RoundEven": "nearbyint{f}({a})", "GL.Trunc": "trunc{f}({a})", "GL.FAbs": "fabs{f}({a})", "GL.Floor": "floor{f}({a})",
    "GL.Ceil": "ceil{f}({a})", "GL.Sqrt": "sqrt{f}({a})", "GL.FMin": "{b} < {a} ? {b} : {a}", "GL.FMax": "{a} < {b} ? {b} : {a}",
    "ConvertSToF": "{s}", "ConvertUToF": "{a}", "FConvert": "{a}",
}  # fmt: skip
TRUTH = {
    "IEqual": "{a} == {b}", "INotEqual": "{a} != {b}", "ULessThan": "{a} < {b}", "ULessThanEqual": "{a} <= {b}", "UGreaterThan": "{a} > {b}",
    "UGreaterThanEqual": "{a} >= {b}", "SLessThan": "{s} < {t}", "SLessThanEqual": "{s} <= {t}", "SGreaterThan": "{s} > {t}",
    "SGreaterThanEqual": "{s} >= {t}", "FOrdEqual": "{a} == {b}", "FUnordNotEqual": "!({a} == {b})", "FOrdLessThan": "{a} < {b}",
    "FOrdGreaterThan": "{a} > {b}", "FOrdLessThanEqual": "{a} <= {b}", "FOrdGreaterThanEqual": "{a} >= {b}", "IsNan": "isnan({a}) != 0",
    "IsInf": "isinf({a}) != 0", "LogicalAnd": "{a} && {b}", "LogicalOr": "{a} || {b}", "LogicalNot": "!{a}", "LogicalEqual": "{a} == {b}",
    "LogicalNotEqual": "{a} != {b}",
}  # fmt: skip

# Comparisons that the least or the greatest number of a type decides: which operand it is.
WITH_LEAST = {"LessThan": 1, "GreaterThanEqual": 1, "GreaterThan": 0, "LessThanEqual": 0}

# Comparisons that a number decides with itself.
OF_ONE_NUMBER = [name for name in TRUTH if name[0] in "ISU" and name not in ("IsNan", "IsInf")]


def decided_comparison(op: Operation, local: str) -> bool | None:
    """What a comparison of whole numbers always is, of which compilers warn; None where it depends on them."""
    least_at = WITH_LEAST.get(local[1:]) if local[0] in "SU" else None
    if least_at is not None and (is_extreme(op, least_at, local[0], False) or is_extreme(op, 1 - least_at, local[0], True)):
        return local.endswith("Equal")
    if local in OF_ONE_NUMBER and op.operands[0] is op.operands[1]:
        return local in ("IEqual", "ULessThanEqual", "UGreaterThanEqual", "SLessThanEqual", "SGreaterThanEqual")
    return None


def is_extreme(op: Operation, at: int, sign: str, is_greatest: bool) -> bool:
    """Whether an operand is the constant that is the least or the greatest number of its type."""
    value = op.operands[at]
    if value.op is None or value.op.name != "spirv.Constant" or not isinstance(value.type, IntegerType):
        return False
    whole = 1 << value.type.width
    extreme = (whole // 2 if sign == "S" else 0) - is_greatest
    return (int(value.op.get("value")) - extreme) % whole == 0


def c_type(type: Type, at: Operation) -> str:
    """Raises Error for a type that has none."""
    if type is I1:
        return "bool"
    if isinstance(type, IntegerType) and type.width in (8, 16, 32, 64):
        return f"uint{type.width}_t"
    if isinstance(type, FloatType) and type in FLOATS:
        return FLOATS[type]
    raise Error.on(at, f"has a value of type {type}, which has no form in C; --spirv-style=plain makes kernels that have")


def number(value: float | int, type: Type) -> str:
    """A constant."""
    if type is I1:
        return "true" if value else "false"
    if isinstance(type, IntegerType):
        bits = int(value) & (1 << type.width) - 1
        return f"UINT64_C({bits})" if type.width == 64 else f"(uint{type.width}_t){bits}u"
    text = real(value, "" if type is F64 else "f")
    return f"((half){text})" if type is F16 else text


def real(value: float, suffix: str) -> str:
    if isnan(value):
        return "NAN"
    if isinf(value):
        return "INFINITY" if value > 0 else "(-INFINITY)"
    text = f"{float(value).hex()}{suffix}"
    return f"({text})" if text[0] == "-" else text


class Kernel:
    """An entry of a `spirv.module` as a function `name(arguments, sizes, numbers of workgroups)`, with sizes only where it is told some;
    `written` are the bindings that it stores to."""

    def __init__(self, module: Operation, func: Operation, name: str, storage: str = "static"):
        self.func, self.name, self.storage = func, name, storage
        self.variables = {op.get("sym_name"): op for op in module.body if op.name == "spirv.GlobalVariable"}
        modes = [op for op in module.body if op.name == "spirv.ExecutionMode" and op.attributes["fn"].leaf == func.get("sym_name")]
        self.size = next((tuple([part.value for part in op.get("values")]) for op in modes if len(op.get("values")) == 3), (1, 1, 1))
        self.names: dict[Value, str] = {}
        self.labels: dict[Block, str] = {}
        self.declared: list[str] = []
        self.lines: list[str] = []
        self.bindings: dict[int, str] = {}
        self.roots: dict[Value, int] = {}  # the binding that an address leads into
        self.written: set[int] = set()
        self.is_told_sizes = False

    def text(self) -> str:
        self.blocks(self.func.region.blocks)
        takes = [f"{'' if at in self.written else 'const '}unsigned char *a{at}" for at in sorted(self.bindings)]
        takes += [f"const unsigned char *{PUSHED}"] if self.is_told_sizes else []
        groups = [f"uint32_t n{axis}" for axis in range(3)]
        loops = [f"for (uint32_t {word}{axis} = 0; {word}{axis} < {end}; ++{word}{axis})" for word, axis, end in self.ranges()]
        idle = "".join([f" (void){word}{axis};" for word, axis, _ in self.ranges()]) + "".join([f" (void)n{axis};" for axis in range(3)])
        head = f"{self.storage} void {self.name}({', '.join([*takes, *groups])}) {{"
        counts = Counter(VARIABLE.findall("\n".join(self.lines)))
        idle += "".join([f" (void){name};" for name in self.names.values() if VARIABLE.fullmatch(name) and counts[name] < 2])
        return "\n".join([head, *loops, "{", *self.declared, idle.strip(), *self.lines, "}", "}", ""])

    def ranges(self) -> Iterable[tuple[str, int, str]]:
        """The variables that count workgroups, and the invocations of each."""
        return [*[("w", axis, f"n{axis}") for axis in (2, 1, 0)], *[("l", axis, f"{self.size[axis]}u") for axis in (2, 1, 0)]]

    # Blocks

    def blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            for argument in block.arguments:
                self.declare(argument, block.first)
        for at, block in enumerate(blocks):
            if at:
                self.lines.append(f"{self.label(block)}:;")
            for op in block:
                self.operation(op)

    def label(self, block: Block) -> str:
        return self.labels.setdefault(block, f"b{len(self.labels)}")

    def declare(self, value: Value, at: Operation) -> str:
        name = self.names[value] = f"v{len(self.names)}"
        self.declared.append(f"{c_type(value.type, at)} {name} = 0;")
        return name

    def passed(self, target: Block, values: Iterable[Value]) -> str:
        """A branch: arguments get their values all at once."""
        pairs = [(self.names[argument], self.of(value)) for argument, value in zip(target.arguments, values)]
        first = [
            f"const {c_type(argument.type, target.first)} t{at} = {text};"
            for at, (argument, (_, text)) in enumerate(zip(target.arguments, pairs))
        ]
        return f"{{ {' '.join([*first, *[f'{name} = t{at};' for at, (name, _) in enumerate(pairs)]])} goto {self.label(target)}; }}"

    # Operations

    def of(self, value: Value) -> str:
        return self.names[value]

    def operation(self, op: Operation) -> None:
        local = op.name.removeprefix("spirv.")
        if local in STRUCTURE:
            STRUCTURE[local](self, op)
            return
        name = self.declare(op.results[0], op) if op.results else ""
        self.lines.append(f"{name} = {self.expression(op, local)};")

    def expression(self, op: Operation, local: str) -> str:
        type = op.results[0].type if op.results else None
        if local == "Select":
            return " ? ".join([self.of(op.operands[0]), " : ".join([self.of(value) for value in op.operands[1:]])])
        if local == "Bitcast":
            return self.bits(op)
        decided = decided_comparison(op, local)
        if decided is not None:
            return "true" if decided else "false"
        pattern = next((table[local] for table in (WHOLE, REAL, TRUTH) if local in table), None)
        if pattern is None or type is None:
            raise Error.on(op, "has no form in C; --spirv-style=plain makes kernels that have")
        a, b = [*[self.widened(value, type) for value in op.operands], "", ""][:2]
        s, t = [*[self.signed(value) for value in op.operands], "", ""][:2]
        signed = f"int{getattr(type, 'width', 32)}_t"
        text = pattern.format(a=a, b=b, s=s, t=t, f=SUFFIXES.get(op.results[0].type.text, ""), signed=signed)
        return text if type is I1 else f"({c_type(type, op)})({text})"

    def widened(self, value: Value, type: Type) -> str:
        """An operand; a narrow whole number as one whose sums and products do not overflow as `int` does."""
        text = self.of(value)
        return f"(uint32_t){text}" if isinstance(value.type, IntegerType) and value.type.width in (8, 16) and type is not I1 else text

    def signed(self, value: Value) -> str:
        text = self.of(value)
        return f"(int{value.type.width}_t){text}" if isinstance(value.type, IntegerType) and value.type is not I1 else text

    def bits(self, op: Operation) -> str:
        source, target = op.operands[0].type, op.results[0].type
        if isinstance(source, IntegerType) == isinstance(target, IntegerType):
            return self.of(op.operands[0])
        return f"{c_type(target, op)}_of_{c_type(source, op)}({self.of(op.operands[0])})"

    def constant(self, op: Operation) -> None:
        attribute, type = op.attributes["value"], op.results[0].type
        c_type(type, op)
        if isinstance(attribute, FloatAttr) and isnan(attribute.value):
            width = attribute.type.width
            self.names[op.results[0]] = f"{FLOATS[attribute.type]}_of_uint{width}_t({number(attribute.bits, IntegerType(width))})".replace(
                "_Float16", "half"
            )
            return
        self.names[op.results[0]] = number(attribute.value, type)

    def address(self, op: Operation) -> None:
        variable = self.variables[op.get("variable")]
        kind = variable.get("type")
        if "built_in" in variable.attributes:
            self.names[op.results[0]] = variable.get("built_in")
            return
        if kind.storage_class == "PushConstant":
            self.names[op.results[0]] = PUSHED
            self.is_told_sizes = True
            return
        if "binding" not in variable.attributes or kind.storage_class != "StorageBuffer" or "iree.argument" in variable.attributes:
            raise Error.on(variable, "has no form in C; --spirv-style=plain makes kernels that have")
        binding = self.roots[op.results[0]] = variable.get("binding")
        self.names[op.results[0]] = self.bindings.setdefault(binding, f"a{binding}")

    def access(self, op: Operation) -> None:
        """A place in a buffer: the sum of what each index goes ahead by."""
        base, *indices = op.operands
        type, terms = base.type.pointee if isinstance(base.type, PointerType) else None, [self.of(base)]
        for index in indices:
            if isinstance(type, StructType) and index.op is not None and index.op.name == "spirv.Constant":
                at = int(index.op.get("value"))
                terms += [str(type.offsets[at])] if type.offsets[at] else []
                type = type.members[at]
            elif isinstance(type, (ArrayType, RuntimeArrayType)):
                terms.append(f"(size_t){self.of(index)} * {type.stride}")
                type = type.element
            else:
                raise Error.on(op, "leads into a value that has no form in C")
        self.names[op.results[0]] = f"({' + '.join(terms)})"
        if base in self.roots:
            self.roots[op.results[0]] = self.roots[base]

    def load(self, op: Operation) -> None:
        check_access(op)
        text, type = self.of(op.operands[0]), op.results[0].type
        if text in BUILT_INS:
            self.names[op.results[0]] = text
            return
        kind = c_type(type, op)
        self.lines.append(f"memcpy(&{self.declare(op.results[0], op)}, {text}, sizeof({kind}));")

    def store(self, op: Operation) -> None:
        check_access(op)
        pointer, value = op.operands
        self.written.add(self.roots[pointer])
        self.lines.append(f"{{ const {c_type(value.type, op)} t = {self.of(value)}; memcpy({self.of(pointer)}, &t, sizeof t); }}")

    def extract(self, op: Operation) -> None:
        """An axis of a built-in; there are no other composites."""
        if not isinstance(op.operands[0].type, VectorType) or self.of(op.operands[0]) not in BUILT_INS:
            raise Error.on(op, "has no form in C; --spirv-style=plain makes kernels that have")
        axis: int = op.get("indices")[0].value
        self.names[op.results[0]] = BUILT_INS[self.of(op.operands[0])].format(axis, self.size[axis])

    # Control flow

    def branch(self, op: Operation) -> None:
        self.lines.append(self.passed(op.successors[0], op.operands))

    def branch_conditional(self, op: Operation) -> None:
        condition, *values = op.operands
        count: int = op.get("operandSegmentSizes")[1]
        first, second = self.passed(op.successors[0], values[:count]), self.passed(op.successors[1], values[count:])
        self.lines.append(f"if ({self.of(condition)}) {first} else {second}")

    def construct(self, op: Operation) -> None:
        results = [self.declare(value, op) for value in op.results]
        self.blocks(op.region.blocks)
        given = op.region.blocks[-1].last.operands
        self.lines += [f"{result} = {self.of(value)};" for result, value in zip(results, given)]

    def nothing(self, op: Operation) -> None:
        pass

    def leave(self, op: Operation) -> None:
        """The end of an invocation, which is that of the innermost loop's body."""
        self.lines.append("continue;")


def check_access(op: Operation) -> None:
    """Raises Error for a load or store that says more than a copy in C can."""
    words = enumerator(op.attributes["memory_access"]).split("|") if "memory_access" in op.attributes else []
    if not {"None", "Nontemporal", "Aligned"}.issuperset(words):
        raise Error.on(op, f"has the memory access {'|'.join(words)}, which has no form in C")


STRUCTURE = {
    "Constant": Kernel.constant, "mlir.addressof": Kernel.address, "AccessChain": Kernel.access, "Load": Kernel.load, "Store": Kernel.store,
    "CompositeExtract": Kernel.extract, "Branch": Kernel.branch, "BranchConditional": Kernel.branch_conditional, "mlir.loop": Kernel.construct,
    "mlir.selection": Kernel.construct, "mlir.merge": Kernel.nothing, "Return": Kernel.leave,
}  # fmt: skip
