"""A graph and what must stay of it: Grappler's item. Every edit of nodes, names and control edges goes through here.

What holds for all optimizers is decided in this file, once:

- A fed value comes from outside. While an optimizer runs, its readers read an argument in its place, so that no rule looks
  through it. Placeholders are always fed.
- A preserved node (a fetch, a feed, what the caller names) keeps its name and its results; it may become another op. Without
  fetches, every node without readers is one.
- A node that is built gets the device of the node that it is built for and a name made of its optimizer's, its stage's and that
  node's name. A node that takes another's place takes its name, its control inputs and its readers.
- A node that stops reading a value gets a control edge from it where the difference is observable (`noticed.py`).
- A constant that is built inside a loop or a branch waits for something there, so that it belongs to that frame.
"""

from __future__ import annotations

from contextlib import contextmanager

from tfir.analysis.deadness import CONTROL_FLOW, comes_after, needs_anchor
from tfir.analysis.graph_effects import PLACEHOLDERS, has_effect
from tfir.analysis.observability import Noticed
from tfir.cost.device_names import kind_of
from tfir.dialects import lookup
from tfir.dialects.tfg.interface import FEEDS, NODES, exported
from tfir.dialects.tfg.nodes import COLOCATION, DEVICE, NAME, colocated_with, node_name
from tfir.dialects.tfg.order import topological_order
from tfir.ir.attributes import ArrayAttr, Attribute, DictAttr, StringAttr, attribute
from tfir.ir.dense import ElementsAttr
from tfir.ir.diagnostics import Error
from tfir.ir.operations import Operation, Value
from tfir.ir.suggestion import nodes_like
from tfir.ir.symbols import unused_name
from tfir.ir.types import TensorType
from tfir.ir.uses import drop_uses
from tfir.ods.control import CONTROL, control_operands, data
from tfir.ods.inference import result_types

from tfopt.grappler import remarks
from tfopt.grappler.declared import require_declared
from tfopt.grappler.partitions import give_turns
from tfopt.grappler.shapes import Shapes
from tfopt.rewrite.graph import complete_attributes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

TITLE = "a graph with fetches"
# Marks a node whose result is made in a certain piece of memory, on which its readers rely.
PLACED = "_scoped_allocator"


class Item:
    """`target` is a `tfg.graph` or a `tfg.func`; its options are shared by all passes whose first parameter is an item.

    `fp="strict"` leaves out what may change a result's bits. `errors="keep"`, which strict includes, runs what may fail also where
    nothing reads its results any more. `trust_feed_shapes` believes the shapes that Placeholders declare.
    `assume_device` treats nodes without a device as if they stood there. `aggressive` allows what upstream does at that level,
    `onednn` kernels that TensorFlow has only with oneDNN.
    """

    ANCHORS = ("tfg.graph", "tfg.func")

    def __init__(
        self, target: Operation, *, feeds: tuple[str, ...] = (), fetches: tuple[str, ...] = (), preserve: tuple[str, ...] = (),
        fp: "fast|strict" = "fast", errors: "keep|drop" = "",  # noqa: F821 - the choices
        trust_feed_shapes: bool = False, assume_device: str = "", aggressive: bool = False, onednn: bool = True,
    ):  # fmt: skip
        if assume_device and kind_of(assume_device) is None:
            raise Error(f"assume-device is the name of a device, as /device:CPU:0 is, not '{assume_device}'")
        self.target, self.fp, self.trust_feed_shapes = target, fp, trust_feed_shapes
        self.assume_device, self.aggressive = assume_device, aggressive
        self.onednn = onednn
        self.keeps_errors = errors == "keep" or not errors and fp == "strict"
        self.is_function = target.name == "tfg.func"
        self.block = target.body  # of all nodes, a function's return among them
        if "generic" not in target.attributes:
            require_declared(self.block)
        self.names = {node_name(op): op for op in self.block}
        self.feeds = [] if self.is_function else self._fed_values(feeds)
        self.preserved = self._preserved(fetches, preserve)
        self.fed: dict[Value, Value] = {}  # argument in place -> what is fed
        self._arguments: dict[Value, Value] = {}  # what is fed -> the argument for it, the same for every optimizer
        self.forget()

    @staticmethod
    def as_pass(function):
        return on_item(function)

    def forget(self) -> None:
        """Drops facts derived from the graph, after edits that were not made by the item."""
        self.shapes = Shapes(self)
        self._noticed: Noticed | None = None

    # What is named from outside

    def _value(self, spelled: str, what: str) -> Value:
        name, colon, number = spelled.rpartition(":")
        if not colon or not number.isdigit():
            name, number = spelled, "0"
        op = self.names.get(name)
        if op is None:
            raise Error(f"there is no node '{name}' to be a {what}{nodes_like(name, self.names)}")
        if int(number) >= len(op.results):
            raise Error(f"'{spelled}' cannot be a {what}: the node has {len(op.results) - 1} results", op)
        return op.results[int(number)]  # of a node without results, its token: a target that is run

    def _fed_values(self, feeds) -> list[Value]:
        placeholders = [op.results[0] for op in self.block if op.name in PLACEHOLDERS]
        named = [name for name in exported(self.target.parent_op, FEEDS) if name.partition(":")[0] in self.names]
        return list(dict.fromkeys([*[self._value(name, "feed") for name in (*feeds, *named)], *placeholders]))

    def _preserved(self, fetches, preserve) -> set[str]:
        values = [*[self._value(name, "fetch") for name in fetches], *[self._value(name, "preserved node") for name in preserve]]
        named = {node_name(value.op) for value in values}
        named |= {node_name(value.op) for value in self.feeds} | {node_name(op) for op in self.block if PLACED in op.attributes}
        if not self.is_function:
            named |= self.names.keys() & set(exported(self.target.parent_op, NODES))
        if not self.is_function and not fetches:
            named |= {node_name(op) for op in self.block if not any([result.uses for result in op.results])}
        return named

    def roots(self) -> list[Operation]:
        """The nodes that must run: preserved ones; in a function, its return and the nodes with effects."""
        if self.is_function:
            return [op for op in self.block if op.name == "tfg.return" or has_effect(op)]
        return [op for op in self.block if node_name(op) in self.preserved]

    # Feeds are cut while an optimizer runs

    def __enter__(self) -> Item:
        for value in self.feeds:
            if value.type is not CONTROL:
                argument = self._arguments.get(value)
                if argument is None:
                    argument = self._arguments[value] = self.block.add_argument(value.type)
                else:
                    self.block.restore_argument(argument)
                self.fed[argument] = value
                value.replace_all_uses_with(argument)
        return self

    def __exit__(self, *_) -> None:
        for argument, value in self.fed.items():
            argument.replace_all_uses_with(value)
        for argument in reversed(self.fed):
            self.block.remove_argument(argument.index)
        self.fed = {}

    @contextmanager
    def whole(self):
        """A context in which feeds are read again, so that the graph can be looked at as it will run."""
        was_cut = bool(self.fed)
        self.__exit__()
        yield
        if was_cut:
            self.__enter__()

    # Questions

    def is_preserved(self, op: Operation) -> bool:
        return node_name(op) in self.preserved or op.name == "tfg.return"

    def has_single_use(self, value: Value) -> bool:
        """Whether one node alone uses the value's node, which goes when that one does: it is not preserved either."""
        op = value.owner
        if op.__class__ is not Operation or self.is_preserved(op):
            return False
        only = None
        for result in op.results:
            for reader in result.uses:
                if only is not None and reader is not only:
                    return False
                only = reader
        return only is not None and not has_effect(op)

    def device(self, op: Operation) -> str:
        """The device that a node asks for, or the one assumed."""
        device = op.attributes.get(DEVICE)
        return device.value if device is not None and device.value else self.assume_device

    def device_kind(self, op: Operation) -> str | None:
        """`CPU`, `GPU`, ...; None for a node that asks for no device."""
        return kind_of(self.device(op))

    @property
    def noticed(self) -> Noticed:
        if self._noticed is None:
            self._noticed = Noticed(self.block, self.keeps_errors)
        return self._noticed

    def is_framed(self, op: Operation) -> bool:
        """Whether the node stands in a branch or a loop: it may be dead, or run more than once."""
        framed = self.noticed.conditions
        return any([value in framed for value in op.results[-1:] or op.operands])

    def name_of(self, value: Value) -> str:
        """The name of the node that makes a value, or of the function's argument that it is."""
        value = self.fed.get(value, value)
        if value.op is not None:
            return node_name(value.op)
        entry = self.target.attributes["arg_attrs"].elements[value.index].get("tfg.name")
        return entry.value if entry is not None else f"arg{value.index // 2}"

    # Edits

    def unused_name(self, name: str) -> str:
        return unused_name(name, self.names)

    def build(self, op_name: str, operands, attributes: dict, name: str, like: Operation, types=None) -> Operation:
        """A new node in front of `like`, on its device. `op_name` as in `tf.Mul`; operands may end in control tokens. What
        attributes repeat of types is filled in; result types are inferred unless `types` gives them."""
        stored = {key: value if isinstance(value, Attribute) else attribute(value) for key, value in attributes.items()}
        definition = lookup("tf" + op_name[2:]) if op_name.startswith("tf.") else lookup(op_name)
        if types is None:
            types = unranked(result_types(definition, list(data(operands)), stored))
        node = Operation("tfg." + op_name.partition(".")[2], operands, [*types, CONTROL], stored, location=like.location)
        complete_attributes(node, definition)
        if DEVICE in like.attributes:
            node.set_attribute(DEVICE, like.attributes[DEVICE])
        return self.add(node, name, like)

    def constant(self, elements: ElementsAttr, name: str, like: Operation) -> Operation:
        """A new constant in front of `like`."""
        return self.build("tf.Const", (), {"value": elements, "dtype": elements.type.element}, name, like, [elements.type])

    def identity(self, value: Value, name: str, like: Operation, tokens=()) -> Operation:
        """A new Identity of a value in front of `like`, which waits for the tokens."""
        return self.build("tf.Identity", [value, *tokens], {}, name, like, [value.type])

    def no_op(self, name: str, like: Operation, tokens=()) -> Operation:
        """A new NoOp in front of `like`, which waits for the tokens."""
        return self.build("tf.NoOp", tokens, {}, name, like, ())

    def add(self, node: Operation, name: str, before: Operation | None) -> Operation:
        """Puts a node into the graph under an unused name."""
        name = self.unused_name(name)
        node.set_attribute(NAME, StringAttr(name))
        self.names[name] = node
        self.block.insert_before(node, before)
        self.note_operands(node, before)
        return node

    def note_operands(self, node: Operation, like: Operation | None = None) -> None:
        """Keeps what is known of the order of nodes true for a node with new operands, which takes the place of `like`."""
        if node.name in CONTROL_FLOW:
            self._noticed = None
        elif self._noticed is not None:
            self._noticed.add(node, like)

    def erase_all(self, ops: Collection[Operation]) -> None:
        """Removes nodes that none but they themselves read or wait for, in time linear in their uses."""
        drop_uses(ops)
        for op in ops:
            self.erase(op)

    def erase(self, op: Operation) -> None:
        """Removes a node that has no readers and that no node waits for."""
        name = node_name(op)
        if self.names.get(name) is op:
            del self.names[name]
        op.erase()

    def rename(self, op: Operation, name: str) -> None:
        """Gives a node the name of one that has gone."""
        if self.names.get(node_name(op)) is op:
            del self.names[node_name(op)]
        op.set_attribute(NAME, StringAttr(name))
        self.names[name] = op

    def token(self, value: Value) -> Value | None:
        """The control token of what waits for a value: its node's, or that of an Identity where the node's own says too little.
        None for an argument without a token, and for what is fed: it is there."""
        op = value.owner
        if not isinstance(op, Operation):
            return op.arguments[value.index + 1] if self.is_function and value.type is not CONTROL else None
        return self._anchor(value) if needs_anchor(value) else op.results[-1]

    def is_anchor(self, op: Operation) -> bool:
        """Whether the node is the Identity through which others wait for its operand."""
        return op.name == "tfg.Identity" and node_name(op) == anchor_name(op.operands[0])

    def _anchor(self, value: Value) -> Value:
        name = anchor_name(value)
        anchor = self.names.get(name)
        if anchor is None or value not in anchor.operands:
            anchor = self.identity(value, name, value.op.next or value.op)
        return anchor.results[-1]

    def wait_for(self, node: Operation, values) -> None:
        """The node waits for these values (or tokens), as far as it doesn't read from or wait for their nodes already."""
        owners = {value.owner for value in node.operands if comes_after(value, node)}
        missing = []
        for token in [self.token(value) for value in values]:
            if token is not None and token.owner not in owners and token.owner is not node:
                owners.add(token.owner)
                missing.append(token)
        if missing:
            if node.name == "tfg.return":
                entries = [DictAttr({"tfg.name": StringAttr(node_name(token.op))}) for token in missing]
                node.set_attribute("control_ret_attrs", ArrayAttr([*node.attributes["control_ret_attrs"].elements, *entries]))
            node.set_operands((*node.operands, *missing))
            self.note_operands(node)

    def wait_instead(self, token: Value, values) -> None:
        """Replaces control edges from `token` by edges from the nodes of `values`; by way of one NoOp where that takes fewer edges. A
        function keeps the control result that the token was."""
        users = token.users
        if not users:
            return
        tokens = list(dict.fromkeys([other for value in values if (other := self.token(value)) is not None]))
        if len(tokens) * len(users) > len(tokens) + len(users):
            tokens = [self._joined(token, tokens)]
        for user in users:
            if user.name == "tfg.return":
                self._return_instead(user, token, tokens)
            else:
                self.stop_waiting(user, {token})
                self.wait_for(user, tokens)

    def _return_instead(self, node: Operation, token: Value, tokens: list[Value]) -> None:
        """Replaces a control result: it is one node's, so several tokens, or none of a node, get a NoOp."""
        if len(tokens) != 1 or tokens[0].owner.__class__ is not Operation:
            tokens = [self._joined(token, tokens)]
        node.set_operands([tokens[0] if value is token else value for value in node.operands])
        self.note_operands(node)

    def _joined(self, token: Value, tokens: list[Value]) -> Value:
        """The token of a NoOp that waits for these tokens in the place of another."""
        return self.no_op(f"{node_name(token.op)}/output_control_node", token.op, tokens).results[-1]

    def stop_waiting(self, node: Operation, tokens) -> None:
        """The node no longer waits for these tokens. A function's return loses the control results that they were."""
        if node.name == "tfg.return":
            kept = [
                entry for value, entry in zip(control_operands(node), node.attributes["control_ret_attrs"].elements) if value not in tokens
            ]
            node.set_attribute("control_ret_attrs", ArrayAttr(kept))
        node.set_operands([value for value in node.operands if value not in tokens])

    def keep_in_frame(self, node: Operation, like: Operation) -> None:
        """Ties a node without operands to the loop or branch in which it stands, by waiting for what `like` reads."""
        if not node.operands and self.is_framed(like):
            there = [value for value in like.operands if value in self.noticed.conditions]
            self.wait_for(node, there[:1])

    # Order, devices and colocation

    def finish(self) -> None:
        """Makes the last changes, after all optimizers: turns of loops (`give_turns`) and colocation."""
        give_turns(self)
        self.mend_colocation()

    def sort(self) -> None:
        """Puts each node behind its operands' nodes."""
        for op in topological_order(self.block):
            if op.name != "tfg.return":
                op.remove()
                self.block.append(op)
        returned = next((op for op in self.block if op.name == "tfg.return"), None)
        if returned is not None:
            self.block.append(returned.remove())

    def mend_colocation(self) -> None:
        """Nodes that were colocated with one that is gone are colocated with the first of their own."""
        leaders: dict[str, str] = {}
        for op in self.block:
            classes = op.attributes.get("_class")
            if isinstance(classes, ArrayAttr) and any([self._is_lost(entry) for entry in classes.elements]):
                kept = [self._led(entry, node_name(op), leaders) for entry in classes.elements]
                op.set_attribute("_class", ArrayAttr([entry for entry in kept if entry is not None]))
                if not op.attributes["_class"].elements:
                    op.remove_attribute("_class")

    def _is_lost(self, entry) -> bool:
        name = colocated_with(entry)
        return name is not None and name not in self.names

    def _led(self, entry, name: str, leaders: dict):
        if not self._is_lost(entry):
            return entry
        leader = leaders.setdefault(entry.value, name)
        return None if leader == name else StringAttr(COLOCATION + leader)

    def record(self, kind: str, op: Operation, rule: str, into=()) -> None:
        remarks.current().add(kind, node_name(op), rule, tuple([node_name(new) for new in into]))


OF_GRAPHS = ("feeds", "fetches", "preserve")


def on_item(function):
    """An optimizer, which takes an item, as a pass, which takes the op. Feeds and fetches concern graphs only; functions have arguments
    and results."""
    own = {name.replace("-", "_") for name in function.__kwdefaults__ or ()}

    def run(target: Operation, **options):
        of_item = {name: value for name, value in options.items() if name not in own}
        if target.name == "tfg.func":
            of_item = {name: value for name, value in of_item.items() if name not in OF_GRAPHS}
        item = _shared.get(target) or Item(target, **of_item)
        optimize(item, function, **{name: value for name, value in options.items() if name in own})
        if target not in _shared:
            item.finish()

    return run


_shared: dict[Operation, Item] = {}


@contextmanager
def shared(item: Item):
    """While it lasts, passes that run on the item's target work on this item: `with shared(item): ...`."""
    _shared[item.target] = item
    try:
        yield item
    finally:
        del _shared[item.target]


def optimize(item: Item, function, **options) -> None:
    """Runs one optimizer on an item, with its feeds cut."""
    remarks.current().optimizer = function.__name__.removeprefix("grappler_")
    with item:
        function(item, **options)


def anchor_name(value: Value) -> str | None:
    """The name of the Identity by which a value is waited for; None for one that no node makes."""
    return f"ConstantFoldingCtrl/{node_name(value.op)}_{value.index}" if value.op is not None else None


def unranked(types) -> list:
    return [type if isinstance(type, TensorType) else TensorType(None, type) for type in types]
