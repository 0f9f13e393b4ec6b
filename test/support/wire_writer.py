"""Messages of protobuf in any of the ways that the wire format allows, drawn by chance, and graphs to be written so.

A reader takes all of these for the same message: fields and entries of maps in any order, numbers with digits to spare, defaults said,
a value said twice (the last counts), a message in two parts (they are merged), lists packed or not, fields that no schema has.
"""

import random
import struct

from tfir.proto import GraphDef

VARINT, FIXED64, LENGTH, GROUP, GROUP_END, FIXED32 = range(6)
PACKED = {1: "<d", 2: "<f", 6: "<Q", 7: "<I"}  # types of fields that take a fixed number of bytes
ZIGZAG = {17, 18}
STRING, MESSAGE, BYTES, BOOL = 9, 11, 12, 8


class WireWriter:
    """`oddity` is how often something other than the usual is done, from 0 to 1."""

    def __init__(self, chance: random.Random, oddity: float):
        self.chance, self.oddity = chance, oddity

    def odd(self) -> bool:
        return self.chance.random() < self.oddity

    def write(self, message) -> bytes:
        """The bytes of a message."""
        return b"".join(self.records(message))

    def records(self, message) -> list[bytes]:
        """Fields in the order that they are to have. Those of one number keep theirs, and so do the members of a oneof."""
        groups: dict[object, list[bytes]] = {}
        for field in message.DESCRIPTOR.fields:
            own = groups.setdefault(field.containing_oneof.name if field.containing_oneof else field.number, [])
            own += self.field(message, field)
        order = [key for key, records in groups.items() for _ in records]
        if self.odd():
            self.chance.shuffle(order)
        found = [groups[key].pop(0) for key in order]
        while self.odd() and self.chance.random() < 0.2:
            found.insert(self.chance.randint(0, len(found)), self.unknown())
        return found

    def field(self, message, field) -> list[bytes]:
        value = getattr(message, field.name)
        if field.message_type is not None and field.message_type.GetOptions().map_entry:
            return self.entries(field, value)
        if field.is_repeated and field.type in (STRING, BYTES):
            return [self.sized(field.number, one if isinstance(one, bytes) else one.encode()) for one in value]
        if field.is_repeated and field.message_type is not None:
            return [self.sized(field.number, self.write(one)) for one in value]
        if field.is_repeated:
            return self.numbers(field, list(value))
        if field.has_presence and not message.HasField(field.name):
            return []
        if field.message_type is not None:
            return self.halves(field, value)
        if not field.has_presence and not value and not (value != value) and str(value) != "-0.0" and not (self.odd() and self.odd()):
            return []
        repeated = self.odd() and self.odd()
        return [self.scalar(field, field.default_value)] * repeated + [self.scalar(field, value)]

    def halves(self, field, message) -> list[bytes]:
        records = self.records(message)
        cut = self.chance.randint(0, len(records)) if self.odd() and self.odd() else None
        parts = [records] if cut is None else [records[:cut], records[cut:]]
        return [self.sized(field.number, b"".join(part)) for part in parts]

    def entries(self, field, values) -> list[bytes]:
        """A map; some entries stand there twice, the first time with another value."""
        key_field, value_field = (field.message_type.fields_by_name[name] for name in ("key", "value"))
        keys = sorted(values)
        if self.odd():
            self.chance.shuffle(keys)
        found = []
        for key in keys:
            entry = [self.scalar(key_field, key)] if key or not self.odd() else []
            value = self.value(value_field, values[key])
            if self.odd() and self.odd():
                found.insert(self.chance.randint(0, len(found)), self.sized(field.number, b"".join(entry)))
            found.append(self.sized(field.number, b"".join(value + entry if self.odd() else entry + value)))
        return found

    def value(self, field, value) -> list[bytes]:
        """The value of an entry, left out now and then where it is the default."""
        is_message = field.message_type is not None
        if not (value.ByteSize() if is_message else value) and self.odd():
            return []
        return self.halves(field, value) if is_message else [self.scalar(field, value)]

    def numbers(self, field, values: list) -> list[bytes]:
        """A list of numbers, packed in one piece, in several, or not at all."""
        if not values:
            return [self.sized(field.number, b"")] if self.odd() and self.odd() and self.odd() else []
        if not self.odd():
            return [self.sized(field.number, b"".join([self.number(field, value) for value in values]))]
        found = []
        while values:
            count = self.chance.randint(1, len(values))
            piece, values = values[:count], values[count:]
            if self.odd():
                found += [self.scalar(field, value) for value in piece]
            else:
                found.append(self.sized(field.number, b"".join([self.number(field, value) for value in piece])))
        return found

    def scalar(self, field, value) -> bytes:
        if field.type in (STRING, BYTES):
            return self.sized(field.number, value if isinstance(value, bytes) else value.encode())
        kind = VARINT if field.type not in PACKED else FIXED32 if PACKED[field.type] in ("<f", "<I") else FIXED64
        return self.tag(field.number, kind) + self.number(field, value)

    def number(self, field, value) -> bytes:
        if field.type in PACKED:
            return struct.pack(PACKED[field.type], value)
        if field.type in ZIGZAG:
            value = value << 1 ^ value >> 63
        if field.type == BOOL and value and self.odd():
            value = self.chance.randint(1, 300)
        return self.varint(int(value) & (1 << 64) - 1, 10)

    def sized(self, number: int, content: bytes) -> bytes:
        return self.tag(number, LENGTH) + self.varint(len(content), 5) + content

    def tag(self, number: int, kind: int) -> bytes:
        return self.varint(number << 3 | kind, 5)

    def varint(self, value: int, most: int) -> bytes:
        digits = [value & 0x7F]
        while value := value >> 7:
            digits.append(value & 0x7F)
        if self.odd() and self.odd():
            digits += [0] * self.chance.randint(0, most - len(digits))
        return bytes([digit | 0x80 for digit in digits[:-1]] + digits[-1:])

    def unknown(self, depth: int = 0) -> bytes:
        """A field with a number that no message here has."""
        number = self.chance.choice([900, 1023, 1 << 20, (1 << 29) - 1])
        kind = self.chance.choice([VARINT, FIXED64, LENGTH, FIXED32, GROUP])
        if kind == GROUP:
            inner = b"".join([self.unknown(depth + 1) for _ in range(self.chance.randint(0, 2))]) if depth < 3 else b""
            return self.tag(number, GROUP) + inner + self.tag(number, GROUP_END)
        if kind == LENGTH:
            return self.sized(number, self.chance.randbytes(self.chance.randint(0, 20)))
        if kind == VARINT:
            return self.tag(number, kind) + self.varint(self.chance.getrandbits(40), 10)
        return self.tag(number, kind) + self.chance.randbytes(8 if kind == FIXED64 else 4)


# Graphs to write.

FLOAT, INT32, STRING_TYPE = 1, 3, 7
KINDS = ["s", "i", "f", "b", "type", "shape", "tensor", "placeholder", "nothing", "list", "func"]
SCALARS = {"s": [b"\xff\0s", b""], "i": [0, -1, 300, 1 << 40], "f": [0.0, 0.1], "b": [False, True], "type": [INT32], "placeholder": ["T"]}
LISTED = {"s": [b"loc:@a"], "i": [0, -3, 1000], "f": [2.5], "b": [True, False], "type": [STRING_TYPE]}


def random_graph(chance: random.Random) -> GraphDef:
    """A graph that can be imported, with functions and with attributes of every kind."""
    graph = GraphDef()
    if chance.random() < 0.7:
        graph.versions.producer = chance.choice([0, 27, 1395])
        graph.versions.bad_consumers.extend(chance.sample([1, 2, 300], chance.randint(0, 2)))
    if chance.random() < 0.2:
        graph.version = 21
    if chance.random() < 0.2:
        graph.debug_info.files.append("a.py")
        for name in chance.sample("nodes", 3):
            graph.debug_info.traces[name].file_line_cols.add(line=chance.choice([0, 3, 400]))
            graph.debug_info.name_to_trace_id[name] = chance.getrandbits(chance.choice([3, 64]))
    for number in range(chance.choice([0, 0, 1, 3])):
        add_function(graph.library, f"f{number}", chance)
    if graph.library.function and chance.random() < 0.4:
        graph.library.gradient.add(function_name="f0", gradient_func="g")
    add_nodes(graph.node, [], ("", ""), chance)
    return graph


def add_nodes(nodes, arguments: list[str], outputs: tuple[str, str], chance: random.Random) -> list[str]:
    """Adds nodes; answers with the values that there are, arguments among them, as inputs spell them: `outputs` of Const and of Neg."""
    values, names = list(arguments), []
    for number in range(chance.randint(1, 5)):
        name = f"scope/n{number}"
        op = chance.choice(["NoOp", "Const", "Neg", "Unheard"] if values else ["NoOp", "Const", "Unheard"])
        node = nodes.add(name=name, op=op, device=chance.choice(["", "/cpu:0"]))
        if op == "Const":
            node.attr["dtype"].type = FLOAT
            fill_tensor(node.attr["value"].tensor, chance)
            values.append(name + outputs[0])
        elif op == "Neg":
            node.attr["T"].type = FLOAT
            node.input.append(chance.choice(values))
            values.append(name + outputs[1])
        node.input.extend([f"^{before}" for before in chance.sample(names, min(len(names), chance.choice([0, 0, 1, 2])))])
        for key in chance.sample(["_a", "_b", "_class", "_output_shapes", "name with space", "ü"], chance.choice([0, 1, 3, 5])):
            fill_value(node.attr[key], chance, 0)
        if chance.random() < 0.1:
            node.experimental_debug_info.original_node_names.extend(["x", "y"])
        if chance.random() < 0.1:
            node.experimental_type.type_id = 1000
            node.experimental_type.args.add(type_id=1, s="T")
        names.append(name)
    return values


def add_function(library, name: str, chance: random.Random) -> None:
    function = library.function.add()
    function.signature.name, function.signature.is_stateful = name, chance.random() < 0.5
    arguments = [f"x{number}" for number in range(chance.randint(0, 3))]
    for number, argument in enumerate(arguments):
        function.signature.input_arg.add(name=argument, type=FLOAT, description=chance.choice(["", "what it is"]))
        if chance.random() < 0.5:
            fill_value(function.arg_attr[number].attr["_user"], chance, 0)
            function.arg_attr[number].attr["_more"].b = False
            function.resource_arg_unique_id[number] = chance.choice([0, 7, 4294967295])
    values = add_nodes(function.node_def, arguments, chance.choice([(":output:0", ":y:0"), (":output", ":0"), ("", "")]), chance)
    for number in range(chance.randint(0, 3) if values else 0):
        function.signature.output_arg.add(name=f"y{number}", type=FLOAT)
        function.ret[f"y{number}"] = chance.choice(values)
    for number, node in enumerate(function.node_def[: chance.randint(0, 2)]):
        function.signature.control_output.append(f"c{number}")
        function.control_ret[f"c{number}"] = node.name
    for key in chance.sample(["_noinline", "api", "_disable"], chance.randint(0, 3)):
        fill_value(function.attr[key], chance, 0)


def fill_tensor(tensor, chance: random.Random) -> None:
    count = chance.choice([0, 1, 2, 5, 40])
    tensor.dtype = FLOAT
    tensor.tensor_shape.dim.add(size=count)
    if chance.random() < 0.5:
        tensor.tensor_content = chance.randbytes(4 * count)
    elif count:
        tensor.float_val.extend([chance.choice([0.0, -0.0, 1.5, float("nan")]) for _ in range(chance.choice([1, count]))])


def fill_value(value, chance: random.Random, depth: int) -> None:
    """Gives an AttrValue something to hold."""
    kind = chance.choice(KINDS if depth < 2 else KINDS[:-2])
    if kind == "list":
        fill_list(value.list, chance)
    elif kind == "func":
        value.func.name = "f0"
        for key in chance.sample(["T", "n", "k"], chance.randint(0, 3)):
            fill_value(value.func.attr[key], chance, depth + 1)
    elif kind == "shape":
        fill_shape(value.shape, chance)
    elif kind == "tensor":
        fill_tensor(value.tensor, chance)
    elif kind != "nothing":
        setattr(value, kind, chance.choice(SCALARS[kind]))


def fill_list(values, chance: random.Random) -> None:
    values.SetInParent()
    kind, count = chance.choice([*LISTED, "shape"]), chance.randint(0, 5)
    for _ in range(count):
        if kind == "shape":
            fill_shape(values.shape.add(), chance)
        else:
            getattr(values, kind).append(chance.choice(LISTED[kind]))


def fill_shape(shape, chance: random.Random) -> None:
    shape.SetInParent()
    if chance.random() < 0.2:
        shape.unknown_rank = True
    else:
        for size in chance.choices([-1, 0, 1, 224], k=chance.randint(0, 3)):
            shape.dim.add(size=size)
