"""Types of LLVM's assembly. Those that have names are looked up where the text defines them, before or behind."""

from __future__ import annotations

from tfir.conversion.llvm_ir.types import FLOATS
from tfir.dialects.llvm.types import (
    SIMPLE,
    VOID,
    ArrayType,
    FunctionType,
    PointerType,
    RecursionType,
    StructType,
    TargetType,
    is_compatible,
)
from tfir.ir.types import FloatType, IntegerType, Type, VectorType

from tftranslate.llvm_ir.lexer import Tokens, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.location import Source

NAMED = {word: FloatType(name) for name, word in FLOATS.items()} | SIMPLE
MOST = 1 << 20  # elements of a vector
WIDEST = (1 << 23) - 1  # bits of an integer
LONGEST = 1 << 20  # characters of a structure's text


class TypeReader(Tokens):
    def __init__(self, source: Source):
        super().__init__(source)
        self.type_places = self._definitions()
        self.structures: dict[str, Type] = {}
        self.around: list[str] = []  # the structures that are being read
        self.named_around: set[str] = set()  # those of them that the one which is being read names

    def _definitions(self) -> dict[str, int]:
        """Where the types stand that have names: `%name = type`."""
        tokens = self.tokens
        names = [at - 2 for at, token in enumerate(tokens) if token == "type" and tokens[at - 1] == "=" and tokens[at - 2][:1] == "%"]
        return self.places_once(names, name_of, 3)

    def is_type(self) -> bool:
        """Whether a type stands here."""
        token = self.token
        return token in NAMED or token in ("ptr", "<", "[", "{", "target") or token[:1] == "%" or is_integer(token)

    def type(self) -> Type:
        type = self._pointer_to(self._type())
        while self.token == "(":
            type = self._pointer_to(self._function(type))
        return type

    def value_type(self) -> Type:
        """A type that is no function's, but may point to one: `i32 (i8*)*`, as before LLVM 15."""
        place, type = self.place, self.type()
        if isinstance(type, FunctionType):
            raise self.error("a value has no function's type", place)
        return type

    def _pointer_to(self, type: Type) -> Type:
        """What stands behind a type of before LLVM 15 says that it is pointed to: `i8*`, `i8 addrspace(3)*`."""
        while self.token in ("*", "addrspace"):
            if type in SIMPLE.values():
                self.refuse(f"no pointer to {type}")
            type = PointerType(self.address_space())
            self.expect("*")
        return type

    def _type(self) -> Type:
        token = self.token
        if token in NAMED:
            self.at += 1
            return NAMED[token]
        if is_integer(token):
            return self._integer()
        if token[:1] == "%":
            return self._named()
        read = READERS.get(token)
        if read is None:
            raise self.expected("a type")
        self.at += 1
        return read(self)

    def _integer(self) -> Type:
        width = int(self.token[1:])
        if not 1 <= width <= WIDEST:
            self.refuse("bitwidth for integer type out of range")
        self.at += 1
        return IntegerType(width)

    def _pointer(self) -> Type:
        return PointerType(self.address_space())

    def address_space(self) -> int:
        """The number in `addrspace(3)`, and that of the layout's for `addrspace("G")`; 0 where it is left out."""
        return int(self.in_parentheses(self._space)) if self.accept("addrspace") else 0

    def _space(self) -> int:
        return self.usual_space(self.string()) if self.token[:1] == '"' else self.integer()

    def usual_space(self, letter: str) -> int:
        """That of functions, `P`, of what `alloca` gives, `A`, or of globals, `G`."""
        return 0

    def _count(self) -> int:
        count = self.integer()
        self.expect("x")
        return count

    def _array(self) -> Type:
        count = self._count()
        element = self.type()
        self.expect("]")
        return ArrayType(count, element)

    def _vector_or_packed(self) -> Type:
        if self.accept("{"):
            type = self._structure(is_packed=True)
            self.expect(">")
            return type
        is_scalable = self.accept("vscale")
        if is_scalable:
            self.expect("x")
        count = self._count()
        place, element = self.place, self.type()
        self.expect(">")
        if not 1 <= count <= MOST:
            raise self.error(f"no vector of {count} elements", place)
        if not isinstance(element, (IntegerType, FloatType, PointerType)):
            raise self.error(f"no vector of {element}", place)
        return VectorType((count,), element, (True,) if is_scalable else ())

    def _structure(self, is_packed: bool = False, name: str | None = None) -> Type:
        members: list[Type] = []
        while not self.accept("}"):
            if members:
                self.expect(",")
            members.append(self.type())
        if sum([len(member.text) for member in members]) > LONGEST:  # of types that double it comes soon
            self.refuse(f"a structure of more than {LONGEST} characters")
        return StructType(members, name, is_packed)

    def _target(self) -> Type:
        self.expect("(")
        name, parameters = self.string(), []
        while self.accept(","):
            parameters.append(self.integer() if self.token.isdecimal() else self.type())
        self.expect(")")
        return TargetType(name, parameters)

    def _function(self, result: Type) -> Type:
        self.expect("(")
        inputs: list[Type] = []
        is_variadic = False
        while not self.accept(")"):
            if inputs:
                self.expect(",")
            if self.accept("..."):
                is_variadic = True
                self.expect(")")
                break
            inputs.append(self.type())
        return FunctionType(result, inputs, is_variadic)

    # Types that have names

    def _named(self) -> Type:
        place, name = self.place, self.name("%", "a type")
        if name in self.around:
            self.named_around.add(name)
            return RecursionType(name)
        if name in self.structures:
            return self.structures[name]
        if name not in self.type_places:
            raise self.error(f"use of undefined type '%{name}'", place)
        back, self.at = self.at, self.type_places[name]
        self.around.append(name)
        others, self.named_around = self.named_around, set()
        type = self._defined(name)
        self.around.pop()
        self.at = back
        self.named_around.discard(name)
        if not self.named_around:  # inside of others it may name these instead of having them
            self.structures[name] = type
        self.named_around |= others
        return type

    def _defined(self, name: str) -> Type:
        own = "" if name.isdecimal() else name
        if self.accept("opaque"):
            return StructType(None, own)
        is_packed = self.accept("<")
        if not self.accept("{"):
            return self.type()
        return self._structure(is_packed, own)


def is_integer(token: str) -> bool:
    return token[:1] == "i" and token[1:].isdecimal()


def is_value(type: Type) -> bool:
    """Whether a value may have this type."""
    return is_compatible(type) and type is not VOID and not isinstance(type, FunctionType)


READERS = {
    "ptr": TypeReader._pointer, "[": TypeReader._array, "<": TypeReader._vector_or_packed, "{": TypeReader._structure,
    "target": TypeReader._target,
}  # fmt: skip
