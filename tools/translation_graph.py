"""Prints a training step of a translation model as tfg text: LSTM layers of encoder and decoder, attention, softmax, all unrolled.

    python tools/translation_graph.py --layers 4 --steps 20 > nmt.mlir
    python tools/translation_graph.py --devices layers | tf-opt --cost-report=cluster=k40x4 -o /dev/null

It is the shape of graph that placement is tried on: `--devices layers` puts layer k on GPU k, attention and softmax with the last one,
as people do; `--devices one` puts all on the first; otherwise nothing is said. Gradients and updates are written out by a tape.
"""

from __future__ import annotations

import argparse

from tfir.dialects import lookup

VERSION = "#tf_type.version<producer = 987, min_consumer = 12>"


class Value:
    """A tensor of the graph: its text, its shape."""

    def __init__(self, text: str, shape: tuple[int, ...], element: str = "f32"):
        self.text, self.shape, self.element = text, shape, element

    @property
    def type(self) -> str:
        return f"tensor<{''.join([f'{size}x' for size in self.shape])}{self.element}>"


class Graph:
    """Nodes as lines of text. `scope` names what is made, `device` says where it runs; the tape says how gradients flow."""

    def __init__(self, place):
        self.lines: list[str] = []
        self.place, self.scope, self.count = place, "", 0
        self.tape: list = []
        self.used: dict[str, int] = {}

    def node(self, op: str, operands, shapes, attributes: str = "", scope: str | None = None, element: str = "f32") -> list[Value]:
        self.count += 1
        scope = self.scope if scope is None else scope
        name = f"{scope}/{op}" if scope else op
        number = self.used[name] = self.used.get(name, -1) + 1
        name += f"_{number}" if number else ""
        text = f"%n{self.count}"
        results = [Value(f"{text}#{at}" if len(shapes) > 1 else text, shape, element) for at, shape in enumerate(shapes)]
        self.write(op, text, operands, results, name, attributes, self.place(name))
        return results

    def write(self, op, text, operands, results, name, attributes, device) -> None:
        many = f":{len(results)}" if len(results) > 1 else ""
        inputs = f"({', '.join([value.text for value in operands])})" if operands else ""
        where = f' device("{device}")' if device else ""
        types = f"({', '.join([value.type for value in operands])}) -> ({', '.join([value.type for value in results])})"
        entries = [*([attributes] if attributes else []), *derived(op, operands, results, attributes)]
        written = f" {{{', '.join(entries)}}}" if entries else ""
        self.lines.append(f'    {text}{many}, {text}_c = {op}{inputs}{where} name("{name}"){written} : {types}')

    def one(self, op: str, operands, shape, attributes: str = "", **more) -> Value:
        return self.node(op, operands, [shape], attributes, **more)[0]

    # Forward ops that know their gradients: a gradient function takes the gradient of the result

    def recorded(self, result: Value, operands, gradient) -> Value:
        self.tape.append((result, operands, gradient, self.scope))
        return result

    def variable(self, name: str, shape) -> Value:
        return self.one(
            "VariableV2",
            [],
            shape,
            f'container = "", dtype = f32, shape = #tf_type.shape<{"x".join(map(str, shape))}>, shared_name = ""',
            scope=name,
        )

    def constant(self, content: str, shape=()) -> Value:
        kind = Value("", shape, "i32").type
        return self.one("Const", [], shape, f"dtype = i32, value = dense<{content}> : {kind}", element="i32")

    def matmul(self, a: Value, b: Value) -> Value:
        result = self.one("MatMul", [a, b], (a.shape[0], b.shape[1]))
        return self.recorded(result, [a, b], lambda g: [
            self.one("MatMul", [g, b], a.shape, "transpose_b = true"), self.one("MatMul", [a, g], b.shape, "transpose_a = true")])  # fmt: skip

    def batch_matmul(self, a: Value, b: Value) -> Value:
        result = self.one("BatchMatMulV2", [a, b], (*a.shape[:-1], b.shape[-1]))
        return self.recorded(result, [a, b], lambda g: [
            self.one("BatchMatMulV2", [g, b], a.shape, "adj_y = true"), self.one("BatchMatMulV2", [a, g], b.shape, "adj_x = true")])  # fmt: skip

    def add(self, a: Value, b: Value) -> Value:
        return self.recorded(self.one("AddV2", [a, b], a.shape), [a, b], lambda g: [g, g])

    def multiply(self, a: Value, b: Value) -> Value:
        return self.recorded(
            self.one("Mul", [a, b], a.shape), [a, b], lambda g: [self.one("Mul", [g, b], a.shape), self.one("Mul", [g, a], a.shape)]
        )

    def bias(self, a: Value, b: Value) -> Value:
        return self.recorded(self.one("BiasAdd", [a, b], a.shape), [a, b], lambda g: [g, self.one("BiasAddGrad", [g], b.shape)])

    def through(self, op: str, a: Value) -> Value:
        result = self.one(op, [a], a.shape)
        return self.recorded(result, [a], lambda g: [self.one(f"{op}Grad", [result, g], a.shape)])

    def softmax(self, a: Value) -> Value:
        result = self.one("Softmax", [a], a.shape)

        def gradient(g):
            scaled = self.one("Mul", [g, result], a.shape)
            total = self.one("Sum", [scaled, self.constant("-1")], (*a.shape[:-1], 1), "keep_dims = true")
            return [self.one("Mul", [self.one("Sub", [g, total], a.shape), result], a.shape)]

        return self.recorded(result, [a], gradient)

    def reshape(self, a: Value, shape) -> Value:
        result = self.one("Reshape", [a, self.constant(str(list(shape)), (len(shape),))], shape)
        return self.recorded(result, [a], lambda g: [self.one("Reshape", [g, self.constant(str(list(a.shape)), (len(a.shape),))], a.shape)])

    def joined(self, values, axis: int) -> Value:
        shape = list(values[0].shape)
        shape[axis] = sum([value.shape[axis] for value in values])
        result = self.one("ConcatV2", [*values, self.constant(str(axis))], tuple(shape), f"N = {len(values)} : i64")

        def gradient(g):
            sizes = self.constant(str([value.shape[axis] for value in values]), (len(values),))
            return self.node(
                "SplitV", [g, sizes, self.constant(str(axis))], [value.shape for value in values], f"num_split = {len(values)} : i64"
            )

        return self.recorded(result, values, gradient)

    def split(self, a: Value, count: int) -> list[Value]:
        shape = (a.shape[0], a.shape[1] // count)
        parts = self.node("Split", [self.constant("1"), a], [shape] * count, f"num_split = {count} : i64")
        together: dict = {}

        def gradient_of(at):
            def gradient(g):
                together[at] = g
                return (
                    [self.one("ConcatV2", [*[together[n] for n in range(count)], self.constant("1")], a.shape, f"N = {count} : i64")]
                    if len(together) == count
                    else []
                )

            return gradient

        for at, part in enumerate(parts):
            self.recorded(part, [a], gradient_of(at))
        return parts

    def cross_entropy(self, logits: Value, labels: Value) -> Value:
        loss, slope = self.node("SparseSoftmaxCrossEntropyWithLogits", [logits, labels], [(logits.shape[0],), logits.shape])
        return self.recorded(
            loss,
            [logits],
            lambda g: [
                self.one("Mul", [slope, self.one("Reshape", [g, self.constant(str([g.shape[0], 1]), (2,))], (g.shape[0], 1))], slope.shape)
            ],
        )

    def differentiate(self, losses, variables) -> None:
        """Gradients from the losses to the variables, and an update of each, beside it."""
        collected: dict[str, list[Value]] = {}
        for loss in losses:
            self.scope = "gradients"
            one = self.one("Const", [], loss.shape, f"dtype = f32, value = dense<1.0> : {loss.type}")
            collected.setdefault(loss.text, []).append(one)
        for result, operands, gradient, scope in reversed(self.tape):
            incoming = collected.get(result.text)
            if incoming is None:
                continue
            self.scope = f"gradients/{scope}"
            for operand, part in zip(operands, gradient(self.total(incoming, result.shape))):
                collected.setdefault(operand.text, []).append(part)
        for name, variable in variables.items():
            self.scope = f"update/{name}"
            rate = self.one("Const", [], (), "dtype = f32, value = dense<0.1> : tensor<f32>")
            self.one(
                "ApplyGradientDescent",
                [variable, rate, self.total(collected[variable.text], variable.shape)],
                variable.shape,
                f'_class = ["loc:@{name}/VariableV2"]',
            )

    def total(self, parts, shape) -> Value:
        return parts[0] if len(parts) == 1 else self.one("AddN", parts, shape, f"N = {len(parts)} : i64")


def derived(op: str, operands, results, written: str) -> list[str]:
    """Attributes that repeat the types of operands and results, as every node has them."""
    signature = lookup(f"tf.{op}").signature
    many = len(operands) - len(signature.operands) + 1
    elements: dict[str, str] = {}
    for slots, values in ((signature.operands, operands), (signature.results, results)):
        at = 0
        for slot in slots:
            if slot.type in signature.attributes and at < len(values):
                elements.setdefault(slot.type, values[at].element)
            at += many if slot.number else 1
    return [f"{name} = {element}" for name, element in elements.items() if f"{name} =" not in written]


class Model:
    """`layers` LSTM layers in encoder and decoder over `steps` words of a batch; `width` is that of all states."""

    def __init__(self, graph: Graph, layers: int, steps: int, batch: int, width: int, words: int):
        self.graph, self.layers, self.steps, self.batch, self.width, self.words = graph, layers, steps, batch, width, words
        self.variables: dict[str, Value] = {}

    def variable(self, name: str, shape) -> Value:
        if name not in self.variables:
            self.variables[name] = self.graph.variable(name, shape)
        return self.variables[name]

    def cell(self, side: str, layer: int, step: int, x: Value, state):
        """One step of one layer: gates from input and state, new state."""
        graph, width = self.graph, self.width
        weights = self.variable(f"{side}/layer{layer}/weights", (x.shape[1] + width, 4 * width))
        offsets = self.variable(f"{side}/layer{layer}/offsets", (4 * width,))
        graph.scope = f"{side}/layer{layer}/step{step}"
        hidden, memory = state
        gates = graph.bias(graph.matmul(graph.joined([x, hidden], 1), weights), offsets)
        taken, new, kept, shown = graph.split(gates, 4)
        fresh = graph.multiply(graph.through("Sigmoid", taken), graph.through("Tanh", new))
        memory = graph.add(graph.multiply(graph.through("Sigmoid", kept), memory), fresh)
        return graph.multiply(graph.through("Sigmoid", shown), graph.through("Tanh", memory)), memory

    def start(self, side: str, layer: int):
        self.graph.scope = f"{side}/layer{layer}/start"
        zero = [
            self.graph.one(
                "Const", [], (self.batch, self.width), f"dtype = f32, value = dense<0.0> : tensor<{self.batch}x{self.width}xf32>"
            )
            for _ in range(2)
        ]
        return tuple(zero)

    def embedded(self, side: str, step: int) -> Value:
        graph = self.graph
        table = self.variable(f"{side}/embedding", (self.words, self.width))
        graph.scope = f"{side}/embedding/step{step}"
        words = graph.one("Placeholder", [], (self.batch,), f"dtype = i32, shape = #tf_type.shape<{self.batch}>", element="i32")
        return graph.one("GatherV2", [table, words, graph.constant("0")], (self.batch, self.width))

    def side(self, side: str, states, each=None) -> list[Value]:
        """All steps of all layers; `each` is told of the last layer's results."""
        outputs = []
        for step in range(self.steps):
            x = self.embedded(side, step)
            for layer in range(self.layers):
                states[layer] = self.cell(side, layer, step, x, states[layer])
                x = states[layer][0]
            outputs.append(x if each is None else each(step, x))
        return outputs

    def attend(self, memory: Value, step: int, query: Value) -> Value:
        """What the encoder knows that is like the query, joined with it."""
        graph = self.graph
        weights = self.variable("attention/weights", (2 * self.width, self.width))
        graph.scope = f"attention/step{step}"
        scores = graph.batch_matmul(memory, graph.reshape(query, (self.batch, self.width, 1)))
        alpha = graph.softmax(graph.reshape(scores, (self.batch, 1, self.steps)))
        context = graph.reshape(graph.batch_matmul(alpha, memory), (self.batch, self.width))
        return graph.through("Tanh", graph.matmul(graph.joined([context, query], 1), weights))

    def loss(self, step: int, x: Value) -> Value:
        graph = self.graph
        weights = self.variable("softmax/weights", (self.width, self.words))
        graph.scope = f"softmax/step{step}"
        labels = graph.one("Placeholder", [], (self.batch,), f"dtype = i32, shape = #tf_type.shape<{self.batch}>", element="i32")
        return graph.cross_entropy(graph.matmul(x, weights), labels)

    def build(self) -> None:
        states = [self.start("encoder", layer) for layer in range(self.layers)]
        encoded = self.side("encoder", states)
        self.graph.scope = "attention/memory"
        memory = self.graph.joined([self.graph.reshape(x, (self.batch, 1, self.width)) for x in encoded], 1)
        losses = self.side("decoder", states, lambda step, x: self.loss(step, self.attend(memory, step, x)))
        trained = {name: value for name, value in self.variables.items() if not name.endswith("embedding")}
        self.graph.differentiate(losses, trained)


def by_layer(layers: int, gpus: int):
    """The placement that people choose: a layer is on a device of its own, attention and softmax are with the last."""

    def place(name: str) -> str:
        number = next((int(part[5:]) for part in name.split("/") if part.startswith("layer")), None)
        if number is None:
            number = 0 if "embedding" in name else layers - 1
        return f"/device:GPU:{number % gpus}"

    return place


def translation_graph(layers=4, steps=20, batch=64, width=1024, words=32000, devices="", gpus=4) -> str:
    """The module's text."""
    place = {"": lambda name: "", "one": lambda name: "/device:GPU:0", "layers": by_layer(layers, gpus)}[devices]
    graph = Graph(place)
    Model(graph, layers, steps, batch, width, words).build()
    return f"module {{\n  tfg.graph {VERSION} {{\n" + "\n".join(graph.lines) + "\n  }\n}\n"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name, default in (("layers", 4), ("steps", 20), ("batch", 64), ("width", 1024), ("words", 32000), ("gpus", 4)):
        arguments.add_argument(f"--{name}", type=int, default=default)
    arguments.add_argument("--devices", choices=("", "one", "layers"), default="")
    print(translation_graph(**vars(arguments.parse_args())), end="")


if __name__ == "__main__":
    main()
