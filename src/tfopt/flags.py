"""The command-line flags of `tf-opt`."""

from __future__ import annotations

from tfir.cli.files import safetensors_name
from tfir.cli.flags import EACH, FORMATS, Flag, format_flag, not_empty, positive
from tfir.cli.process import UsageError

VIEWS = (".html", ".htm", ".dot", ".gv", ".svg", ".png")  # what --view writes
DIFF = "diff"  # what it is called with to compare two files
PASS = "(pass)"  # what a flag that is a pass's name goes by in `Arguments.order`


def shapes(text: str) -> dict[str, tuple[int | None, ...]]:
    """`x=1x784,y=4`: a shape for each feed; nothing after `=` is a scalar, `?` an unknown size."""
    sizes_by_name = {}
    for part in text.split(","):
        name, equals, sizes = part.rpartition("=")
        if not equals or not name:
            raise ValueError(f"'{part}' is not NAME=SIZES, as in x=1x784")
        if name in sizes_by_name:
            raise ValueError(f"'{name}' is given twice")
        sizes_by_name[name] = tuple(None if size == "?" else size_of(size, part) for size in sizes.split("x") if sizes)
    return sizes_by_name


def batch(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise ValueError(f"'{text}' is not the size of a batch")
    return int(text)


def size_of(text: str, part: str) -> int:
    if not text.isdecimal():
        raise ValueError(f"'{text}' in '{part}' is not a size")
    return int(text)


def picture_file(text: str) -> str:
    if not text.endswith(VIEWS):
        raise ValueError(f"a name that ends in {', '.join(VIEWS[:-1])} or {VIEWS[-1]}")
    return text


def view(text: str) -> str:
    return DIFF if text == DIFF else picture_file(text)


def marker(text: str) -> str:
    if not text.strip():
        raise ValueError("some text that begins the lines between parts")
    return text


def targets(text: str):
    """The devices to compile for, parted by commas: names, or the attribute that `tf-run --describe-device` prints."""
    from tfopt.iree_to_spirv.target import read_targets

    return read_targets(text)


def equivalence_settings(text: str) -> dict:
    from tfopt.pipeline.equivalence import settings

    return settings(text)


def pass_names():
    from tfopt.pipeline.discovery import names

    return names()


def is_pass(name: str) -> bool:
    from tfopt.pipeline.discovery import is_pass, why_no_pass

    if is_pass(name):
        return True
    if (reason := why_no_pass(name)) is not None:
        raise UsageError(reason)
    return False


def pass_flags() -> list[Flag]:
    """Each pass is a flag of its own name: `--cse`, `--canonicalize=max-iterations=3`."""
    from tfopt.pipeline.discovery import files, summary

    return [Flag(name, summary(path), "[OPTIONS]", many=True, values=offering(name, path)) for name, path in files().items()]


def offering(name: str, path: str):
    """A function that gives the options of a pass. (Importing functools would take as long as starting.)"""
    return lambda: option_words(name, path)


def option_words(name: str, path: str) -> list[str]:
    """What options of a pass begin with, and those that have two values or a few whole."""
    from tfopt.pipeline.listing import options

    words = []
    for spelled, _, _ in options(path, name.replace("-", "_")):
        option, _, kinds = spelled.partition("=")
        words += [f"{option}={kind}" for kind in kinds.split("|")] if "|" in kinds else [f"{option}="]
    return words


def pipeline_names():
    from tfopt.pipeline.description import named_pipelines

    return named_pipelines()


def op_names():
    from tfopt.reference import dialects

    return [f"{dialect.name}.{local}" for dialect in dialects() for local in dialect.table]


FLAGS = [
    Flag("output", "Write here instead of to standard output.", "FILE", "-", short="o"),
    *EACH,
    Flag("view", "Write a page for a browser (FILE.html) that shows the graph before and after the passes, and what became of each node; "
         "a picture of it (FILE.svg, FILE.png: pip install 'tfir[view]'), or a drawing for Graphviz (FILE.dot). diff: what differs between two files, in words, or, with -o FILE.html and such, there.", "FILE|diff", type=view),
    Flag("measured", "With --view: how long dispatches take, as tf-run --measure has written it.", "FILE"),
    Flag("emit", "What to write: the program, a drawing of it before and after the passes for Graphviz, or, for a test, lines by which FileCheck tells whether it is still the same.",
         "mlir|dot|checks", "mlir", choices=("mlir", "dot", "checks")),
    Flag("emit-bytecode", "Write MLIR's bytecode instead of text."),
    Flag("emit-bytecode-version", "Write bytecode of this version, 0 to 6 (6).", "N", type=int, rare=True),
    Flag("emit-bytecode-producer", "What the bytecode says of what wrote it (tfir).", "TEXT", rare=True),
    Flag("pass-pipeline", "Run 'builtin.module(func.func(cse,canonicalize{max-iterations=3}))' or any such list.", "TEXT", many=True, short="p"),
    Flag("pipeline", "Run a named pipeline (--list-passes shows them). It and passes run in the order in which they are given.", "NAME",
         many=True, values=pipeline_names),
    Flag("default-batch", "The first size of feeds where neither the model nor --input-shapes says it.", "N", type=batch),
    Flag("allow-host-ops", "Leave ops of TensorFlow without a lowering as they are; tf-run computes them on the host, between dispatches."),
    Flag("strict", "Leave nothing to the host: what has no lowering, or that devices have no kernel for, is an error that lists all of it. "
         "Otherwise the host computes what is StableHLO already, and a remark names each step of it."),
    Flag("input-shapes", "Shapes for feeds that have unknown sizes, by name or number: x=1x784,1=4.", "NAME=SIZES,..", type=shapes,
         many=True),
    Flag("target", "What to compile for: portable, lavapipe or gpu (--pipeline=vulkan), x86-64-v3, x86-64-v4 or aarch64 (--pipeline=cpu), or the text that tf-run --describe-device prints. "
         "Of several, parted by commas, tf-run takes the first whose device it has; by default --pipeline=vulkan is for all three, --pipeline=cpu for two.", "TARGET,..",
         type=targets, also=("targets",)),
    Flag("tune", "Measure on a device (vulkan, cpu, as tf-run --list-devices has them) by which schedule each kernel is fastest, and write that into the "
         "program. What was measured is kept.", "DEVICE", type=not_empty),
    Flag("tune-time", "Spend so many seconds on that, on kernels that compute most first; another --tune goes on from there.", "SECONDS", type=positive),
    Flag("spirv-style", "plain: kernels as a person would write them, an invocation for each element, to be read and not to be fast.", "STYLE",
         choices=("plain",)),
    Flag("allow-unregistered-dialect", "Accept ops of dialects that are not known here."),
    Flag("split-input-file", "Treat the parts between lines '// -----' as files of their own.", "[MARKER]", bare="// -----", type=marker),
    Flag("output-split-marker", "What stands between the parts of the output (// -----).", "MARKER", "// -----", rare=True),
    Flag("verify-diagnostics", "Compare errors with 'expected-error' comments.", "[all|only-expected]", bare="all",
         choices=("all", "only-expected"), also=("verify",)),
    Flag("verify-each", "Verify after each pass (on; =false for off).", default=True, rare=True),
    Flag("check-equivalence", "Run the module on the interpreter before and after each pass; stop at the first that changes a result. "
         "Settings: seed=N,inputs=@FILE.npz,rtol=R,atol=A.", "[SETTINGS]", type=equivalence_settings),
    Flag("remarks", "Tell what Grappler's optimizers did to each node, and by which rule; of dispatch regions, what each moves and why it is apart from what reads it."),
    Flag("explain", "Tell what became of a node, where it came from, and why rules that looked at it did not apply.", "NODE", many=True),
    Flag("print-rules-fired", "Tell of each rewrite rule that fires, where it fires."),
    Flag("print-rules-refused", "Tell of each rewrite rule that matches and does not fire, and why.", rare=True),
    Flag("mlir-print-ir-before", "Show the IR before this pass, on standard error.", "PASS", many=True, rare=True, values=pass_names),
    Flag("mlir-print-ir-after", "Show the IR after this pass, on standard error.", "PASS", many=True, rare=True, values=pass_names),
    Flag("mlir-print-ir-before-all", "Show the IR before each pass, on standard error.", rare=True),
    Flag("mlir-print-ir-after-all", "Show the IR after each pass, on standard error."),
    Flag("mlir-print-ir-after-change", "Of what is shown after passes, show what a pass has changed."),
    Flag("mlir-print-ir-after-failure", "Show the IR after a pass that fails, and after no other."),
    Flag("mlir-print-ir-module-scope", "Show the whole module, whatever the pass works on.", rare=True),
    Flag("mlir-print-ir-tree-dir", "Write what is shown into files: a folder for each op, a file for each pass.", "DIR", rare=True),
    Flag("mlir-print-op-generic", "Print in generic form."),
    Flag("mlir-print-debuginfo", "Print locations."),
    Flag("mlir-print-local-scope", "Print every operation so that it stands alone, without aliases.", rare=True),
    Flag("mlir-print-skip-regions", "Print `{...}` for regions.", rare=True),
    Flag("mlir-print-unique-ssa-ids", "Give each value of the program a number of its own.", rare=True),
    Flag("mlir-use-nameloc-as-prefix", "Name values as their locations name them.", rare=True),
    Flag("mlir-print-value-users", "Say in comments who uses each value.", rare=True),
    Flag("mlir-elide-elementsattrs-if-larger", "Leave out the elements of larger constants.", "N", type=int, rare=True),
    Flag("mlir-elide-resource-strings-if-larger", "Leave out the data of larger resources.", "N", type=int, rare=True),
    Flag("mlir-print-elementsattrs-with-hex-if-larger", "Print larger constants as hexadecimal (100).", "N", type=int, rare=True),
    Flag("elide-large-constants", "Leave out the content of constants that are too large to read; on a terminal that is done unless it is =false."),
    Flag("constants", "A file that has the constants of which the input says only dense_resource<NAME>: @weights.safetensors.", "FILE", type=safetensors_name, endings=(".safetensors",)),
    Flag("constants-output", "Write large constants into such a file, and their names into the text. Strings go into its metadata, complex<f64> is pairs of F64.", "FILE", type=safetensors_name),
    Flag("summary", "Write what the program is in place of it: functions, operations by dialect, bytes in constants.", "[text|json]", bare="text", choices=FORMATS),
    format_flag("those of --list-passes, --show-dialects, --describe-op, --summary, --mlir-timing, --mlir-pass-statistics, and the reports of passes"),
    Flag("keep-ssa-names", "Print the value names that the input had; tf-run then takes those of arguments."),
    Flag("mlir-very-unsafe-disable-verifier-on-parsing", "Do not verify what was read.", hidden=True),
    Flag("mlir-timing", "Report where the time went, on standard error."),
    Flag("mlir-timing-display", "Times as a tree of pipelines, or as a list with the most expensive first.", "tree|list", "tree",
         choices=("tree", "list"), rare=True),
    Flag("mlir-output-format", "The form of the report of times.", "text|json", "text", choices=FORMATS, rare=True),
    Flag("mlir-pass-statistics", "Report what passes counted, on standard error."),
    Flag("mlir-pass-statistics-display", "Those numbers as a tree of pipelines, or as a list of passes.", "list|pipeline", "pipeline",
         choices=("list", "pipeline"), rare=True),
    Flag("pass-bisect-limit", "Run the first N passes only (-1: all), and say which.", "N", type=int, rare=True),
    Flag("dump-pass-pipeline", "Show the pipeline as one text, on standard error.", rare=True),
    Flag("mlir-generate-reproducer", "Write the input and the pipeline as one file before passes run.", "FILE", rare=True),
    Flag("mlir-pass-pipeline-crash-reproducer", "Write such a file when a pass crashes or fails.", "FILE", rare=True),
    Flag("mlir-pass-pipeline-local-reproducer", "Begin that file with the pass that failed, and what it was given.", rare=True),
    Flag("run-reproducer", "Run the pipeline that the input, a reproducer, asks for."),
    Flag("reduce", "Shrink the input to a small module that --reduce-test still finds interesting."),
    Flag("reduce-test", "A program that is given a file and exits with 0 when it is interesting.", "PROGRAM"),
    Flag("list-passes", "List passes, their options and the named pipelines, and exit."),
    Flag("show-dialects", "List dialects with the number of their ops, and exit."),
    Flag("describe-op", "Describe an op, such as tf.LeakyRelu or LeakyRelu, and exit.", "OP", values=op_names),
    Flag("lsp", "Serve an editor by the Language Server Protocol, on standard input and output (pip install 'tfir[lsp]'; docs/editors.md)."),
    Flag("textmate-grammar", "Write the TextMate grammar of MLIR's text, by which editors colour it, and exit.", rare=True),
    Flag("verify-roundtrip", "Print what was read, read that, and compare: exit code 1 where the texts differ.", rare=True),
    Flag("mlir-disable-threading", hidden=True),  # as people's RUN lines have it; there is one thread
]  # fmt: skip
