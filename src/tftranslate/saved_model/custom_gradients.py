"""The functions by which TensorFlow differentiates nodes whose gradient a model's author wrote, as Keras has for SiLU and for optimizers' steps.

A node says the name of its gradient (`_gradient_op_type`), and the model which function that is; where that one takes tensors of the function that the
node stands in, the objects say which. In text a private function says whose gradient it is and for which operands of the node
its results are (`tfir.gradient_of`), and an argument what it is given beside the gradients of the node's results (`tfir.captured`): a tensor of a function, by its name,
or a variable.
"""

from __future__ import annotations

from tfir.dialects.tf_saved_model import CAPTURED, EXPORTED, GRADIENT_OF
from tfir.dialects.tfg.functions import attribute_dicts, data_arguments, functions_by_name
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, IntegerAttr, StringAttr, SymbolRefAttr
from tfir.ir.operations import Operation
from tfir.ods.control import data_operands, data_results
from tfir.proto import MetaGraphDef
from tfir.storage.graphdef.function_headers import elements
from tfir.storage.graphdef.wire import NAME

from tftranslate.graph_function import functions_reached_by
from tftranslate.saved_model.module_parts import called, tensor_type, with_known_shape
from tftranslate.saved_model.object_graph import ObjectGraph
from tftranslate.saved_model.prepared_functions import numbered
from tftranslate.saved_model.signature_exports import Exports
from tftranslate.saved_model.structures import Leaf, argument_leaves, leaves, nested, signature_of_arguments

NAMED = "_gradient_op_type"


def nodes_with_gradients(functions: set[Operation]) -> list[tuple[str, Operation]]:
    """The nodes of functions that say a gradient, behind its name."""
    pairs = [(op.attributes.get(NAMED), op) for function in functions for op in function.body]
    return [(name.value, op) for name, op in pairs if isinstance(name, StringAttr)]


# From a model


class Gradients:
    """Those of a model whose functions a module has."""

    def __init__(self, exports: Exports):
        self.exports, self.module, self.objects = exports, exports.module, exports.graph.object_graph_def
        self.functions = functions_by_name(self.module)
        self.registered = {one.registered_op_type: one.gradient_func for one in exports.graph.graph_def.library.registered_gradients}
        self.copied: dict[str, tuple[str, str]] = {}  # by the name of a gradient, whose copy it is, and which function has its nodes
        for name, own in exports.copies().items():
            self.copy(name, own)

    def keep(self) -> None:
        """Describes the gradients of all that is exported, and of what these come to call."""
        entries, described = [op for op in self.module.body if EXPORTED in op.attributes and op.regions], set[str]()
        while True:
            reached = {*entries, *functions_reached_by(self.module, [op for each in entries for op in each.body])}
            new = sorted({name for name, _ in nodes_with_gradients(reached)} - described)
            if not new:
                return
            described.update(new)
            entries += [function for gradient in new if (function := self.describe(gradient)) is not None]

    def bound_to(self, function: str) -> list[int]:
        """The objects that a function is given behind what is passed to it."""
        return list(self.objects.concrete_functions[function].bound_inputs) if function in self.objects.concrete_functions else []

    def copy(self, name: str, own: Operation) -> None:
        """Gives nodes of a copy a gradient of their own where it is given tensors of the function of this name."""
        taken = {op.get("sym_name") for op in self.module.body}
        for gradient, op in nodes_with_gradients({own}):
            function = self.registered.get(gradient, "")
            captured = [self.objects.nodes[number].captured_tensor.concrete_function for number in self.bound_to(function)]
            if name in captured and function in self.functions:
                copied = f"{gradient}/{own.get('sym_name')}"
                op.set_attribute(NAMED, StringAttr(copied))
                if copied not in self.copied:
                    clone = self.functions[function].clone()
                    clone.set_attribute("sym_name", StringAttr(numbered(f"gradient_in_{own.get('sym_name')}", taken)))
                    self.module.body.append(clone)
                    self.functions[clone.get("sym_name")] = clone
                    self.registered[copied], self.copied[copied] = clone.get("sym_name"), (function, own.get("sym_name"))

    def describe(self, gradient: str) -> Operation | None:
        """The function of a gradient, with what its arguments and results are; None where the model does not have all of it."""
        function = self.functions.get(self.registered.get(gradient, ""))
        if function is None or GRADIENT_OF in function.attributes:
            return None
        original, own = self.copied.get(gradient, (function.get("sym_name"), None))
        concrete = self.objects.concrete_functions.get(original)
        if concrete is None:
            return None
        taken, given = argument_leaves(concrete.canonicalized_input_signature), leaves(concrete.output_signature)
        bound = [self.bound(number, own) for number in concrete.bound_inputs]
        arguments = attribute_dicts(function, "arg_attrs")
        operands = [leaf.path[0] for leaf in given if len(leaf.path) == 1 and isinstance(leaf.path[0], int)]
        counts = len(arguments), len(attribute_dicts(function, "res_attrs")), len(given)
        if counts != (2 * (len(taken) + len(bound)), len(given), len(operands)) or None in bound:
            return None
        for at, captured in enumerate(bound, len(taken)):
            arguments[2 * at] = DictAttr({**arguments[2 * at].entries, CAPTURED: captured})
        of = ArrayAttr([StringAttr(gradient), *map(IntegerAttr, operands)])
        function.update_attributes({GRADIENT_OF: of, "arg_attrs": ArrayAttr(arguments)})
        return function

    def bound(self, number: int, own: str | None) -> ArrayAttr | None:
        """What an argument that is given an object says of it; None where the text has nothing for that."""
        node = self.objects.nodes[number]
        if node.WhichOneof("kind") == "captured_tensor":
            name = own or node.captured_tensor.concrete_function
            return ArrayAttr([SymbolRefAttr(name), StringAttr(node.captured_tensor.name)])
        symbol = self.exports.bound_symbol(number)
        return None if symbol is None else ArrayAttr([SymbolRefAttr(symbol.get("sym_name"))])


def keep_gradients(exports: Exports) -> None:
    if exports.graph.graph_def.library.registered_gradients:
        Gradients(exports).keep()


# To a model


def write_gradients(module: Operation, objects: ObjectGraph, meta: MetaGraphDef) -> None:
    """Registers the gradients that nodes of a module say, and says what each is bound to. One is left out that would be given what is not there
    any more: TensorFlow would not load the model."""
    functions = functions_by_name(module)
    users = dict(nodes_with_gradients(set(functions.values())))
    for name, function in functions.items():
        gradient, *operands = [part.value for part in elements(function.attributes.get(GRADIENT_OF))] or [None]
        dicts = attribute_dicts(function, "arg_attrs")[::2]
        bound = [number_of_bound(attrs[CAPTURED], functions, objects) for attrs in dicts if CAPTURED in attrs.entries]
        if gradient not in users or None in bound:
            continue
        concrete = objects.proto.concrete_functions[name]
        concrete.bound_inputs.extend([objects.captured(*each) if isinstance(each, tuple) else each for each in bound if each is not None])
        pairs = [(attrs, argument) for attrs, argument in zip(dicts, data_arguments(function.body)) if CAPTURED not in attrs.entries]
        taken = [Leaf((1 + at,), tensor_type(argument), called(attrs)) for at, (attrs, argument) in enumerate(pairs)]  # behind the node
        concrete.canonicalized_input_signature.CopyFrom(signature_of_arguments(taken))
        given = {at: Leaf((), with_known_shape(value), "") for at, value in zip(operands, data_operands(function.body.last))}
        parts = [nested([given[at]] if at in given else ()) for at in range(len(data_operands(users[gradient])))]
        concrete.output_signature.list_value.values.extend(parts)
        meta.graph_def.library.registered_gradients.add(gradient_func=name, registered_op_type=gradient)


def number_of_bound(captured: Attribute, functions: dict[str, Operation], objects: ObjectGraph) -> int | tuple[str, str] | None:
    """The object that an argument is bound to, or the function and the name of a tensor in it; None where there is none."""
    symbol, *tensor = elements(captured)
    if not tensor:
        return objects.numbers.get(symbol.root)
    function = functions.get(symbol.root)
    is_there = function is not None and tensor[0].value in tensors_of(function)
    return (symbol.root, tensor[0].value) if is_there else None


def tensors_of(function: Operation) -> set[str]:
    """The names of the tensors of a function, as TensorFlow has them in Python."""
    named = {f"{attrs['tfg.name'].value}:0" for attrs in attribute_dicts(function, "arg_attrs")[::2] if "tfg.name" in attrs.entries}
    return named | {f"{op.get(NAME)}:{number}" for op in function.body for number in range(len(data_results(op))) if op.get(NAME)}
