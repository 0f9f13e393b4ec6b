"""The parts of a SavedModel beside its functions: variables, assets, initialization, and the names under which these are found.

Attributes on functions say how they are called: `tf_saved_model.exported_names`; on each argument either `index_path`, its place among
what the caller passes, or `bound_input`, the variable or asset that it always is; on each result `index_path`.
"""

from __future__ import annotations

from tfir.dialects.tf_type import STRING, SubtypedType
from tfir.ir.attributes import ArrayAttr, Attribute, IntegerAttr, StringAttr, SymbolRefAttr, TypeAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.symbols import references_in
from tfir.ir.types import IntegerType, MemRefType, TensorType, shapes_fit
from tfir.ods.dialect import Dialect

OPS = """
    global_tensor(; sym_name: str, type: type, value?: elements, is_mutable?: unit) -> ()
    session_initializer(; initializers: symbol[]) -> ()
    asset(; sym_name: str, filename: str) -> ()
"""

SEMANTICS, EXPORTED = "tf_saved_model.semantics", "tf_saved_model.exported_names"
UNFINISHED = "tf_saved_model.under_construction"
INDEX_PATH, BOUND_INPUT = "tf_saved_model.index_path", "tf_saved_model.bound_input"
INITIALIZER_TYPE, RESOURCE_NAME = "tf_saved_model.initializer_type", "tf.resource_name"
INITIAL_VALUE = "tfir.initial_value"  # our own, of an argument that is the value of a variable: the variable's symbol
INITIALIZER_TYPES = ("restore_op", "init_op")
DEFAULT_VALUE = "tfir.default"  # our own, of an argument: what it is where the caller passes nothing
TYPE_SPEC = (
    "tfir.type_spec"  # our own, of an argument or result that is a part of a composite tensor: what that is, a TypeSpecProto in text form
)
TAGS = "tfir.tags"  # our own, of a module: what its graph is tagged, where that is not `serve` alone
GRADIENT_OF = "tfir.gradient_of"  # our own, of a private function: by which name nodes say that it is their gradient, and the operands that its results are for
CAPTURED = (
    "tfir.captured"  # our own, of an argument of such a function: the function and the name of the tensor that it is given, or the symbol
)
METHOD = "tfir.method"  # our own, of a function that is a signature: what servers take it for, where that is not to predict
# Our own: of an asset its file's content, so that the text has all of a model; false of a variable that is not to be trained, but could be.
CONTENT, TRAINABLE = "tfir.content", "tfir.trainable"
FUNCTIONS = ("func.func", "tfg.func")
SIGNATURES = "signatures"  # where the objects of a model have its signatures: one is exported as `signatures.NAME`
GLOBAL_TENSOR, ASSET, INITIALIZER = "tf_saved_model.global_tensor", "tf_saved_model.asset", "tf_saved_model.session_initializer"


# What ops must be


def verify_global_tensor(op: Operation) -> None:
    _in_model(op)
    type, value = op.attributes["type"].type, op.attributes.get("value")
    if not isinstance(type, TensorType):
        raise Error.on(op, f"'type' must be a tensor type, found {type}")
    if isinstance(value, ElementsAttr) and not (type.element is value.type.element and shapes_fit(type.shape, value.type.shape)):
        raise Error("'type' and 'value' attributes should have compatible tensor types", op)
    if "is_mutable" not in op.attributes and not type.is_static:
        raise Error(f"'type' attribute for immutable '{op.name}' should have a static shape, found {type}", op)


def verify_session_initializer(op: Operation) -> None:
    symbols = _symbols(_in_model(op))
    for reference in op.attributes["initializers"].elements:
        function = symbols.get(reference.root) if isinstance(reference, SymbolRefAttr) else None
        if function is None or function.name not in FUNCTIONS:
            raise Error.on(op, f"the initializer function does not exist: {reference}")
        if [type for type in function.attributes["function_type"].type.results if "control" not in type.text]:
            raise Error.on(op, "the initializer function should have no output")
        names = len(function.attributes.get(EXPORTED, ()))
        if names != 1 and function.name == "func.func":
            raise Error.on(op, f"the initializer function should {'have only one exported names' if names else 'be exported'}")


def verify_asset(op: Operation) -> None:
    _in_model(op)


def _in_model(op: Operation) -> Operation:
    module = op.parent_op
    if module is None or module.name != "builtin.module" or SEMANTICS not in module.attributes:
        raise Error.on(op, f"must be in a module with '{SEMANTICS}'")
    return module


def _symbols(module: Operation) -> dict[str, Operation]:
    return {op.get("sym_name"): op for op in module.body}


# What attributes of this dialect say wherever they stand


def verify_attribute(op: Operation, name: str, value: Attribute) -> None:
    """Raises where an attribute does not belong to an op, or says what cannot be. That of a module is about all that is in it."""
    if name not in ATTACHED:
        raise Error(f"unknown tf_saved_model dialect attribute '{name}'", op)
    ATTACHED[name](op, value)


def verify_semantics(module: Operation, _: Attribute) -> None:
    if module.name != "builtin.module":
        raise Error(f"'{SEMANTICS}' must be on a module op", module)
    _verify_names(module)
    functions = [op for op in module.body if op.name in FUNCTIONS]
    for function in functions:
        _verify_visibility(function)
    _verify_initializers(module)
    _verify_uses(module, functions)
    symbols, wrong = _symbols(module), []
    for function in functions:
        try:
            _verify_signature(function, symbols)
        except Error as error:
            wrong += error.diagnostics
    if wrong:
        raise Error.of(wrong)


def _verify_names(module: Operation) -> None:
    seen: dict[str, Operation] = {}
    for op in [op for op in module.body if EXPORTED in op.attributes]:
        verify_exported_names(op, op.attributes[EXPORTED])
        for name in op.attributes[EXPORTED].elements:
            if name.value in seen:
                raise Error(f"duplicate exported name '{name.value}'", op, [("previously seen here", seen[name.value])])
            seen[name.value] = op


def verify_exported_names(op: Operation, names: Attribute) -> None:
    if op.name not in (*FUNCTIONS, GLOBAL_TENSOR):
        raise Error(f"'{EXPORTED}' must be on a 'func' or '{GLOBAL_TENSOR}' op", op)
    if not isinstance(names, ArrayAttr) or not all(isinstance(name, StringAttr) for name in names):
        raise Error(f"'{EXPORTED}' must be an array of strings", op)
    if op.parent_op is None or SEMANTICS not in op.parent_op.attributes:
        raise Error(f"'{EXPORTED}' must be on an op whose immediate parent has attribute '{SEMANTICS}'", op)
    if op.name in FUNCTIONS:
        _verify_exported(op, UNFINISHED in op.parent_op.attributes)


def _verify_exported(function: Operation, is_unfinished: bool) -> None:
    argument_attributes, step = _given(function), _step(function)
    for attrs in argument_attributes + [{}] * (len(function.attributes["function_type"].type.inputs[::step]) - len(argument_attributes)):
        if BOUND_INPUT in attrs or INDEX_PATH in attrs:
            continue
        if RESOURCE_NAME not in attrs:
            raise Error(f"all arguments should have '{INDEX_PATH}', '{BOUND_INPUT}' or '{RESOURCE_NAME}' attributes", function)
        if not is_unfinished:
            raise Error(f"'{RESOURCE_NAME}' attribute is not allowed unless it is being under construction", function)
    ways = [BOUND_INPUT in attrs for attrs in argument_attributes if BOUND_INPUT in attrs or INDEX_PATH in attrs]
    if ways != sorted(ways):
        raise Error(f"all '{INDEX_PATH}' arg attributes should precede all '{BOUND_INPUT}' arg attributes", function)
    bound = [attrs[BOUND_INPUT] for attrs in argument_attributes if BOUND_INPUT in attrs]
    if len({str(each) for each in bound}) < len(bound) and not is_unfinished:
        raise Error(f"duplicate '{BOUND_INPUT}' binding", function)
    results, result_attributes = function.attributes["function_type"].type.results, _described(function, "res_attrs")
    if function.name == "func.func" and (
        len(result_attributes) < len(results) or not all([INDEX_PATH in attrs for attrs in result_attributes])
    ):
        raise Error(f"all results should have '{INDEX_PATH}' attributes", function)


def _step(function: Operation) -> int:
    return 2 if function.name == "tfg.func" else 1  # a token stands behind each argument of a graph's function


def _described(function: Operation, name: str) -> list[dict[str, Attribute]]:
    """The dictionaries in `arg_attrs` or `res_attrs`, one for each argument or result."""
    dicts = function.attributes.get(name)
    return [each.entries for each in dicts.elements] if isinstance(dicts, ArrayAttr) else []


def _given(function: Operation) -> list[dict[str, Attribute]]:
    """The attribute dictionaries of the arguments."""
    return _described(function, "arg_attrs")[:: _step(function)]


def _verify_visibility(function: Operation) -> None:
    if function.name != "func.func":
        return
    is_exported, name = bool(len(function.attributes.get(EXPORTED, ()))), function.get("sym_name")
    is_public = function.get("sym_visibility", "public") == "public"
    if is_exported and not is_public:
        raise Error(f"exported function @{name} should be public", function)
    if is_public and not is_exported:
        raise Error(f"non-exported function @{name} should be private", function)
    attributes = _given(function) + _described(function, "res_attrs")
    if not is_exported and any([INDEX_PATH in attrs or BOUND_INPUT in attrs for attrs in attributes]):
        raise Error("can only apply 'tf_saved_model' argument attributes to exported functions", function)


def _verify_initializers(module: Operation) -> None:
    initializers = [op for op in module.body if op.name == INITIALIZER]
    if len(initializers) > 1:
        raise Error("there must be no more than one session_initializer op", initializers[1])
    symbols, seen = _symbols(module), set()
    for reference in getattr(initializers[0].attributes.get("initializers"), "elements", ()) if initializers else ():
        function = symbols.get(getattr(reference, "root", None))
        kind = function.attributes.get(INITIALIZER_TYPE) if function is not None else None
        if kind is not None and kind.text in seen:
            requirement = "should not have duplicate values. Found duplicate"
            raise Error(f"Attribute {INITIALIZER_TYPE} {requirement}: {kind}", function)
        seen.add(kind and kind.text)


def _verify_uses(module: Operation, functions: list[Operation]) -> None:
    """A model calls no function that it exports."""
    exported = {
        function.get("sym_name"): function for function in functions if function.name == "func.func" and EXPORTED in function.attributes
    }
    for user, reference in references_in(module) if exported else ():
        function = exported.get(reference.root)
        if function is not None and user.name != INITIALIZER and not user.name.startswith("tf_saved_model."):
            raise Error("exported function cannot be internally referenced", user, [("references this exported function", function)])


def _verify_signature(function: Operation, symbols: dict[str, Operation]) -> None:
    inputs = function.attributes["function_type"].type.inputs[:: _step(function)]
    for type, attrs in zip(inputs, _given(function)):
        for name in [name for name in attrs if name.startswith("tf_saved_model.")]:
            if name == BOUND_INPUT:
                _verify_bound(function, type, attrs[name], symbols)
            elif name == INDEX_PATH:
                _verify_path(function, attrs[name])
            else:
                raise Error(f"unknown tf_saved_model dialect arg attribute '{name}'", function)
    for attrs in _described(function, "res_attrs"):
        for name in [name for name in attrs if name.startswith("tf_saved_model.")]:
            if name != INDEX_PATH:
                raise Error(f"unknown tf_saved_model dialect result attribute '{name}'", function)
            _verify_path(function, attrs[name])


def _verify_bound(function: Operation, type, reference, symbols: dict[str, Operation]) -> None:
    if not isinstance(reference, SymbolRefAttr) or len(reference.path) != 1:
        raise Error(f"'{BOUND_INPUT}' attribute should be a FlatSymbolRefAttr", function)
    target = symbols.get(reference.root)
    if target is None:
        raise Error(f"'{BOUND_INPUT}' attribute must reference a valid symbol, got invalid symbol '{reference.root}'", function)
    if target.name not in (GLOBAL_TENSOR, ASSET):
        raise Error("unknown symbol operation", target)
    if target.name == GLOBAL_TENSOR and not isinstance(target.attributes.get("type"), TypeAttr):
        return  # the error is reported at the tensor itself
    held = target.attributes["type"].type if target.name == GLOBAL_TENSOR else None
    expected = TensorType((), SubtypedType("resource", [held]) if held is not None else STRING)
    is_value = type is held and "is_mutable" not in target.attributes  # a constant may be bound as what it is
    is_buffer = isinstance(type, MemRefType) and (type.shape, type.element) == ((), expected.element)
    if type is not expected and not is_value and not is_buffer and function.name == "func.func":
        raise Error(f"bound input with type '{type}' expected to have type '{expected}'", function)


def _verify_path(function: Operation, path) -> None:
    if not isinstance(path, ArrayAttr):
        raise Error(f"'{INDEX_PATH}' attribute should be an ArrayAttr", function)
    if not all([isinstance(part, StringAttr) or _is_long(part) for part in path]):
        raise Error(f"'{INDEX_PATH}' elements should be strings or 64-bit integers", function)


def _is_long(part: Attribute) -> bool:
    return isinstance(part, IntegerAttr) and isinstance(part.type, IntegerType) and part.type.width == 64


def verify_initializer_type(op: Operation, value: Attribute) -> None:
    if op.name not in FUNCTIONS:
        raise Error(f"Attribute {INITIALIZER_TYPE} should be on a func::FuncOp.", op)
    if not isinstance(value, StringAttr):
        raise Error(f"Attribute {INITIALIZER_TYPE} should be a StringAttr.", op)
    if value.value not in INITIALIZER_TYPES:
        raise Error(f"{INITIALIZER_TYPE} should be one of 'restore_op' or 'init_op'. Got: {value.value}", op)


ATTACHED = {
    SEMANTICS: verify_semantics, EXPORTED: verify_exported_names, INITIALIZER_TYPE: verify_initializer_type,
    UNFINISHED: lambda op, value: None,
}  # fmt: skip
DIALECT = Dialect(
    "tf_saved_model",
    OPS,
    verify_in_context={"global_tensor": verify_global_tensor, "session_initializer": verify_session_initializer, "asset": verify_asset},
)
