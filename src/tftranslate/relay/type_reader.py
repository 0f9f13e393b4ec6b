"""Types in Relay's text: `Tensor[(2, ?), float32]`, `float32`, `(T, U)`, `fn (T) -> U`, `ref(T)`, `List[T]`, `_`."""

from __future__ import annotations

from tfir.dialects.relay.types import AdtType, RefType, VarType
from tfir.ir.types import FunctionType, TensorType, TupleType, Type

from tftranslate.relay.element_types import element_of
from tftranslate.relay.tokens import Cursor
from tftranslate.relay.unification import Unknown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tftranslate.relay.metadata import Metadata

LARGEST = 1 << 63


class DataType:
    """A data type of the program: its name as a symbol, and the names of its parameters."""

    __slots__ = ("name", "parameters")

    def __init__(self, name: str, parameters: list[str]):
        self.name, self.parameters = name, parameters


class TypeReader:
    """`data_types` are those of the program by their names in the text; variables of types are those in scope."""

    def __init__(self, cursor: Cursor, data_types: dict[str, DataType], metadata: Metadata):
        self.cursor, self.data_types, self.metadata = cursor, data_types, metadata
        self.variables: list[str] = []

    def read(self) -> Type:
        return self.cursor.nested(self._read)

    def _read(self) -> Type:
        cursor = self.cursor
        if cursor.at("("):
            return TupleType(cursor.listed(self.read, "(", ")"))
        if cursor.accept("fn"):
            return self._function()
        if cursor.accept("ref"):
            cursor.expect("(")
            element = self.read()
            cursor.expect(")")
            return RefType(element)
        if cursor.accept("_"):
            return Unknown()
        start, word = cursor.start, cursor.word("a type")
        if word == "Tensor":
            return self._tensor()
        element = element_of(word)
        if element is not None:
            return TensorType((), element)
        return self._named(word, start)

    def _function(self) -> FunctionType:
        cursor, outer = self.cursor, len(self.variables)
        self.parameters()
        inputs = cursor.listed(self.read, "(", ")")
        cursor.expect("->")
        type = FunctionType(inputs, [self.read()])
        del self.variables[outer:]
        return type

    def parameters(self) -> list[str]:
        """`[A, B]`, which may be missing: variables of types, in scope from here on."""
        names = self.cursor.listed(lambda: self.cursor.word("a type variable"), "[", "]") if self.cursor.at("[") else []
        self.variables += names
        return names

    def _tensor(self) -> TensorType:
        cursor = self.cursor
        cursor.expect("[")
        shape = cursor.listed(self._size, "(", ")")
        cursor.expect(",")
        start, word = cursor.start, cursor.word("a type of elements")
        element = element_of(word)
        if element is None:
            raise cursor.error(f"'{word}' is no type of elements", start)
        cursor.expect("]")
        return TensorType(shape, element)

    def _size(self) -> int | None:
        """A size, None for `?` and for a variable of the metadata."""
        cursor = self.cursor
        if cursor.accept("?"):
            return None
        if cursor.at("meta"):
            return self.metadata.size(cursor)
        digits = cursor.token.removesuffix("i64").removesuffix("i32")
        if not digits.isdigit():
            raise cursor.expected("a size")
        size = int(digits) if len(digits) < 20 else LARGEST
        if size >= LARGEST:
            raise cursor.error("a size has more than 64 bits")
        cursor.advance()
        return size

    def _named(self, word: str, start: int) -> Type:
        """A variable, or a data type with its arguments."""
        cursor = self.cursor
        if word in self.variables:
            return VarType(word)
        data_type = self.data_types.get(word)
        if data_type is None:
            raise cursor.error(f"no type is called {word}", start)
        arguments = cursor.listed(self.read, "[", "]") if cursor.at("[") else []
        if len(arguments) != len(data_type.parameters):
            raise cursor.error(f"{word} has {len(data_type.parameters)} parameters, and is given {len(arguments)}", start)
        return AdtType(data_type.name, arguments)
