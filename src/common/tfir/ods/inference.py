"""Runs the semantics of ops: the types of their results, and the values.

`AbstractValue` is what `infer` sees of an operand. `result_types` also serves to build an op that does not exist yet.
"""

from __future__ import annotations

from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error, in_words
from tfir.ir.operations import Operation, Value
from tfir.ir.quantized_types import is_quantized
from tfir.ir.types import TensorType, Type
from tfir.ods.binding import attribute_value, binding
from tfir.ods.control import data_operands
from tfir.ods.dialect import OpDefinition
from tfir.ods.element_types import element_of_word, is_signed
from tfir.ods.shapes import Shape, Size, Symbol, anonymous, fresh, named, shape_text, with_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    from tfir.ir.attributes import Attribute
    from tfir.ods.arrays import Array
    from tfir.ods.signature import Slot

Content: TypeAlias = "ElementsAttr | Array | list[Any] | None"
Inferred: TypeAlias = "Shape | Type | AbstractValue"  # what `infer` says of one result


class AbstractValue:
    """The known facts of a value: its shape (sizes are ints or symbols; None when unranked), element type, encoding, and content.
    For a value that is no tensor, its type stands for the element type.

    `content`, or the result of `find` on first use, is a constant of the IR, a NumPy array, or a flat list. It is seen in
    several ways, each None where nothing is known:

        value       as a NumPy array
        numbers     as a flat list, in which symbols stand for sizes, and None for an unknown number
        integers    the same where every number is known
        number      the only one, where it is known
        size        the only one as a size, so that an unknown one is a new symbol
        vector      the elements of a vector, None for each where they are not known; None where the length is not known either
        as_shape    the shape that the numbers are, in which those that are not known, and -1, are new symbols
    """

    __slots__ = ("shape", "element", "encoding", "_find", "_content", "_numbers", "_lacks_negative_zero")

    def __init__(
        self, shape: Shape, element: Type, find: Callable[[], Content] | None = None, content: Content = None,
        encoding: Attribute | None = None,
    ):  # fmt: skip
        self.shape, self.element, self.encoding, self._find, self._content = shape, element, encoding, find, content
        self._numbers: list[Any] | None = _UNASKED
        self._lacks_negative_zero: bool | None = None

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)

    @property
    def type(self) -> TensorType:
        """The type of a tensor, as far as it is known."""
        return TensorType(anonymous(self.shape), self.element, self.encoding)

    @property
    def was_asked(self) -> bool:
        """Whether the content has been asked for."""
        return self._find is None

    @property
    def content(self) -> Content:
        if self._find is not None:
            find, self._find = self._find, None
            if self._content is None:
                self._content = find()
        return self._content

    @property
    def value(self) -> Array | None:
        content = self.content
        if content is None or (isinstance(content, list) and self.integers is None):
            return None
        from tfir.ods.arrays import array_of, dtype_of

        if isinstance(content, ElementsAttr):
            return array_of(content)
        if not isinstance(content, list):
            return content
        from numpy import array

        return array(content, dtype_of(self.element)).reshape(self.shape)

    @property
    def numbers(self) -> list[Any] | None:
        if self._numbers is _UNASKED:
            self._numbers = _numbers_in(self.content)
        return self._numbers

    @property
    def lacks_negative_zero(self) -> bool:
        """Whether it is known that no element is -0: as it was said, or of a constant."""
        if self._lacks_negative_zero is None:
            from tfir.ods.arrays import has_negative_zero

            value = self.value
            self._lacks_negative_zero = value is not None and value.dtype.char in "fd" and not has_negative_zero(value)
        return self._lacks_negative_zero

    @lacks_negative_zero.setter
    def lacks_negative_zero(self, is_so: bool) -> None:
        self._lacks_negative_zero = is_so

    @property
    def integers(self) -> list[int] | None:
        numbers = self.numbers
        return numbers if numbers is not None and all([isinstance(number, int) for number in numbers]) else None

    @property
    def number(self) -> Any:
        numbers = self.numbers
        return numbers[0] if numbers is not None and len(numbers) == 1 and not isinstance(numbers[0], Symbol) else None

    @property
    def size(self) -> Size:
        numbers = self.numbers
        size: Size | None = numbers[0] if numbers is not None and len(numbers) == 1 else None
        return fresh() if size is None else size

    @property
    def vector(self) -> list[Any] | None:
        if self.shape is None or len(self.shape) != 1:
            return None
        length = self.shape[0]
        return [None] * length if self.numbers is None and isinstance(length, int) else self.numbers

    @property
    def as_shape(self) -> Shape:
        if self.numbers is not None:
            return tuple([fresh() if size is None or (isinstance(size, int) and size < 0) else size for size in self.numbers])
        length = self.shape[0] if self.shape is not None and len(self.shape) == 1 else None
        return with_rank(None, length) if isinstance(length, int) else None

    def __repr__(self) -> str:
        return f"<abstract value: {self.shape} of {self.element}>"


_UNASKED: list[Any] = []  # a list of its own, told by its identity
MOST_NUMBERS = 1024  # what is longer is no shape, no list of axes


def _numbers_in(content: Content) -> list[Any] | None:
    """The content as a flat list of Python numbers. Those of a small constant are read without NumPy."""
    if content is None or isinstance(content, list):
        return content
    if isinstance(content, DenseAttr):
        return content.values() if content.type.size <= MOST_NUMBERS else None
    if isinstance(content, ElementsAttr):
        return None
    numbers: list[Any] | None = content.ravel().tolist() if content.size <= MOST_NUMBERS else None
    return numbers


def declared_elements(value: Value) -> ElementsAttr | None:
    """What the op of a value says in its `value` or `shape`, where it has no data operands; None for others. `tfopt.rewrite.constants` asks
    besides whether it is a constant that may be folded."""
    op = value.op
    if op is None or data_operands(op):
        return None
    content = op.attributes.get("value") or op.attributes.get("shape")
    return content if isinstance(content, ElementsAttr) else None


def constant_of(value: Value) -> Array | None:
    """The content of a constant as a read-only array, or None."""
    content = declared_elements(value)
    if content is None:
        return None
    from tfir.ods.arrays import array_of

    return array_of(content)


def declared_value(value: Value) -> AbstractValue:
    """The shape, type and content that the IR itself gives for a value; each unknown size gets a new symbol."""
    type = value.type
    if isinstance(type, TensorType):
        return AbstractValue(named(type.shape), type.element, lambda: declared_elements(value), encoding=type.encoding)
    return AbstractValue(None, getattr(type, "element", type), lambda: declared_elements(value))


def infer(op: Operation, definition: OpDefinition, operands: Sequence[AbstractValue], **context: Any) -> list[Inferred] | None:
    """For each result a shape (a type or an abstract value where the op fixes the element type too), or None; None for all of them
    where nothing can be told.

    Raises Error about the op where its `infer` does: `'tf.MatMul' op inner sizes differ: 3 and 4`; and where its attributes make it
    impossible, as a stride of 0 does.
    """
    try:
        return _inferred(op, definition, operands, **context)
    except Error as error:
        raise about(op, error) from None


def about(op: Operation, error: Error) -> Error:
    """An error that the semantics of an op raised, as one about the operation, whose name is in front where it is not yet."""
    message = error.diagnostics[0].message
    return error if message.startswith("'") else Error.on(op, message)


def _inferred(op: Operation, definition: OpDefinition, operands: Sequence[AbstractValue], **context: Any) -> list[Inferred] | None:
    function = definition.infer
    if function is None:
        return None
    if definition.dialect.is_ranked and any(
        [part.shape is None and isinstance(of.type, TensorType) for part, of in zip(operands, op.operands)]
    ):
        return None
    try:
        inferred = binding(definition, function).call(op, operands, **context)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as reason:
        raise Error.on(op, f"has operands or attributes that give its result no shape: {in_words(reason)}") from None
    results: list[Inferred] = inferred if isinstance(inferred, list) else [inferred]
    for number, result in enumerate(results):
        shape = result if isinstance(result, tuple) else shape_of_inferred(result)
        for size in shape or ():
            if isinstance(size, int) and size < 0:
                raise Error.on(op, f"result {number} would have the shape {shape_text(shape)}; sizes are not negative")
    return results


def declared_operands(op: Operation) -> list[AbstractValue]:
    """What the IR itself gives for an op's operands."""
    return [declared_value(value) for value in data_operands(op)]


def inferred_types(op: Operation, definition: OpDefinition, operands: Sequence[AbstractValue] | None = None) -> list[Type | None]:
    """The types that an op's operands, as they are declared if nothing else is said of them, give its results; None for an unknown one.
    Errors of the op's `infer` are told as they are, without the name of the op."""
    inferred = inferred_results(op, definition, declared_operands(op) if operands is None else operands)
    return [type_of_inferred(each, op.results[at].type if at < len(op.results) else None) for at, each in enumerate(inferred)]


def inferred_results(op: Operation, definition: OpDefinition, operands: Sequence[AbstractValue]) -> list[Inferred]:
    """What is inferred of each result, None where nothing is; errors as those of `inferred_types`."""
    inferred = _inferred(op, definition, operands)
    return [None] * len(op.results) if inferred is None else inferred


def shape_of_inferred(inferred: Inferred) -> Shape:
    """The shape of a result as it is inferred; None where the rank is unknown."""
    return getattr(inferred, "shape", None) if isinstance(inferred, (AbstractValue, Type)) else inferred


def type_of_inferred(inferred: Inferred, declared: Type | None) -> Type | None:
    """The result of `infer` as a type; where it gives no element type, with that of the declared type."""
    if isinstance(inferred, AbstractValue):
        return inferred.type
    if inferred is None or isinstance(inferred, Type):
        return inferred
    return TensorType(anonymous(inferred), declared.element) if isinstance(declared, TensorType) else None


def size_arithmetic(operator: Callable[[Size, Size], Size], x: AbstractValue, y: AbstractValue) -> list[list[Any]] | None:
    """The numbers, sizes among them, that an elementwise operation makes of signed integers, or lists of them, that are near to zero."""
    if not is_signed(x.element) or x.numbers is None or y.numbers is None:
        return None
    length = max(len(x.numbers), len(y.numbers)) if x.numbers and y.numbers else 0
    left, right = (numbers * length if len(numbers) == 1 else numbers for numbers in (x.numbers, y.numbers))
    results = [None if a is None or b is None else operator(a, b) for a, b in zip(left, right, strict=True)]
    return [[None if isinstance(size, int) and abs(size) > MOST_FOLLOWED else size for size in results]]


MOST_FOLLOWED = (1 << 31) - 1  # beyond, numbers of 32 bits begin again


def propagate_values(op: Operation, definition: OpDefinition, operands: Sequence[AbstractValue]) -> list[list[Any] | None] | None:
    """One flat list of numbers per result (ints, symbols, None for an unknown one), as far as the op's meaning follows
    sizes; None in place of a list, or of all of them, where it does not."""
    semantics = definition.semantics
    if semantics is None or semantics.propagate_values is None:
        return None
    try:
        numbers: list[list[Any] | None] | None = binding(definition, semantics.propagate_values).call(op, operands)
        return numbers
    except (Error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None  # `infer` is who complains


def evaluate(op: Operation, definition: OpDefinition, arrays: Sequence[Any], **context: Any) -> list[Array]:
    """The results of one op as arrays, given its operands as arrays. What NumPy refuses is an Error about the op."""
    from numpy import asarray, errstate

    from tfir.ods.quantization import evaluation

    semantics = definition.semantics
    assert semantics is not None and semantics.evaluate is not None, f"{definition.name} has no values"
    try:
        with errstate(all="ignore"):
            results = evaluation(definition, semantics.evaluate).call(op, arrays, **context)
    except Error as error:
        raise about(op, error) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as refusal:
        raise Error.on(op, f"cannot be computed: {in_words(refusal)}") from None
    return [asarray(result) for result in results] if isinstance(results, list) else [asarray(results)]


def refined(type: Type, inferred: Inferred) -> Type:
    """A result's type with what `infer` told of it. Which scales a quantized result has is for the op to say, not for its operands."""
    if isinstance(inferred, AbstractValue):
        inferred = TensorType(anonymous(inferred.shape), inferred.element, inferred.encoding or getattr(type, "encoding", None))
    if isinstance(inferred, TensorType):
        declared = isinstance(type, TensorType) and (holds_tensors(inferred.element) or is_quantized(type))
        element = type.element if declared else inferred.element
        return TensorType(anonymous(inferred.shape), element, inferred.encoding)
    if isinstance(inferred, Type):
        return inferred
    if not isinstance(type, TensorType) or inferred is None:
        return type
    return TensorType(anonymous(inferred), type.element, type.encoding)


def holds_tensors(element: Type) -> bool:
    """Whether an element type only says of a resource or variant what tensors it holds."""
    return getattr(element, "subtypes", None) is not None


def result_types(definition: OpDefinition, operands: Sequence[Value], attributes: Mapping[str, Attribute]) -> list[Type]:
    """The types of the results of an op that is about to be built, from its signature and its meaning. Raises Error as `infer` does."""
    draft = Operation.draft(definition.name, operands, (), attributes)
    elements = [result_elements(definition, draft, slot) for slot in definition.declaration.results]
    draft.add_results([TensorType(None, element) for slot in elements for element in slot])
    shapes = infer(draft, definition, [declared_value(value) for value in operands]) or [None] * len(draft.results)
    return [refined(result.type, shape) for result, shape in zip(draft.results, shapes)]


def result_elements(definition: OpDefinition, draft: Operation, slot: Slot) -> list[Type]:
    """The element type of each result in one slot."""
    declared = definition.declaration.attributes
    element: Any = attribute_value(definition, draft, slot.type) if slot.type in declared else element_of_word(slot.type)
    if slot.variadic:
        return list(element) if isinstance(element, tuple) else [element]
    count = attribute_value(definition, draft, slot.number) if slot.number else 1
    return [element] * count
