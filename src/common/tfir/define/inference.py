"""Asks an op's meaning: which types its results have, and which values.

`Known` is what `infer` sees of an operand. `result_types` also serves who builds an op that does not exist yet.
"""

from __future__ import annotations

from tfir.define.binding import attribute_value, binding, element_of_word
from tfir.define.dialect import OpDefinition
from tfir.define.shapes import anonymous, named
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import TensorType, Type


class Known:
    """What is known of a value: its shape (sizes are ints or symbols; None when unranked), element type, and content.

    `value` is a NumPy array when the value is a constant and None otherwise; it is looked up when somebody asks. `sizes` is the
    same for integers that come from shapes, symbols among them: an array of objects.
    """

    __slots__ = ("shape", "element", "_find", "_value", "_sizes")

    def __init__(self, shape, element: Type, find=None, sizes=None):
        self.shape, self.element, self._find, self._value, self._sizes = shape, element, find, None, sizes

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)

    @property
    def value(self):
        if self._find is not None:
            self._value, self._find = self._find(), None
        return self._value

    @property
    def sizes(self):
        return self.value if self._sizes is None else self._sizes

    def __repr__(self):
        return f"<known: {self.shape} of {self.element}>"


def constant_of(value: Value):
    """The content of a value that a constant makes (an op without data operands whose `value` has elements), as an array; else None."""
    op = value.op
    has_data = op is None or any([operand.type.text != "!tf_type.control" for operand in op.operands])
    content = None if has_data else op.attributes.get("value")
    if not isinstance(content, ElementsAttr):
        return None
    from tfir.define.arrays import array_of

    return array_of(content)


def known(value: Value) -> Known:
    """What the IR itself says of a value; each unknown size gets a new symbol."""
    shape = value.type.shape if isinstance(value.type, TensorType) else None
    return Known(named(shape), getattr(value.type, "element", value.type), lambda: constant_of(value))


def infer(op: Operation, definition: OpDefinition, operands: list[Known], **context) -> list | None:
    """One shape per result (a tensor type where the meaning fixes the element type too), or None when nobody knows.

    An error of the meaning is told about the op: `'tf.MatMul' op inner sizes differ: 3 and 4`. So is what its attributes make
    impossible, such as a stride of 0.
    """
    meaning = definition.meaning
    if meaning is None or meaning.infer is None:
        return None
    if meaning.needs_rank and any([operand.shape is None for operand in operands]):
        return None
    try:
        found = binding(definition, meaning.infer).call(op, operands, **context)
    except Error as error:
        raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as reason:
        raise Error.on(op, f"has operands or attributes that give its result no shape: {reason}") from None
    return found if isinstance(found, list) else [found]


def evaluate(op: Operation, definition: OpDefinition, arrays: list, **context) -> list:
    """The results of one op as arrays, given its operands as arrays. What NumPy refuses is an error about the op."""
    from numpy import asarray, errstate

    try:
        with errstate(all="ignore"):
            found = binding(definition, definition.meaning.evaluate).call(op, arrays, **context)
    except Error as error:
        raise error if error.diagnostics[0].message.startswith("'") else Error.on(op, str(error)) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as refusal:
        raise Error.on(op, f"cannot be computed: {refusal}") from None
    return [asarray(item) for item in found] if isinstance(found, list) else [asarray(found)]


def refined(type: Type, found) -> Type:
    """A result's type with the shape (or tensor type) that `infer` found."""
    if isinstance(found, TensorType):
        return TensorType(anonymous(found.shape), found.element)
    if not isinstance(type, TensorType) or found is None:
        return type
    return TensorType(anonymous(found), type.element, type.encoding)


def result_types(definition: OpDefinition, operands: list[Value], attributes: dict) -> list[Type]:
    """The types of the results of an op that is about to be built, from its signature and its meaning."""
    draft = Operation(definition.name, (), [], attributes)
    draft._operands = tuple(operands)  # not through the constructor: the draft is no user of its operands
    elements = [_result_element(definition, draft, slot) for slot in definition.signature.results]
    draft.results = [Value(TensorType(None, element), draft, index) for index, element in enumerate(_flat(elements))]
    found = infer(draft, definition, [known(value) for value in operands]) or [None] * len(draft.results)
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
