"""The function to run: its selection, its feeds, and its fetches."""

from __future__ import annotations

from typing import Any

from tfir.analysis.exported_names import RESULT_INFO, argument_names, result_name
from tfir.cli.process import UsageError
from tfir.ir.attributes import ArrayAttr, DenseArrayAttr, DictAttr, StringAttr
from tfir.ir.dense import DenseAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.types import I64, INDEX, ComplexType, FloatType, IntegerType, MemRefType, TensorType, TupleType, Type, VectorType

NAMES = "tf.entry_function"
# As `dialects/tf_saved_model.py` and `tf_type.py` have them, which are not imported for a program of other dialects.
GRAPH_FUNCTION, CONTROL, TOKEN = "tfg.func", "!tf_type.control", "!stablehlo.token"
BOUND_INPUT, INDEX_PATH, EXPORTED, INITIALIZER_TYPE = [
    f"tf_saved_model.{name}" for name in ("bound_input", "index_path", "exported_names", "initializer_type")
]
RESOURCE_NAME, ALIASING_OUTPUT, INITIAL_VALUE = "tf.resource_name", "tf.aliasing_output", "tfir.initial_value"
DEFAULT_VALUE, SIGNATURE = "tfir.default", "signatures."
GLOBAL_CONSTANT, PLATFORM = "jax.global_constant", "_platform_index"  # of a program that JAX exported for several platforms
NOTED = "tfir.signature"  # of a function of LLVM: what `note_signature` says
VARIANT_OF = "tfir.variant_of"  # of a function: the name of another one, which it is for calls with sizes that its own types say
LIFTED = "tfg.lifted_graph_version"  # what a function has that was made of a graph
DEFAULT = "serving_default"  # the function of a SavedModel that runs unless another is named


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeGuard


class Port:
    """An input or output of the program under the name that its model has for it; `named` says whether it has one. `written` is the
    name of the argument in its export from JAX or in the text (`%a`), where the parser kept it, and the model has none. `used` says whether anything reads it.
    `variable` is the name of the variable whose value it is before the call, of an output after it; `initial` what that is at first.
    `default` is the constant that it is where the caller gives nothing; the number of the platform is the first one's then."""

    __slots__ = ("name", "type", "named", "written", "used", "variable", "initial", "default")

    def __init__(self, name: str, kind: Type, named: bool):
        self.name, self.type, self.named, self.used = name, kind, named, True
        self.written: str | None = None
        self.variable: str | None = None
        self.initial: Any = None
        self.default: Any = None

    def __str__(self):
        return f"'{self.written or self.name}': {self.type}"


class Entry:
    """A function with its feeds and fetches in order. Buffers count as the tensors that lie in them, scalars as tensors without dimensions. `bound` are arguments that
    callers do not pass: the number of each among all arguments, and the symbol that it is bound to. `written` are the numbers of feeds that
    are buffers which the function writes to: what these hold afterwards are its last fetches, by the names of the feeds. `variants` are
    entries for calls with certain sizes, which come before this one."""

    __slots__ = ("func", "feeds", "fetches", "bound", "written", "variants")

    def __init__(self, func: Operation, variants: Sequence[Operation] = ()):
        self.func, self.variants = func, [Entry(variant) for variant in variants]
        noted = func.attributes.get(NOTED)
        if isinstance(noted, DictAttr):
            self._take(noted)
            return
        kind = func.attributes["function_type"].value
        self.fetches = _ports(func, "outputs", kind.results, "result", "res_attrs")
        feeds, attributes = _ports(func, "inputs", kind.inputs, "arg", "arg_attrs"), _attributes(func, "arg_attrs", kind.inputs)
        arguments = data_arguments(func)
        exported = argument_names(func) if func.name != GRAPH_FUNCTION else [None] * len(feeds)
        for port, argument, name in zip(feeds, arguments, exported):
            port.used = bool(argument.uses)
            port.written = None if port.named or func.name == GRAPH_FUNCTION else name or argument.name
        _find_variables(feeds, attributes, self.fetches, _attributes(func, "res_attrs", kind.results))
        for port, attrs in zip(feeds, attributes):
            port.default = attrs.get(DEFAULT_VALUE)
            if attrs.get(GLOBAL_CONSTANT) == StringAttr(PLATFORM):
                port.written, port.default = PLATFORM, port.default or DenseAttr.of(0, port.type)
        bound = [(number, attrs.get(BOUND_INPUT)) for number, attrs in enumerate(attributes)]
        self.bound: dict[int, Any] = {number: symbol for number, symbol in bound if symbol is not None}
        self.feeds = [port for number, port in enumerate(feeds) if number not in self.bound]
        self.written = written_buffers(func)
        for number in self.written:
            self.fetches.append(_as_result(feeds[number]))

    def _take(self, noted: DictAttr) -> None:
        """What `note_signature` has said of the function before its arguments became those of LLVM."""
        kind, names = noted["function_type"].value, noted["arguments"]
        self.feeds = [Port(f"arg{at}", _tensor(each), False) for at, each in enumerate(kind.inputs)]
        for port, name in zip(self.feeds, names):
            port.written = name.value or None
        self.fetches = [Port(f"result{at}", _tensor(each), False) for at, each in enumerate(kind.results)]
        self.bound, self.written = {}, list(noted["written"].values)
        self.fetches += [_as_result(self.feeds[at]) for at in self.written]

    @property
    def name(self) -> str:
        return self.func.get("sym_name")

    def inputs_of(self, values: list) -> list:
        """The values for its feeds that some from the command line stand for; they stand for themselves."""
        return values

    def outputs_of(self, values: list) -> list:
        """The expected values of its fetches that some from the command line stand for; they stand for themselves."""
        return values


def _as_result(buffer: Port) -> Port:
    """What a buffer holds after the call."""
    return Port(buffer.written or buffer.name, buffer.type, True)


def note_signature(func: Operation) -> None:
    """Writes on a function what its callers see of it, for `Entry` to read when it is a function of LLVM, whose arguments are parts of these: its
    type, the names of its arguments, and to which of them it writes."""
    arguments = func.body.arguments
    names = [StringAttr(name or argument.name or "") for name, argument in zip(argument_names(func), arguments)]
    noted = {
        "arguments": ArrayAttr(names),
        "function_type": func.attributes["function_type"],
        "written": DenseArrayAttr(written_buffers(func), I64),
    }
    func.set_attribute(NOTED, DictAttr(noted))


def is_of_tensors(func: Operation) -> bool:
    """Whether all that a function takes and gives are tensors."""
    kind = func.attributes["function_type"].value
    return all([isinstance(one, TensorType) for one in (*kind.inputs, *kind.results)])


def data_arguments(func: Operation) -> list[Value]:
    """Those that are no control tokens."""
    return [argument for argument in func.body.arguments if argument.type.text != CONTROL]


def buffers_of(func: Operation) -> list[int]:
    """The numbers of the arguments that are buffers. What is lowered to dispatches has none: its steps take tensors, its executables' entries
    write to what their callers give."""
    last = func.region.blocks[-1].last
    arguments = [at for at, value in enumerate(func.body.arguments) if isinstance(value.type, MemRefType)]
    return arguments if last is not None and last.name == "func.return" else []


def written_buffers(func: Operation) -> list[int]:
    """Those of them to which the function writes."""
    buffers = buffers_of(func)
    if not buffers:
        return []
    from tfir.analysis.buffers import is_written  # which programs of tensors need not load

    return [at for at in buffers if is_written(func.body.arguments[at])]


def _ports(func: Operation, which: str, types, fallback: str, attributes: str) -> list[Port]:
    """The ports of a function by the names of the model's entry, else by their own: of nodes, or by their places in a SavedModel's
    signature. Control tokens are no ports."""
    entry, kinds = func.attributes.get(NAMES), [kind for kind in types if kind.text != CONTROL]
    for kind in kinds:
        if isinstance(kind, TupleType):
            does = "gives" if which == "outputs" else "takes"
            raise Error.on(func, f"{does} a {kind}, which is no value here: tf-opt --stablehlo-expand-tuples passes its elements")
    listed = entry.get(which) if entry is not None and func.name != GRAPH_FUNCTION else None
    names = [name.strip() for name in listed.value.split(",")] if listed is not None and listed.value else []
    if len(names) != len(kinds):
        names = [_own_name(func, attrs) for attrs in _attributes(func, attributes, types)]
    return [_port(name, kind, f"{fallback}{index}") for index, (name, kind) in enumerate(zip(names, kinds))]


def _find_variables(feeds: list[Port], feed_attributes: list[DictAttr], fetches: list[Port], fetch_attributes: list[DictAttr]) -> None:
    """Says of which ports pass the values of variables in and out, as `tf-promote-resources-to-args` marks them."""
    for port, attributes in zip((*feeds, *fetches), (*feed_attributes, *fetch_attributes)):
        name: Any = attributes.get(RESOURCE_NAME)
        port.variable, port.initial = None if name is None else name.value, attributes.get(INITIAL_VALUE)
    for port, attributes in zip(feeds, feed_attributes):
        number: Any = attributes.get(ALIASING_OUTPUT)
        if port.variable is not None and number is not None:
            fetches[number.value].variable = port.variable


def _port(name: str | None, kind: Type, fallback: str) -> Port:
    return Port(fallback if name is None else plain_name(name), _tensor(kind), name is not None)


def _own_name(func: Operation, attributes: DictAttr) -> str | None:
    """The name of a node's function; of another a path where it is one word: `["x"]`, but not `[0]`; what JAX says of a result or argument."""
    if func.name == GRAPH_FUNCTION:
        name = attributes.get("tfg.name")
        return None if name is None else name.value
    info: Any = attributes.get(RESULT_INFO)
    if info is not None:
        return result_name(info.value)
    path: Any = attributes.get(INDEX_PATH)
    return path[0].value if path is not None and len(path) == 1 and isinstance(path[0].value, str) else None


def _attributes(func: Operation, which: str, types) -> list[DictAttr]:
    """The attributes of each argument or result that is no control token."""
    dicts = list(func.get(which, ()))
    dicts += [DictAttr()] * (len(types) - len(dicts))
    return [attrs for attrs, kind in zip(dicts, types) if kind.text != CONTROL]


def plain_name(name: str) -> str:
    """A node's first output goes by the node's name."""
    return name.removesuffix(":0")


def _tensor(kind: Type) -> Type:
    if isinstance(kind, (MemRefType, VectorType)):
        inner = kind.element if isinstance(kind.element, VectorType) else None
        return TensorType(kind.shape, kind.element) if inner is None else TensorType((*kind.shape, *inner.shape), inner.element)
    return TensorType((), kind) if kind is INDEX or isinstance(kind, (IntegerType, FloatType, ComplexType)) else kind


def functions_with_bodies(module: Operation) -> list[Operation]:
    return [op for op in module.body if op.name in ("func.func", "llvm.func", GRAPH_FUNCTION) and op.regions and op.region.blocks]


def entry_functions(module: Operation) -> list[Operation]:
    """Those that go by a name of their own: a variant goes by that of the function that it is one of."""
    return [func for func in functions_with_bodies(module) if VARIANT_OF not in func.attributes]


def find_entry(module: Operation, name: str | None = None) -> Entry:
    """The function of a name, or the default one, as a caller sees it: without tokens, which order what is inside."""
    func = find_function(module, name)
    return Entry(_of_arrays(func), variants_of(func, module))


def find_function(module: Operation, name: str | None = None) -> Operation:
    """The function of a name, or the default one: the only one, the model's entry, `main`, or the default signature.

    A function goes by its own name and by those that a SavedModel exports it under; a signature among a model's objects by its own too.
    """
    functions = entry_functions(module)
    if name is not None:
        named = [func for func in functions if func.get("sym_name") == name.removeprefix("@")]
        exported = [func for func in functions if name in exported_names(func)]
        chosen = named or exported or [func for func in functions if f"{SIGNATURE}{name}" in exported_names(func)]
    else:
        public = [func for func in functions if func.get("sym_visibility") != "private" and INITIALIZER_TYPE not in func.attributes]
        chosen = public if len(public) == 1 else _preferred(public)
    if len(chosen) == 1:
        return chosen[0]
    raise (UsageError if functions else Error)(_complaint(functions, name))


def variants_of(func: Operation, module: Operation) -> list[Operation]:
    """The variants of a function, those that say most of sizes first."""
    variants = [each for each in functions_with_bodies(module) if each.get(VARIANT_OF) == func.get("sym_name")]
    return sorted(variants, key=lambda each: sum([port.type.shape.count(None) for port in Entry(each).feeds if is_ranked(port.type)]))


def is_ranked(kind: Type) -> TypeGuard[TensorType]:
    return isinstance(kind, TensorType) and kind.shape is not None


def _of_arrays(func: Operation) -> Operation:
    """The function without tokens, and of Relay without tuples, in its signature."""
    type: Any = func.get("function_type")
    types = (*type.inputs, *type.results)
    if any([each.text == TOKEN for each in types]):
        from tfir.conversion.entry_tokens import drop_tokens  # which few programs need

        drop_tokens(func)
    if any([isinstance(each, TupleType) for each in types]):
        from tfir.conversion.entry_tuples import flatten_tuples

        flatten_tuples(func)
    return func


def _preferred(functions) -> list[Operation]:
    for is_meant in (
        lambda func: NAMES in func.attributes,
        lambda func: func.get("sym_name") == "main",
        lambda func: LIFTED in func.attributes,
        lambda func: DEFAULT in (func.get("sym_name"), *exported_names(func)),
        lambda func: f"{SIGNATURE}{DEFAULT}" in exported_names(func),
    ):
        chosen = [func for func in functions if is_meant(func)]
        if len(chosen) == 1:
            return chosen
    return []


def exported_names(func: Operation) -> list[str]:
    return [name.value for name in func.get(EXPORTED, ())]


def _complaint(functions, name: str | None) -> str:
    public = [func for func in functions if func.get("sym_visibility") != "private"] or functions
    names = ", ".join(next(iter(exported_names(func)), "@" + func.get("sym_name")) for func in public)
    if not functions:
        return "the module has no function to run"
    if name is not None:
        return f"the module has no function @{name.removeprefix('@')}; it has {names}"
    return f"the module has several functions ({names}); choose one with --entry"
