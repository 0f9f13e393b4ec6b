"""The command `tf-run`: executes a module and gives its outputs as values, files, or a verdict."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack

from tfir.cli.files import Output, safetensors_name, shown_name
from tfir.cli.flags import Flag, format_flag, positive
from tfir.cli.process import Uncollected, UsageError
from tfir.cli.progress import stage
from tfir.cli.tool import Tool
from tfir.ir.diagnostics import Diagnostic, Error

from tfrun.devices import (
    USUAL,
    check_able,
    check_measuring,
    describe_device,
    device_of,
    emitted_name,
    list_devices,
    names,
    session,
    spellings_in_words,
)
from tfrun.reading import parse_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tfir.ir.operations import Operation


def tolerance(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise ValueError("a number that is not negative")
    return value


def duration(text: str) -> float:
    seconds = tolerance(text)
    if not 0 < seconds < float("inf"):
        raise ValueError("a number above zero")
    return seconds


def count(text: str) -> int:
    if not text.isdecimal():
        raise ValueError("a whole number")
    return int(text)


EXAMPLES = """
Examples:
  tf-run model.pb --input=@inputs.npz -v
  tf-run model/ --signature=serving_default --input=random
  tf-run model.pb --input=@cat.png --image=scale=1/127.5,shift=-1 --top=3 --labels=labels.txt
  tf-run model.tflite --device=interpreter --input=zeros --output=@outputs.npz
  tf-run model.pb --device=cpu --input=@inputs.npz --expected-output=@outputs.npz --rtol=1e-4 --atol=1e-5
  tf-run lowered.mlir --input=@inputs.npz --benchmark=100
"""


def last_of_help() -> str:
    return spellings_in_words() + EXAMPLES


ARRAYS = (".npy", ".npz")  # files that hold values


def image_settings(text: str):
    from tfir.execution.images import ImageSettings

    return ImageSettings(text)


FLAGS = [
    Flag("device", "Where to run; devices are listed below. By default that which a lowered program is for, and for any other the fastest there is.", "DEVICE", values=names),
    Flag("input", "A value for the next feed or the named one: [NAME=]4xf32=1,2,3,4, [NAME=]2xstring=\"a\",\"b\", [NAME=]'dense<0> : tensor<4xi32>', [NAME=]@x.npy, or all of @inputs.npz. 4xf32=@x.npy makes it that type; @cat.png is an image (--image); random[:SEED] or zeros fills the feeds that are not given.",
         "VALUE", many=True, endings=(*ARRAYS, ".png", ".jpg", ".jpeg")),
    Flag("image", "How images become inputs: their size if the feed has none, and pixel * scale + shift, as in 224x224,scale=1/127.5,shift=-1; scale=1/58.4:1/57.1:1/57.4 for each channel; layout=nchw; order=bgr.", "SETTINGS", type=image_settings),
    Flag("output", "Write an output to [NAME=]@y.npy, all of them to @out.npz, or print them (-).", "WHERE", many=True, endings=ARRAYS),
    Flag("expected-output", "Compare with values given as for --input; exit code 1 where they differ.", "VALUE", many=True, also=("expected_output",), endings=ARRAYS),
    Flag("top", "Print the N greatest numbers of each output with their places, not all of it.", "N", type=positive),
    Flag("labels", "With --top: a file with a name for each place, one to a line.", "FILE", endings=(".txt",)),
    format_flag("those of --list-devices, --describe-device and --top"),
    Flag("requests", "Call the entry once for each of these files, of the inputs of a call: @dir/*.npz. Outputs go to --output=@out/{}.npz, by the files' names.", "FILES"),
    Flag("in-flight", "How many of the requests may be under way at a time. Results do not depend on it.", "N", 1, type=positive),
    Flag("batches", "Call the entry once for each of these files, 'in/*.npz', and write its outputs to --output-dir under the file's name, whole or not at all. What is there already is left out: after a crash the same command goes on.", "FILES"),
    Flag("output-dir", "With --batches: where the outputs go.", "DIR"),
    Flag("shard", "Cut this input along an axis, NAME:AXIS[:LENGTH], call the program for each piece, and put the outputs together along the same axis, or that which --shard=OUTPUT:AXIS says.", "NAME:AXIS", many=True),
    Flag("cluster", "With --batches, --shard, --replicas or --partitions: on these workers, local:N, started here, or the address of a scheduler of Dask distributed (pip install 'tfir[cluster]').", "WHERE"),
    Flag("repeat", "Call the last entry or fetch this many times, with variables that go on from step to step, and print the numbers of each step.", "N", type=positive),
    Flag("feed-from", "With --repeat: arrays of which each step takes the next rows: @data.npz, by the names of inputs.", "FILE", endings=ARRAYS),
    Flag("batch-size", "With --feed-from: how many rows a step takes. What is left at the end and less than that is left out.", "B", type=positive),
    Flag("save", "With --repeat: write the variables to a checkpoint of TensorFlow's in this directory, when the last step is done.", "DIR"),
    Flag("save-every", "With --save: and each time that so many steps are done.", "STEPS", type=positive),
    Flag("restore", "With --repeat: go on from a checkpoint: its prefix, or the latest of a directory; without a name that of --save.", "[PATH]"),
    Flag("rtol", "Allowed difference relative to the expected value.", "NUMBER", 1e-5, type=tolerance),
    Flag("atol", "Allowed difference beyond the relative one.", "NUMBER", 1e-6, type=tolerance),
    Flag("entry", "The function to run, where there are several. Given more than once, each is called in turn with the flags behind it; what is written in one call is there in the next.", "NAME", many=True, also=("function",)),
    Flag("module", "The file, as iree-run-module has it.", "FILE", rare=True),
    Flag("input-shapes", "Lower a model for these sizes of feeds, by name or number, as tf-opt --input-shapes takes them; kernels for one size alone are faster.", "NAME=SIZES,..", many=True),
    Flag("constants", "A file that has the constants of which the program says only dense_resource<NAME>: @weights.safetensors.", "FILE", type=safetensors_name, endings=(".safetensors",)),
    Flag("fetch", "Of a tfg.graph: run what these values and ^targets need, as a TensorFlow session does. As often as there are calls.", "A,B:1,^C", many=True),
    Flag("signature", "Of a SavedModel: the signature to run.", "NAME"),
    Flag("outputs", "Of a graph: the nodes to compute, as tf-translate --outputs takes them.", "A,B:1"),
    Flag("tags", "Of a SavedModel with several graphs: the tags of the one to run.", "TAG,.."),
    Flag("savedmodel", "The directory of the SavedModel that the module is of: its assets are read there, nothing else.", "DIR"),
    Flag("files-dir", "The directory whose files the program may read and write; relative paths begin there. Without it what is written can be read again in the same run, and is no file.", "DIR"),
    Flag("replicas", "Run this many replicas side by side, on the interpreter. --input=x=... is for all of them, --input=x[1,0]=... for replica 1, partition 0; outputs have such names.", "N", 1, type=positive),
    Flag("partitions", "Run each replica as this many partitions. A module's mhlo.num_partitions is not asked: it may be that of a program yet to be partitioned.", "N", 1, type=positive),
    Flag("probe-output-dir", "Where interpreter.probe writes what it meets, as .npy files with an index.csv.", "DIR"),
    Flag("threads", "How many processors run the program (with --device=cpu). Results do not depend on it.", "N", type=positive),
    Flag("no-cache", "Neither use nor keep what comes of lowering a file, machine code, or pipelines of module files."),
    Flag("benchmark", "Run this many times more and report times per run, on standard error.", "N", 0, type=count),
    Flag("benchmark-output", "Write the times of --benchmark to a file, as JSON.", "FILE"),
    Flag("measure", "Write how long each op takes to a file, for tf-opt --cost-report=measured=FILE (with --device=interpreter), or each dispatch, with operations and bytes (with --device=vulkan, =cpu).", "FILE"),
    Flag("trace", "Write one run, dispatch by dispatch, as a file that ui.perfetto.dev shows (with --device=vulkan, =cpu).", "FILE"),
    Flag("emit", "Instead of running it, write the program as a function that C calls: an object file, its assembly, or a shared library with a header beside it (with --device=cpu).",
         "KIND", choices=("object", "assembly", "shared-library")),
    Flag("emit-to", "Where --emit writes; by default a file in this directory, with the name of the module's.", "FILE"),
    Flag("debug-info", "Call kernels by the nodes of the model that they compute: for perf while the program runs, as DWARF in what --emit writes. Nodes are named by tf-opt --mlir-print-debuginfo (with --device=cpu)."),
    Flag("verbose", "Say on standard error which device runs the program, for which target its kernels are, and by which commands it was lowered.", short="v"),
    Flag("timeout", "End with an error where a call takes longer than this many seconds.", "SECONDS", type=duration),
    Flag("validate", "Have Vulkan's validation layer check each call and kernel; it is an error where that finds one (with --device=vulkan)."),
    Flag("list-devices", "List devices and exit."),
    Flag("describe-device", "Show the facts of a device, without a name that of --device, as an attribute for tf-opt, and exit.", "[DEVICE]", values=names),
]  # fmt: skip


def run(arguments) -> int:
    device_of(arguments.device or USUAL)  # what is wrong with it is told first
    if arguments.list_devices:
        if arguments.format == "json":
            print(in_json([dict(zip(("device", "description"), line.split(": ", 1))) for line in list_devices()]))
            return 0
        for line in list_devices():
            print(line, flush=True)
        return 0
    if arguments.describe_device is not None:
        target = describe_device(arguments.describe_device or arguments.device or USUAL)
        print(in_json(target.facts) if arguments.format == "json" else target)
        return 0
    if arguments.module is not None:
        if arguments.files:
            raise UsageError(f"--module={arguments.module} and '{arguments.files[0]}' both name the program")
        arguments.files.append(arguments.module)
    if not arguments.files:
        raise UsageError("no input file is given; - is standard input")
    if arguments.emit_to is not None and not arguments.emit:
        raise UsageError("--emit-to: says where --emit writes, which says what")
    with ExitStack() as stack:
        from tfrun.preparation import prepare

        return prepare(arguments, stack) or executed(arguments)


def in_json(table: list | dict) -> str:
    from json import dumps  # which runs need not load

    return dumps(table, indent=2)


def executed(arguments) -> int:
    """Runs a file that the device runs, or writes it as code."""
    if arguments.device == "cpu":  # before NumPy is there, whose BLAS begins a thread for each processor, in 60 ms
        os.environ.setdefault("OPENBLAS_NUM_THREADS", str(arguments.threads or 1))  # the host's steps take as many as kernels
    if arguments.emit:
        return emit(arguments)
    if arguments.batches is not None:
        from tfrun.batches import run_batches  # which few runs need

        return run_batches(arguments)
    if arguments.output_dir is not None:
        raise UsageError("--output-dir: goes with --batches, which says what is computed")
    if arguments.shard:
        from tfrun.shards import run_shards  # which few runs need

        return run_shards(arguments)
    if arguments.cluster is not None and arguments.replicas * arguments.partitions == 1:
        raise UsageError("--cluster: goes with --batches, --shard, --replicas or --partitions, which say what workers compute")
    kept = kept_program(arguments)
    if kept is not None:
        try:
            return made_ready(arguments, kept).run()
        except (Error, UsageError):
            pass  # it is told of the program itself, with places in its text
    return made_ready(arguments).run()


def made_ready(arguments, kept=None) -> Job:
    with Uncollected(), stage(f"reading {shown_name(arguments.files[0])}"):
        return Job(arguments, kept)


def emit(arguments) -> int:
    from tfir.execution.entry import find_entry
    from tfir.execution.sequencer import is_sequence

    device, _ = device_of(arguments.device)
    check_able(device, "emit", "emit")
    module, _ = parse_module(arguments.files[0], arguments.constants)
    names = arguments.entry or [None]
    if len(names) > 1:
        raise UsageError("--emit writes one function; --entry names several")
    entry = find_entry(module, names[0])
    if not is_sequence(entry.func) and entry.func.name != "llvm.func":
        raise Error(f"@{entry.name} has not been lowered to dispatches; lower it with tf-opt --pipeline={device.SPELLINGS[0]}", entry.func)
    path = arguments.emit_to or emitted_name(arguments.files[0], arguments.emit)
    device.emit(module, entry, arguments.emit, path, **({"described": True} if arguments.debug_info else {}))
    return 0


def kept_program(arguments):
    """What the device has kept of the file's program from an earlier run, where nothing is asked for but values."""
    device, _ = device_of(arguments.device)
    others = [
        arguments.files[0] == "-",
        arguments.replicas > 1,
        arguments.partitions > 1,
        arguments.probe_output_dir,
        arguments.measure,
        arguments.trace,
        arguments.fetch,
        arguments.savedmodel,
        arguments.files_dir,
        arguments.no_cache,
        arguments.debug_info,
        arguments.requests,  # of which each may have other sizes
        arguments.repeat,
        arguments.constants,  # which the file's text does not tell
    ]
    return device.kept(arguments.files[0]) if hasattr(device, "kept") and not any(others) else None


def requests_of(arguments, module: Operation, grid: tuple[int, int] | None):
    """What `--requests` asks for, or None."""
    if arguments.requests is None:
        if arguments.in_flight > 1:
            raise UsageError("--in-flight: is how many of --requests may be under way at a time")
        return None
    from tfrun.requests import Requests  # which few runs need

    return Requests(arguments, module, grid)


def training_of(arguments, module: Operation):
    """What `--repeat` asks for, or None."""
    if arguments.repeat is None:
        for name in ("feed-from", "batch-size", "save", "save-every", "restore"):
            if getattr(arguments, name.replace("-", "_")) is not None:
                raise UsageError(f"--{name}: goes with --repeat=N, which says how many steps there are")
        return None
    from tfrun.training import Training  # which few runs need

    return Training(arguments, module)


class Job:
    """One call of tf-run. All that can be wrong with the command is found before anything is computed. `kept` stands for the file's program."""

    def __init__(self, arguments, kept=None):
        from tfrun.calls import calls_of

        self.arguments, (self.device, self.which) = arguments, device_of(arguments.device)
        if arguments.savedmodel is not None and not os.path.isdir(arguments.savedmodel):
            raise UsageError(f"--savedmodel={arguments.savedmodel}: there is no such directory")
        if arguments.files_dir is not None and not os.path.isdir(arguments.files_dir):
            raise UsageError(f"--files-dir={arguments.files_dir}: there is no such directory")
        if arguments.probe_output_dir is not None and not os.path.isdir(arguments.probe_output_dir):
            raise UsageError(f"--probe-output-dir={arguments.probe_output_dir}: there is no such directory")
        self.kept = kept
        self.module, content = parse_module(arguments.files[0], arguments.constants) if kept is None else (kept.module, None)
        self.text = None if isinstance(content, bytes) else content
        size = (arguments.replicas, arguments.partitions)
        self.grid = None if size == (1, 1) else size
        self.requests = requests_of(arguments, self.module, self.grid)
        self.training = training_of(arguments, self.module)
        self.calls = calls_of(self.module, arguments.order, self.grid, arguments.image) if self.requests is self.training is None else []
        if arguments.benchmark and len(self.calls) > 1:
            raise UsageError("--benchmark repeats one call, not several")
        if arguments.benchmark_output is not None and not arguments.benchmark:
            raise UsageError("--benchmark-output: writes the times of --benchmark=N")
        if arguments.measure and self.grid:
            raise UsageError("--measure measures one process, and --replicas and --partitions ask for several")
        if arguments.measure:
            check_measuring(self.device, self.calls)
        if arguments.trace:
            check_able(self.device, "traced", "trace")

    def run(self) -> int:
        from tfrun.calls import Caller
        from tfrun.outputs import deliver

        given = self.arguments
        options = {
            "grid": self.grid,
            "probes": given.probe_output_dir,
            "disk": given.files_dir,
            "threads": given.threads,
            "kept": self.kept,
        }
        options |= {"described": True} if given.debug_info else {}
        options |= {"validated": True} if given.validate else {}
        options |= {"verbose": True} if given.verbose and "verbose" in getattr(self.device, "TAKES", ()) else {}
        options |= (
            {"cached": False}
            if given.no_cache
            else {}
            if given.debug_info
            else {"text": self.text}
            if "text" in getattr(self.device, "TAKES", ())
            else {}
        )
        with self.session(options) as programs:
            for many in (self.requests, self.training):
                if many is not None:
                    return many.run(programs)
            caller = Caller(self.module, programs)
            answers = [self.answers(caller, call) for call in self.calls]
        timed = {name: options[name] for name in ("threads", "cached") if options.get(name) is not None}
        if given.measure:
            text = self.device.measured(self.module, self.calls, self.which, given.savedmodel, given.benchmark, **timed)
            with Output(given.measure) as out:
                out.write(text)
        if given.trace:
            text = self.device.traced(self.module, self.calls, self.which, given.savedmodel, **timed)
            with Output(given.trace) as out:
                out.write(text)
        return deliver(self.calls, answers, given)

    def session(self, options):
        if self.arguments.cluster is None:
            return session(self.module, self.arguments.device, self.arguments.savedmodel, **options)
        from tfrun import replicas  # which few runs need

        return replicas.session(self.arguments, self.module)

    def answers(self, caller, call) -> list:
        from tfrun.watchdog import watched

        call.entry, call.inputs, program = caller.ready(call.entry, call.inputs)
        try:
            with watched(call.entry.name, self.arguments.timeout), stage(f"running @{call.entry.name}"):
                values = program(call.inputs)
        except Error as error:
            raise hinted(error, self.module) from None
        caller.variables.keep(call.entry, call.inputs, values)
        if self.arguments.benchmark:
            self.report_times(program, call)
        return values

    def report_times(self, program, call) -> None:
        from tfrun.benchmark import Times

        times = Times(program, call.inputs, self.arguments.benchmark)
        for line in [*times.lines(), *times.picture()]:
            print(line, file=sys.stderr)
        if self.arguments.benchmark_output is not None:
            with Output(self.arguments.benchmark_output) as out:
                out.write(times.as_text(self.arguments.device))


def hinted(error: Error, module) -> Error:
    """The error, with what runs first where a variable of a graph has no value yet."""
    from tfir.dialects.tf.variables import UNSET

    graph = next((op for op in module.body if op.name == "tfg.graph"), None)
    if graph is not None and UNSET in str(error):
        from tfir.execution.graph_entry import initializers

        notes = [Diagnostic(f"--fetch=^{name} in front of the others runs assignments", None, "note") for name in initializers(graph)]
        error.diagnostics[0].notes += notes
    return error


TOOL = Tool(
    "tf-run", "Runs a model or a module of IR on a Vulkan device, on the processor, or on the interpreter.", "[OPTIONS] FILE|DIR|-", FLAGS, run, epilog=last_of_help,
)  # fmt: skip

main, __getattr__ = TOOL.main, TOOL.module_attribute

if __name__ == "__main__":
    main()
