"""LLVM's types that no builtin type is: pointers, arrays, structures, functions. Source: MLIR's LLVM dialect, "Types".

Inside of one another they are spelled without `!llvm.`: `!llvm.struct<(ptr, array<4 x i32>)>`. Those of 2019 were LLVM's own text,
`!llvm<"{ float*, i64 }">` and `!llvm.i64`: they are read as what they are today.
"""

from __future__ import annotations

from tfir.ir.location import quoted
from tfir.ir.types import F16, F32, F64, FloatType, IndexType, IntegerType, Type, VectorType
from tfir.startup.patterns import compiled
from tfir.text.lexer import NUMBER, STRING, unquoted


class LLVMType(Type):
    """A type of this dialect. Subclasses share a table of all instances, by text."""

    __slots__ = ()

    @classmethod
    def _made(cls, inside: str, **fields):
        text = f"!llvm.{inside}"
        type = LLVMType._all.get(text)
        if type is None:
            type = LLVMType._all[text] = object.__new__(cls)
            type.text = text
            for name, value in fields.items():
                setattr(type, name, value)
        return type


class SimpleType(LLVMType):
    """`!llvm.void`, `!llvm.token` and others that are no more than a word."""

    __slots__ = ("name",)

    def __new__(cls, name: str):
        return cls._made(name, name=name)


class PointerType(LLVMType):
    """`!llvm.ptr`, `!llvm.ptr<3>`: into an address space."""

    __slots__ = ("space",)

    def __new__(cls, space: int = 0):
        return cls._made(f"ptr<{space}>" if space else "ptr", space=space)


class ArrayType(LLVMType):
    """`!llvm.array<4 x i32>`."""

    __slots__ = ("count", "element")

    def __new__(cls, count: int, element: Type):
        return cls._made(f"array<{count} x {spelled(element)}>", count=count, element=element)


class StructType(LLVMType):
    """`!llvm.struct<(i32, ptr)>`, `!llvm.struct<"name", packed (i32)>`, `!llvm.struct<"name", opaque>`: `members` is None of an opaque one."""

    __slots__ = ("name", "members", "is_packed")

    def __new__(cls, members, name: str | None = None, is_packed: bool = False):
        members = None if members is None else tuple(members)
        body = "opaque" if members is None else f"({', '.join(map(spelled, members))})"
        head = f"{quoted(name)}, " if name is not None else ""
        return cls._made(f"struct<{head}{'packed ' * is_packed}{body}>", name=name, members=members, is_packed=is_packed)


class FunctionType(LLVMType):
    """`!llvm.func<i32 (ptr, ...)>`."""

    __slots__ = ("result", "inputs", "is_variadic")

    def __new__(cls, result: Type, inputs, is_variadic: bool = False):
        inputs = tuple(inputs)
        listed = ", ".join([*map(spelled, inputs), *["..."] * is_variadic])
        return cls._made(f"func<{spelled(result)} ({listed})>", result=result, inputs=inputs, is_variadic=is_variadic)

    @property
    def results(self) -> list[Type]:
        return [] if self.result is VOID else [self.result]


class TargetType(LLVMType):
    """`!llvm.target<"spirv.Image", f32, 1>`: what a backend defines."""

    __slots__ = ("name", "parameters")

    def __new__(cls, name: str, parameters):
        parameters = tuple(parameters)
        listed = [str(each) for each in parameters]
        return cls._made(f"target<{', '.join([quoted(name), *listed])}>", name=name, parameters=parameters)

    @property
    def has_zero(self) -> bool:
        return self.may_be_global or self.name == "aarch64.svcount"

    @property
    def may_be_global(self) -> bool:
        return self.name.startswith("spirv.")


class RecursionType(LLVMType):
    """`!llvm.struct<"name">` inside of the structure of that name."""

    __slots__ = ("name",)

    def __new__(cls, name: str):
        return cls._made(f"struct<{quoted(name)}>", name=name)


WORDS = ("void", "token", "label", "metadata", "ppc_fp128", "x86_amx", "x86_mmx")
SIMPLE = {word: SimpleType(word) for word in WORDS}
VOID = SIMPLE["void"]
WITHOUT_SIZE = (VOID, *[SIMPLE[word] for word in ("label", "metadata", "token")])
POINTER = PointerType()


def spelled(type: Type) -> str:
    """A type inside of another."""
    return type.text.removeprefix("!llvm.") if isinstance(type, LLVMType) else type.text


def is_compatible(type: Type) -> bool:
    """Whether LLVM has a type: one of this dialect, a signless integer, a float, a vector of one dimension of these."""
    if isinstance(type, VectorType):
        return len(type.shape) == 1 and isinstance(type.element, (IntegerType, FloatType, PointerType, IndexType))
    return isinstance(type, (LLVMType, FloatType)) or (isinstance(type, IntegerType) and not type.signedness)


# Reading


def read_inside(p) -> Type:
    """A type inside of another: `ptr`, `array<4 x i32>` or any type."""
    if p.token in READERS:
        return READERS[p.advance()](p)
    start, type = p.start, p.type()
    if not is_compatible(type):
        raise p.error(f"invalid LLVM type: '{type}'", start)
    return type


def read_pointer(p) -> Type:
    if not p.accept("<"):
        return POINTER
    space = p.integer()
    p.expect(">")
    return PointerType(space)


def read_array(p) -> Type:
    start = p.start
    p.expect("<")
    count = p.integer()
    p.keyword("x")
    element = read_inside(p)
    p.expect(">")
    return ArrayType(count, sized(p, element, "invalid array element type", start))


def sized(p, type: Type, message: str, start: int) -> Type:
    """A type that memory may hold; raises an error about another."""
    if isinstance(type, FunctionType) or type in WITHOUT_SIZE:
        raise p.error(f"{message}: '{type}'", start)
    return type


def read_struct(p) -> Type:
    start = p.start
    p.expect("<")
    if p.kind == STRING:
        return read_identified(p, unquoted(p.advance()))
    if p.at("opaque"):
        raise p.error("only identified structs can be opaque")
    is_packed = p.accept("packed")
    members = p.comma_list(lambda: read_inside(p), "(", ")")
    p.expect(">")
    for member in members:
        sized(p, member, "invalid LLVM structure element type", start)
    return StructType(members, None, is_packed)


def read_identified(p, name: str) -> Type:
    """A structure with a name, which stands for one body in a program; inside of itself it has none."""
    start = p.start
    if p.accept(">"):
        if name not in p.open_types:
            raise p.error("struct without a body only allowed in a recursive struct", start)
        return RecursionType(name)
    p.expect(",")
    start = p.start
    if p.accept("opaque"):
        p.expect(">")
        if p.named_types.setdefault(name, None) is not None:
            raise p.error("redeclaring defined struct as opaque", start)
        return StructType(None, name)
    if name in p.open_types:
        raise p.error("identifier already used for an enclosing struct", start)
    p.open_types.append(name)
    is_packed = p.accept("packed")
    p.expect("(")
    members: list[Type] = []
    if not p.accept(")"):
        start = p.start
        members = p.comma_list(lambda: read_inside(p))
        p.expect(")")
    p.expect(">")
    p.open_types.pop()
    for member in members:
        sized(p, member, "invalid LLVM structure element type", start)
    type = StructType(members, name, is_packed)
    if p.named_types.setdefault(name, type) is not type:
        raise p.error("identified type already used with a different body", start)
    return type


def read_function(p) -> Type:
    start = p.start
    p.expect("<")
    result, inputs, is_variadic = read_inside(p), [], False
    p.expect("(")
    while not p.at(")"):
        if p.accept("..."):
            is_variadic = True
            break
        inputs.append(read_inside(p))
        if not p.accept(","):
            break
    p.expect(")")
    p.expect(">")
    if isinstance(result, FunctionType) or result in (SIMPLE["metadata"], SIMPLE["label"]):
        raise p.error(f"invalid function result type: '{result}'", start)
    for each in inputs:
        if isinstance(each, FunctionType) or each is VOID:
            raise p.error(f"invalid function argument type: '{each}'", start)
    return FunctionType(result, inputs, is_variadic)


def read_target(p) -> Type:
    p.expect("<")
    name, parameters = p.string(), list[int | Type]()
    while p.accept(","):
        if p.kind != NUMBER and parameters and isinstance(parameters[-1], int):
            raise p.error("failed to parse parameter list for target extension type")
        parameters.append(p.integer() if p.kind == NUMBER else read_inside(p))
    p.expect(">")
    return TargetType(name, parameters)


def read_vector(p) -> Type:
    """`vec<4 x ptr>`, as vectors of pointers were written until 2024."""
    p.expect("<")
    is_scalable = p.accept("?")
    if is_scalable:
        p.keyword("x")
    count = p.integer()
    p.keyword("x")
    element = read_inside(p)
    p.expect(">")
    return VectorType((count,), element, (True,) if is_scalable else ())


READERS = {
    "ptr": read_pointer, "array": read_array, "struct": read_struct, "func": read_function, "target": read_target, "vec": read_vector,
    **{word: lambda p, type=type: type for word, type in SIMPLE.items()},
}  # fmt: skip


# Types of 2019, which were LLVM's text

OLD_NAMES = {"float": F32, "double": F64, "half": F16, "void": VOID}
OLD_TOKEN = compiled(r"\s*(\{|\}|\[|\]|<|>|\*|,|\(|\)|\.\.\.|\w+)").match


def read_old(p) -> Type:
    """`<"{ float*, i64 }">` behind `!llvm`."""
    p.expect("<")
    start, text = p.start, p.string()
    p.expect(">")
    type = of_llvm(text)
    if type is None:
        raise p.error(f"{quoted(text)} is no type of LLVM", start)
    return type


def of_llvm(text: str) -> Type | None:
    """The type that a text of LLVM's assembly means; None where it means none."""
    tokens, position = [], 0
    while (match := OLD_TOKEN(text, position)) is not None:
        tokens.append(match[1])
        position = match.end()
    if text[position:].strip():
        return None
    try:
        type = _old(tokens)
    except (IndexError, ValueError):
        return None
    return None if tokens else type


def _old(tokens: list[str]) -> Type:
    """Takes a type off the front of tokens."""
    word = tokens.pop(0)
    if word == "{":
        members = _old_list(tokens, "}")
        type: Type = StructType(members)
    elif word in "[<":
        count = int(tokens.pop(0))
        if tokens.pop(0) != "x":
            raise ValueError
        element = _old(tokens)
        if tokens.pop(0) != ("]" if word == "[" else ">"):
            raise ValueError
        type = ArrayType(count, element) if word == "[" else VectorType((count,), element)
    elif word[0] == "i" and word[1:].isdecimal():
        type = IntegerType(int(word[1:]))
    else:
        if word not in OLD_NAMES:
            raise ValueError
        type = OLD_NAMES[word]
    while tokens and tokens[0] in "*(":
        if tokens.pop(0) == "*":
            type = POINTER
        else:
            type = FunctionType(type, _old_list(tokens, ")"))
    return type


def _old_list(tokens: list[str], closing: str) -> list[Type]:
    types = []
    while tokens[0] != closing:
        types.append(_old(tokens))
        if tokens[0] == ",":
            tokens.pop(0)
    tokens.pop(0)
    return types


OLD_READERS = {
    "": read_old, **{name: lambda p, type=type: type for name, type in OLD_NAMES.items() if name != "void"},
    **{type.text: lambda p, type=type: type for type in map(IntegerType, (1, 8, 16, 32, 64, 128))},
}  # fmt: skip


def old_pointee(text: str) -> Type | None:
    """What the first pointer of a text of 2019 points to: `(!llvm<"float*">, !llvm.i64) -> !llvm<"float*">`; None where it has none."""
    _, quote, rest = text.partition('!llvm<"')
    pointee = rest.partition('"')[0].rstrip()
    return of_llvm(pointee[:-1]) if quote and pointee.endswith("*") else None
