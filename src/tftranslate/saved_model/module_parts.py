"""What a module of tf_saved_model has to be written: variables, constants, assets, functions and how they are called."""

from __future__ import annotations

import re

from tfir.dialects.tf_saved_model import (
    ASSET,
    BOUND_INPUT,
    DEFAULT_VALUE,
    EXPORTED,
    GLOBAL_TENSOR,
    INDEX_PATH,
    INITIALIZER,
    INITIALIZER_TYPE,
    SIGNATURES,
    TRAINABLE,
    TYPE_SPEC,
)
from tfir.dialects.tf_type import ShapeAttr
from tfir.dialects.tfg.functions import attribute_dicts, data_arguments, functions_by_name
from tfir.ir.attributes import ArrayAttr, DictAttr, StringAttr
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.symbols import take_name
from tfir.ir.types import TensorType
from tfir.storage.graphdef.function_headers import elements

from tftranslate.saved_model.directory import EXTRA
from tftranslate.saved_model.prepared_functions import prepare_functions
from tftranslate.saved_model.structures import Leaf
from tftranslate.saved_model.symbols import is_real

MUTABLE = "is_mutable"
WAY_BACK = "tf-opt makes them by --tf-functional-to-executor-conversion --tf-executor-split-into-island-per-op --executor-to-tfg of functions of tf"
SIGNATURE = f"{SIGNATURES}."
NO_LETTER, FIRST = re.compile(r"[^A-Za-z0-9_.\\/>-]"), re.compile(r"[A-Za-z0-9.]")  # what names of nodes do not have, and begin with
SYMBOL = re.compile(r"__sm_(?:node\d+__)?")  # what stands before a variable's name in its symbol


class Variable:
    """A variable: its symbol, its name, and its value."""

    def __init__(self, op: Operation, taken: set[str]):
        self.op, self.type, self.value = op, op.attributes["type"].type, value_of(op)
        self.exported = names_of(op)
        self.name = take_name(as_node_name(self.spelled().replace(".", "/")), taken)
        trainable = op.get(TRAINABLE)
        self.is_trainable = is_real(self.type) if trainable is None else bool(trainable)

    def spelled(self) -> str:
        """The path to it, one of public names where there are several; without one, what its symbol says."""
        public = [path for path in self.exported if not any([step.startswith("_") for step in path.split(".")])]
        return (public or self.exported or [SYMBOL.sub("", self.op.get("sym_name"), count=1)])[0]


def as_node_name(name: str) -> str:
    """A name of the user's, as nodes may be called, and scopes in which TensorFlow trains a variable."""
    plain = NO_LETTER.sub("_", name)
    return plain if FIRST.match(plain) else f"of{plain}"


def value_of(op: Operation) -> ElementsAttr:
    value = op.attributes.get("value")
    if not isinstance(value, ElementsAttr):
        raise Error.on(op, "has no value, which a checkpoint could hold")
    return value


def names_of(op: Operation) -> list[str]:
    return [name.value for name in elements(op.attributes.get(EXPORTED))]


class Function:
    """An exported function: the arguments that callers pass and its results, by their paths, and the symbols that the others are."""

    def __init__(self, op: Operation):
        self.op, self.exported = op, names_of(op)
        self.signatures = [name.removeprefix(SIGNATURE) for name in self.exported if name.startswith(SIGNATURE)]
        self.paths = [name for name in self.exported if not name.startswith(SIGNATURE)]
        type, arguments = op.attributes["function_type"].type, data_arguments(op.body)
        dicts, described = attribute_dicts(op, "arg_attrs")[::2], attribute_dicts(op, "res_attrs")
        self.taken: list[Leaf] = []
        self.bound: list[str] = []
        self.defaults: dict[str, ElementsAttr] = {}
        for argument, attrs in zip(arguments, dicts):
            if BOUND_INPUT in attrs.entries:
                self.bound.append(attrs[BOUND_INPUT].root)
            elif INDEX_PATH in attrs.entries:
                self.taken.append(Leaf(path_of(attrs), tensor_type(argument), called(attrs), composite_of(attrs)))
                default = attrs.get(DEFAULT_VALUE)
                if isinstance(default, ElementsAttr):
                    self.defaults[self.taken[-1].key] = default
        if len(self.taken) + len(self.bound) != len(arguments):
            raise Error.on(op, f"each argument needs '{INDEX_PATH}' or '{BOUND_INPUT}' to be exported")
        if not all([INDEX_PATH in attrs.entries for attrs in described]):
            raise Error.on(op, f"each result needs '{INDEX_PATH}' to be exported")
        returned = op.body.last.operands[: len(type.results)]
        self.results = [
            Leaf(path_of(attrs), with_known_shape(value), called(attrs), composite_of(attrs))
            for attrs, value in zip(described, returned, strict=True)
        ]

    @property
    def name(self) -> str:
        return self.op.get("sym_name")

    @property
    def is_signature(self) -> bool:
        """Whether the function is called with the names of its arguments alone and answers with a dictionary of tensors."""
        return self.answers_by_name and all([isinstance(leaf.path[0], str) for leaf in self.taken if len(leaf.path) == 1])

    @property
    def answers_by_name(self) -> bool:
        return all([len(leaf.path) == 1 and isinstance(leaf.path[0], str) for leaf in self.results])

    def as_signature(self) -> Function | None:
        """The function under names alone, which may be a copy; None where it takes nested arguments or gives nested results."""
        if any([len(leaf.path) != 1 for leaf in self.taken]) or any([len(leaf.path) > 1 for leaf in self.results]):
            return None
        if self.answers_by_name:
            return self
        names = [name for leaf in self.results for name in leaf.path if isinstance(name, str)]
        if names:
            return None
        copy = self.op.clone()
        module, taken = self.op.parent_op, {op.get("sym_name") for op in self.op.parent_op.body}
        module.body.append(copy)
        copy.set_attribute("sym_name", StringAttr(take_name(f"{self.name}_signature", taken)))
        dicts = attribute_dicts(copy, "res_attrs")
        paths = [ArrayAttr([StringAttr(f"output_{number}")]) for number in range(len(dicts))]
        copy.set_attribute("res_attrs", ArrayAttr([DictAttr({**attrs.entries, INDEX_PATH: path}) for attrs, path in zip(dicts, paths)]))
        return Function(copy)


def tensor_type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type


def path_of(attrs: DictAttr) -> tuple:
    return tuple([part.value for part in attrs[INDEX_PATH].elements])


def composite_of(attrs: DictAttr) -> str | None:
    spec = attrs.get(TYPE_SPEC)
    return spec.value if isinstance(spec, StringAttr) else None


def called(attrs: DictAttr) -> str:
    """What the author of a function called an argument, else its name in the graph."""
    given = attrs.get("tf._user_specified_name")
    return given.value if isinstance(given, StringAttr) else attrs["tfg.name"].value


def with_known_shape(value: Value) -> TensorType:
    """The type of a value, with the shape that its node notes where the type has none."""
    type, shapes = tensor_type(value), elements(value.op.attributes.get("_output_shapes")) if value.op is not None else []
    noted = shapes[value.index] if value.index < len(shapes) else None
    return type.with_shape(noted.shape) if type.shape is None and isinstance(noted, ShapeAttr) and noted.shape is not None else type


def require_functions(module: Operation) -> None:
    """Raises Error where the module has more than functions of tfg and what tf_saved_model says of them."""
    for op in [op for op in module.body if op.dialect != "tf_saved_model" and (op.name != "tfg.func" or "generic" in op.attributes)]:
        raise Error.on(op, f"cannot be exported: expected functions of tfg; {WAY_BACK}")


class ModuleParts:
    """The parts of a module. Its functions get the names that TensorFlow takes, and resources the names by which functions share them."""

    def __init__(self, module: Operation):
        self.module = module
        taken: set[str] = set()
        self.variables = [Variable(op, taken) for op in module.body if op.name == GLOBAL_TENSOR and MUTABLE in op.attributes]
        constants = [op for op in module.body if op.name == GLOBAL_TENSOR and MUTABLE not in op.attributes]
        self.constants = {op.get("sym_name"): value_of(op) for op in constants}
        self.extra = [op for op in module.body if op.name == ASSET and op.get("filename").startswith(EXTRA)]
        self.assets = [op for op in module.body if op.name == ASSET and op not in self.extra]
        require_functions(module)
        functions = functions_by_name(module)
        exported = [op for op in functions.values() if names_of(op) and INITIALIZER_TYPE not in op.attributes]
        started = [name.root for op in module.body if op.name == INITIALIZER for name in op.attributes["initializers"].elements]
        prepared = prepare_functions(module, [*exported, *[functions[name] for name in started]])
        self.functions = [Function(op) for op in prepared[: len(exported)]]
        self.initializers = [Function(op) for op in prepared[len(exported) :]]
        self.signatures = {name: signature for name, signature in self.named_signatures() if signature is not None}

    def named_signatures(self) -> list[tuple[str, Function | None]]:
        """The functions that are exported as signatures; where none is, all that can be one."""
        named = [(name, function) for function in self.functions for name in function.signatures]
        return [(name, function.as_signature()) for name, function in named or [(each.exported[0], each) for each in self.functions]]
