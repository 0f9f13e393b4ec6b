"""Makes of each call of a generic function a call of a function for just these attributes, and drops the generic ones.

What stands open in the body, and the types of arguments and results, are what the call says, or else the function's defaults.
Outputs that are taken by name are taken by number then. Arguments and results that are lists are refused.
"""

from __future__ import annotations

from tfir.dialects import lookup
from tfir.dialects.tf_type import FuncAttr, PlaceholderAttr
from tfir.dialects.tfg.functions import attribute_dicts
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr, TypeAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Block, Operation, Region, Value
from tfir.ir.symbols import SymbolTable
from tfir.ir.types import FunctionType, TensorType
from tfir.ods.control import CONTROL, control_operands, data_operands
from tfir.ods.inference import result_elements

from tfopt.tfg.functions import concrete_tops

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

GENERIC, DECLARED, CONTROLS = "generic", "tfg.func_attrs", "control_output"
ONE_TYPE, LISTS = ("tfg.type", "tfg.type_attr"), ("tfg.number_attr", "tfg.type_list_attr")
OF_GENERIC_ARGUMENTS = {*ONE_TYPE, *LISTS, "tfg.arg_attrs"}


def tfg_instantiate_functions(module: "Module"):
    instances = Instances(module)
    for top in concrete_tops(module):
        instances.settle(top)
    for function in [op for op in module.body if GENERIC in op.attributes]:
        instances.symbols.remove(function)


class Instances:
    """The functions that were made, by the generic function and what it was given."""

    def __init__(self, module: Operation):
        self.symbols = SymbolTable(module)
        self.made: dict[tuple, str] = {}

    def generic(self, name: str) -> Operation | None:
        function = self.symbols.symbols.get(name)
        return function if function is not None and GENERIC in function.attributes else None

    def settle(self, top: Operation) -> None:
        """Lets all calls in a graph or function mean functions that are not generic."""
        for op in top.inside():
            op.set_attributes({name: self.settled(value, op) for name, value in op.attributes.items()})
            function = self.generic(op.name.removeprefix("tfg."))
            if function is not None:
                declared = function.attributes.get(DECLARED, DictAttr()).entries
                name = self.instance(function, op.attributes, op)
                op.set_attributes({key: value for key, value in op.attributes.items() if key not in declared})
                op.rename(f"tfg.{name}")

    def settled(self, value: Attribute, op: Operation) -> Attribute:
        if isinstance(value, ArrayAttr):
            return ArrayAttr([self.settled(element, op) for element in value.elements])
        function = self.generic(value.name.root) if isinstance(value, FuncAttr) else None
        return value if function is None else FuncAttr(self.instance(function, value.attributes.entries, op))

    def instance(self, function: Operation, attributes: Mapping[str, Attribute], caller: Operation) -> str:
        arguments = arguments_of(function, attributes, caller)
        key = (function, frozenset(arguments.items()))
        if key not in self.made:
            new = Body(function, arguments).function()
            name = "_".join([function.get("sym_name"), *[word(value) for _, value in sorted(arguments.items())]])
            new.set_attribute("sym_name", StringAttr(name))
            self.symbols.add(new, before=function)
            self.made[key] = new.get("sym_name")
            self.settle(new)
        return self.made[key]


def arguments_of(function: Operation, attributes: Mapping[str, Attribute], caller: Operation) -> dict[str, Attribute]:
    """The values of the attributes that a generic function declares, as given or by default. Raises `Error` where one is missing."""
    arguments = {}
    for name, declared in function.attributes.get(DECLARED, DictAttr()).entries.items():
        value = attributes.get(name, declared.get("default_value"))
        if value is None:
            raise Error.on(caller, f"calls @{function.get('sym_name')} without its attribute '{name}'")
        arguments[name] = value
    return arguments


def word(value: Attribute) -> str:
    """An attribute as part of a name."""
    return "".join([letter if letter.isalnum() else "_" for letter in value.text.partition(" :")[0]])


class Body:
    """A generic function while it is copied."""

    def __init__(self, source: Operation, arguments: dict[str, Attribute]):
        self.source, self.arguments = source, arguments
        self.block = Block()
        self.values: dict[Value, Value] = {}

    def function(self) -> Operation:
        arguments = [self.argument(number, attrs) for number, attrs in enumerate(attribute_dicts(self.source, "arg_attrs")[::2])]
        nodes = [op for op in self.source.body if op.name not in ("tfg.get_result", "tfg.return")]
        copies = [self.node(op) for op in nodes]
        for op in self.source.body:
            if op.name == "tfg.get_result":
                self.values[op.results[0]] = self.output(op)
        for op, copy in zip(nodes, copies):
            copy.set_operands([self.values[value] for value in op.operands])
        return self.finished(arguments)

    def argument(self, number: int, attrs: DictAttr) -> DictAttr:
        old = self.source.body.arguments[2 * number : 2 * number + 2]
        self.values.update(zip(old, [self.block.add_argument(self.type_of(attrs)), self.block.add_argument(CONTROL)]))
        return self.plain(attrs)

    def type_of(self, attrs: DictAttr) -> TensorType:
        if any([attrs.get(name) is not None for name in LISTS]):
            raise self.refused("has lists as arguments or results, which are not instantiated")
        named = attrs.get("tfg.type_attr")
        type = self.arguments.get(named.value) if named is not None else attrs.get("tfg.type")
        if not isinstance(type, TypeAttr):
            raise self.refused("has an argument or result whose type is not told by its attributes")
        return TensorType(None, type.type)

    def refused(self, why: str) -> Error:
        return Error.on(self.source, f"@{self.source.get('sym_name')} {why}")

    @staticmethod
    def plain(attrs: DictAttr) -> DictAttr:
        """The attributes of an argument of an instance, out of those of the generic function."""
        more = attrs.get("tfg.arg_attrs")
        own = {name: value for name, value in attrs.entries.items() if name not in OF_GENERIC_ARGUMENTS}
        return DictAttr({**own, **{f"tf.{name}": value for name, value in (more.entries if more is not None else {}).items()}})

    def filled(self, value: Attribute) -> Attribute:
        """An attribute with what stood open in it."""
        if isinstance(value, PlaceholderAttr):
            if value.value not in self.arguments:
                raise self.refused(f"has no attribute '{value.value}', for which a place stands open")
            return self.arguments[value.value]
        if isinstance(value, ArrayAttr):
            return ArrayAttr([self.filled(element) for element in value.elements])
        if isinstance(value, FuncAttr):
            return FuncAttr(value.name, {name: self.filled(one) for name, one in value.attributes.entries.items()})
        return value

    def node(self, op: Operation) -> Operation:
        attributes = {name: self.filled(value) for name, value in op.attributes.items()}
        new = Operation(op.name, (), (), attributes, location=op.location)
        new.add_results([*[type for _, group in slots_of(new) for type in group], CONTROL])
        self.values[op.results[-1]] = new.results[-1]
        return self.block.append(new)

    def output(self, op: Operation) -> Value:
        """The result that a node gives under a name."""
        node = self.values[op.operands[0].op.results[-1]].op
        at = 0
        for name, group in slots_of(node):
            if name == op.get("name") and op.get("number") < len(group):
                return node.results[at + op.get("number")]
            at += len(group)
        raise Error.on(op, f"'{node.name[4:]}' has no output called '{op.get('name')}:{op.get('number')}'")

    def finished(self, arguments: list[DictAttr]) -> Operation:
        last, source = self.source.body.last, self.source
        data = [self.values[value] for value in data_operands(last)]
        ends = [DictAttr({"tfg.name": name}) for name in getattr(source.attributes.get(CONTROLS), "elements", ())]
        tokens = [self.values[value] for value in control_operands(last)]
        self.block.append(Operation("tfg.return", [*data, *tokens], (), {"control_ret_attrs": ArrayAttr(ends)}, location=last.location))
        dropped = {GENERIC, DECLARED, CONTROLS, "gradient"}
        function = Operation("tfg.func", regions=[Region([self.block])], location=source.location)
        function.set_attributes({name: value for name, value in source.attributes.items() if name not in dropped})
        results = [self.plain(attrs) for attrs in attribute_dicts(source, "res_attrs")[: len(data)]]
        type = FunctionType([argument.type for argument in self.block.arguments], [value.type for value in data])
        function.update_attributes({
            "function_type": TypeAttr(type), "res_attrs": ArrayAttr(results),
            "arg_attrs": ArrayAttr([attrs for one in arguments for attrs in (one, DictAttr())]),
        })  # fmt: skip
        return function


def slots_of(node: Operation) -> list[tuple[str, list]]:
    """The outputs of a node as its op declares them: each one's name and types."""
    definition = lookup(f"tf.{node.name[4:]}")
    signature = definition.signature if definition is not None else None
    if signature is None:
        raise Error.on(node, "is in a generic function, and nothing says what its outputs are")
    return [(slot.name, [TensorType(None, element) for element in result_elements(definition, node, slot)]) for slot in signature.results]
