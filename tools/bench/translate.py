"""How long tf-translate takes, and how much memory, against TensorFlow itself.

python tools/bench/translate.py [--peers PREFIX] [--importer LIBRARY] [--model MODEL.pb] [--megabytes N] [--runs N]

import      a GraphDef of a training step, in process: bytes to tfg text. The peer is TensorFlow's own importer of tfg, where there
            is a LIBRARY with `int tfg_import(const char* data, size_t size, int is_text, int debuginfo, char** error)` around it;
            without one, `tf.mlir.experimental.convert_graph_def`, which is what its Python offers
process     the same as a process, start-up included, against `import tensorflow` and the conversion
large       a frozen model of N megabytes of constants, there and back, as processes; also the memory for each byte of it
"""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from charts import add_chart_argument, bars, write_chart
from measuring import add_peers_argument, command_cost, function_time, medians_of_costs, output_of, peer_python, report, tool

IMPORT_BOUND, PROCESS_BOUND = 3.0, 1.0  # multiples of the peer's time
LARGE_BOUND, MEMORY_BOUND = 1500.0, 4.5  # ms for the way there, and for the way back; bytes for each of the model

WORKER = """
import ctypes, os, sys, time
model, library, runs = sys.argv[1], sys.argv[2], int(sys.argv[3])
quiet, told = os.open(os.devnull, os.O_WRONLY), os.dup(2)
os.dup2(quiet, 2)
import tensorflow as tf
data, times = open(model, "rb").read(), []
def upstream():
    error = ctypes.c_char_p()
    assert not shim.tfg_import(data, ctypes.c_size_t(len(data)), 0, 0, ctypes.byref(error)), error.value
def python():
    tf.mlir.experimental.convert_graph_def(tf.compat.v1.GraphDef.FromString(data), pass_pipeline="")
shim = ctypes.CDLL(library) if library else None
for number in range(runs):
    start = time.process_time()
    (upstream if library else python)()
    times.append(1e3 * (time.process_time() - start))
os.write(1, " ".join(map(str, times)).encode())
os._exit(0)
"""


def training_graph(nodes: int):
    """A GraphDef of a training step in the manner of TensorFlow 1: layers, their gradients, the updates of their variables."""
    from tfir.proto import GraphDef

    graph, chance = GraphDef(), random.Random(0)
    graph.versions.producer = 1395

    def node(op: str, name: str, *inputs: str, **types) -> str:
        made = graph.node.add(name=name, op=op, input=inputs)
        for key, value in types.items():
            made.attr[key].type = value
        shape = made.attr["_output_shapes"].list.shape.add()
        shape.dim.add(size=-1)
        shape.dim.add(size=chance.choice([64, 128, 256]))
        return name

    last, layer = node("Placeholder", "x", dtype=1), 0
    while len(graph.node) < nodes:
        scope = f"model/layer_{layer}"
        weights = node("VariableV2", f"{scope}/kernel", dtype=1)
        graph.node[-1].attr["shape"].shape.dim.add(size=128)
        graph.node[-1].attr["shape"].shape.dim.add(size=128)
        read = node("Identity", f"{scope}/kernel/read", weights, T=1)
        graph.node[-1].attr["_class"].list.s.append(f"loc:@{scope}/kernel".encode())
        product = node("MatMul", f"{scope}/MatMul", last, read, T=1)
        graph.node[-1].attr["transpose_a"].b = False
        out = node("Relu", f"{scope}/Relu", product, T=1)
        back = node("ReluGrad", f"gradients/{scope}/Relu_grad/ReluGrad", out, out, T=1)
        down = node("MatMul", f"gradients/{scope}/MatMul_grad/MatMul", back, read, T=1)
        graph.node[-1].attr["transpose_b"].b = True
        group = node("NoOp", f"gradients/{scope}/MatMul_grad/tuple/group_deps", f"^{back}", f"^{down}")
        change = node("Identity", f"gradients/{scope}/MatMul_grad/tuple/control_dependency", down, f"^{group}", T=1)
        rate = node("Const", f"train/{scope}/rate", dtype=1)
        graph.node[-1].attr["value"].tensor.dtype = 1
        graph.node[-1].attr["value"].tensor.tensor_shape.SetInParent()
        graph.node[-1].attr["value"].tensor.float_val.append(0.1)
        node("ApplyGradientDescent", f"train/{scope}/update", weights, rate, change, T=1)
        last, layer = out, layer + 1
    return graph.SerializeToString(deterministic=True)


def write_frozen(path: pathlib.Path, megabytes: int) -> None:
    """Layers whose weights are constants of 4 MB each, of which no two are alike. Only one is held at a time."""
    import numpy as np
    from tfir.proto import GraphDef

    numbers, last = np.random.default_rng(0), "x"
    with open(path, "wb") as file:
        for layer in range(max(megabytes // 4, 1)):
            graph = GraphDef()
            if not layer:
                graph.node.add(name="x", op="Placeholder").attr["dtype"].type = 1
            weights = graph.node.add(name=f"w{layer}", op="Const")
            weights.attr["dtype"].type = 1
            tensor = weights.attr["value"].tensor
            tensor.dtype, tensor.tensor_content = 1, numbers.standard_normal((1000, 1000), np.float32).tobytes()
            for size in (1000, 1000):
                tensor.tensor_shape.dim.add(size=size)
            graph.node.add(name=f"m{layer}", op="MatMul", input=[last, weights.name]).attr["T"].type = 1
            file.write(graph.SerializeToString(deterministic=True))
            last = f"m{layer}"


def ours(path: pathlib.Path):
    """A function that imports and prints, as tf-translate does."""
    from tfir.dialects import lookup
    from tfir.storage.graphdef.import_graphdef import import_graphdef
    from tfir.text.printer import PrintOptions, print_pieces

    from tftranslate.graphdef_file import read_graphdef

    data = path.read_bytes()

    def run():
        module = import_graphdef(read_graphdef(data, path.name), None, len(data), data)
        for _ in print_pieces(module, lookup, PrintOptions()):
            pass

    return run


def peer_times(python: str, path: pathlib.Path, library: str, runs: int) -> list[float]:
    return [float(word) for word in output_of([python, "-c", WORKER, str(path), library, str(runs)]).split()]


def compare_import(path: pathlib.Path, python: str | None, library: str, runs: int) -> dict[str, float]:
    import gc

    gc.disable()  # as tf-translate does: nothing that is built is garbage before the end
    run = ours(path)
    times = {"tf-translate": statistics.median([function_time(run) for _ in range(runs)])}
    gc.enable()
    print(f"import of {path.stat().st_size / 1e6:.1f} MB in process:", end=" ")
    if python is None:
        print(f"tf-translate {times['tf-translate']:.0f} ms; no TensorFlow in the environment to compare with (--peers)")
        return {}
    name = "TensorFlow's importer" if library else "convert_graph_def"
    times[name] = statistics.median(peer_times(python, path, library, runs))
    return {name: report("tf-translate", name, times, IMPORT_BOUND)}


def compare_processes(path: pathlib.Path, python: str | None, runs: int) -> dict[str, float]:
    measures = {"tf-translate": lambda: command_cost([tool("tf-translate"), "--graphdef-to-mlir", str(path), "-o", "/dev/null"])}
    if python is not None:
        measures["import tensorflow and convert"] = lambda: command_cost([python, "-c", WORKER, str(path), "", "1"])
    medians = medians_of_costs(measures, runs)
    print("the same as a process:", end=" ")
    if python is None:
        print(f"tf-translate {medians['tf-translate'][0]:.0f} ms, {medians['tf-translate'][1]:.0f} MiB")
        return {}
    ratio = report("tf-translate", "import tensorflow and convert", {name: cost for name, (cost, _) in medians.items()}, PROCESS_BOUND)
    print(f"    memory: {medians['tf-translate'][1]:.0f} MiB against {medians['import tensorflow and convert'][1]:.0f} MiB")
    return {"TensorFlow's process": ratio}


def measure_large(folder: pathlib.Path, megabytes: int, runs: int) -> None:
    model, text, back = folder / "large.pb", folder / "large.mlir", folder / "back.pb"
    write_frozen(model, megabytes)
    commands = {
        "there": [tool("tf-translate"), "--graphdef-to-mlir", str(model), "-o", str(text)],
        "back": [tool("tf-translate"), "--mlir-to-graphdef", str(text), "-o", str(back)],
    }
    medians = medians_of_costs({name: lambda command=command: command_cost(command) for name, command in commands.items()}, runs)
    same = subprocess.run(["cmp", str(model), str(back)]).returncode == 0
    size, bound = model.stat().st_size, LARGE_BOUND * megabytes / 100
    print(f"{size / 1e6:.0f} MB of constants, {'the same bytes come back' if same else 'OTHER BYTES come back'}:")
    for name, (time, memory) in medians.items():
        each = memory * 2**20 / size
        verdicts = ["within" if value <= most else "BEYOND" for value, most in ((time, bound), (each, MEMORY_BOUND))]
        print(
            f"    {name:6} {time:6.0f} ms ({verdicts[0]} {bound:.0f}), {memory:6.0f} MiB, {each:.2f} bytes for each ({verdicts[1]} {MEMORY_BOUND})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_peers_argument(parser)
    parser.add_argument("--importer", metavar="LIBRARY", default="", help="upstream's importer of tfg as a library with tfg_import")
    parser.add_argument("--model", type=pathlib.Path, help="the GraphDef to import; without it one of 5,000 nodes is made")
    parser.add_argument("--megabytes", type=int, default=100, help="the size of the large model; 0 leaves it out")
    parser.add_argument("--runs", type=int, default=5)
    add_chart_argument(parser)
    arguments = parser.parse_args()
    python = peer_python(arguments.peers, "tensorflow")
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.model or pathlib.Path(folder, "training.pb")
        if arguments.model is None:
            path.write_bytes(training_graph(5000))
        charted = {
            "in process": compare_import(path, python, arguments.importer, arguments.runs),
            "as a process": compare_processes(path, python, arguments.runs),
        }
        below = "processor time as a multiple of the peer's; less is faster"
        write_chart(arguments.chart, bars, "Importing a GraphDef", below, {name: row for name, row in charted.items() if row})
        if arguments.megabytes:
            measure_large(pathlib.Path(folder), arguments.megabytes, arguments.runs)


if __name__ == "__main__":
    sys.exit(main())
