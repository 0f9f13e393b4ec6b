"""Types in an op's custom form of which some are written and all others follow.

    Derived("T to U", "T", "U")                         a conversion: both types
    Derived("T, U", "T T", "T U")                       `addui_extended`: the operands' type, which the sum has, and the overflow's
    Derived("T", "T T", "truth(T)")                     a comparison: the operands' type
    Derived("T", "tensor.element(T) T index*", "T")     an insertion: the type of the second operand; then as many indices as there are
    Derived("T* -> U", "T*", "U")                       the types of all operands, and the result's
    Derived("", "i1", "")                               nothing

The first text is what is written: a letter for a type, with a star for a list of them, which stands in parentheses where it is of
results alone, unless it has two stars; words and marks stand for themselves. The others
have one term for each operand, and for each result: a letter of the first text, one in the parentheses of a function in `FOLLOWING`, or
the word of a type, of the dialect's own if it says these. A star behind a term that is not written says that there may be any number.
"""

from __future__ import annotations

from tfir.ir.types import I1, ComplexType, ShapedType, Type, VectorType
from tfir.ods.element_types import type_of_word
from tfir.text.pieces import Functional, Same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tfir.ir.operations import Operation
    from tfir.text.assembly import Format
    from tfir.text.parser import OperationState, Parser
    from tfir.text.pieces import Operands, SidesTypes, Types
    from tfir.text.printer import Printer

    Written = dict[str, list[Type]]  # by the letters of what is written, a star behind those of lists


def truth_like(type: Type) -> Type:
    """i1 in the shape of a type."""
    if isinstance(type, VectorType):
        return VectorType(type.shape, I1, type.scalable)
    return type.with_element(I1) if isinstance(type, ShapedType) else I1


def element_of(type: Type, container: str) -> Type:
    """The element of a type with a known rank. Raises ValueError for another, in MLIR's words, which name the container expected."""
    if getattr(type, "shape", None) is None:
        raise ValueError(f"invalid kind of type specified: expected builtin.{container}, but found '{type}'")
    element: Type = type.element
    return element


def pointee_of(type: Type) -> Type:
    """What a pointer that says it points to. Raises ValueError for another type."""
    pointee: Type | None = getattr(type, "pointee", None)
    if pointee is None:
        raise ValueError(f"expected a pointer that says what it points to, but found '{type}'")
    return pointee


FOLLOWING: dict[str, Callable[[Type], Type]] = {
    "truth": truth_like,
    "complex.element": lambda type: type.element if isinstance(type, ComplexType) else type,
    "tensor.element": lambda type: element_of(type, "tensor"),
    "vector.element": lambda type: element_of(type, "vector"),
    "pointee": pointee_of,
}


class Derived(Functional):
    """The types that a form writes, and how those of operands and results follow from them; see above for the notation."""

    def __init__(self, written: str, operands: str, results: str, words: Mapping[str, Type] | None = None):
        self.kind: tuple[str, ...] = (written, operands, results)
        self.tokens = written.replace(",", " ,").replace("(", "( ").replace(")", " )").split()
        self.operands, self.results = operands.split(), results.split()
        self.functions = {term: of_term(term, words or {}) for term in (*self.operands, *self.results) if term not in self.tokens}
        is_counted = any([term[-1] == "*" for term in self.functions])
        self.pattern = Same.pattern if written and not is_counted else None

    def signature(self, p: Parser, count: int = 0) -> SidesTypes:
        """Reads the types of an op with `count` operands."""
        start, written = p.start, dict[str, list[Type]]()
        for token in self.tokens:
            if not token[0].isupper():
                p.expect(token)
            elif token[-1] == "*":
                is_bare = token in self.operands or token[-2] == "*"
                written[token] = p.comma_list(p.type) if is_bare else p.result_types()
            else:
                written[token] = [p.type()]
        try:
            return self._types(self.operands, written, count), self._types(self.results, written, 0)
        except ValueError as reason:
            raise p.error_in_op(str(reason), start) from None

    def _types(self, terms: Sequence[str], written: Written, count: int) -> list[Type]:
        types: list[Type] = []
        for term in terms:
            times = count - (len(terms) - 1) if term[-1] == "*" else 1
            types += written[term] if term in written else [self.functions[term](written)] * times
        return types

    def plain_signature(self, p: Parser, text: str) -> None:
        return None

    def parse(self, p: Parser, state: OperationState, operands: Operands, types: Types) -> None:
        state.signature = self.signature(p, sum(map(len, operands.values())))

    def text(self, printer: Printer, op: Operation, form: Format) -> str:
        shown = "".join([token if token in (",", ")") else f" {self._shown(token, op)}" for token in self.tokens])
        return shown.replace(" ( ", " (")

    def _shown(self, token: str, op: Operation) -> str:
        """A word or mark, or the types that a letter stands for, read off where it stands among operands or results."""
        if not token[0].isupper():
            return token
        terms, values = (self.operands, op.operands) if token in self.operands else (self.results, op.results)
        at = terms.index(token)
        if token[-1] != "*":
            at -= len(terms) * any([term[-1] == "*" for term in terms[:at]])  # from the end, behind any number
            return values[at].type.text
        shown = ", ".join([value.type.text for value in values[at:]])
        return shown if values is op.operands or len(values) == 1 or token[-2] == "*" else f"({shown})"


def of_term(term: str, words: Mapping[str, Type] = {}) -> Callable[[Written], Type]:
    """The type that a term stands for which is not written itself, as a function of those that are. `words` are types of a dialect."""
    name, _, letter = term.rstrip("*").rstrip(")").partition("(")
    if letter:
        return lambda written: FOLLOWING[name](written[letter][0])
    if len(name) == 1 and name.isupper():
        return lambda written: written[name][0]
    type = words.get(name) or type_of_word(name)
    assert type is not None, f"no type is called {name}"
    return lambda written: type
