"""What a SavedModel has beside its functions: variables, assets, what is run before anything else, and the names under which these are found.

Attributes on functions say how they are called: `tf_saved_model.exported_names`; on each argument either `index_path`, its place among
what the caller passes, or `bound_input`, the variable or asset that it always is; on each result `index_path`.
"""

from __future__ import annotations

from tfir.define.dialect import Dialect
from tfir.ir.attributes import ArrayAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation
from tfir.ir.types import TensorType

OPS = """
    global_tensor(; sym_name: str, type: type, value?: elements, is_mutable?: unit) -> ()
    session_initializer(; initializers: symbol[]) -> ()
    asset(; sym_name: str, filename: str) -> ()
"""

SEMANTICS, EXPORTED = "tf_saved_model.semantics", "tf_saved_model.exported_names"
INDEX_PATH, BOUND_INPUT = "tf_saved_model.index_path", "tf_saved_model.bound_input"
INITIALIZER_TYPE = "tf_saved_model.initializer_type"
FUNCTIONS = ("func.func", "tfg.func")


def verify_global_tensor(op: Operation) -> None:
    _in_model(op)
    type, value = op.attributes["type"].type, op.attributes.get("value")
    if not isinstance(type, TensorType):
        raise Error.on(op, f"'type' must be a tensor type, found {type}")
    if isinstance(value, ElementsAttr) and not _compatible(type, value.type):
        raise Error.on(op, "'type' and 'value' attributes should have compatible tensor types")
    if "is_mutable" not in op.attributes and not type.is_static:
        raise Error.on(op, f"'type' attribute for immutable 'tf_saved_model.global_tensor' should have a static shape, found {type}")


def _compatible(one: TensorType, other: TensorType) -> bool:
    if one.element is not other.element:
        return False
    if one.shape is None or other.shape is None:
        return True
    return len(one.shape) == len(other.shape) and all(a is None or b is None or a == b for a, b in zip(one.shape, other.shape))


def verify_session_initializer(op: Operation) -> None:
    module = _in_model(op)
    if sum(other.name == op.name for other in module.body) > 1:
        raise Error.on(op, "there must be no more than one session_initializer op")
    symbols = _symbols(module)
    for reference in op.attributes["initializers"]:
        function = symbols.get(reference.root) if isinstance(reference, SymbolRefAttr) else None
        if function is None or function.name not in FUNCTIONS:
            raise Error.on(op, f"the initializer function does not exist: {reference}")
        if [type for type in function.attributes["function_type"].type.results if "control" not in type.text]:
            raise Error.on(op, "the initializer function should have no output", [("see the function", function)])


def verify_asset(op: Operation) -> None:
    _in_model(op)


def _in_model(op: Operation) -> Operation:
    """The module around; the names and arguments of its functions are checked with the first op that asks."""
    module = op.parent_op
    if module is None or module.name != "builtin.module" or SEMANTICS not in module.attributes:
        raise Error.on(op, "must be in a module with 'tf_saved_model.semantics'")
    if op is next(other for other in module.body if other.dialect == "tf_saved_model"):
        _verify_names(module)
        symbols = _symbols(module)
        for function in module.body:
            if function.name in FUNCTIONS and EXPORTED in function.attributes:
                _verify_exported(function, symbols)
    return module


def _symbols(module: Operation) -> dict[str, Operation]:
    return {op.get("sym_name"): op for op in module.body}


def _verify_names(module: Operation) -> None:
    seen: dict[str, Operation] = {}
    for op in module.body:
        names = op.attributes.get(EXPORTED, ArrayAttr())
        if not isinstance(names, ArrayAttr) or not all(isinstance(name, StringAttr) for name in names):
            raise Error.on(op, f"'{EXPORTED}' must be an array of strings")
        for name in names:
            if name.value in seen:
                raise Error.on(op, f"duplicate exported name '{name.value}'", [("it is exported here as well", seen[name.value])])
            seen[name.value] = op


def _verify_exported(function: Operation, symbols: dict[str, Operation]) -> None:
    step = 2 if function.name == "tfg.func" else 1  # a token stands behind each argument of a graph's function
    type = function.attributes["function_type"].type
    given, bound = list(function.attributes.get("arg_attrs", ()))[::step], set()
    if len(given) < len(type.inputs[::step]):
        raise Error.on(function, f"all arguments should have '{INDEX_PATH}', '{BOUND_INPUT}' or 'tf.resource_name' attributes")
    for number, attrs in enumerate(given):
        ways = [name for name in (INDEX_PATH, BOUND_INPUT, "tf.resource_name") if name in attrs.entries]
        if len(ways) != 1:
            raise Error.on(function, f"argument {number} should have one of '{INDEX_PATH}', '{BOUND_INPUT}' and 'tf.resource_name', found {len(ways)}")
        if ways[0] == BOUND_INPUT:
            _verify_bound(function, attrs[BOUND_INPUT], symbols, bound)
        elif ways[0] == INDEX_PATH:
            _verify_path(function, attrs[INDEX_PATH])
            if bound:
                raise Error.on(function, f"all '{INDEX_PATH}' arg attributes should precede all '{BOUND_INPUT}' arg attributes")
    for attrs in function.attributes.get("res_attrs", ()):
        if INDEX_PATH not in attrs.entries:
            raise Error.on(function, f"all results should have '{INDEX_PATH}' attributes")
        _verify_path(function, attrs[INDEX_PATH])


def _verify_bound(function: Operation, reference, symbols: dict[str, Operation], bound: set) -> None:
    if not isinstance(reference, SymbolRefAttr) or len(reference.path) != 1:
        raise Error.on(function, f"'{BOUND_INPUT}' attribute should be a FlatSymbolRefAttr")
    target = symbols.get(reference.root)
    if target is None or target.name not in ("tf_saved_model.global_tensor", "tf_saved_model.asset"):
        raise Error.on(function, f"'{BOUND_INPUT}' attribute must reference a valid symbol, got invalid symbol '{reference.root}'")
    if reference.root in bound:
        raise Error.on(function, f"duplicate '{BOUND_INPUT}' of '{reference.root}'")
    bound.add(reference.root)


def _verify_path(function: Operation, path) -> None:
    if not isinstance(path, ArrayAttr) or not all(isinstance(part, (StringAttr, IntegerAttr)) for part in path):
        raise Error.on(function, f"'{INDEX_PATH}' elements should be strings or 64-bit integers")


DIALECT = Dialect(
    "tf_saved_model",
    OPS,
    verifiers={"global_tensor": verify_global_tensor, "session_initializer": verify_session_initializer, "asset": verify_asset},
)
