"""LLVM's types in its assembly."""

from __future__ import annotations

from functools import cache

from tfir.dialects.llvm.types import ArrayType, FunctionType, PointerType, RecursionType, SimpleType, StructType, TargetType
from tfir.ir.diagnostics import Error
from tfir.ir.types import FloatType, IntegerType, Type, VectorType
from tfir.startup.patterns import compiled

FLOATS = {"f16": "half", "bf16": "bfloat", "f32": "float", "f64": "double", "f80": "x86_fp80", "f128": "fp128"}
MANGLED = {"f80": "f80", "f128": "f128", "bf16": "bf16"}
PLAIN = compiled(r"[-a-zA-Z$._][-a-zA-Z$._0-9]*").fullmatch

IN_QUOTES = [chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\' else f"\\{byte:02X}" for byte in range(256)]
IN_QUOTES[ord("\\")] = "\\\\"


def escaped(content: bytes | str) -> str:
    """Bytes as they stand in LLVM's quotes: a backslash is two, a quote and what is no visible character two digits in base 16."""
    content = content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
    return "".join(map(IN_QUOTES.__getitem__, content))


def identifier(sigil: str, name: str) -> str:
    """A name of a function, a global or a type: `@main`, `@"two words"`."""
    return f"{sigil}{name}" if PLAIN(name) else f'{sigil}"{escaped(name)}"'


@cache
def type_text(type: Type) -> str:
    """Raises Error for a type that LLVM does not have."""
    if isinstance(type, IntegerType) and not type.signedness:
        return f"i{type.width}"
    if isinstance(type, FloatType) and type.text in FLOATS:
        return FLOATS[type.text]
    if isinstance(type, PointerType):
        return f"ptr addrspace({type.space})" if type.space else "ptr"
    if isinstance(type, VectorType) and len(type.shape) == 1:
        return f"<{'vscale x ' * any(type.scalable)}{type.shape[0]} x {type_text(type.element)}>"
    if isinstance(type, VectorType):
        return f"[{type.shape[0]} x {type_text(VectorType(type.shape[1:], type.element, type.scalable[1:]))}]"
    if isinstance(type, ArrayType):
        return f"[{type.count} x {type_text(type.element)}]"
    if isinstance(type, StructType) and type.name is None:
        return literal(type)
    if isinstance(type, (StructType, RecursionType)):
        return identifier("%", type.name or "")
    if isinstance(type, FunctionType):
        return f"{type_text(type.result)} ({', '.join([*map(type_text, type.inputs), *['...'] * type.is_variadic])})"
    if isinstance(type, TargetType):
        listed = [type_text(each) if isinstance(each, Type) else str(each) for each in type.parameters]
        return f"target({', '.join([chr(34) + type.name + chr(34), *listed])})"
    if isinstance(type, SimpleType):
        return type.name
    raise Error(f"LLVM IR has no type {type}")


def literal(type: StructType) -> str:
    """A structure by what is in it."""
    if type.members is None:
        return "opaque"
    inside = f"{{ {', '.join(map(type_text, type.members))} }}" if type.members else "{}"
    return f"<{inside}>" if type.is_packed else inside


def mangled(type: Type) -> str:
    """A type as it ends the name of an intrinsic: `v4f32`, `p0`, `sl_i32i1s`."""
    if isinstance(type, IntegerType):
        return f"i{type.width}"
    if isinstance(type, FloatType):
        return type.text
    if isinstance(type, PointerType):
        return f"p{type.space}"
    if isinstance(type, VectorType):
        return f"{'nx' * any(type.scalable)}v{type.shape[0]}{mangled(type.element)}"
    if isinstance(type, ArrayType):
        return f"a{type.count}{mangled(type.element)}"
    if isinstance(type, StructType):
        return f"s_{type.name}s" if type.name is not None else f"sl_{''.join(map(mangled, type.members or ()))}s"
    if isinstance(type, TargetType):
        return f"t{type.name}{''.join(['_' + mangled(each) if isinstance(each, Type) else f'_{each}' for each in type.parameters])}t"
    raise Error(f"no intrinsic is of {type}")


def structures_in(type: Type) -> list[StructType]:
    """The named structures in a type, those that others hold behind these."""
    if isinstance(type, StructType):
        own = [type] if type.name is not None else []
        return [*own, *[each for member in type.members or () for each in structures_in(member)]]
    if isinstance(type, FunctionType):
        return [each for part in (type.result, *type.inputs) for each in structures_in(part)]
    if isinstance(type, ArrayType):
        return structures_in(type.element)
    return []
