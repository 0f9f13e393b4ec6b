"""What operators of TFLite mean, said in TensorFlow's ops: the language of the families beside this module.

A meaning is a function of an operator's operands and attributes, by the names of its line, that builds ops of TensorFlow: `tf("Relu", x)`. Operands
are `Number`s, values of the program that is being built, with operators; of a quantized tensor the integers that are stored, beside which stands
how they are quantized. `evaluate` builds the ops for the operands of a call and computes these, `infer` asks what types they give, and the pass
`tfl-to-tf` puts them in the operator's place. So integer kernels, with all their rounding, and what TFLite computes as TensorFlow does, are written once.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tfir.dialects.tf.handles import handle_of as handle_type
from tfir.dialects.tf_saved_model import INITIAL_VALUE
from tfir.ir.attributes import Attribute, EnumAttr, attribute
from tfir.ir.builder import Builder
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Value
from tfir.ir.quantized_types import QuantizedType
from tfir.ir.types import F32, I1, I32, I64, UI64, FloatType, NoneType, TensorType, Type
from tfir.ods.arrays import array_of, dense_of, dtype_of
from tfir.ods.binding import binding
from tfir.ods.inference import AbstractValue, constant_of, evaluate, result_types
from tfir.ods.numpy_on_demand import np
from tfir.ods.quantization import stored
from tfir.ods.semantics import OpSemantics
from tfir.ods.shapes import anonymous, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from tfir.ods.dialect import OpDefinition

    Meaning: TypeAlias = Callable[..., Any]
    Builds: TypeAlias = Callable[[Operation, Sequence["Number | None"], Sequence[Type]], Sequence["Number | None"]]

builders: list[Builder] = []
VARIABLE = "tfl.is_variable"  # of a constant: it is what a variable begins with that operators keep from call to call; another operator gives it anew in each call
STATE = "tfl.state"  # of such a constant: what the variable is called
SMALL = 1024  # integers of an operand that are taken for a shape, axes or places, and are constants of what is built


@cache
def definition_of(name: str) -> OpDefinition:
    from tfir.dialects import lookup

    definition = lookup(f"tf.{name}")
    assert definition is not None
    return definition


def operation(name: str) -> Callable[[Number], Number]:
    return lambda self: tf(name, self)


def operator(name: str) -> Callable[[Number, Any], Number]:
    return lambda self, other: tf(name, self, other)


def reflected(name: str) -> Callable[[Number, Any], Number]:
    return lambda self, other: tf(name, other, self)


class Number:
    """A value of the program that is built. `quantized` is the quantized type of the operand that it is, if it is one."""

    __slots__ = ("value", "quantized")
    __array_ufunc__ = None  # an array on the left of an operator leaves it to the Number
    __hash__ = None

    def __init__(self, value: Value, quantized: QuantizedType | None = None):
        self.value, self.quantized = value, quantized

    @property
    def type(self) -> TensorType:
        type = self.value.type
        assert isinstance(type, TensorType)
        return type

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes, all of which must be known."""
        shape = self.type.shape
        if shape is None or None in shape:
            raise Error(f"needs the sizes of {self.type}")
        return shape

    @property
    def rank(self) -> int:
        if self.type.shape is None:
            raise Error("has an operand of unknown rank")
        return len(self.type.shape)

    @property
    def element(self) -> Type:
        return self.type.element

    @property
    def is_float(self) -> bool:
        return isinstance(self.element, FloatType)

    @property
    def content(self) -> Any:
        """Its elements where it is a constant, else None."""
        return constant_of(self.value)

    @property
    def scale(self) -> np.float32:
        assert self.quantized is not None
        return np.float32(self.quantized.scales[0])

    @property
    def zero(self) -> int:
        assert self.quantized is not None
        return self.quantized.zero_points[0]

    def to(self, element: Type) -> Number:
        return self if element is self.element else tf("Cast", self, DstT=element)

    def reshape(self, *shape: int) -> Number:
        return tf("Reshape", self, np.array(shape, np.int32))

    def __bool__(self) -> bool:
        raise TypeError("a number of the program has no truth value while it is built; use where()")

    __add__, __radd__ = operator("AddV2"), reflected("AddV2")
    __sub__, __rsub__ = operator("Sub"), reflected("Sub")
    __mul__, __rmul__ = operator("Mul"), reflected("Mul")
    __truediv__, __rtruediv__ = operator("RealDiv"), reflected("RealDiv")
    __rshift__, __lshift__, __and__ = operator("RightShift"), operator("LeftShift"), operator("BitwiseAnd")
    __lt__, __le__, __gt__, __ge__ = map(operator, ("Less", "LessEqual", "Greater", "GreaterEqual"))
    __neg__, __abs__ = operation("Neg"), operation("Abs")


def constant(content: Any, element: Type | None = None) -> Number:
    """A constant of these elements: integers are i32, other numbers f32, unless it is said."""
    array = np.asarray(content)
    if element is None:
        element = {"i": I32, "u": I32, "b": I1, "f": F32}[array.dtype.kind]
    elements = dense_of(array.astype(dtype_of(element)), element)
    return Number(builders[-1].value("tf.Const", [], elements.type, {"value": elements}))


def tf(name: str, *operands: Any, **attributes: Any) -> Any:
    """The result of an op of TensorFlow, or a list of them where it declares several. Operands that are no Numbers become constants, of the element type that the op wants
    them to share with a Number."""
    definition = definition_of(name)
    signature = definition.declaration
    shared = {
        slot.type: (each[0] if isinstance(each, list) else each).element
        for slot, each in zip(signature.operands, operands)
        if isinstance(each, Number) or (isinstance(each, list) and each and isinstance(each[0], Number))
    }
    values: list[Value] = []
    for slot, each in zip(signature.operands, operands, strict=True):
        if isinstance(each, list) and (slot.number or slot.variadic):
            values += [part.value for part in each]
        elif isinstance(each, Number):
            values.append(each.value)
        else:
            values.append(constant(each, shared.get(slot.type)).value)
    plain = {key: attribute(value) for key, value in attributes.items()}
    types = result_types(definition, values, plain)
    own = definition.inherent or [
        key for key, each in signature.attributes.items() if each.kind != "type"
    ]  # of ops that upstream has no line of
    kept = {key: value for key, value in plain.items() if key in own}
    results = [Number(result) for result in builders[-1].create(f"tf.{name}", values, types, kept).results]
    return results[0] if len(signature.results) == 1 and not (signature.results[0].number or signature.results[0].variadic) else results


def where(condition: Any, yes: Any, no: Any) -> Any:
    """Elements by a condition: of Numbers, or of arrays."""
    if isinstance(condition, Number):
        return tf("SelectV2", condition, yes, no)
    return np.where(condition, yes, no)


def maximum(x: Any, y: Any) -> Any:
    return tf("Maximum", x, y) if isinstance(x, Number) or isinstance(y, Number) else np.maximum(x, y)


def minimum(x: Any, y: Any) -> Any:
    return tf("Minimum", x, y) if isinstance(x, Number) or isinstance(y, Number) else np.minimum(x, y)


def clamp(x: Any, low: Any, high: Any) -> Any:
    return minimum(maximum(x, low), high)


def truth_as(x: Any, like: Any) -> Any:
    """A condition as 1 or 0 of the element type of another number."""
    return x.to(like.element) if isinstance(x, Number) else x.astype(like.dtype)


# Operators of TFLite


class Kept(NamedTuple):
    """The results of an operator, and by the names of its operands what those that are variables are behind it."""

    results: Any
    states: dict[str, Any]


class InTensorFlow(OpSemantics, family=True):
    """An operator whose meaning is a function `build` of Numbers."""

    build: Callable[..., Any]

    def evaluate(op: Operation, operands: Sequence[Any], state: Any = None) -> Any:
        return computed(op, operands, state)

    def infer(op: Operation, operands: Sequence[AbstractValue]) -> Any:
        return inferred(op, operands)


def family() -> tuple[dict[str, type[OpSemantics]], Callable[[Meaning], Meaning], Callable[..., None]]:
    """The table of a family, what enters the meaning of the operator that a function is named after, and what enters several by name."""
    table: dict[str, type[OpSemantics]] = {}

    def enter(**meanings: Meaning) -> None:
        for name, meaning in meanings.items():
            table[name] = type(name, (InTensorFlow,), {"build": staticmethod(meaning)})

    def means(meaning: Meaning) -> Meaning:
        enter(**{meaning.__name__: meaning})
        return meaning

    return table, means, enter


def semantics_of(op: Operation) -> type[InTensorFlow] | None:
    """The meaning of an operator in TensorFlow's ops, if it has one."""
    from tfir.dialects import lookup

    semantics = lookup(op.name).semantics
    return semantics if semantics is not None and issubclass(semantics, InTensorFlow) else None


def built(op: Operation, operands: Sequence[Number | None], types: Sequence[Type]) -> list[Number | None]:
    """The results of an operator as Numbers, built where the current builder stands. `types` are those that its results were declared with."""
    from tfir.dialects import lookup

    semantics, definition = semantics_of(op), lookup(op.name)
    assert semantics is not None
    if (why := why_not_alone(op)) is not None:
        raise Error(why)
    handles = {number: handle for number, value in enumerate(op.operands) if (handle := handle_of_state(value)) is not None}
    operands = [
        read(handles[number], each.element, each.quantized) if number in handles and each is not None else each
        for number, each in enumerate(operands)
    ]
    arguments = binding(definition, semantics.build).arguments(op, operands, result_types=list(types))
    results = semantics.build(**{name: word_of(value) for name, value in arguments.items()})
    if isinstance(results, Kept):
        names = [slot.name for slot in definition.declaration.operands]
        for name, state in results.states.items():
            number = names.index(name)
            if number in handles:
                like = operands[number]
                tf("AssignVariableOp", handles[number], state.to(like.element).reshape(*like.shape))
        results = results.results
    return list(results) if isinstance(results, (list, tuple)) else [results]


def handle_of_state(value: Value) -> Number | None:
    """The handle of a variable that an operator keeps from call to call: of a constant that stands for what the variable begins with, or of what was
    read in its place; None of other operands."""
    maker = value.op
    if maker is not None and maker.name == "tf.ReadVariableOp" and INITIAL_VALUE in getattr(maker.operands[0].op, "attributes", ()):
        return Number(maker.operands[0])
    return state_handle(maker) if maker is not None and begins_variable(maker) else None


def begins_variable(op: Operation) -> bool:
    """Whether an operator is the constant that a variable begins with."""
    return VARIABLE in op.attributes and "value" in op.attributes


def why_not_alone(op: Operation) -> str | None:
    """Why what an operator gives is not all that becomes of it: it writes on a tensor that others read as well. None of most."""
    from tfir.dialects import lookup

    if "write variable" not in lookup(op.name).traits.get("effects", ()):
        return None
    for value in op.operands:
        maker = value.op
        if maker is not None and VARIABLE in maker.attributes and not begins_variable(maker) and len(value.uses) > 1:
            return "writes on a tensor that others read as well"
    return None


def state_handle(maker: Operation) -> Number:
    """A handle of the variable that a constant stands for."""
    return named_handle(maker, as_stored(maker.attributes["value"]))


def generator_handle(op: Operation) -> Number:
    """A handle of the variable that counts what an operator has drawn."""
    return named_handle(op, dense_of(np.zeros((), np.uint64), UI64))


def named_handle(op: Operation, initial: ElementsAttr) -> Number:
    handle = tf("VarHandleOp", container="", shared_name=op.get(STATE) or state_name(op))
    handle.value.retype(handle_type("resource", initial.type.shape, initial.type.element))
    handle.value.op.set_attribute(INITIAL_VALUE, initial)
    return handle


def keeps_state(op: Operation) -> bool:
    """Whether an operator stands for a variable: a constant that says so, or a generator."""
    from tfir.dialects import lookup

    return begins_variable(op) or (op.dialect == "tfl" and "write random" in lookup(op.name).traits.get("effects", ()))


def state_name(op: Operation) -> str:
    """What the variable is called that an operator stands for: by its function, and its place among those of that."""
    function = op
    while function.parent_op is not None and function.name != "func.func":
        function = function.parent_op
    number = [each for each in function.walk() if keeps_state(each)].index(op)
    return f"{function.get('sym_name', 'main')}/state{number}"


def as_stored(elements: Attribute) -> ElementsAttr:
    """Elements of a quantized type as the integers that are stored of them."""
    assert isinstance(elements, ElementsAttr)
    element = stored(elements.type).element
    return elements if element is elements.type.element else dense_of(array_of(elements), element)


def read(handle: Number, element: Type, quantized: QuantizedType | None) -> Number:
    """What a variable holds."""
    value = tf("ReadVariableOp", handle, dtype=element)
    value.quantized = quantized
    return value


def state_in(maker: Operation) -> Number:
    """What a variable holds for which a constant stands."""
    type = maker.results[0].type
    return read(state_handle(maker), stored(type).element, quantized_element(type))


def word_of(value: Any) -> Any:
    return value.value if isinstance(value, EnumAttr) else value


def quantized_element(type: Type) -> QuantizedType | None:
    element = getattr(type, "element", None)
    return element if isinstance(element, QuantizedType) else None


def traced(
    op: Operation, types: Sequence[Type], contents: Sequence[Any], build: Builds = built
) -> tuple[Block, list[Value], Sequence[Number | None]]:
    """A block of TensorFlow's ops for operands of these types, of which some are known; the arguments of the block, and the operator's results, as `build`
    gives them."""
    block = Block(types)
    with_builder = Builder.at_end(block)
    builders.append(with_builder)
    try:
        operands: list[Number | None] = []
        for argument, value, content in zip(block.arguments, op.operands, contents, strict=True):
            if isinstance(value.type, NoneType):
                operands.append(None)
            elif content is not None:
                operands.append(Number(constant(content, argument.type.element).value, quantized_element(value.type)))
            else:
                operands.append(Number(argument, quantized_element(value.type)))
        return block, list(block.arguments), build(op, operands, [result.type for result in op.results])
    finally:
        builders.pop()


def is_small(array: Any) -> bool:
    return array.size <= SMALL and array.dtype.kind in "iu" and array.dtype.itemsize >= 4


def computed(op: Operation, arrays: Sequence[Any], state: Any = None, build: Builds = built) -> list[Any]:
    """The results of an operator for arrays; `state` has the variables of the session, `build` says what the operator means."""
    from tfir.dialects import lookup

    types: list[Type] = []
    contents: list[Any] = []
    for value, array in zip(op.operands, arrays, strict=True):
        if isinstance(value.type, NoneType) or not isinstance(array, np.ndarray | np.generic):  # absent, or a handle
            types.append(value.type)
            contents.append(None)
            continue
        types.append(TensorType(array.shape, stored(value.type).element))
        contents.append(array if is_small(array) else None)
    block, arguments, results = traced(op, types, contents, build)
    held: dict[Value, Any] = dict(zip(arguments, arrays))
    for each in block:
        if each.name == "tf.Const":
            held[each.result] = constant_of(each.result)
            continue
        values = evaluate(
            each, lookup(each.name), [held[value] for value in each.operands], **({"state": state} if state is not None else {})
        )
        held |= {result: handle_in(value) for result, value in zip(each.results, values)}
    return [held[result.value] if result is not None else np.zeros(()) for result in results]


def handle_in(value: Any) -> Any:
    """A handle that an array was made of, or the array."""
    if value.dtype != np.object_ or value.ndim or isinstance(value.item(), bytes):
        return value
    return value.item()


def inferred(op: Operation, operands: Sequence[AbstractValue]) -> Any:
    """The shapes of an operator's results, as far as they are told by the ops that it means."""
    types = [of.type if isinstance(of.type, NoneType) else each.type for each, of in zip(operands, op.operands)]
    types = [stored(type) if isinstance(type, TensorType) else type for type in types]
    contents = [each.value if isinstance(of.type, TensorType) else None for each, of in zip(operands, op.operands)]
    _, _, results = traced(op, types, [content if content is not None and is_small(content) else None for content in contents])
    return [None if result is None or result.type.shape is None else named(anonymous(result.type.shape)) for result in results]


def wide(x: Number) -> Number:
    """Integers as i64, of which products have room."""
    return x.to(I64)
