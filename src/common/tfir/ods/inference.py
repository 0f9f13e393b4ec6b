"""Asks an op's meaning: which types its results have, and which values.

`AbstractValue` is what `infer` sees of an operand. `result_types` also serves who builds an op that does not exist yet.
"""

from __future__ import annotations

from tfir.ir.dense import DenseAttr, ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type
from tfir.ods.binding import CONTROL, attribute_value, binding
from tfir.ods.constraints import element_of_word
from tfir.ods.dialect import OpDefinition
from tfir.ods.shapes import Symbol, anonymous, fresh, named


class AbstractValue:
    """What is known of a value: its shape (sizes are ints or symbols; None when unranked), element type, and content.

    `content`, or what `find` answers when somebody asks, is a constant of the IR, a NumPy array, or a flat list. It is seen in
    several ways, each None where nothing is known:

        value       as a NumPy array
        numbers     as a flat list, in which symbols stand for sizes, and None for a number that nobody knows
        integers    the same where every number is known
        number      the only one, where it is known
        size        the only one as a size, so that an unknown one is a new symbol
    """

    __slots__ = ("shape", "element", "_find", "_content", "_numbers")

    def __init__(self, shape, element: Type, find=None, content=None):
        self.shape, self.element, self._find, self._content, self._numbers = shape, element, find, content, _UNASKED

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)

    @property
    def content(self):
        if self._find is not None:
            find, self._find = self._find, None
            if self._content is None:
                self._content = find()
        return self._content

    @property
    def value(self):
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
    def numbers(self) -> list | None:
        if self._numbers is _UNASKED:
            self._numbers = _numbers_in(self.content)
        return self._numbers

    @property
    def integers(self) -> list | None:
        numbers = self.numbers
        return numbers if numbers is not None and all([isinstance(number, int) for number in numbers]) else None

    @property
    def number(self):
        numbers = self.numbers
        return numbers[0] if numbers is not None and len(numbers) == 1 and not isinstance(numbers[0], Symbol) else None

    @property
    def size(self):
        numbers = self.numbers
        return numbers[0] if numbers is not None and len(numbers) == 1 and numbers[0] is not None else fresh()

    def __repr__(self):
        return f"<abstract value: {self.shape} of {self.element}>"


_UNASKED = object()
MOST_NUMBERS = 1024  # what is longer is no shape, no list of axes


def _numbers_in(content) -> list | None:
    """The content as Python numbers. Those of a small constant are read without NumPy."""
    if content is None or isinstance(content, list):
        return content
    if isinstance(content, DenseAttr):
        return content.values() if content.type.size <= MOST_NUMBERS else None
    if isinstance(content, ElementsAttr):
        return None
    return content.ravel().tolist() if content.size <= MOST_NUMBERS else None


def elements_of(value: Value) -> ElementsAttr | None:
    """The constant that makes a value (an op without data operands whose `value` has elements), or None."""
    op = value.op
    has_data = op is None or any([operand.type is not CONTROL for operand in op.operands])
    content = None if has_data else op.attributes.get("value")
    return content if isinstance(content, ElementsAttr) else None


def constant_of(value: Value):
    """The content of a constant as an array, or None."""
    content = elements_of(value)
    if content is None:
        return None
    from tfir.ods.arrays import array_of

    return array_of(content)


def declared_value(value: Value) -> AbstractValue:
    """What the IR itself says of a value; each unknown size gets a new symbol."""
    shape = value.type.shape if isinstance(value.type, TensorType) else None
    return AbstractValue(named(shape), getattr(value.type, "element", value.type), lambda: elements_of(value))


def infer(op: Operation, definition: OpDefinition, operands: list[AbstractValue], **context) -> list | None:
    """One shape per result (a tensor type where the meaning fixes the element type too), or None when nobody knows.

    An error of the meaning is told about the op: `'tf.MatMul' op inner sizes differ: 3 and 4`. So is what its attributes make
    impossible, such as a stride of 0.
    """
    semantics = definition.semantics
    if semantics is None or semantics.infer is None:
        return None
    if semantics.needs_rank and any([operand.shape is None for operand in operands]):
        return None
    try:
        found = binding(definition, semantics.infer).call(op, operands, **context)
    except Error as error:
        raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as reason:
        raise Error.on(op, f"has operands or attributes that give its result no shape: {reason}") from None
    return found if isinstance(found, list) else [found]


def propagate_values(op: Operation, definition: OpDefinition, operands: list[AbstractValue]) -> list | None:
    """One flat list of numbers per result (ints, symbols, None for one that nobody knows), as far as the op's meaning follows
    sizes; None in place of a list, or of all of them, where it does not."""
    semantics = definition.semantics
    if semantics is None or semantics.propagate_values is None:
        return None
    try:
        return binding(definition, semantics.propagate_values).call(op, operands)
    except (Error, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None  # `infer` is who complains


def evaluate(op: Operation, definition: OpDefinition, arrays: list, **context) -> list:
    """The results of one op as arrays, given its operands as arrays. What NumPy refuses is an error about the op."""
    from numpy import asarray, errstate

    try:
        with errstate(all="ignore"):
            found = binding(definition, definition.semantics.evaluate).call(op, arrays, **context)
    except Error as error:
        raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as refusal:
        raise Error.on(op, f"cannot be computed: {refusal}") from None
    return [asarray(item) for item in found] if isinstance(found, list) else [asarray(found)]


def refined(type: Type, found) -> Type:
    """A result's type with the shape (or tensor type) that `infer` found."""
    if isinstance(found, TensorType):
        said_before = isinstance(type, TensorType) and holds_tensors(found.element)
        return TensorType(anonymous(found.shape), type.element if said_before else found.element)
    if not isinstance(type, TensorType) or found is None:
        return type
    return TensorType(anonymous(found), type.element, type.encoding)


def holds_tensors(element: Type) -> bool:
    """Whether an element type only says of a resource or variant what tensors it holds."""
    return getattr(element, "subtypes", None) is not None


def result_types(definition: OpDefinition, operands: list[Value], attributes: dict) -> list[Type]:
    """The types of the results of an op that is about to be built, from its signature and its meaning."""
    draft = Operation.draft(definition.name, operands, (), attributes)
    elements = [_result_element(definition, draft, slot) for slot in definition.signature.results]
    draft.add_results([TensorType(None, element) for element in _flat(elements)])
    found = infer(draft, definition, [declared_value(value) for value in operands]) or [None] * len(draft.results)
    return [refined(result.type, shape) for result, shape in zip(draft.results, found)]


def _flat(elements: list) -> list:
    return [one for part in elements for one in (part if isinstance(part, list) else [part])]


def _result_element(definition: OpDefinition, draft: Operation, slot):
    """The element type of one result slot, or a list of them for one that occurs many times."""
    declared = definition.signature.attributes
    element = attribute_value(definition, draft, slot.type) if slot.type in declared else element_of_word(slot.type)
    if slot.variadic:
        return list(element) if isinstance(element, tuple) else [element]
    return [element] * attribute_value(definition, draft, slot.number) if slot.number else element
