"""The form of a node: `%AddV2, %ctl = AddV2(%a, %b) [%ctl_1] device("d") name("add") {T = f32} : (types) -> (types)`.

Control tokens are neither in the operand list nor in the types. The name of the node and its devices have words of their own.
"""

from __future__ import annotations

from tfir.dialects import trait_arguments
from tfir.dialects.tf_type import TENSOR
from tfir.ir.attributes import Attribute, StringAttr
from tfir.ir.diagnostics import Error
from tfir.ir.location import quoted
from tfir.ir.operations import Operation, Value, operation_of_parts
from tfir.ir.parts import NO_ATTRIBUTES, read_only
from tfir.ir.types import FunctionType
from tfir.ods.control import CONTROL, data_operands
from tfir.startup.patterns import ASCII, compiled
from tfir.text.fast_paths.generic import binds_token, define_with_token, read_entries
from tfir.text.parser import Unresolved

COLOCATION = "loc:@"  # what entries of `_class` begin with, before the name of a node
NAME, DEVICE, ASSIGNED_DEVICE, FULL_TYPE = "_mlir_name", "_mlir_device", "_mlir_assigned_device", "_mlir_fulltype"
WORDS = {"device": DEVICE, "assigned_device": ASSIGNED_DEVICE, "name": NAME}
SPELLED = frozenset(WORDS.values())
KEPT_NAME = "tfir.node_name"  # on an op that was a node: its name, where what the op does depends on that (`tfg-keep-node-names`)

OF_GRAPH = ("tfg.lifted_graph_version", "tf.entry_function")

# Their results are called as upstream's definitions call them; any other node's as the node's op.
FUNCTIONAL = frozenset(
    f"tfg.{prefix}{name}" for name in ("If", "Case", "While") for prefix in ("", "Stateless", "Stateful")
) | {"tfg.For"}  # fmt: skip


def colocated_with(entry: Attribute) -> str | None:
    """The name of the node that an entry of `_class` asks to stand beside; None for one that asks for something else."""
    text = entry.value if isinstance(entry, StringAttr) else ""
    return text.removeprefix(COLOCATION) if text.startswith(COLOCATION) else None


def node_name(op: Operation) -> str:
    name = op.attributes.get(NAME) or op.attributes.get(KEPT_NAME)
    return name.value if isinstance(name, StringAttr) else ""


def is_of_graph(function: Operation | None) -> bool:
    """Whether the nodes of a function are those of a graph, which have their names to themselves."""
    return function is not None and (function.name == "tfg.graph" or any([name in function.attributes for name in OF_GRAPH]))


def shares_by_node(op: Operation) -> bool:
    """Whether a node without a `shared_name` has its resource in common with what is named as it is."""
    return "sharing" in (trait_arguments(op, "named") or ()) or bool(op.get("use_node_name_sharing"))


def result_names(op: Operation):
    results = op.results
    if not results or op.name == "tfg.get_result":
        return None
    if results[-1].type is not CONTROL:
        return [(0, op.name[4:])] if len(results) > 1 else None
    if len(results) == 1:
        return [(0, "ctl")]
    return [(0, "outs" if op.name in FUNCTIONAL else op.name[4:]), (len(results) - 1, "ctl")]


def resolve_all(parser, operands, types, start: int | None = None) -> list[Value]:
    """The values of operands of these types. Raises Error at `start`, where the types stand, unless there are as many."""
    if len(types) != len(operands):
        raise parser.error(f"got {len(operands)} operands, but the type list has {len(types)}", start)
    return [parser.resolve(operand, type) for operand, type in zip(operands, types)]


def parse_types(parser) -> tuple:
    """`(types) -> types`, or a list of operand types alone: the types of operands and of results."""
    types = parser.comma_list(parser.type)
    return (types[0].inputs, types[0].results) if len(types) == 1 and isinstance(types[0], FunctionType) else (types, ())


def parse_words(parser, state) -> None:
    """`device("..") assigned_device("..") name("..")`, each if it is there."""
    for word, attribute in WORDS.items():
        if parser.accept(word):
            parser.expect("(")
            state.attributes[attribute] = StringAttr(parser.string())
            parser.expect(")")


def parse_data_and_controls(parser) -> tuple[list[Unresolved], list[Unresolved]]:
    """`(%a, %b) [%ctl]`, both lists optional."""
    data = parser.comma_list(parser.operand, "(", ")") if parser.at("(") else []
    controls = parser.comma_list(parser.operand, "[", "]") if parser.at("[") else []
    return data, controls


class NodeForm:
    """Any op that is a NodeDef."""

    @staticmethod
    def fits(op: Operation) -> bool:
        """Whether the form can say the op: one control token ends its results, and its control operands come last."""
        results = op.results
        one_token = results and results[-1].type is CONTROL and (len(results) == 1 or results[-2].type is not CONTROL)
        return bool(one_token) and is_sorted(op.operands) and is_sorted(results)

    def parse(self, parser, state) -> None:
        data, controls = parse_data_and_controls(parser)
        parse_words(parser, state)
        parser.optional_attributes(state.attributes)
        start = parser.start
        types, results = parse_types(parser) if parser.accept(":") else self._types_unsaid(parser, data, state)
        state.operands = resolve_all(parser, data, types, start) + [parser.resolve(c, CONTROL) for c in controls]
        state.result_types = [*results, CONTROL]

    def _types_unsaid(self, parser, data, state):
        """Without types all tensors are opaque, but an operand that is known already has its own type."""
        defined = [parser.values.get(operand.name) for operand in data]
        types = [values[o.number].type if values and o.number < len(values) else TENSOR for values, o in zip(defined, data)]
        return types, [TENSOR] * (state.result_count - 1)

    def print(self, printer, op) -> None:
        operands, results, attributes = op.operands, op.results, op.attributes
        values = data_operands(op)
        text = f"({printer.values(values)})" if values else ""
        if len(values) != len(operands):
            text += f" [{printer.values(operands[len(values) :])}]"
        for word, attribute in WORDS.items():
            if (value := attributes.get(attribute)) is not None and value.value:
                text += f" {word}({quoted(value.value)})"
        rest = {name: value for name, value in attributes.items() if name not in SPELLED} if attributes else None
        if rest:
            text += " " + printer.dictionary(rest)
        if len(results) > 1:
            inputs, outputs = [v.type.text for v in values], [v.type.text for v in results[:-1]]
            text += f" : ({', '.join(inputs)}) -> ({', '.join(outputs)})"
        elif values:
            text += f" : {', '.join([v.type.text for v in values])}"
        printer.write(text)

    def fast_path(self, parser, block, definition, head) -> int | None:
        node = _NODE(parser.text, head.end())
        if node is None:
            return None
        try:
            # Attributes first: where they end early, what was taken for the types is part of a comment.
            attributes = read_entries(parser, node, 6) if node[6] is not None else {}
            if attributes is None:
                return None
            signature = _signature(parser, node, node[7]) if node[7] is not None else ((), (CONTROL,))
        except Error:  # the general parser will say so, and of which op
            return None
        if signature is None or not binds_token(parser, head, len(signature[1]) - 1):
            return None
        operands = _operands(parser, node, signature[0])
        if operands is None:
            return None
        for group, attribute in _WORD_GROUPS:
            if node[group] is not None:
                attributes[attribute] = StringAttr(node[group])
        return _append(parser, block, definition.name, operands, signature[1], attributes, head, node.end())


def is_sorted(values) -> bool:
    """Whether no data stands behind a control token."""
    seen = False
    for value in values:
        if value.type is CONTROL:
            seen = True
        elif seen:
            return False
    return True


NODE = NodeForm()


# The fast path

_NODE = compiled(
    r'(?:\(([^()\n]*)\))?(?: \[([^\]\n]*)\])?(?: device\("([^"\\\n]*)"\))?(?: assigned_device\("([^"\\\n]*)"\))?'
    r'(?: name\("([^"\\\n]*)"\))?(?: (\{[^\n]*\}))?(?: : ([^{}"\n]*[^{}"\s]))?(?=\n)'
).match
_WORD_GROUPS = ((3, DEVICE), (4, ASSIGNED_DEVICE), (5, NAME))


def _signature(parser, node, text):
    """(types of data operands, types of all results) for the text after the colon."""
    key = ("tfg", text)
    signature = parser.fast_path_cache.get(key)
    if signature is None:
        parser.seek(node.start(7))
        types, results = parse_types(parser)
        if not parser.is_behind(node.end(7)):
            return None
        signature = parser.fast_path_cache[key] = (tuple(types), (*results, CONTROL))
    return signature


def _operands(parser, node, types):
    data, controls = node[1], node[2]
    names = data.split(", ") if data else []
    if len(names) != len(types):
        return None
    operands, values = [], parser.values
    for name, type in zip(names, types):
        results = values.get(name)
        value = results[0] if results is not None else _other_value(parser, name, type, node.start(1))
        if value is None or value.type is not type:
            return None
        operands.append(value)
    for name in controls.split(", ") if controls else ():
        results = values.get(name)
        value = results[0] if results is not None else _other_value(parser, name, CONTROL, node.start(2))
        if value is None or value.type is not CONTROL:
            return None
        operands.append(value)
    return operands


_VALUE = compiled(r"(%(?:\d+|[A-Za-z_$.\-][\w$.\-]*))(?:#(\d+))?", ASCII).fullmatch


def _other_value(parser, text, type, start):
    """One of several results, or a value that is defined further down."""
    spelled = _VALUE(text)
    if spelled is None:
        return None
    name, number = spelled[1], int(spelled[2] or 0)
    results = parser.values.get(name)
    if results is None:
        waiting = parser.forward.get(name, {}).get(number)
        place = parser.text.find(text, start)
        return waiting[0] if waiting else parser.resolve(Unresolved(name, number, place), type)
    return results[number] if number < len(results) else None


def _append(parser, block, name, operands, result_types, attributes, head, end) -> int:
    held = read_only(attributes) if attributes else NO_ATTRIBUTES
    op = operation_of_parts(name, tuple(operands), result_types, held, parser.source.base + head.start(4), block=block)
    define_with_token(parser, head, op.results)
    return end
