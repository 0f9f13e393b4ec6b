"""How long Grappler takes, against TensorFlow's on the same graph and machine; and how the time grows with a graph.

    python tools/bench/optimization.py MODEL.pb FETCH,FETCH [--peers PREFIX] [--rounds N]
    python tools/bench/optimization.py --growth

The first prints, as processor time: the transitive reduction of control edges alone; the whole of Grappler inside a process;
and whole processes that read a GraphDef and write the optimised one (`tf-opt` on text on our side, and with `tf-translate`
in front and behind). The second prints milliseconds for synthetic chains, trees and random graphs of 1k, 10k and 100k nodes.
"""

from __future__ import annotations

import os

from charts import add_chart_argument, curves, write_chart
from measuring import ONE_THREAD

os.environ.update(ONE_THREAD)

import argparse
import gc
import pathlib
import random
import statistics
import tempfile
import time

from measuring import add_peers_argument, command_cost, output_of, peer_python, tool
from tfir.dialects import dialect, lookup
from tfir.dialects.tfg.order import topological_order
from tfir.ir.location import Source
from tfir.text.parser import parse

from tfopt.grappler import remarks
from tfopt.grappler.config import Config
from tfopt.grappler.control_edges import remove_transitive
from tfopt.grappler.grappler import run
from tfopt.grappler.item import Item

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"
# Run by the peer's Python: FILE FETCHES [ROUNDS]. Prints milliseconds inside the process, one per round, where there are rounds.
THEIRS = f"""
import sys, time
import tensorflow.compat.v1 as tf
from tensorflow.core.protobuf import config_pb2, meta_graph_pb2
from tensorflow.python.grappler import tf_optimizer
part = meta_graph_pb2.MetaGraphDef()
part.graph_def.ParseFromString(open(sys.argv[1], "rb").read())
for node in part.graph_def.node: node.device = "{CPU}"
part.collection_def["train_op"].node_list.value.extend(sys.argv[2].split(","))
config = config_pb2.ConfigProto()
config.graph_options.rewrite_options.min_graph_nodes = -1
for _ in range(int(sys.argv[3]) if len(sys.argv) > 3 else 1):
    began = time.process_time()
    result = tf_optimizer.OptimizeGraph(config, part)
    print(1e3 * (time.process_time() - began))
open(sys.argv[1] + ".optimised", "wb").write(result.SerializeToString())
"""


def parsed(text: str):
    module = parse(Source("graph", text), lookup, dialect)
    return next(op for op in module.body if op.name == "tfg.graph")


def milliseconds(make, work, rounds: int) -> float:
    """The median processor time of `work(make())`, without `make`."""
    times = []
    for _ in range(rounds):
        given = make()
        gc.collect()
        gc.disable()
        began = time.process_time()
        work(given)
        times.append(1e3 * (time.process_time() - began))
        gc.enable()
    return statistics.median(times)


def optimise(item: Item):
    remarks.start()
    return run(item, Config())


def compare(options) -> None:
    with tempfile.TemporaryDirectory() as folder:
        given, text, optimised = [str(pathlib.Path(folder, name)) for name in ("model.pb", "model.mlir", "optimised.mlir")]
        pathlib.Path(given).write_bytes(pathlib.Path(options.model).read_bytes())
        output_of([tool("tf-translate"), "--graphdef-to-mlir", given, "-o", text])
        source, fetches = pathlib.Path(text).read_text(), tuple(options.fetches.split(","))

        def item():
            return Item(parsed(source), fetches=fetches, assume_device=CPU)

        reduction = milliseconds(item, lambda subject: remove_transitive(topological_order(subject.block)), options.rounds)
        ours = milliseconds(item, optimise, options.rounds)
        flag = f"--grappler=fetches={options.fetches} assume-device={CPU}"
        opt = statistics.median([command_cost([tool("tf-opt"), text, flag, "-o", optimised])[0] for _ in range(options.rounds)])
        ways = [
            [tool("tf-translate"), "--graphdef-to-mlir", given, "-o", text],
            [tool("tf-translate"), "--mlir-to-graphdef", optimised, "-o", given + ".ours"],
        ]
        around = sum([command_cost(way)[0] for way in ways])
        print(f"transitive reduction of control edges {reduction:9.1f} ms, with the topological order that it needs")
        print(f"all of Grappler, inside the process   {ours:9.1f} ms")
        print(f"tf-opt, whole process                 {opt:9.1f} ms; from GraphDef to GraphDef {opt + around:.1f} ms")
        python = peer_python(options.peers, "tensorflow")
        if python is None:
            return print(f"no TensorFlow in {options.peers}: nothing to compare with")
        inside = statistics.median(
            [float(line) for line in output_of([python, "-c", THEIRS, given, options.fetches, str(options.rounds)]).split()]
        )
        whole = statistics.median([command_cost([python, "-c", THEIRS, given, options.fetches])[0] for _ in range(options.rounds)])
        print(f"TensorFlow's, inside the process      {inside:9.1f} ms: ours takes {ours / inside:.2f} of it (bound 5)")
        print(f"TensorFlow's, whole process           {whole:9.1f} ms: ours takes {(opt + around) / whole:.2f} of it (bound 1)")


# Growth


def chain(count: int, chance: random.Random):
    """Unary nodes in a row; one in five also waits for one of the fifty before it."""
    for node in range(1, count):
        waits = [chance.randrange(max(0, node - 50), node)] if chance.random() < 0.2 else []
        yield chance.choice(["Neg", "Exp", "Tanh", "Abs"]), [node - 1], waits


def tree(count: int, chance: random.Random):
    for node in range(1, count):
        yield "Tanh", [(node - 1) // 2], []


def random_graph(count: int, chance: random.Random):
    """Each node reads one or two before it, near or anywhere; some wait for a third."""
    for node in range(1, count):
        near = chance.randrange(max(0, node - 1000), node)
        if chance.random() < 0.5:
            yield chance.choice(["Neg", "Exp", "Tanh"]), [near], []
        else:
            yield chance.choice(["AddV2", "Mul"]), [near, chance.randrange(node)], [chance.randrange(node)] if chance.random() < 0.2 else []


def text_of(nodes) -> tuple[str, int]:
    lines, type = ['%0, %c0 = Placeholder name("n0") {dtype = f32} : () -> (tensor<*xf32>)'], "tensor<*xf32>"
    for number, (op, reads, waits) in enumerate(nodes, 1):
        operands = ", ".join([f"%{each}" for each in reads])
        controls = f" [{', '.join([f'%c{each}' for each in waits])}]" if waits else ""
        types = ", ".join([type] * len(reads))
        lines.append(f'%{number}, %c{number} = {op}({operands}){controls} name("n{number}") {{T = f32}} : ({types}) -> ({type})')
    return "tfg.graph #tf_type.version<producer = 1, min_consumer = 0> {\n" + "\n".join(lines) + "\n}\n", len(lines)


def growth(chart: pathlib.Path | None) -> None:
    charted = {}
    print(f"{'':16}{'1k':>10}{'10k':>10}{'100k':>10}   milliseconds for all of Grappler; every node without readers is fetched")
    for name, make in {"chain": chain, "tree": tree, "random graph": random_graph}.items():
        times, counts = [], (1000, 10_000, 100_000)
        for count in counts:
            text, _ = text_of(make(count, random.Random(1)))
            times.append(milliseconds(lambda: Item(parsed(text)), optimise, 3 if count < 100_000 else 1))  # noqa: B023
        print(f"{name:16}" + "".join([f"{each:10.1f}" for each in times]), flush=True)
        charted[name] = dict(zip(counts, times))
    write_chart(
        chart,
        curves,
        "How Grappler grows with the graph",
        "processor time of all optimizers in milliseconds, by the number of nodes",
        charted,
        "nodes",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model", nargs="?")
    parser.add_argument("fetches", nargs="?", default="")
    add_peers_argument(parser)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--growth", action="store_true")
    add_chart_argument(parser)
    options = parser.parse_args()
    if options.growth:
        growth(options.chart)
    if options.model:
        compare(options)


if __name__ == "__main__":
    main()
